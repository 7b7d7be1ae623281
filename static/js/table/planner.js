/**
 * The selected unit, what it may do, and the plan in hand: local drawing for feel, the server's verdict beside it,
 * and nothing posted before Commit.
 */

import * as api from './api.js';
import { Judge } from './judge.js';
import { ChoicePlan, PathPlan, PointPlan, StepsPlan, TargetPlan, planFor } from './plans.js';
import { say } from './words.js';

/** @typedef {import('../boards/measured.js').MeasuredBoard} Board */
/** @typedef {import('./plans.js').Plan} Plan */

export class Planner extends EventTarget {
  /** @param {Board} board @param {import('../board.js').Camera} camera @param {boolean} playing */
  constructor(board, camera, playing) {
    super();
    this.board = board;
    this.camera = camera;
    this.playing = playing;
    /** @type {any[]} */
    this.offers = [];
    /** @type {string | null} */
    this.selected = null;
    /** @type {Plan | null} */
    this.plan = null;
    this.judge = new Judge(() => this.judged());
    /** @type {'idle' | 'sending' | 'resending' | 'lost'} */
    this.sending = 'idle';
    /** @type {any[]} offers that could all mean the unit just tapped */
    this.choices = [];
    this.isExplicit = false;
    /** @type {string | null} the action decided on before its verdict was there */
    this.decided = null;
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} words @param {any} [data] */
  report(words, data) {
    this.dispatchEvent(new CustomEvent('problem', { detail: { words, data } }));
  }

  // What may be done

  /** Asks again what the seat may do; keeps the plan if it is still on offer. */
  async refresh() {
    if (!this.playing) return;
    this.reading?.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    try {
      const answer = await api.offers(signal);
      this.learn(answer.ok ? answer.data.offers : [], answer.ok ? answer.data.seq : null);
      if (this.selected) this.lookRound(this.selected);
    } catch {
      if (!signal.aborted) setTimeout(() => this.refresh(), 1500);
    }
  }

  /** @param {any[]} offers @param {number | null} seq what the seat had been told when they were worked out */
  learn(offers, seq) {
    this.seq = seq;
    const hadOffers = this.unitOffers.length > 0;
    this.offers = offers;
    if (this.plan) this.renewPlan();
    if (this.selected && hadOffers && this.unitOffers.length === 0) this.selected = null;
    if (!this.plan && !this.selected) this.selected = this.ready.find((id) => this.board.unit(id)?.element.classList.contains('is-active')) ?? null;
    // A quick question that one unit alone could answer is put with that unit at hand.
    if (!this.plan && !this.selected && this.ready.length === 1 && offers.some((offer) => offer.waivers?.length)) this.selected = this.ready[0];
    if (!this.plan) this.startOnly();
    if (!this.plan && this.selected) this.startDefault();
    this.changed();
    this.check();
    this.dispatchEvent(new Event('learned'));
  }

  /** The plan in hand goes on only while the same is offered. */
  renewPlan() {
    const { plan } = this;
    if (!plan) return;
    const same = this.offers.find((offer) => isSame(offer, plan.offer));
    if (!same) this.drop();
    else plan.offer = same;
  }

  /** The only thing there is to do needs no selecting. */
  startOnly() {
    if (this.offers.length !== 1 || this.offers[0].input === 'button') return;
    this.start(this.offers[0]);
    this.isAuto = true;
  }

  /** Units that can still do something. */
  get ready() {
    return [...new Set(this.offers.map((offer) => offer.unit).filter(Boolean))];
  }

  get unitOffers() {
    return this.offers.filter((offer) => offer.unit && offer.unit === this.selected);
  }

  /** Those of them that are not on the board: in reserve, aboard, still to be placed. */
  get readyElsewhere() {
    return this.ready.filter((id) => this.board.unit(id) === null);
  }

  get globalOffers() {
    return this.offers.filter((offer) => !offer.unit);
  }

  // Selecting

  /** @param {string | null} unit */
  select(unit) {
    if (this.sending === 'sending' || this.sending === 'resending') return;
    this.drop();
    this.selected = unit;
    this.survey = null;
    if (unit) {
      this.startDefault();
      this.lookRound(unit);
    }
    this.changed();
    this.dispatchEvent(new Event('select'));
  }

  /** Moving needs no button: with a path on offer, the board plans it at once; so it does with the only act that asks for a place. */
  startDefault() {
    const offers = this.unitOffers;
    const path = offers.find((offer) => offer.input === 'path' || offer.input === 'steps');
    const places = offers.filter((offer) => offer.input === 'point' || offer.input === 'entry');
    if (path) this.start(path, false);
    else if (places.length === 1) this.start(places[0]);
    else if (offers.length === 1 && offers[0].input !== 'button') this.start(offers[0]);
    this.isAuto = true;
  }

  /** Reach, ranges and sight from where a unit is, also of an enemy's where the game shows it. @param {string} unit */
  async lookRound(unit) {
    if (!this.playing || !this.board.unit(unit)) return;
    this.looking?.abort();
    this.looking = new AbortController();
    try {
      const answer = await api.survey(unit, this.looking.signal);
      if (answer.ok && this.selected === unit) {
        this.survey = answer.data;
        this.changed();
      }
    } catch {
      // The selection changed, or the line is down: the board works without it.
    }
  }

