// What is done at a real board's prompt: its data are tried and written, and it restarts as a drive for another image.

import { keyed } from "lit-html/directives/keyed.js";
import { Dialog, button, download, fileButton, html, nothing } from "./dialogs.js";
import { fetched } from "./python.js";
import { boardData } from "./shell.js";
import { state } from "./state.js";

const WAIT = "The board pauses for a moment…";
const FILE = "board_config.py";
const SET_UP = "board.bin";
const KEPT = ["NAME", "TITLE", "COMPUTER"]; // constants that say which board it is
const TRY = "Pins are GP numbers, as printed on the Pico. “Try” lights the lights and reads the buttons with these values; only “Write” keeps them.";
const RUNS = `WIRING has what the strip passes, from its data input, one run a line: (1, 24) from point 1 to 24, (12, 1) the other way, ("bar", 0), ("off", 1), or ("gap", 3) for lights that stay dark. With several lights a point: (1, 12, "in") from the rim inwards, "out", or "in out" for a snake.`;
const WRITTEN =
  "The board plays with these values. If it stays dark, choose “Undo” here, or hold any button for ten seconds while you plug it in, then let go.";
const IN_FILES = "its firmware is stored as files: change its data there, and run make flash";

const LOOK_MS = 100;
const KEYS = ["PREV", "NEXT", "OK", "BACK"];
// The board's own modules, its `host` among them.
const OWN = `
from picogammon.host import of_chip
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
pin = host.machine.Pin
switches = [pin(number, pin.IN, pin.PULL_UP) for number in data.BUTTON_PINS]
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
 * A function that opens the dialog of a board's data: checked as by `make check-board`, tried, written to the board.
 * @param {() => void} changed  called when the board has other data
 */
export function wiringDialog(app, changed) {
  /** @type {[name: string, value: string][]} */
  let constants = []; // once they are read
  /** @type {Trial | null} */
  let trial = null;

  /** {text, shown} of what the form has. Rejects with what is wrong with it. */
  const checked = async () => {
    const form = dialog.element.querySelector("form") ?? undefined;
    const typed = [...constants.filter(([name]) => KEPT.includes(name)), ...new FormData(form)];
    const text = typed.map(([name, value]) => value && `${name} = ${value}\n`).join("");
    const found = await app.clerk.ask("board", { files: { [FILE]: new TextEncoder().encode(text) } });
    if (found.problems.length) throw new Error(found.problems.join("\n"));
    return found;
  };
  const writeIt = async () => {
    const { text } = await checked();
    dialog.say(WAIT);
    await app.mirrored.prompt(async (run) => {
      if ((await run(PINS)).trim() === "()") throw new Error(IN_FILES);
      await run(devices(text)); // what cannot be used raises, and nothing is written
      await run(write(text));
    });
    changed();
    dialog.say(WRITTEN);
  };
  const undo = async () => {
    const done = await app.mirrored.prompt((run) => run(FORGET));
    changed();
    dialog.say(done.trim() === "True" ? "The board plays with its image's own data." : "There was nothing to undo.");
  };
  const tryIt = async () => {
    const { text, shown } = await checked();
    if (!dialog.isOpen) return; // nobody would end it
    dialog.say(WAIT);
    const trying = (trial = new Trial(shown));
    try {
      await app.mirrored.prompt(async (run) => {
        await run(devices(text));
        dialog.say();
        await trying.go(run, () => dialog.render());
      });
      dialog.say("The board plays on. Nothing was written.");
    } finally {
      trial = null;
    }
  };

  const submit = (event) => {
    event.preventDefault();
    dialog.busy("Checking…", writeIt);
  };
  const dialog = new Dialog(
    "wiring",
    "Wiring",
    () => html`<p>${TRY}</p>
      <form id="wiring-form" @submit=${submit}>${keyed(constants, constants.length ? fieldsOf(constants) : nothing)}</form>
      ${trial?.view() ?? nothing}`,
    () => html`<button form="wiring-form" class="choice" ?disabled=${trial}>Write</button>
      <button type="button" class="quiet try" @click=${() => (trial ? trial.end() : dialog.busy("Checking…", tryIt))}>${trial ? "Stop trying" : "Try"}</button>
      <button type="button" class="quiet undo" ?disabled=${trial} @click=${() => dialog.busy(WAIT, undo)}>Undo</button>`,
  );
  dialog.element.addEventListener("close", () => trial?.end());

  return async (event) => {
    constants = [];
    dialog.open(event);
    dialog.say("Reading…");
    try {
      const found = await read(app, app.mirrored.name, await ownFiles(app.mirrored));
      constants = found.constants;
      dialog.say(...found.problems);
    } catch (error) {
      dialog.say(/** @type {Error} */ (error).message);
    }
  };
}

/** What the page draws of a board by its own data; null where it has none, or none that can be read. */
export async function drawn(app, cable, name) {
  try {
    const own = await ownFiles(cable);
    return Object.keys(own).length ? (await read(app, name, own)).shown : null;
  } catch {
    return null;
  }
}

/** A board's data and what was set up at it, name -> bytes of each that is on its flash. */
async function ownFiles(cable) {
  const files = {};
  for (const name of [FILE, SET_UP]) {
    const bytes = await cable.file(name);
    if (bytes) files[name] = bytes;
  }
  return files;
}

/** What the clerk finds in a board's own files, laid over the data that the page has for its name. */
async function read(app, name, own) {
  const { config } = await boardData(name);
  return app.clerk.ask("board", { files: { [FILE]: new TextEncoder().encode(config), ...own } });
}

function fieldsOf(constants) {
  const field = ([name, value]) => {
    const rows = value.split("\n").length;
    return html`<label class=${name === "WIRING" ? "wide" : ""}>${name}<textarea name=${name} rows=${rows} .value=${value} spellcheck="false"></textarea></label>`;
  };
  return html`<div class="fields">${constants.filter(([name]) => !KEPT.includes(name)).map(field)}
      <p class="legend">${RUNS}</p>
    </div>`;
}

/** Data tried on the board: a click lights a light, and a button that is pressed is marked. */
class Trial {
  #shown;
  #wanted = ""; // code; only the last that was asked for counts
  #ends = false;
  /** @type {number[] | null} */
  #levels = null; // of the buttons, once the board listens
  #answer = ""; // of the display

  constructor(shown) {
    this.#shown = shown;
  }

  /** Does what is asked until it is ended, and looks at the buttons; after each look `changed()` is called. */
  async go(run, changed) {
    for (; !this.#ends; await new Promise((resolve) => setTimeout(resolve, LOOK_MS))) {
      const code = this.#wanted;
      this.#wanted = "";
      const [levels, present] = (await run(code + LOOK)).trim().split("\n").reverse();
      this.#levels = JSON.parse(levels);
      if (present) this.#answer = present.trim() === "True" ? "Display found: every pixel is lit." : "No display answers there.";
      changed();
    }
    await run(light([]));
  }

  end() {
    this.#ends = true;
  }

  view() {
    const levels = this.#levels;
    if (!levels) return nothing;
    const { points, bars, offs } = this.#shown;
    const named = (name, places) => places.map((lights, side) => [`${name} ${side + 1}`, lights]).filter(([, lights]) => lights.length);
    const places = [...points.map((lights, at) => [`${at + 1}`, lights, "point "]), ...named("bar", bars), ...named("off", offs)];
    const ask = (code) => () => (this.#wanted = code);
    const place = ([words, lights, kind = ""]) => button(words, ask(light(lights)), `Light ${kind}${words}`);
    return html`<p class="pressed">Press each button on the board: ${KEYS.map((name, at) => html`<span class=${levels[at] ? "down" : ""}>${name}</span>`)}</p>
      <p>Click a place: its lights go on.</p>
      <p class="places">${places.map(place)}</p>
      <p>${button("Display", ask(DISPLAY), "Light the whole display")} ${this.#answer}</p>`;
  }
}

