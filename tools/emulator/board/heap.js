// Finds the blocks of MicroPython's heap that a collection would keep, as py/gc.c does, but from outside: the board
// neither waits nor changes.

const RAM_START = 0x20000000;
const STACK_END = 0x20042000;
const BLOCK = 16; // bytes
const HEAD = 1;
const TAIL = 2;
// Bytes of mp_state_ctx before the heap's part of it (MicroPython 1.25). They contain all roots except the stack.
const STATE = 656;
const FIRST_ROOT = 12;
const LAST_ROOT = 488;

export class Heap {
  // `sram`: a chip's, bytes.
  constructor(sram) {
    this._bytes = sram;
    this._words = new Uint32Array(sram.buffer, sram.byteOffset, sram.length >> 2);
  }

  // Finds the heap; returns false before MicroPython has started.
  _found() {
    if (this._blocks) return true;
    const at = this._words.findIndex((_, i) => this._isArea(i));
    if (at < 0) return false;
    [this._table, , , this._start, this._end] = this._words.subarray(at, at + 5);
    const state = (at << 2) - STATE;
    this._roots = [state + FIRST_ROOT, state + LAST_ROOT];
    this._blocks = (this._end - this._start) / BLOCK;
    return true;
  }

  // The heap's part of the state begins with the table's address and length, the finalisers' table, and the
  // addresses where the blocks begin and end.
  _isArea(i) {
    const table = this._words[i];
    const length = this._words[i + 1];
    const start = this._words[i + 3];
    const end = this._words[i + 4];
    return table > RAM_START && table < start && end <= STACK_END && length > 0 && start + length * 4 * BLOCK === end;
  }

  // Returns { free, largest } in bytes, `largest` in one piece; null before MicroPython has started. `registers`:
  // the processor's; `stack`: the stack pointer.
  free(registers, stack) {
    if (!this._found()) return null;
    const kept = this._kept(registers, stack);
    let free = 0;
    let largest = 0;
    let piece = 0;
    for (const one of kept) {
      piece = one ? 0 : piece + BLOCK;
      free += one ? 0 : BLOCK;
      largest = Math.max(largest, piece);
    }
    return { free, largest };
  }

  _kind(block) {
    return (this._bytes[this._table - RAM_START + (block >> 2)] >> ((block & 3) * 2)) & 3;
  }

  // Returns a 1 for each block that is in use.
  _kept(registers, stack) {
    const kept = new Uint8Array(this._blocks);
    const found = [];
    const look = (word) => {
      if (word < this._start || word >= this._end || word % BLOCK) return;
      const block = (word - this._start) / BLOCK;
      if (kept[block] || !(this._kind(block) & HEAD)) return;
      kept[block] = 1;
      found.push(block);
    };
    const scan = (from, to) => this._words.subarray(from >> 2, to >> 2).forEach(look);
    registers.forEach(look);
    scan(...this._roots);
    scan(stack - RAM_START, STACK_END - RAM_START);
    while (found.length) {
      const first = found.pop();
      let next = first + 1;
      while (next < this._blocks && this._kind(next) === TAIL) kept[next++] = 1;
      const at = this._start - RAM_START + first * BLOCK;
      scan(at, at + (next - first) * BLOCK);
    }
    return kept;
  }
}
