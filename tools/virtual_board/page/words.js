// What the board shows, in words, for who listens to the page: a live region with what the display
// says, each side's checkers, and the buttons on the board.

export class Words {
  // `said` and `sides`: elements; `places`: name -> button.
  constructor(said, sides, places) {
    this._said = said;
    this._sides = sides;
    this._places = places;
  }

  // `told`: what the firmware's companion tells (device/companion.py).
  tell(told) {
    put(this._said, told.said);
    told.sides.forEach((text, side) => put(this._sides[side], text));
    for (const [name, label] of Object.entries(told.places)) {
      const place = this._places[name];
      if (place.getAttribute("aria-label") !== label) place.setAttribute("aria-label", label);
    }
  }

  // A real board tells only what its display says.
  say(text) {
    put(this._said, text);
  }

  // The board is off, or nobody knows what it shows.
  hush() {
    for (const element of [this._said, ...this._sides]) put(element, "");
  }
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
