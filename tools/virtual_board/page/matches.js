// The matches of this browser: the list of them, what begins another one, a position to play from, and whether a
// file's sealed dice are as they were sealed.

import { repeat } from "lit-html/directives/repeat.js";
import { report } from "./clerk.js";
import { Dialog, download, fileButton, fileName, html, nothing, toBoard } from "./dialogs.js";
import { Kept, standing, titleOf } from "./kept.js";
import { warn } from "./shell.js";
import { latest, remember, remembered } from "./state.js";

const FILES = ".mat,.txt,.sgf,.log";
const PLAIN = /^(XGID=|PICOGAMMON:)\S*$/i; // what the board itself takes
const MOST_LETTERS = 40;
const LENGTHS = [1, 3, 5, 7, 9, 11, 0].map((points) => [points, points ? `${points}` : "Money"]);
const NAME = "[ -~]{1,12}"; // as a board takes it
const COLOURS = ["Amber", "Blue"]; // what boards call who has no name
const HUMAN = 0;
const USUAL = { name: "", second: "", player: 1, length: 5, clock: 0, sealed: 0 };

/** @typedef {import("./state.js").App} App */
/** @typedef {import("./state.js").Match} Match */

/** @type {{matches: (event?: Event) => void, newMatch: (event?: Event) => void}} */
const openers = { matches: () => {}, newMatch: () => {} };

/** Opens the list of matches. */
export const openMatches = (event) => openers.matches(event);

/** Asks how a new match is to be played. */
export const openNewMatch = (event) => openers.newMatch(event);

/**
 * Makes app.kept, app.own, and app.playFrom(xgid), which puts a match into the board that begins there.
 * @param {App} app
 */
export function mountMatches(app) {
  const { clerk } = app;
  const kept = (app.kept = new Kept(warn));
  app.own = {
    name: "picogammon",
    file: async (path) => kept.restore()[`/flash/${path}`] ?? null,
    put: async (path, bytes) => void app.swap(() => kept.save({ ...kept.restore(), [`/flash/${path}`]: bytes })),
    games: (run) => clerk.list(kept.ringOf(kept.current), run),
    lead: (game, stop) => app.power.act("go", game, stop),
    matches: async () => [],
    match: () => clerk.pack(kept.ringOf(kept.current)),
    send: async (log) => kept.add(log),
  };
  // A match at that position: the one that stands there, or a new one.
  app.playFrom = (xgid) => {
    const there = kept.list().find((match) => match.xgid === xgid);
    if (there) return kept.choose(there.id);
    app.opening = { wanted: xgid, agreed: kept.about.settings ?? "", before: kept.current };
    kept.begin();
  };
  const goTo = (xgid) => app.swap(() => app.playFrom(xgid));
  const newMatch = new NewMatch(app);
  const position = new Position(app, goTo);
  const verify = new Verify(app);
  const matches = new Matches(app, { newMatch, position, verify });
  openers.matches = (event) => matches.open(event);
  openers.newMatch = (event) => newMatch.open(event);
  const ended = document.getElementById("ended");
  const clicked = (id, act) => document.getElementById(id)?.addEventListener("click", act);
  clicked("shelf", openMatches);
  clicked("begin", openNewMatch);
  clicked("practice", () => practise(app));
  clicked("analyse", () => matches.report({ ...kept.about, id: kept.current }));

  app.on("position", goTo);
  app.on("flash", (files) => kept.save(files));
  app.on("told", (told) => {
    app.opening = null;
    kept.note(told);
    if (ended) ended.hidden = !app.state.over;
  });
  app.on("dark", () => ended && (ended.hidden = true));
  app.on("choices", () => newMatch.dialog.isOpen && newMatch.dialog.render());
  app.on("refused", (why) => {
    const failed = kept.current;
    const { wanted, before } = app.opening;
    if (failed !== before) {
      kept.choose(before);
      kept.remove(failed);
    }
    app.opening = null;
    app.swap();
    if (!position.refused(wanted, why)) warn(`That position cannot be played from: ${why}. Your match goes on.`);
  });
}

/**
 * Asks the practice cards of the board that is shown.
 * @param {App} app
 */
