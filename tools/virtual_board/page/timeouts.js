// Timeouts for the firmware: those of a worker, but messages that came first have their turn first,
// and a moment is a moment; a browser's own takes four milliseconds.

const MOMENT_MS = 1;

const waiting = new Map();
const { port1: due, port2: hop } = new MessageChannel();
const wait = setTimeout.bind(globalThis);
let last = 0;

due.onmessage = ({ data: id }) => {
  const act = waiting.get(id);
  waiting.delete(id);
  act?.();
};

export function after(act, ms) {
  const id = ++last;
  waiting.set(id, act);
  if (ms > MOMENT_MS) wait(() => hop.postMessage(id), ms);
  else hop.postMessage(id);
  return id;
}

export function cancel(id) {
  waiting.delete(id);
}
