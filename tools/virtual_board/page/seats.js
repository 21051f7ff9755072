// Who sits above and below the board: colour, name, who plays it, score, pips and clock. For who looks;
// who listens to the page is told it in sentences (words.js).

import { element } from "./elements.js";
import { cssOf } from "./paint.js";

export class Seats {
  // `parts`: the elements above and below the board. `main` holds them, and makes room for them.
  constructor(parts, main) {
    this._parts = parts;
    this._main = main;
  }

  // `seats`: what device/words.py tells of the one above and the one below; null where nobody knows.
  show(seats) {
    this._main.classList.toggle("seated", Boolean(seats));
    this._parts.forEach((part, at) => {
      part.hidden = !seats;
      if (seats) fill(part, seats[at]);
    });
  }
}

function fill(part, { name, who, colour, score, length, pips, clock, acts }) {
  const swatch = element("span", "");
  swatch.className = "swatch";
  swatch.style.background = cssOf(colour);
  const called = element("b", who ? `${name}: ${who}` : name);
  const points = `${score} ${score === 1 ? "point" : "points"}`;
  const won = `${points}, won`; // perhaps more than the match had left
  const stands = !length ? points : score < length ? `${score} of ${length}` : won;
  const told = [stands, `${pips} ${pips === 1 ? "pip" : "pips"}`, ...(clock ? [clock] : [])].map((text) => element("span", text));
  part.classList.toggle("acts", acts);
  part.replaceChildren(swatch, called, ...told);
}
