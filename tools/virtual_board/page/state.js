// What the page knows, in one object that only `update` changes, and what parts of the page draw of it.

/**
 * @typedef {typeof state} State
 *
 * @typedef {object} BoardData  what the server tells of a board (board_data.py)
 * @property {string} title
 * @property {Record<string, number>} buttons  name -> pin
 * @property {boolean} places  whether its points are buttons too
 * @property {{pin: number, lights: number, order: string}} strip
 * @property {{address: number, height: number, flip: boolean} | null} oled
 * @property {number | null} piezo
 * @property {number[][]} points  the lights of each, from the rim inwards
 * @property {number[][]} bars  likewise of player 0 and player 1, empty where there is no light
 * @property {number[][]} offs
 * @property {boolean} homeLeft
 * @property {string} config  board_config.py
 *
 * @typedef {object} Standing  how a match stands
 * @property {[string, string]} names
 * @property {[string, string]} levels  which level plays a side, "" for a person
 * @property {[number, number]} scores
 * @property {number} length
 * @property {string} won  the name of who has won it, or ""
 * @property {string} xgid
 * @property {string} settings
 * @property {number} log  the number of its log on the board's flash
 *
 * @typedef {Partial<Standing> & {run: number, name?: string, changed?: number, event?: string, file?: string}} Match
 *   one of this browser's; a person has given it its `name`, and `changed` is as Date.now() says it
 *
 * @typedef {object} Cube
 * @property {number} value  that of the double, where it is offered
 * @property {0 | 1 | null} side  which side has it, or is offered it
 * @property {"centre" | "below" | "above"} place
 * @property {boolean} offered
 *
 * @typedef {object} Table  what lies on the board beside its lights (device/words.py)
 * @property {[value: number, side: 0 | 1, used: 0 | 1][]} dice
 * @property {boolean} isDue  whether a person is to roll, so that `dice` are those of the last roll
 * @property {Cube | null} cube
 * @property {Record<string, number>} counts  spot -> checkers, where there are any
 * @property {Record<string, 0 | 1>} owners  spot -> whose checkers, where there are any
 * @property {[number[], number[]]} colours  each side's, red, green, blue as on the wire
 *
 * @typedef {object} Seat
 * @property {string} name
 * @property {string} who  "you", a level's name, or ""
 * @property {number[]} colour
 * @property {number} score
 * @property {number} length
 * @property {number | null} pips  null while somebody counts them
 * @property {string} clock  minutes and seconds left, or ""
 * @property {boolean} acts  whether that side has to decide
 *
 * @typedef {Standing & View} Told  what the firmware's companion tells (device/companion.py)
 *
 * @typedef {object} View
 * @property {string} said  what the display says
 * @property {[string, string]} sides
 * @property {Record<string, string>} places  name -> what there is to say of it
 * @property {[label: string, number: number][]} keys  what can be decided now on the drawn board
 * @property {string} question  what is asked there, or why a press could not be
 * @property {string[]} labels  what each of the four buttons does now
 * @property {boolean} helps  whether a turn or a double is shown, and nothing over it
 * @property {string} unhelped  why the match has no hints, or ""
 * @property {"letters" | "number" | "digits" | "dice" | ""} typing  what can be typed; a held OK ends letters and a number
 * @property {Table} table
 * @property {[Seat, Seat]} seats  above the board, and below it
 * @property {boolean} ended  whether the end of the match is shown
 * @property {boolean} fresh  whether nothing was played yet
 * @property {boolean} practises  whether the board asks cards, or pips to be counted
 * @property {{run: number, game: number, stop: number} | null} played  what is played back or looked at; `run`: below
 *   0 that of one of this browser's matches, or else one on the board's flash
 * @property {string} heard  what is new, for the live region
 *
 * @typedef {object} Choices  what a match can be begun with (device/hands.py)
 * @property {[number: number, name: string, why: string][]} players
 * @property {[number: number, name: string][]} clocks
 * @property {[field: string, title: string, words: string[]][]} rules
 *
 * @typedef {object} Source  a board's matches, this browser's or those of the board at the cable
 * @property {string} name
 * @property {(run: number) => Promise<any[]>} games  those of a match of `Told.played`, as the clerk lists them
 * @property {(xgid: string) => Promise<void>} playFrom  begins a match at a position; the one before becomes an earlier one
 * @property {(game: number, stop: number) => unknown} lead  goes to a move of what is played back
 * @property {() => Promise<Listed[]>} matches
 * @property {(run: number) => Promise<import("./clerk.js").Content>} match
 * @property {(log: Uint8Array, day: string, about: object) => Promise<any>} send  puts a match beside the others
 *
 * @typedef {Match & {what: string, day: string, trouble?: string}} Listed  a match of a Source:
 *   `what`: "running" of the one in the board; `day`: as 2026-11-29, or "-"; `trouble`: why nothing is known of it
 *
 * @typedef {{file: string, board: string, version: string, order: number}} Image  of firmware for a board; `order`: above 0
 *   where it is newer than the board's
 *
 * @typedef {object} Power  the board's switch (power.js)
 * @property {(begins?: string) => Promise<void>} on
 * @property {() => void} off
 * @property {Promise<void>} ready  resolves when the board runs
 * @property {(pin: number, level: 0 | 1, at: number) => void} contact
 * @property {(what: string, ...given: any[]) => void} act  what a person does beside the buttons (device/hands.py)
 * @property {(until: number) => Promise<void> | null} live
 *
 * @typedef {object} App  what the parts of the page share (main.js)
 * @property {State} state
 * @property {(what: string, act: (...given: any[]) => void) => void} on  calls `act` at each `emit` of that
 * @property {(what: string, ...given: any[]) => void} emit
 * @property {Power} power
 * @property {Record<string, (...given: any[]) => void>} wires  what a board's pins do to what is shown: wave({pin,
 *   bytes}), lights(list), oled(bytes), rows(count), tone({pin, frequency, duty}), said(text), played(played)
 * @property {any} kept  the matches of this browser
 * @property {any} clerk  answers questions about matches
 * @property {any} bundle  what the firmware is started with (python.js)
 * @property {{begins: string, before: number} | null} opening  the match that is to begin at a position, as
 *   device/hands.py wants it, and the match before it
 * @property {string} wanted  the position that somebody opened the page with, or ""
 * @property {Source} own
 * @property {Source | null} mirrored  that of the board at the cable
 * @property {() => Source} source  the one that is shown
 * @property {(xgid: string) => Promise<void>} playFrom  puts a match that begins there into the board
 * @property {(change?: () => unknown, begins?: string) => Promise<void>} swap  starts the board anew after `change`;
 *   it begins that match (device/hands.py)
 * @property {() => Promise<string>} backUp  saves a backup of the page's own board; what there is to say of it
 * @property {unknown} changing  what a swap waits for, perhaps
 * @property {Record<string, any>} seen  for tests: lights(), oled(), spots(), errors
 */

