// Two pages of one browser share one flash, and two boards must not write to it: the first page
// holds it, and a second one may take it over.

import { after } from "./clock.js";

const LOCK = "picogammon.flash";
const PATIENCE_MS = 1500; // a page that is being reloaded still holds it for a moment

// Resolves when this page holds the flash; calls `lost` when another page has taken it.
export async function ownFlash(messages, lost) {
  if (!navigator.locks) return;
  const give = () => {
    lost();
    messages.elsewhere(takeAndReload);
  };
  if (takes()) return hold({ steal: true }, give);
  try {
    await hold({ signal: patience() }, give);
  } catch {
    // A busy computer may take longer, though no other page has it.
    if (await held()) {
      await new Promise((resolve) => messages.elsewhere(resolve));
      messages.clear();
    }
    await hold({ steal: true }, give);
  }
}

// A page that lost the flash begins anew to have it, and asks nobody a second time.
function takeAndReload() {
  history.replaceState({ ...history.state, takes: true }, "");
  location.reload();
}

// Whether this page was begun anew for that; once.
function takes() {
  const { takes: told, ...state } = history.state ?? {};
  if (told) history.replaceState(state, "");
  return Boolean(told);
}

function patience() {
  const over = new AbortController();
  after(() => over.abort(), PATIENCE_MS);
  return over.signal;
}

async function held() {
  return (await navigator.locks.query()).held.some(({ name }) => name === LOCK);
}

function hold(options, give) {
  return new Promise((resolve, reject) => {
    let has = false;
    navigator.locks
      .request(LOCK, options, () => {
        has = true;
        resolve();
        return new Promise(() => {}); // held until the page goes
      })
      .catch((error) => (has ? give() : reject(error)));
  });
}
