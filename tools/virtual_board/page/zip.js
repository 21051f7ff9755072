// Zip files, as small as a backup needs them: written uncompressed, read uncompressed or deflated.

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];
const DEFLATED = 8;
const VERSION = 20;
const NO_DAY = 0x21; // 1980-01-01
const BAD = "this is no backup of a board";

// The bytes of a zip file of [[path, bytes]], paths and comment in plain letters.
export function pack(entries, comment) {
  const encoder = new TextEncoder();
  const local = [];
  const central = [];
  let at = 0;
  for (const [path, bytes] of entries) {
    const name = encoder.encode(path);
    const same = [[VERSION, 2], [0, 2], [0, 2], [0, 2], [NO_DAY, 2], [crc32(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
    local.push(fields([[LOCAL, 4], ...same]), name, bytes);
    central.push(fields([[CENTRAL, 4], [VERSION, 2], ...same, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), name);
    at += LOCAL_BYTES + name.length + bytes.length;
  }
  const size = central.reduce((sum, part) => sum + part.length, 0);
  const said = encoder.encode(comment);
  const counts = [[0, 2], [0, 2], [entries.length, 2], [entries.length, 2], [size, 4], [at, 4], [said.length, 2]];
  return joined([...local, ...central, fields([[END, 4], ...counts]), said]);
}

// {entries: [[path, bytes]], comment} of a zip file's bytes. Rejects what is none, is damaged, or has
// more than `most` bytes or `files` files in it.
export async function unpack(content, most, files) {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const decoder = new TextDecoder();
  const text = (from, length) => decoder.decode(content.subarray(from, from + length));
  let end = content.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || content.length > most || view.getUint16(end + 10, true) > files) throw new Error(BAD);
  try {
    const entries = [];
    let at = view.getUint32(end + 16, true);
    let total = 0;
    for (let left = view.getUint16(end + 10, true); left; left -= 1) {
      const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      if (view.getUint32(at, true) !== CENTRAL || (total += size) > most) throw new Error(BAD);
      const length = view.getUint16(at + 28, true);
      const local = view.getUint32(at + 42, true);
      const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const raw = content.subarray(from, from + packed);
      const bytes = view.getUint16(at + 10, true) === DEFLATED ? await inflated(raw, size) : raw;
      if (bytes.length !== size || crc32(bytes) !== view.getUint32(at + 16, true)) throw new Error(BAD);
      entries.push([text(at + CENTRAL_BYTES, length), bytes]);
      at += CENTRAL_BYTES + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return { entries, comment: text(end + END_BYTES, view.getUint16(end + 20, true)) };
  } catch {
    throw new Error(BAD); // RangeError, TypeError: it is cut off, or what is deflated is damaged
  }
}

// No more than `most` bytes and the piece after them.
async function inflated(bytes, most) {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  for (const done of [writer.write(bytes), writer.close()]) done.catch(() => {}); // the reader is told
  const reader = stream.readable.getReader();
  const parts = [];
  let length = 0;
  while (length <= most) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  return joined(parts);
}

// Numbers as bytes, little-endian: [[number, how many bytes]].
function fields(pairs) {
  return Uint8Array.from(pairs.flatMap(([number, bytes]) => Array.from({ length: bytes }, (_, i) => (number >>> (8 * i)) & 255)));
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
