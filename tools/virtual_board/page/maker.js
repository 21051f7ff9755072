// What is done at a real board's prompt: its data are tried and written, and it restarts as a drive for another image.

import { keyed } from "lit-html/directives/keyed.js";
import { Prompt } from "./cable.js";
import { Dialog, download, fileButton, html, nothing } from "./dialogs.js";
import { fetched } from "./python.js";
import { boardData } from "./shell.js";
import { state } from "./state.js";

const WAIT = "The board stops for a moment, and plays on then…";
const FILE = "board_config.py";
const SET_UP = "board.bin";
const WRITTEN =
  "The board plays with these values. If it stays dark, choose “Undo” here, or hold any button for ten seconds while you plug it in, then let go.";
const IN_FILES = "its firmware is stored as files: change its data there, and run make flash";
const RUNS = `One run a line: (1, 24) from point 1 to 24, (12, 1) the other way, ("bar", 0), ("off", 1), or ("gap", 3) for lights that stay dark. With several lights a point: (1, 12, "in") from the rim inwards, "out", or "in out" for a snake.`;
// constant -> what it is called, in the order of the form
const FIELDS = {
  STRIP_PIN: "Data pin of the light strip",
  STRIP_ORDER: "Order of colours",
  LIGHTS_PER_POINT: "Lights a point",
  HOME_LEFT: "Home boards at the left",
  WIRING: "What the strip passes, from its data input",
  BUTTON_PINS: "Buttons: Previous, Next, OK, Back",
  OLED_DRIVER: "Display: chip",
  OLED_ADDRESS: "Display: address",
  OLED_HEIGHT: "Display: rows",
  OLED_FLIP: "Display: upside down",
  I2C_ID: "Display: bus",
  I2C_SDA_PIN: "Display: SDA",
  I2C_SCL_PIN: "Display: SCL",
  SUPPLY_MA: "Supply in mA: everything",
  OTHERS_MA: "Supply in mA: all but the strip",
  STRIP_MA_PER_CHANNEL: "Supply in mA: one colour of a light",
  STRIP_IDLE_MA: "Supply in mA: a dark light",
  PIEZO_PIN: "Piezo, or None",
  PLACE_ROW_PINS: "Buttons on the points: rows",
  PLACE_COLUMN_PINS: "Buttons on the points: columns",
};

const LOOK_MS = 100;
const KEYS = ["PREV", "NEXT", "OK", "BACK"];
// The board's own modules, its `host` among them.
const OWN = `
try: from picogammon.host import of_chip
except ImportError: raise ValueError("its firmware is older than this page: update it first")
from picogammon import board_data, panel
host = of_chip(False)
`;
const PINS = `${OWN}print(board_data.own_pins(host))`;
const FORGET = `${OWN}print(board_data.forget(host))`;
// The devices of the data `text`; raises where they describe none.
const devices = (text) => `${OWN}
told = {}
exec(${JSON.stringify(text)}, told)
data = board_data.Laid(None, told)
lights, strip = panel.make_strip(host, data)
switches = panel.make_inputs(host, data.BUTTON_PINS)
oled = panel.make_oled(host, data)`;
// What was set up at the board is within these data.
const write = (text) => `
import os
with open("${FILE}.new", "w") as file: file.write(${JSON.stringify(text)})
os.rename("${FILE}.new", "${FILE}")
try: os.remove("${SET_UP}")
except OSError: pass`;
const light = (lights) => `
rgb = bytearray(3 * strip.lights)
for light in ${JSON.stringify(lights)}: rgb[3 * light : 3 * light + 3] = b"\\x30\\x30\\x30"
strip.show(rgb)`;
const DISPLAY = `
oled.show(b"\\xff" * (16 * oled.height))
print(oled.present)`;
const LOOK = `
print([1 - switch.value() for switch in switches])`;

/**
 * The dialog of a board's data, which are checked as `make check-board` does it, tried, and written as
 * board_config.py.
 */
