/** The one sentence that says what can be done now: while something is in hand, what can be done with that; else what the game asks. */

import { byId, h, isNarrow } from '../base/dom.js';
import { nameOf } from '../base/naming.js';
import { say, t, unbroken } from '../base/words.js';

export class Prompt {
  /** @param {import('../plans/planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** Beside the game's own sentence, which goes on being told meanwhile. */
    this.place = h('p', { id: 'in-hand', class: 'prompt is-my-go', role: 'status', hidden: true });
    byId('prompt').after(this.place);
    planner.addEventListener('change', () => this.render());
  }

  render() {
    const words = unbroken(this.words ?? '');
    if (words === this.place.textContent) return;
    this.place.textContent = words;
    this.place.hidden = words === '';
  }

  /** What can be done with what is in hand, if anything is. @returns {string | null} */
  get words() {
    const { plan, playing, offers, isBehind, isExplicit, isAuto, picked, selected } = this.planner;
    if (!playing || isBehind || offers.length === 0 || plan?.isComposed) return null;
    const [only] = offers;
    if (offers.length === 1 && only.closes && only.input === 'button') return t('hand_only', { what: say(only.label) });
    const isPicked = selected !== null && selected === picked;
    if (plan?.isPicking) return plan.wanted;
    if (plan?.action() && (isPicked || !isAuto || plan.hasSteps)) return this.complete(plan);
    if (plan && isExplicit && (isPicked || !isAuto)) return plan.wanted;
    return isPicked ? this.unit(selected) : null;
  }

  /** @param {import('../plans/plan.js').Plan} plan with nothing left to decide */
  complete(plan) {
    const { planner } = this;
    const off = isNarrow() ? t('cancel') : 'Esc';
    const isRefused = planner.verdict?.legal === false && !planner.isChecking;
    return t(isRefused ? 'hand_refused' : 'hand_commit', { what: plan.inHand, commit: t('commit'), off });
  }

  /** @param {string} id of a unit that was chosen @returns {string | null} */
  unit(id) {
    const { unitOffers, board } = this.planner;
    if (unitOffers.length === 0) return null;
    const moves = unitOffers.some((offer) => offer.input === 'path' || offer.input === 'steps');
    return t(moves ? 'hand_mover' : 'hand_unit', { name: nameOf(board, id) });
  }
}
