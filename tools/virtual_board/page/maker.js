// A real board's data, tried and written at its prompt, and another image for it.

import { keyed } from "lit-html/directives/keyed.js";
import { WAIT, atPrompt } from "./cable.js";
import { Dialog, download, fileButton, html, nothing } from "./dialogs.js";
import { bytesOf } from "./files.js";
import { fetched } from "./python.js";
import { state } from "./state.js";

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
  PIEZO_PIN: "Piezo, if there is one",
  PLACE_ROW_PINS: "Buttons on the points: rows",
  PLACE_COLUMN_PINS: "Buttons on the points: columns",
};
const DEFAULTS = { HOME_LEFT: false, OLED_HEIGHT: 64 };

const LOOK_MS = 100;
const KEYS = ["PREV", "NEXT", "OK", "BACK"];
// The board's own modules, its `host` among them.
const OWN = `
try: from picogammon.host import of_chip
except ImportError: raise ValueError("its firmware is older than this page: update it first")
from picogammon import board_data, panel
host = of_chip(False)
`;
// The devices of the data `text`; raises where they describe none.
const devices = (text) => `${OWN}
told = {}
exec(${JSON.stringify(text)}, told)
data = board_data.Laid(None, told)
lights, strip = panel.make_strip(host, data)
switches = panel.make_inputs(host, data.BUTTON_PINS)
oled = panel.make_oled(host, data)`;
const light = (lights) => `
rgb = bytearray(3 * strip.lights)
for light in ${JSON.stringify(lights)}: rgb[3 * light : 3 * light + 3] = b"\\x30\\x30\\x30"
strip.show(rgb)`;
const LOOK = "print([1 - switch.value() for switch in switches])";
const DISPLAY = `
oled.show(b"\\xff" * (16 * oled.height))
print(oled.present)`;

