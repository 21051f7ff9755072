// What boards did from power-on until somebody looked or touched, and what they were then. It depends on nothing but
// the commands, so a board that gets the same ones takes up from there, and a start is emulated once a process.

import { statSync } from "node:fs";
import { Snapshot } from "./board/snapshot.js";

const KNOWN = 4; // starts, some 40 MB each
const LONG_MS = 500; // of emulated time: what is shorter is not worth it

const COMMANDS = {
  make: () => true,
  boot: ({ uf2, image, cut }) => uf2 && !image && !cut,
  run: () => true,
};

const beginsWith = (all, first) => first.every((key, i) => all[i] === key);

export class Starts {
  // `execute(line)` does a command and answers; `boards` has the `session` that it is for.
  constructor(execute, boards) {
    this._execute = execute;
    this._boards = boards;
    this._known = []; // { keys, answers, session, snapshot }
    this._keys = null; // of the commands since `make`, as long as these are a start
    this._answers = [];
    this._ahead = []; // those commands that were answered and not done
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

  // The board is there, as it is after this start.
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
