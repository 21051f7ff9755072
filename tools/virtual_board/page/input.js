// What a person does to the board: its four buttons, by mouse, finger, keyboard or a screen reader; the places that lie
// over the painted board; and controls there that say what can be decided now.

import { html, nothing, render } from "lit-html";

import { now, timeOf } from "./clock.js";
import { plain } from "./dialogs.js";
import { controlBoxes, middleOf, neighbour, padBoxes, placeBoxes, questionAt } from "./geometry.js";
import { cssOf } from "./paint.js";
import { find, part, remember, remembered } from "./state.js";

const BY_KEY = { ArrowLeft: "prev", ArrowUp: "prev", ArrowRight: "next", ArrowDown: "next", Enter: "ok", " ": "ok", Backspace: "back" };
const RAISING = { ...BY_KEY, ArrowUp: "next", ArrowDown: "prev" }; // where these are - and +
const TYPED = { digits: "1234567890", number: "1234567890", dice: "123456" }; // each has a key where there may be no keyboard, in place of - and +
const ENDED = ["letters", "number"]; // by a held OK, which is Done
const LABELLED = ["prev", "next", "ok", "back"];
const IMPATIENT_MS = 400; // as device/hands.py has it
const SIGNS = { "<": ["◀", "Previous one"], ">": ["▶", "Next one"], "-": ["−", "Less"], "+": ["+", "More"] };

