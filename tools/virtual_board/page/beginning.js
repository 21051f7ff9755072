// The dialog that begins a match: against whom, how long, by the clock, with sealed dice. What was chosen last
// is chosen again.

import { element, openOver, toBoard } from "./elements.js";

const LENGTHS = [1, 3, 5, 7, 9, 11, 0];
const KEY = "picogammon.choice";
const USUAL = { player: 1, length: 5, clock: 0, sealed: 0 };

export class Beginning {
  // `openers`: buttons that open `dialog`. `begin(settings)` begins the match.
  constructor(openers, dialog, begin) {
    this._dialog = dialog;
    this._fields = dialog.querySelector(".groups");
    for (const opener of openers) opener.addEventListener("click", (event) => openOver(dialog, event));
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      toBoard();
      begin(this._chosen());
    });
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }

  // What the board can play, see device/hands.py. What somebody chooses meanwhile stays.
  offer({ players, clocks }) {
    const last = { ...lastChosen(), ...(this._dialog.open ? this._filled() : {}) };
    const known = players.some(([number, , why]) => number === last.player && !why);
    if (!known) last.player = USUAL.player;
    const early = !this._fields.children.length && this._dialog.open;
    const { name } = this._fields.contains(document.activeElement) ? document.activeElement : {};
    this._fields.replaceChildren(
      group("Opponent", "player", players, last),
      group("Length", "length", LENGTHS.map((points) => [points, points ? `${points}` : "Money"]), last),
      group("Clock: seconds a turn, minutes a point", "clock", clocks, last),
      group("Dice", "sealed", [[0, "ordinary"], [1, "sealed"]], last),
    ); // prettier-ignore
    if (name) this._fields.querySelector(`[name="${name}"]:checked`)?.focus(); // the keyboard stays at its group
    const begins = document.activeElement === this._dialog.querySelector("button"); // as there was nothing else
    if (early && begins) this._fields.querySelector("[autofocus]")?.focus();
  }

  // Before it is known who can play, and with a firmware that does not say it: what was chosen last.
  _chosen() {
    const chosen = this._filled();
    if ("player" in chosen) keep(chosen);
    const { player, length, clock, sealed } = { ...lastChosen(), ...chosen };
    return { players: [0, player], length, clock: length ? clock : 0, sealed };
  }

  _filled() {
    const data = new FormData(this._dialog.querySelector("form"));
    return Object.fromEntries([...data].map(([name, value]) => [name, Number(value)]));
  }
}

function keep(chosen) {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // It is chosen again the next time.
  }
}

// What was chosen last, if this browser keeps it: numbers; else what is usual.
function lastChosen() {
  try {
    const chosen = Object.entries(Object(JSON.parse(localStorage.getItem(KEY))));
    return { ...USUAL, ...Object.fromEntries(chosen.filter(([, value]) => Number.isSafeInteger(value) && value >= 0)) };
  } catch {
    return { ...USUAL };
  }
}

// Radio buttons: [value, word, why it cannot be chosen] each. Where the last one is none of them, the usual one is chosen.
function group(title, name, choices, last) {
  const made = document.createElement("fieldset");
  made.append(element("legend", title));
  const wanted = choices.some(([value]) => value === last[name]) ? last[name] : USUAL[name];
  for (const [value, word, why = ""] of choices) {
    const label = element("label", word);
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name, value, checked: value === wanted, disabled: Boolean(why) });
    input.autofocus = name === "player" && input.checked; // the keyboard begins where the choice is
    if (why) label.title = why;
    label.prepend(input);
    made.append(label);
  }
  return made;
}
