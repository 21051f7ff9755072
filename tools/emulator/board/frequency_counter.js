// The chip's frequency counter (RP2040 data sheet, 2.15.4), which rp2040js lacks. It counts the ring
// oscillator; of other clocks it says that they stand still.

const SOURCE = 0x94;
const STATUS = 0x98;
const RESULT = 0x9c;
const DONE = 16;
const KHZ_BIT = 5; // below it are fractions
const RING = 3;

// Adds it to the `clocks` of a chip. `khz()`: of the ring oscillator.
export function countFrequencies(clocks, khz) {
  const read = clocks.readUint32.bind(clocks);
  const write = clocks.writeUint32.bind(clocks);
  clocks.counted = 0;
  clocks.writeUint32 = (offset, value) => {
    if (offset === SOURCE) clocks.counted = value;
    else if (offset < 0x80 || offset > RESULT) write(offset, value);
  };
  clocks.readUint32 = (offset) => {
    if (offset === STATUS) return DONE;
    if (offset === RESULT) return clocks.counted === RING ? Math.round(khz() * 2 ** KHZ_BIT) : 0;
    return read(offset);
  };
}
