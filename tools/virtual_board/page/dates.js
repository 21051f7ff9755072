// When a practice card comes again: by FSRS (ts-fsrs), and kept in this browser by what a card is known by.
// A day is a date here, as midnight of UTC: neither hours nor summer time count. The first answer of a day
// is the one that counts, so two right ones in a day are one.

import { createEmptyCard, fsrs } from "ts-fsrs";
import { remember, remembered } from "./state.js";

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
    this.#cards[key] = this.#next(key, day, grade);
    remember("practice", { version: 1, cards: this.#cards });
  }

  #next(key, day, grade) {
    return /** @type {any} */ (scheduler.next(this.#cards[key] ?? createEmptyCard(day), day, grade).card);
  }

  #isAnswered(key, day) {
    return new Date(this.#cards[key]?.last_review) >= day;
  }
}

function isSound(told) {
  return told?.version === 1 && Object.values(Object(told.cards)).every((card) => Date.parse(card?.due) && Date.parse(card.last_review));
}