export async function practise(app) {
  const { openPractice } = await import("./practice.js");
  openPractice(app, app.source());
}

/**
 * What the board takes: a plain XGID or code as it is, anything else as the XGID that the clerk finds in it.
 * @param {string} pasted
 * @param {import("./clerk.js").Clerk} clerk
 */
export async function idIn(pasted, clerk) {
  return PLAIN.test(pasted) ? pasted : clerk.position(pasted);
}

/** The list: a match is chosen, played back, renamed, saved, judged or deleted, and files are opened. */
class Matches {
  /** @type {number | null} the match whose name is typed */
  #renamed = null;
  /** @type {number | null} the match that a second click deletes */
  #doomed = null;
  #app;
  #dialog;

  constructor(app, { newMatch, position, verify }) {
    this.#app = app;
    const body = () => html`<p>Kept in this browser. Each goes on where you left it.</p>
      <ul class="rows">
        ${repeat(app.kept.list(), ({ id }) => id, (match) => this.#row(match))}
      </ul>`;
    const opens = (words, look, dialog) => html`<button type="button" class=${look} @click=${(event) => dialog.open(event)}>${words}</button>`;
    const choices = () => html`${opens("New match", "choice begin", newMatch)} ${opens("From a position…", "quiet", position)}
      ${fileButton("Open a file…", FILES, (file) => this.#try(file.name, () => this.#open(file)))}
      ${fileButton("Report on a file…", FILES, (file) => report(file.name.replace(/\.\w+$/, ""), file))}
      ${opens("Verify sealed dice…", "quiet", verify)}`;
    this.#dialog = new Dialog("matches", "Matches", body, choices);
  }

  open(event) {
    this.#renamed = this.#doomed = null;
    this.#dialog.open(event);
  }

  /** @param {Match} match */
  report(match) {
    return report(titleOf(match), this.#app.kept.ringOf(match.id));
  }

  /** @param {Match} match */
  #row(match) {
    const { kept } = this.#app;
    if (match.id === this.#renamed) return html`<li>${this.#form(match)}</li>`;
    const current = match.id === kept.current;
    const name = titleOf(match);
    const button = (words, label, act) => html`<button type="button" class="quiet" aria-label=${label} @click=${act}>${words}</button>`;
    return html`<li class=${current ? "current" : ""}>
      <div><b>${name}</b><span>${detailsOf(match, current)}</span></div>
      ${current ? nothing : button("Play", `Play ${name}`, () => this.#play(match.id))}
      ${button("Play back", `Play back ${name}`, () => this.#playBack(match.id))}
      ${button("Rename", `Rename ${name}`, () => this.#rename(match.id))}
      ${button("Save", `Save ${name} as a file`, () => this.#try(name, () => this.#save(match, name)))}
      ${button("Report", `Report on ${name}`, () => this.report(match))}
      ${current ? nothing : this.#remover(match.id, name)}
    </li>`;
  }

  #play(id) {
    toBoard();
    return this.#app.swap(() => this.#app.kept.choose(id));
  }

  async #playBack(id) {
    if (id === this.#app.kept.current) toBoard();
    else this.#play(id);
    await this.#app.power.ready;
    this.#app.power.act("go", 0, 0);
  }

