// The four buttons: mouse, finger or pen, keyboard, and whatever a screen reader does.

import { now, timeOf } from "./clock.js";
import { CHECKERS, letDrag } from "./drag.js";

const BY_KEY = { ArrowLeft: "prev", ArrowRight: "next", Enter: "ok", Backspace: "back" };
export class Keys {
  // `buttons`: name -> element. `move(name, pressed, at)` is called at every edge, which came at the
  // time `at`, as now() says it; `drop(from, to)` where a checker was dragged.
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
      for (const holder of [...holders]) this._release(name, holder, now());
    }
  }

  _listen(name, element) {
    if (element.matches(CHECKERS)) {
      const pressed = (event) => {
        this._press(name, event.pointerId, timeOf(event));
        this._release(name, event.pointerId, timeOf(event));
      };
      letDrag(element, pressed, (there) => this._drop(name, there));
    } else {
      element.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        element.setPointerCapture(event.pointerId);
        this._press(name, event.pointerId, timeOf(event));
      });
    }
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