const ABOUT = `
import sys, picogammon
sys.path[:] = [".frozen"]
try: from board_config import NAME as name
except ImportError: name = ""
print(name, picogammon.VERSION, picogammon.LAYOUT, sys.implementation._machine)`;
const LEAVE = "import machine\nmachine.bootloader()";
const BEFORE =
  "The board restarts as a drive, onto which you copy the new version. Matches and preferences stay; to be safe, choose “Back up” first.";
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

/**
 * A function that opens the dialog of another image: what the board has, what there is, and the restart as a drive.
 * @param {() => void} release  lets the board go
 */
export function updateDialog(app, release) {
  /** @type {{name: string, file: string, bytes: Uint8Array<ArrayBuffer>} | null} */
  let drive = null; // that the board is now, and what is to be copied there

  /** Restarts the board as a drive, if the image may go onto it (tools/image/uf2.py); until then nothing has changed. */
  const begin = (file, load) =>
    dialog.busy("Loading…", async () => {
      const bytes = new Uint8Array(await (await load()).arrayBuffer());
      dialog.say(WAIT);
      const found = await app.mirrored.prompt(async (run, leave) => {
        const fits = await app.clerk.ask("image", { board: await run(ABOUT), files: { "image.uf2": bytes } });
        await leave(LEAVE);
        return fits;
      });
      release();
      drive = { name: found.drive, file, bytes };
      dialog.open();
    });
  const offered = () => {
    const image = state.mirror?.image;
    const ours = ({ file, version, order }) => {
      const words = order > 0 ? "Update to" : order ? "Go back to" : "Reinstall";
      const load = () => fetched(`./images/${file}`);
      return html`<button type="button" class=${order > 0 ? "choice" : "quiet"} @click=${() => begin(file, load)}>${words} version ${version}</button>`;
    };
    return [image ? ours(image) : nothing, fileButton("A file…", ".uf2", (file) => begin(file.name, () => file))];
  };
  const saving = ({ file, bytes }) => {
    const save = () => download(file, bytes, "application/octet-stream");
    return html`<button type="button" class="choice" @click=${save}>Save the file</button>`;
  };
  const dialog = new Dialog(
    "updating",
    "Update",
    () => html`<p class="hand">${drive ? `The board is a drive now: ${drive.name}. ${BY_HAND}` : BEFORE}</p>`,
    () => (drive ? saving(drive) : offered()),
  );
  return (event) => {
    const { name, version, image } = /** @type {NonNullable<typeof state.mirror>} */ (state.mirror);
    const other = image ? "You have the newest version." : "This page has no firmware for this board: choose a file from Releases.";
    drive = null;
    dialog.open(event);
    dialog.say(`The board ${name} has version ${version}.`, image && image.order > 0 ? `There is a newer one: ${image.version}.` : other);
  };
}
