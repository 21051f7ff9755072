// Checkers are pressed, or dragged to where they go, on the buttons that lie over a board.

export const CHECKERS = ".place:not(#dice, #cube)"; // buttons where checkers can be
const DRAGGED = 0.75; // as wide as a place, from its middle

// A place is pressed when the pointer is let go there and has not left it: `press(event)`. `drop(name)`, of
// another place, where a checker was dragged to it; one that was dragged to where none can lie stays.
export function letDrag(element, press, drop) {
  const drag = new Drag(element);
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    drag.begin(event);
  });
  element.addEventListener("pointermove", (event) => drag.move(event));
  for (const end of ["pointercancel", "lostpointercapture"]) element.addEventListener(end, () => drag.end());
  element.addEventListener("pointerup", (event) => {
    const dragged = hasLeft(element, event) || drag.dragged;
    if (!drag.end()) return;
    if (dragged) {
      const there = placeAt(event);
      if (there && there !== element) drop(there.dataset.button);
    } else {
      press(event);
    }
  });
}

// A checker that follows the pointer, from when it has left its place.
class Drag {
  constructor(element) {
    this._element = element;
    this._checker = null;
    this._under_way = false;
  }

  begin() {
    this._under_way = true;
  }

  // Whether the pointer has left the place.
  get dragged() {
    return this._checker !== null;
  }

  move(event) {
    if (!this._under_way || (!this._checker && !hasLeft(this._element, event))) return;
    if (!this._checker) {
      this._checker = document.createElement("span");
      this._checker.className = "dragged";
      this._element.parentElement.append(this._checker);
    }
    const { left, top } = this._element.parentElement.getBoundingClientRect();
    this._checker.style.transform = `translate(${event.clientX - left}px, ${event.clientY - top}px)`;
  }

  // Whether one was under way.
  end() {
    const was = this._under_way;
    this._under_way = false;
    this._checker?.remove();
    this._checker = null;
    return was;
  }
}

// The place for checkers where an event happened, if there is one: dice and cube are none.
function placeAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest(CHECKERS);
}

// A slip across an edge is no drag.
function hasLeft(start, { clientX, clientY }) {
  const { left, width, top, height } = start.getBoundingClientRect();
  const [across, along] = [clientX - left - width / 2, clientY - top - height / 2];
  return Math.abs(across) >= width * DRAGGED || Math.abs(along) >= height * DRAGGED;
}
