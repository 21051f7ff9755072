// A match with a friend at another board, far away: the dialog that joins the two pages, and the messages
// of both boards, which it carries (docs/friend.md). What was chosen last is chosen again.

import { clockGroup, filled, group, lastChosen } from "./beginning.js";
import { readPhotos } from "./codes.js";
import { openOver, refill, toBoard } from "./elements.js";
import { FRIENDS, Far, read } from "./far.js";
import { Handing, Servers, keep, kept } from "./handing.js";

const PAUSE_MS = 300;
const LOOK_MS = 1000;
const LENGTHS = [1, 3, 5, 7];
const USUAL = { points: 3, clock: 0 };
const NAME = "picogammon.name";
const LAST = "picogammon.friends-match"; // what match was chosen last
const MOST_HEARD = 20;
const AGAIN_MS = 5000; // within which an invitation comes again
const JOINED = ", and the pages are joined.";
const APART = ". Make a link, or paste your friend's, and the match goes on.";
const LEFT_ALONE = "The board that plays with your friend is not shown now. Show it again, and the match goes on";
const IN_ADDRESS = "#friend=";

export class Friend {
  // `openers`: buttons that open `dialog`. `ask(line)`: a promise of the rows that the board answers, as
  // Power.ask gives them. `shown()`: a name of the board that it speaks to, the page's own or another.
  // `makeRoom()`: makes a match that was begun give way to another, a promise.
  // `warn(text)` says what went wrong while the dialog is closed.
  constructor(openers, dialog, { ask, shown, makeRoom, warn }) {
    this._dialog = dialog;
    this._ask = ask;
    this._shown = shown;
    this._makeRoom = makeRoom;
    this._warn = warn;
    this._far = null;
    this._state = ["none"];
    this._heard = 0; // messages that the board has not handled yet
    this._find = (name) => dialog.querySelector(`.${name}`);
    this._status = dialog.querySelector("[role=status]");
    for (const opener of openers) opener.addEventListener("click", (event) => this._open(event));
    this._find("close").addEventListener("click", () => dialog.close());
    this._fill();
    this._link = linkInAddress();
    addEventListener("hashchange", () => {
      this._link = linkInAddress();
      this.begin();
    });
  }

  // Takes the friend's link in the page's address, if there was one; once the board runs.
  begin() {
    if (!this._link) return;
    this._find("came").value = this._link;
    if (!this._dialog.open) this._dialog.showModal();
    this._try(async () => {
      await this._send("friend");
      await this._take(this._link);
    });
  }

  // What matches there are; `clocks` as device/hands.py has them.
  offer({ clocks }) {
    this._clocks = new Map(clocks);
    const groups = this._find("groups");
    refill(groups, groups.firstChild, clockGroup(clocks, this._chosen())); // perhaps once more, while somebody chooses
    this._show(); // whoever is invited reads by which clock
  }

  // What match is chosen: {points, clock}.
  _chosen() {
    return { ...lastChosen(LAST, USUAL), ...filled(this._dialog.querySelector("form")) };
  }

  _fill() {
    this._clocks = new Map();
    const lengths = LENGTHS.map((points) => [points, `${points}`]);
    this._find("groups").append(group("Match to so many points", "points", lengths, lastChosen(LAST, USUAL), USUAL));
    this._name().value = kept(NAME);
    this._servers = new Servers(this._dialog.querySelector("details"), () => this._try(() => this._handAgain()));
    this._handing = new Handing(this._find("hands"));
    const taken = (text) => {
      this._find("came").value = text;
      this._try(() => this._take(text));
    };
    readPhotos(this._find("photos"), taken, (why) => this._say(why));
    const acts = {
      invite: () => this._invite(),
      again: () => this._makeLink(),
      take: () => this._take(this._find("came").value),
      play: () => this._accept(),
      refuse: () => this._send("friend refuse"),
      cancel: () => this._cancel(),
    };
    for (const [name, act] of Object.entries(acts)) {
      this._find(name).addEventListener("click", () => this._try(act));
    }
  }

