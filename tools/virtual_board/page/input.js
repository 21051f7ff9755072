// What a person does to the board: its four buttons, by mouse, finger, keyboard or a screen reader; the places that lie
// over the painted board; and controls there that say what can be decided now.

import { html, render } from "lit-html";

import { now, timeOf } from "./clock.js";
import { controlBoxes, neighbour, placeBoxes } from "./geometry.js";
import { cssOf } from "./paint.js";
import { part } from "./state.js";

const BY_KEY = { ArrowLeft: "prev", ArrowRight: "next", Enter: "ok", Backspace: "back" };
const NAMES = Object.values(BY_KEY);
/** @type {import("./geometry.js").CubePlace} */
const NOBODYS = { place: "centre", offered: false };

/**
 * Emits "press" with a button's name, and whether it lies on the board itself.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountInput(app, root) {
  const { state, power } = app;
  const find = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  const keys = new Keys(app, find);
  const area = find("places");
  const places = new Places(area, {
    press: (name) => {
      app.emit("press", name, true);
      power.act("place", name);
    },
    drop: (from, to) => power.act("drop", from, to),
    lift: (name) => {
      const table = state.told?.table;
      const owner = table?.owners[name];
      area.dataset.owner = String(owner);
      if (table && owner !== undefined) area.style.setProperty("--checker", cssOf(table.colours[owner]));
      power.act("lift", name);
    },
  });
  const controls = find("controls");

  /** @type {import("./geometry.js").Layout | null} */
  let layout = null;
  const draw = () => {
    const { board, told, mirror } = state;
    if (!layout) return;
    for (const { style } of [area, controls]) {
      style.width = `${layout.width}px`;
      style.height = `${layout.height}px`;
      style.setProperty("--unit", `${layout.unit}px`);
    }
    area.hidden = Boolean(mirror) || !board?.places;
    places.put(placeBoxes(layout, told ? told.table.cube : NOBODYS));
    if (told) places.call(told.places);
    const decisions = mirror ? [] : (told?.keys ?? []);
    const boxes = controlBoxes(layout, decisions, told?.table.dice.length ?? 0);
    const control = ([label, button], at) => html`
      <button type="button" class="control" .style=${styleOf(boxes[at])} @click=${() => power.act("press", button)}>${label}</button>
    `;
    render(decisions.map(control), controls);
  };
  app.on("layout", (fitted) => {
    layout = fitted;
    draw();
  });
  part(draw, "board", "told", "mirror");
  part(({ mirror }) => {
    if (mirror) keys.letGo();
    find("keys").hidden = Boolean(mirror);
  }, "mirror");
  app.on("swap", () => keys.letGo());
}

/** The four buttons: each is down while something holds it. */
class Keys {
  #app;
  /** @type {Record<string, HTMLElement>} */
  #buttons;
  /** @type {Map<unknown, string>} */
  #held = new Map(); // a pointer, or a key's code -> the button that it holds

  constructor(app, find) {
    this.#app = app;
    this.#buttons = Object.fromEntries(NAMES.map((name) => [name, find(name)]));
    for (const name of NAMES) this.#listen(name, this.#buttons[name]);
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#release(event.code, timeOf(event)) && event.preventDefault());
    addEventListener("blur", () => this.letGo());
    addEventListener("click", ({ target }) => giveBack(target));
  }

  /** Lets go of every button. */
  letGo() {
    for (const holder of this.#held.keys()) this.#release(holder, now());
  }

  #listen(name, element) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.#press(name, event.pointerId, timeOf(event));
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.#release(event.pointerId, timeOf(event)));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click that no pointer and no key of ours made: a screen reader's.
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this.#press(name, "click", timeOf(event));
      this.#release("click", timeOf(event));
    });
  }

  // Keys keep their own meaning in dialogs and on the page's other controls.
  #keyDown(event) {
    if (isTaken(event)) return;
    const focused = event.target.closest?.("button, a, summary");
    const own = NAMES.find((name) => this.#buttons[name] === focused);
    const isFree = !focused || own;
    if (isFree && this.#app.state.told?.naming && this.#typed(event.key)) return event.preventDefault();
    const name = event.key === " " ? own : BY_KEY[event.key];
    if (!name || (event.key === "Enter" && !isFree)) return;
    event.preventDefault();
    if (!event.repeat) this.#press(name, event.code, timeOf(event));
  }

  #typed(key) {
    if (key === "Enter") this.#app.power.act("menu"); // as a held OK: the name is done
    else if (key.length === 1) this.#app.power.act("type", key);
    else return false;
    return true;
  }

  #press(name, holder, at) {
    const isDown = this.#isDown(name);
    this.#held.set(holder, name);
    if (!isDown) this.#move(name, 0, at);
  }

  // Whether that held a button.
  #release(holder, at) {
    const name = this.#held.get(holder);
    if (!name) return false;
    this.#held.delete(holder);
    if (!this.#isDown(name)) this.#move(name, 1, at);
    return true;
  }

  #isDown(name) {
    return [...this.#held.values()].includes(name);
  }

  #move(name, level, at) {
    this.#buttons[name].classList.toggle("down", level === 0);
    this.#app.emit("press", name, false);
    const pin = this.#app.state.board?.buttons[name];
    if (pin !== undefined) this.#app.power.contact(pin, level, at);
  }
}

// Whether a key event is the browser's, a dialog's or a choice's.
function isTaken(event) {
  const isModified = event.ctrlKey || event.altKey || event.metaKey;
  return isModified || Boolean(document.querySelector("dialog[open]") || event.target.closest?.("select, input, textarea"));
}

