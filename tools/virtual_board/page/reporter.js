// Makes a match's report, the same page as `make report` does, in the dialog that shows how far it is and
// what was found so far. One that is stopped goes on there when it is asked for again, after a reload, too.

import { Clerk } from "./clerk.js";
import { now } from "./clock.js";
import { element, say } from "./elements.js";
import { fileName } from "./files.js";

const SURE_MS = 3000; // what is left is not told before
const MINUTE_MS = 60_000;
const KEEP_MS = 5000;
const KEY = "picogammon.report";
const NOTHING = { grades: [], rolls: [], graded: 0, rolled: 0, progress: 0, news: [] };

export class Reporter {
  constructor(dialog) {
    this._dialog = dialog;
    this._clerks = [];
    this._said = dialog.querySelector("[role=status]");
    this._bar = dialog.querySelector("progress");
    this._left = dialog.querySelector(".left");
    this._judged = dialog.querySelector("ol");
    this._links = [...dialog.querySelectorAll("a")];
    this._close = dialog.querySelector(".close");
    // Stopped at once: "close" comes later, when another report may have been begun.
    this._close.addEventListener("click", () => {
      this._dismiss();
      dialog.close();
    });
    dialog.addEventListener("cancel", () => this._dismiss());
  }

  // Of a match as a Clerk takes it; `name`: what the match is called.
  async make(name, match) {
    const job = (this._job = {});
    this._show(true);
    this._judged.replaceChildren();
    say(this._said, `${name}: every decision is judged.`);
    this._far(0);
    this._dialog.showModal();
    try {
      const page = await rendered(await this._tell(match, job));
      if (job === this._job) this._offer(fileName(name, "html"), page);
    } catch (error) {
      if (job !== this._job) return; // it was stopped, and there may be another one
      this._show(false);
      say(this._said, `${name}: ${error.message}`);
    } finally {
      if (job === this._job) this._dismiss();
    }
  }

  // What the report says. Several clerks judge a game each, the longest first.
  async _tell(match, job) {
    const first = new Clerk();
    this._clerks = [first];
    const { sizes, version } = await first.games(match);
    const key = await keyOf(match, version);
    if (job !== this._job) throw new Error("it was stopped");
    const games = keptOf(key, sizes.length) ?? sizes.map(() => structuredClone(NOTHING));
    this._work = { key, games };
    games.forEach((game, at) => game.news.forEach((one) => this._add(at, one)));
    const waiting = [...sizes.keys()].filter((game) => !games[game].done).sort((a, b) => sizes[b] - sizes[a]);
    const total = sizes.reduce((sum, size) => sum + size);
    const far = () => games.reduce((sum, { progress, done }, at) => sum + (done ? 1000 : progress) * sizes[at], 0) / total;
    this._begun = { at: now(), far: far() };
    const work = async (clerk) => {
      for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
        const { grades, rolls, graded, rolled } = games[game];
        await clerk.judge(match, game, { grades, rolls, graded, rolled }, (piece) => {
          this._take(game, games[game], piece);
          this._far(far());
        });
      }
    };
    const count = Math.min(waiting.length, navigator.hardwareConcurrency ?? 1);
    while (this._clerks.length < count) this._clerks.push(new Clerk());
    await Promise.all(this._clerks.map(work));
    const told = await first.report(match, games.map(({ grades, rolls, graded, rolled }) => ({ grades, rolls, graded, rolled })));
    this._work = null;
    forget();
    return told;
  }

  // What more is found of a game.
  _take(number, game, { grades, rolls, news, ...rest }) {
    game.grades.push(...(grades ?? []));
    game.rolls.push(...(rolls ?? []));
    Object.assign(game, rest);
    for (const one of news ?? []) {
      game.news.push(one);
      this._add(number, one);
    }
    if (now() - (this._keptAt ?? 0) < KEEP_MS) return;
    this._keptAt = now();
    keep(this._work);
  }

  // A decision is judged. The list stays at its end, unless somebody reads further up.
  _add(game, { row, who, dice, done, word, loss, best }) {
    const verdict = Number(loss) ? `${word} −${loss}, better: ${best}` : word;
    const made = element("li", `Game ${game + 1}, ${row}. ${who}: ${dice && `${dice}: `}${done}. `);
    const judged = element("span", verdict);
    judged.className = word.toLowerCase();
    made.append(judged);
    const { scrollTop, scrollHeight, clientHeight } = this._judged;
    const atEnd = scrollTop + clientHeight > scrollHeight - 10;
    this._judged.append(made);
    if (atEnd) this._judged.scrollTop = this._judged.scrollHeight;
  }

  _far(thousandths) {
    this._bar.value = thousandths;
    const { at, far } = this._begun ?? { at: now(), far: 0 };
    const spent = now() - at;
    const left = Math.ceil((spent * (1000 - thousandths)) / (thousandths - far) / MINUTE_MS);
    if (thousandths <= far || spent < SURE_MS) this._left.textContent = "Working out how long it takes…";
    else this._left.textContent = left > 1 ? `About ${left} minutes left.` : "Less than a minute left.";
  }

  // Keeps what is found so far, and gives up the rest and the clerks' memory.
  _dismiss() {
    if (this._work) keep(this._work);
    this._job = this._work = this._begun = null;
    for (const clerk of this._clerks) clerk.stop();
    this._clerks = [];
  }

  _offer(name, page) {
    const [open, save] = this._links;
    if (open.href) URL.revokeObjectURL(open.href); // the one before it
    open.href = save.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    save.download = name;
    this._show(false, true);
    say(this._said, `${name} is ready: one file, which needs no network.`);
    open.focus();
  }

  _show(working, made = false) {
    this._bar.hidden = this._left.hidden = !working;
    for (const link of this._links) link.hidden = !made;
    this._close.textContent = working ? "Stop" : "Close";
    this._dialog.querySelector(".later").hidden = !working;
  }
}

// What says that a match is the same, and so is who judges it; null where nothing can.
async function keyOf(match, version) {
  if (!crypto.subtle) return null; // as on a page that came unencrypted from elsewhere
  const bytes = match instanceof File ? [await match.arrayBuffer()] : Object.values(match);
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(bytes).arrayBuffer());
  return `${version} ${[...new Uint8Array(digest)].join(" ")}`;
}

// The games as they were left of the last report that was stopped; null of any other.
export function keptOf(key, count) {
  try {
    const { key: known, games } = JSON.parse(localStorage.getItem(KEY));
    return known === key && games.length === count && games.every(isSound) ? games : null;
  } catch {
    return null;
  }
}

// Whether it is built as NOTHING is.
function isSound({ grades, rolls, graded, rolled, progress, news }) {
  const lists = [grades, rolls, news].every(Array.isArray);
  return lists && [graded, rolled, progress].every(Number.isFinite) && news.every((one) => one instanceof Object);
}

function keep({ key, games }) {
  if (!key) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ key, games }));
  } catch {
    // Then it begins anew.
  }
}

function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // It was not kept.
  }
}

async function rendered(told) {
  const [{ render }, { default: mustache }, template] = await Promise.all([
    import("./report/render.js"),
    import("./report/mustache.mjs"),
    fetch("./report/page.html").then((answer) => answer.text()),
    import("./report/chartist.js"), // which is no module: it is at globalThis.Chartist
  ]);
  return render(told, template, mustache, globalThis.Chartist);
}
