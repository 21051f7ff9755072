// Questions to the clerk, a MicroPython beside the board's that has the tools' own readers and writers of match
// files (clerk/clerk.py), and the dialog in which it makes a match's report.

import { Dialog, fileName, html, nothing } from "./dialogs.js";
import { sectorsOf } from "./kept.js";

const MOST_BYTES = 4 << 20;
const STOPPED = "it was stopped";
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
  if (match.size > MOST_BYTES) throw new Error(`a match file has no ${match.size} bytes`);
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

/** Makes reports, each the same page as `make report` makes, one at a time. */
class Reporter {
  /** @type {Clerk[]} those at work */
  #clerks = [];
  #done = 0; // thousandths
  /** @type {{file: string, address: string} | null} */
  #made = null;
  #dialog = new Dialog(
    "reporting",
    "Report",
    () => (this.#clerks.length ? html`<progress max="1000" .value=${this.#done} aria-label="Judged so far"></progress>` : nothing),
    () => this.#links(),
  );

  constructor() {
    this.#dialog.element.addEventListener("close", () => this.#dialog.isOpen || this.#stop());
  }

  /** @param {string} name  what the match is called @param {Content} match */
  async make(name, match) {
    this.#stop();
    if (this.#made) URL.revokeObjectURL(this.#made.address);
    this.#made = null;
    this.#done = 0;
    const clerks = (this.#clerks = [new Clerk()]);
    this.#dialog.open();
    this.#dialog.say(`Judging every decision of ${name}.`);
    const [said, page] = await this.#page(match, clerks).then(
      (made) => ["The report is ready: a single file that works offline.", made],
      (error) => [`${name}: ${error.message}`],
    );
    if (clerks !== this.#clerks) return; // it was stopped, and there may be another one
    this.#stop();
    if (page) this.#made = { file: fileName(name, "html"), address: URL.createObjectURL(new Blob([page], { type: "text/html" })) };
    this.#dialog.say(said);
    this.#dialog.element.querySelector("a")?.focus();
  }

  /** Several clerks judge a game each, the longest first. */
  async #page(match, clerks) {
    const [first] = clerks;
    const { sizes } = await first.ask("read", {}, { match });
    const done = sizes.map(() => 0);
    const total = sizes.reduce((sum, size) => sum + size);
    const found = [];
    const waiting = [...sizes.keys()].sort((a, b) => sizes[b] - sizes[a]);
    const work = async (clerk) => {
      for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
        const heard = (thousandths) => {
          done[game] = thousandths;
          this.#done = done.reduce((sum, far, at) => sum + far * sizes[at], 0) / total;
          this.#dialog.render();
        };
        found[game] = (await clerk.ask("judge", { game }, { match, heard })).found;
        heard(1000);
      }
    };
    while (clerks.length < Math.min(sizes.length, navigator.hardwareConcurrency ?? 1)) clerks.push(new Clerk());
    await Promise.all(clerks.map(work));
    return (await first.ask("report", { found }, { match })).page;
  }

  #links() {
    if (!this.#made) return nothing;
    const { file, address } = this.#made;
    return html`<a class="choice" target="_blank" href=${address}>Open</a>
      <a class="quiet" href=${address} download=${file}>Save</a>`;
  }

  /** Gives up what is judged, and the clerks' memory. */
  #stop() {
    for (const clerk of this.#clerks) clerk.stop();
    this.#clerks = [];
  }
}

/** @type {Reporter | undefined} */
let reporter;

/** Makes the report of a match that is called `name`, in a dialog. @param {string} name @param {Content} match */
export function report(name, match) {
  reporter ??= new Reporter();
  return reporter.make(name, match);
}
