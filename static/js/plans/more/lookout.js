/** What a unit sees and reaches from where it is. */

import * as api from '../../base/api.js';

/** @typedef {import('../planner.js').Planner} Planner */

export class Lookout {
  /** @param {Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** @type {any} what the server said of the unit at hand */
    this.found = null;
    /** @type {AbortController | undefined} */
    this.looking = undefined;
  }

  /** Whether it is being asked. */
  get isLooking() {
    return this.looking !== undefined;
  }

  /** Reach, ranges and sight from where a unit is, also of an enemy's where the game shows it; whom a card beside the board is of. What is still
   * to be shown may have moved or taken it: then it is asked afterwards. @param {string} unit */
  async round(unit) {
    const { planner } = this;
    const isCard = document.querySelector(`[data-card] [data-pick="${CSS.escape(unit)}"]`) !== null;
    if (!planner.playing || planner.isLate() || !(isCard || planner.standing(unit))) return;
    this.looking?.abort();
    const looking = new AbortController();
    this.looking = looking;
    try {
      const answer = await api.survey(unit, looking.signal);
      if (answer.ok && (planner.selected === unit || (planner.selected !== null && planner.alone === planner.selected))) {
        this.found = answer.data;
        if (isCard) planner.view.showRinged(answer.data.overlays ?? []);
        planner.changed();
      }
    } catch {
      // The selection changed, or the line is down: the board works without it.
    } finally {
      if (this.looking === looking) this.looking = undefined;
      planner.settle();
    }
  }
}
