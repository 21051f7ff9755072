// Dialogs: how each looks, opens and closes, and what is said in it.

import { html, nothing, render } from "lit-html";

export { html, nothing };

const MOST_LINES = 12;
const QUIET_MS = 400;
export const PLAIN = "Plain letters, digits and signs: the display has no others"; // what a name is made of
const FOLDED = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", "’": "'" };

/** @typedef {import("lit-html").TemplateResult | typeof nothing | string | unknown[]} Template */

export class Dialog {
  #id;
  #body;
  #choices;
  #said = "";
  #busy = false;

  /**
   * The id of its title is "ID-title".
   * @param {(dialog: Dialog) => Template} body  what stands between the title and what is said
   * @param {(dialog: Dialog) => Template} choices  buttons ahead of "Close"
   */
  constructor(id, title, body, choices = () => nothing) {
    this.#id = id;
    this.title = title;
    this.#body = body;
    this.#choices = choices;
    this.element = document.createElement("dialog");
    this.element.id = id;
    this.element.className = "paper";
    this.element.setAttribute("aria-labelledby", `${id}-title`);
    document.body.append(this.element);
  }

  get isOpen() {
    return this.element.open;
  }

  /** Opens it at its beginning. After a click of the mouse, `event`, the board has the keyboard once it is closed. */
  open(event = /** @type {any} */ (null)) {
    this.say();
    const opener = event?.currentTarget;
    if (event?.detail && !opener?.closest("dialog")) opener?.blur();
    const { style } = this.element;
    if (!event) style.pointerEvents = "none"; // whoever clicks on what lay here does not mean it
    setTimeout(() => (style.pointerEvents = ""), QUIET_MS);
    if (!this.isOpen) this.element.showModal();
    this.element.scrollTop = 0;
    this.element.querySelector("h2")?.focus();
  }

  close() {
    this.element.close();
  }

  render() {
    render(
      html`<h2 id="${this.#id}-title" tabindex="-1">${this.title}</h2>
        ${this.#body(this)}
        <p role="status">${this.#said}</p>
        <p class="choices">
          ${this.#choices(this)}
          <button type="button" class="quiet close" @click=${() => this.close()}>Close</button>
        </p>`,
      this.element,
    );
  }

  /** Says lines in its status; of many the first and the last ones. */
  say(...lines) {
    const left = lines.length - MOST_LINES;
    const shown = left > 0 ? [lines[0], ...lines.slice(1 - MOST_LINES), `(${left} more)`] : lines;
    this.#said = shown.join("\n");
    this.render();
  }

  /**
   * Says `words` while `act` lasts, and why it failed; a call while one is under way does nothing. What `act`
   * says itself stays.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T | undefined>}
   */
  async busy(words, act) {
    if (this.#busy) return;
    this.#busy = true;
    this.say(words);
    try {
      return await act();
    } catch (error) {
      this.#said = /** @type {Error} */ (error).message;
    } finally {
      this.#busy = false;
      if (this.#said === words) this.#said = "";
      this.render();
    }
  }
}

/** A button beside others; `label`: what it is called, where `words` do not say which one it is. */
export function button(words, act, label = /** @type {any} */ (nothing)) {
  return html`<button type="button" class="quiet" aria-label=${label} @click=${act}>${words}</button>`;
}

export function fileButton(label, accept, take) {
  const chosen = ({ target }) => {
    const [file] = target.files;
    if (file) take(file);
    target.value = ""; // the same file may be chosen again
  };
  return html`<label class="quiet">${label}<input type="file" accept=${accept} class="unseen" @change=${chosen} /></label>`;
}

/** A name or a letter without its accents, which the display lacks. */
export function plain(text) {
  const fold = (letter) => (letter in FOLDED ? FOLDED[letter] : FOLDED[letter.toLowerCase()].toUpperCase());
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[ßæœøłđðþı’]/gi, fold);
}

/** Closes all of them. No hidden button keeps the keyboard, not even for a moment. */
export function closeDialogs() {
  for (const dialog of [...document.querySelectorAll("dialog[open]")].reverse()) /** @type {any} */ (dialog).close();
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!focused?.getClientRects().length) focused?.blur();
}

/** Closes all of them to play: the keyboard is the board's. */
export function toBoard() {
  closeDialogs();
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

export function download(name, content, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** What a match of that name is called as a file of that kind. */
export function fileName(name, kind) {
  return `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.${kind}`;
}
