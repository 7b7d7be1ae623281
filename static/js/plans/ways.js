/** Plans of places: a path of legs, a point. */

import { Plan } from './plan.js';
import { cm, say, t } from '../base/words.js';

/** @typedef {import('../boards/surface.js').Surface} Board */
/** @typedef {{x: number, y: number, level?: number}} Point */
/** @typedef {any} Offer as the API answers it */

/** A tap this near the end of a plan means its end. */
const END_PX = 14;

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
  }

  get ask() {
    return `${say(this.offer.label)}: ${t('plan_path')}`;
  }

  get wantsPlace() {
    return true;
  }

  /** @param {Point[]} points */
  filled(points) {
    const path = points.map((at) => ((this.domain.levels ?? 1) > 1 ? [at.x, at.y, at.level ?? 0] : [at.x, at.y]));
    const { board: _, ...rest } = this.template;
    const into = this.vehicleAt(points[points.length - 1]);
    return { ...rest, path_mm: path, ...(into ? { board: into } : {}) };
  }

  /** Takes the path of an example. @param {any} example */
  follow(example) {
    this.points = example.path_mm.map(([x, y, level = 0]) => ({ x, y, level }));
    this.pointed = null;
  }

  /** The unit that a path ends in, of those it may. @param {Point | undefined} end */
  vehicleAt(end) {
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
    return this.points.length > 0 && this.vehicleAt(this.last) === id;
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

  get isTooLong() {
    return this.length > (this.domain.longest_mm ?? Infinity);
  }

  /** Where the unit would come to stand. */
  get end() {
    return this.way[this.way.length - 1];
  }

  get length() {
    return this.board.legs(this.way).reduce((sum, leg) => sum + leg, 0);
  }

  back() {
    return this.points.pop() !== undefined;
  }

  /** @param {Point} at @param {number} px @returns {Point} */
  aim(at, px) {
    const place = this.board.snap(at, this.radius, px, this.offer.unit ? [this.offer.unit] : [], this.domain.units ?? []);
    return { ...place, level: this.last.level ?? 0 };
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
  }

  /** How many levels there are where the path has come to. */
  get levels() {
    return Math.min(this.domain.levels ?? 1, this.board.levelsAt(this.last));
  }

  /** @param {number} step */
  climb(step) {
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

  /** The limits along the tape, the nearest first. */
  get limits() {
    return Object.entries(this.domain.limits_mm ?? {}).sort((a, b) => a[1] - b[1]);
  }

  /** @param {Element} layer @param {number} px @param {boolean} bad */
  draw(layer, px, bad) {
    const how = { limits: this.limits, longest: this.domain.longest_mm ?? null, minLeg: this.domain.min_leg_mm ?? null, clear: this.radius };
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
    this.board.nextLeg(layer, this.way, this.pointed, how.longest);
  }
}

/** A place for something, perhaps turned. */
export class PointPlan extends Plan {
  /** @param {Offer} offer @param {Board} board */
  constructor(offer, board) {
    super(offer, board);
    this.shape = this.domain.ghost ?? { type: 'disc', radius: board.unit(offer.unit ?? '')?.radius ?? 15 };
    /** @type {Point | null} */
    this.at = null;
    /** The game's own example is where the keyboard begins. @type {Point | null} */
    const known = offer.examples.find((example) => 'x_mm' in example);
    this.pointed = known ? { x: known.x_mm, y: known.y_mm } : null;
    /** Whether anybody has pointed yet: nothing is said about a place that nobody meant. */
    this.isPointed = false;
    this.step = Number(this.template.rotation_step ?? 0);
    this.level = Number(this.template.level ?? 0);
    /** Degrees that two fingers have turned and that make no step yet. */
    this.twisted = 0;
  }

  get ask() {
    return `${say(this.offer.label)}: ${t('plan_point')}`;
  }

  get canDrag() {
    return true;
  }

  /** @param {Point} at @param {number} px */
  isAt(at, px) {
    const { x, y } = this.beside(at) ?? at;
    return this.at !== null && Math.hypot(this.at.x - x, this.at.y - y) < END_PX * px;
  }

  get wantsPlace() {
    return true;
  }

  /** @param {Point} at */
  filled(at) {
    const action = { ...this.template, x_mm: at.x, y_mm: at.y };
    if ((this.domain.levels ?? 1) > 1) action.level = Math.min(this.level, this.board.levelsAt(at) - 1);
    if (this.domain.turn_deg) action.rotation_step = this.step;
    return action;
  }

  action() {
    return this.at ? this.filled(this.at) : null;
  }

  tentative() {
    const at = this.meant;
    return at ? this.filled(at) : null;
  }

  /** The place marked, else the one pointed at. */
  get meant() {
    return this.at ?? (this.isPointed ? this.pointed : null);
  }

  back() {
    const had = this.at !== null;
    this.at = null;
    return had;
  }

  /** @param {Point} at @param {number} px */
  tapPlace(at, px) {
    this.at = this.beside(at) ?? this.board.snap(at, radiusOf(this.shape) ?? 0, px, this.offer.unit ? [this.offer.unit] : [], []);
    return true;
  }

  /** A round region is round a thing that what is placed has to stand beside: a finger need not hit its rim. @param {Point} at @returns {Point | null} */
  beside(at) {
    const [disc, another] = this.domain.region ?? [];
    const far = disc?.type === 'disc' && !another ? Math.hypot(at.x - disc.x, at.y - disc.y) : 0;
    const share = far > 0 ? (disc.radius - 1) / far : 0;
    return share > 0 ? this.board.whole({ x: disc.x + (at.x - disc.x) * share, y: disc.y + (at.y - disc.y) * share }) : null;
  }

  /** @param {Point | null} at */
  hover(at) {
    if (at) [this.pointed, this.isPointed] = [this.beside(at) ?? this.board.whole(at), true];
    return this.at === null;
  }

  /** @param {Point} at @param {number} px */
  dragTo(at, px) {
    this.tapPlace(at, px);
  }

  /** Turns the thing in hand, if it can be. @param {number} by steps, counter-clockwise @returns {boolean} whether it was */
  turnBy(by) {
    if (!this.domain.turn_deg) return false;
    this.turn(by);
    return true;
  }

  /** Turns with two fingers, step by step. @param {number} degrees @returns {boolean} whether it can be turned */
  twist(degrees) {
    if (!this.domain.turn_deg) return false;
    this.twisted += degrees;
    const steps = Math.trunc(this.twisted / this.domain.turn_deg);
    this.twisted -= steps * this.domain.turn_deg;
    if (steps) this.turn(steps);
    return true;
  }

  /** @param {number} by */
  turn(by) {
    const steps = Math.round(360 / this.domain.turn_deg);
    this.step = (this.step + by + steps) % steps;
  }

  /** How many levels there are at the place. */
  get levels() {
    const at = this.meant;
    return at ? Math.min(this.domain.levels ?? 1, this.board.levelsAt(at)) : 1;
  }

  /** @param {number} step */
  climb(step) {
    this.level = Math.min(this.levels - 1, Math.max(0, this.level + step));
  }

  /** @param {Element} layer @param {number} px @param {boolean} bad */
  draw(layer, px, bad) {
    for (const shape of this.domain.region ?? []) layer.append(region(this.board, shape));
    const at = this.meant;
    if (!at) return;
    const turn = this.step * (this.domain.turn_deg ?? 0);
    if (!this.offer.unit) this.board.gaps(layer, at, this.shape, turn);
    this.figure ??= this.offer.unit ? this.board.figure(this.offer.unit, this.shape.radius) : null;
    this.board.ghost(layer, at, this.shape, { bad, turn, side: 'side-mine', figure: this.figure, level: Math.min(this.level, this.levels - 1) });
    this.board.cross(layer, at, 6 * px);
  }
}

/** @param {any} shape */
function radiusOf(shape) {
  return shape?.type === 'disc' ? shape.radius : null;
}

/** @param {Board} board @param {any} shape */
function region(board, shape) {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('class', 'region');
  path.setAttribute('d', board.outline(shape));
  return path;
}

/** How a plan's way reads: its length, and what is left or over. @param {PathPlan} plan */
export function tapeWords(plan) {
  const longest = plan.domain.longest_mm ?? null;
  const rest = longest === null ? '' : plan.length <= longest ? t('left', { cm: cm(longest - plan.length) }) : t('too_long', { cm: cm(plan.length - longest) });
  const legs = plan.board.legs(plan.way);
  const isShort = legs.length > 1 && plan.domain.min_leg_mm && legs.some((leg) => leg < plan.domain.min_leg_mm);
  return { length: `${cm(plan.length)} cm`, rest: isShort ? t('short_leg', { cm: cm(plan.domain.min_leg_mm) }) : rest };
}
