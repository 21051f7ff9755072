// What the people of a real board have done: numbers, two curves for each, and tables to save.

import { button, dialogOf, element, say } from "./elements.js";
import { download, fileName } from "./files.js";

const FILE = "people.bin";
const NONE = "The board has no records yet. Give the players names at the board or here: it grades their games while nobody presses.";
const CONTENT = `
  <h2 id="records-title">Players</h2>
  <div class="people"></div>
  <p role="status"></p>
  <p class="choices"><button type="button" class="quiet practise">Practice…</button><button type="button" class="quiet close">Close</button></p>`;

let asked = null; // what is read now

// `name`: the board's; `practise()` shows its cards.
export async function showPeople(cable, clerk, name, practise) {
  const dialog = document.getElementById("records") ?? made();
  dialog.querySelector(".practise").onclick = practise;
  const said = dialog.querySelector("[role=status]");
  dialog.querySelector(".people").replaceChildren();
  dialog.querySelectorAll(".table").forEach((old) => old.remove());
  say(said, "Reading…");
  dialog.showModal();
  const own = (asked = {}); // or what is read for a dialog that was closed would stand here twice
  try {
    const bytes = await cable.file(FILE);
    const { people, csv, games } = bytes ? await clerk.people(bytes) : { people: [] };
    if (people.length) await import("./report/chartist.js"); // which is no module: it is at globalThis.Chartist
    if (own !== asked) return;
    draw(dialog, people);
    for (const [words, what, text] of people.length ? [["Save", "players", csv], ["Save the games", "games", games]] : []) {
      const save = button(words, `${words} as a table (CSV)`, "quiet table", () => download(fileName(`${name} ${what}`, "csv"), text, "text/csv"));
      dialog.querySelector(".choices").prepend(save);
    }
    say(said, people.length ? "" : NONE);
  } catch (error) {
    if (own === asked) say(said, `They cannot be shown: ${error.message}`);
  }
}

function made() {
  const dialog = dialogOf("records", CONTENT);
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  return dialog;
}

function draw(dialog, people) {
  for (const { name, lines, games } of people) {
    const about = document.createElement("section");
    const table = document.createElement("table");
    for (const [what, much] of lines) {
      const line = table.insertRow();
      line.append(element("th", what), element("td", much));
    }
    about.append(element("h3", name), table);
    dialog.querySelector(".people").append(about);
    if (games.length > 1) about.append(curve(`PR of the last ${games.length} games`, games));
  }
}

function curve(title, values) {
  const figure = document.createElement("figure");
  const box = document.createElement("div");
  const count = `${title}: from ${values[0]} to ${values.at(-1)}`;
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", count);
  figure.append(element("figcaption", count), box);
  const { LineChart, AutoScaleAxis } = globalThis.Chartist;
  const data = values.map((y, x) => ({ x: x + 1, y }));
  new LineChart(box, { series: [data] }, {
    height: "120px",
    showPoint: false,
    lineSmooth: false,
    chartPadding: { top: 15, right: 15, bottom: 0, left: 0 },
    axisX: { type: AutoScaleAxis, onlyInteger: true, showGrid: false },
    axisY: { type: AutoScaleAxis, scaleMinSpace: 30 },
  });
  return figure;
}
