// The real board at the cable: its picture, and what the page does for it while it is played on.

import { unzipSync, zipSync } from "fflate";
import { render } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { Cable, RUNNING, overServer, overUsb } from "./cable.js";
import { Dialog, closeDialogs, download, fileButton, fileName, html, nothing } from "./dialogs.js";
import { decode } from "./kept.js";
import { Update, Wiring, imageFor } from "./maker.js";
import { ask, boardData, notify, warn } from "./shell.js";
import { part, state, update } from "./state.js";

const PAUSE_MS = 100; // between two pictures
const PAGE = 8; // rows of dots
const USUAL = 64;
// Switches a display of so many rows on, upright, and lets a page of it be written.
const on = (rows) => [
  0x00, 0xae, 0x20, 0x00, 0x40, 0xa1, 0xa8, rows - 1, 0xc8, 0xd3, 0x00, 0xda, rows === 64 ? 0x12 : 0x02,
  0x81, 0xff, 0xa4, 0xa6, 0x8d, 0x14, 0xaf,
]; // prettier-ignore
const at = (page) => [0x00, 0x21, 0, 127, 0x22, page, page];
const PLAIN = /^[ -~]*$/;

const LOG = "match.log"; // in a backup: the match that the board plays
const SECRET = "seal.bin"; // of sealed dice: it never leaves its board
const MOST_BYTES = 1 << 20;
const NO_BACKUP = "this is no backup of a board";
const RESTORE =
  "The backup's match takes the place of the match on the board, which moves to the earlier matches. The backup's settings replace the board's.";
const NO_PLAYERS = "The board has no records yet. Name the players, at the board or here: it grades their games while nobody presses.";