  /** A match is gone after two clicks. */
  #remover(id, name) {
    const sure = id === this.#doomed;
    const act = () => {
      if (sure) this.#app.kept.remove(id);
      this.#doomed = sure ? null : id;
      this.#dialog.render();
      if (sure) this.#focus(".begin");
    };
    return html`<button type="button" class=${sure ? "choice danger" : "quiet"} aria-label=${sure ? `Delete for good: ${name}` : `Delete ${name}`}
      @click=${act}>${sure ? "Delete for good" : "Delete"}</button>`;
  }

  #rename(id) {
    this.#renamed = id;
    this.#dialog.render();
    this.#focus("form input");
    /** @type {HTMLInputElement} */ (document.activeElement).select();
  }

  /** @param {Match} match */
  #form(match) {
    const done = (event) => {
      event.preventDefault();
      const name = new FormData(event.target).get("name");
      this.#app.kept.rename(match.id, `${name}`.trim());
      this.#renamed = null;
      this.#dialog.render();
      const { name: kept = titleOf(match) } = this.#app.kept.list().find(({ id }) => id === match.id);
      this.#focus(`[aria-label="${CSS.escape(`Rename ${kept || titleOf({ ...match, name: "" })}`)}"]`);
    };
    return html`<form @submit=${done}>
      <input name="name" .value=${titleOf(match)} maxlength=${MOST_LETTERS} aria-label="Name of the match" />
      <button class="quiet" aria-label="Keep this name">Keep</button>
    </form>`;
  }

  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.#dialog.element.querySelector(selector))?.focus();
  }

  async #open(file) {
    const { log, notes, about } = await this.#app.clerk.read(file);
    this.#app.kept.add(log, undefined, { ...about, file: file.name });
    this.#dialog.say(`${file.name} is among the matches.`, ...notes);
  }

  async #save(match, name) {
    const { text, notes } = await this.#app.clerk.write(this.#app.kept.ringOf(match.id));
    const file = fileName(name, "mat");
    download(file, text);
    this.#dialog.say(`${file} is saved.`, ...notes);
  }

  async #try(what, act) {
    this.#dialog.say(`${what}…`);
    try {
      await act();
    } catch (error) {
      this.#dialog.say(`${what}: ${/** @type {Error} */ (error).message}`);
    }
  }
}

