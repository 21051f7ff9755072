// The real board at the cable: its picture, and what the page does for it while it is played on.

import { unzipSync, zipSync } from "fflate";
import { render } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { Cable, RUNNING, overServer, overUsb } from "./cable.js";
import { Dialog, PLAIN, closeDialogs, download, fileButton, html, nothing, plain } from "./dialogs.js";
import { decode } from "./kept.js";
import { drawn, imageFor, updateDialog, wiringDialog } from "./maker.js";
import { ask, boardData, notify, warn } from "./shell.js";
import { find, part, state, update } from "./state.js";

const PAUSE_MS = 100; // between two pictures
const PAGE = 8; // rows of dots
const USUAL = 64;
// Switches a display of so many rows on, upright, and lets a page of it be written.
const on = (rows) => [0x00, 0xa1, 0xc8, 0xda, rows === USUAL ? 0x12 : 0x02, 0x81, 0xff, 0x8d, 0x14, 0xaf];
const at = (page) => [0x00, 0x21, 0, 127, 0x22, page, page];

const LOG = "match.log"; // in a backup: the match that the board plays
const SECRET = "seal.bin"; // of sealed dice: it never leaves its board
const MOST_BYTES = 1 << 20; // of a backup: a board has no more
const NO_BACKUP = "this is not a board's backup";
const RESTORE = "The running match stays as it is. Preferences in the backup replace the board's.";

/**
 * Connects a real board: sets app.mirrored, and state.mirror while one is shown.
 * @param {import("./state.js").App} app
 */
export function mountDesk(app) {
  const { clerk, power, emit, wires } = app;
  const [button, panel, noPort] = ["connect", "mirrored", "no-port"].map(find);
  /** @type {Cable | null} */
  let cable = null;
  let isStale = false; // whether the next picture is whole
  let own = state.board; // the page's own board, which is shown again

  const open = async () => {
    const isPlugged = state.boards.plugged; // at a cable of this page's server
    try {
      cable = new Cable(await (isPlugged ? overServer() : overUsb()));
    } catch (/** @type {any} */ error) {
      if (error.name !== "NotFoundError") warn(`The port could not be opened: ${error.message}`); // else none was chosen
      return;
    }
    own = state.board;
    power.off();
    emit("dark");
    const how = isPlugged ? "through this page's server" : "over USB";
    update({ told: null, notice: null, mirror: { name: "", version: "", how, known: false, image: null } });
    watch(cable);
  };

  /** Why it ends: "" is the person's wish. */
  const end = (why = "") => {
    cable?.close();
    cable = null;
    closeDialogs();
    app.mirrored = null;
    app.swap(() => update({ mirror: null, board: own }));
    if (why) warn(why);
  };
  const lose = (lost, error) => cable === lost && end(`${error.message}.`);

  const watch = async (watched) => {
    try {
      await watched.greet(new Date());
      for (isStale = true; ; await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))) await look(watched);
    } catch (error) {
      lose(watched, error);
    }
  };

  const look = async (watched) => {
    const isWhole = isStale;
    isStale = false;
    const rows = await watched.ask(isWhole ? "mirror all" : "mirror");
    const all = (kind) => rows.filter(([what]) => what === kind).map(([, ...rest]) => rest);
    if (isWhole) {
      await meet(watched, ...all("board")[0]);
      // Such an answer has the whole display, if it has any of it, and so tells how many rows it has.
      const height = PAGE * all("oled").length || USUAL;
      wires.oled(on(height));
      wires.rows(height);
    }
    for (const [page, code] of all("oled")) {
      wires.oled(at(Number(page)));
      wires.oled([0x40, ...decode(code)]);
    }
    for (const words of all("said")) wires.said(words.join(" "));
    if (state.mirror?.known) for (const [code] of all("lights")) wires.lights(lightsOf(decode(code)));
    const [[run, game, stop] = []] = all("played");
    wires.played(run ? { run, game, stop } : null);
  };

  /** Shows the board by its own data, or by those that the page has for its name. */
  const meet = async (met, name, version) => {
    const other = await drawn(app, met, name);
    const data = await boardData(name);
    const image = await imageFor(name, version).catch(() => null); // there is no network
    const { mirror, boards } = state;
    if (cable !== met || !mirror) throw new Error("Disconnected");
    const known = Boolean(other) || [...boards.names, ...boards.drawn].includes(name);
    app.mirrored = Object.assign(met, {
      name,
      games: async (run) => (await clerk.ask("list", { run: 0 }, { match: await met.match(run) })).games,
      lead: (game, stop) => met.ask(`set played ${game} ${stop}`).catch((error) => lose(met, error)),
      playFrom: (xgid) => met.set(`position ${xgid}`),
    });
    update({ mirror: { ...mirror, name, version, known, image }, board: { ...data, ...other } });
    if (!known) warn(`This page does not know the board ${name}, so it shows only its display.`);
  };

  app.backUp = () => ownBackup(app);
  find("back-up").addEventListener("click", () => attempt(async () => notify(await app.backUp())));
  find("restore").addEventListener("change", (event) => {
    const chosen = /** @type {HTMLInputElement} */ (event.target);
    const [file] = chosen.files ?? [];
    if (file) attempt(() => ownRestore(app, file));
    chosen.value = "";
  });

  const tools = toolsOf(app, () => (isStale = true), end);
  part(({ mirror }) => {
    panel.hidden = !mirror;
    render(mirror ? panelOf(mirror, tools) : nothing, panel);
    button.textContent = mirror ? "Disconnect" : "Connect a board";
  }, "mirror");
  button.addEventListener("click", async () => {
    if (cable) return end();
    button.disabled = true;
    await open();
    button.disabled = false;
  });
  part(({ boards }) => {
    button.hidden = !boards.plugged && !("serial" in navigator);
    noPort.hidden = !button.hidden;
  }, "boards");
}

