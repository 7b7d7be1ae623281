/**
 * The selected unit, what it may do, and the plan in hand with the server's verdict beside it. What a tap or a drag means is
 * told by `taps.js`; what is decided is posted by `sender.js`, and nothing before Commit.
 */

import * as api from '../base/api.js';
import { byId } from '../base/dom.js';
import { Aims } from './aims.js';
import { Judge } from './judge.js';
import { isPut, planFor, readyFor } from './plans.js';
import { Sender } from './sender.js';
import { Taps } from './taps.js';
import { Lookout } from './more/lookout.js';
import { Next } from './more/next.js';
import { Onward } from './more/onward.js';
import { Together } from './more/together.js';
import { View } from './more/view.js';
import { Yielding } from './yielding.js';

/** @typedef {import('./plan.js').Board} Board */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./plans.js').Kinds} Kinds */

export class Planner extends EventTarget {
  /** @param {Board} board @param {import('../board.js').Camera} camera @param {boolean} playing @param {Kinds} kinds the plans of that kind of board */
  constructor(board, camera, playing, kinds) {
    super();
    this.board = board;
    this.kinds = kinds;
    this.camera = camera;
    this.playing = playing;
    /** @type {any[]} */
    this.offers = [];
    /** @type {string | null} */
    this.selected = null;
    /** @type {Plan | null} */
    this.plan = null;
    this.judge = new Judge(() => this.judged(), () => this.dispatchEvent(new Event('glimpse')));
    this.sender = new Sender(this);
    this.taps = new Taps(this);
    this.yielding = new Yielding(this);
    this.together = new Together(this);
    this.onward = new Onward(this);
    this.next = new Next(this);
    this.view = new View(this);
    this.lookout = new Lookout(this);
    this.aims = new Aims();
    /** @type {any[]} offers that could all mean the unit just tapped */
    this.choices = [];
    this.isExplicit = false;
    /** @type {string | null} the unit under the pointer */
    this.pointed = null;
    /** Whether the game has gone on since the offers were worked out. */
    this.isBehind = false;
    /** Whether what is asked of the server is what may be added to nothing. */
    this.isProbing = false;
    /** @type {string | null} the unit that its player chose */
    this.picked = null;
  }

  /** Whether the page is still to be shown what happened. */
  isLate = () => false;

  changed() {
    this.dispatchEvent(new Event('change'));
    this.settle();
  }

  /** Tells once that what is first to be seen is known: the offers, and what the unit and the plan at hand lead to. */
  settle() {
    if (this.isSettled || !this.isRead || this.judge.isChecking || this.lookout.isLooking) return;
    this.isSettled = true;
    this.dispatchEvent(new Event('settled'));
  }

  /** @param {string} words @param {any} [data] */
  report(words, data) {
    this.dispatchEvent(new CustomEvent('problem', { detail: { words, data } }));
  }

  // What may be done

  /** Asks again what the seat may do; keeps the plan if it is still on offer. */
  async refresh() {
    if (!this.playing || this.sender.isGoingOn) return;
    this.reading?.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    try {
      const answer = this.early?.data.seq === Number(document.body.dataset.seq) ? this.early : await api.offers(signal);
      // What the page is still to be shown, its dice perhaps falling, can be done then.
      this.early = answer.ok && answer.data.seq > Number(document.body.dataset.seq) ? answer : null;
      if (this.early) return;
      await readyFor(answer.ok ? answer.data.offers : []);
      if (signal.aborted) return;
      this.learn(answer.ok ? answer.data.offers : [], answer.ok ? answer.data.seq : null);
      if (this.selected) this.lookout.round(this.selected);
    } catch {
      if (signal.aborted) return;
      setTimeout(() => this.refresh(), 1500);
    }
    this.isRead = true;
    this.settle();
  }