/** The dialog of a board's data. They are checked as `make check-board` does it, and written as board_config.py. */
export class Wiring {
  #cable;
  #clerk;
  #usual;
  #changed;
  /** @type {Record<string, any> | null} */
  #config = null; // name -> value, once it is read
  #opened = 0;
  /** @type {Trial | null} */
  #trial = null;
  /** @type {Promise<unknown>} */
  #work = Promise.resolve();
  #dialog = new Dialog(
    "wiring",
    "Wiring",
    () => this.#form(),
    () => html`<button form="wiring-form" class="choice">Write</button>
      <button type="button" class="quiet try" @click=${() => this.#try()}>${this.#trial ? "Stop trying" : "Try"}</button>
      <button type="button" class="quiet undo" @click=${() => this.#instead(WAIT, () => this.#undo())}>Undo</button>`,
  );

  /**
   * @param {() => any} cable  the Cable, null where there is none
   * @param {any} clerk
   * @param {{usual: (name: string) => Promise<string>, changed: () => void}} board  the data that a board of that name
   *   usually has; what is called when it has others
   */
  constructor(cable, clerk, { usual, changed }) {
    this.#cable = cable;
    this.#clerk = clerk;
    this.#usual = usual;
    this.#changed = changed;
    this.#dialog.element.addEventListener("close", () => this.#trial?.end());
  }

  async open(event) {
    await this.#work; // of a dialog that was closed meanwhile
    this.#config = null;
    this.#dialog.open(event);
    this.#do("Reading…", async () => {
      const name = state.mirror?.name;
      const files = (await this.#files(name)) ?? { [FILE]: await this.#usualFile(name) };
      const { config, problems } = await this.#clerk.board(files);
      this.#config = config;
      this.#opened += 1;
      this.#dialog.say(...problems);
    });
  }

  /** What the page draws of the board by its own data; null where it has none, or none that can be read. */
  async shown(name) {
    try {
      const files = await this.#files(name);
      return files && (await this.#clerk.board(files)).shown;
    } catch {
      return null;
    }
  }

  async #usualFile(name) {
    return new TextEncoder().encode(await this.#usual(name));
  }

  /** The board's data and its set-up, name -> bytes; null where there is neither. */
  async #files(name) {
    const cable = this.#cable();
    const [own, setUp] = [await cable.file(FILE), await cable.file(SET_UP)];
    if (!own && !setUp) return null;
    return { [FILE]: own ?? (await this.#usualFile(name)), ...(setUp && { [SET_UP]: setUp }) };
  }

  #form() {
    const submit = (event) => {
      event.preventDefault();
      this.#instead("Checking…", () => this.#write());
    };
    const fields = Object.entries(FIELDS).map(([name, label]) => {
      const value = this.#config?.[name] ?? DEFAULTS[name];
      if (name !== "WIRING") {
        const text = value === undefined || value === null ? "" : constant(value);
        return html`<label>${label}<input data-name=${name} .value=${text} spellcheck="false" autocomplete="off" /></label>`;
      }
      const text = (value ?? []).map(constant).join(",\n");
      return html`<label class="wide">${label}<textarea data-name=${name} rows=${Math.max(2, text.split("\n").length)} .value=${text} spellcheck="false"></textarea></label>
        <p class="legend">${RUNS}</p>`;
    }); // prettier-ignore
    return html`<p>Pins are GP numbers, as printed on the Pico. “Try” lights the lights and reads the buttons with these values; only “Write” keeps them.</p>
      <form id="wiring-form" @submit=${submit}>${this.#config ? keyed(this.#opened, html`<div class="fields">${fields}</div>`) : nothing}</form>
      <div class="trial" ?hidden=${!this.#trial?.isReady}>${this.#trial?.body() ?? nothing}</div>`;
  }

  /** {text, shown} of what the form has. Rejects with what is wrong with it. */
  async #checked() {
    const rows = Object.entries(this.#config ?? {})
      .filter(([name]) => !(name in FIELDS))
      .map(([name, value]) => [name, constant(value)]);
    for (const field of this.#dialog.element.querySelectorAll("[data-name]")) {
      const { dataset, value } = /** @type {HTMLInputElement} */ (field);
      const name = dataset.name ?? "";
      const text = value.trim().replace(/\s+/g, " ");
      if (name === "WIRING") rows.push([name, `(${text.replace(/,$/, "")},)`]);
      else if (text || name === "PIEZO_PIN") rows.push([name, text || "None"]);
    }
    const text = rows.map(([name, value]) => `${name} = ${value}`).join("\n");
    const told = await this.#clerk.board({ [FILE]: new TextEncoder().encode(text) }).catch((error) => {
      const [, line] = error.message.match(/^line (\d+)/) ?? [];
      const [name] = rows[line - 1] ?? [];
      throw name ? new Error(`${FIELDS[name] ?? name}: this cannot be read`, { cause: error }) : error;
    });
    if (told.problems.length) throw new Error(told.problems.join("\n"));
    return told;
  }

  async #write() {
    const { text } = await this.#checked();
    this.#dialog.say(WAIT);
    await atPrompt(this.#cable(), async (files) => {
      if ((await files.run(`${OWN}print(board_data.own_pins(host))`)).trim() === "()") throw new Error(IN_FILES);
      await files.run(devices(text)); // what cannot be used raises, and nothing is written
      await files.write(FILE, new TextEncoder().encode(text));
      await files.remove(SET_UP); // it is within these data
    });
    this.#changed();
    this.#dialog.say(WRITTEN);
  }

  async #undo() {
    const done = await atPrompt(this.#cable(), (files) => files.run(`${OWN}print(board_data.forget(host))`));
    this.#changed();
    this.#dialog.say(done.trim() === "True" ? "The board plays with its image's own data." : "There was nothing to undo.");
  }

  #try() {
    if (this.#trial) this.#trial.end();
    else this.#do("Checking…", () => this.#begin());
  }

  async #begin() {
    const told = await this.#checked();
    if (!this.#dialog.isOpen) return; // nobody would end it
    this.#dialog.say(WAIT);
    const trial = (this.#trial = new Trial(told, () => this.#dialog.render()));
    try {
      await atPrompt(this.#cable(), (files) => trial.run(files, () => this.#dialog.say()));
      this.#dialog.say("The board plays on. Nothing was written.");
    } finally {
      this.#trial = null;
    }
  }

  #do(words, act) {
    if (!this.#dialog.isBusy) this.#work = this.#dialog.busy(words, act);
  }

  /** Likewise, in place of a trial that is under way. */
  async #instead(words, act) {
    if (this.#trial) {
      this.#trial.end();
      await this.#work;
    }
    this.#do(words, act);
  }
}

/** A value as a constant of Python. */
function constant(value) {
  if (Array.isArray(value)) return `(${value.map(constant).join(", ")}${value.length === 1 ? "," : ""})`;
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : String(value);
}

/** Data tried on the board: a click lights a light, and a button that is pressed is marked. */
class Trial {
  #text;
  #shown;
  #render;
  #wanted = /** @type {[string, (said: string) => void] | null} */ (null); // code, and what is told of its answer
  #stops = false;
  #wake = () => {};
  #levels = [0, 0, 0, 0];
  #seen = new Set();
  #answer = "";
  isReady = false; // whether the board listens

  constructor({ text, shown }, render) {
    this.#text = text;
    this.#shown = shown;
    this.#render = render;
  }

