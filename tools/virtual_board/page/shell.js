// The page around the board: header and menu, what the page has to say, which board is shown, the address, and
// that one tab alone has the board.

import { render } from "lit-html";

import { after, cancel } from "./clock.js";
import { openAlone } from "./database.js";
import { Dialog, closeDialogs, html, nothing } from "./dialogs.js";
import { fetched } from "./python.js";
import { find, part, state, update } from "./state.js";

/** @typedef {import("./state.js").App} App */

const POSITION = /^(XGID=|PICOGAMMON:)/i;
const WRITTEN_MS = 1000; // browsers count how often an address changes
const READ_MS = 4000; // that a notice without details stays
const PATIENCE_MS = 1500; // a page that is being reloaded still has the flash for a moment

/** @type {string[]} */
const errors = [];

/**
 * Makes app.wanted. Emits "position" with an XGID that somebody opens.
 * @param {App} app
 */
export function mountShell(app) {
  app.seen.errors = errors;
  part(({ notice }) => {
    if (!notice && find("line").contains(document.activeElement)) blur();
    find("line").hidden = !notice;
    render(notice ? noticeView(notice) : nothing, find("line"));
  }, "notice");
  part(({ sheet }) => {
    render(sheet ? sheetView(sheet, app) : nothing, find("sheet"));
    if (!sheet) find("sheet").close();
    else if (!find("sheet").open) find("sheet").showModal();
  }, "sheet");
  find("sheet").addEventListener("cancel", (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !state.notice || document.querySelector("dialog[open]")) return;
    event.preventDefault(); // it is the notice's
    update({ notice: null });
  });

  const menu = find("actions");
  // It closes before what is chosen there acts. By mouse the keyboard stays the board's.
  const leave = ({ target, detail }) => {
    if (target !== menu && !target.closest("button, a")) return;
    menu.close();
    if (detail) blur();
  };
  find("more").addEventListener("click", ({ detail }) => {
    if (detail) blur();
    menu.showModal();
  });
  menu.addEventListener("click", leave, { capture: true });
  for (const id of ["which", "restore"]) {
    find(id).addEventListener("change", () => {
      menu.close();
      blur();
    });
  }
  for (const id of ["menu", "menu-too"]) find(id).addEventListener("click", () => app.power.act("menu"));
  find("erase").addEventListener("click", (event) => erase(app, event));
  mountBoards(app, find("which"));
  mountAddress(app, find("link"));

  app.on("swap", () => update({ notice: null, sheet: null }));
  app.on("restarted", (why) => {
    note(why);
    notify("The firmware stopped with an error and was restarted. The match resumes.", why);
  });
  app.on("stopped", (why) => {
    note(why);
    update({ notice: null, sheet: { why } });
  });
  // The board at the cable has its own match, and a chip behind a server its own flash.
  part(({ mirror, boards }) => {
    for (const id of ["begin", "menu-too", "practice", "shown"]) find(id).hidden = Boolean(mirror);
    for (const id of ["back-up", "restore", "erase"]) find(id).hidden = Boolean(mirror) || !boards.alone;
  }, "mirror", "boards");
}

/** Says something that stops nothing; `details` are shown on demand. Without them it goes by itself. */
export function notify(text, details = "") {
  const notice = { text, details };
  update({ notice });
  if (!details) after(() => state.notice === notice && update({ notice: null }), READ_MS);
}

/** Says what has gone wrong, until somebody has read it. */
export function warn(text) {
  note(text);
  update({ notice: { text, details: "" } });
}

function note(text) {
  errors.push(text);
  console.warn(text);
}