  /** @param {any[]} offers @param {number | null} seq what the seat had been told when they were worked out */
  learn(offers, seq) {
    this.seq = seq;
    this.isBehind = false;
    const hadOffers = this.unitOffers.length > 0;
    this.offers = offers;
    if (this.plan) this.renewPlan();
    if (this.selected && hadOffers && this.unitOffers.length === 0) this.selected = null;
    this.onward.resume();
    // Whoever was placed may perhaps be placed anew, but the next is rather meant.
    if (!this.plan && this.next.isJustPlaced(this.selected)) this.selected = this.next.toPlace();
    if (!this.plan && !this.selected) this.selected = this.yielding.next();
    if (!this.plan && !this.selected) this.selected = this.ready.find((id) => this.board.unit(id)?.element.classList.contains('is-active')) ?? null;
    // A quick question that one unit alone could answer is put with that unit at hand.
    if (!this.plan && !this.selected && this.ready.length === 1 && offers.some((offer) => offer.waivers?.length)) this.selected = this.ready[0];
    if (!this.plan && !this.selected) this.selected = this.next.toPlace();
    if (!this.plan) this.startOnly();
    // A plan nobody asked for would push the quick answer, to let it pass, out of sight.
    const isQuick = offers.some((offer) => offer.waivers?.length);
    if (!this.plan && this.selected && !isQuick) this.startDefault();
    this.changed();
    this.check(true);
    this.next.takeBlank();
    this.dispatchEvent(new Event('learned'));
  }

  /** The plan in hand goes on only while the same is offered. */
  renewPlan() {
    const { plan } = this;
    if (!plan) return;
    const same = this.offers.find((offer) => isSame(offer, plan.offer));
    if (!same) this.drop();
    else plan.renew(same);
  }

  /** The only thing there is to do needs no choosing; what may be done while others are waited for stays a button. */
  startOnly() {
    const { answers } = this;
    const [first] = answers;
    if (byId('live').dataset.myGo !== 'true') return;
    // A list to be composed is begun at once, also where it may be handed in in more than one way.
    if (!first || first.input === 'button' || (answers.length > 1 && first.input !== 'list')) return;
    this.start(first);
    this.isAuto = true;
  }

  /** Units that can still do something. */
  get ready() {
    return [...new Set(this.offers.map((offer) => offer.unit).filter(Boolean))];
  }

  /** The one unit that can do something, where there is nothing else to do: it stays at hand. */
  get alone() {
    return this.ready.length === 1 && this.globalOffers.length === 0 ? this.ready[0] : null;
  }

  get unitOffers() {
    return this.offers.filter((offer) => offer.unit && offer.unit === this.selected);
  }

  /** Those of them that are not on the board: in reserve, aboard, still to be placed. */
  get readyElsewhere() {
    return this.ready.filter((id) => this.board.unit(id) === null);
  }

  /** Those who would come out of the unit at hand. */
  get inside() {
    return this.readyElsewhere.filter((id) => this.standing(id)?.id === this.selected);
  }

  get globalOffers() {
    return this.offers.filter((offer) => !offer.unit);
  }

  /** Whether one press does it: what the game says needs no weighing, what could even be answered beforehand, a bare button that is
   * all there is to do. @param {any} offer */
  isAtOnce(offer) {
    return offer.input === 'button' && Boolean(offer.at_once || offer.waivers?.length || offer === this.only);
  }

  // Selecting

  /** Takes a unit in hand. Where one alone is asked what it does, it stays so, and another is only looked at. @param {string | null} wanted */
  select(wanted) {
    const meant = this.meantBy(wanted);
    if (this.sender.isUnderWay || (meant !== wanted && meant === this.selected)) return;
    this.take(meant);
  }

  /** Whose go it is where a piece was touched that stands for a card. @param {string | null} unit */
  meantBy(unit) {
    if (unit === null || this.ready.includes(unit)) return unit;
    return this.offers.find((offer) => offer.stands?.includes(unit))?.unit ?? unit;
  }

