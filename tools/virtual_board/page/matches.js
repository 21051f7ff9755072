// The matches of this browser and of the board at the cable: the list of them, what begins another one, a position to
// play from, and whether a file's sealed dice are as they were sealed.

import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { RUNNING } from "./cable.js";
import { report } from "./clerk.js";
import { Dialog, PLAIN, button, download, fileButton, fileName, html, nothing, plain, toBoard } from "./dialogs.js";
import { Kept, encode, standing, titleOf } from "./kept.js";
import { MISTAKES, mountResult, practise } from "./result.js";
import { ask, warn } from "./shell.js";
import { find, remember, remembered } from "./state.js";

const FILES = ".mat,.txt,.sgf,.log";
const MOST_LETTERS = 40;
const LENGTHS = [1, 3, 5, 7, 9, 11, 0].map((points) => [points, points ? `${points}` : "Money"]);
const MOST_OF_NAME = 12;
const NAME = "[ -~]*"; // as a board takes it
const COLOURS = ["Amber", "Blue"]; // what boards call who has no name
const HUMAN = 0;
const USUAL = { name: "", second: "", player: 1, length: 5, clock: 0, sealed: 0, crawford: 1, jacoby: 1, beavers: 0, variant: 0 };
const FITS = { clock: (length) => length > 0, crawford: (length) => length > 1, jacoby: (length) => !length, beavers: (length) => !length };
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAYS = new Intl.DateTimeFormat("sv"); // which writes 2026-11-29

/** @typedef {import("./state.js").App} App */
/** @typedef {import("./state.js").Source} Source */
/** @typedef {import("./state.js").Listed} Listed */

/**
 * Makes app.kept, app.own, and app.playFrom(xgid), which puts a match into the board that begins there.
 * @param {App} app
 */
export function mountMatches(app) {
  const { clerk } = app;
  const kept = (app.kept = new Kept(warn));
  const listed = (match) => ({ ...match, what: match.run === kept.current ? RUNNING : "played", day: DAYS.format(match.changed) });
  app.own = {
    name: "picogammon",
    games: async (run = 0) => {
      const match = await kept.ringOf(run < 0 ? -run : kept.current);
      return (await clerk.ask("list", { run: Math.max(0, run) }, { match })).games;
    },
    lead: (game, stop) => app.power.act("go", game, stop),
    matches: async () => kept.list().map(listed),
    match: async (run) => kept.ringOf(run),
    send: async (log, day, about) => kept.add(log, about),
    playFrom: async (xgid) => void app.swap(() => app.playFrom(xgid)),
  };
  // A match at that position: the one that stands there, or a new one.
  app.playFrom = async (xgid) => {
    const there = kept.list().find((match) => match.xgid === xgid);
    if (there) return kept.choose(there.run);
    app.opening = { begins: JSON.stringify({ position: xgid, agreed: kept.about.settings ?? "" }), before: kept.current };
    return kept.begin();
  };
  // A match that has ended stays in the list when the board's own menu begins another one.
  const putAside = async (about) => {
    const match = await kept.ringOf(kept.current);
    await kept.add((await clerk.ask("read", { run: about.log }, { match })).log, about);
    matches.refresh(); // the clerk may have been busy until now
  };
  const newMatch = new NewMatch(app);
  const matches = new Matches(app, newMatch, positionDialog(app));
  const clicked = (id, act) => find(id).addEventListener("click", act);
  clicked("shelf", (event) => matches.open(event));
  clicked("begin", (event) => newMatch.open(event));
  const practice = practiceDialog(app, newMatch);
  clicked("practice", practice);
  mountResult(app, practice);

  app.on("position", app.own.playFrom);
  app.on("choose", (id) => app.swap(() => kept.choose(id)));
  app.on("told", (told) => {
    app.opening = null;
    const ended = kept.note(told);
    if (ended) putAside(ended).catch(({ message }) => warn(message));
  });
  app.on("choices", () => newMatch.dialog.isOpen && newMatch.dialog.render());
  app.on("refused", (why) => {
    const failed = kept.current;
    const before = app.opening?.before ?? kept.left ?? failed;
    app.opening = null;
    app.swap(async () => {
      if (failed === before) return;
      await kept.choose(before);
      await kept.remove(failed);
    });
    if (why) warn(`You can’t start from that position: ${why}. Your match is not changed.`);
  });
}

/**
 * The list of matches. Those of this browser are played, played back, renamed and deleted; while a board is at the
 * cable, matches are copied to it and from it instead. Any match is saved and judged.
 */
