/** What comes after one of many alike: the next unit to be placed, the next blank card to be written on. */

import { isPut } from '../plans.js';

/** @typedef {import('../plan.js').Plan} Plan */
/** @typedef {import('../planner.js').Planner} Planner */

export class Next {
  /** @param {Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** @type {{type: string, unit: any} | null} what was placed last, and by which act */
    this.placed = null;
    /** @type {string | null} whose card, blank until then, was written on last */
    this.wrote = null;
  }

  /** Remembers what was done with the unit at hand, before it is offered what it may do then. @param {Plan | null} plan */
  after(plan) {
    const { planner } = this;
    const unit = planner.selected;
    // One act places a unit in more than one way: beside it, aboard another.
    const isPlacing = plan && planner.unitOffers.some((offer) => offer.type === plan.offer.type && isPut(offer));
    this.placed = isPlacing ? { type: plan.offer.type, unit } : null;
    const isWritten = planner.together.isSent || document.querySelector(`.is-blank[data-card] [data-pick="${CSS.escape(unit ?? '')}"]`) !== null;
    this.wrote = isWritten ? unit : null;
  }

  /** Whether a unit was placed just now, and could only be placed anew: the next is rather meant. @param {string | null} unit */
  isJustPlaced(unit) {
    const { placed } = this;
    return placed !== null && placed.unit === unit && this.planner.unitOffers.every((offer) => offer.type === placed.type);
  }

  /** Whoever places one unit after another has the next in hand once it is their go again. @returns {string | null} */
  toPlace() {
    const { placed, planner } = this;
    const next = placed ? planner.offers.filter((offer) => isPut(offer) && offer.type === placed.type && offer.unit && !planner.standing(offer.unit)) : [];
    return (next.find((offer) => offer.unit > placed?.unit) ?? next[0])?.unit ?? null;
  }

  /** Whoever writes on one card after another has the next blank one in hand; after the last of them none. */
  takeBlank() {
    const { planner, wrote } = this;
    if (!wrote || planner.selected !== wrote || (planner.plan && planner.isExplicit)) return;
    this.wrote = null;
    const cards = [...document.querySelectorAll('[data-card] [data-pick]')].map((face) => /** @type {HTMLElement} */ (face));
    const open = cards.filter((face) => face.closest('.is-blank') && face.dataset.pick !== wrote && planner.ready.includes(face.dataset.pick));
    const now = cards.findIndex((face) => face.dataset.pick === wrote);
    const next = open.find((face) => cards.indexOf(face) > now) ?? open[0];
    if (cards[now] === document.activeElement) next?.focus({ preventScroll: true });
    planner.select(next?.dataset.pick ?? null);
  }
}
