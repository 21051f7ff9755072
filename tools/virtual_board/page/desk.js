// What the page does for a real board beside showing it and its matches: backups come and go, names,
// settings and positions are typed, the board measures itself.

import * as archive from "./archive.js";
import { plug } from "./cable.js";
import { closeDialogs } from "./dialogs.js";
import { element } from "./elements.js";
import { Fetching } from "./fetching.js";
import { bytesOf, download } from "./files.js";
import { fetched } from "./loading.js";
import { idIn, practise } from "./matches.js";
import { Mirror } from "./mirror.js";
import { Sending } from "./sending.js";
import { notify, show, warn } from "./shell.js";
import { update } from "./state.js";
import { Update } from "./update.js";
import { Wiring } from "./wiring.js";

const ASKED =
  "The backup's match takes the place of the one on the board, which goes to its earlier matches. Settings are those of the backup. Restore them?";
const SECRET = ", but not the secret of sealed dice, which never leaves the board";
const files = (count) => `${count} ${count === 1 ? "file" : "files"}`;
const PLAIN = /^[ -~]*$/;

/**
 * The board at the cable: its picture, and what is done for it. Emits "mirrored" with whether it is shown.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountDesk(app, root) {
  const { boards, clerk, kept, wires } = app;
  const found = (id) => root.querySelector(`#${id}`);
  const elements = (ids) => Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, found(id)]));
  const parts = { connect: "connect", why: "no-port", panel: "mirrored", name: "mirrored-name", crashes: "crashes" };
  const asked = { backup: "backup", restore: "restore", set: "set", measure: "measure", settings: "settings", text: "report" };
  let known = false;
  let own = () => app.state.board; // chooses the board again that the one at the cable has taken the place of
  const sourceOf = (cable, name) => ({
    name,
    file: (path) => cable.file(path),
    put: (path, bytes) => cable.put(path, bytes),
    games: async (run) => clerk.list(await cable.match(run)),
    lead: (game, stop) => mirror.lead(game, stop),
    matches: () => cable.matches(),
    match: (run) => cable.match(run),
    send: (log, day) => cable.send(log, day),
  });
  const mirror = new Mirror(elements(parts), {
    begin: () => {
      own = boards.keep(app.state.board);
      app.power.off();
      app.emit("dark");
      app.emit("mirrored", true);
    },
    board: async (name) => {
      const shown = mirror.cable;
      const other = await wiring.shown(name);
      const data = await boards.data(name);
      if (mirror.cable !== shown) return; // somebody has disconnected it
      known = Boolean(other) || boards.knows(name);
      boards.choose(name);
      app.mirrored = sourceOf(shown, name);
      update({ mirror: { name, version: mirror.version, how: mirror.how, known } });
      show(app, { ...data, ...other });
      updating.offer();
      for (const id of ["wire", "update"]) found(id).hidden = boards.elsewhere(name);
      if (!known) warn(`This page knows no board ${name}, so it shows the display alone.`);
    },
    lights: (lights) => {
      if (known) wires.lights(lights);
    },
    rows: (rows) => wires.rows(rows),
    said: (text) => wires.said(text),
    played: (played) => wires.played(played),
    i2c: (bytes) => wires.oled(bytes),
    crashes: (text) => {
      if (text) notify("What the board noted when it failed:", text);
      else notify("The board has never failed.");
    },
    ended: (why) => {
      closeDialogs();
      app.mirrored = null;
      update({ mirror: null });
      app.emit("mirrored", false);
      app.swap(() => show(app, own()));
      if (why) warn(why);
    },
  });
  // "plugged": whether a board is at a cable of the server.
  app.on("boards", ({ plugged }) => mirror.reach(plugged ? { serial: plug, how: "through this page's server" } : { serial: navigator.serial, how: "over USB" }));
  const cable = () => mirror.cable;
  new Desk(elements(asked), cable, clerk, { tell: notify, warn });
  const wiring = new Wiring(found("wire"), cable, clerk, {
    usual: async (name) => (await boards.data(name)).config,
    name: () => mirror.name,
    changed: () => mirror.anew(),
  });
  const updating = new Update(found("update"), cable, {
    known: () => ({ name: mirror.name, version: mirror.version }),
    images: async () => (await fetched("./images.json")).json(),
    fetch: async (file) => new Uint8Array(await (await fetched(`./images/${file}`)).arrayBuffer()),
    release: () => mirror.release(),
  });
  new Fetching(found("fetch"), found("fetching"), cable, () => mirror.name, kept, clerk);
  found("people").addEventListener("click", async () => {
    const { showPeople } = await import("./people.js");
    showPeople(cable(), clerk, mirror.name, () => practise(app));
  });
  new Sending(found("send"), found("sending"), cable, kept, clerk, notify);
}

export class Desk {
  // `parts`: elements {backup, restore, set, measure, settings, text}: three buttons and an input, and
  // two dialogs. `cable()`: the Cable. `clerk`: a Clerk. `tell(text, details)`, `warn(text)`.
  constructor(parts, cable, clerk, events) {
    this._parts = parts;
    this._cable = cable;
    this._clerk = clerk;
    this._tell = events.tell;
    this._warn = events.warn;
    for (const dialog of [parts.settings, parts.text]) {
      dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    }
    on(parts.backup, "click", () => this._try(() => this._backup()));
    on(parts.restore, "change", (event) => this._restore(event.target));
    on(parts.set, "click", () => this._try(() => this._askSettings()));
    on(parts.settings.querySelector("form.position"), "submit", (event) => this._setPosition(event));
    on(parts.measure, "click", () => this._try(() => this._measure()));
    on(parts.text.querySelector(".copy"), "click", () => this._copy());
  }

  // What goes wrong is said; the board is still there.
  async _try(act) {
    try {
      await act();
    } catch (error) {
      this._warn(`${error.message}.`);
    }
  }

  async _backup() {
    this._tell("Reading the board's files…");
    const { content, count, secret } = await archive.backup(this._cable());
    download("picogammon.zip", content, "application/zip");
    this._tell(`The backup has ${files(count)}${secret ? SECRET : ""}. The board plays on.`);
  }

  _restore(input) {
    const [file] = input.files;
    return this._try(async () => {
      const found = await archive.read(await bytesOf(file));
      input.value = "";
      await this._clerk.restoring(found, {}); // what cannot be done is known before anything is
      if (!confirm(ASKED)) return;
      this._tell("Writing to the board, which starts anew then…");
      const { count, notes } = await archive.restore(this._cable(), this._clerk, found);
      this._tell(`${files(count)} ${count === 1 ? "is" : "are"} on the board, which plays on.`, notes.join("\n"));
    }).finally(() => (input.value = ""));
  }

  async _askSettings() {
    const dialog = this._parts.settings;
    const own = (this._asked = {});
    const rows = await this._cable().ask("set");
    if (own !== this._asked) return; // it was asked once more, and nobody's words are filled over
    const fields = rows.slice(0, -1).map(([kind, number, ...rest]) => {
      const [label, field] = kind === "name" ? nameField(number, rest.join(" ")) : choiceField(rest);
      field.addEventListener("change", () => this._set(`${kind} ${number} ${field.value.trim()}`));
      const row = element("label", label);
      row.append(field);
      return row;
    });
    dialog.querySelector(".fields").replaceChildren(...fields);
    this._say("");
    dialog.showModal();
  }

  // Whether the board has taken it; why not is said in the dialog.
  async _set(what) {
    this._say("");
    if (!PLAIN.test(what)) return this._say("Plain letters, digits and signs only: the display has no others.");
    try {
      const [[end, ...why]] = await this._cable().ask(`set ${what}`);
      this._say(end === "end" ? "It is on the board." : `Not done: ${why.join(" ")}.`);
      return end === "end";
    } catch (error) {
      this._say(`${error.message}.`);
      return false;
    }
  }

  async _setPosition(event) {
    event.preventDefault();
    const field = event.target.querySelector("textarea");
    const text = field.value.trim();
    try {
      if (await this._set(`position ${await idIn(text, this._clerk)}`)) field.value = "";
    } catch (error) {
      this._say(`${error.message}.`);
    }
  }

  _say(text) {
    this._parts.settings.querySelector("[role=status]").textContent = text;
  }

  async _measure() {
    this._tell("The board measures itself, which takes a minute. The picture stands still meanwhile.");
    const report = await this._cable().report();
    this._tell("The board has measured itself.");
    const field = this._parts.text.querySelector("textarea");
    field.value = report;
    this._parts.text.querySelector(".copy").textContent = "Copy";
    this._parts.text.showModal();
    field.setSelectionRange(0, 0); // it is read from its beginning
    field.scrollTop = 0;
  }

  async _copy() {
    const field = this._parts.text.querySelector("textarea");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this._parts.text.querySelector(".copy").textContent = "Copied";
    } catch {
      field.focus(); // it is selected: the keyboard copies it
    }
  }
}

function nameField(side, name) {
  const field = document.createElement("input");
  field.maxLength = 12;
  field.value = name;
  return [["1st player", "2nd player"][side], field];
}

// Of the words VALUE NAME: WORD|WORD|...
function choiceField([value, ...rest]) {
  const [label, choices] = rest.join(" ").split(": ");
  const field = document.createElement("select");
  choices.split("|").forEach((word, at) => field.add(new Option(word, at)));
  field.value = value;
  return [label, field];
}

function on(part, event, act) {
  part.addEventListener(event, act);
}
