// Tries a board's data on the board, at its prompt, before they are written: a click lights a light, and a
// button that is pressed is marked.

import { button, element } from "./elements.js";

const LOOK_MS = 100;
const NAMES = ["PREV", "NEXT", "OK", "BACK"];
const BESIDE = [["bar", "Bar"], ["off", "Off"]]; // prettier-ignore
// The board's own modules, its `host` among them.
export const OWN = `
try: from picogammon.host import of_chip
except ImportError: raise ValueError("its firmware is older than this page: update it first")
from picogammon import board_data, panel
host = of_chip(False)
`;
// The devices of the data `text`; raises where they describe none.
export const TRY = (text) => `${OWN}
told = {}
exec(${JSON.stringify(text)}, told)
data = board_data.Laid(None, told)
lights, strip = panel.make_strip(host, data)
switches = panel.make_inputs(host, data.BUTTON_PINS)
oled = panel.make_oled(host, data)`;
const LIGHT = (lights) => `
rgb = bytearray(3 * strip.lights)
for light in ${JSON.stringify(lights)}: rgb[3 * light : 3 * light + 3] = b"\\x30\\x30\\x30"
strip.show(rgb)`;
const LOOK = "print([1 - switch.value() for switch in switches])";
const DISPLAY = `
oled.show(b"\\xff" * (16 * oled.height))
print(oled.present)`;

export class Trial {
  // `place`: the element that it is shown in. `shown`: which light is where, as board_data.py says it.
  constructor(place, { text, shown }) {
    this._place = place;
    this._text = text;
    this._wanted = null; // [code, what is told of its answer]
    this._ended = new Promise((resolve) => (this._end = resolve));
    this._over = new Promise((resolve) => (this.done = () => resolve(this._clear())));
    this._stops = false;
    this._keys = NAMES.map((name) => element("span", name));
    this._fill(shown);
  }

  // Does what is asked, until it is ended; `ready()` once the board listens. Rejects where the board
  // cannot use the data.
  async run(files, ready) {
    await files.run(TRY(this._text));
    ready();
    this._place.hidden = false;
    while (!this._stops) {
      const [code, heard] = this._wanted ?? [LOOK, (said) => this._mark(JSON.parse(said))];
      this._wanted = null;
      heard(await files.run(code));
      if (!this._wanted) await Promise.race([this._ended, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    }
    await files.run(LIGHT([]));
  }

  // Ends it; resolves when the board plays on.
  end() {
    this._stops = true;
    this._end();
    return this._over;
  }

  _fill({ points, bars, offs, strip }) {
    const keys = element("p", "Press each button on the board: ");
    keys.className = "pressed";
    keys.append(...this._keys);
    const places = document.createElement("p");
    places.className = "places";
    places.append(...points.map((lights, at) => this._button(`${at + 1}`, `Light point ${at + 1}`, lights)));
    BESIDE.forEach(([, name], which) => {
      [bars, offs][which].forEach((lights, side) => {
        if (lights.length) places.append(this._button(`${name} ${side + 1}`, `Light ${name.toLowerCase()} ${side + 1}`, lights));
      });
    });
    const single = document.createElement("label");
    const field = document.createElement("input");
    Object.assign(field, { type: "range", min: 0, max: strip.lights - 1, value: 0 });
    field.addEventListener("input", () => this._ask(LIGHT([Number(field.value)])));
    single.append("One light, along the strip", field);
    const display = button("Display", "Light the whole display", "quiet", () => {
      this._ask(DISPLAY, (said) => (answer.textContent = said.trim() === "True" ? "It answers: all its dots are lit." : "No display answers there."));
    });
    const answer = element("span", "");
    const last = document.createElement("p");
    last.className = "display";
    last.append(display, answer);
    this._place.replaceChildren(keys, element("p", "Click a place: its lights go on."), places, single, last);
  }

  _button(words, label, lights) {
    return button(words, label, "quiet", () => this._ask(LIGHT(lights)));
  }

  // Only the last light that was asked for counts.
  _ask(code, heard = () => {}) {
    this._wanted = [code, heard];
  }

  _mark(levels) {
    levels.forEach((down, at) => {
      this._keys[at].classList.toggle("down", Boolean(down));
      if (down) this._keys[at].classList.add("seen");
    });
  }

  _clear() {
    this._place.hidden = true;
    this._place.replaceChildren();
  }
}