/**
 * Makes app.mirrored. Emits "mirrored" with whether a real board is shown.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountDesk(app, root) {
  new Desk(app, root);
}

class Desk {
  #app;
  /** @type {Cable | null} */
  #cable = null;
  #isStale = false; // whether the next picture is whole
  #own = state.board; // the page's own board, which is shown again
  #wiring;
  #updating;

  constructor(app, root) {
    this.#app = app;
    const cable = () => this.#cable;
    this.#wiring = new Wiring(app, cable, () => (this.#isStale = true));
    this.#updating = new Update(app, cable, () => this.#end());
    const tools = this.#tools();
    const [button, panel] = ["connect", "mirrored"].map((id) => root.querySelector(`#${id}`));
    part(({ mirror }) => {
      panel.hidden = !mirror;
      render(mirror ? panelOf(mirror, tools) : nothing, panel);
      button.textContent = mirror ? "Disconnect" : "Connect a board";
    }, "mirror");
    button.addEventListener("click", async () => {
      if (this.#cable) return this.#end();
      button.disabled = true;
      await this.#open();
      button.disabled = false;
    });
    part(({ boards }) => {
      button.hidden = !boards.plugged && !("serial" in navigator);
      root.querySelector("#no-port").hidden = !button.hidden;
    }, "boards");
  }

  /** A function that gives what the panel offers. */
  #tools() {
    const { clerk } = this.#app;
    const cable = () => this.#cable;
    const [settings, players, report] = [settingsDialog(cable, clerk), playersDialog(cable, this.#app), reportDialog(cable)];
    const button = (id, words, act) => {
      const click = (event) => attempt(() => act(event));
      return html`<button type="button" id=${id} class="quiet" @click=${click}>${words}</button>`;
    };
    return ({ name, image }) => [
      button("people", "Players…", players),
      button("set", "Names, settings, position…", settings),
      ...(state.boards.drawn.includes(name)
        ? []
        : [
            button("wire", "Wiring…", (event) => this.#wiring.open(event)),
            button("update", image && image.order > 0 ? `Update to ${image.version}…` : "Update…", (event) => this.#updating.open(event)),
          ]),
      button("backup", "Back up", () => backup(this.#cable)),
      button("measure", "Hardware report", report),
      button("crashes", "Crash log", () => crashes(this.#cable)),
      fileButton("Restore…", ".zip", (file) => attempt(() => restore(this.#cable, clerk, file))),
    ];
  }

  async #open() {
    const { power, emit } = this.#app;
    const { plugged } = state.boards;
    try {
      this.#cable = new Cable(await (plugged ? overServer() : overUsb()));
    } catch (/** @type {any} */ error) {
      if (error.name !== "NotFoundError") warn(`The port does not open: ${error.message}`); // else none was chosen
      return;
    }
    this.#own = state.board;
    power.off();
    emit("dark");
    const how = plugged ? "through this page's server" : "over USB";
    update({ told: null, over: false, notice: null, mirror: { name: "", version: "", how, known: false, image: null } });
    this.#watch(this.#cable);
  }

  /** Why it ends: "" is the person's wish. */
  #end(why = "") {
    this.#cable?.close();
    this.#cable = null;
    closeDialogs();
    this.#app.mirrored = null;
    this.#app.swap(() => update({ mirror: null, board: this.#own }));
    if (why) warn(why);
  }

  async #watch(cable) {
    try {
      await cable.greet();
      await cable.setClock(new Date());
      for (this.#isStale = true; ; await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))) await this.#look(cable);
    } catch (error) {
      this.#lose(cable, error);
    }
  }

  #lose(cable, error) {
    if (this.#cable === cable) this.#end(`${error.message}.`);
  }

  async #look(cable) {
    const isWhole = this.#isStale;
    this.#isStale = false;
    const rows = await cable.ask(isWhole ? "mirror all" : "mirror");
    const all = (kind) => rows.filter(([what]) => what === kind).map(([, ...rest]) => rest);
    const [[name, version] = []] = all("board");
    if (name && (isWhole || name !== state.mirror?.name)) await this.#meet(cable, name, version);
    this.#draw(all, isWhole);
  }

  #draw(all, isWhole) {
    const { wires } = this.#app;
    // The first answer has the whole display, if it has any of it, and so tells how many rows it has.
    const height = PAGE * all("oled").length || USUAL;
    if (isWhole) wires.oled(on(height));
    for (const [page, code] of all("oled")) {
      wires.oled(at(Number(page)));
      wires.oled([0x40, ...decode(code)]);
    }
    if (isWhole) wires.rows(height);
    for (const words of all("said")) wires.said(words.join(" "));
    if (state.mirror?.known) for (const [code] of all("lights")) wires.lights(lightsOf(decode(code)));
    const [[run, game, stop] = []] = all("played");
    wires.played(run ? { run, game, stop } : null);
  }

  /** Shows the board by its own data, or by those that the page has for its name. */
  async #meet(cable, name, version) {
    const { clerk } = this.#app;
    const other = await this.#wiring.shown(name);
    const data = await boardData(name);
    const image = await imageFor(name, version).catch(() => null); // there is no network
    const { mirror } = state;
    if (this.#cable !== cable || !mirror) throw new Error("Disconnected");
    const known = Boolean(other) || [...state.boards.names, ...state.boards.drawn].includes(name);
    this.#app.mirrored = Object.assign(cable, {
      name,
      games: async (run) => (await clerk.ask("list", { run: 0 }, { match: await cable.match(run) })).games,
      lead: (game, stop) => cable.ask(`set played ${game} ${stop}`).catch((error) => this.#lose(cable, error)),
    });
    update({ mirror: { ...mirror, name, version, known, image }, board: { ...data, ...other } });
    if (!known) warn(`This page knows no board ${name}, so it shows the display alone.`);
  }
}

function panelOf(mirror, tools) {
  const { name, version, how } = mirror;
  if (!name) return html`<p class="legend">Connecting ${how}…</p>`;
  return html`<p class="legend" id="mirrored-name">${name}, firmware ${version}, ${how}. Its own buttons play.</p>
    <p class="choices">${tools(mirror)}</p>`;
}

function lightsOf(bytes) {
  return Array.from({ length: bytes.length / 3 }, (_, light) => [...bytes.slice(3 * light, 3 * light + 3)]);
}

/** What goes wrong is said by `say`; the board is still there. */
async function attempt(act, say = warn) {
  try {
    await act();
  } catch (/** @type {any} */ error) {
    say(`${error.message}.`);
  }
}

/** A function that opens what is typed for the board: names, settings, a position. */
function settingsDialog(cable, clerk) {
  /** @type {any[]} */
  let rows = []; // words of each setting
  const set = async (what) => {
    if (!PLAIN.test(what)) throw new Error("Use plain letters, digits and signs: the display has no others");
    const [[end, ...why]] = await cable().ask(`set ${what}`);
    if (end !== "end") throw new Error(`Not done: ${why.join(" ")}`);
    dialog.say("It is on the board.");
  };
  const said = (act) => attempt(act, (words) => dialog.say(words));
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.querySelector("textarea");
    said(async () => {
      await set(`position ${(await clerk.ask("position", { text: field.value })).xgid}`);
      field.value = "";
    });
  };
  const fieldOf = ([kind, number, ...rest]) => {
    const change = ({ target }) => said(() => set(`${kind} ${number} ${target.value.trim()}`));
    if (kind === "name") {
      return html`<label>${["1st player", "2nd player"][number]}<input maxlength="12" value=${rest.join(" ")} @change=${change} /></label>`;
    }
    const [value, ...words] = rest; // of VALUE NAME: WORD|WORD|...
    const [label, choices] = words.join(" ").split(": ");
    const option = (word, index) => html`<option value=${index} ?selected=${String(index) === value}>${word}</option>`;
    return html`<label>${label}<select @change=${change}>${choices.split("|").map(option)}</select></label>`;
  };
  const dialog = new Dialog(
    "settings",
    "On the board",
    () => html`${keyed(rows, html`<div class="fields">${rows.map(fieldOf)}</div>`)}
      <form class="position" @submit=${submit}>
        <textarea rows="1" aria-label="A position: XGID=… or a board's code" placeholder="XGID=…" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
        <button class="choice">Play from it</button>
      </form>
      <p>A position begins a match of its own; the one on the board becomes one of its earlier matches.</p>`,
  );
  return async (event) => {
    rows = (await cable().ask("set")).slice(0, -1);
    dialog.open(event);
  };
}

/** A function that lets the board measure itself, and opens the report. */
function reportDialog(cable) {
  let text = "";
  const copy = () => dialog.busy("Copying…", async () => {
    await navigator.clipboard.writeText(text);
    dialog.say("Copied.");
  }); // prettier-ignore
  const dialog = new Dialog(
    "report",
    "Hardware report",
    () => html`<p>Paste it into a new issue of the form “A board measured itself”.</p>
      <textarea rows="14" readonly aria-label="The report" spellcheck="false" .value=${text}></textarea>`,
    () => html`<button type="button" class="choice" @click=${copy}>Copy</button>`,
  );
  return async (event) => {
    notify("The board is measuring itself, which takes a minute. The picture stands still meanwhile.");
    text = await cable().report();
    notify("The board has measured itself.");
    dialog.open(event);
  };
}

async function crashes(cable) {
  const bytes = await cable.file("crash.log");
  if (bytes) notify("What the board noted when it failed:", new TextDecoder().decode(bytes));
  else notify("The board has never failed.");
}

/** A function that opens what people have done on the board: numbers, a curve for each, and tables to save. */
function playersDialog(cable, app) {
  /** @type {{people: {name: string, lines: [string, string][], games: number[]}[], csv?: string, games?: string}} */
  let found = { people: [] };
  const save = (words, what, text) => {
    const act = () => download(fileName(`${state.mirror?.name} ${what}`, "csv"), text, "text/csv");
    return html`<button type="button" class="quiet" aria-label="${words} as a table (CSV)" @click=${act}>${words}</button>`;
  };
  const person = ({ name, lines, games }) => {
    const rows = lines.map(([what, much]) => html`<tr><th>${what}</th><td>${much}</td></tr>`);
    return html`<section><h3>${name}</h3><table>${rows}</table>${games.length > 1 ? curve(games) : nothing}</section>`;
  };
  const dialog = new Dialog(
    "records",
    "Players",
    () => found.people.map(person),
    () => (found.people.length ? [save("Save", "players", found.csv), save("Save the games", "games", found.games)] : nothing),
  );
  return (event) => {
    found = { people: [] };
    dialog.open(event);
    dialog.busy("Reading…", async () => {
      const bytes = await cable().file("people.bin");
      if (bytes) found = await app.clerk.ask("people", { files: { "people.bin": bytes } });
      dialog.say(found.people.length ? "" : NO_PLAYERS);
    });
  };
}

function curve(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((y, x) => `${(300 * x) / (values.length - 1)},${80 - (70 * (y - least)) / (most - least || 1)}`);
  const words = `PR of the last ${values.length} games: from ${values[0]} to ${values.at(-1)}`;
  return html`<figure>
    <figcaption>${words}</figcaption>
    <svg viewBox="0 0 300 90" role="img" aria-label=${words}><polyline points=${points.join(" ")} fill="none" stroke="currentColor" stroke-width="2" /></svg>
  </figure>`;
}

// Backups are files as `make backup` writes them, and restores do what `make restore` does
// (tools/matches/fetching.py, restoring.py).

async function backup(cable) {
  notify("Reading the board's files…");
  const names = await cable.names();
  const found = await logsOf(cable);
  for (const name of names) if (name.endsWith(".bin") && name !== SECRET) found[name] = await cable.file(name);
  download("picogammon.zip", zipSync(found), "application/zip");
  const secret = names.includes(SECRET) ? ", but not the secret of sealed dice, which never leaves the board" : "";
  notify(`The backup has ${counted(found)}${secret}. The board plays on.`);
}

/** Whenever it is cut off, the board has its own match or the backup's. */
async function restore(cable, clerk, file) {
  const found = unpacked(new Uint8Array(await file.arrayBuffer()));
  if (!(await clerk.ask("restore", { found, there: {} })).steps.length) throw new Error(NO_BACKUP);
  if (!(await ask("Restore this backup?", "Restore", { text: RESTORE }))) return;
  notify("Writing to the board, which starts anew then…");
  const there = await logsOf(cable);
  const { paths } = await clerk.ask("wanted", { names: await cable.names() });
  for (const path of paths) {
    const bytes = await cable.file(path);
    if (bytes) there[path] = bytes;
  }
  const { steps, notes } = await clerk.ask("restore", { found, there });
  for (const [path, code, day] of steps) {
    const bytes = decode(code);
    if (path === LOG) notes.push(...(await cable.restore(bytes)));
    else if (day) await cable.send(bytes, day);
    else await cable.put(path, bytes);
  }
  await cable.restart();
  notify(`${counted(steps)} ${steps.length === 1 ? "is" : "are"} on the board, which plays on.`, notes.join("\n"));
}

/** path -> bytes of what is in a zip file, which cannot be larger than a board. */
function unpacked(content) {
  let bytes = 0;
  const filter = ({ originalSize }) => {
    bytes += originalSize;
    if (bytes > MOST_BYTES) throw new Error();
    return true;
  };
  try {
    return unzipSync(content, { filter });
  } catch {
    throw new Error(NO_BACKUP);
  }
}

/** path in a backup -> bytes of each match of a board. */
async function logsOf(cable) {
  const found = {};
  for (const { run, what, day } of await cable.matches()) {
    const played = day === "-" ? "" : `-${day.replaceAll("-", "")}`;
    found[what === RUNNING ? LOG : `matches/${String(run).padStart(5, "0")}${played}.log`] = await cable.match(run);
  }
  return found;
}

function counted(files) {
  const { length } = Object.keys(files);
  return `${length} ${length === 1 ? "file" : "files"}`;
}