// A control that is none of the board's buttons keeps the keyboard no longer than its click; a dialog gives it back
// where it was. Those of a real board keep it: the keyboard has no buttons to press there.
function giveBack(target) {
  const control = target.closest?.("button, a, summary");
  if (control && !control.dataset.button && !control.closest("#mirrored")) control.blur();
}

const FIRST = "point-24"; // where the tabulator first leads to
const DRAGGED = 0.75; // as wide as a place, from its middle: a slip across an edge is no drag
const LABELS = {
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`point-${i + 1}`, `Point ${i + 1}`])),
  "bar-0": "Bar, the first player's checkers",
  "off-0": "Off, the first player's checkers",
  "bar-1": "Bar, the second player's checkers",
  "off-1": "Off, the second player's checkers",
  dice: "Dice: roll, or end the turn",
  cube: "Cube: double, or end the turn",
};

/**
 * Buttons over a board, one for each point, bar and off, and for dice and cube. A place is pressed, or a checker is
 * dragged from it. By keyboard they are one stop of the tabulator, and arrows lead from one to the next.
 */
export class Places {
  #room;
  #acts;
  #labels = LABELS;
  /** @type {Record<string, import("./geometry.js").Box>} */
  #boxes = {};
  #stop = FIRST; // of the tabulator
  #drag = /** @type {{name: string, at: {x: number, y: number} | null} | null} */ (null); // where its checker is

  /**
   * @param {HTMLElement} room  lies where the board does
   * @param {{press: (name: string) => void, drop: (from: string, to: string) => void, lift: (name: string) => void}} acts
   *   A checker is lifted from a place as soon as it is dragged, and from "" once it is let go; then it is dropped, if
   *   that is on another place for checkers.
   */
  constructor(room, acts) {
    this.#room = room;
    this.#acts = acts;
    this.#render();
    // Who points at the board has the keyboard for its buttons.
    room.addEventListener("mousedown", (event) => event.preventDefault());
    room.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** What each is called: {name: label}. */
  call(labels) {
    this.#labels = { ...this.#labels, ...labels };
    this.#render();
  }

  /** Puts each where its box has it; those without one are hidden. */
  put(boxes) {
    this.#boxes = boxes;
    if (!boxes[this.#stop]) this.#stop = FIRST;
    this.#render();
  }

  #render() {
    const at = this.#drag?.at;
    const checker = at && html`<span class="dragged" .style=${`transform: translate(${at.x}px, ${at.y}px)`}></span>`;
    render([Object.keys(LABELS).map((name) => this.#place(name)), checker], this.#room);
  }

  #place(name) {
    const box = this.#boxes[name];
    const end = () => this.#end();
    return html`
      <button
        type="button"
        class="place"
        id=${name}
        data-button=${name}
        aria-label=${this.#labels[name]}
        tabindex=${name === this.#stop ? 0 : -1}
        ?hidden=${!box}
        .style=${box ? styleOf(box) : ""}
        @pointerdown=${(event) => this.#grab(event, name)}
        @pointermove=${(event) => this.#move(event)}
        @pointerup=${(event) => this.#drop(event)}
        @pointercancel=${end}
        @lostpointercapture=${end}
        @click=${({ detail }) => detail || this.#acts.press(name)}
        @keydown=${(event) => this.#walk(event, name)}
      ></button>
    `;
  }

  #grab({ button, currentTarget, pointerId }, name) {
    if (button !== 0) return;
    currentTarget.setPointerCapture(pointerId);
    this.#drag = { name, at: null };
  }

  // The checker follows the pointer, from when it has left its place.
  #move(event) {
    const drag = this.#drag;
    if (!drag || !hasCheckers(drag.name) || (!drag.at && !hasLeft(event))) return;
    if (!drag.at) this.#acts.lift(drag.name);
    const { left, top } = this.#room.getBoundingClientRect();
    drag.at = { x: event.clientX - left, y: event.clientY - top };
    this.#render();
  }

  #drop(event) {
    const drag = this.#drag;
    if (!drag) return;
    this.#end();
    if (!drag.at && !hasLeft(event)) return this.#acts.press(drag.name);
    const under = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".place"));
    const there = under?.dataset.button;
    if (there && there !== drag.name && hasCheckers(there) && hasCheckers(drag.name)) this.#acts.drop(drag.name, there);
  }

  #end() {
    const wasLifted = this.#drag?.at;
    this.#drag = null;
    if (!wasLifted) return;
    this.#acts.lift("");
    this.#render();
  }

  #walk(event, name) {
    if (event.key === "Escape") return event.target.blur();
    const [, way] = event.key.match(/^Arrow(Left|Right|Up|Down)$/) ?? [];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#stop = neighbour(name, way, this.#boxes);
    this.#render();
    /** @type {HTMLElement} */ (this.#room.querySelector(`[data-button=${this.#stop}]`)).focus();
  }
}

function hasCheckers(name) {
  return name !== "dice" && name !== "cube";
}

function hasLeft({ currentTarget, clientX, clientY }) {
  const { left, width, top, height } = currentTarget.getBoundingClientRect();
  const [across, along] = [clientX - left - width / 2, clientY - top - height / 2];
  return Math.abs(across) >= width * DRAGGED || Math.abs(along) >= height * DRAGGED;
}

function styleOf({ x, y, width, height }) {
  return `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
}