class Matches {
  /** @type {{source: Source, rows: Listed[]}[]} */
  #lists = [];
  #app;
  #dialog;

  /** @param {App} app */
  constructor(app, newMatch, position) {
    this.#app = app;
    const verify = verifyDialog(app);
    const begin = (event) => newMatch.open(event);
    const add = (file) => this.#copy(app.source(), file.name, file);
    const judge = (file) => report(file.name.replace(/\.\w+$/, ""), file);
    const choices = () => html`${app.mirrored ? nothing : html`<button type="button" class="choice begin" @click=${begin}>New match</button>`} ${button("From a position…", position)}
      ${fileButton(app.mirrored ? "Send a file…" : "Open a file…", FILES, add)} ${fileButton("Report on a file…", FILES, judge)}
      ${button("Verify sealed dice…", verify)}`;
    this.#dialog = new Dialog("matches", "Matches", () => this.#body(), choices);
  }

  open(event) {
    this.#lists = [];
    this.#dialog.open(event);
    this.#read();
  }

  /** Reads the lists again if people look at them. */
  refresh() {
    if (this.#dialog.isOpen) this.#read();
  }

  /** Reads the lists, and then what the board's matches are, which takes longer. */
  async #read() {
    const { mirrored, own } = this.#app;
    const lists = (mirrored ? [mirrored, own] : [own]).map((source) => ({ source, rows: /** @type {Listed[]} */ ([]) }));
    this.#lists = lists;
    try {
      for (const list of lists) list.rows = await list.source.matches();
    } catch (error) {
      this.#dialog.say(/** @type {Error} */ (error).message);
    }
    this.#dialog.render();
    for (const row of mirrored ? lists[0].rows : []) {
      if (lists !== this.#lists || !this.#dialog.isOpen) return;
      Object.assign(row, await this.#about(mirrored, row.run));
      this.#dialog.render();
    }
  }

  async #about(source, run) {
    try {
      return (await this.#app.clerk.ask("read", {}, { match: await source.match(run) })).about;
    } catch (error) {
      return { trouble: /** @type {Error} */ (error).message };
    }
  }

  #body() {
    const { own, mirrored } = this.#app;
    const rows = (list) => html`<ul class="rows">${repeat(list.rows, ({ run }) => run, (match) => this.#row(list.source, match))}</ul>`;
    if (!mirrored) return html`<p>Saved in this browser. Every match continues where you left it.</p>${this.#lists.map(rows)}`;
    return this.#lists.map((list) => html`<h3>${list.source === own ? "In this browser" : `On the board ${mirrored.name}`}</h3>${rows(list)}`);
  }

  /** @param {Source} source @param {Listed} match */
  #row(source, match) {
    const { mirrored } = this.#app;
    const isRunning = match.what === RUNNING && source === this.#app.source();
    const name = titleOf(match);
    const content = () => source.match(match.run);
    const save = () => this.#dialog.busy(`${name}…`, async () => this.#save(name, match.day, await content()));
    const judge = async () => report(name, await content());
    return html`<li class=${isRunning ? "current" : ""}>
      <div><b>${name}</b><span>${detailsOf(match, isRunning)}</span></div>
      ${mirrored ? this.#copies(source, match) : this.#plays(match, isRunning)} ${button("Save", save, `Save ${name} as a file`)}
      ${button("Report", judge, `Report on ${name}`)}
      ${mirrored || isRunning ? nothing : button("Delete", (event) => this.#delete(match.run, name, event), `Delete ${name}`)}
    </li>`;
  }

