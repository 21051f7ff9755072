// Another image for a real board: what it has, what there is, the restart as a drive, and the copy onto it.

import { dialogOf, say } from "./elements.js";
import { bytesOf, download } from "./files.js";
import { put } from "./drive.js";
import { compare, read, refusal } from "./uf2.js";
import { WAIT, atPrompt } from "./cable.js";

const TYPE = "application/octet-stream";
const ABOUT = `
import sys, picogammon
sys.path[:] = [".frozen"]
try: from board_config import NAME as name
except ImportError: name = ""
print(name, picogammon.VERSION, getattr(picogammon, "LAYOUT", 0), sys.implementation._machine)`;
const LEAVE = "import machine\nmachine.bootloader()";
const FILES = "it runs stock MicroPython with the firmware in files: make flash updates it";
const CHOOSE = "Choose it, and the file is copied there. If that fails, save the file and drag it onto the drive.";
const BY_HAND =
  "This browser cannot write to a drive. Save the file, open the drive where your computer lists its drives, and drag the file onto it from your downloads. When the copy ends, the drive goes and the board restarts: then connect it here again.";
const ANYHOW =
  "Half a copy does no harm: do it again. If the drive does not appear, hold BOOTSEL on the Pico while you plug it in. Without a copy, pull the plug: the board is as before.";
const DIALOG = `
<h2 id="updating-title">Update</h2>
<p role="status"></p>
<div class="asking">
<p>The board restarts as a drive, and the new version is copied onto it. Matches and settings stay; to be safe, choose “Back up” first.</p>
<p class="choices">
<button type="button" class="choice ours" hidden></button>
<label class="quiet">A file…<input type="file" accept=".uf2" class="unseen"></label>
<button type="button" class="quiet close">Close</button>
</p></div>
<div class="copying" hidden>
<p class="hand"></p>
<progress max="1" value="0" aria-label="Copied so far" hidden></progress>
<p class="choices">
<button type="button" class="choice drive">Choose the drive…</button>
<button type="button" class="quiet save">Save the file</button>
<button type="button" class="quiet close">Close</button>
</p></div>`;

export class Update {
  // `opener`: the button that opens it. `cable()`: the Cable. `known()`: {name, version} of the board that is
  // shown. `images()`: a promise of /images.json, `fetch(file)`: of an image's bytes. `release()` lets the board go.
  constructor(opener, cable, { known, images, fetch, release }) {
    Object.assign(this, { _cable: cable, _known: known, _images: images, _fetch: fetch, _release: release });
    this._opener = opener;
    this._dialog = dialogOf("updating", DIALOG);
    this._said = this._part("[role=status]");
    opener.addEventListener("click", () => this._try(() => this._open()));
    for (const close of this._dialog.querySelectorAll(".close")) close.addEventListener("click", () => this._dialog.close());
    this._part("input").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      if (file) this._take(file);
      target.value = ""; // the same file may be chosen again
    });
    this._part(".ours").addEventListener("click", () => this._try(() => this._beginOurs()));
    this._part(".drive").addEventListener("click", () => this._try(() => this._copy()));
    this._part(".save").addEventListener("click", () => download(this._file, this._bytes, TYPE));
  }

  // Says on the button whether there is a newer version for the board that is shown.
  async offer() {
    const newer = await this._look().catch(() => 0);
    this._opener.textContent = newer > 0 ? `Update to ${this._ours.version}…` : "Update…";
  }

  // Above 0 where the page has a newer version than the board, `_ours`.
  async _look() {
    const { images } = await this._images();
    const { name, version } = this._known();
    this._ours = images.find(({ board }) => board === name);
    return this._ours ? compare(this._ours.version, version) : 0;
  }

  async _open() {
    this._turn(false);
    this._dialog.showModal();
    const newer = await this._look();
    const { name, version } = this._known();
    const has = `The board ${name} has version ${version}.`;
    this._part(".ours").hidden = !this._ours;
    if (!this._ours) return say(this._said, `${has} This page carries no version for it: choose a file from Releases.`);
    const words = { [-1]: "Go back to", 0: "Put on again", 1: "Update to" }[Math.sign(newer)];
    this._part(".ours").textContent = `${words} version ${this._ours.version}`;
    this._part(".ours").className = newer > 0 ? "choice ours" : "quiet ours";
    this._part(".ours").focus();
    say(this._said, newer > 0 ? `${has} There is a newer one: ${this._ours.version}.` : `${has} There is none newer here.`);
  }

  async _beginOurs() {
    say(this._said, "Loading…");
    const { file } = this._ours;
    await this._begin(file, await this._fetch(file));
  }

  // Restarts the board as a drive, if the image may go onto it; until then nothing has changed.
  async _begin(file, bytes) {
    const image = read(bytes);
    const { chips } = await this._images();
    say(this._said, WAIT);
    const chip = await atPrompt(this._cable(), async (files) => {
      const board = told(await files.run(ABOUT), chips);
      const why = refusal(image, board);
      if (why) throw new Error(`${file} does not go onto this board: ${why}`);
      await files.leave(LEAVE);
      return board.chip;
    });
    this._release();
    Object.assign(this, { _file: file, _bytes: bytes, _chip: chip, _version: image.version });
    this._turn(true);
    this._part(".hand").textContent = `The board is a drive now: ${chip.drive}. ${window.showDirectoryPicker ? CHOOSE : BY_HAND} ${ANYHOW}`;
    say(this._said);
    if (!this._dialog.open) this._dialog.showModal();
  }

  async _copy() {
    const folder = await window.showDirectoryPicker({ id: "drive", mode: "readwrite" }).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
    if (!folder) return; // none was chosen
    say(this._said, "Copying…");
    const bar = this._part("progress");
    bar.hidden = false;
    try {
      await put(folder, this._file, this._bytes, this._chip.drive, (share) => (bar.value = share));
    } finally {
      bar.hidden = true;
    }
    this._part(".hand").textContent = "";
    this._part(".drive").hidden = true;
    say(this._said, `The board restarts with version ${this._version}. Close this, and connect it again.`);
  }

  // Whether it is copied now, or asked what.
  _turn(copying) {
    this._part(".asking").hidden = copying;
    this._part(".copying").hidden = !copying;
    this._part(".drive").hidden = !window.showDirectoryPicker;
    this._part(".save").className = `${window.showDirectoryPicker ? "quiet" : "choice"} save`;
  }

  // A file that is chosen while something is done is taken then, if it is still asked for.
  async _take(file) {
    while (this._work) await this._work;
    if (!this._part(".asking").hidden) this._try(async () => this._begin(file.name, await bytesOf(file)));
  }

  // A click while something is done does nothing.
  async _try(act) {
    if (this._work) return;
    this._work = this._do(act);
    await this._work;
    this._work = null;
  }

  async _do(act) {
    try {
      await act();
    } catch (error) {
      if (!this._dialog.open) this._dialog.showModal();
      say(this._said, `${error.message}.`);
    }
  }

  _part(selector) {
    return this._dialog.querySelector(selector);
  }
}

// {board, version, layout, chip} of what a board says of itself. `chips`: those there are images for.
function told(said, chips) {
  const [board, version, layout, ...machine] = said.trimEnd().split(" ");
  const chip = chips.find(({ name }) => machine.at(-1) === name);
  if (!board || !chip) throw new Error(FILES);
  return { board, version, layout: Number(layout), chip };
}
