// What a person does to the board: its four buttons, by mouse, finger, keyboard or a screen reader; the places that lie
// over the painted board; and controls there that say what can be decided now.

import { html, render } from "lit-html";

import { now, timeOf } from "./clock.js";
import { controlBoxes, neighbour, placeBoxes } from "./geometry.js";
import { cssOf } from "./paint.js";
import { part } from "./state.js";

const BY_KEY = { ArrowLeft: "prev", ArrowRight: "next", Enter: "ok", Backspace: "back" };
/** @type {import("./geometry.js").CubePlace} */
const NOBODYS = { place: "centre", offered: false };

/**
 * Emits "press" with a button's name, and whether it lies on the board itself.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountInput(app, root) {
  const { state } = app;
  const find = (selector) => /** @type {any} */ (root.querySelector(selector));
  const act = (what, ...given) => app.power.act(what, ...given);
  const names = Object.values(BY_KEY);
  const keys = new Keys(Object.fromEntries(names.map((name) => [name, find(`#${name}`)])), {
    move: (name, level, at) => {
      app.emit("press", name, false);
      const pin = state.board?.buttons[name];
      if (pin !== undefined) app.power.contact(pin, level, at);
    },
    isNaming: () => Boolean(state.told?.naming),
    type: (letter) => act("type", letter),
    done: () => act("menu"), // as a held OK
  });
  const area = find("#places");
  const places = new Places(area, {
    press: (name) => {
      app.emit("press", name, true);
      act("place", name);
    },
    drop: (from, to) => act("drop", from, to),
    lift: (name) => {
      const table = state.told?.table;
      const owner = name ? table?.owners[name] : undefined;
      area.dataset.owner = owner ?? "";
      if (table && owner !== undefined) area.style.setProperty("--checker", cssOf(table.colours[owner]));
      act("lift", name ?? "");
    },
  });
  const controls = document.createElement("div");
  controls.id = "controls";
  controls.setAttribute("role", "group");
  controls.setAttribute("aria-label", "What can be decided now");
  area.after(controls);

  /** @type {import("./geometry.js").Layout | null} */
  let layout = null;
  const draw = () => {
    const { board, told, mirror } = state;
    if (!layout) return;
    for (const element of [area, controls]) {
      element.style.width = `${layout.width}px`;
      element.style.height = `${layout.height}px`;
      element.style.setProperty("--unit", `${layout.unit}px`);
    }
    area.hidden = Boolean(mirror) || !board?.places;
    places.put(placeBoxes(layout, told ? told.table.cube : NOBODYS), "px");
    if (told) places.call(told.places);
    const decisions = mirror ? [] : (told?.keys ?? []);
    const boxes = controlBoxes(layout, decisions, told?.table.dice.length ?? 0);
    const control = ([label, button], at) => html`
      <button type="button" class="control" .style=${styleOf(boxes[at], "px")} @click=${() => act("press", button)}>${label}</button>
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
    find("#keys").hidden = Boolean(mirror);
  }, "mirror");
  app.on("swap", () => keys.letGo());
}

/** The four buttons: each is down while something holds it. */
class Keys {
  #buttons;
  #acts;
  /** @type {Record<string, Set<unknown>>} */
  #holders;

  /**
   * @param {Record<string, HTMLElement>} buttons
   * @param {{move: (name: string, level: 0 | 1, at: number) => void, isNaming: () => boolean, type: (letter: string) => void,
   *   done: () => void}} acts  `move` is called at every edge, which came at the time `at`, as now() says it; letters
   *   are typed while `isNaming()`, until the name is `done`
   */
  constructor(buttons, acts) {
    this.#buttons = buttons;
    this.#acts = acts;
    this.#holders = Object.fromEntries(Object.keys(buttons).map((name) => [name, new Set()]));
    for (const [name, element] of Object.entries(buttons)) this.#listen(name, element);
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => {
      for (const name of Object.keys(buttons)) if (this.#release(name, event.code, timeOf(event))) event.preventDefault();
    });
    addEventListener("blur", () => this.letGo());
    addEventListener("click", ({ target }) => giveBack(target));
  }

  /** Lets go of every button. */
  letGo() {
    for (const [name, holders] of Object.entries(this.#holders)) {
      for (const holder of [...holders]) this.#release(name, holder, now());
    }
  }

  #listen(name, element) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.#press(name, event.pointerId, timeOf(event));
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.#release(name, event.pointerId, timeOf(event)));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click that no pointer and no key of ours made: a screen reader's.
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this.#press(name, "click", timeOf(event));
      this.#release(name, "click", timeOf(event));
    });
  }

  // Keys keep their own meaning in dialogs and on the page's other controls.
  #keyDown(event) {
    if (isTaken(event)) return;
    const focused = event.target.closest?.("button, a, summary");
    const own = focused?.dataset.button in this.#buttons ? focused.dataset.button : null;
    const isFree = !focused || own;
    if (isFree && this.#acts.isNaming() && this.#typed(event.key)) return event.preventDefault();
    const name = event.key === " " ? own : BY_KEY[event.key];
    if (!name || (event.key === "Enter" && !isFree)) return;
    event.preventDefault();
    if (!event.repeat) this.#press(name, event.code, timeOf(event));
  }

  #typed(key) {
    if (key === "Enter") this.#acts.done();
    else if (key.length === 1) this.#acts.type(key);
    else return false;
    return true;
  }

  #press(name, holder, at) {
    const holders = this.#holders[name];
    holders.add(holder);
    if (holders.size > 1) return;
    this.#buttons[name].classList.add("down");
    this.#acts.move(name, 0, at);
  }

  // Whether that held it.
  #release(name, holder, at) {
    const holders = this.#holders[name];
    if (!holders.delete(holder)) return false;
    if (!holders.size) {
      this.#buttons[name].classList.remove("down");
      this.#acts.move(name, 1, at);
    }
    return true;
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
const SIDES = ["first player's", "second player's"];
const DRAGGED = 0.75; // as wide as a place, from its middle: a slip across an edge is no drag

/**
 * Buttons over a board, one for each point, bar and off, and for dice and cube. A place is pressed, or a checker is
 * dragged from it. By keyboard they are one stop of the tabulator, and arrows lead from one to the next.
 */
export class Places {
  /** @type {Record<string, HTMLButtonElement>} */
  elements = {};
  #room;
  #acts;
  /** @type {Record<string, import("./geometry.js").Box>} */
  #boxes = {};
  /** @type {{name: string, checker: HTMLElement | null} | null} */
  #drag = null;

  /**
   * @param {HTMLElement} room  lies where the board does
   * @param {{prefix?: string, press: (name: string) => void, drop: (from: string, to: string) => void,
   *   lift?: (name: string | null) => void}} acts  `prefix`: of the buttons' ids. A checker is lifted from a place as
   *   soon as it is dragged, and null once it is let go; then it is dropped, if that is on another place for checkers.
   */
  constructor(room, { prefix = "", ...acts }) {
    this.#room = room;
    this.#acts = acts;
    const labels = { dice: "Dice: roll, or end the turn", cube: "Cube: double, or end the turn" };
    for (const side of [0, 1]) {
      labels[`bar-${side}`] = `Bar, the ${SIDES[side]} checkers`;
      labels[`off-${side}`] = `Off, the ${SIDES[side]} checkers`;
    }
    for (let point = 1; point <= 24; point++) labels[`point-${point}`] = `Point ${point}`;
    for (const name of Object.keys(labels)) this.#add(name, prefix);
    this.call(labels);
    this.elements[FIRST].tabIndex = 0;
    room.addEventListener("keydown", (event) => this.#walk(event), { capture: true });
    // Who points at the board has the keyboard for its buttons.
    room.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** What each is called: {name: label}. */
  call(labels) {
    for (const [name, label] of Object.entries(labels)) {
      const place = this.elements[name];
      if (place.getAttribute("aria-label") !== label) place.setAttribute("aria-label", label);
    }
  }

  /** Puts each where its box has it; those without one are hidden. */
  put(boxes, unit) {
    this.#boxes = boxes;
    for (const [name, element] of Object.entries(this.elements)) {
      element.hidden = !boxes[name];
      if (!element.hidden) element.style.cssText = styleOf(boxes[name], unit);
      else if (element.tabIndex === 0) this.#lead(element, this.elements[FIRST]);
    }
  }

  #add(name, prefix) {
    const button = document.createElement("button");
    button.type = "button";
    button.id = prefix + name;
    button.className = "place";
    button.dataset.button = name;
    button.tabIndex = -1;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.#drag = { name, checker: null };
    });
    button.addEventListener("pointermove", (event) => this.#move(event));
    button.addEventListener("pointerup", (event) => this.#drop(event));
    for (const end of ["pointercancel", "lostpointercapture"]) button.addEventListener(end, () => this.#end());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    // The keyboard's, or a screen reader's.
    button.addEventListener("click", ({ detail }) => detail || this.#acts.press(name));
    this.#room.append(button);
    this.elements[name] = button;
  }

  // The checker follows the pointer, from when it has left its place.
  #move(event) {
    const drag = this.#drag;
    if (!drag || !hasCheckers(drag.name) || (!drag.checker && !hasLeft(event))) return;
    if (!drag.checker) {
      this.#acts.lift?.(drag.name);
      drag.checker = document.createElement("span");
      drag.checker.className = "dragged";
      this.#room.append(drag.checker);
    }
    const { left, top } = this.#room.getBoundingClientRect();
    drag.checker.style.transform = `translate(${event.clientX - left}px, ${event.clientY - top}px)`;
  }

  #drop(event) {
    const drag = this.#drag;
    if (!drag) return;
    const isDragged = drag.checker || hasLeft(event);
    this.#end();
    if (!isDragged) return this.#acts.press(drag.name);
    const under = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".place"));
    const there = under?.dataset.button;
    if (there && there !== drag.name && hasCheckers(there) && hasCheckers(drag.name)) this.#acts.drop(drag.name, there);
  }

  #end() {
    const checker = this.#drag?.checker;
    this.#drag = null;
    if (!checker) return;
    checker.remove();
    this.#acts.lift?.(null);
  }

  #walk(event) {
    if (event.key === "Escape") return event.target.blur();
    const [, way] = event.key.match(/^Arrow(Left|Right|Up|Down)$/) ?? [];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.elements[neighbour(event.target.dataset.button, way, this.#boxes)];
    this.#lead(event.target, next);
    next.focus();
  }

  // The tabulator leads to `next` from now on.
  #lead(last, next) {
    last.tabIndex = -1;
    next.tabIndex = 0;
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

function styleOf({ x, y, width, height }, unit) {
  return `left: ${x}${unit}; top: ${y}${unit}; width: ${width}${unit}; height: ${height}${unit}`;
}
