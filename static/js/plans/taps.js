/** What a tap, a drag or a pointer over the board means for the plan in hand. */

import { isPut } from './plans.js';
import { say } from '../base/words.js';

/** @typedef {{x: number, y: number}} Place */

export class Taps {
  /** @param {import('./planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** @type {string | null} who was tapped and could have been taken in hand, where the place was meant */
    this.other = null;
  }

  /** Whether its player chose the unit in hand. */
  get isInHand() {
    const { picked, selected } = this.planner;
    return selected !== null && picked === selected;
  }

  /** The unit that a pointer means: near enough for a finger, but where a place is wanted only what is hit. @param {Place} at @returns {string | null} */
  unitAt(at) {
    const { board, camera, plan, selected } = this.planner;
    return board.unitAt(at, camera.unitsPerPx, Boolean(plan?.wantsPlace), selected)?.id ?? null;
  }

  /** @param {{x: number, y: number}} at a place on the board @param {string | null} unit the unit there */
  tap(at, unit) {
    const { plan } = this.planner;
    if (this.planner.sender.isUnderWay) return;
    this.planner.pointed = unit;
    if (plan?.isPicking) return this.pick(at, unit);
    const areas = unit && !this.planner.isExplicit && this.planner.ready.includes(unit) ? [] : this.planner.board.areasAt(at);
    for (const id of [unit, ...areas]) {
      if (plan && id && this.tapTwice(id)) return;
      if (plan && id && plan.tapUnit(id)) return this.planner.update();
    }
    if (unit && unit !== this.planner.selected && this.aimAt(unit)) return;
    const isMeant = unit !== null && (this.isInHand || plan?.hasSteps) && plan?.mayEndIn(unit);
    const isOther = unit !== null && unit !== this.planner.selected && this.planner.ready.includes(unit);
    // Who stands where it cannot lead is rather taken in hand.
    const isPlace = plan?.wantsPlace && this.planner.isExplicit && plan.isOpenAt(at, this.planner.camera.unitsPerPx);
    if (isOther && !(plan?.wantsPlace && (isPlace || isMeant))) return this.planner.select(unit);
    this.other = isOther ? unit : null;
    if (plan?.wantsPlace && this.tapPlace(at, unit)) return;
    if (!unit && areas.some((area) => this.aimAt(area))) return;
    if (unit !== this.planner.selected) this.planner.select(unit);
  }

  /** With Shift whoever is there does the same as the one in hand, of a pile all of it. @param {Place} at @param {string | null} unit
   * @returns {boolean} whether anybody was meant */
  tapToo(at, unit) {
    const { board, sender, together } = this.planner;
    if (!sender.isUnderWay && together.toggle(board.pileAt(at).map(({ id }) => id))) return true;
    if (unit) this.planner.selectToo(unit);
    return unit !== null;
  }

  /** Whether a place where units lie is meant as the end of what is planned, and none of them: where all could only lie there, or the way of
   * whom its player took in hand may end. @param {Place} at */
  meansEnd(at) {
    const { plan, board, ready, selected } = this.planner;
    if (!plan?.wantsPlace || plan.isPicking) return false;
    const there = board.on(board.areaAt(at)).map((each) => each.id);
    const isFree = this.isInHand || plan.hasSteps || !there.some((id) => id !== selected && ready.includes(id));
    return isFree && there.some((id) => plan.mayEndIn(id));
  }

  /** What lies at a place and may be picked is; anything else means nothing then. @param {Place} at @param {string | null} unit */
  pick(at, unit) {
    const { board, camera, plan } = this.planner;
    const there = [unit, ...board.oneOverAnother(at, camera.unitsPerPx).map((each) => each.id), ...board.areasAt(at)];
    if (there.some((id) => id !== null && plan?.tapUnit(id))) this.planner.update();
  }

  /** A second tap on the one target does it. @param {string} unit */
  tapTwice(unit) {
    const { plan } = this.planner;
    if (!plan?.isChosen(unit)) return false;
    this.planner.commit();
    return true;
  }

  /** @param {{x: number, y: number}} at @param {string | null} unit */
  tapPlace(at, unit) {
    const { plan } = this.planner;
    const px = this.planner.camera.unitsPerPx;
    if (!plan) return false;
    if (plan.isAt(at, px)) {
      this.planner.commit();
      return true;
    }
    if (unit && unit === this.planner.selected && plan.startsFrom(unit)) return false;
    if (unit && !this.planner.isExplicit && !plan.isWay) return false;
    // Where a way may not end it cannot go on either: another end was meant.
    if (plan.isWay && this.planner.verdict?.legal === false && !this.planner.isChecking) plan.back();
    const taken = plan.tapPlace(at, px);
    if (taken) this.planner.update();
    return taken;
  }

  /** A unit tapped while nothing else claims it: what of the selected unit's acts could mean it, else of those that are no unit's.
   * @param {string} unit */
  aimAt(unit) {
    if (this.planner.isExplicit && !this.planner.isAuto && this.planner.plan?.wantsPlace) return false;
    if (this.planner.plan?.wantsPlace && this.planner.plan.hasSteps) return false;
    const own = this.planner.unitOffers.filter((offer) => this.couldMean(offer, unit));
    const meant = own.length > 0 ? own : this.planner.globalOffers.filter((offer) => this.couldMean(offer, unit) && !this.planner.ready.includes(unit));
    // The one whose odds stand beside it comes first.
    const fitting = this.planner.aims.byShare(meant.map((offer) => ({ offer, plan: this.planner.planFor(offer) })), unit).map(({ offer }) => offer);
    if (fitting.length === 0) return this.askWhyNot(unit);
    this.planner.start(fitting[0]);
    this.planner.plan?.tapUnit(unit);
    this.planner.choices = fitting.length > 1 ? fitting : [];
    this.planner.update();
    return true;
  }

  /** An enemy too far to walk to, or on another floor, was meant as a target: the server says why it is none. @param {string} unit */
  askWhyNot(unit) {
    const { plan, board } = this.planner;
    const own = board.unit(this.planner.selected ?? '');
    const other = board.unit(unit);
    const offer = this.planner.unitOffers.find((each) => each.input === 'target');
    if (!own || !other || own.side === other.side || !plan?.isOutOfReach(own, other)) return false;
    const seen = this.planner.survey?.notes?.find((each) => each.unit === unit);
    if (!offer && seen) return this.planner.report(say(seen.text)), true;
    if (!offer) return false;
    this.planner.start(offer);
    this.planner.plan?.aimAt(unit);
    this.planner.update();
    return true;
  }

  /** Whether an act could be meant by tapping a unit; one that can act itself is rather selected than chosen. @param {any} offer @param {string} unit */
  couldMean(offer, unit) {
    const isAsked = offer.input === 'target' || (offer.input === 'choice' && (Boolean(offer.picks) || !this.planner.ready.includes(unit)));
    return isAsked && this.planner.planFor(offer).candidates.includes(unit);
  }

  /** The same targets by another act. @param {any} offer */
  switchTo(offer) {
    const targets = this.planner.plan?.picked ?? [];
    const { choices } = this.planner;
    this.planner.start(offer);
    for (const target of targets) this.planner.plan?.tapUnit(target);
    this.planner.choices = choices;
    this.planner.update();
  }

  /** @param {{x: number, y: number} | null} at @param {string | null} unit */
  hover(at, unit) {
    if (unit !== this.planner.pointed) {
      this.planner.pointed = unit;
      this.planner.dispatchEvent(new Event('point'));
    }
    if (!this.planner.plan || this.planner.sending !== 'idle') return;
    const isAsked = this.planner.plan.asksWherePointed;
    if (!this.planner.plan.hover(this.isBeyond(unit) ? null : at, unit, this.planner.camera.unitsPerPx)) return;
    this.planner.dispatchEvent(new Event('draw'));
    if (isAsked) this.planner.check();
  }

  /** Whether a unit pointed at is too far to walk to: then it is looked at, and no way to it is drawn. @param {string | null} id */
  isBeyond(id) {
    const { plan, board, selected } = this.planner;
    const unit = id && id !== selected ? board.unit(id) : null;
    return Boolean(unit && plan?.isBeyond(unit));
  }

  /** A drag begins: from an own unit it plans a straight move, or places it anew, from the end of a path it moves that end. @param {{x: number, y: number}} at @param {string | null} unit */
  grab(at, unit) {
    if (!this.planner.playing || this.planner.sending !== 'idle') return false;
    const px = this.planner.camera.unitsPerPx;
    const { plan } = this.planner;
    if (plan?.holds(at, px)) return true;
    const own = unit ? this.planner.offers.filter((offer) => offer.unit === unit) : [];
    const offer = own.find(({ input }) => input === 'path' || input === 'steps') ?? own.find((each) => isPut(each) && this.planner.planFor(each).isUnit);
    if (!unit || !offer) return false;
    if (this.planner.selected !== unit) this.planner.select(unit);
    this.other = null;
    this.planner.start(offer);
    this.planner.plan?.grabbed(at, px);
    return true;
  }

  /** @param {{x: number, y: number}} at */
  drag(at) {
    const { plan } = this.planner;
    if (!plan?.canDrag) return;
    plan.dragTo(at, this.planner.camera.unitsPerPx);
    this.planner.dispatchEvent(new Event('draw'));
    this.planner.check();
  }

  dropped() {
    this.planner.plan?.dropped();
    this.planner.update();
  }
}