  _name() {
    return this._find("name");
  }

  _open(event) {
    this._say("");
    event.currentTarget.closest("dialog")?.close();
    this._servers.show();
    openOver(this._dialog, event);
    return this._try(() => this._send("friend"));
  }

  // What goes wrong is said where one looks.
  async _try(act) {
    this._say("");
    try {
      await act();
    } catch (error) {
      this._say(`${error.message}.`);
    }
    this._show();
  }

  _say(text) {
    this._status.textContent = text;
    if (text && !this._dialog.open) this._warn(text);
  }

  async _invite() {
    const { points, clock } = this._chosen();
    keep(LAST, JSON.stringify({ points, clock }));
    const name = this._own("Anna");
    await this._room();
    this._lookOn();
    await this._send(`friend invite ${clock ? `${points}/${clock}` : points} ${name}`);
    if (!this._carries()) await this._makeLink();
  }

  // A board may ask its players first, and invite later.
  _lookOn() {
    clearInterval(this._looking);
    this._looking = setInterval(() => {
      if (this._dialog.open && this._state[0] === "none") this._send("friend").catch(() => {});
      else clearInterval(this._looking);
    }, LOOK_MS);
  }

  // Makes room for another match on the board, which is away for a moment.
  async _room() {
    this._away = true;
    try {
      await this._makeRoom();
    } finally {
      this._away = false;
    }
  }

  // This side's name, as the board can show it. Throws where it cannot.
  _own(usual) {
    const name = this._name().value.trim() || usual;
    if (!/^[ -~]{1,12}$/.test(name)) throw new Error("A name has at most 12 plain letters: the display has no others");
    keep(NAME, name);
    return name;
  }

  async _makeLink() {
    const far = this._begun();
    const code = await far.offer();
    if (far !== this._far) return; // there is another one by now, or none is wanted
    this._answered = null;
    this._hand(`${location.origin}${location.pathname}${IN_ADDRESS}${code}`, "Send this link to your friend, by any messenger. Then paste below what your friend's page answers.");
  }

  async _take(text) {
    if (!text.trim()) throw new Error("Paste your friend's link, or the answer to yours, first");
    if (read(text).kind === FRIENDS.answer) {
      if (!this._far) throw new Error("Make a link first: this is the answer to one");
      await this._far.join(text);
      this._find("came").value = "";
      this._say("Joining the two boards…");
      return;
    }
    const far = this._begun();
    const code = await far.answer(text);
    if (far !== this._far) return;
    this._answered = text;
    this._hand(code, "Send this answer back to your friend, and leave this page open. The boards are joined once your friend has pasted it.");
  }

  // Makes the link or the answer that is on its way once more where other servers are named than it knows of.
  async _handAgain() {
    if (!this._handed) return;
    await (this._answered ? this._take(this._answered) : this._makeLink());
    this._say("This is another text: send it in place of the one before.");
  }

  // A new line, in place of the one before.
  _begun() {
    const servers = this._servers.take();
    this._far?.close();
    const far = new Far(servers, {
      open: () => this._joined(far),
      heard: (message) => this._hear(message),
      closed: (why) => this._cut(far, why),
      changed: () => this._show(),
    });
    this._far = far;
    return far;
  }

  // A message of the friend's board. Of more than a board can mean, none is handed in: all come again.
  async _hear(message) {
    if (this._heard >= MOST_HEARD || !this._carries()) return;
    this._heard += 1;
    await this._send(`friend hear ${message}`).catch((error) => this._failed(error));
    this._heard -= 1;
  }

  // What a board did not do that is still there: one that was let go, or starts anew, does not matter.
  _failed(error) {
    if (this._carries() && !this._away) this._say(`${error.message}.`);
  }

  _hand(text, how) {
    this._find("came").value = "";
    this._handed = true;
    this._handing.show(text, how);
  }

  async _cancel() {
    this._far?.close();
    this._far = null;
    this._handed = false;
    await this._send("friend refuse");
  }

