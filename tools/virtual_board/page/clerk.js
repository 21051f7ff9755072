// Questions to the clerk, a MicroPython beside the board's that has the tools' own readers and writers of match
// files (clerk/clerk.py), and the dialog in which it makes a match's report.

import { unsafeHTML } from "lit-html/directives/unsafe-html.js";

import { Dialog, fileName, html, nothing } from "./dialogs.js";
import { sectorsOf } from "./kept.js";

const MOST_BYTES = 4 << 20;
const STOPPED = "it was stopped";
const FIRST_PARTS = 2; // of the first game, which so many cores judge
const REPORT = { title: "Report" };
const DEEPER = "The last games were judged by the board as you played; the report looks deeper, so its PR differs.";
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A match: the bytes of its log, the sectors of a board that plays it (name -> bytes, Kept.ringOf), or a File.
 * @typedef {Uint8Array | Record<string, Uint8Array> | File} Content
 */

/** Its worker starts with the first question; one is answered after the other. */
export class Clerk {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {(told: object) => void} */
  #interrupt = () => {};
  #stopped = false;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * The answer to a question of clerk.py; rejects with its reason where there is none. `given` goes along: JSON in
   * which bytes are base64, as they are in answers; `files`, name -> bytes, are files in /in. `match` is what the
   * question is about. `heard(thousandths)` is told how far a long one is.
   * @param {string} what
   * @param {object} given
   * @param {{match?: Content, heard?: (thousandths: number) => void}} about
   * @returns {Promise<any>}
   */
  ask(what, given = {}, { match, heard = () => {} } = {}) {
    const answer = this.#last.then(async () => this.#send({ what, ...given, ...(match && (await contentOf(match))) }, heard));
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** Gives up for good what is being worked at, which is rejected, and the worker's memory. */
  stop() {
    this.#stopped = true;
    this.#interrupt({ failed: STOPPED });
    this.#end();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #send(question, heard) {
    if (this.#stopped) throw new Error(STOPPED);
    const worker = (this.#worker ??= new Worker("./clerk-worker.js", { type: "module" }));
    const told = await new Promise((resolve) => {
      this.#interrupt = resolve;
      worker.onmessage = ({ data }) => (data.progress === undefined ? resolve(data) : heard(data.progress));
      worker.onerror = (event) => resolve({ failed: event.message || "it cannot be loaded" });
      worker.postMessage(question);
    });
    if (told.failed) this.#end();
    if (told.failed || told.error) throw new Error(told.failed ?? told.error);
    return told;
  }
}

/**
 * What of a match the worker gets. A match file's text is what tools/matches/lines.py makes of its bytes: UTF-8,
 * UTF-16, or what Windows wrote before there was either.
 * @param {Content} match
 * @returns {Promise<{files?: Record<string, Uint8Array>, text: string | null}>}
 */
async function contentOf(match) {
  if (match instanceof Uint8Array) return { files: sectorsOf(match), text: null };
  if (!(match instanceof File)) return { files: match, text: null };
  if (match.size > MOST_BYTES) throw new Error(`a match file is never this large: ${match.size} bytes`);
  const bytes = new Uint8Array(await match.arrayBuffer());
  if (match.name.toLowerCase().endsWith(".log")) return contentOf(bytes);
  const wide = encodingOf(bytes);
  try {
    return { text: (wide ? new TextDecoder(wide) : UTF8).decode(bytes) };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes) };
  }
}

/** Of text with two bytes a letter: said by its first two bytes, or seen in two plain letters. */
function encodingOf(bytes) {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0)) return "utf-16be";
  return null;
}

/** Makes reports, each the same page as `make report` makes, one at a time. What is found meanwhile is shown. */
class Reporter {
  /** @type {Clerk[]} those at work */
  #clerks = [];
  #shown = /** @type {any} */ ({}); // what clerk.py's `summary` says, thousandths that are `done`, the report's `address`
  #dialog = new Dialog("reporting", REPORT.title, () => this.#body(), () => [this.#shown.choices?.(), this.#links()]);

  constructor() {
    this.#dialog.element.addEventListener("close", () => this.#dialog.isOpen || this.#stop());
  }

