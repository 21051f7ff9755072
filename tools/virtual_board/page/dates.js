// When a practice card comes again: by FSRS (ts-fsrs), and kept in this browser by what a card is known by.
// A day is a date here, as midnight of UTC: neither hours nor summer time count. The first answer of a day
// is the one that counts, so two right ones in a day are one.

import { createEmptyCard, fsrs } from "ts-fsrs";
import { remember, remembered } from "./state.js";

const NUMBERS = ["stability", "difficulty", "elapsed_days", "scheduled_days", "learning_steps", "reps", "lapses", "state"];
const KEY = /^[0-9a-f]{64}$/;
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
  /** @type {Record<string, any>} FSRS's card of each */
  #cards = remembered("practice", isSound, { cards: {} }).cards;

  /** A Date, null of a card that was never answered. */
  due(key) {
    return this.#cards[key] ? new Date(this.#cards[key].due) : null;
  }

  /** After how many days it would come again, for each of GRADES; null where it was answered that day already. */
  waits(key, day) {
    if (this.#isAnswered(key, day)) return null;
    return GRADES.map((_, at) => Math.round((this.#next(key, day, at + 1).due - day) / DAY_MS));
  }

  /** Keeps the day's first answer to a card, one of GRADES from 1. */
  answer(key, grade, day) {
    if (this.#isAnswered(key, day)) return;
    this.#cards[key] = JSON.parse(JSON.stringify(this.#next(key, day, grade)));
    this.#keep();
  }

  /** The dates as a text, for `merge`. */
  get text() {
    return JSON.stringify({ version: 1, cards: this.#cards });
  }

  /**
   * Takes over what a text of another browser's dates has; of a card that both know, what was answered later. How many
   * cards that were. Throws for any other text.
   */
  merge(text) {
    const told = JSON.parse(text);
    if (!isSound(told)) throw new Error("These are no dates of practice cards, or damaged ones");
    const newer = Object.entries(told.cards).filter(([key, card]) => !(this.#cards[key]?.last_review >= card.last_review));
    Object.assign(this.#cards, Object.fromEntries(newer));
    this.#keep();
    return newer.length;
  }

  #next(key, day, grade) {
    return /** @type {any} */ (scheduler.next(this.#cards[key] ?? createEmptyCard(day), day, grade).card);
  }

  #isAnswered(key, day) {
    return Date.parse(this.#cards[key]?.last_review) >= day;
  }

  #keep() {
    remember("practice", { version: 1, cards: this.#cards });
  }
}

function isSound(told) {
  return told?.version === 1 && told.cards instanceof Object && Object.entries(told.cards).every(isCard);
}

function isCard([key, card]) {
  const dates = [card?.due, card?.last_review].map((date) => Date.parse(date));
  return KEY.test(key) && [...dates, ...NUMBERS.map((name) => card?.[name])].every(Number.isFinite) && card.stability > 0;
}