  async _joined(far) {
    this._handed = false;
    this._say("You are joined. The boards talk to each other…");
    this._show();
    this._joins = true;
    for (let alone = false; this._far === far && far.open; ) {
      const carries = this._carries();
      if (!carries && !alone) this._say(`${LEFT_ALONE}.`);
      alone = !carries;
      if (carries) await this._send("friend").catch((error) => this._failed(error));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  // Whether messages go to and from the board that is shown: the match that is played belongs to one board.
  _carries() {
    const far = this._far;
    return Boolean(far?.open) && (far.board ?? this._shown()) === this._shown();
  }

  _cut(far, why) {
    if (this._far !== far) return;
    this._far = null;
    this._handed = false;
    this._say(`${why}. 'Play a friend' joins you again, and the match goes on.`);
    this._show();
  }

  async _accept() {
    const name = this._own("Bert");
    await this._room();
    const until = performance.now() + AGAIN_MS;
    while (this._state[0] !== "invited") {
      if (performance.now() > until) throw new Error("Your friend invites you no more");
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await this._send(`friend accept ${name}`);
  }

  // Hands a line to the board that is shown, and what that has to say to the friend's. Throws what the board refuses.
  async _send(line) {
    const shown = this._shown();
    const rows = await this._ask(line);
    if (shown !== this._shown()) return; // it was another board's
    for (const [what, ...words] of rows) {
      if (what === "send" && this._carries()) this._far.send(words.join(" "));
      else if (what === "is") this._become(words);
      else if (what === "none") throw new Error(words.join(" "));
    }
  }

  _become(state) {
    const changed = state.join(" ") !== this._state.join(" ");
    const begun = state[0] === "playing" && (this._joins || this._state[0] !== "playing");
    this._state = state;
    const open = this._carries();
    if (open && state[0] === "playing") this._far.board = this._shown();
    if (changed && open && state[0] === "invited" && !this._dialog.open) this._dialog.showModal();
    if (open && begun) {
      this._joins = false;
      this._say("");
      toBoard();
    }
    if (changed) this._show();
  }

  // Shows what can be done as things are.
  _show() {
    const [state, ...words] = this._state;
    const open = this._carries() && !this._far.silent; // or who is gone could not be met anew
    const shown = partsFor(state, open, Boolean(this._handed));
    for (const part of this._dialog.querySelectorAll("[data-when]")) part.hidden = !shown[part.dataset.when];
    if (shown.asks) this._find("asked").textContent = `${words.slice(0, -1).join(" ")} invites you to ${this._matchOf(words.at(-1))}.`;
    if (shown.plays) this._find("stands").textContent = `You play with ${words.join(" ")}${open ? JOINED : APART}`;
  }

  // A match in words, of what the board says of it: its length, or LENGTH/CLOCK.
  _matchOf(told) {
    const [points, clock] = told.split("/");
    if (!clock) return lengthOf(points);
    const name = this._clocks.get(Number(clock))?.replace(",", " a turn,");
    return `${lengthOf(points)} by the clock${name ? `: ${name} a point` : ""}`;
  }
}

// Which parts of the dialog are there. `state`: the board's; `open`: the pages are joined; `handed`: a text
// of this page is on its way.
function partsFor(state, open, handed) {
  const asks = state === "invited";
  const waits = !open && !handed;
  const begins = state === "over" ? !handed : waits && state === "none";
  return {
    asks,
    begins,
    plays: state === "playing",
    goesOn: waits && (state === "playing" || state === "inviting"),
    handed,
    pastes: !open && !asks,
    named: begins || asks,
    servers: !open,
    cancel: handed || state === "inviting",
  };
}

function lengthOf(points) {
  if (points === "0") return "a money session";
  return `a match to ${points} point${points === "1" ? "" : "s"}`;
}

// The text of a friend's link that this page was opened with, which the address then has no more.
function linkInAddress() {
  const { hash } = location;
  if (!hash.startsWith(IN_ADDRESS)) return "";
  history.replaceState(null, "", location.pathname + location.search);
  return hash.slice(IN_ADDRESS.length);
}
