// The UF2 file of an image: for which board it is, which version, and what of the flash it writes.

const BLOCK = 512;
const HEAD = 32;
const END = 508;
const MAGIC = [0x0a324655, 0x9e5d5157];
const MAGIC_END = 0x0ab16f30;
const HAS_FAMILY = 0x2000;
const HAS_TAGS = 0x8000;
const VERSION = 0x9fc7bc;
const DEVICE = 0x650d9d;
const OURS = /^([\w-]+), layout (\d{1,9})$/;
const NUMBERS = /^(\d+)\.(\d+)\.(\d+)/;

// {family, first, last: the addresses that it writes, the second exclusive, version, board, layout}. Throws an
// Error that says why it is no whole image of ours.
export function read(bytes) {
  const count = bytes.length / BLOCK;
  if (!count || count % 1) throw new Error("this is no UF2 file, or a part of one");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const blocks = Array.from({ length: count }, (_, at) => blockOf(view, at * BLOCK));
  const [{ family }] = blocks;
  if (blocks.some((block, at) => block.number !== at || block.count !== count)) throw new Error("this is only a part of a UF2 file");
  if (blocks.some((block) => block.family !== family)) throw new Error("this UF2 file is for more than one chip");
  const tags = tagsOf(view, blocks[0]);
  const [, board, layout] = (tags[DEVICE] ?? "").match(OURS) ?? [];
  if (!board || !NUMBERS.test(tags[VERSION])) throw new Error("it does not say for which board it is: Picogammon's images do");
  const first = Math.min(...blocks.map(({ address }) => address));
  const last = Math.max(...blocks.map(({ address, size }) => address + size));
  return { family, first, last, version: tags[VERSION], board, layout: Number(layout) };
}

// Why an image, as `read` gives it, must not go onto a board, {board, version, layout, chip: {name, family,
// start, files: where an image and the files begin}}; "" where it may.
export function refusal(image, board) {
  const { chip } = board;
  if (image.family !== chip.family) return `it is for another chip than this board's ${chip.name}`;
  if (image.board !== board.board) return `it is for the board ${image.board}, and this one is ${board.board}`;
  if (image.layout < board.layout) return `its version ${image.version} is older, and could not read the matches that ${board.version} keeps`;
  if (image.first < chip.start || image.last > chip.files) return "it would write over the board's matches";
  return "";
}

// Below 0 where the version `one` is older than `other`.
export function compare(one, other) {
  const [these, those] = [one, other].map((text) => (text.match(NUMBERS) ?? ["", 0, 0, 0]).slice(1).map(Number));
  return these.map((number, at) => number - those[at]).find(Boolean) ?? 0;
}

function blockOf(view, at) {
  const words = Array.from({ length: 8 }, (_, i) => view.getUint32(at + 4 * i, true));
  const [first, second, flags, address, size, number, count, family] = words;
  const sound = first === MAGIC[0] && second === MAGIC[1] && view.getUint32(at + END, true) === MAGIC_END;
  if (!sound || !(flags & HAS_FAMILY) || size > END - HEAD) throw new Error("this is no UF2 file");
  return { flags, address, size, number, count, family };
}

// type -> text of the first block's tags.
function tagsOf(view, { flags, size }) {
  const found = {};
  const text = new TextDecoder();
  for (let at = HEAD + size; flags & HAS_TAGS && at + 4 <= END; ) {
    const tag = view.getUint32(at, true);
    const length = tag & 0xff;
    if (length < 4 || at + length > END) break;
    found[tag >>> 8] = text.decode(new Uint8Array(view.buffer, view.byteOffset + at + 4, length - 4));
    at += (length + 3) & ~3;
  }
  return found;
}
