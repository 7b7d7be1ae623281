/** One plan for each way an offer is asked for: those of few choices here, those of places in `ways.js`. */

import { EntryPlan } from './entry.js';
import { ListPlan } from './list_plan.js';
import { Plan } from './plan.js';
import { StepsPlan } from './steps.js';
import { PathPlan, PointPlan, tapeWords } from './ways.js';
import { say, t } from '../base/words.js';

export { EntryPlan, ListPlan, PathPlan, Plan, PointPlan, StepsPlan, tapeWords };

/** @typedef {import('../boards/surface.js').Surface} Board */
/** @typedef {{x: number, y: number, level?: number}} Point */
/** @typedef {any} Offer as the API answers it */

/** A bare button: the first example as it is. */
export class ButtonPlan extends Plan {
  action() {
    return this.template;
  }

  get hasSteps() {
    return false;
  }
}

/** One of the examples. */
export class ChoicePlan extends Plan {
  /** @type {number | null} */
  chosen = this.offer.examples.length === 1 ? 0 : null;

  action() {
    return this.chosen === null ? null : this.offer.examples[this.chosen];
  }

  /** What was touched, where more than one example means it. @type {string | null} */
  narrowed = null;

  get ask() {
    return `${say(this.offer.label)}:${this.offer.picks ? ` ${t('plan_pick')}` : ''}`;
  }

  /** @param {number} n */
  choose(n) {
    this.chosen = n;
  }

  /** The examples to choose from: all, or those that what was touched may mean. @returns {number[]} */
  get open() {
    const all = [...this.offer.examples.keys()];
    return this.narrowed === null ? all : all.filter((n) => this.meant(n).includes(this.narrowed ?? ''));
  }

  /** What on the board means an example: as the game says, else the units in it. @param {number} n @returns {string[]} */
  meant(n) {
    if (this.offer.picks) return this.offer.picks[n];
    return Object.entries(this.offer.examples[n]).filter(([key]) => key !== 'unit').map(([, value]) => value)
      .filter((value) => typeof value === 'string' && this.board.unit(value) !== null);
  }

  /** The words of an example: the game's, else the names of the units in it, else its own values. @param {number} n */
  wording(n) {
    if (this.offer.names?.length) return say(this.offer.names[n]);
    return Object.entries(this.offer.examples[n])
      .filter(([key]) => key !== 'type' && key !== 'unit')
      .map(([, value]) => [value].flat().map((each) => this.board.unit(String(each))?.name ?? String(each).replaceAll('_', ' ')).join(', '))
      .join(' · ') || say(this.offer.label);
  }

  back() {
    const was = this.chosen !== null && this.offer.examples.length > 1;
    if (was) this.chosen = null;
    this.narrowed = null;
    return was;
  }

  get candidates() {
    return [...new Set(this.offer.examples.flatMap((_, n) => this.meant(n)))];
  }

  get picked() {
    return this.chosen === null ? [] : this.meant(this.chosen);
  }

  /** @param {string} id */
  isChosen(id) {
    return Boolean(this.offer.picks) && this.picked.includes(id) && this.narrowed === id;
  }

  /** @param {string} id a unit, or where the game says so a place */
  tapUnit(id) {
    const fitting = [...this.offer.examples.keys()].filter((n) => this.meant(n).includes(id));
    if (fitting.length === 0) return false;
    if (this.chosen === null || !fitting.includes(this.chosen)) this.chosen = fitting[0];
    this.narrowed = id;
    return true;
  }
}

/** Units on the board: one, or several in the order picked. */
export class TargetPlan extends Plan {
  /** @param {Offer} offer @param {Board} board */
  constructor(offer, board) {
    super(offer, board);
    this.field = targetField(offer, board);
    this.isList = Array.isArray(this.template[this.field]);
    this.most = this.isList ? Math.max(1, this.domain.most ?? 1) : 1;
    /** Whether one unit may be named more than once, as some example does. */
    this.repeats = this.isList && offer.examples.some((example) => new Set(example[this.field]).size < example[this.field].length);
    /** @type {string[]} */
    this.targets = [];
    /** @type {string | null} */
    this.pointed = null;
  }

  /** The one target there is needs no choosing. */
  takeOnly() {
    this.isGiven = this.most === 1 && this.candidates.length === 1 && this.tapUnit(this.candidates[0]);
  }

  /** @param {string[]} targets */
  filled(targets) {
    const exact = this.offer.examples.find((example) => [example[this.field]].flat().join('\n') === targets.join('\n'));
    return exact ?? { ...this.template, [this.field]: this.isList ? targets : targets[0] };
  }

  action() {
    return this.targets.length ? this.filled(this.targets) : null;
  }

  tentative() {
    if (this.pointed !== null && !this.targets.includes(this.pointed)) {
      return this.filled(this.most > 1 ? [...this.targets, this.pointed] : [this.pointed]);
    }
    return this.action();
  }

  get ask() {
    return `${say(this.offer.label)}: ${this.most > 1 ? t('plan_targets', { most: this.most }) : t('plan_target')}`;
  }

  get candidates() {
    const named = this.domain.units?.length ? this.domain.units : this.offer.examples.flatMap((example) => [example[this.field]].flat());
    return [...new Set(named)];
  }

  get picked() {
    return this.targets;
  }

  back() {
    return this.targets.pop() !== undefined;
  }

  /** @param {string} unit */
  tapUnit(unit) {
    if (!this.candidates.includes(unit)) return false;
    this.isGiven = false;
    if (this.most === 1) this.targets = [unit];
    else if (this.repeats && this.targets.length === this.most) this.targets = [unit];
    else if (!this.repeats && this.targets.includes(unit)) this.targets = this.targets.filter((each) => each !== unit);
    else if (this.targets.length < this.most) this.targets = [...this.targets, unit];
    this.pointed = null;
    return true;
  }

  /** @param {Point | null} _at @param {string | null} unit */
  hover(_at, unit) {
    const pointed = unit !== null && this.candidates.includes(unit) ? unit : null;
    if (pointed === this.pointed) return false;
    this.pointed = pointed;
    return true;
  }
}

const KINDS = { button: ButtonPlan, choice: ChoicePlan, target: TargetPlan, path: PathPlan, point: PointPlan, entry: EntryPlan, list: ListPlan, steps: StepsPlan };

/** @param {Offer} offer @param {Board} board @returns {Plan} */
export function planFor(offer, board) {
  const Kind = KINDS[offer.input] ?? ChoicePlan;
  return new Kind(offer, board);
}

/** The field of an action that names its targets. @param {Offer} offer @param {Board} board */
function targetField(offer, board) {
  const candidates = new Set(offer.domain?.units ?? []);
  const isTarget = (value) => [value].flat().length > 0 && [value].flat().every((each) => typeof each === 'string' && (candidates.has(each) || board.unit(each) !== null));
  const fields = Object.keys(offer.examples[0] ?? {}).filter((key) => key !== 'type' && key !== 'unit');
  return fields.find((key) => key === 'targets' || key === 'target') ?? fields.find((key) => offer.examples.some((example) => isTarget(example[key]))) ?? 'target';
}