  #plays(match, isRunning) {
    const { kept, swap, power } = this.#app;
    const name = titleOf(match);
    const play = () => {
      toBoard();
      return isRunning ? power.ready : swap(() => kept.choose(match.run));
    };
    const playBack = async () => {
      toBoard();
      if (isRunning) return power.act("go", 0, 0);
      const sectors = Object.entries(await kept.ringOf(match.run)).map(([sector, bytes]) => [sector, encode(bytes)]);
      power.act("visit", match.run, JSON.stringify(Object.fromEntries(sectors)));
    };
    const rename = () => {
      const given = prompt("Name of the match", name);
      if (given !== null) kept.rename(match.run, given.trim().slice(0, MOST_LETTERS));
      this.#read();
    };
    return [
      isRunning ? nothing : button("Play", play, `Play ${name}`),
      button("Play back", playBack, `Play back ${name}`),
      button("Rename", rename, `Rename ${name}`),
    ];
  }

  #copies(source, match) {
    const { own, mirrored } = this.#app;
    const name = titleOf(match);
    const [words, to, what] = source === own ? ["Send", mirrored, name] : ["Keep", own, `Match ${match.run} of ${source.name}`];
    return button(words, async () => this.#copy(to, what, await source.match(match.run), match.day), `${words} ${name}`);
  }

  /** Puts a match beside those of a source. `played`: its day, if that is known. */
  #copy(source, name, content, played = "") {
    return this.#dialog.busy(`${name}…`, async () => {
      const { log, notes, day, about } = await this.#app.clerk.ask("read", { brought: source === this.#app.own }, { match: content });
      await source.send(log, dayOf(played || day), { ...about, file: name });
      this.#dialog.say(`${name} is among the matches ${source === this.#app.own ? "of this browser" : "of the board, which plays on"}.`, ...notes);
      this.#read();
    });
  }

  async #save(name, played, match) {
    const { text, notes } = await this.#app.clerk.ask("write", { day: dayOf(played) }, { match });
    const file = fileName(name, "mat");
    download(file, text);
    this.#dialog.say(`${file} is saved.`, ...notes);
  }

  async #delete(id, name, event) {
    if (!(await ask(`Delete ${name}?`, "Delete for good", { event }))) return;
    this.#app.kept.remove(id);
    this.#read();
    this.#dialog.element.querySelector("h2")?.focus();
  }
}

/** That day, or today, where none is known. */
function dayOf(text) {
  return DAY.test(text) ? text : DAYS.format();
}

