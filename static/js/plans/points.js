/** A plan of a place for something, perhaps turned. */

import { levelControls } from './controls.js';
import { Plan } from './plan.js';
import { radiusOf } from './ways.js';
import { h, icon } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./plan.js').Board} Board */
/** @typedef {import('./plan.js').Offer} Offer */
/** @typedef {import('./plan.js').Point} Point */

/** A tap this near the place means it, and a drag from this near moves it. */
const END_PX = 14;
const GRAB_PX = 22;

/** So near the middle of a round region, in parts of its radius, a pointer means the middle. */
const MIDDLE = 0.012;

export class PointPlan extends Plan {
  /** @param {Offer} offer @param {Board} board */
  constructor(offer, board) {
    super(offer, board);
    const standing = board.unit(offer.unit ?? '');
    this.shape = this.domain.ghost ?? { type: 'disc', radius: standing?.radius ?? 15 };
    /** Whether what is placed is the unit itself; else it is what somebody who stands elsewhere throws or marks there. */
    this.isUnit = Boolean(offer.unit) && (standing === null || radiusOf(this.shape) === standing.radius);
    /** @type {Point | null} */
    this.at = null;
    /** The game's own example is where the keyboard begins. @type {Point | null} */
    this.pointed = this.example();
    /** Whether anybody has pointed yet: nothing is said about a place that nobody meant. */
    this.isPointed = false;
    this.step = Number(this.template[this.fields.turn ?? ''] ?? 0);
    this.level = Number(this.template[this.fields.level ?? ''] ?? 0);
    /** Degrees that two fingers have turned and that make no step yet. */
    this.twisted = 0;
  }

  isPlacing = true;

  /** @type {SVGElement | null | undefined} what would stand there, once it was drawn */
  figure;

  get ask() {
    return `${say(this.offer.label)}: ${t('plan_point')}`;
  }

  get typedAsk() {
    return `${say(this.offer.label)}: ${t('words_ask_point')}`;
  }

  /** @returns {import('./plan.js').Command[]} */
  commands() {
    const at = this.pointed;
    return this.at || !at ? [] : [{ key: 'example', words: t('command_place', { place: this.board.placeWords(at) }), act: () => this.tapPlace(at, 0) }];
  }

  /** @param {import('./planner.js').Planner} planner */
  controls(planner) {
    const levels = levelControls(this, planner, Math.min(this.level, this.levels - 1), this.levels);
    return this.domain.turn_deg ? [...levels, this.turns(planner)] : levels;
  }

  /** @param {import('./planner.js').Planner} planner */
  turns(planner) {
    const turn = (by) => () => { this.turn(by); planner.update(); };
    return h('div', { class: 'plan__choices', role: 'group' },
      h('button', { type: 'button', class: 'tool', 'data-focus': 'turn-left', 'aria-label': t('turn_left'), onclick: turn(1) }, icon('icon-turn-left')),
      h('span', {}, `${this.step * this.domain.turn_deg}°`),
      h('button', { type: 'button', class: 'tool', 'data-focus': 'turn-right', 'aria-label': t('turn_right'), onclick: turn(-1) }, icon('icon-turn-right')));
  }

  get cursor() {
    return this.pointed ?? this.at;
  }

  get proposed() {
    return this.pointed;
  }

  /** @param {Point} at @param {number} px */
  holds(at, px) {
    return this.at !== null && Math.hypot(this.at.x - at.x, this.at.y - at.y) <= GRAB_PX * px;
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

  /** @returns {Point | null} */
  example() {
    const { x = 'x', y = 'y' } = this.fields;
    const known = this.offer.examples.find((example) => x in example);
    return known ? { x: known[x], y: known[y] } : null;
  }

  /** @param {Point} at */
  filled(at) {
    const { x = 'x', y = 'y', level, turn } = this.fields;
    const action = { ...this.template, [x]: at.x, [y]: at.y };
    if (level && (this.domain.levels ?? 1) > 1) action[level] = Math.min(this.level, this.board.levelsAt(at) - 1);
    if (turn && this.domain.turn_deg) action[turn] = this.step;
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
    this.at = this.nearest(at, px);
    return true;
  }

  /** The place that is meant: beside what it has to stand beside, else drawn to the rim of what is near. @param {Point} at @param {number} px */
  nearest(at, px) {
    if (this.offer.unit && !this.isUnit) return this.board.whole(at);
    return this.beside(at) ?? this.board.snap(at, radiusOf(this.shape) ?? 0, px, this.offer.unit ? [this.offer.unit] : [], []);
  }

  /** A round region is round a thing that what is placed has to stand beside: a finger need not hit its rim. @param {Point} at @returns {Point | null} */
  beside(at) {
    const [disc, another] = this.offer.unit && !this.isUnit ? [] : this.domain.region ?? [];
    const far = disc?.type === 'disc' && !another ? Math.hypot(at.x - disc.x, at.y - disc.y) : 0;
    // Its very middle names no direction, whichever way the pixels fall.
    const share = disc && far > MIDDLE * disc.radius ? (disc.radius - 1) / far : 0;
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

  /** What is placed, as it lies at the place, and by how much it is still to be turned about its origin. */
  get lying() {
    const turn = this.step * (this.domain.turn_deg ?? 0);
    return this.domain.corner ? { shape: cornered(this.shape, turn), turn: 0 } : { shape: this.shape, turn };
  }

  /** How many levels there are at the place. */
  get levels() {
    const at = this.meant;
    return at ? Math.min(this.domain.levels ?? 1, this.board.levelsAt(at)) : 1;
  }

  /** @param {number} step */
  changeLevel(step) {
    this.level = Math.min(this.levels - 1, Math.max(0, this.level + step));
  }

  /** @param {Element} layer @param {number} px @param {boolean} bad */
  draw(layer, px, bad) {
    for (const shape of this.domain.region ?? []) layer.append(region(this.board, shape));
    const at = this.meant;
    if (!at) return;
    const { shape, turn } = this.lying;
    if (!this.offer.unit) this.board.gaps(layer, at, shape, turn);
    this.figure ??= this.offer.unit && this.isUnit ? this.board.figure(this.offer.unit, this.shape.radius) : null;
    this.board.ghost(layer, at, shape, { bad, turn, side: 'side-mine', figure: this.figure, level: Math.min(this.level, this.levels - 1) });
    this.board.cross(layer, at, 6 * px);
  }
}

/** @param {Board} board @param {any} shape */
function region(board, shape) {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('class', 'region');
  path.setAttribute('d', board.outline(shape));
  return path;
}

/** A polygon turned by so many degrees, in whole units, its south-west corner where its origin is. @param {{points: number[][]}} shape @param {number} turn */
function cornered({ points }, turn) {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const turned = points.map(([x, y]) => [Math.round(x * cos - y * sin), Math.round(x * sin + y * cos)]);
  const [west, south] = [0, 1].map((n) => Math.min(...turned.map((point) => point[n])));
  return { type: 'polygon', points: turned.map(([x, y]) => [x - west, y - south]) };
}
