// The PIO in emulated time: rp2040js runs its state machines whenever the PC has time, all at once.

import { FIFO } from "../../npm/node_modules/rp2040js/dist/esm/utils/fifo.js";

const CTRL = 0;
const JOINED = 8; // words that a joined FIFO holds
const JOIN_RX = 31; // bit of SHIFTCTRL

// `cycle()`: of the system clock, in ns.
export function pacePio(chip, cycle) {
  for (const pio of chip.pio) {
    pio.run = () => {};
    const alarms = pio.machines.map((machine) => paced(chip, pio, machine, cycle));
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === CTRL) for (const start of alarms) start();
    };
  }
}

// Returns a function that starts a state machine, if it is enabled and does not run.
function paced(chip, pio, machine, cycle) {
  machine.runs = false;
  const period = () => (machine.clockDivInt + machine.clockDivFrac / 256) * cycle();
  const alarm = chip.clock.createAlarm(() => {
    machine.runs = machine.enabled;
    if (!machine.runs) return;
    const before = machine.cycles;
    machine.step();
    pio.checkChangedPins();
    alarm.schedule(Math.max(1, machine.cycles - before) * period());
  });
  return () => {
    if (machine.enabled && machine.shiftCtrl >>> JOIN_RX) machine.rxFIFO = new FIFO(JOINED);
    if (machine.enabled && !machine.runs) alarm.schedule(period());
    machine.runs ||= machine.enabled;
  };
}