  /** @param {string | null} wanted */
  take(wanted) {
    if (this.yielding.ends(wanted)) return;
    if (wanted && this.alone && !this.ready.includes(wanted)) {
      this.lookout.round(wanted);
      return;
    }
    const unit = wanted ?? this.alone;
    this.onward.left = null;
    this.together.clear();
    this.drop();
    this.selected = unit;
    this.picked = wanted;
    this.next.placed = null;
    this.lookout.found = null;
    if (unit) {
      this.startDefault();
      this.lookout.round(unit);
    }
    this.changed();
    this.dispatchEvent(new Event('select'));
  }

  /** What is planned already, with others to do the same. @param {Plan} plan @param {string[]} others */
  goOnWith(plan, others) {
    this.plan = plan;
    this.isExplicit = false;
    this.selected = this.picked = plan.offer.unit;
    this.together.units = new Set(others);
    this.lookout.found = null;
  }

  /** Moving needs no button: with a path on offer, the board plans it at once; so it does with the only act that asks for a place. */
  startDefault() {
    const offers = this.unitOffers;
    const path = offers.find((offer) => offer.input === 'path' || offer.input === 'steps');
    const places = offers.filter((offer) => isPut(offer) || offer.input === 'entry');
    if (path) this.start(path, false);
    else if (places.length === 1) this.start(places[0]);
    else if (offers.length === 1 && offers[0].input !== 'button') this.start(offers[0]);
    this.isAuto = true;
  }

  /** Where a unit is on the board: itself, or what it would come out of. @param {string} unit */
  standing(unit) {
    const own = this.offers.flatMap((offer) => (offer.unit === unit && offer.domain ? [offer.domain] : []));
    const { aboard, start_mm: [x, y] = [] } = own.find((domain) => domain.aboard || domain.start_mm) ?? {};
    return this.board.unit(unit) ?? this.board.units().find((each) => each.id === aboard || (each.x === x && each.y === y)) ?? null;
  }

  /** What the unit at hand sees and reaches. */
  get survey() {
    return this.lookout.found;
  }

  // Planning

  /** What may be put in order, and how it lies now. @returns {Array<{offer: any, ids: string[]}>} */
  orders() {
    return this.offers.filter((offer) => offer.domain?.sorted).map((offer) => ({ offer, ids: this.planFor(offer).sortable }));
  }

  /** An order that was laid by hand is done at once. @param {any} offer @param {string[]} ids */
  putInOrder(offer, ids) {
    this.start(offer);
    if (!this.plan?.sort(ids)) return;
    this.update();
    this.commit();
  }

  /** An example as it is. @param {any} offer @param {any} example */
  follow(offer, example) {
    this.start(offer);
    this.plan?.follow(example);
    this.update();
  }

  /** Up or down where the plan has come to. @param {number} step */
  changeLevel(step) {
    this.plan?.changeLevel(step);
    this.update();
  }

  /** @param {any} offer @returns {Plan} */
  planFor(offer) {
    return planFor(offer, this.board, this.kinds);
  }

  /** @param {any} offer @param {boolean} [explicit] chosen by its button rather than by default */
  start(offer, explicit = true) {
    this.plan = this.planFor(offer);
    this.isExplicit = explicit;
    this.isAuto = false;
    this.judge.forget();
    this.choices = [];
    this.sender.rest();
    this.sender.forget();
    if (offer.unit) this.selected = offer.unit;
    this.plan.takeOnly();
    this.check();
    this.changed();
    // Who is not on the board yet stands nowhere to look at.
    if (explicit || (offer.unit && !this.board.unit(offer.unit))) this.view.showOffered();
  }

  /** What may be done of what is asked: all but what is open at any time. */
  get answers() {
    return this.offers.filter((offer) => !offer.beside);
  }

  /** The bare button that is all there is to do, if that is so. */
  get only() {
    const { answers } = this;
    return answers.length === 1 && answers[0].input === 'button' ? answers[0] : null;
  }

