// A play that is laid on the board of a practice card, by clicks and drags as on the board itself, or by
// the keyboard. What a press means is asked of the firmware's own code (clerk/clerk.py).

import { Places } from "./input.js";

const BAR = 25;
const OFF = 0;

export class Laying {
  // `parts`: elements {board, places, field, undo, show}: the drawing, what lies over it, the play as text and
  // two buttons. `ask(steps, point, to)`: a promise of what the clerk's `lay` gives; `tell(text)` says
  // something, `trying(act)` says what goes wrong.
  constructor(parts, { ask, tell, trying }) {
    Object.assign(this, { _parts: parts, _ask: ask, _tell: tell, _trying: trying });
    this._turn = Promise.resolve();
    this._places = new Places(parts.places, {
      prefix: "card-",
      press: (name) => this._lay(pointOf(name)),
      drop: (from, to) => this._lay(pointOf(from), pointOf(to)),
    });
    parts.undo.addEventListener("click", () => this.undo());
    parts.field.addEventListener("input", () => this._forget());
  }

  // `front`: a card, as the clerk tells of it.
  begin(front) {
    this._front = front;
    this._steps = [[]]; // after each press
    this._parts.field.value = "";
    this._open = front.choices.length === 0;
    this._parts.places.hidden = !this._open;
    this._draw(front);
    const boxes = Object.entries(front.places).map(([name, box]) => [name, box.map((part) => part / 100)]);
    this._places.put(Object.fromEntries(boxes.map(([name, [x, y, width, height]]) => [name, { x, y, width, height }])), "%");
  }

  // Nothing more can be laid: the board stays as it was laid.
  end() {
    this._open = false;
    this._parts.places.hidden = true;
  }

  // Resolves when all that was pressed is shown.
  get shown() {
    return this._turn;
  }

  // Takes back what the last press did.
  undo() {
    this._inTurn(async (steps) => {
      if (steps.length < 2) return null;
      steps.pop();
      return this._ask(steps.at(-1));
    });
  }

  _lay(point, to = null) {
    this._inTurn(async (steps) => {
      const found = await this._ask(steps.at(-1), point, to);
      if (!found.refused) steps.push(found.steps);
      return found;
    });
  }

  // Does what one press means once that of the press before is shown, and shows what `act(steps)` finds.
  _inTurn(act) {
    const steps = this._steps;
    this._turn = this._turn.then(() => {
      if (steps !== this._steps || !this._open) return null; // another card is asked meanwhile
      return this._trying(async () => {
        const found = await act(steps);
        if (found && steps === this._steps && this._open) this._show(found);
      });
    });
  }

  _show(found) {
    this._draw(found);
    this._parts.field.value = found.text;
    this._tell(found.refused ? found.refused[0].toUpperCase() + found.refused.slice(1) : undefined);
    if (found.complete && !found.refused) this._parts.show.focus();
  }

  // What is typed counts, and what was laid, or still is, does not.
  _forget() {
    this._steps = [[]];
    this._draw(this._front);
  }

  _draw({ board, words, spots }) {
    this._parts.board.innerHTML = this._front.look + board;
    this._parts.board.setAttribute("aria-label", words);
    this._places.call(spots);
  }
}

// The number of the learner's point, null of the other side's places.
function pointOf(name) {
  const [kind, number] = name.split("-");
  if (kind === "point") return Number(number);
  return { "bar-0": BAR, "off-0": OFF }[name] ?? null;
}
