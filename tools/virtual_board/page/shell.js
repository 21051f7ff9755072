// The page around the board: header and menu, what the page has to say, which board is shown, the address, and
// that one tab alone has the board.

import { render } from "lit-html";

import { after, cancel, now } from "./clock.js";
import { Dialog, closeDialogs, html, nothing } from "./dialogs.js";
import { fetched } from "./python.js";
import { latest, part, state, update } from "./state.js";

/** @typedef {import("./state.js").App} App */
/** @typedef {import("./state.js").BoardData} BoardData */

export const POSITION = /^(XGID=|PICOGAMMON:)/i;
const LEAST_MS = 1000; // browsers count how often an address changes
const READ_MS = 4000; // that a notice without details stays
const LOCK = "picogammon.flash";
const PATIENCE_MS = 1500; // a page that is being reloaded still holds it for a moment

/** @type {App} */
let page;
/** @type {string[]} */
const errors = [];
let passes = 0; // the timer of a notice that goes by itself

/**
 * Makes app.boards and app.wanted. Emits "position" with an XGID that somebody opens.
 * @param {App} app
 * @param {HTMLElement} root
 */
export function mountShell(app, root) {
  const find = (id) => /** @type {any} */ (root.querySelector(`#${id}`));
  page = app;
  app.seen.errors = errors;
  part(({ notice }) => {
    if (!notice && find("line").contains(document.activeElement)) blur();
    find("line").hidden = !notice;
    render(notice ? noticed(notice) : nothing, find("line"));
  }, "notice");
  part(({ sheet }) => {
    find("sheet").hidden = !sheet;
    // Nothing but the sheet can be reached while another page has the matches.
    for (const element of root.querySelectorAll("header, main")) /** @type {any} */ (element).inert = Boolean(sheet?.take);
    render(sheet ? decided(sheet) : nothing, find("sheet"));
    find("sheet").querySelector(".choice")?.focus();
  }, "sheet");
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog[open]")) update({ notice: null });
  });

  const menu = find("actions");
  menu.addEventListener("click", ({ target, detail }) => {
    if (!target.closest("button, a")) return;
    menu.togglePopover(false);
    if (detail && !document.querySelector("dialog[open]")) blur(); // by mouse the keyboard stays the board's
  });
  for (const id of ["menu", "menu-too"]) find(id).addEventListener("click", () => app.power.act("menu"));
  find("erase").addEventListener("click", askToErase);

  app.boards = new Boards(find("which"));
  app.boards.onChoice((data) => {
    menu.togglePopover(false);
    blur();
    app.swap(() => show(app, data));
  });
  const address = new Address();
  app.wanted = address.wanted;
  find("link").addEventListener("click", () => address.copy());
  address.onChange((xgid) => app.emit("position", xgid));
  app.on("told", ({ xgid }) => address.show(xgid));
  const clear = () => update({ notice: null, sheet: null });
  app.on("swap", clear);
  app.on("restarted", (why) => {
    note(why);
    notify("The firmware stopped with an error and was restarted. The match resumes.", why);
  });
  app.on("stopped", (why) => {
    note(why);
    update({ phase: "stopped", notice: null, sheet: { why } });
  });
  app.on("mirrored", (on) => {
    if (on) clear();
    // The board at the cable has its own match.
    for (const id of ["begin", "link", "menu-too", "erase"]) find(id).hidden = on;
    find("which").disabled = on;
  });
}

/**
 * The board of these data is shown from now on.
 * @param {App} app
 * @param {BoardData} board
 */
export function show(app, board) {
  app.bundle.firmware["board_config.py"] = board.config;
  update({ board });
  app.emit("board", board);
}

/** Says something that stops nothing; `details` are shown on demand. Without them it goes by itself. */
export function notify(text, details = "") {
  cancel(passes);
  const notice = { text, details };
  update({ notice });
  if (!details) passes = after(() => state.notice === notice && update({ notice: null }), READ_MS);
}

/** Says what has gone wrong, until somebody has read it. */
export function warn(text) {
  note(text);
  cancel(passes);
  update({ notice: { text, details: "" } });
}

function note(text) {
  errors.push(text);
  console.warn(text);
}

