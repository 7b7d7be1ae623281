/** A plan of targets: units on the board, one, or several in the order picked. */

import { folded, way } from './controls.js';
import { Plan } from './plan.js';
import { nameOf } from '../base/naming.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./plan.js').Board} Board */
/** @typedef {import('./plan.js').Offer} Offer */

export class TargetPlan extends Plan {
  /** @param {Offer} offer @param {Board} board */
  constructor(offer, board) {
    super(offer, board);
    this.field = this.fields.targets ?? 'targets';
    this.isList = Array.isArray(this.template[this.field]);
    this.most = this.isList ? Math.max(1, this.domain.most ?? 1) : 1;
    /** How many must be picked at least. */
    this.least = this.isList ? (this.domain.least ?? 1) : 1;
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
    return this.targets.length >= this.least ? this.filled(this.targets) : null;
  }

  get hasSteps() {
    return this.targets.length > 0;
  }

  /** Whether those picked are one's own, who do something: then their order says nothing. */
  get isOwn() {
    const { viewer } = document.body.dataset;
    return this.isList && this.candidates.every((id) => this.board.unit(id)?.seat === viewer);
  }

  tentative() {
    if (this.pointed !== null && !this.targets.includes(this.pointed) && this.targets.length + 1 >= this.least) return this.filled(this.joined(this.pointed));
    return this.action();
  }

  /** Those picked with another. @param {string} unit */
  joined(unit) {
    return this.most > 1 ? [...this.targets, unit] : [unit];
  }

  back() {
    return this.targets.pop() !== undefined;
  }

  // In the dock and in words

  get ask() {
    return `${say(this.offer.label)}: ${this.asked}`;
  }

  /** How many of what are to be chosen. */
  get asked() {
    const { least, most } = this;
    if (most === 1 && !this.isOwn) return t('plan_target');
    if (least === most) return t('plan_exactly', { n: most, now: this.targets.length });
    return t(this.isOwn ? 'plan_up_to' : 'plan_targets', { most });
  }

  get typedAsk() {
    return this.most === 1 ? `${say(this.offer.label)}: ${t('words_ask_target')}` : this.ask;
  }

  get wanted() {
    return this.ask;
  }

  get inHand() {
    const whom = [...new Set(this.picked)].map((id) => nameOf(this.board, id)).join(', ');
    return [say(this.offer.label), whom].filter(Boolean).join(' · ');
  }

  get isOpen() {
    return this.most > 1;
  }

  get canBack() {
    return this.most > 1 && this.targets.length > 0;
  }

  /** Targets by name, for the keyboard and for crowded boards. @param {import('./planner.js').Planner} planner */
  controls(planner) {
    const press = (id) => () => { if (this.tapUnit(id)) planner.update(); };
    const buttons = this.candidates.map((id) => {
      const order = this.targets.indexOf(id);
      const name = nameOf(this.board, id);
      const words = this.most > 1 && order >= 0 && !this.isOwn ? `${order + 1}. ${name}` : name;
      return way({ key: `target-${id}`, words, odds: planner.aims.of(this.filled([id])), isOn: order >= 0, press: press(id), more: { 'data-target': id } });
    });
    return [folded(t(this.isOwn ? 'who_acts' : 'to_target'), buttons, { isOpen: this.isOwn })];
  }

  /** @param {import('./plan.js').Names} names */
  commands({ aim }) {
    const open = this.candidates.filter((id) => !this.targets.includes(id) || this.repeats);
    return open.map((id) => ({ key: `target-${id}`, words: aim(id), act: () => this.tapUnit(id) }));
  }

  /** @param {import('../boards/surface.js').Piece} unit */
  aimedAt(unit) {
    return this.filled(this.joined(unit.id));
  }

  // Under a pointer and by keys

  get candidates() {
    const named = this.domain.units?.length ? this.domain.units : this.offer.examples.flatMap((example) => [example[this.field]].flat());
    return [...new Set(named)];
  }

  get aimable() {
    return this.candidates.map((id) => ({ id, action: this.filled([id]) }));
  }

  get picked() {
    return this.targets;
  }

  /** @param {string} id */
  isChosen(id) {
    return this.most === 1 && this.targets[0] === id && !this.isGiven;
  }

  /** @param {string} id */
  has(id) {
    return this.targets.includes(id);
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

  /** Aims at a unit that may be no target, so that the server says why. @param {string} unit */
  aimAt(unit) {
    this.targets = [unit];
  }

  /** Whoever is none of its targets is asked about: why not is worth more than another unit in hand. */
  isOutOfReach() {
    return true;
  }

  /** @param {import('./plan.js').Point | null} _at @param {string | null} unit */
  hover(_at, unit) {
    const pointed = unit !== null && this.candidates.includes(unit) ? unit : null;
    if (pointed === this.pointed) return false;
    this.pointed = pointed;
    return true;
  }

  get asksForTarget() {
    return true;
  }

  /** @param {number} step */
  nextTarget(step) {
    const ids = this.candidates;
    if (ids.length === 0) return false;
    const now = ids.indexOf(this.pointed ?? this.targets[this.targets.length - 1]);
    const next = ids[(now + step + ids.length) % ids.length];
    if (this.most === 1) this.tapUnit(next);
    else this.pointed = next;
    return true;
  }

  takePointed() {
    if (!this.pointed) return false;
    this.tapUnit(this.pointed);
    return true;
  }
}
