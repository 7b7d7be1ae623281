/** A plan of a way: legs from place to place. */

import { levelControls } from './controls.js';
import { Plan } from './plan.js';
import { h } from '../base/dom.js';
import { cm, hasWord, say, t } from '../base/words.js';

/** @typedef {import('./plan.js').Board} Board */
/** @typedef {import('./plan.js').Offer} Offer */
/** @typedef {import('./plan.js').Planner} Planner */
/** @typedef {import('./plan.js').Point} Point */

/** A tap this near the end of a plan means its end, and a drag from this near moves it. */
const END_PX = 14;
const GRAB_PX = 16;

/** A path of straight legs from where the unit stands. */
export class PathPlan extends Plan {
  /** @param {Offer} offer @param {Board} board */
  constructor(offer, board) {
    super(offer, board);
    const unit = offer.unit ? board.unit(offer.unit) : null;
    const [x, y] = this.domain.start_mm ?? [unit?.x ?? 0, unit?.y ?? 0];
    /** @type {Point} */
    this.start = { x, y, level: unit?.level ?? 0 };
    this.radius = unit?.radius ?? radiusOf(this.domain.ghost) ?? 0;
    this.side = unit ? [...unit.element.classList].find((name) => /^side-\d/.test(name)) : undefined;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Point | null} */
    this.pointed = null;
    /** @type {{act: string, mm: number, most: number} | null} what the server counted */
    this.count = null;
  }

  isWay = true;

  /** @type {SVGElement | null | undefined} what would stand at its end, once it was drawn */
  figure;

  get ask() {
    return `${say(this.offer.label)}: ${t('plan_path')}`;
  }

  get wantsPlace() {
    return true;
  }

  /** @param {Point[]} points */
  filled(points) {
    const { way = 'way', into } = this.fields;
    const action = { ...this.template, [way]: points.map((at) => ((this.domain.levels ?? 1) > 1 ? [at.x, at.y, at.level ?? 0] : [at.x, at.y])) };
    if (!into) return action;
    delete action[into];
    const unit = this.endsIn(points[points.length - 1]);
    return unit ? { ...action, [into]: unit } : action;
  }

  /** Takes the path of an example. @param {any} example */
  follow(example) {
    this.points = example[this.fields.way ?? 'way'].map(([x, y, level = 0]) => ({ x, y, level }));
    this.pointed = null;
  }

  /** The unit that a path ends in, of those it may. @param {Point | undefined} end */
  endsIn(end) {
    if (!end) return null;
    return (this.domain.units ?? []).find((id) => {
      const unit = this.board.unit(id);
      return unit && Math.hypot(unit.x - end.x, unit.y - end.y) <= unit.radius;
    });
  }

  /** @param {string} id */
  mayEndIn(id) {
    return this.hasSteps && (this.domain.units ?? []).includes(id);
  }

  /** @param {string} id */
  isChosen(id) {
    return this.points.length > 0 && this.endsIn(this.last) === id;
  }

  action() {
    return this.points.length ? this.filled(this.points) : null;
  }

  tentative() {
    if (this.points.length === 0 && this.pointed) return this.filled([this.pointed]);
    return this.action();
  }

  get canDrag() {
    return true;
  }

  dropped() {
    if (this.length === 0) this.points = [];
  }

  /** @param {Point} at @param {number} px */
  holds(at, px) {
    return this.points.length > 0 && Math.hypot(this.last.x - at.x, this.last.y - at.y) <= GRAB_PX * px;
  }

  /** @param {Point} at @param {number} px */
  grabbed(at, px) {
    this.tapPlace(at, px);
  }

  get asksWherePointed() {
    return this.points.length === 0;
  }

  get cursor() {
    return this.pointed ?? this.last;
  }

  /** @param {Point} at @param {number} px */
  isAt(at, px) {
    const end = this.points[this.points.length - 1];
    return end !== undefined && Math.hypot(end.x - at.x, end.y - at.y) < END_PX * px;
  }

  /** Where the next leg begins. */
  get last() {
    return this.points[this.points.length - 1] ?? this.start;
  }

  /** The way so far, the start first; without points the one to the pointer. */
  get way() {
    const shown = this.points.length === 0 && this.pointed ? [this.pointed] : this.points;
    return [this.start, ...shown];
  }

  /** Takes what the way costs and may cost where ground slows: the numbers of a preview, or of a refusal. @param {string} act @param {any} verdict */
  heard(act, verdict) {
    const { unit = this.offer.unit, cost_cm: cost, length_cm: length, reach_cm: reach } = verdict.facts?.cost_cm === undefined ? (verdict.refusal?.facts ?? {}) : verdict.facts;
    const counted = cost ?? length;
    this.count = unit === this.offer.unit && counted !== undefined && reach !== undefined ? { act, mm: Math.round(10 * counted), most: Math.round(10 * reach) } : null;
    return false;
  }

  /** What counts of the way, and how much may: as the server counted it, before that its length. @returns {{mm: number, most: number | null}} */
  get counted() {
    const isOfThis = this.count !== null && this.count.act === JSON.stringify(this.tentative());
    return isOfThis && this.count ? this.count : { mm: this.length, most: this.domain.longest_mm ?? null };
  }

  get isTooLong() {
    const { mm, most } = this.counted;
    return most !== null && mm > most;
  }

  /** @param {Point} unit */
  isBeyond(unit) {
    return this.points.length === 0 && this.legsOf([this.start, unit])[0] > (this.domain.longest_mm ?? Infinity);
  }

  /** @param {Point} own @param {Point} other */
  isOutOfReach(own, other) {
    return own.level !== other.level || this.isBeyond(other);
  }

  /** @param {string} id */
  startsFrom(id) {
    return this.points.length === 0 && id === this.offer.unit;
  }

  get end() {
    return this.way[this.way.length - 1];
  }

  /** @param {Point[]} way */
  legsOf(way) {
    return this.board.legs(way, this.domain.level_mm ?? 0);
  }

  get legs() {
    return this.legsOf(this.way);
  }

  get length() {
    return this.legs.reduce((sum, leg) => sum + leg, 0);
  }

  back() {
    return this.points.pop() !== undefined;
  }

  /** Where a pointer means: to the rim of what is near, and beyond the table its edge; what was typed is taken as it is.
   * @param {Point} at @param {number} px @returns {Point} */
  aim(at, px) {
    const place = this.board.snap(px > 0 ? this.onTable(at) : at, this.radius, px, this.offer.unit ? [this.offer.unit] : [], this.domain.units ?? []);
    return { ...place, level: this.last.level ?? 0 };
  }

  /** The nearest place at which the unit stands on the table. @param {Point} at @returns {Point} */
  onTable({ x, y, ...more }) {
    const inside = (/** @type {number} */ value, /** @type {number} */ size) => Math.round(Math.min(Math.max(value, this.radius), size - this.radius));
    return { ...more, x: inside(x, this.board.width), y: inside(y, this.board.height) };
  }

  /** @param {Point} at @param {number} px */
  tapPlace(at, px) {
    this.points = [...this.points, this.aim(at, px)];
    this.pointed = null;
    return true;
  }

  /** Moves the last point, as a drag does. @param {Point} at @param {number} px */
  dragTo(at, px) {
    this.points = [...this.points.slice(0, -1), this.aim(at, px)];
    this.pointed = null;
  }

  /** How many levels there are where the path has come to. */
  get levels() {
    return Math.min(this.domain.levels ?? 1, this.board.levelsAt(this.last));
  }

  get levelsBeside() {
    const { level = 0 } = this.start;
    return this.points.length || this.levels < 2 ? [] : [1, -1].filter((step) => level + step >= 0 && level + step < this.levels);
  }

  /** @param {number} step */
  changeLevel(step) {
    const { x, y, level = 0 } = this.last;
    const to = Math.min(this.levels - 1, Math.max(0, level + step));
    if (to !== level) this.points = [...this.points, { x, y, level: to }];
  }

  /** @param {Point | null} at @param {string | null} _unit @param {number} px */
  hover(at, _unit, px) {
    const before = JSON.stringify(this.pointed);
    // Over the unit itself nobody asks for a way of no length.
    const isAtStart = at !== null && this.points.length === 0 && Math.hypot(at.x - this.start.x, at.y - this.start.y) <= this.radius;
    this.pointed = at && !isAtStart ? this.aim(at, px) : null;
    return JSON.stringify(this.pointed) !== before;
  }

  // In the dock and in words

  get typedAsk() {
    return `${say(this.offer.label)}: ${t('words_ask_path')}`;
  }

  get title() {
    return '';
  }

  get told() {
    return Object.values(this.reading).filter(Boolean).join(', ');
  }

  get inHand() {
    return t('hand_way', { cm: cm(this.length) });
  }

  get canBack() {
    return this.points.length > 1;
  }

  get hasBearings() {
    return true;
  }

  /** Whether more counts than its length: lengths are rounded up, leg by leg. */
  get slows() {
    return this.counted.mm > this.length + this.legs.length;
  }

  /** How it reads: its length, what counts of it where that is more, and what is left or over. */
  get reading() {
    const { min_leg_mm: least } = this.domain;
    const { mm, most } = this.counted;
    const rest = most === null ? '' : mm <= most ? t('left', { cm: cm(most - mm) }) : t('too_long', { cm: cm(mm - most) });
    const isShort = this.legs.length > 1 && least && this.legs.some((leg) => leg < least);
    return { length: `${cm(this.length)} cm`, counts: this.slows ? t('counts_cm', { cm: cm(mm) }) : '', rest: isShort ? t('short_leg', { cm: cm(least) }) : rest };
  }

  measure() {
    if (this.way.length < 2) return [];
    const { length, counts, rest } = this.reading;
    const limit = this.limits.find(([, mm]) => this.length <= mm)?.[0];
    const mode = limit && hasWord(`limit_${limit}`) ? t(`limit_${limit}`) : '';
    const more = [mode, counts, rest].filter(Boolean).map((said) => ` · ${said}`);
    return [h('output', { class: 'plan__tape', 'data-mm': this.length }, length, h('small', {}, ...more))];
  }

  followed() {
    return this.measure()[0] ?? null;
  }

  /** @param {Planner} planner */
  controls(planner) {
    return levelControls(this, planner, this.last.level ?? 0, this.levels);
  }

  /** What a way leads to comes before what could be shot at from its end. @param {{tone: string}} note */
  putsFirst(note) {
    return note.tone !== 'muted';
  }

  // As it is drawn

  get needsReach() {
    return true;
  }

  /** @param {import('../boards/labels.js').Labels} labels */
  keepClear(labels) {
    labels.keepOff(this.board.toSvg(this.end), this.radius);
    labels.keepOffWay(this.way.map((at) => this.board.toSvg(at)));
  }

  /** The way is drawn by the tape, with more in it. @param {any} overlay */
  drawsItself(overlay) {
    if (overlay.type === 'spot') return overlay.outline && overlay.shape.type === 'disc' && overlay.shape.radius === this.radius && overlay.tone !== 'bad';
    if (overlay.type !== 'line') return false;
    if (overlay.tone === 'bad' && this.length > (this.domain.longest_mm ?? Infinity)) return true;
    return JSON.stringify(overlay.points) === JSON.stringify(this.way.map(({ x, y }) => [x, y]));
  }

  /** The limits along the tape, the nearest first. @returns {Array<[string, number]>} */
  get limits() {
    return Object.entries(this.domain.limits_mm ?? {}).sort((a, b) => a[1] - b[1]);
  }

  /** @param {Element} layer @param {number} px @param {boolean} bad */
  draw(layer, px, bad) {
    const counted = this.slows ? this.counted : null;
    const how = { legs: this.legs, limits: this.limits, longest: this.domain.longest_mm ?? null, counted, minLeg: this.domain.min_leg_mm ?? null, clear: this.radius };
    if (this.way.length > 1) {
      const isBad = bad || this.isTooLong;
      const shape = { type: 'disc', radius: this.radius };
      for (const stop of this.points.slice(0, -1)) this.board.ghost(layer, stop, shape, { side: this.side, bad: isBad });
      this.figure ??= this.offer.unit ? this.board.figure(this.offer.unit, this.radius) : null;
      this.board.ghost(layer, this.end, shape, { side: this.side, bad: isBad, figure: this.figure, level: this.end.level });
      this.board.tape(layer, this.way, how);
    }
    if (!this.points.length || !this.pointed) return;
    this.board.cross(layer, this.pointed, 7 * px);
    const next = { ...this.pointed, level: this.last.level };
    this.board.nextLeg(layer, this.last, next, { ...how, legs: this.legsOf([...this.way, next]) });
  }
}

/** @param {any} shape */
export function radiusOf(shape) {
  return shape?.type === 'disc' ? shape.radius : null;
}

/** Ways that end in a unit, each by itself. @param {Offer} offer @returns {Array<{unit: string, example: any}>} */
export function endings(offer) {
  const into = offer.input === 'path' ? offer.domain?.fields?.into : undefined;
  return into ? offer.examples.filter((example) => example[into]).map((example) => ({ unit: example[into], example })) : [];
}
