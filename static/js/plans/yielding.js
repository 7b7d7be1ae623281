/** A unit that has nothing left to do makes way for the next that is taken in hand. */

import { sideOf } from '../base/people.js';

export class Yielding {
  /** @param {import('./planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** @type {string | null} who is taken in hand once the one before has made way */
    this.wanted = null;
  }

  /** Ends what the unit whose go it is does, where it has nothing left to do and another of the same side is wanted. @param {string | null} wanted @returns {boolean} */
  ends(wanted) {
    const { planner } = this;
    const offer = planner.offers.find((each) => each.yields);
    if (!offer || planner.isBehind || planner.isCommitting || !wanted || wanted === planner.selected || planner.ready.includes(wanted) || !this.isMine(wanted)) return false;
    this.wanted = wanted;
    planner.doAtOnce(offer);
    return true;
  }

  /** Whoever was wanted, once the other has made way; forgotten where nothing can be done with it. @returns {string | null} */
  next() {
    const { planner, wanted } = this;
    if (!wanted || planner.offers.some((each) => each.yields)) return null;
    this.wanted = null;
    if (!planner.ready.includes(wanted)) return null;
    planner.picked = wanted;
    return wanted;
  }

  /** Whether a unit, on the board or in a list, is of the viewer's side. @param {string} unit */
  isMine(unit) {
    const shown = this.planner.board.unit(unit)?.element ?? document.querySelector(`.row [data-pick="${CSS.escape(unit)}"] .row__symbol`);
    return shown?.classList.contains(sideOf(document.body.dataset.viewer ?? '')) ?? false;
  }
}