export class Wiring {
  #app;
  #cable;
  #changed;
  /** @type {Record<string, string> | null} */
  #constants = null; // once they are read
  /** @type {Trial | null} */
  #trial = null;
  /** @type {Promise<unknown>} */
  #work = Promise.resolve();
  #dialog = new Dialog(
    "wiring",
    "Wiring",
    () => this.#body(),
    () => html`<button form="wiring-form" class="choice" ?disabled=${this.#trial}>Write</button>
      <button type="button" class="quiet try" @click=${() => (this.#trial ? this.#trial.end() : this.#do("Checking…", () => this.#try()))}>${this.#trial ? "Stop trying" : "Try"}</button>
      <button type="button" class="quiet undo" ?disabled=${this.#trial} @click=${() => this.#do(WAIT, () => this.#undo())}>Undo</button>`,
  );

  /** `cable()`: the Cable, if there is one. `changed()` is called when the board has other data. */
  constructor(app, cable, changed) {
    this.#app = app;
    this.#cable = cable;
    this.#changed = changed;
    this.#dialog.element.addEventListener("close", () => this.#trial?.end());
  }

  async open(event) {
    await this.#work; // of a dialog that was closed meanwhile
    this.#constants = null;
    this.#dialog.open(event);
    this.#do("Reading…", async () => {
      const { constants, problems } = await this.#app.clerk.ask("board", { files: await this.#files(state.mirror?.name) });
      this.#constants = constants;
      this.#dialog.say(...problems);
    });
  }

  /** What the page draws of the board by its own data; null where it has none, or none that can be read. */
  async shown(name) {
    try {
      const files = await this.#files(name, false);
      return files && (await this.#app.clerk.ask("board", { files })).shown;
    } catch {
      return null;
    }
  }

  /** The board's data and its set-up, name -> bytes; null where there is neither, unless it `needs` them. */
  async #files(name, needs = true) {
    const [own, setUp] = [await this.#cable()?.file(FILE), await this.#cable()?.file(SET_UP)];
    if (!own && !setUp && !needs) return null;
    const usual = async () => new TextEncoder().encode((await boardData(name)).config);
    return { [FILE]: own ?? (await usual()), ...(setUp && { [SET_UP]: setUp }) };
  }

  #body() {
    const submit = (event) => {
      event.preventDefault();
      this.#do("Checking…", () => this.#write());
    };
    return html`<p>Pins are GP numbers, as printed on the Pico. “Try” lights the lights and reads the buttons with these values; only “Write” keeps them.</p>
      <form id="wiring-form" @submit=${submit}>${keyed(this.#constants, this.#constants ? fieldsOf(this.#constants) : nothing)}</form>
      <div class="trial" ?hidden=${!this.#trial?.isReady}>${this.#trial?.body() ?? nothing}</div>`;
  }

  /** {text, shown} of what the form has. Rejects with what is wrong with it. */
  async #checked() {
    const form = this.#dialog.element.querySelector("form");
    const typed = Object.entries({ ...this.#constants, ...Object.fromEntries(new FormData(form ?? undefined)) });
    const text = typed.map(([name, value]) => value && `${name} = ${value}\n`).join("");
    const found = await this.#app.clerk.ask("board", { files: { [FILE]: new TextEncoder().encode(text) } });
    if (found.problems.length) throw new Error(found.problems.join("\n"));
    return found;
  }

  async #write() {
    const { text } = await this.#checked();
    this.#dialog.say(WAIT);
    await Prompt.at(this.#cable(), async (prompt) => {
      if ((await prompt.run(PINS)).trim() === "()") throw new Error(IN_FILES);
      await prompt.run(devices(text)); // what cannot be used raises, and nothing is written
      await prompt.run(write(text));
    });
    this.#changed();
    this.#dialog.say(WRITTEN);
  }

  async #undo() {
    const done = await Prompt.at(this.#cable(), (prompt) => prompt.run(FORGET));
    this.#changed();
    this.#dialog.say(done.trim() === "True" ? "The board plays with its image's own data." : "There was nothing to undo.");
  }

  async #try() {
    const { text, shown } = await this.#checked();
    if (!this.#dialog.isOpen) return; // nobody would end it
    this.#dialog.say(WAIT);
    const trial = (this.#trial = new Trial(shown, () => this.#dialog.render()));
    try {
      await Prompt.at(this.#cable(), async (prompt) => {
        await prompt.run(devices(text));
        this.#dialog.say();
        await trial.run(prompt);
      });
      this.#dialog.say("The board plays on. Nothing was written.");
    } finally {
      this.#trial = null;
    }
  }

  #do(words, act) {
    if (!this.#dialog.isBusy) this.#work = this.#dialog.busy(words, act);
  }
}