  /** @param {any} offer */
  doAtOnce(offer) {
    if (this.sender.isUnderWay || this.isCommitting || this.isBehind) return;
    this.start(offer);
    this.commit();
  }

  drop() {
    this.sender.forget();
    this.taps.other = null;
    this.plan = null;
    this.choices = [];
    this.judge.forget();
    this.sender.rest();
  }

  /** Esc: first a plan that is sent in vain again and again stays unsent, then what is being picked for it, then the plan, then the selection. */
  cancel() {
    if (this.sender.giveUp()) return;
    const { plan } = this;
    if (plan?.leave()) return this.update();
    const hadSteps = plan && !plan.isGiven && (plan.hasSteps || this.choices.length > 0);
    if (hadSteps || (plan && this.isExplicit && !this.isAuto)) {
      this.drop();
      if (this.selected) this.startDefault();
    } else this.select(null);
    this.changed();
  }

  back() {
    if (!this.plan) return;
    if (this.choices.length) this.choices = [];
    else if (!this.plan.back() && this.isExplicit) this.cancel();
    this.update();
  }

  /** A part that may be added to the plan is, unless it is still to be picked which. @param {import('./parts.js').More} more */
  add(more) {
    if (this.sender.isUnderWay || !this.plan) return;
    if (this.plan.addPart(more)) this.view.showCandidates();
    this.update();
  }

  /** Something of the plan changed: draw it, and ask what it would mean. */
  update() {
    this.sender.rest();
    this.check();
    this.changed();
  }

  /** What the server says of what is planned; what it says of nothing is told by what may be added alone. */
  get verdict() {
    return this.isProbing ? null : this.judge.verdict;
  }

  get isChecking() {
    return this.judge.isChecking && !this.isProbing;
  }

  /** Asks for the verdict on what is planned or pointed at, unless it was asked for already. @param {boolean} [isAnew] whatever was said before may not hold any more */
  check(isAnew = false) {
    const { judge, plan, isProbing: wasProbing } = this;
    const tentative = (this.playing && plan?.tentative()) || null;
    const action = tentative ?? ((this.playing && plan?.probe) || null);
    const wording = JSON.stringify(action);
    this.isProbing = action !== null && tentative === null;
    if (!isAnew && action && wording === this.asked && (judge.isChecking || judge.verdict)) return;
    if (wasProbing && !this.isProbing) judge.forget();
    this.asked = wording;
    judge.ask(action);
  }

  judged() {
    if (this.judge.verdict && this.plan?.heard(this.asked ?? '', this.judge.verdict)) return this.update();
    if (!this.sender.judged()) this.changed();
    this.settle();
  }

  // What is sent

  get sending() {
    return this.sender.state;
  }

  get isCommitting() {
    return this.sender.isCommitting;
  }

  get canCommit() {
    return this.sender.canCommit;
  }

  commit() {
    return this.sender.commit();
  }

  /** The game goes on: what could be done before is not done any more. */
  goOn() {
    this.isBehind = this.playing;
    this.changed();
  }

  /** Takes a unit in hand; besides the one in hand where both may do the same. @param {string} unit */
  selectToo(unit) {
    if (!this.sender.isUnderWay && !this.together.toggle([unit])) this.select(unit);
  }

  /** What was sent has been done. @param {number} seq up to which its player has been told of it */
  done(seq) {
    const unit = this.selected;
    const { plan } = this;
    this.next.after(plan);
    this.together.clear();
    plan?.settled(this.offers);
    this.drop();
    if (seq > Number(this.seq)) this.goOn();
    this.dispatchEvent(new CustomEvent('done', { detail: { unit, seq } }));
    this.refresh();
  }
}

/** @param {any} a @param {any} b */
function isSame(a, b) {
  return a.type === b.type && (a.unit ?? null) === (b.unit ?? null) && a.input === b.input && JSON.stringify(a.label) === JSON.stringify(b.label);
}
