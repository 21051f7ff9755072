// What follows play: a match's result, which opens by itself, what there is to practise, and what the players have done.

import { report } from "./clerk.js";
import { Dialog, button, html, nothing, toBoard } from "./dialogs.js";
import { called, titleOf } from "./kept.js";
import { find, part, update } from "./state.js";

const PEOPLE = "people.bin";
const NO_PLAYERS = "The board has no records yet. Name the players, at the board or here: each game is graded soon after it ends.";
export const MISTAKES = "My mistakes"; // as the board's own menu calls them
const LATEST = 5; // games
const SITTING = 5; // cards that the board asks in a row
const JUDGED = "Judged by the board’s own coach as you played.";
const DEEPER = " A report looks deeper, so its PR differs.";

/**
 * @param {import("./state.js").App} app
 * @param {(event: Event) => void} practice  opens what can be practised
 */
export function mountResult(app, practice) {
  const { kept, power, state } = app;
  // The board counts its cards when it has started, and when one of them has changed.
  let cards = /** @type {Uint8Array | undefined} */ (undefined);
  const count = () => {
    const there = /** @type {Uint8Array | undefined} */ (kept.boardFiles()["cards.bin"]);
    if (!there && state.due) update({ due: 0 });
    if (there?.some((byte, at) => byte !== cards?.[at])) power.act("practice");
    cards = there;
  };
  app.on("dark", () => (cards = undefined));
  app.on("choices", count);
  app.on("flash", count);
  app.on("practice", ({ due }) => update({ due }));
  part(({ due, mirror }) => {
    find("due").hidden = !due || Boolean(mirror);
    for (const id of ["due", "practice"]) find(id).textContent = due ? `Practice (${due} due)` : "Practice";
  }, "due", "mirror");

  const open = () => {
    const { won, scores, names, levels, settings } = /** @type {import("./state.js").Told} */ (state.told);
    const rematch = () => {
      toBoard();
      app.swap(() => kept.begin(), JSON.stringify({ agreed: settings }));
    };
    const due = () => (state.due > SITTING ? `${SITTING} of ${state.due} due` : state.due);
    const choices = () => [state.due ? button(`Practise (${due()})`, () => practise(app)) : button("Practise", practice), button("Rematch", rematch)];
    const title = `${won} wins ${[...scores].sort((a, b) => b - a).join("–")}`;
    const result = { title, names: called(names, levels), choices, latest: latest(app) };
    report(titleOf({ ...kept.about, run: kept.current }), kept.ringOf(kept.current), result);
  };
  // Of a match that ends while this page shows it, once, and over no other dialog.
  let before = /** @type {string | null} */ (null); // who had won it
  let isNew = false;
  const show = () => {
    if (!isNew || !state.told?.ended || document.querySelector("dialog[open]")) return;
    isNew = false;
    open();
  };
  app.on("swap", () => (before = null));
  app.on("told", ({ won }) => {
    isNew = Boolean(won) && (isNew || before === "");
    before = won;
    show();
  });
  document.addEventListener("close", show, { capture: true });
  part(({ told }) => void (find("ended").hidden = !told?.ended), "told");

  for (const [id, act] of Object.entries({ due: () => practise(app), analyse: open, people: peopleDialog(app) })) find(id).addEventListener("click", act);
}

/** Has the board ask what that line of its practice menu is about. */
export function practise({ power }, of = MISTAKES) {
  toBoard();
  power.act("practise", of);
}

/**
 * What people have done on the board that is shown; `games`: the PR of each, the oldest first. `deeper`: whether a
 * report looks deeper than its coach.
 * @returns {Promise<{people: {name: string, lines: [string, string][], games: number[]}[], deeper: boolean}>}
 */
async function peopleOf({ mirrored, kept, clerk }) {
  const bytes = await (mirrored ? mirrored.file(PEOPLE) : kept.boardFiles()[PEOPLE]);
  return bytes ? clerk.ask("people", { files: { [PEOPLE]: bytes } }) : { people: [], deeper: false };
}

async function latest(app) {
  const { people } = await peopleOf(app).catch(() => ({ people: [] })); // which "Players" says
  return Object.fromEntries(people.map(({ name, games }) => [name.toLowerCase(), games.slice(-LATEST)]));
}

/** A function that opens what people have done: numbers, and a curve for each. */
function peopleDialog(app) {
  let people = /** @type {Awaited<ReturnType<typeof peopleOf>>["people"]} */ ([]);
  let isDeeper = false;
  const person = ({ name, lines, games }) => {
    const rows = lines.map(([what, much]) => html`<tr><th>${what}</th><td>${much}</td></tr>`);
    const few = games.length ? html`<p>One game so far: a curve needs two.</p>` : nothing;
    return html`<section><h3>${name}</h3><table>${rows}</table>${games.length > 1 ? curve(games) : few}</section>`;
  };
  const dialog = new Dialog("records", "Players", () => [people.length ? html`<p>${JUDGED}${isDeeper ? DEEPER : ""}</p>` : nothing, people.map(person)]);
  return (event) => {
    people = [];
    dialog.open(event);
    dialog.busy("Reading…", async () => {
      ({ people, deeper: isDeeper } = await peopleOf(app));
      dialog.say(people.length ? "" : NO_PLAYERS);
    });
  };
}

function curve(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((y, x) => `${30 + (270 * x) / (values.length - 1)},${80 - (70 * (y - least)) / (most - least || 1)}`);
  const words = `PR of the last ${values.length} games, lower is better: from ${values[0]} to ${values.at(-1)}`;
  return html`<figure>
    <figcaption>${words}</figcaption>
    <svg viewBox="0 0 300 90" role="img" aria-label=${words}><polyline points=${points.join(" ")} fill="none" stroke="currentColor" stroke-width="2" />
      <g fill="currentColor" font-size="9"><text y="84">${least}</text><text y="14">${most}</text></g></svg>
  </figure>`;
}