function blur() {
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

function noticed({ text, details }) {
  const close = () => update({ notice: null });
  return html`<p id="line-text">${text}</p>
    ${trace("line-trace", details)}
    <button type="button" id="line-close" class="quiet" @click=${close}>Close</button>`;
}

// `why`: what the firmware says as it stops; `take()` has the board here, which another page has.
function decided({ why = "", take }) {
  const restart = () => (state.board ? page.swap() : location.reload());
  const text = take ? "Only one tab can have the board: two would overwrite each other's match." : why.trim().split("\n").at(-1);
  const choices = take
    ? html`<button type="button" id="take" class="choice" @click=${take}>Use it here</button>`
    : html`<button type="button" id="restart" class="choice" @click=${restart}>Restart the board</button>
        <button type="button" id="erase-stopped" class="quiet" @click=${askToErase}>Erase and start anew…</button>`;
  return html`<div class="paper">
    <h2 id="sheet-title">${take ? "The board is open in another tab" : "The firmware has stopped"}</h2>
    <p id="sheet-text">${text}</p>
    ${trace("sheet-trace", why.includes("\n") ? why : "")}
    <p class="choices">${choices}</p>
  </div>`;
}

function trace(id, details) {
  if (!details) return nothing;
  return html`<details><summary>Details</summary><pre id=${id} tabindex="0" aria-label="Details">${details}</pre></details>`;
}

/**
 * Whether a person says yes to a question. `yes`: what the button for it says.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(question, yes, { id = "asking", text = "", event = /** @type {any} */ (null) } = {}) {
  return new Promise((resolve) => {
    const agree = () => {
      resolve(true);
      dialog.close();
    };
    const dialog = new Dialog(
      id,
      question,
      () => (text ? html`<p>${text}</p>` : ""),
      () => html`<button type="button" class="choice danger" @click=${agree}>${yes}</button>`,
    );
    dialog.element.addEventListener("close", () => {
      dialog.element.remove();
      resolve(false); // unless it has agreed
    });
    dialog.open(event);
  });
}

async function askToErase(event) {
  const text = "This erases the match on the board and all settings. You cannot undo it.";
  const sure = await ask("Reset the board?", "Erase and restart", { id: "confirm", text, event });
  if (sure) page.swap(() => page.kept.erase());
}

