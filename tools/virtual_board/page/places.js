// The buttons on the board itself, one for each point, bar and off, and for dice and cube: lying over
// the painted board, where a mouse or a finger looks for them. By keyboard they are one stop of the
// tabulator, and arrows lead from one to the next; elsewhere these keys are the board's own.

const FIRST = "point-24"; // where the tabulator first leads to
const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

import { neighbour, placeBoxes } from "./geometry.js";

const SIDES = ["first player's", "second player's"];

export class Places {
  // Makes them in `room`, an element that lies where the board does. `elements`: name -> button, whose
  // id is `prefix` and that name.
  constructor(room, prefix = "") {
    this._room = room;
    this._prefix = prefix;
    this.elements = {};
    for (let point = 1; point <= 24; point++) this._add(`point-${point}`, `Point ${point}`);
    for (const side of [0, 1]) {
      this._add(`bar-${side}`, `Bar, the ${SIDES[side]} checkers`);
      this._add(`off-${side}`, `Off, the ${SIDES[side]} checkers`);
    }
    this._add("dice", "Dice: roll, or end the turn");
    this._add("cube", "Cube: double, or end the turn");
    this.elements[FIRST].tabIndex = 0;
    room.addEventListener("keydown", (event) => this._walk(event), { capture: true });
    // Who points at the board has the keyboard for its buttons.
    room.addEventListener("mousedown", (event) => event.preventDefault());
  }

  // Whether the board has such buttons.
  show(present) {
    this._room.hidden = !present;
  }

  // What each is called: {name: label}.
  call(labels) {
    for (const [name, label] of Object.entries(labels)) {
      const place = this.elements[name];
      if (place.getAttribute("aria-label") !== label) place.setAttribute("aria-label", label);
    }
  }

  lay(layout) {
    this._room.style.width = `${layout.width}px`;
    this._room.style.height = `${layout.height}px`;
    this._room.style.setProperty("--unit", `${layout.unit}px`);
    this.put(placeBoxes(layout), "px");
  }

  // Puts each where its box has it, {name: {x, y, width, height}}; those without one are hidden.
  put(boxes, unit) {
    this._boxes = boxes;
    for (const [name, element] of Object.entries(this.elements)) {
      element.hidden = !boxes[name];
      if (element.hidden) continue;
      const { x, y, width, height } = boxes[name];
      const { style } = element;
      style.left = `${x}${unit}`;
      style.top = `${y}${unit}`;
      style.width = `${width}${unit}`;
      style.height = `${height}${unit}`;
    }
  }

  _add(name, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.id = this._prefix + name;
    button.className = "place";
    button.dataset.button = name;
    button.tabIndex = -1;
    button.setAttribute("aria-label", label);
    this._room.append(button);
    this.elements[name] = button;
    return button;
  }

  _walk(event) {
    if (event.key === "Escape") return event.target.blur();
    if (!ARROWS.has(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.elements[neighbour(event.target.dataset.button, event.key.slice(5), this._boxes)];
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