/** @param {import("./state.js").App} app */
export function mountInput(app) {
  const keys = new Keys(app);
  const places = new Places(app);
  const touched = matchMedia("(any-pointer: coarse), (max-width: 599px)");

  /** @type {import("./geometry.js").Layout | null} */
  let layout = null;
  // Draws what can be decided, and the keys for what is typed; returns the boxes of the former.
  const drawControls = (within, told, digits) => {
    const decisions = (told?.keys ?? []).filter(([label]) => !digits.length || !/^[-+\u2212]/.test(label));
    const table = told && { ...told.table, ...(digits.length && { dice: [] }) }; // the digits need the room beside dice
    const boxes = controlBoxes(within, decisions, table ?? null);
    const pad = padBoxes(within, digits.length);
    const control = (text, name, box, press) =>
      html`<button type="button" class="control" aria-label=${name} .style=${styleOf(box)} @click=${press}>${text}</button>`;
    const decision = ([label, number], at) => {
      const press = () => {
        if (label === "New") find("begin").click();
        else if (label === "Done" && ENDED.includes(told.typing)) app.power.act("menu");
        else app.power.act("press", number);
      };
      return control(...(SIGNS[label] ?? [label, nothing]), boxes[at], press);
    };
    const digit = (text, at) => control(text, nothing, pad[at], () => keys.type(text));
    render([digits.map(digit), decisions.map(decision)], find("controls"));
    return boxes;
  };
  const draw = () => {
    if (!layout) return;
    places.lie(layout);
    const told = app.state.mirror ? null : app.state.told;
    const digits = told && touched.matches ? [...(TYPED[told.typing] ?? "")] : [];
    const boxes = drawControls(layout, told, digits);
    const question = find("question");
    question.textContent = told?.question ?? "";
    find("controls").classList.toggle("asks", Boolean(told?.question || digits.length || told?.ended));
    find("room").parentElement?.style.setProperty("--asked", `${find("controls").offsetHeight}px`);
    if (told) question.style.cssText = styleOf(questionAt(layout, boxes, question, told.table, app.seen.spots()), "");
  };
  for (const id of ["hint", "resign"]) {
    const button = find(id);
    button.addEventListener("click", () => app.power.act("open", button.textContent));
    part(({ told, mirror }) => {
      button.hidden = Boolean(mirror || told?.won);
      button.disabled = !told?.helps;
      const unhelped = id === "hint" && told?.helps ? told.unhelped : ""; // a click says that, too
      button.title = unhelped.replace(/^./, (letter) => letter.toUpperCase());
      button.setAttribute("aria-disabled", String(Boolean(unhelped)));
    }, "told", "mirror");
  }
  const usual = find("advice").textContent;
  part(({ told }) => {
    const isNew = moves(told) && !places.wasClicked;
    find("advice").textContent = isNew ? "A click moves a checker by the larger die." : usual;
  }, "told");
  app.on("layout", (fitted) => {
    layout = fitted;
    const { width, height, unit, bar } = fitted;
    const lies = { "--width": width, "--height": height, "--unit": unit, "--aside": middleOf(bar).x - width / 2 };
    for (const [name, pixels] of Object.entries(lies)) find("room").style.setProperty(name, `${pixels}px`);
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
  #row = find("keys");
  /** @type {Map<unknown, string>} */
  #held = new Map(); // a pointer, or a key's code -> the button that it holds
  #last = { at: -Infinity, label: "", told: /** @type {unknown} */ (null) }; // of OK or BACK

  /** @param {import("./state.js").App} app */
  constructor(app) {
    this.#app = app;
    const on = (what, hear) => this.#row.addEventListener(what, (event) => hear(event, event.target.closest(".key")));
    on("pointerdown", (event, key) => {
      if (!key || event.button !== 0) return;
      key.setPointerCapture(event.pointerId);
      this.#press(key.id, event.pointerId, timeOf(event));
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      on(end, (event) => this.#release(event.pointerId, timeOf(event)));
    }
    // A click that no pointer and no key of ours made: a screen reader's.
    on("click", (event, key) => {
      if (!key || event.detail !== 0) return;
      this.#press(key.id, "click", timeOf(event));
      this.#release("click", timeOf(event));
    });
    on("contextmenu", (event) => event.preventDefault());
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#release(event.code, timeOf(event)) && event.preventDefault());
    addEventListener("blur", () => this.letGo());
    addEventListener("click", ({ target }) => giveBack(target));
  }

  letGo() {
    for (const holder of this.#held.keys()) this.#release(holder, now());
  }

  // Keys keep their own meaning in dialogs and on the page's other controls.
  #keyDown(event) {
    if (isTaken(event)) return;
    const focused = event.target.closest?.("button, a, summary");
    const own = focused?.matches(".key") && focused.id;
    const isFree = !focused || own;
    if (isFree && this.type(event.key)) return event.preventDefault();
    const name = (event.key === " " && own) || pressedBy(event.key, this.#app.state.told);
    if (!name || (name === "ok" && !isFree)) return;
    event.preventDefault();
    if (!event.repeat) this.#press(name, event.code, timeOf(event));
  }

  /** Whether that key leaves what is open, or writes there. @param {string} key */
  type(key) {
    const { state, power } = this.#app;
    const typing = state.told?.typing ?? "";
    if (key === "Escape") power.act("leave");
    else if (ENDED.includes(typing) && key === "Enter") power.act("menu");
    else if (typing && key.length === 1 && (TYPED[typing] ?? key).includes(key)) for (const letter of plain(key)) power.act("type", letter);
    else return false;
    return true;
  }

  #press(name, holder, at) {
    if (this.#isImpatient(name, at)) return;
    if (!this.#isDown(name)) this.#move(name, 0, at);
    this.#held.set(holder, name);
  }

  // Whether OK or BACK is pressed so soon again that nobody has seen what it would do now.
  #isImpatient(name, at) {
    const { told } = this.#app.state;
    if (!told || (name !== "ok" && name !== "back")) return false;
    const label = told.labels[LABELLED.indexOf(name)];
    const isSoon = at - this.#last.at < IMPATIENT_MS;
    if (isSoon && (told === this.#last.told || label !== this.#last.label)) return true;
    this.#last = { at, label, told };
    return false;
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
    find(name).classList.toggle("down", level === 0);
    const pin = this.#app.state.board?.buttons[name];
    if (pin !== undefined) this.#app.power.contact(pin, level, at);
  }
}

function pressedBy(key, told) {
  return (told?.labels[0].startsWith("-") ? RAISING : BY_KEY)[key];
}

// Whether a key event is the browser's, a dialog's or a choice's.
function isTaken(event) {
  const isModified = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
  return isModified || Boolean(document.querySelector("dialog[open]") || event.target.closest?.("select, input, textarea"));
}

// A control that is none of the board's buttons keeps the keyboard no longer than its click; a dialog gives it back
// where it was. Those of a real board keep it: the keyboard has no buttons to press there.
function giveBack(target) {
  const control = target.closest?.("button, a, summary");
  if (control && !control.matches(".key, .place") && !control.closest("#mirrored")) control.blur();
}

const FIRST = "point-24"; // where the tabulator first leads to
const DRAGGED = 0.75; // as wide as a place, from its middle: a slip across an edge is no drag

/**
 * Buttons over the board, one for each point, bar and off, and for dice and cube. A place is pressed, or a checker is
 * dragged from it to another. By keyboard they are one stop of the tabulator, and arrows lead from one to the next.
 */
class Places {
  #app;
  #area = find("places"); // lies where the board does
  /** @type {Record<string, import("./geometry.js").Box>} */
  #boxes = {};
  #stop = FIRST; // of the tabulator
  wasClicked = Boolean(remembered("clicked")); // a checker, in this browser
  #drag = /** @type {{from: string, at: {x: number, y: number} | null} | null} */ (null); // where its checker is

  /** @param {import("./state.js").App} app */
  constructor(app) {
    this.#app = app;
    const on = (what, hear) => this.#area.addEventListener(what, hear);
    on("pointerdown", (event) => this.#grab(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#drop(event));
    for (const end of ["pointercancel", "lostpointercapture"]) on(end, () => this.#end());
    on("click", ({ detail, target }) => detail || this.#click(target.id)); // by keyboard, or a screen reader
    on("keydown", (event) => this.#walk(event));
    // Who points at the board has the keyboard for its buttons.
    for (const what of ["mousedown", "contextmenu"]) on(what, (event) => event.preventDefault());
  }

  /** They lie so, where the firmware says what there is. @param {import("./geometry.js").Layout} layout */
  lie(layout) {
    const { board, told, mirror } = this.#app.state;
    this.#boxes = told ? placeBoxes(layout, told.table.cube) : {};
    if (!this.#boxes[this.#stop]) this.#stop = FIRST;
    this.#area.hidden = Boolean(mirror) || !board?.places || !told;
    this.#render();
  }

  #render() {
    const place = ([name, box]) => html`
      <button
        type="button"
        class="place"
        id=${name}
        aria-label=${this.#app.state.told?.places[name]}
        tabindex=${name === this.#stop ? 0 : -1}
        .style=${styleOf(box)}
      ></button>
    `;
    render([Object.entries(this.#boxes).map(place), this.#dragged()], this.#area);
  }

  #dragged() {
    const table = this.#app.state.told?.table;
    const { from, at } = this.#drag ?? {};
    if (!table || !from || !at) return nothing;
    const owner = table.owners[from];
    const colour = owner === undefined ? "" : `--checker: ${cssOf(table.colours[owner])};`;
    return html`<span class="dragged" data-owner=${owner} .style=${`${colour} transform: translate(${at.x}px, ${at.y}px)`}></span>`;
  }

  #grab({ button, target, pointerId }) {
    if (button !== 0 || !target.matches(".place")) return;
    target.setPointerCapture(pointerId);
    this.#drag = { from: target.id, at: null };
  }

  #click(name) {
    if (hasCheckers(name) && moves(this.#app.state.told)) remember("clicked", (this.wasClicked = true));
    this.#app.power.act("place", name);
  }

  // The checker follows the pointer, from when it has left its place.
  #move(event) {
    const drag = this.#drag;
    if (!drag || !hasCheckers(drag.from) || (!drag.at && !hasLeft(event))) return;
    if (!drag.at) this.#app.power.act("lift", drag.from);
    const { left, top } = this.#area.getBoundingClientRect();
    drag.at = { x: event.clientX - left, y: event.clientY - top };
    this.#render();
  }

  #drop(event) {
    const drag = this.#drag;
    if (!drag) return;
    this.#end();
    if (!drag.at && !hasLeft(event)) return this.#click(drag.from);
    const to = document.elementFromPoint(event.clientX, event.clientY)?.closest(".place")?.id;
    if (to && to !== drag.from && hasCheckers(to) && hasCheckers(drag.from)) this.#app.power.act("drop", drag.from, to);
  }

  #end() {
    const wasLifted = this.#drag?.at;
    this.#drag = null;
    if (!wasLifted) return;
    this.#app.power.act("lift", "");
    this.#render();
  }

  #walk(event) {
    if (event.key === "Escape") return event.target.blur();
    const [, way] = event.key.match(/^Arrow(Left|Right|Up|Down)$/) ?? [];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#stop = neighbour(event.target.id, way, this.#boxes);
    this.#render();
    find(this.#stop).focus();
  }
}

function moves(told) {
  return Boolean(told?.labels.includes("MOVE"));
}

function hasCheckers(name) {
  return name !== "dice" && name !== "cube";
}

function hasLeft({ target, clientX, clientY }) {
  const { left, width, top, height } = target.getBoundingClientRect();
  const [across, along] = [clientX - left - width / 2, clientY - top - height / 2];
  return Math.abs(across) >= width * DRAGGED || Math.abs(along) >= height * DRAGGED;
}

function styleOf({ x, y, width, height }, size = `width: ${width}px; height: ${height}px`) {
  return `left: ${x}px; top: ${y}px; ${size}`;
}