  /** Does what is asked until it is ended. Rejects where the board cannot use the data. */
  async run(files, ready) {
    await files.run(devices(this.#text));
    this.isReady = true;
    ready();
    while (!this.#stops) {
      const [code, heard] = this.#wanted ?? [LOOK, (said) => this.#mark(JSON.parse(said))];
      this.#wanted = null;
      heard(await files.run(code));
      if (this.#wanted || this.#stops) continue;
      await new Promise((resolve) => setTimeout((this.#wake = () => resolve(null)), LOOK_MS));
    }
    await files.run(light([]));
  }

  end() {
    this.#stops = true;
    this.#wake();
  }

  body() {
    const { points, bars, offs, strip } = this.#shown;
    const named = (name, places) => places.map((lights, side) => [`${name} ${side + 1}`, lights]).filter(([, lights]) => lights.length);
    const places = [...points.map((lights, at) => [`${at + 1}`, lights, "point "]), ...named("bar", bars), ...named("off", offs)];
    const button = ([words, lights, kind = ""]) =>
      html`<button type="button" class="quiet" aria-label="Light ${kind}${words}" @click=${() => this.#ask(light(lights))}>${words}</button>`;
    const look = (at) => `${this.#levels[at] ? "down" : ""} ${this.#seen.has(at) ? "seen" : ""}`;
    const display = () => {
      this.#ask(DISPLAY, (said) => {
        this.#answer = said.trim() === "True" ? "It answers: all its dots are lit." : "No display answers there.";
        this.#render();
      });
    };
    return html`<p class="pressed">Press each button on the board: ${KEYS.map((name, at) => html`<span class=${look(at)}>${name}</span>`)}</p>
      <p>Click a place: its lights go on.</p>
      <p class="places">${places.map(button)}</p>
      <label>One light, along the strip<input type="range" min="0" max=${strip.lights - 1} value="0" @input=${({ target }) => this.#ask(light([Number(target.value)]))} /></label>
      <p class="display"><button type="button" class="quiet" @click=${display} aria-label="Light the whole display">Display</button><span>${this.#answer}</span></p>`;
  }

  /** Only the last that was asked for counts. */
  #ask(code, heard = /** @type {(said: string) => void} */ (() => {})) {
    this.#wanted = [code, heard];
  }

  #mark(levels) {
    if (String(levels) === String(this.#levels)) return;
    this.#levels = levels;
    levels.forEach((isDown, at) => isDown && this.#seen.add(at));
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
const STOCK = "it runs stock MicroPython with the firmware in files: make flash updates it";
const BY_HAND =
  "Save the file, open the drive where your computer lists its drives, and drag the file onto it. When the copy ends, the drive disappears and the board restarts: then connect it here again.";
const ANYHOW =
  "If a copy is interrupted, do it again: no harm is done. If the drive does not appear, hold BOOTSEL on the Pico while you plug it in. To keep the old version, pull the plug and put it in again.";
const NUMBERS = /^(\d+)\.(\d+)\.(\d+)/;

/** The dialog of another image: what the board has, what there is, and the restart as a drive. */
export class Update {
  #cable;
  #release;
  /** @type {{file: string, board: string, version: string} | null} */
  #ours = null; // the page's image for this board
  /** @type {{file: string, bytes: Uint8Array, name: string} | null} */
  #drive = null; // that the board is now, and what is to be copied there
  #dialog = new Dialog(
    "updating",
    "Update",
    () => html`<p class="hand">${this.#drive ? `The board is a drive now: ${this.#drive.name}. ${BY_HAND} ${ANYHOW}` : "The board restarts as a drive, onto which you copy the new version. Matches and settings stay; to be safe, choose “Back up” first."}</p>`,
    () => (this.#drive ? this.#saving(this.#drive) : this.#asking()),
  ); // prettier-ignore

  /** `release()` lets the board go. */
  constructor(cable, release) {
    this.#cable = cable;
    this.#release = release;
  }

  /** The version that the page has for the board, if it is newer than the board's; or "". */
  async newer() {
    const { images } = await known().catch(() => ({ images: [] }));
    this.#ours = images.find(({ board }) => board === state.mirror?.name) ?? null;
    return this.#ours && this.#order() > 0 ? this.#ours.version : "";
  }

  async open(event) {
    this.#drive = null;
    this.#dialog.open(event);
    const newer = await this.newer();
    const has = `The board ${state.mirror?.name} has version ${state.mirror?.version}.`;
    if (!this.#ours) this.#dialog.say(`${has} This page carries no version for it: choose a file from Releases.`);
    else this.#dialog.say(newer ? `${has} There is a newer one: ${newer}.` : `${has} There is none newer here.`);
  }

  /** Above 0 where the page's version is newer than the board's. */
  #order() {
    const [these, those] = [this.#ours?.version, state.mirror?.version].map((text) => (text?.match(NUMBERS) ?? ["", 0, 0, 0]).slice(1).map(Number));
    return these.map((number, at) => number - those[at]).find(Boolean) ?? 0;
  }

  #asking() {
    const ours = this.#ours;
    const order = this.#order();
    const words = order > 0 ? "Update to" : order ? "Go back to" : "Reinstall";
    const put = () => this.#begin(ours?.file ?? "", async () => new Uint8Array(await (await fetched(`./images/${ours?.file}`)).arrayBuffer()));
    return html`${ours ? html`<button type="button" class=${order > 0 ? "choice" : "quiet"} @click=${put}>${words} version ${ours.version}</button>` : nothing}
    ${fileButton("A file…", ".uf2", (file) => this.#begin(file.name, () => bytesOf(file)))}`;
  }

  #saving({ file, bytes }) {
    return html`<button type="button" class="choice" @click=${() => download(file, bytes, "application/octet-stream")}>Save the file</button>`;
  }

  /** Restarts the board as a drive, if the image may go onto it; until then nothing has changed. */
  #begin(file, load) {
    return this.#dialog.busy("Loading…", async () => {
      const bytes = await load();
      const image = imageOf(bytes);
      const { chips } = await known();
      this.#dialog.say(WAIT);
      const chip = await atPrompt(this.#cable(), async (files) => {
        const board = boardOf(await files.run(ABOUT), chips);
        const why = refusal(image, board);
        if (why) throw new Error(`${file} does not go onto this board: ${why}`);
        await files.leave(LEAVE);
        return board.chip;
      });
      this.#release();
      this.#drive = { file, bytes, name: chip.drive };
      this.#dialog.open();
    });
  }
}

/** {images, chips} that the page has and knows (content.py). */
async function known() {
  return (await fetched("./images.json")).json();
}

/** {board, version, layout, chip} of what a board says of itself. `chips`: those there are images for. */
function boardOf(said, chips) {
  const [board, version, layout, ...machine] = said.trimEnd().split(" ");
  const chip = chips.find(({ name }) => machine.at(-1) === name);
  if (!board || !chip) throw new Error(STOCK);
  return { board, version, layout: Number(layout), chip };
}

/** Why an image must not go onto a board; "" where it may. */
function refusal(image, { board, version, layout, chip }) {
  if (image.family !== chip.family) return `it is for another chip than this board's ${chip.name}`;
  if (image.board !== board) return `it is for the board ${image.board}, and this one is ${board}`;
  if (image.layout < layout) return `its version ${image.version} is older, and could not read the matches that ${version} keeps`;
  if (image.first < chip.start || image.last > chip.files) return "it would write over the board's matches";
  return "";
}

const BLOCK = 512;
const HEAD = 32;
const END = 508;
const HAS_FAMILY = 0x2000;
const VERSION = 0x9fc7bc;
const DEVICE = 0x650d9d;

/**
 * {family, first, last: the addresses that it writes, the second exclusive, version, board, layout} of a UF2 file
 * (tools/image/uf2.py). Throws an Error that says why it is no whole image of ours.
 */
function imageOf(bytes) {
  const count = bytes.length / BLOCK;
  if (!count || count % 1) throw new Error("this is no UF2 file, or a part of one");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const blocks = Array.from({ length: count }, (_, block) => {
    const [first, second, flags, address, size, number, all, family, end] = [...Array(8).keys(), END / 4].map((word) =>
      view.getUint32(block * BLOCK + 4 * word, true),
    );
    const isSound = first === 0x0a324655 && second === 0x9e5d5157 && end === 0x0ab16f30 && flags & HAS_FAMILY && size <= END - HEAD;
    if (!isSound) throw new Error("this is no UF2 file");
    if (number !== block || all !== count) throw new Error("this is only a part of a UF2 file");
    return { address, size, family };
  });
  const [{ family, size }] = blocks;
  if (blocks.some((block) => block.family !== family)) throw new Error("this UF2 file is for more than one chip");
  const tags = {};
  for (let at = HEAD + size; at + 4 <= END; ) {
    const tag = view.getUint32(at, true);
    const length = tag & 0xff;
    if (length < 4) break;
    tags[tag >>> 8] = new TextDecoder().decode(bytes.subarray(at + 4, at + length));
    at += (length + 3) & ~3;
  }
  const [, board, layout] = (tags[DEVICE] ?? "").match(/^([\w-]+), layout (\d{1,9})$/) ?? [];
  if (!board || !NUMBERS.test(tags[VERSION])) throw new Error("it does not say for which board it is: Picogammon's images do");
  const first = Math.min(...blocks.map(({ address }) => address));
  const last = Math.max(...blocks.map((block) => block.address + block.size));
  return { family, first, last, version: tags[VERSION], board, layout: Number(layout) };
}