/** Which board the page shows, which the address says, too. The match is the same, whichever board it is. */
class Boards {
  #select;
  #drawn = /** @type {string[]} */ ([]);
  #chosen = "";

  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.#select = select;
  }

  /** `names`: the boards there are, with their `titles`. `drawn`: those that are shown at a cable alone. */
  offer({ names, titles, drawn }) {
    this.#drawn = drawn;
    this.#select.replaceChildren(...names.map((name, at) => new Option(titles[at], name)));
  }

  /** The data of the board of that name, which is the one chosen from now on. */
  async load(name) {
    const board = await dataOf(name);
    this.choose(name);
    return board;
  }

  /** Whether there are data of a board of that name. */
  knows(name) {
    return this.#offers(name) || this.elsewhere(name);
  }

  /** The data of the board of that name, or of the first where there is none. */
  data(name) {
    return dataOf(this.knows(name) ? name : this.#select.options[0].value);
  }

  /** It is the one chosen from now on, where the list has it. */
  choose(name) {
    if (this.#offers(name)) this.#chosen = this.#select.value = name;
  }

  /** Whether that board is no Pico: it has no prompt, and its data and firmware are its computer's files. */
  elsewhere(name) {
    return this.#drawn.includes(name);
  }

  /** A function that chooses the board again that is chosen now, `board` its data, which it returns. */
  keep(board) {
    const name = this.#chosen;
    return () => {
      this.choose(name);
      return board;
    };
  }

  /** `use(board)` is called with the data of each board that is chosen. */
  onChoice(use) {
    const load = latest();
    this.#select.addEventListener("change", async () => {
      const name = this.#select.value;
      try {
        const board = await load(dataOf(name));
        if (this.#select.disabled) return; // a real board is shown
        const address = new URL(location.href);
        address.searchParams.set("board", name);
        history.replaceState(history.state, "", address);
        this.choose(name);
        use(board);
      } catch (error) {
        this.choose(this.#chosen);
        warn(/** @type {Error} */ (error).message);
      }
    });
  }

  #offers(name) {
    return [...this.#select.options].some(({ value }) => value === name);
  }
}

async function dataOf(name) {
  const { names, first } = /** @type {NonNullable<import("./state.js").State["boards"]>} */ (page.state.boards);
  return name === names[0] ? first : (await fetched(`./boards/${encodeURIComponent(name)}.json`)).json();
}

/**
 * The position in the page's address: `#XGID=...` is where the match stands now. What is opened with another one
 * there, or with what a board's QR code says, begins with it.
 */
export class Address {
  #xgid = positionIn(location.hash);
  #seen = location.hash; // with what it was written, or opened
  #timer = null;
  #writtenAt = -Infinity;
  /** The position that somebody opened the page with, "" if there is none or the page has written it itself. */
  wanted = history.state?.own ? "" : this.#xgid;

  /** `act(text)` is called when somebody opens another position in this page. */
  onChange(act) {
    addEventListener("hashchange", () => {
      const xgid = positionIn(location.hash);
      this.#seen = location.hash;
      if (xgid && xgid !== this.#xgid) act((this.#xgid = xgid));
    });
  }

  /** The match stands here now; "" where no XGID can say it. */
  show(xgid) {
    if (xgid === this.#xgid && history.state?.own) return;
    this.#xgid = xgid;
    const soon = this.#writtenAt + LEAST_MS - now();
    if (soon <= 0) this.#write();
    else this.#timer ??= /** @type {any} */ (after(() => this.#write(), soon));
  }

  async copy() {
    this.#write();
    const link = location.href;
    try {
      await navigator.clipboard.writeText(link);
      notify("Link copied.");
    } catch {
      warn(`The browser does not let this page copy. The link: ${link}`);
    }
  }

  #write() {
    cancel(this.#timer);
    this.#timer = null;
    if (location.hash && location.hash !== this.#seen) return; // somebody opens another position, which is told soon
    this.#writtenAt = now();
    const address = new URL(location.href);
    address.hash = this.#xgid;
    history.replaceState({ own: true }, "", address);
    this.#seen = location.hash;
  }
}

function positionIn(hash) {
  let text = hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // It is none of ours, and stands as it is.
  }
  return POSITION.test(text) ? text : "";
}

/** Resolves when this page has the flash that the pages of a browser share: two boards must not write to it. */
export async function ownFlash() {
  if (!navigator.locks) return;
  const given = () => {
    page.power.off();
    closeDialogs();
    update({ phase: "elsewhere", sheet: { take: takeAndReload } });
  };
  if (takes()) return hold({ steal: true }, given);
  const patience = new AbortController();
  after(() => patience.abort(), PATIENCE_MS);
  try {
    await hold({ signal: patience.signal }, given);
  } catch {
    // A busy computer may take longer, though no other page has it.
    const { held } = await navigator.locks.query();
    if (held?.some(({ name }) => name === LOCK)) {
      await new Promise((resolve) => update({ sheet: { take: () => resolve(null) } }));
      update({ sheet: null });
    }
    await hold({ steal: true }, given);
  }
}

// A page that lost the flash begins anew to have it, and asks nobody a second time.
function takeAndReload() {
  history.replaceState({ ...history.state, takes: true }, "");
  location.reload();
}

// Whether this page was begun anew for that; once.
function takes() {
  const { takes: told, ...others } = history.state ?? {};
  if (told) history.replaceState(others, "");
  return Boolean(told);
}

function hold(options, given) {
  return new Promise((resolve, reject) => {
    let has = false;
    const held = () => {
      has = true;
      resolve(undefined);
      return new Promise(() => {}); // until the page goes
    };
    navigator.locks.request(LOCK, options, held).catch((error) => (has ? given() : reject(error)));
  });
}

/** Keeps the page, for when there is no network. Where that cannot be, the network is needed. */
export function keepThePage() {
  const { serviceWorker } = navigator;
  const kept = serviceWorker?.controller;
  let untouched = true;
  for (const what of ["pointerdown", "keydown"]) addEventListener(what, () => (untouched = false), { once: true });
  serviceWorker?.addEventListener("controllerchange", () => {
    if (kept && untouched) location.reload();
    else if (kept) notify("A newer version of this page is ready: reload to use it.");
  });
  serviceWorker?.register("./service-worker.js").catch(() => {});
}
