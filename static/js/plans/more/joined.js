/** A plan beside which something may be added: who joins a shot, who moves along. What was added stays with a plan that is changed,
 * as far as it still may be. */

import { Parts } from '../parts.js';
import { say, t } from '../../base/words.js';

/** @typedef {import('../plan.js').Plan} Plan */
/** @typedef {import('../planner.js').Planner} Planner */

/** @param {new (...args: any[]) => Plan} Kind */
export function withParts(Kind) {
  return class extends Kind {
    /** @param {any[]} args */
    constructor(...args) {
      super(...args);
      this.parts = new Parts(this.domain.parts, this.board);
      /** The wording of the act beside which it was said what may be added. */
      this.anchor = '';
    }

    /** @param {any} offer */
    renew(offer) {
      super.renew(offer);
      this.parts.doubt();
    }

    /** The act without any part; as soon as it is another, what was added to it is asked about anew. @returns {any} */
    bare() {
      const action = super.action();
      const wording = JSON.stringify(action);
      if (wording !== this.anchor) this.parts.reconsider();
      this.anchor = wording;
      return action && this.parts.without(action);
    }

    /** What is planned, whatever is being picked. */
    get planned() {
      const bare = this.bare();
      return bare && { ...bare, ...this.parts.held };
    }

    action() {
      const { planned } = this;
      return this.isPicking ? null : planned;
    }

    tentative() {
      const bare = this.bare();
      if (this.isPicking) return { ...bare, ...this.parts.tentative };
      const tentative = super.tentative();
      return bare && JSON.stringify(tentative) === this.anchor ? this.planned : tentative;
    }

    get hasSteps() {
      return super.hasSteps || this.isPicking;
    }

    /** @param {string} act @param {any} verdict */
    heard(act, verdict) {
      return super.heard(act, verdict) || (act === JSON.stringify(this.planned) && this.parts.hear(act, verdict.more ?? []));
    }

    get isSure() {
      return this.parts.toldOf === JSON.stringify(this.planned);
    }

    get more() {
      return this.bare() ? this.parts.told : [];
    }

    /** @param {any} more */
    addPart(more) {
      if (this.isSure) this.parts.begin(more);
      return this.isPicking;
    }

    get isPicking() {
      return this.parts.adding !== null;
    }

    leave() {
      return this.parts.leave();
    }

    back() {
      return this.leave() || this.parts.pop() || super.back();
    }

    get canBack() {
      return this.isPicking || this.parts.added.length > 0 || super.canBack;
    }

    // While one of several ways to add something is picked, a pointer and the keys mean these alone

    /** @param {string} id */
    tapUnit(id) {
      return this.isPicking ? this.parts.tap(id) : super.tapUnit(id);
    }

    get candidates() {
      return this.isPicking ? this.parts.candidates : super.candidates;
    }

    get picked() {
      return this.isPicking ? this.parts.picked : super.picked;
    }

    get asksForTarget() {
      return this.isPicking || super.asksForTarget;
    }

    /** @param {number} step */
    nextTarget(step) {
      return this.isPicking ? this.parts.next(step) : super.nextTarget(step);
    }

    takePointed() {
      if (!this.isPicking) return super.takePointed();
      return this.parts.pointed === null ? this.parts.next(1) : this.parts.choose(this.parts.pointed);
    }

    /** @param {number} dx @param {number} dy */
    arrow(dx, dy) {
      return this.isPicking ? this.parts.next(dx - dy) : super.arrow(dx, dy);
    }

    /** @param {import('../plan.js').Point | null} at @param {string | null} unit @param {number} px */
    hover(at, unit, px) {
      return this.isPicking ? this.parts.point([unit]) : super.hover(at, unit, px);
    }

    get asksWherePointed() {
      return this.isPicking || super.asksWherePointed;
    }

    // In the dock and in words

    /** What may be added to a way stands above all that is said of where it leads. */
    get asksFirst() {
      return this.isPicking || (this.isWay && this.more.length > 0) || super.asksFirst;
    }

    get ask() {
      const { adding } = this.parts;
      return adding ? `${say(adding.text)}: ${t('plan_pick')}` : super.ask;
    }

    get typedAsk() {
      return this.isPicking ? this.ask : super.typedAsk;
    }

    get wanted() {
      const { adding } = this.parts;
      return adding ? t('hand_choose', { what: say(adding.text) }) : super.wanted;
    }

    get told() {
      return [super.told, this.parts.words].filter(Boolean).join(' · ');
    }

    /** @param {Planner} planner @param {Node} judged */
    summary(planner, judged) {
      return [...super.summary(planner, judged), ...this.parts.chips(planner)];
    }

    /** @param {Planner} planner */
    controls(planner) {
      return this.isPicking ? this.parts.names(planner) : super.controls(planner);
    }

    /** @param {import('../plan.js').Names} names */
    commands(names) {
      return [...(this.isPicking ? [] : super.commands(names)), ...(this.bare() ? this.parts.commands(this.isSure) : [])];
    }
  };
}
