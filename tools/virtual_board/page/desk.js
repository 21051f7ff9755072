// The real board at the cable: its picture, and what the page does for it while it is played on.

import { unzipSync, zipSync } from "fflate";
import { render } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { Cable, RUNNING, plug } from "./cable.js";
import { Dialog, closeDialogs, download, fileButton, fileName, html, nothing } from "./dialogs.js";
import { decode } from "./kept.js";
import { Update, Wiring } from "./maker.js";
import { practise } from "./matches.js";
import { notify, show, warn } from "./shell.js";
import { latest, once, part, state, update } from "./state.js";

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
const KEPT = /^(match\.log|[\w-]+\.bin|matches\/[\w-]+\.log)$/;
const EARLIER = /^matches\/(?:.*-(\d{4})(\d\d)(\d\d)\.log$)?/;
const MOST_BYTES = 1 << 20;
const MOST_FILES = 256;
const RESTORE =
  "The backup's match takes the place of the match on the board, which moves to the earlier matches. The backup's settings replace the board's. Restore?";
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
  #serial;
  #how = "";
  /** @type {Cable | null} */
  #cable = null;
  #isStale = false; // whether the next picture is whole
  #own = () => /** @type {import("./state.js").BoardData} */ (state.board); // chooses the board again that the one at the cable has taken the place of
  #wiring;
  #updating;
  #connect = once(() => this.#open());

  constructor(app, root) {
    this.#app = app;
    const find = (id) => root.querySelector(`#${id}`);
    const cable = () => this.#cable;
    const { boards, clerk } = app;
    const settings = settingsDialog(cable, clerk);
    const players = playersDialog(cable, app);
    const report = reportDialog();
    const wiring = new Wiring(cable, clerk, {
      usual: async (name) => (await boards.data(name)).config,
      changed: () => (this.#isStale = true),
    });
    const updating = new Update(cable, () => this.#end(""));
    this.#wiring = wiring;
    this.#updating = updating;

    const tools = () => [
      ["people", "Players…", (event) => players(event)],
      ["set", "Names, settings, position…", (event) => attempt(() => settings(event))],
      ...(boards.elsewhere(state.mirror?.name)
        ? []
        : [
            ["wire", "Wiring…", (event) => wiring.open(event)],
            ["update", state.mirror?.newer ? `Update to ${state.mirror.newer}…` : "Update…", (event) => updating.open(event)],
          ]),
      ["backup", "Back up", () => attempt(() => backup(this.#cable))],
      ["measure", "Hardware report", (event) => attempt(() => measure(this.#cable, report, event))],
      ["crashes", "Crash log", () => attempt(() => crashes(this.#cable))],
    ];
    const [connect, panel] = [find("connect"), find("mirrored")];
    panel.replaceChildren();
    part(() => {
      const { mirror } = state;
      panel.hidden = !mirror;
      render(mirror ? panelOf(mirror, tools(), (file) => attempt(() => restore(this.#cable, clerk, file))) : nothing, panel);
    }, "mirror");
    connect.addEventListener("click", () => (this.#cable ? this.#end("") : this.#connect()));
    app.on("mirrored", (isShown) => {
      connect.textContent = isShown ? "Disconnect" : "Connect a board";
      connect.classList.toggle("on", isShown);
    });
    // "plugged": whether a board is at a cable of the server.
    app.on("boards", ({ plugged }) => {
      this.#serial = plugged ? plug : /** @type {any} */ (navigator).serial;
      this.#how = plugged ? "through this page's server" : "over USB";
      connect.hidden = !this.#serial;
      find("no-port").hidden = Boolean(this.#serial);
    });
  }

  async #open() {
    const { boards, power, emit } = this.#app;
    try {
      this.#cable = await Cable.connect(this.#serial);
    } catch (/** @type {any} */ error) {
      if (error.name !== "NotFoundError") warn(`The port does not open: ${error.message}`); // else none was chosen
      return;
    }
    this.#own = boards.keep(state.board);
    power.off();
    emit("dark");
    emit("mirrored", true);
    this.#watch(this.#cable);
  }

  /** Why it ends: "" is the person's wish. */
  #end(why) {
    this.#cable?.close();
    this.#cable = null;
    closeDialogs();
    this.#app.mirrored = null;
    update({ mirror: null });
    this.#app.emit("mirrored", false);
    this.#app.swap(() => show(this.#app, this.#own()));
    if (why) warn(why);
  }

  async #watch(cable) {
    try {
      await cable.greet();
      await cable.setClock(new Date());
      for (this.#isStale = true; this.#cable === cable; ) {
        await this.#look(cable);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } catch (error) {
      this.#lose(cable, error);
    }
  }

  #lose(cable, error) {
    if (this.#cable === cable) this.#end(`${error.message}.`);
  }

  async #look(cable) {
    const { wires } = this.#app;
    const isWhole = this.#isStale;
    this.#isStale = false;
    const rows = await cable.ask(isWhole ? "mirror all" : "mirror");
    if (this.#cable !== cable) return;
    const [[, name, version] = []] = rows.filter(([what]) => what === "board");
    // The first answer has the whole display, if it has any of it, and so tells how many rows it has.
    const height = PAGE * rows.filter(([what]) => what === "oled").length || USUAL;
    if (isWhole) wires.oled(on(height));
    if (name && (isWhole || name !== state.mirror?.name)) await this.#draw(cable, name, version);
    if (this.#cable !== cable) return;
    for (const row of rows) this.#take(row);
    if (isWhole) wires.rows(height);
    wires.played(playedOf(rows.find(([what]) => what === "played")));
  }

  #take([what, ...rest]) {
    const { wires } = this.#app;
    if (what === "lights" && state.mirror?.known) wires.lights(lightsOf(decode(rest[0])));
    if (what === "said") wires.said(rest.join(" "));
    if (what !== "oled") return;
    wires.oled(at(Number(rest[0])));
    wires.oled([0x40, ...decode(rest[1])]);
  }

  /** Shows the board by its own data, or by those that the page has for its name. */
  async #draw(cable, name, version) {
    const { boards } = this.#app;
    const other = await this.#wiring.shown(name);
    const data = await boards.data(name);
    if (this.#cable !== cable) return; // somebody has disconnected it
    const known = Boolean(other) || boards.knows(name);
    boards.choose(name);
    this.#app.mirrored = this.#source(cable, name);
    update({ mirror: { name, version, how: this.#how, known, newer: "" } });
    show(this.#app, { ...data, ...other });
    this.#updating.newer().then((newer) => {
      if (this.#cable === cable && state.mirror) update({ mirror: { ...state.mirror, newer } });
    });
    if (!known) warn(`This page knows no board ${name}, so it shows the display alone.`);
  }

  /** @returns {import("./state.js").Source} */
  #source(cable, name) {
    return {
      name,
      file: (path) => cable.file(path),
      put: (path, bytes) => cable.put(path, bytes),
      games: async (run) => (await this.#app.clerk.ask("list", { run: 0 }, { match: await cable.match(run) })).games,
      lead: (game, stop) => cable.ask(`set played ${game} ${stop}`).catch((error) => this.#lose(cable, error)),
      matches: () => cable.matches(),
      match: (run) => cable.match(run),
      send: (log, day) => cable.send(log, day),
    };
  }
}

function panelOf({ name, version, how }, tools, take) {
  const button = ([id, words, act]) => html`<button type="button" id=${id} class="quiet" @click=${act}>${words}</button>`;
  return html`<p class="legend" id="mirrored-name">${name}, firmware ${version}, ${how}. Its own buttons play.</p>
    <p class="choices">${tools.map(button)} ${fileButton("Restore…", ".zip", take)}</p>`;
}

function playedOf(row) {
  if (!row) return null;
  const [, run, game, stop] = row;
  return { run, game, stop };
}

function lightsOf(bytes) {
  return Array.from({ length: bytes.length / 3 }, (_, light) => [...bytes.slice(3 * light, 3 * light + 3)]);
}

/** What goes wrong is said; the board is still there. */
async function attempt(act) {
  try {
    await act();
  } catch (/** @type {any} */ error) {
    warn(`${error.message}.`);
  }
}

/** A function that opens what is typed for the board: names, settings, a position. */
function settingsDialog(cable, clerk) {
  const load = latest();
  let rows = [];
  let opened = 0;
  const set = async (what) => {
    if (!PLAIN.test(what)) {
      dialog.say("Use plain letters, digits and signs: the display has no others.");
      return false;
    }
    const [[end, ...why]] = await cable().ask(`set ${what}`);
    dialog.say(end === "end" ? "It is on the board." : `Not done: ${why.join(" ")}.`);
    return end === "end";
  };
  const said = (act) => act.catch((error) => dialog.say(`${error.message}.`));
  const place = async (field) => {
    if (await set(`position ${(await clerk.ask("position", { text: field.value })).xgid}`)) field.value = "";
  };
  const submit = (event) => {
    event.preventDefault();
    said(place(event.target.querySelector("textarea")));
  };
  const fieldOf = ([kind, number, ...rest]) => {
    const change = ({ target }) => said(set(`${kind} ${number} ${target.value.trim()}`));
    if (kind === "name") {
      return html`<label>${["1st player", "2nd player"][number]}<input maxlength="12" .value=${rest.join(" ")} @change=${change} /></label>`;
    }
    const [value, ...words] = rest; // of VALUE NAME: WORD|WORD|...
    const [label, choices] = words.join(" ").split(": ");
    const option = (word, index) => html`<option value=${index} ?selected=${String(index) === value}>${word}</option>`;
    return html`<label>${label}<select @change=${change}>${choices.split("|").map(option)}</select></label>`;
  };
  const dialog = new Dialog(
    "settings",
    "On the board",
    () => html`${keyed(opened, html`<div class="fields">${rows.map(fieldOf)}</div>`)}
      <form class="position" @submit=${submit}>
        <textarea rows="1" aria-label="A position: XGID=… or a board's code" placeholder="XGID=…" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
        <button class="choice">Play from it</button>
      </form>
      <p>A position begins a match of its own; the one on the board becomes one of its earlier matches.</p>`,
  );
  return async (event) => {
    rows = (await load(cable().ask("set"))).slice(0, -1);
    opened += 1;
    dialog.open(event);
  };
}

/** The dialog of the hardware's report; its text is `text`. */
function reportDialog() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(dialog.text);
      dialog.say("Copied.");
    } catch {
      dialog.element.querySelector("textarea").select();
      dialog.say("Copy it with the keyboard: it is selected.");
    }
  };
  const dialog = Object.assign(
    new Dialog(
      "report",
      "Hardware report",
      () => html`<p>Paste it into a new issue of the form “A board measured itself”.</p>
        <textarea rows="14" readonly aria-label="The report" spellcheck="false" .value=${dialog.text}></textarea>`,
      () => html`<button type="button" class="choice" @click=${copy}>Copy</button>`,
    ),
    { text: "" },
  );
  return dialog;
}

async function measure(cable, dialog, event) {
  notify("The board is measuring itself, which takes a minute. The picture stands still meanwhile.");
  dialog.text = await cable.report();
  notify("The board has measured itself.");
  dialog.open(event);
}

async function crashes(cable) {
  const bytes = await cable.file("crash.log");
  if (bytes) notify("What the board noted when it failed:", new TextDecoder().decode(bytes));
  else notify("The board has never failed.");
}

/** A function that opens what people have done on the board: numbers, a curve for each, and tables to save. */
function playersDialog(cable, app) {
  const load = latest();
  /** @type {{people: {name: string, lines: [string, string][], games: number[]}[], csv: string, games: string}} */
  let found = { people: [], csv: "", games: "" };
  const save = (words, what, text) => {
    const act = () => download(fileName(`${state.mirror?.name} ${what}`, "csv"), text, "text/csv");
    return html`<button type="button" class="quiet" aria-label="${words} as a table (CSV)" @click=${act}>${words}</button>`;
  };
  const dialog = new Dialog(
    "records",
    "Players",
    () => found.people.map(({ name, lines, games }) => {
      const rows = lines.map(([what, much]) => html`<tr><th>${what}</th><td>${much}</td></tr>`);
      return html`<section><h3>${name}</h3><table>${rows}</table>${games.length > 1 ? curve(games) : nothing}</section>`;
    }),
    () => html`${found.people.length ? [save("Save", "players", found.csv), save("Save the games", "games", found.games)] : nothing}
      <button type="button" class="quiet" @click=${() => practise(app)}>Practice…</button>`,
  ); // prettier-ignore
  const read = async () => {
    const bytes = await cable().file("people.bin");
    return bytes ? app.clerk.ask("people", { files: { "people.bin": bytes } }) : { people: [] };
  };
  return async (event) => {
    found = { people: [], csv: "", games: "" };
    dialog.open(event);
    dialog.say("Reading…");
    try {
      found = await load(read());
      dialog.say(found.people.length ? "" : NO_PLAYERS);
    } catch (/** @type {any} */ error) {
      dialog.say(`They cannot be shown: ${error.message}`);
    }
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
  for (const name of names) if (KEPT.test(name) && name !== SECRET) found[name] = await cable.file(name);
  download("picogammon.zip", zipSync(found), "application/zip");
  const secret = names.includes(SECRET) ? ", but not the secret of sealed dice, which never leaves the board" : "";
  notify(`The backup has ${counted(found)}${secret}. The board plays on.`);
}

/** Whenever it is cut off, the board has its own match or the backup's. */
async function restore(cable, clerk, file) {
  const found = unpacked(new Uint8Array(await file.arrayBuffer()));
  await clerk.ask("restore", { found, there: {} }); // what cannot be done is known before anything is
  if (!confirm(RESTORE)) return;
  notify("Writing to the board, which starts anew then…");
  const there = await logsOf(cable);
  const { paths } = await clerk.ask("wanted", { names: await cable.names() });
  for (const path of paths) {
    const bytes = await cable.file(path);
    if (bytes) there[path] = bytes;
  }
  const { steps, notes } = await clerk.ask("restore", { found, there });
  for (const [path, code] of steps) {
    const bytes = decode(code);
    const [earlier, ...day] = path.match(EARLIER) ?? [];
    if (path === LOG) notes.push(...(await cable.restore(bytes)));
    else if (earlier) await cable.send(bytes, day[0] ? day.join("-") : "-");
    else await cable.put(path, bytes);
  }
  await cable.restart();
  notify(`${counted(steps)} ${steps.length === 1 ? "is" : "are"} on the board, which plays on.`, notes.join("\n"));
}

/** path -> bytes of what a backup has. */
function unpacked(content) {
  const names = [];
  let bytes = 0;
  const filter = ({ name, originalSize }) => {
    bytes += originalSize;
    if (!KEPT.test(name) || names.push(name) > MOST_FILES || bytes > MOST_BYTES) throw new Error();
    return true;
  };
  try {
    const found = content.length > MOST_BYTES ? {} : unzipSync(content, { filter });
    if (Object.keys(found).length && Object.keys(found).length === names.length) return found;
  } catch {
    // It is cut off or damaged, or another file.
  }
  throw new Error("this is no backup of a board");
}

/** path in a backup -> bytes of each match of a board. */
async function logsOf(cable) {
  const found = {};
  for (const { run, what, day } of await cable.matches()) {
    const played = day === "-" ? "" : `-${day.replaceAll("-", "")}`;
    found[what === RUNNING ? LOG : `matches/${run.padStart(5, "0")}${played}.log`] = await cable.match(run);
  }
  return found;
}

function counted(files) {
  const { length } = Object.keys(files);
  return `${length} ${length === 1 ? "file" : "files"}`;
}