/** What the page knows. */
export const state = {
  phase: /** @type {"loading" | "running"} */ ("loading"),
  // Those of the server; `first`: the data of the first; `drawn`: those that are no Picos, shown at a cable alone;
  // `plugged`: whether a board is at a cable of the server; `alone`: whether the page is the board, and needs no server.
  /** @type {{names: string[], titles: string[], first: BoardData, drawn: string[], plugged: boolean, alone: boolean}} */
  boards: { names: [], titles: [], first: /** @type {any} */ (null), drawn: [], plugged: false, alone: true },
  board: /** @type {BoardData | null} */ (null),
  told: /** @type {Told | null} */ (null),
  choices: /** @type {Choices | null} */ (null),
  due: 0, // practice cards
  /** @type {{name: string, version: string, how: string, known: boolean, image: Image | null} | null} */
  mirror: null, // the board at the cable
  notice: /** @type {{text: string, details: string} | null} */ (null),
  sheet: /** @type {{why?: string, take?: () => void} | null} */ (null),
  sound: true,
};

/** The page's element of that id. @returns {any} */
export function find(id) {
  return document.getElementById(id);
}

/** @type {Set<() => void>} */
const parts = new Set();
let asked = false;

/** @param {Partial<State>} patch */
export function update(patch) {
  Object.assign(state, patch);
  if (asked) return;
  asked = true;
  queueMicrotask(() => {
    asked = false;
    for (const draw of parts) draw();
  });
}

/**
 * Calls `render(state)` at once, and soon after one of `keys` changes.
 * @param {(state: State) => void} render
 * @param {...keyof State} keys
 */
export function part(render, ...keys) {
  /** @type {unknown[] | null} */
  let drawn = null;
  const draw = () => {
    const values = keys.map((key) => state[key]);
    if (drawn && values.every((value, at) => Object.is(value, drawn?.[at]))) return;
    drawn = values;
    render(state);
  };
  parts.add(draw);
  draw();
}

/** Keeps a value in this browser, where that can be. `key`: without "picogammon.". */
export function remember(key, value) {
  try {
    localStorage.setItem(`picogammon.${key}`, JSON.stringify(value));
  } catch {
    // It is asked again the next time.
  }
}

/** What was remembered; null where nothing was. @returns {any} */
export function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(`picogammon.${key}`) ?? "null");
  } catch {
    return null;
  }
}