  /** @param {string} name @param {Content | Promise<Content>} match @param {Parameters<typeof report>[2]} about */
  async make(name, match, { title, names = [], choices, latest } = REPORT) {
    this.#stop();
    for (const { address } of [this.#shown, { address: this.#shown.first }]) if (address) URL.revokeObjectURL(address);
    const players = names.map(() => ({ pr: "…" }));
    const shown = (this.#shown = { names, choices, players, worst: [], latest: {}, done: 0, file: fileName(name, "html") });
    const show = (more) => {
      Object.assign(shown, more);
      if (shown === this.#shown) this.#dialog.render();
    };
    const clerks = (this.#clerks = [new Clerk()]);
    this.#dialog.title = title;
    this.#dialog.open();
    this.#dialog.say(`Judging every decision of ${name}.`);
    latest?.then((found) => show({ latest: found }));
    const [said, page] = await this.#page(match, clerks, show).then(
      (made) => ["The report is ready: a single file that works offline.", made],
      (error) => [`${name}: ${error.message}`],
    );
    if (clerks !== this.#clerks) return; // it was stopped, and there may be another one
    this.#stop();
    if (page) show({ address: addressOf(page) });
    this.#dialog.say(said);
    if (!choices) this.#dialog.element.querySelector("a")?.focus();
  }

  /** Several clerks judge side by side: first the parts of game 1, which can then be read; then the others, longest first. */
  async #page(match, clerks, show) {
    const about = { match: await match };
    const cores = navigator.hardwareConcurrency ?? 1;
    while (clerks.length < Math.min(cores, FIRST_PARTS)) clerks.push(new Clerk());
    const [{ sizes }] = await Promise.all(clerks.map((clerk) => clerk.ask("read", {}, about))); // all start at once
    const others = [...sizes.keys()].slice(1).sort((a, b) => sizes[b] - sizes[a]);
    const jobs = [
      ...clerks.map((_, part) => ({ game: 0, part, parts: clerks.length, done: 0, found: null })),
      ...others.map((game) => ({ game, part: 0, parts: 1, done: 0, found: null })),
    ];
    const waiting = [...jobs];
    const total = sizes.reduce((sum, size) => sum + size);
    const found = sizes.map(() => null); // of each game what is told of its parts, once all are
    let shown = 0; // games: of two summaries the one of more counts, whichever comes last
    const work = async (clerk) => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const { game, part, parts } = job;
        const heard = (thousandths) => {
          job.done = thousandths;
          const done = jobs.reduce((sum, one) => sum + (one.done * sizes[one.game]) / one.parts, 0) / total;
          show({ done, ended: found.filter(Boolean).length, of: sizes.length });
        };
        job.found = (await clerk.ask("judge", { game, part, parts }, { ...about, heard })).found;
        heard(1000);
        const told = jobs.filter((one) => one.game === game).map((one) => one.found);
        if (!told.every(Boolean)) continue;
        found[game] = told;
        const many = found.filter(Boolean).length;
        if (!game && sizes.length > 1) show({ first: addressOf((await clerk.ask("report", { found: [told] }, about)).page) });
        const brief = found.map((one) => one?.map((half) => ({ ...half, lines: [] }))); // all the rest would take long to read
        const summary = await clerk.ask("summary", { found: brief }, about);
        if (many > shown) show(summary);
        shown = Math.max(many, shown);
      }
    };
    while (clerks.length < Math.min(jobs.length, cores)) clerks.push(new Clerk());
    await Promise.all(clerks.map(work));
    return (await clerks[0].ask("report", { found }, about)).page;
  }

  #body() {
    const { names, players, worst, shapes, latest, deeper, done, ended, of } = this.#shown;
    const player = (one, side) => {
      const name = names[side] ?? one.name;
      const games = latest[name.toLowerCase()]?.map((pr) => pr.toFixed(1)).join(", ");
      return html`<tr><th scope="row">${name}</th><td>PR: ${one.pr}</td><td>${games ? `last games: ${games}` : nothing}</td></tr>`;
    };
    const decision = ({ who, game, row, text, label, board, word, lost, best }) => html`<li>
      <div class="board" role="img" aria-label=${label}>${unsafeHTML(board)}</div>
      <b>${word} −${lost}</b>: ${text}; best: ${best}<br />${who}, game ${game}, move ${row}
    </li>`;
    const far = of ? `game ${Math.min(ended + 1, of)} of ${of}, ${Math.floor(done / 10)} %` : "0 %";
    const differs = deeper && Object.values(latest).some((games) => games.length);
    return html`<table>${players?.map(player)}</table>${differs ? html`<p>${DEEPER}</p>` : nothing}
      ${unsafeHTML(shapes)}
      <ol class="worst">${worst?.map(decision)}</ol>
      ${this.#clerks.length ? html`<p><progress max="1000" .value=${done} aria-label="Judged so far"></progress> ${far}</p>` : nothing}`;
  }

  #links() {
    const { address, first, file, choices } = this.#shown;
    const words = choices ? "Report" : "Open";
    if (!address) {
      const soon = choices ? html`<button type="button" class="choice" disabled>${words}</button>` : nothing;
      return [soon, first ? html`<a class="quiet" target="_blank" href=${first}>Game 1</a>` : nothing];
    }
    return html`<a class="choice" target="_blank" href=${address}>${words}</a>
      <a class="quiet" href=${address} download=${file}>Save</a>`;
  }

  #stop() {
    for (const clerk of this.#clerks) clerk.stop();
    this.#clerks = [];
  }
}

/** Where a page is to be opened. @param {string} page */
function addressOf(page) {
  return URL.createObjectURL(new Blob([page], { type: "text/html" }));
}

/** @type {Reporter | undefined} */
let reporter;

/**
 * Makes the report of a match that is called `name`, in a dialog: that of its result, where it has ended, with the
 * players' names, other choices, and the PR of the `latest` games of each, by name in small letters.
 * @param {Content | Promise<Content>} match
 * @param {{title: string, names?: string[], choices?: () => unknown, latest?: Promise<Record<string, number[]>>}} [result]
 */
export function report(name, match, result) {
  reporter ??= new Reporter();
  return reporter.make(name, match, result);
}
