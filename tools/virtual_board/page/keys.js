// The four buttons: mouse, finger or pen, keyboard, and whatever a screen reader does.

const BY_KEY = { ArrowLeft: "prev", ArrowRight: "next", Enter: "ok", Backspace: "back" };
const CHECKERS = ".place:not(#dice, #cube)"; // buttons where checkers can be
const DRAGGED = 0.75; // as wide as a place, from its middle

export class Keys {
  // `buttons`: name -> element. `move(name, pressed, at)` is called at every edge, which came at the
  // time `at`, as Date.now() says it; `drop(from, to)` where a checker was dragged.
  constructor(buttons, move, drop) {
    this._buttons = buttons;
    this._move = move;
    this._drop = drop;
    this._holders = Object.fromEntries(Object.keys(buttons).map((name) => [name, new Set()]));
    for (const [name, element] of Object.entries(buttons)) this._listen(name, element);
    addEventListener("keydown", (event) => this._keyDown(event));
    addEventListener("keyup", (event) => this._keyUp(event));
    addEventListener("blur", () => this.letGo());
    addEventListener("click", ({ target }) => giveBack(target));
  }

  // Lets go of every button.
  letGo() {
    for (const [name, holders] of Object.entries(this._holders)) {
      for (const holder of [...holders]) this._release(name, holder, Date.now());
    }
  }

  _listen(name, element) {
    const drag = element.matches(CHECKERS) ? new Drag(element) : null;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      if (drag) drag.begin(event);
      else this._press(name, event.pointerId, timeOf(event));
    });
    if (drag) this._drags(name, element, drag);
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => {
        this._release(name, event.pointerId, timeOf(event));
      });
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click that no pointer and no key of ours made: a screen reader's.
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this._press(name, "click", timeOf(event));
      this._release(name, "click", timeOf(event));
    });
  }

  // A place is pressed when the pointer is let go there and has not left it; a checker that it has dragged
  // to where none can lie stays.
  _drags(name, element, drag) {
    element.addEventListener("pointermove", (event) => drag.move(event));
    for (const end of ["pointercancel", "lostpointercapture"]) element.addEventListener(end, () => drag.end());
    element.addEventListener("pointerup", (event) => {
      const dragged = hasLeft(element, event) || drag.dragged;
      if (!drag.end()) return;
      if (dragged) {
        const there = placeAt(event);
        if (there && there !== element) this._drop(name, there.dataset.button);
      } else {
        this._press(name, event.pointerId, timeOf(event));
        this._release(name, event.pointerId, timeOf(event));
      }
    });
  }

  _keyDown(event) {
    const name = this._named(event);
    if (!name) return;
    event.preventDefault();
    if (!event.repeat) this._press(name, event.code, timeOf(event));
  }

  _keyUp(event) {
    for (const name of Object.keys(this._holders)) {
      if (!this._holders[name].has(event.code)) continue;
      event.preventDefault();
      this._release(name, event.code, timeOf(event));
    }
  }

  // The button that a key event means, if any. Keys keep their own meaning in dialogs and on the
  // page's other controls.
  _named(event) {
    if (isTaken(event)) return null;
    const focused = event.target.closest?.("button, a, summary");
    const own = focused?.dataset.button;
    if (event.key === " " || (event.key === "Enter" && focused?.matches(".place"))) return own ?? null;
    if (event.key === "Enter" && focused && !own) return null;
    return BY_KEY[event.key] ?? null;
  }

  _press(name, holder, at) {
    const holders = this._holders[name];
    const held = holders.size > 0;
    holders.add(holder);
    if (held) return;
    this._buttons[name].classList.add("down");
    this._move(name, true, at);
  }

  _release(name, holder, at) {
    const holders = this._holders[name];
    if (!holders.delete(holder) || holders.size) return;
    this._buttons[name].classList.remove("down");
    this._move(name, false, at);
  }
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

// Whether a key event is the browser's, a dialog's or a choice's.
function isTaken(event) {
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  return modified || Boolean(document.querySelector("dialog[open]") || event.target.closest?.("select"));
}

// A control that is none of the board's buttons keeps the keyboard no longer than its click; a dialog gives it back
// where it was. Those of a real board keep it: the keyboard has no buttons to press there.
function giveBack(target) {
  const control = target.closest?.("button, a, summary");
  if (control && !control.dataset.button && !control.closest("#mirrored")) control.blur();
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

// When an event came: the page may hear of it late.
function timeOf(event) {
  return Date.now() - Math.max(0, performance.now() - event.timeStamp);
}
