// The page around the board: header and menu, what the page has to say, which board is shown, the address, and
// that one tab alone has the board.

import { Address } from "./address.js";
import { Boards } from "./boards.js";
import { Dialog, closeDialogs, html } from "./dialogs.js";
import { fetched } from "./loading.js";
import { Messages } from "./messages.js";
import * as tabs from "./tabs.js";
import { update } from "./state.js";

/** @type {Messages} */
let messages;
/** @type {import("./state.js").App} */
let page;

/**
 * Makes app.boards and app.wanted. Emits "position" with an XGID that somebody opens.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountShell(app, root) {
  const find = (id) => root.querySelector(`#${id}`);
  page = app;
  messages = new Messages();
  app.seen.errors = messages.errors;
  messages.onRestart(() => (app.state.board ? app.swap() : location.reload()));
  messages.onErase(() => app.swap(() => app.kept.erase()));
  app.boards = new Boards(find("which"), async (name) => {
    const { names, first } = /** @type {any} */ (app.state.boards);
    return name === names[0] ? first : (await fetched(`./boards/${encodeURIComponent(name)}.json`)).json();
  });
  app.boards.onChoice(
    (data) => app.swap(() => show(app, data)),
    (error) => warn(error.message),
  );
  const address = new Address([find("link"), find("link-too")], warn);
  app.wanted = address.wanted;
  address.onChange((xgid) => app.emit("position", xgid));
  for (const id of ["menu", "menu-too"]) find(id).addEventListener("click", () => app.power.act("menu"));
  app.on("told", ({ xgid }) => address.show(xgid));
  app.on("swap", () => messages.clear());
  app.on("restarted", (why) => messages.restarted(why));
  app.on("stopped", (why) => {
    update({ phase: "stopped" });
    messages.stopped(why);
  });
  app.on("mirrored", (on) => {
    if (on) messages.clear();
    for (const id of ["begin", "shelf", "link", "menu-too"]) find(id).hidden = on; // its own buttons play
    find("which").disabled = on;
  });
}

/**
 * The board of these data is shown from now on.
 * @param {import("./state.js").App} app
 * @param {import("./state.js").BoardData} board
 */
export function show(app, board) {
  app.bundle.firmware["board_config.py"] = board.config;
  update({ board });
  app.emit("board", board);
}

/** Says what was asked for; `details` are shown on demand. */
export function notify(text, details = "") {
  messages.tell(text, details);
}

/** Says what stops nothing. */
export function warn(text) {
  messages.warn(text);
}

/**
 * Whether a person says yes to a question. `yes`: what the button for it says.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(question, yes) {
  return new Promise((resolve) => {
    let said = false;
    const agree = () => {
      said = true;
      dialog.close();
    };
    const dialog = new Dialog(
      "asking",
      question,
      () => "",
      () => html`<button type="button" class="choice" @click=${agree}>${yes}</button>`,
    );
    dialog.element.addEventListener("close", () => {
      dialog.element.remove();
      resolve(said);
    });
    dialog.open();
  });
}

/** Resolves when this page has the flash that the pages of a browser share. */
export function ownFlash() {
  return tabs.ownFlash(messages, () => {
    page.power.off();
    update({ phase: "elsewhere" });
    closeDialogs();
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
    else if (kept) notify("There is a newer version of this page: reload it when you like.");
  });
  serviceWorker?.register("./service-worker.js").catch(() => {});
}
