// Contents of the flash: images, UF2 files, and the remains of a power cut.

import { readFileSync } from "node:fs";
import { FLASH_BYTES, apply, tear } from "./flash_chip.js";

const FLASH_START = 0x10000000;
const BLOCK = 512;
const MAGIC = 0x0a324655;
const ADDRESS = 12;
const LENGTH = 16;
const DATA = 32;

export function erased() {
  return new Uint8Array(FLASH_BYTES).fill(0xff);
}

// Reads an image of the flash; erased cells follow a short one.
export function readImage(path) {
  const bytes = readFileSync(path);
  if (bytes.length > FLASH_BYTES) throw new Error(`${path} is larger than the flash`);
  const image = erased();
  image.set(bytes);
  return image;
}

// Writes a UF2 file's blocks into an image, as dropping it onto the board does.
export function writeUf2(image, path) {
  const file = readFileSync(path);
  if (file.length < BLOCK || file.readUInt32LE(0) !== MAGIC) throw new Error(`${path} is no UF2`);
  for (let at = 0; at + BLOCK <= file.length; at += BLOCK) {
    const offset = file.readUInt32LE(at + ADDRESS) - FLASH_START;
    const length = file.readUInt32LE(at + LENGTH);
    if (offset < 0 || offset + length > FLASH_BYTES) throw new Error(`${path} is not for this flash`);
    image.set(file.subarray(at + DATA, at + DATA + length), offset);
  }
}

// Returns the flash after a cut at operation `cut.operation` of those done to `base`: before it, or half-way through it
// if `cut.torn`. `cut.seed`: as for `tear`.
export function afterCut(base, operations, cut) {
  if (!(cut.operation >= 0 && cut.operation < operations.length)) {
    throw new Error(`there was no operation ${cut.operation}`);
  }
  const image = base.slice();
  for (const operation of operations.slice(0, cut.operation)) apply(image, operation);
  if (cut.torn) tear(image, operations[cut.operation], cut.seed ?? null);
  return image;
}