/** @param {Match} match */
function detailsOf(match, current) {
  const changed = match.changed && new Date(match.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return [current && "on the board", match.event, standing(match), match.file, changed].filter(Boolean).join(" · ");
}

/** Begins a match: whose name, against whom, how long. What was chosen last is chosen again. */
class NewMatch {
  #app;
  /** @type {any} what is chosen */
  #chosen = USUAL;

  constructor(app) {
    this.#app = app;
    const play = () => html`<button class="choice" form="beginning-form">Play</button>`;
    this.dialog = new Dialog("beginning", "New match", () => this.#form(), play);
  }

  open(event) {
    this.#chosen = lastChosen();
    const [name] = this.#app.state.told?.names ?? [];
    if (!this.#chosen.name && !COLOURS.includes(name)) this.#chosen.name = name ?? "";
    this.dialog.open(event);
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector(this.#chosen.name ? "[name=player]:checked" : "[name=name]"))?.focus();
  }

  #form() {
    const { players = [], clocks = [] } = this.#app.state.choices ?? {};
    const chosen = this.#chosen;
    if (players.length && !players.some(([number, , why]) => number === chosen.player && !why)) chosen.player = USUAL.player;
    const change = ({ target }) => {
      this.#chosen = { ...chosen, [target.name]: target.type === "radio" ? Number(target.value) : target.value.trim() };
      this.dialog.render();
    };
    const field = (label, name) => html`<label>${label}
      <input name=${name} .value=${chosen[name]} pattern=${NAME} maxlength="12" autocomplete="off" spellcheck="false" /></label>`;
    return html`<form id="beginning-form" @change=${change} @submit=${(event) => this.#play(event)}>
      ${field("Your name", "name")} ${chosen.player === HUMAN ? field("Second player’s name", "second") : nothing}
      <div class="groups">
        ${group("Opponent", "player", players, chosen)} ${group("Length", "length", LENGTHS, chosen)}
        ${group("Clock: seconds a turn, minutes a point", "clock", clocks, chosen)}
        ${group("Dice", "sealed", [[0, "ordinary"], [1, "sealed"]], chosen)}
      </div>
    </form>`;
  }

  #play(event) {
    event.preventDefault();
    toBoard();
    const { name, second, player, length, clock, sealed } = this.#chosen;
    remember("choice", this.#chosen);
    const names = [name || COLOURS[0], (player === HUMAN && second) || COLOURS[1]];
    const settings = { names, players: [0, player], length, clock: length ? clock : 0, sealed };
    this.#app.swap(() => this.#app.kept.begin(), JSON.stringify(settings));
  }
}

function lastChosen() {
  const isSound = (last) => Object.entries(USUAL).every(([key, usual]) => typeof (last?.[key] ?? usual) === typeof usual);
  return { ...USUAL, ...remembered("choice", isSound, {}) };
}

/** Radio buttons: [value, word, why it cannot be chosen] each; none before the board has told its choices. */
function group(title, name, choices, chosen) {
  if (!choices.length) return nothing;
  const option = ([value, word, why = ""]) => html`<label title=${why || nothing}>
    <input type="radio" name=${name} value=${value} .checked=${value === chosen[name]} ?disabled=${Boolean(why)} />${word}</label>`;
  return html`<fieldset><legend>${title}</legend>${choices.map(option)}</fieldset>`;
}

/** A match from a position that is pasted. */
class Position {
  #entered = "";
  #find = latest();
  #app;
  #dialog;
  #enter;

  /** @param {App} app @param {(xgid: string) => void} enter */
  constructor(app, enter) {
    this.#app = app;
    this.#enter = enter;
    const body = () => html`<p>Paste an XGID, an OGID, GNU Backgammon’s two IDs, or what a board’s QR code says (its menu: Position); text around
        it does no harm. A new match begins there.</p>
      <form id="enter-form" @submit=${(event) => this.#take(event)}>
        <textarea rows="3" aria-label="The position" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
      </form>`;
    this.#dialog = new Dialog("enter", "Play from a position", body, () => html`<button class="choice" form="enter-form">Play</button>`);
    this.#dialog.element.addEventListener("close", () => this.#find(new Promise(() => {}))); // what is still looked for is not entered
  }

  get #field() {
    return /** @type {HTMLTextAreaElement} */ (this.#dialog.element.querySelector("textarea"));
  }

  open(event) {
    this.#dialog.open(event);
    this.#field.value = "";
    this.#field.focus();
  }

  /**
   * The board refused a position. Whether it came from here: then the dialog opens again with what was pasted and
   * the reason.
   */
  refused(xgid, why) {
    if (this.#entered !== xgid) return false;
    this.#dialog.open();
    this.#complain(`It cannot be played from: ${why}. Your match goes on.`);
    return true;
  }

  async #take(event) {
    event.preventDefault();
    const pasted = (this.#field.value = this.#field.value.trim());
    try {
      this.#entered = await this.#find(idIn(pasted, this.#app.clerk));
    } catch (error) {
      return this.#complain(`That cannot be read: ${/** @type {Error} */ (error).message}.`);
    }
    if (this.#field.value.trim() !== pasted) return; // it was corrected meanwhile
    toBoard();
    this.#enter(this.#entered);
  }

  #complain(why) {
    this.#dialog.say(why);
    this.#field.focus();
  }
}

/** Whether a file's dice are as they were sealed, and the seal and the number those that somebody noted down. */
class Verify {
  /** @type {File | null} */
  #file = null;
  #ask = latest();
  #app;
  #dialog;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    const field = (label, name) => html`<label>${label}<input name=${name} spellcheck="false" autocapitalize="characters" autocomplete="off" /></label>`;
    const body = () => html`<p>Checks that every roll of a match file is the one that was sealed before the match. Fill in what you noted; all of
        it may stay empty.</p>
      <form id="verifying-form" @change=${() => this.#check()} @submit=${(event) => event.preventDefault()}>
        ${field("Seal, at least 16 digits", "seal")} ${field("Number", "number")} ${field("Secret, if the file lacks it", "secret")}
      </form>`;
    const choices = () =>
      fileButton("Choose the file…", FILES, (file) => {
        this.#file = file;
        this.#check();
      });
    this.#dialog = new Dialog("verifying", "Verify sealed dice", body, choices);
  }

  open(event) {
    this.#file = null;
    this.#dialog.open(event);
    this.#form.reset();
  }

  get #form() {
    return /** @type {HTMLFormElement} */ (this.#dialog.element.querySelector("form"));
  }

  async #check() {
    const file = this.#file;
    if (!file) return;
    this.#dialog.say(`${file.name}…`);
    const given = Object.fromEntries(new FormData(this.#form));
    try {
      const { lines } = await this.#ask(this.#app.clerk.ask("verify", given, { match: file }));
      this.#dialog.say(`${file.name}:`, ...lines);
    } catch (error) {
      this.#dialog.say(`${file.name}: ${/** @type {Error} */ (error).message}`);
    }
  }
}