function fieldsOf(constants) {
  const field = ([name, label]) => {
    const text = constants[name] ?? "";
    if (name !== "WIRING") return html`<label>${label}<input name=${name} value=${text} spellcheck="false" autocomplete="off" /></label>`;
    return html`<label class="wide">${label}<textarea name=${name} rows=${text.split("\n").length + 1} .value=${text} spellcheck="false"></textarea></label>
      <p class="legend">${RUNS}</p>`;
  };
  return html`<div class="fields">${Object.entries(FIELDS).map(field)}</div>`;
}

/** Data tried on the board: a click lights a light, and a button that is pressed is marked. */
class Trial {
  #shown;
  #render;
  #wanted = ""; // code; only the last that was asked for counts
  #ends = false;
  #levels = [0, 0, 0, 0];
  #seen = new Set();
  #answer = ""; // of the display
  isReady = false; // whether the board listens

  constructor(shown, render) {
    this.#shown = shown;
    this.#render = render;
  }

  /** Does what is asked until it is ended, and looks at the buttons. */
  async run(prompt) {
    this.isReady = true;
    for (; !this.#ends; await new Promise((resolve) => setTimeout(resolve, LOOK_MS))) {
      const code = this.#wanted;
      this.#wanted = "";
      this.#told((await prompt.run(code + LOOK)).trim().split("\n"));
    }
    await prompt.run(light([]));
  }

  end() {
    this.#ends = true;
  }

  body() {
    const { points, bars, offs, strip } = this.#shown;
    const named = (name, places) => places.map((lights, side) => [`${name} ${side + 1}`, lights]).filter(([, lights]) => lights.length);
    const places = [...points.map((lights, at) => [`${at + 1}`, lights, "point "]), ...named("bar", bars), ...named("off", offs)];
    const ask = (code) => () => (this.#wanted = code);
    const button = ([words, lights, kind = ""]) =>
      html`<button type="button" class="quiet" aria-label="Light ${kind}${words}" @click=${ask(light(lights))}>${words}</button>`;
    const look = (at) => `${this.#levels[at] ? "down" : ""} ${this.#seen.has(at) ? "seen" : ""}`;
    return html`<p class="pressed">Press each button on the board: ${KEYS.map((name, at) => html`<span class=${look(at)}>${name}</span>`)}</p>
      <p>Click a place: its lights go on.</p>
      <p class="places">${places.map(button)}</p>
      <label>One light, along the strip<input type="range" min="0" max=${strip.lights - 1} value="0" @input=${({ target }) => ask(light([Number(target.value)]))()} /></label>
      <p class="display"><button type="button" class="quiet" @click=${ask(DISPLAY)} aria-label="Light the whole display">Display</button><span>${this.#answer}</span></p>`;
  }

  /** What the board has printed: whether its display answers, if that was asked, and its buttons' levels. */
  #told(lines) {
    this.#levels = JSON.parse(lines.pop());
    this.#levels.forEach((isDown, at) => isDown && this.#seen.add(at));
    const [present] = lines;
    if (present) this.#answer = present.trim() === "True" ? "It answers: all its dots are lit." : "No display answers there.";
    this.#render();
  }
}