function blur() {
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

function noticeView({ text, details }) {
  const close = () => update({ notice: null });
  return html`<p id="line-text">${text}</p>
    ${trace("line-trace", details)}
    <button type="button" id="line-close" class="quiet" @click=${close}>Close</button>`;
}

/**
 * `why`: what the firmware says as it stops; `take()` has the board here, which another page has.
 * @param {NonNullable<import("./state.js").State["sheet"]>} sheet
 */
function sheetView({ why = "", take }, app) {
  const restart = () => (state.board ? app.swap() : location.reload());
  const text = take ? "Only one tab can have the board: two would overwrite each other's match." : why.trim().split("\n").at(-1);
  const choices = take
    ? html`<button type="button" id="take" class="choice" autofocus @click=${take}>Use it here</button>`
    : html`<button type="button" id="restart" class="choice" autofocus @click=${restart}>Restart the board</button>
        ${state.boards.alone ? html`<button type="button" id="erase-stopped" class="quiet" @click=${(event) => erase(app, event)}>Erase and start again…</button>` : nothing}`;
  return html`<h2 id="sheet-title">${take ? "The board is open in another tab" : "The firmware has stopped"}</h2>
    <p id="sheet-text">${text}</p>
    ${trace("sheet-trace", why.includes("\n") ? why : "")}
    <p class="choices">${choices}</p>`;
}

function trace(id, details) {
  if (!details) return nothing;
  return html`<details><summary>Details</summary><pre id=${id} tabindex="0" aria-label="Details">${details}</pre></details>`;
}

/**
 * Whether a person says yes to a question. `yes`: what the button for it says; `more`: what stands below the text.
 * @param {string} question
 * @param {string} yes
 * @param {{id?: string, text?: string, more?: (dialog: Dialog) => unknown, event?: any}} about
 * @returns {Promise<boolean>}
 */
export function ask(question, yes, { id = "asking", text = "", more = () => nothing, event = null } = {}) {
  return new Promise((resolve) => {
    const agree = () => {
      resolve(true);
      dialog.close();
    };
    const dialog = new Dialog(
      id,
      question,
      () => [text ? html`<p>${text}</p>` : nothing, more(dialog)],
      () => html`<button type="button" class="choice danger" @click=${agree}>${yes}</button>`,
    );
    dialog.element.addEventListener("close", () => {
      dialog.element.remove();
      resolve(false); // unless it has agreed
    });
    dialog.open(event);
  });
}

async function erase(app, event) {
  let keeps = true;
  const tick = ({ target }) => (keeps = target.checked);
  const backUp = (dialog) => dialog.busy("Reading the board’s files…", async () => dialog.say(await app.backUp()));
  const text = `This erases the match on the board, the board’s earlier matches and all preferences. Unless you keep them,
    the players’ records and practice cards go too. You cannot undo it.`;
  const more = (dialog) => html`<label class="tick"><input type="checkbox" checked @change=${tick} />Keep the players’ records and practice cards</label>
    <p><button type="button" class="quiet" @click=${() => backUp(dialog)}>Back up first</button></p>`;
  const sure = await ask("Reset the board?", "Erase and restart", { id: "confirm", text, more, event });
  if (sure) app.swap(() => app.kept.erase(keeps));
}

/** The name of the board that the page's address asks for, or of the server's first. Throws if there is no such board. */
export function ownBoard() {
  const { names } = state.boards;
  const name = new URLSearchParams(location.search).get("board") ?? names[0];
  if (names.includes(name)) return name;
  throw new Error(`?board= must be one of ${names.join(", ")}, not ${name}.`);
}

/**
 * The data of the board of that name, or of the first if there is none.
 * @returns {Promise<import("./state.js").BoardData>}
 */
export async function boardData(name) {
  const { names, drawn, first } = state.boards;
  if (name === names[0] || ![...names, ...drawn].includes(name)) return first;
  return (await fetched(`./boards/${encodeURIComponent(name)}.json`)).json();
}

/**
 * The match is the same, whichever board is shown, and the address says which.
 * @param {App} app
 * @param {HTMLSelectElement} select
 */
function mountBoards(app, select) {
  part(({ boards, board }) => {
    select.replaceChildren(...boards.names.map((name, at) => new Option(boards.titles[at], name)));
    if (board) select.value = ownBoard();
  }, "boards", "board");
  select.addEventListener("change", async () => {
    const name = select.value;
    try {
      const board = await boardData(name);
      if (state.mirror || select.value !== name) return;
      const address = new URL(location.href);
      address.searchParams.set("board", name);
      history.replaceState(history.state, "", address);
      app.swap(() => update({ board }));
    } catch (error) {
      select.value = ownBoard();
      warn(/** @type {Error} */ (error).message);
    }
  });
}

/**
 * The position in the page's address: `#XGID=...` is where the match stands now. What is opened with another one
 * there, or with what a board's QR code says, begins with it: app.wanted, or "position".
 */
function mountAddress(app, link) {
  let here = positionIn(location.hash);
  let timer = 0;
  app.wanted = history.state?.own ? "" : here; // else the page has written it itself
  const write = () => {
    cancel(timer);
    timer = 0;
    const address = new URL(location.href);
    address.hash = here;
    history.replaceState({ own: true }, "", address);
  };
  part(({ told, mirror }) => {
    link.hidden = Boolean(mirror) || !told?.xgid;
  }, "told", "mirror");
  app.on("told", ({ xgid }) => {
    if (xgid === here && history.state?.own) return;
    here = xgid; // "" where no XGID can say it
    timer ||= after(write, WRITTEN_MS);
  });
  addEventListener("hashchange", ({ newURL }) => {
    const xgid = positionIn(new URL(newURL).hash);
    if (xgid && xgid !== here) app.emit("position", (here = xgid));
  });
  link.addEventListener("click", async () => {
    write();
    try {
      await navigator.clipboard.writeText(location.href);
      notify("Link copied.");
    } catch {
      warn(`The browser does not let this page copy. The link: ${location.href}`);
    }
  });
}

function positionIn(hash) {
  try {
    const text = decodeURIComponent(hash.slice(1));
    return POSITION.test(text) ? text : "";
  } catch {
    return ""; // it is none of ours
  }
}

/**
 * Resolves with the database once this page has it alone, as one board writes to a flash; with null if there is none.
 * @param {App} app
 */
export async function ownFlash(app) {
  const { takes = false, ...others } = history.state ?? {};
  if (takes) history.replaceState(others, "");
  let owns = false;
  const elsewhere = () => update({ sheet: { take: takeAndReload } });
  const lost = () => {
    app.power.off();
    closeDialogs();
    elsewhere();
  };
  after(() => owns || elsewhere(), PATIENCE_MS);
  const database = await openAlone({ takes, lost });
  owns = true;
  if (state.sheet?.take) update({ sheet: null });
  return database;
}

// A page that begins anew to have the flash asks nobody a second time.
function takeAndReload() {
  history.replaceState({ ...history.state, takes: true }, "");
  location.reload();
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
