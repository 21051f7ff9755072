// What stands beside the board: its display and piezo, who plays, what is said to a screen reader, and the moves.

import { render } from "lit-html";

import { SSD1306 } from "./chips.js";
import { after, cancel, withNextPicture } from "./clock.js";
import { html, nothing } from "./dialogs.js";
import { cssOf } from "./paint.js";
import { latest, part, remember, remembered, update } from "./state.js";

/** @typedef {import("./state.js").App} App */
/** @typedef {import("./state.js").Seat} Seat */

const WIDTH = 128; // of the display, in dots
const LIT = [214, 238, 255];
const DARK = [4, 6, 9];
const VOLUME = 0.05;
const TOGETHER_MS = 250; // what is heard within them is told as one
const SETTLED_MS = 300; // a turn keeps several things, one after the other

/**
 * @param {App} app
 * @param {HTMLElement} root
 */
export function mountBeside(app, root) {
  const find = (id) => /** @type {any} */ (root.querySelector(`#${id}`));
  const { power, wires } = app;
  const chip = new SSD1306();
  const glass = new Glass(find("oled"), chip);
  const sound = new Sound();
  const hear = speaker(find("heard"));
  const moves = new Moves(app, find("moves"));
  Object.assign(wires, {
    oled: (bytes) => {
      chip.take(bytes);
      glass.show();
    },
    rows: (count) => glass.resize(count),
    tone: ({ pin, frequency, duty }) => pin === app.state.board?.piezo && sound.tone(frequency, duty),
    said: (text) => {
      put(find("said"), text); // a real board tells only what its display says
      hear(text, true);
    },
    played: (played) => moves.playBack(played),
  });
  app.on("board", ({ oled }) => {
    glass.flip(!app.state.mirror && oled.flip);
    glass.resize(oled.height);
  });
  app.on("dark", () => {
    chip.reset();
    sound.tone(0, 0);
    glass.show();
    hear("", true);
    moves.clear();
  });
  app.on("told", ({ heard, played, fresh }) => {
    if (heard) hear(heard);
    if (played) moves.playBack(played);
    else moves.play(fresh);
  });
  app.on("flash", () => moves.kept());
  app.on("mirrored", (on) => (find("legend").hidden = on));
  part(({ told }) => {
    put(find("said"), told?.said ?? "");
    for (const side of [0, 1]) {
      put(find(`side-${side}`), told?.sides[side] ?? "");
      sit(find(["above", "below"][side]), told?.seats[side]);
    }
  }, "told");
  glass.onTouch((x, y) => power.act("touch", x, y));
  find("sound").addEventListener("click", () => sound.toggle());
  part(({ sound: on }) => find("sound").setAttribute("aria-pressed", String(on)), "sound");
  find("show-moves").addEventListener("click", () => find("moves").classList.toggle("over"));
  const fit = () => document.documentElement.style.setProperty("--pixel", `${1 / Math.max(1, devicePixelRatio)}px`);
  fit();
  addEventListener("resize", fit);
  app.seen.oled = () => chip.gddram();
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The OLED: every dot of the glass is a square of whole screen pixels, so it stays crisp. */
class Glass {
  #canvas;
  #chip;
  #pen;
  /** @type {any} */
  #image;
  #asked = false;

  constructor(canvas, chip) {
    this.#canvas = canvas;
    this.#chip = chip;
    this.#pen = canvas.getContext("2d", { alpha: false });
    this.resize(chip.height);
  }

  /** The glass has so many rows. */
  resize(height) {
    this.#chip.height = height;
    this.#canvas.height = height;
    this.#canvas.style.setProperty("--rows", height);
    this.#image = this.#pen.createImageData(WIDTH, height);
    this.show();
  }

  /** Whether the module is mounted upside down. */
  flip(flipped) {
    this.#canvas.classList.toggle("flipped", flipped);
  }

  /** `act(x, y)` is told which dot was clicked. */
  onTouch(act) {
    this.#canvas.addEventListener("click", ({ offsetX, offsetY }) => {
      const { clientWidth, clientHeight, height } = this.#canvas;
      const dot = (at, size, dots) => Math.min(Math.floor((at * dots) / size), dots - 1);
      act(dot(offsetX, clientWidth, WIDTH), dot(offsetY, clientHeight, height));
    });
  }

  /** Shows what the chip holds, with the screen's next picture. */
  show() {
    if (this.#asked) return;
    this.#asked = true;
    withNextPicture(() => {
      this.#asked = false;
      this.#draw();
    });
  }

  #draw() {
    const bright = 0.35 + (0.65 * this.#chip.contrast) / 255; // easily read at the lowest contrast, too
    const [lit, dark] = [bright, 0].map((much) => pixel(LIT.map((of, i) => DARK[i] + (of - DARK[i]) * much)));
    const pixels = new Uint32Array(this.#image.data.buffer);
    for (let at = 0; at < pixels.length; at++) {
      pixels[at] = this.#chip.lit(at % WIDTH, Math.floor(at / WIDTH)) ? lit : dark;
    }
    this.#pen.putImageData(this.#image, 0, 0);
  }
}

/** @param {number[]} rgb */
function pixel([red, green, blue]) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The piezo. Browsers stay silent until somebody has touched the page, and so does this. */
class Sound {
  #frequency = 0;
  #duty = 0;
  /** @type {AudioContext | undefined} */
  #context;
  /** @type {any} */
  #voice;
  /** @type {any} */
  #gain;
  #isOn = remembered("sound", (on) => typeof on === "boolean", true);

  constructor() {
    update({ sound: this.#isOn });
    for (const gesture of ["pointerdown", "keydown"]) {
      addEventListener(gesture, () => this.#wake(), { once: true, capture: true });
    }
  }

  toggle() {
    this.#isOn = !this.#isOn;
    remember("sound", this.#isOn);
    update({ sound: this.#isOn });
    this.#play();
  }

  /** The PWM's frequency in Hz and duty of 65535. */
  tone(frequency, duty) {
    this.#frequency = frequency;
    this.#duty = duty;
    this.#play();
  }

  #wake() {
    if (this.#context || typeof AudioContext === "undefined") return;
    this.#context = new AudioContext();
    this.#voice = this.#context.createOscillator();
    this.#voice.type = "square";
    this.#gain = this.#context.createGain();
    this.#gain.gain.value = 0;
    this.#voice.connect(this.#gain).connect(this.#context.destination);
    this.#voice.start();
    this.#play();
  }

  #play() {
    if (!this.#context) return;
    const sounds = this.#isOn && this.#frequency > 0 && this.#duty > 0 && this.#duty < 65535;
    const now = this.#context.currentTime;
    if (sounds) this.#voice.frequency.setValueAtTime(Math.min(this.#frequency, 20000), now);
    // Not at once, or it would click.
    this.#gain.gain.setTargetAtTime(sounds ? VOLUME * Math.sin((Math.PI * this.#duty) / 65536) : 0, now, 0.003);
  }
}

/**
 * A function that has a live region say a text, with others that come soon after. `isPassing`: the next such text
 * takes its place.
 */
function speaker(region) {
  /** @type {{text: string, isPassing: boolean}[]} */
  let coming = [];
  let timer = /** @type {number | null} */ (null);
  return (text, isPassing = false) => {
    coming = [...coming.filter((one) => !one.isPassing), { text, isPassing }];
    timer ??= after(() => {
      timer = null;
      put(region, coming.map((one) => one.text).join(" "));
      coming = [];
    }, TOGETHER_MS);
  };
}

/**
 * Who sits there: for those who look; those who listen are told in sentences.
 * @param {HTMLElement} element
 * @param {Seat | undefined} seat
 */
function sit(element, seat) {
  element.classList.toggle("acts", Boolean(seat?.acts));
  render(seat ? seated(seat) : nothing, element);
}

/** How a side stands; it may win more points than the match has left. */
export function stands(score, length) {
  if (length && score < length) return `${score} of ${length}`;
  return `${score} ${score === 1 ? "point" : "points"}${length ? ", won" : ""}`;
}

function seated({ name, who, colour, score, length, pips, clock }) {
  return html`<span class="swatch" .style=${`background: ${cssOf(colour)}`}></span>
    <b>${who ? `${name}: ${who}` : name}</b>
    <span>${stands(score, length)}</span>
    <span>${pips} ${pips === 1 ? "pip" : "pips"}</span>
    ${clock ? html`<span>${clock}</span>` : nothing}`;
}

/**
 * The moves of the match on the board, game by game, numbered as in a match file, what was done last marked and kept
 * in sight. A click leads the board to a move. By keyboard the list is one stop, and up and down lead from move to move.
 */
class Moves {
  #app;
  #panel;
  #load = latest();
  #title = "";
  /** @type {any[]} */
  #games = []; // as the clerk lists them
  #mark = ""; // the key of the move that is marked
  #stop = ""; // of the one that the tabulator leads to
  /** @type {number | null} */
  #run = null; // of the match that is played back
  #isPlayed = false; // whether a match is played, and has moves
  #timer = 0;

  /**
   * @param {App} app
   * @param {HTMLElement} panel
   */
  constructor(app, panel) {
    this.#app = app;
    this.#panel = panel;
    this.#render();
    new ResizeObserver(() => this.#keepInSight()).observe(panel);
  }

  /** Nobody knows of a match. */
  clear() {
    this.#run = null;
    this.#isPlayed = false;
    this.#say("");
  }

  /** `played`: what a board tells of a playback, null for none. */
  playBack(played) {
    if (!played) return this.clear();
    const isOther = played.run !== this.#run;
    this.#isPlayed = false;
    this.#run = played.run;
    this.#mark = keyOf(played.game, played.stop);
    if (!isOther) return this.#render();
    this.#say("One moment…");
    this.#list(played.run).catch((error) => this.#say(error.message));
  }

  /** The match on the board is played; `fresh`: nothing was done in it yet. */
  play(fresh) {
    const begins = !fresh && !this.#isPlayed;
    if (this.#run !== null) this.#panel.classList.remove("over"); // the board goes on
    this.#run = null;
    this.#isPlayed = !fresh;
    if (fresh) this.#say("No moves yet");
    else if (begins) this.#listPlayed();
  }

  /** Something of the match that is played was kept. */
  kept() {
    cancel(this.#timer);
    this.#timer = after(() => this.#isPlayed && this.#listPlayed(), SETTLED_MS);
  }

  // What cannot be read is said where the match is opened.
  async #listPlayed() {
    await this.#list().catch(() => {});
  }

  async #list(run = /** @type {any} */ (undefined)) {
    const games = await this.#load(this.#app.source().games(run));
    if (run === undefined ? !this.#isPlayed : this.#run !== run) return;
    this.#games = games;
    this.#title = games[0].names.join(" – ");
    if (run === undefined) this.#mark = keyOf(games.at(-1).number, games.at(-1).cells.length);
    this.#render();
  }

  #say(title) {
    this.#games = [];
    this.#title = title;
    this.#render();
  }

  #render() {
    if (this.#mark !== this.#stop && !this.#panel.contains(document.activeElement)) this.#stop = this.#mark;
    render(
      html`<h2 id="moves-title">${this.#title || "Moves"}</h2>
        <div class="scrolls" @keydown=${(event) => this.#walk(event)}>${this.#games.map((game) => this.#table(game))}</div>`,
      this.#panel,
    );
    this.#keepInSight();
  }

  #table({ number, names, scores, cells, end }) {
    const heads = names.map((name, side) => html`<th scope="col">${name} : ${scores[side]}</th>`);
    return html`<table>
      <caption>${this.#button(number, 0, `Game ${number}`)}</caption>
      <thead><tr><td></td>${heads}</tr></thead>
      <tbody>${this.#rows(number, cells)}${end ? wide(end) : nothing}</tbody>
    </table>`;
  }

  // Two moves a row, the first side's at the left; what is neither side's has a row of its own.
  #rows(game, cells) {
    const rows = [];
    let row = /** @type {any[] | null} */ (null);
    cells.forEach(([side, text], at) => {
      const move = this.#button(game, at + 1, text);
      if (side === null) {
        rows.push(move);
        return;
      }
      if (side === 0 || !row || row[1]) rows.push((row = []));
      row[side] = move;
    });
    let number = 0;
    return rows.map((one) =>
      Array.isArray(one)
        ? html`<tr><th scope="row">${++number}</th><td>${one[0] ?? nothing}</td>${one[1] ? html`<td>${one[1]}</td>` : nothing}</tr>`
        : wide(one),
    );
  }

  #button(game, stop, text) {
    const key = keyOf(game, stop);
    const go = (event) => {
      if (event.detail === 0) event.stopPropagation(); // a key's: the list keeps the keyboard, and stays
      else this.#panel.classList.remove("over");
      this.#app.source().lead(game, stop);
    };
    return html`<button
      type="button"
      tabindex=${key === this.#stop ? 0 : -1}
      aria-current=${key === this.#mark ? "step" : nothing}
      data-move=${key}
      @click=${go}
    >${text}</button>`;
  }

  #keepInSight() {
    const list = /** @type {HTMLElement} */ (this.#panel.querySelector(".scrolls"));
    const current = list.querySelector("[aria-current]");
    if (!current) return;
    const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }

  #walk(event) {
    if (event.key === "Escape") {
      this.#panel.classList.remove("over");
      return event.target.blur();
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const all = /** @type {HTMLElement[]} */ ([...this.#panel.querySelectorAll("button")]);
    const at = all.indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    this.#stop = next.dataset.move ?? "";
    next.focus();
    this.#render();
  }
}

function keyOf(game, stop) {
  return `${game}.${stop}`;
}

function wide(content) {
  return html`<tr><td colspan="3">${content}</td></tr>`;
}
