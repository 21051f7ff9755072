// When a practice card comes again: by FSRS (ts-fsrs), and kept in this browser by what a card is known by.
// A day is a date here, as midnight of UTC: neither hours nor summer time count. The first answer of a day
// is the one that counts, so two right ones in a day are one.

import { createEmptyCard, fsrs } from "ts-fsrs";

const KEY = "picogammon.practice";
const ASIDE = `${KEY}.damaged`;
const NUMBERS = ["stability", "difficulty", "elapsed_days", "scheduled_days", "learning_steps", "reps", "lapses", "state"];
const WANTED = /^[0-9a-f]{64}$/;
const DAY_MS = 86_400_000;
const scheduler = fsrs({ enable_short_term: false });

export const AGAIN = 1;
export const GOOD = 3;
export const GRADES = ["Again", "Hard", "Good", "Easy"]; // FSRS numbers them from 1

export function today() {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

export class Dates {
  // Throws where what is kept cannot be read; it stays as it is.
  constructor() {
    this._cards = read(kept());
  }

  // A Date, null of a card that was never answered.
  due(key) {
    return this._cards[key] ? new Date(this._cards[key].due) : null;
  }

  // After how many days it would come again, for each of GRADES; null where it was answered that day already.
  waits(key, day) {
    if (this._counted(key, day)) return null;
    return GRADES.map((_, at) => Math.round((this._next(key, day, at + 1).due - day) / DAY_MS));
  }

  // Keeps the day's first answer to a card, one of GRADES from 1. Throws where this browser keeps nothing more.
  answer(key, grade, day) {
    if (this._counted(key, day)) return;
    this._keep({ ...this._cards, [key]: JSON.parse(JSON.stringify(this._next(key, day, grade))) });
  }

  // The dates as a text, for `merge`.
  get text() {
    return JSON.stringify({ version: 1, cards: this._cards });
  }

  // Takes over what a text of another browser's dates has; of a card that both know, what was answered later. How
  // many cards that were. Throws for any other text, and where this browser keeps nothing more.
  merge(text) {
    const newer = Object.entries(read(text)).filter(([key, card]) => !(this._cards[key]?.last_review >= card.last_review));
    this._keep({ ...this._cards, ...Object.fromEntries(newer) });
    return newer.length;
  }

  _next(key, day, grade) {
    return scheduler.next(this._cards[key] ?? createEmptyCard(day), day, grade).card;
  }

  _counted(key, day) {
    return Date.parse(this._cards[key]?.last_review) >= day;
  }

  _keep(cards) {
    const before = this._cards;
    this._cards = cards;
    try {
      localStorage.setItem(KEY, this.text);
    } catch {
      this._cards = before;
      throw new Error("this browser has no room to keep it: delete matches that you no longer need");
    }
  }
}

// What this browser keeps, a text, null where there is nothing.
export function kept() {
  return localStorage.getItem(KEY);
}

// Puts it aside, and begins anew.
export function putAside() {
  localStorage.setItem(ASIDE, kept());
  localStorage.removeItem(KEY);
}

function read(text) {
  let told = null;
  try {
    told = JSON.parse(text ?? '{"version": 1, "cards": {}}');
  } catch {
    // Said below.
  }
  const cards = told?.version === 1 ? Object(told.cards) : null;
  if (!cards || !Object.entries(cards).every(isSound)) throw new Error("these are no dates of practice cards, or damaged ones");
  return cards;
}

function isSound([key, card]) {
  const dates = [card?.due, card?.last_review].map((date) => Date.parse(date));
  return WANTED.test(key) && [...dates, ...NUMBERS.map((name) => card?.[name])].every(Number.isFinite) && card.stability > 0;
}
