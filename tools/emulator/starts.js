// Remembers boards from power-on until the first look or touch. A start depends on its commands alone, so a board
// that gets the same ones resumes from there, and a process emulates each start once.

import { statSync } from "node:fs";
import { Snapshot } from "./board/snapshot.js";

const KNOWN = 4; // starts, some 40 MB each
const LONG_MS = 500; // of emulated time: a shorter start is emulated again

const COMMANDS = {
  make: () => true,
  boot: ({ uf2, image, cut, seed }) => uf2 && !image && !cut && seed !== null,
  run: () => true,
};

const beginsWith = (all, first) => first.every((key, i) => all[i] === key);

export class Starts {
  // `execute(line)` does a command of `boards.session` and answers.
  constructor(execute, boards) {
    this._execute = execute;
    this._boards = boards;
    this._known = []; // { keys, answers, session, snapshot }
    this._keys = null; // of the commands since `make`, while these are a start
    this._answers = [];
    this._ahead = []; // the commands that were answered and not done
  }

  answer(line) {
    const { do: command, ...rest } = JSON.parse(line);
    if (command === "make") Object.assign(this, { _keys: [], _answers: [], _ahead: [] });
    if (!this._keys) return this._execute(line);
    if (!COMMANDS[command]?.(rest)) {
      this._end();
      return this._execute(line);
    }
    this._keys.push(rest.uf2 ? `${line} ${statSync(rest.uf2).mtimeMs}` : line);
    const at = this._keys.length - 1;
    const known = this._known.find(({ keys }) => beginsWith(keys, this._keys));
    if (known) this._ahead.push(line);
    else this._catchUp();
    this._answers.push(known ? known.answers[at] : this._execute(line));
    return this._answers[at];
  }

  // Brings the board to the end of this start.
  _end() {
    const { _keys: keys, _answers: answers } = this;
    this._keys = null;
    const alike = (start) => start.keys.length === keys.length && beginsWith(start.keys, keys);
    const known = this._ahead.length === keys.length && this._known.find(alike);
    if (known) {
      known.snapshot.restore();
      this._boards.session = known.session;
      return;
    }
    this._catchUp();
    if (answers.some(({ error }) => error) || !(answers.at(-1)?.now > LONG_MS)) return;
    const { session } = this._boards;
    this._known.unshift({ keys, answers, session, snapshot: new Snapshot(session) });
    this._known.length = Math.min(KNOWN, this._known.length);
  }

  _catchUp() {
    for (const line of this._ahead.splice(0)) this._execute(line);
  }
}