  // Planning

  /** A path along an example that ends in a unit. @param {any} offer @param {any} example */
  boardBy(offer, example) {
    this.start(offer);
    if (this.plan instanceof PathPlan) this.plan.follow(example);
    this.update();
  }

  /** @param {any} offer @param {boolean} [explicit] chosen by its button rather than by default */
  start(offer, explicit = true) {
    this.plan = planFor(offer, this.board);
    this.isExplicit = explicit;
    this.isAuto = false;
    this.judge.forget();
    this.choices = [];
    this.sending = 'idle';
    this.decided = null;
    if (offer.unit) this.selected = offer.unit;
    this.check();
    this.changed();
  }

  drop() {
    this.decided = null;
    this.plan = null;
    this.choices = [];
    this.judge.forget();
    this.sending = 'idle';
  }

  /** Esc: first the plan, then the selection. */
  cancel() {
    if (this.sending === 'sending' || this.sending === 'resending') return;
    const { plan } = this;
    const hadSteps = plan && (plan.hasSteps || this.choices.length > 0);
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

  /** Something of the plan changed: draw it, and ask what it would mean. */
  update() {
    this.sending = 'idle';
    this.check();
    this.changed();
  }

  /** Whether this very plan was decided on and only waits for its verdict; whatever else happens meanwhile does not undo that. */
  get isCommitting() {
    return this.decided !== null && this.decided === JSON.stringify(this.plan?.action() ?? null);
  }

  get verdict() {
    return this.judge.verdict;
  }

  get isChecking() {
    return this.judge.isChecking;
  }

  /** Asks for the verdict on what is planned or pointed at. */
  check() {
    this.judge.ask((this.playing && this.plan?.tentative()) || null);
  }

  /** What was decided before the verdict came is sent unless it was refused; without a verdict (a lost line) the server will judge it. */
  judged() {
    const isDecided = this.isCommitting;
    this.decided = null;
    if (isDecided && (this.verdict?.legal ?? true)) this.commit();
    else this.changed();
  }

  // The pointer

  /** @param {{x: number, y: number}} at a place on the board @param {string | null} unit the unit there */
  tap(at, unit) {
    const { plan } = this;
    if (this.sending === 'sending' || this.sending === 'resending') return;
    const area = unit && !this.isExplicit && this.ready.includes(unit) ? null : this.board.areaAt(at);
    for (const id of [unit, area]) {
      if (plan && id && this.tapTwice(id)) return;
      if (plan && id && plan.tapUnit(id)) return this.update();
    }
    if (unit && unit !== this.selected && this.aimAt(unit)) return;
    if (unit && this.ready.includes(unit) && !(plan?.wantsPlace && this.isExplicit) && unit !== this.selected) return this.select(unit);
    if (plan?.wantsPlace && this.tapPlace(at, unit)) return;
    if (area !== null && !unit && this.aimAt(area)) return;
    if (unit !== this.selected) this.select(unit);
  }

  /** A second tap on the one target does it. @param {string} unit */
  tapTwice(unit) {
    const { plan } = this;
    const isTarget = plan instanceof TargetPlan && plan.most === 1 && plan.targets[0] === unit;
    if (!isTarget && !plan?.isChosen(unit)) return false;
    this.commit();
    return true;
  }

  /** @param {{x: number, y: number}} at @param {string | null} unit */
  tapPlace(at, unit) {
    const { plan } = this;
    const px = this.camera.unitsPerPx;
    if (!plan) return false;
    if (plan.isAt(at, px)) {
      this.commit();
      return true;
    }
    if (unit && unit === this.selected && plan instanceof PathPlan && plan.points.length === 0) return false;
    if (unit && !this.isExplicit && !(plan instanceof PathPlan || plan instanceof StepsPlan)) return false;
    const taken = plan.tapPlace(at, px);
    if (taken) this.update();
    return taken;
  }

  /** A unit tapped while nothing else claims it: what of the selected unit's acts could mean it. @param {string} unit */
  aimAt(unit) {
    if (this.isExplicit && !this.isAuto && this.plan?.wantsPlace) return false;
    if (this.plan?.wantsPlace && this.plan.hasSteps) return false;
    const fitting = this.unitOffers.filter((offer) => this.couldMean(offer, unit));
    if (fitting.length === 0) return this.askWhyNot(unit);
    this.start(fitting[0]);
    this.plan?.tapUnit(unit);
    this.choices = fitting.length > 1 ? fitting : [];
    this.update();
    return true;
  }

  /** An enemy too far to walk to was meant as a target: the server says why it is none. @param {string} unit */
  askWhyNot(unit) {
    const { plan, board } = this;
    const own = board.unit(this.selected ?? '');
    const other = board.unit(unit);
    const offer = this.unitOffers.find((each) => each.input === 'target');
    if (!own || !other || own.side === other.side || !(plan instanceof PathPlan)) return false;
    if (board.legs([plan.start, other])[0] <= (plan.domain.longest_mm ?? Infinity)) return false;
    const seen = this.survey?.notes?.find((each) => each.unit === unit);
    if (!offer && seen) return this.report(say(seen.text)), true;
    if (!offer) return false;
    this.start(offer);
    if (this.plan instanceof TargetPlan) this.plan.targets = [unit];
    this.update();
    return true;
  }

  /** Whether an act could be meant by tapping a unit; one that can act itself is rather selected than chosen. @param {any} offer @param {string} unit */
  couldMean(offer, unit) {
    if (offer.input === 'target') return new TargetPlan(offer, this.board).candidates.includes(unit);
    return offer.input === 'choice' && (Boolean(offer.picks) || !this.ready.includes(unit)) && new ChoicePlan(offer, this.board).candidates.includes(unit);
  }

  /** The same targets by another act. @param {any} offer */
  switchTo(offer) {
    const targets = this.plan instanceof TargetPlan ? this.plan.targets : this.plan instanceof ChoicePlan ? this.plan.picked : [];
    const { choices } = this;
    this.start(offer);
    for (const target of targets) this.plan?.tapUnit(target);
    this.choices = choices;
    this.update();
  }

  /** @param {{x: number, y: number} | null} at @param {string | null} unit */
  hover(at, unit) {
    if (!this.plan || this.sending !== 'idle') return;
    const hadPoints = this.plan instanceof PathPlan && this.plan.points.length > 0;
    if (!this.plan.hover(at, unit, this.camera.unitsPerPx)) return;
    this.dispatchEvent(new Event('draw'));
    if (!hadPoints) this.check();
  }

  /** A drag begins: from an own unit it plans a straight move, from the end of a path it moves that end. @param {{x: number, y: number}} at @param {string | null} unit */
  grab(at, unit) {
    if (!this.playing || this.sending !== 'idle') return false;
    const px = this.camera.unitsPerPx;
    const { plan } = this;
    if (plan instanceof PathPlan && plan.points.length && near(plan.last, at, 16 * px)) return true;
    if (plan instanceof PointPlan && plan.at && near(plan.at, at, 22 * px)) return true;
    const path = this.offers.find((offer) => (offer.input === 'path' || offer.input === 'steps') && offer.unit === unit);
    if (!unit || !path) return false;
    if (this.selected !== unit) this.select(unit);
    this.start(path);
    if (this.plan instanceof PathPlan) this.plan.tapPlace(at, px);
    return true;
  }

  /** @param {{x: number, y: number}} at */
  drag(at) {
    const { plan } = this;
    if (!plan || !(plan.canDrag || plan instanceof StepsPlan)) return;
    plan.dragTo(at, this.camera.unitsPerPx);
    this.dispatchEvent(new Event('draw'));
    this.check();
  }

  dropped() {
    this.plan?.dropped();
    this.update();
  }

  // The commit

  get canCommit() {
    const isUnderWay = this.sending === 'sending' || this.sending === 'resending' || this.isCommitting;
    return Boolean(this.plan?.action()) && (this.isChecking || this.verdict?.legal !== false) && !isUnderWay;
  }

  /** Posts the action; the one place where anything is sent to be done. Decided before the verdict is here, it waits for it. */
  async commit() {
    const action = this.plan?.action();
    if (!action || !this.canCommit) return;
    if (this.isChecking) {
      this.decided = JSON.stringify(action);
      this.changed();
      return;
    }
    // A plan posted again after a lost line keeps its key, so that it can only happen once.
    if (this.sending !== 'lost' || !this.key) this.key = api.newKey();
    this.sending = 'sending';
    this.changed();
    const answer = await api.act(action, Number(document.body.dataset.seq), this.key, () => {
      this.sending = 'resending';
      this.changed();
    });
    this.answered(answer);
  }

  /** @param {import('./api.js').Answer | null} answer */
  answered(answer) {
    if (answer?.ok) {
      const unit = this.selected;
      this.drop();
      this.dispatchEvent(new CustomEvent('done', { detail: { unit } }));
      this.refresh();
    } else if (answer === null) {
      this.sending = 'lost';
      this.report('lost');
    } else {
      this.sending = 'idle';
      this.refused(answer);
    }
    this.changed();
  }

  /** @param {import('./api.js').Answer} answer */
  refused(answer) {
    const { data, status } = answer;
    if (status === 422 && data?.rule) {
      this.judge.verdict = { legal: false, refusal: { rule: data.rule, facts: data.facts, text: { es: data.detail, en: data.detail }, overlays: data.overlays ?? [] } };
    } else if (status === 409 && data?.code === 'stale') {
      this.report('stale', data);
      this.refresh();
    } else {
      this.report(data?.detail ?? 'lost', data);
    }
  }
}

/** @param {any} a @param {any} b */
function isSame(a, b) {
  return a.type === b.type && (a.unit ?? null) === (b.unit ?? null) && a.input === b.input && JSON.stringify(a.label) === JSON.stringify(b.label);
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {number} within */
function near(a, b, within) {
  return Math.hypot(a.x - b.x, a.y - b.y) <= within;
}