function panelOf(mirror, tools) {
  const { name, version, how } = mirror;
  if (!name) return html`<p class="legend">Connecting ${how}…</p>`;
  return html`<p class="legend" id="mirrored-name">${name}, firmware ${version}, ${how}. Play with its own buttons.</p>
    ${tools(mirror)}`;
}

/**
 * A function that gives the buttons of a board at the cable.
 * @param {() => void} changed  called when the board has other data
 * @param {() => void} release  lets the board go
 */
function toolsOf(app, changed, release) {
  const [settings, wiring, updating] = [settingsDialog(app), wiringDialog(app, changed), updateDialog(app, release)];
  const button = (id, words, act) => {
    const click = (event) => attempt(() => act(event));
    return html`<button type="button" id=${id} class="quiet" @click=${click}>${words}</button>`;
  };
  return ({ name, image }) => html`<p class="choices">
    ${button("set", "Names, preferences…", settings)}
    ${state.boards.drawn.includes(name)
      ? nothing
      : [button("wire", "Wiring…", wiring), button("update", image && image.order > 0 ? `Update to ${image.version}…` : "Update…", updating)]}
    ${button("backup", "Back up", () => backup(app.mirrored))} ${button("measure", "Hardware report", () => report(app.mirrored))}
    ${button("crashes", "Crash log", () => crashes(app.mirrored))} ${fileButton("Restore…", ".zip", (file) => attempt(() => restore(app, file)))}
  </p>`;
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

/** A function that opens the names and settings of the board, which are changed as they are typed. */
function settingsDialog(app) {
  /** @type {any[]} */
  let rows = []; // words of each setting
  const change = async ({ target }, what) => {
    target.value = plain(target.value.trim());
    if (!target.reportValidity()) return;
    await app.mirrored.set(`${what} ${target.value}`);
    dialog.say("Saved on the board.");
  };
  const field = ([kind, number, ...rest]) => {
    const changed = (event) => attempt(() => change(event, `${kind} ${number}`), (words) => dialog.say(words));
    if (kind === "name") {
      return html`<label>${["1st player", "2nd player"][number]}
        <input maxlength="12" pattern="[ -~]*" title=${PLAIN} value=${rest.join(" ")} @change=${changed} /></label>`;
    }
    const [value, ...words] = rest; // of VALUE NAME: WORD|WORD|...
    const [label, choices] = words.join(" ").split(": ");
    const option = (word, index) => html`<option value=${index} ?selected=${String(index) === value}>${word}</option>`;
    return html`<label>${label}<select @change=${changed}>${choices.split("|").map(option)}</select></label>`;
  };
  const dialog = new Dialog("settings", "On the board", () => html`${keyed(rows, html`<div class="fields">${rows.map(field)}</div>`)}`);
  return async (event) => {
    rows = (await app.mirrored.ask("set")).slice(0, -1);
    dialog.open(event);
  };
}

async function report(cable) {
  notify("The board is measuring itself, which takes half a minute. Until then, the picture does not change.");
  give("The board has measured itself. Paste its report into a new issue of the form “A board measured itself”.", "hardware-report.txt", await cable.report());
}

async function crashes(cable) {
  const bytes = await cable.file("crash.log");
  if (bytes) give("What the board noted when it failed is saved.", "crash.log", new TextDecoder().decode(bytes));
  else notify("The board has never failed.");
}

function give(words, file, text) {
  download(file, text);
  notify(words, text);
}

// Backups and restores do what `make backup` and `make restore` do (tools/matches/fetching.py, restoring.py).

async function backup(cable) {
  notify("Reading the board's files…");
  const names = await cable.names();
  const found = { ...(await logsOf(cable)), ...(await filesOf(cable, names)) };
  notify(`${saveBackup(found, names.includes(SECRET))} The board plays on.`);
}

/** Backs up the page's own board; what there is to say of it. @param {import("./state.js").App} app */
async function ownBackup({ clerk, kept }) {
  const { found, secret } = await clerk.ask("backup", {}, { match: kept.boardFiles() });
  const files = Object.entries(found).map(([path, code]) => [path, decode(code)]);
  return saveBackup(Object.fromEntries(files), secret);
}

function saveBackup(found, hasSecret) {
  download("picogammon.zip", zipSync(found), "application/zip");
  const secret = hasSecret ? ", but not the secret of sealed dice: the board keeps it until the match ends" : "";
  const { length } = Object.keys(found);
  return `The backup has ${length} ${length === 1 ? "file" : "files"}${secret}.`;
}

/** Adds a backup to the board at the cable. Wherever it is cut off, nothing is lost, and it can be repeated. */
async function restore({ mirrored: cable, clerk }, file) {
  const found = await unpacked(file);
  notify("Reading the board's matches…");
  const there = await filesOf(cable, await cable.names());
  const { [LOG]: running = "", ...earlier } = await logsOf(cable);
  const plan = await clerk.ask("plan", { found, there, running, earlier: Object.values(earlier), room: await cable.room() });
  if (!(await isWanted(plan))) return;
  notify("Writing to the board…");
  for (const [path, code, day] of plan.steps) {
    if (day) await cable.send(decode(code), day);
    else await cable.put(path, decode(code));
  }
  if (plan.steps.some(([, , day]) => !day)) await cable.restart();
  notify(`Added: ${plan.said}.`, plan.notes.join("\n"));
}

/** Adds a backup to the page's own board, which is off while that is done. @param {import("./state.js").App} app */
async function ownRestore({ clerk, kept, swap }, file) {
  const found = await unpacked(file);
  const restored = (does) => clerk.ask("restore", { found, does }, { match: kept.boardFiles() });
  if (!(await isWanted(await restored(false)))) return;
  await swap(() =>
    attempt(async () => {
      const { files, said, notes } = await restored(true);
      await kept.take(Object.fromEntries(Object.entries(files).map(([name, code]) => [name, decode(code)])));
      notify(`Added: ${said}.`, notes.join("\n"));
    }),
  );
}

function isWanted({ said, going }) {
  const costs = going.length ? ` The board is full: these earlier matches make room and are lost: ${going.join("; ")}.` : "";
  return ask("Restore this backup?", "Restore", { text: `This adds ${said}. ${RESTORE}${costs}` });
}

async function unpacked(file) {
  try {
    let left = MOST_BYTES;
    const takes = ({ originalSize }) => (left -= originalSize) >= 0;
    const found = file.size <= left && unzipSync(new Uint8Array(await file.arrayBuffer()), { filter: takes });
    if (!found || left < 0) throw new Error();
    return found;
  } catch {
    throw new Error(NO_BACKUP);
  }
}

/** @returns {Promise<Record<string, Uint8Array>>} path in a backup -> bytes of each match of a board */
async function logsOf(cable) {
  const found = {};
  for (const { run, what, day } of await cable.matches()) {
    const played = day === "-" ? "" : `-${day.replaceAll("-", "")}`;
    found[what === RUNNING ? LOG : `matches/${String(run).padStart(5, "0")}${played}.log`] = await cable.match(run);
  }
  return found;
}

/** name -> bytes of a board's files, but for its secret. */
async function filesOf(cable, names) {
  const found = {};
  for (const name of names) if (name.endsWith(".bin") && name !== SECRET) found[name] = await cable.file(name);
  return found;
}
