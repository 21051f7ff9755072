// Makes what the parts of the page share, mounts them, and starts the board.

import { mountBeside } from "./beside.js";
import { mountBoard } from "./board.js";
import { MANUAL, run } from "./clock.js";
import { Clerk } from "./clerk.js";
import { mountDesk } from "./desk.js";
import { mountInput } from "./input.js";
import { mountMatches } from "./matches.js";
import { mountPower } from "./power.js";
import { bundle, fetched } from "./python.js";
import { boardData, keepThePage, mountShell, ownBoard, ownFlash } from "./shell.js";
import { find, state, update } from "./state.js";

const listening = {}; // what is emitted -> functions

/** @type {any} */
const app = {
  state,
  wires: {},
  seen: {},
  clerk: new Clerk(),
  mirrored: null,
  opening: null,
  changing: null,
  source: () => app.mirrored ?? app.own,
  on: (what, act) => (listening[what] ??= []).push(act),
  emit: (what, ...given) => listening[what]?.forEach((act) => act(...given)),
};

async function main() {
  const loading = find("loading");
  const needs = loading.querySelector("span");
  if (!isNewEnough()) {
    loading.textContent = needs.textContent;
    return;
  }
  needs.remove();
  mountShell(app);
  const database = ownFlash(app); // which takes a moment
  let kept;
  try {
    mountPower(app);
    mountBoard(app);
    mountInput(app);
    mountBeside(app);
    mountMatches(app);
    mountDesk(app);
    kept = database.then((opened) => app.kept.open(opened));
    const [boards, bundled] = await Promise.all([fetched("./boards.json").then((response) => response.json()), bundle()]);
    app.bundle = bundled;
    update({ boards });
    update({ board: await boardData(ownBoard()) });
  } catch (error) {
    loading.hidden = true;
    app.emit("stopped", /** @type {Error} */ (error).message);
    return;
  }
  /** @type {any} */ (window).picogammon = Object.freeze({
    ...app.seen,
    get ready() {
      return app.power.ready;
    },
    ...(MANUAL && { run: (ms, done) => run(ms, async (until) => (await app.changing, app.power.live(until)), done) }),
  });
  if (app.state.boards.alone) keepThePage();
  await kept;
  if (app.wanted) await app.playFrom(app.wanted);
  update({ phase: "running" });
  await app.power.on().catch(() => {}); // which the page says already
  loading.hidden = true;
}

/** Whether the browser has what Chrome before 105, Firefox before 126 and Safari before 16.4 lack. */
function isNewEnough() {
  try {
    new RegExp("(?<=.)");
  } catch {
    return false;
  }
  return CSS.supports("selector(:has(*))") && "databases" in IDBFactory.prototype;
}

main();