/** @param {Listed} match */
function detailsOf(match, isRunning) {
  const { changed, day, event, file, trouble } = match;
  const played = DAY.test(day) && new Date(`${day}T12:00`).toLocaleDateString([], { dateStyle: "medium" });
  const when = changed ? new Date(changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : played;
  return [isRunning && "on the board", trouble, event, standing(match), file, when].filter(Boolean).join(" · ");
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
    this.#chosen = { ...USUAL, ...remembered("choice") };
    const [name] = this.#app.state.told?.names ?? [];
    if (!this.#chosen.name && !COLOURS.includes(name)) this.#chosen.name = name ?? "";
    this.dialog.open(event);
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector(this.#chosen.name ? "[name=player]:checked" : "[name=name]"))?.focus();
  }

  #form() {
    const { players = [], clocks = [], rules = [] } = this.#app.state.choices ?? {};
    const chosen = this.#chosen;
    if (players.length && !players.some(([number, , why]) => number === chosen.player && !why)) chosen.player = USUAL.player;
    const change = ({ target }) => {
      const value = target.type === "radio" ? Number(target.value) : plain(target.value.trim()).slice(0, MOST_OF_NAME);
      this.#chosen = { ...chosen, [target.name]: value };
      this.dialog.render();
    };
    const field = (label, name, isAsked) => html`<label>${label}
      <input name=${name} .value=${live(chosen[name])} pattern=${NAME} title=${PLAIN} maxlength=${MOST_OF_NAME} ?disabled=${!isAsked} autocomplete="off" spellcheck="false" /></label>`;
    const rule = ([name, title, words]) => group(title, name, words.map((word, value) => [value, word]), chosen);
    const fitting = rules.filter(([name]) => FITS[name]?.(chosen.length) ?? true);
    return html`<form id="beginning-form" @change=${change} @submit=${(event) => this.#play(event)}>
      <div class="names">${field("Your name", "name", true)} ${field("Second player", "second", chosen.player === HUMAN)}</div>
      ${group("Opponent", "player", players, chosen)} ${group("Length", "length", LENGTHS, chosen)}
      ${group("Clock: delay per move, minutes per point", "clock", clocks, chosen)}
      ${group("Dice", "sealed", [[0, "ordinary"], [1, "sealed"]], chosen)}
      <details ?hidden=${!rules.length}><summary>More rules</summary>${fitting.map(rule)}</details>
    </form>`;
  }

  #play(event) {
    event.preventDefault();
    toBoard();
    remember("choice", this.#chosen);
    const { name, second, player, ...rules } = this.#chosen;
    const names = [name || COLOURS[0], (player === HUMAN && second) || COLOURS[1]];
    for (const [rule, fits] of Object.entries(FITS)) if (!fits(rules.length)) rules[rule] = Number(rule === "crawford"); // as boards have it
    this.#app.swap(() => this.#app.kept.begin(), JSON.stringify({ ...rules, names, players: [0, player] }));
  }
}

/** Radio buttons: [value, word, why it cannot be chosen] each; none before the board has told its choices. */
function group(title, name, choices, chosen) {
  if (!choices.length) return nothing;
  const option = ([value, word, why = ""]) => html`<label title=${why || nothing}>
    <input type="radio" name=${name} value=${value} .checked=${value === chosen[name]} ?disabled=${Boolean(why)} />${word}</label>`;
  return html`<fieldset><legend>${title}</legend>${choices.map(option)}</fieldset>`;
}

/** A function that opens what can be practised on the board. @param {App} app @param {NewMatch} newMatch */
function practiceDialog(app, newMatch) {
  /** @type {{cards: number, sets: [name: string, share: string][]}} */
  let there = { cards: 0, sets: [] };
  const line = (of, words) => button(words, () => practise(app, of));
  const isNameless = () => COLOURS.includes(app.state.told?.names[0] ?? "");
  const mistakes = () => {
    if (there.cards) return line(MISTAKES, `${MISTAKES}: ${there.cards} ${there.cards === 1 ? "card" : "cards"}`);
    return `${isNameless() ? "Enter your name in New match: then your" : "Your"} mistakes become cards after each game.`;
  };
  const set = ([name, share]) => line(name, share ? `${name}: ${share} right` : name);
  const body = () => html`<p>${mistakes()}</p><h3>Sets</h3><p class="choices">${there.sets.map(set)}</p>`;
  const name = (event) => {
    dialog.close();
    newMatch.open(event);
  };
  const choices = () => (isNameless() ? button("New match…", name) : nothing);
  const dialog = new Dialog("practising", "Practice", body, choices);
  app.on("practice", (told) => {
    there = told;
    dialog.render();
  });
  return (event) => {
    dialog.open(event);
    app.power.act("practice");
  };
}

/** A function that opens a field for a position, to begin a match there on the board that is shown. @param {App} app */
function positionDialog(app) {
  const field = () => /** @type {HTMLTextAreaElement} */ (dialog.element.querySelector("textarea"));
  const begin = async () => {
    const { xgid } = await app.clerk.ask("position", { text: field().value });
    if (!dialog.isOpen) return;
    await app.source().playFrom(xgid);
    toBoard();
  };
  const submit = async (event) => {
    event.preventDefault();
    await dialog.busy("Reading…", begin);
    if (dialog.isOpen) field().focus();
  };
  const body = () => html`<p>Paste an XGID, an OGID, GNU Backgammon’s two IDs, or what a board’s QR code says (its menu: Position); other
      text around it is ignored. A new match begins there.</p>
    <form id="enter-form" @submit=${submit}>
      <textarea rows="3" aria-label="The position" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
    </form>`;
  const dialog = new Dialog("enter", "Play from a position", body, () => html`<button class="choice" form="enter-form">Play</button>`);
  return (event) => {
    dialog.open(event);
    field().value = "";
    field().focus();
  };
}

/** A function that opens the check of a file's sealed dice, by the seal and the number that somebody noted down. @param {App} app */
function verifyDialog(app) {
  /** @type {File | null} */
  let file = null;
  const form = () => /** @type {HTMLFormElement} */ (dialog.element.querySelector("form"));
  // The clerk answers one question after the other: what is said last is of what was asked last.
  const check = async () => {
    if (!file) return;
    const { name } = file;
    dialog.say(`${name}…`);
    const asked = app.clerk.ask("verify", Object.fromEntries(new FormData(form())), { match: file });
    await asked.then(({ lines }) => dialog.say(`${name}:`, ...lines), ({ message }) => dialog.say(`${name}: ${message}`));
  };
  const field = (label, name) => html`<label>${label}<input name=${name} spellcheck="false" autocapitalize="characters" autocomplete="off" /></label>`;
  const body = () => html`<p>Checks that every roll of a match file is the one that was sealed before the match. Fill in what you noted; all of
      it may stay empty.</p>
    <form id="verifying-form" @change=${check} @submit=${(event) => event.preventDefault()}>
      ${field("Seal, at least 16 digits", "seal")} ${field("Number", "number")} ${field("Secret, if the file lacks it", "secret")}
    </form>`;
  const take = (chosen) => {
    file = chosen;
    check();
  };
  const dialog = new Dialog("verifying", "Verify sealed dice", body, () => fileButton("Choose the file…", FILES, take));
  return (event) => {
    file = null;
    dialog.open(event);
    form().reset();
  };
}