const ABOUT = `
import sys, picogammon
sys.path[:] = [".frozen"]
try: from board_config import NAME as name
except ImportError: name = ""
print(name, picogammon.VERSION, getattr(picogammon, "LAYOUT", 0), sys.implementation._machine)`;
const LEAVE = "import machine\nmachine.bootloader()";
const BEFORE =
  "The board restarts as a drive, onto which you copy the new version. Matches and settings stay; to be safe, choose “Back up” first.";
const BY_HAND =
  "Save the file, open the drive where your computer lists its drives, and drag the file onto it. When the copy ends, the drive disappears and the board restarts: then connect it here again. If a copy is interrupted, do it again: no harm is done. If the drive does not appear, hold BOOTSEL on the Pico while you plug it in. To keep the old version, pull the plug and put it in again.";

/**
 * The page's image for a board, and its `order`: above 0 where its version is newer than the board's. Null if there is none.
 * @returns {Promise<import("./state.js").Image | null>}
 */
export async function imageFor(name, version) {
  const { images } = await (await fetched("./images.json")).json();
  const ours = images.find(({ board }) => board === name);
  return ours ? { ...ours, order: ours.version.localeCompare(version, "en", { numeric: true }) } : null;
}

/** The dialog of another image: what the board has, what there is, and the restart as a drive. */
export class Update {
  #app;
  #cable;
  #release;
  /** @type {{name: string, file: string, bytes: Uint8Array} | null} */
  #drive = null; // that the board is now, and what is to be copied there
  #dialog = new Dialog(
    "updating",
    "Update",
    () => html`<p class="hand">${this.#drive ? `The board is a drive now: ${this.#drive.name}. ${BY_HAND}` : BEFORE}</p>`,
    () => (this.#drive ? saving(this.#drive) : this.#offered()),
  );

  /** `cable()`: the Cable, if there is one. `release()` lets the board go. */
  constructor(app, cable, release) {
    this.#app = app;
    this.#cable = cable;
    this.#release = release;
  }

  open(event) {
    const { name, version, image } = /** @type {NonNullable<typeof state.mirror>} */ (state.mirror);
    const other = image ? "There is none newer here." : "This page carries no version for it: choose a file from Releases.";
    this.#drive = null;
    this.#dialog.open(event);
    this.#dialog.say(`The board ${name} has version ${version}.`, image && image.order > 0 ? `There is a newer one: ${image.version}.` : other);
  }

  #offered() {
    const image = state.mirror?.image;
    const ours = ({ file, version, order }) => {
      const words = order > 0 ? "Update to" : order ? "Go back to" : "Reinstall";
      const begin = () => this.#begin(file, () => fetched(`./images/${file}`));
      return html`<button type="button" class=${order > 0 ? "choice" : "quiet"} @click=${begin}>${words} version ${version}</button>`;
    };
    return [image ? ours(image) : nothing, fileButton("A file…", ".uf2", (file) => this.#begin(file.name, () => file))];
  }

  /** Restarts the board as a drive, if the image may go onto it (tools/image/uf2.py); until then nothing has changed. */
  #begin(file, load) {
    return this.#dialog.busy("Loading…", async () => {
      const bytes = new Uint8Array(await (await load()).arrayBuffer());
      this.#dialog.say(WAIT);
      const { drive } = await Prompt.at(this.#cable(), async (prompt) => {
        const found = await this.#app.clerk.ask("image", { board: await prompt.run(ABOUT), files: { "image.uf2": bytes } });
        await prompt.leave(LEAVE);
        return found;
      });
      this.#release();
      this.#drive = { name: drive, file, bytes };
      this.#dialog.open();
    });
  }
}

function saving({ file, bytes }) {
  const save = () => download(file, bytes, "application/octet-stream");
  return html`<button type="button" class="choice" @click=${save}>Save the file</button>`;
}
