// Time, for the page and for its circuit board: the browser's, or with ?time=manual in the address, for
// tests, only what live() is told to live through. Then nothing depends on how busy the machine is.

// The page tells its worker by the worker's name: where a service worker answers, the address has no "?".
const said = globalThis.WorkerGlobalScope ? self.name : new URLSearchParams(globalThis.location?.search).get("time");
export const MANUAL = said === "manual";
const DAY_MS = 86_400_000;
const STEP_MS = 50; // of manual time, from the board to the page and back
const MOMENT_MS = 1;
const LOOK_MS = 0.05; // what reading a manual clock takes: a loop that waits for a time ends

const browserNow = Date.now;
const wait = setTimeout.bind(globalThis);
const waiting = new Map(); // id -> {action, at}
const pictures = new Set(); // what draws the next one
const { port1: due, port2: hop } = new MessageChannel();
let time = Math.floor(browserNow() / DAY_MS) * DAY_MS; // the manual one: from midnight, for page and board alike
let last = 0;

due.onmessage = ({ data: id }) => act(id);
/** @type {any} */ (due).unref?.(); // in node nothing waits for it

// Milliseconds, as Date.now() gives them.
export function now() {
  return MANUAL ? time : browserNow();
}

// The time for firmware, which may wait for a later one in a loop.
export function look() {
  if (MANUAL) time += LOOK_MS;
  return Math.floor(now());
}

// As setTimeout, but messages that came first have their turn first, and a moment takes no four milliseconds.
export function after(action, ms = 0) {
  const id = ++last;
  waiting.set(id, { action, at: time + Math.max(ms, MOMENT_MS) });
  if (MANUAL) return id;
  if (ms > MOMENT_MS) wait(() => hop.postMessage(id), ms);
  else hop.postMessage(id);
  return id;
}

export function cancel(id) {
  waiting.delete(id);
}

// Calls `draw` once with the screen's next picture; with manual time, when the time that was given is over.
export function withNextPicture(draw) {
  if (!MANUAL && !pictures.size) requestAnimationFrame(drawAll);
  pictures.add(draw);
}

function drawAll() {
  const asked = [...pictures];
  pictures.clear();
  for (const draw of asked) draw();
}

// When an event came: the page may hear of it late.
export function timeOf(event) {
  return MANUAL ? time : browserNow() - Math.max(0, performance.now() - event.timeStamp);
}

// Lives until the time `until`, as now() gives it: does what is due by then, one after the other.
export function live(until) {
  for (;;) {
    const [first] = [...waiting].sort(([, one], [, other]) => one.at - other.at);
    if (!first || first[1].at > until) break;
    time = Math.max(time, first[1].at);
    act(first[0]);
  }
  time = Math.max(time, until);
}

// Lives through so many milliseconds in steps, `alongside(until)` before each, until `done()`; draws then.
export async function run(ms, alongside, done = () => false) {
  const end = now() + ms;
  do {
    const until = Math.min(now() + STEP_MS, end);
    await alongside(until);
    live(until);
  } while (!done() && now() < end);
  drawAll();
  return done();
}

function act(id) {
  const { action } = waiting.get(id) ?? {};
  waiting.delete(id);
  action?.();
}
