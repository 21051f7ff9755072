// What stands beside the board: its display and piezo, who plays, what is said to a screen reader, and the moves.

import { render } from "lit-html";

import { SSD1306 } from "./chips.js";
import { after, cancel, withNextPicture } from "./clock.js";
import { html, nothing } from "./dialogs.js";
import { cssOf } from "./paint.js";
import { find, part, remember, remembered, state, update } from "./state.js";

/** @typedef {import("./state.js").App} App */

const WIDTH = 128; // of the display, in dots
const LIT = [214, 238, 255];
const DARK = [4, 6, 9];
const VOLUME = 0.05;
const TOGETHER_MS = 250; // what is heard within them is told as one
const LISTED_MS = 300; // a turn keeps several things, one after the other
const RUNNING = "running"; // the match that is played, where others have a number

/** @param {App} app */
export function mountBeside(app) {
  const { power, wires } = app;
  const chip = new SSD1306();
  const glass = glassOf(find("oled"), chip);
  const sound = piezo();
  const hear = speaker(find("heard"));
  const moves = new Moves(app);
  Object.assign(wires, {
    oled: (bytes) => {
      chip.take(bytes);
      glass.show();
    },
    rows: (count) => glass.resize(count),
    tone: ({ pin, frequency, duty }) => pin === state.board?.piezo && sound.tone(frequency, duty),
    said: (text) => {
      put(find("said"), text); // a real board tells only what its display says
      hear(text, true);
    },
    played: (played) => (played ? moves.show(played.run, keyOf(played.game, played.stop)) : moves.clear()),
  });
  part(({ board, mirror }) => {
    find("legend").hidden = Boolean(mirror);
    if (!board?.oled) return;
    find("oled").classList.toggle("flipped", !mirror && board.oled.flip);
    glass.resize(board.oled.height);
  }, "board", "mirror");
  app.on("dark", () => {
    chip.reset();
    sound.tone(0, 0);
    glass.show();
    hear("", true);
    moves.clear();
  });
  app.on("told", ({ heard, played, fresh, practises }) => {
    if (heard) hear(heard);
    if (practises) moves.clear("Practice");
    else if (played) wires.played(played);
    else if (fresh) moves.clear("No moves yet");
    else moves.show(RUNNING);
  });
  app.on("flash", () => moves.kept());
  part(({ told }) => {
    put(find("said"), told?.said ?? "");
    for (const [side, id] of ["above", "below"].entries()) {
      put(find(`side-${side}`), told?.sides[side] ?? "");
      find(id).classList.toggle("acts", Boolean(told?.seats[side].acts));
      render(told ? seatView(told.seats[side]) : nothing, find(id));
    }
  }, "told");
  find("oled").addEventListener("click", ({ target, offsetX, offsetY }) => {
    const dot = (at, size, dots) => Math.min(Math.floor((at * dots) / size), dots - 1);
    power.act("touch", dot(offsetX, target.clientWidth, WIDTH), dot(offsetY, target.clientHeight, target.height));
  });
  find("sound").addEventListener("click", () => update({ sound: !state.sound }));
  update({ sound: remembered("sound") !== false });
  part(({ sound: on }) => {
    find("sound").setAttribute("aria-pressed", String(on));
    remember("sound", on);
    sound.play();
  }, "sound");
  find("show-moves").addEventListener("click", () => find("moves").classList.add("over"));
  app.seen.oled = () => chip.gddram();
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The OLED, whose dots are whole screen pixels. `show()` draws the chip's dots; `resize(height)`: the rows of dots. */
function glassOf(canvas, chip) {
  const pen = canvas.getContext("2d", { alpha: false });
  const draw = () => {
    const image = pen.createImageData(WIDTH, chip.height);
    const bright = 0.35 + (0.65 * chip.contrast) / 255; // easily read at the lowest contrast, too
    const lit = pixel(LIT.map((of, i) => DARK[i] + (of - DARK[i]) * bright));
    const pixels = new Uint32Array(image.data.buffer).fill(pixel(DARK));
    for (let at = 0; at < pixels.length; at++) {
      if (chip.lit(at % WIDTH, Math.floor(at / WIDTH))) pixels[at] = lit;
    }
    pen.putImageData(image, 0, 0);
  };
  const show = () => withNextPicture(draw);
  const resize = (height) => {
    chip.height = canvas.height = height;
    canvas.style.setProperty("--rows", height);
    show();
  };
  const fit = () => document.documentElement.style.setProperty("--pixel", `${1 / Math.max(1, devicePixelRatio)}px`);
  fit();
  addEventListener("resize", fit);
  return { show, resize };
}

/** @param {number[]} rgb */
function pixel([red, green, blue]) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/**
 * The piezo: `tone(frequency, duty)` takes the PWM's Hz and duty of 65535; `play()` heeds state.sound. Browsers stay
 * silent until somebody has touched the page, and iOS is again after a call.
 */
function piezo() {
  let [frequency, duty] = [0, 0];
  /** @type {{context: AudioContext, voice: OscillatorNode, gain: GainNode} | null} */
  let out = null;
  const play = () => {
    if (!out) return;
    const { context, voice, gain } = out;
    const sounds = state.sound && frequency > 0 && duty > 0 && duty < 65535;
    if (sounds) voice.frequency.setValueAtTime(Math.min(frequency, 20000), context.currentTime);
    // Not at once, or it would click.
    gain.gain.setTargetAtTime(sounds ? VOLUME * Math.sin((Math.PI * duty) / 65536) : 0, context.currentTime, 0.003);
  };
  const begin = () => {
    const context = new AudioContext();
    const [voice, gain] = [context.createOscillator(), context.createGain()];
    voice.type = "square";
    gain.gain.value = 0;
    voice.connect(gain).connect(context.destination);
    voice.start();
    return { context, voice, gain };
  };
  const wake = () => {
    out ??= begin();
    if (out.context.state !== "running") out.context.resume().catch(() => {}); // the next gesture may do
    play();
  };
  // A mouse wakes it as it goes down, a finger as it goes up.
  for (const gesture of ["pointerdown", "pointerup", "touchend", "click", "keydown"]) addEventListener(gesture, wake, { capture: true });
  const tone = (...given) => {
    [frequency, duty] = given;
    play();
  };
  return { tone, play };
}

/** Has a live region say texts that come soon after each other; the next one replaces one that `isPassing`. */
function speaker(region) {
  /** @type {{text: string, isPassing: boolean}[]} */
  let coming = [];
  return (text, isPassing = false) => {
    if (!coming.length) {
      after(() => {
        const told = coming.map((one) => one.text).join(" ");
        const isAgain = told === region.textContent && !coming.at(-1)?.isPassing;
        put(region, isAgain ? `${told}\u00a0` : told); // what does not change is not said again
        coming = [];
      }, TOGETHER_MS);
    }
    coming = [...coming.filter((one) => !one.isPassing), { text, isPassing }];
  };
}

/** How a side stands; it may win more points than the match has left. */
export function stands(score, length) {
  if (length && score < length) return `${score} of ${length}`;
  return `${length ? "won, " : ""}${score} ${score === 1 ? "point" : "points"}`;
}

/** @param {import("./state.js").Seat} seat */
function seatView({ name, who, colour, score, length, pips, clock }) {
  return html`<span class="swatch" .style=${`background: ${cssOf(colour)}`}></span>
    <b>${who ? `${name}: ${who}` : name}</b>
    <span>${stands(score, length)}</span>
    ${pips === null ? nothing : html`<span>${pips} ${pips === 1 ? "pip" : "pips"}</span>`}
    ${clock ? html`<span>${clock}</span>` : nothing}`;
}

/**
 * The moves of the match on the board, game by game, numbered as in a match file, what was done last marked and kept
 * in sight. A click leads the board to a move. By keyboard the list is one stop, and up and down lead from move to move.
 */
class Moves {
  #app;
  #panel = find("moves");
  #title = "";
  /** @type {any[]} */
  #games = []; // as the clerk lists them
  /** @type {number | typeof RUNNING | null} */
  #run = null; // the match that is listed, if any
  #mark = ""; // the key of the move that is marked
  #timer = 0;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#say("");
    app.on("swap", () => this.#close());
    new ResizeObserver(() => this.#keepInSight()).observe(this.#panel);
  }

  clear(title = "") {
    this.#run = null;
    this.#say(title);
  }

  /** Lists the match `run`; `mark`: the key of the move that is shown, where that match is played back. */
  show(run, mark = this.#mark) {
    const isOther = run !== this.#run;
    if (!isOther && mark === this.#mark) return;
    this.#run = run;
    this.#mark = mark;
    if (isOther) this.#list();
    else this.#render();
  }

  /** Something of the match that is played was kept. */
  kept() {
    cancel(this.#timer);
    this.#timer = after(() => this.#run === RUNNING && this.#list(), LISTED_MS);
  }

  async #list() {
    const run = this.#run;
    const isRunning = run === RUNNING;
    try {
      const games = await this.#app.source().games(isRunning ? undefined : run);
      if (run !== this.#run) return;
      this.#games = games;
      this.#title = games[0].names.join(" – ");
      if (isRunning) this.#mark = keyOf(games.at(-1).number, games.at(-1).cells.length);
      this.#render();
    } catch (/** @type {any} */ error) {
      if (run === this.#run && !isRunning) this.#say(error.message); // else it is said where the match is opened
    }
  }

  // On a small screen it lies over the board.
  #close() {
    this.#panel.classList.remove("over");
  }

  #say(title) {
    this.#games = [];
    this.#title = title;
    this.#render();
  }

  #render() {
    const table = ({ number, names, scores, cells, end }) => html`<table>
      <caption>${this.#move(number, 0, `Game ${number}`)}</caption>
      <thead><tr><td></td>${names.map((name, side) => html`<th scope="col">${name}: ${scores[side]}</th>`)}</tr></thead>
      <tbody>${this.#rows(number, cells)}${end ? wide(end) : nothing}</tbody>
    </table>`;
    render(
      html`<h2 id="moves-title">${this.#title || "Moves"}</h2>
        <button type="button" class="quiet close" @click=${() => this.#close()}>Close</button>
        <div class="scrolls" tabindex="-1" @keydown=${(event) => this.#walk(event)}>${this.#games.map(table)}</div>`,
      this.#panel,
    );
    this.#keepInSight();
  }

  // Two moves a row, the first side's at the left; what is neither side's has a row of its own.
  #rows(game, cells) {
    const rows = /** @type {any[]} */ ([]);
    for (const [at, [side, text]] of cells.entries()) {
      const move = this.#move(game, at + 1, text);
      const row = rows.at(-1);
      if (side === null) rows.push({ neither: move });
      else if (side === 1 && row?.first && !row.second) row.second = move;
      else rows.push(side === 0 ? { first: move } : { first: nothing, second: move });
    }
    let number = 0;
    return rows.map(({ neither, first, second }) => {
      if (neither) return wide(neither);
      return html`<tr><th scope="row">${++number}</th><td>${first}</td>${second ? html`<td>${second}</td>` : nothing}</tr>`;
    });
  }

  #move(game, stop, text) {
    const isMarked = keyOf(game, stop) === this.#mark;
    const go = (event) => {
      if (event.detail === 0) event.stopPropagation(); // a key's: the list keeps the keyboard
      this.#close();
      this.#app.source().lead(game, stop);
    };
    return html`<button type="button" tabindex=${isMarked ? 0 : -1} aria-current=${isMarked ? "step" : nothing} @click=${go}>${text}</button>`;
  }

  #keepInSight() {
    const current = this.#panel.querySelector("[aria-current]");
    const isLast = current && current === [...this.#panel.querySelectorAll(".scrolls button")].at(-1);
    const row = isLast ? this.#panel.querySelector("table:last-child tbody tr:last-child") : current; // how it ended, too
    row?.scrollIntoView({ block: "nearest" });
  }

  #walk(event) {
    if (event.key === "Escape") {
      this.#close();
      return event.target.blur();
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const all = [...event.currentTarget.querySelectorAll("button")];
    const at = all.indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }
}

function keyOf(game, stop) {
  return `${game}.${stop}`;
}

function wide(content) {
  return html`<tr><td colspan="3">${content}</td></tr>`;
}
