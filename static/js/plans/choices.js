/** Plans of few choices: a bare button, one of the examples. */

import { oddsOf, way } from './controls.js';
import { Plan } from './plan.js';
import { h } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** So many ways to choose from stand above what is said of one of them; more would push that out of sight. */
const FEW = 9;

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
  isGiven = this.offer.examples.length === 1;

  /** @type {number | null} */
  chosen = this.isGiven ? 0 : null;

  /** What was touched, where more than one example means it. @type {string | null} */
  narrowed = null;

  action() {
    return this.chosen === null ? null : this.offer.examples[this.chosen];
  }

  /** @param {ChoicePlan} other */
  sameBy(other) {
    const words = this.chosen === null ? null : this.wording(this.chosen);
    return other.offer.examples.find((_, n) => other.wording(n) === words) ?? null;
  }

  get ask() {
    return `${say(this.offer.label)}:${this.offer.picks ? ` ${t('plan_pick')}` : ''}`;
  }

  /** @param {number} n */
  choose(n) {
    this.isGiven = false;
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

  // In the dock and in words

  get asksFirst() {
    return this.narrowed === null && this.offer.examples.length > 1 && this.offer.examples.length <= FEW;
  }

  /** @param {import('./planner.js').Planner} planner @param {Node} judged @returns {Array<Node | string>} */
  summary(planner, judged) {
    return this.asksFirst ? [] : super.summary(planner, judged);
  }

  /** @param {import('./planner.js').Planner} planner @param {Node} judged @returns {Array<Node | string>} */
  answer(planner, judged) {
    return super.summary(planner, judged);
  }

  /** Once what was touched leaves no choice, what that is. */
  measure() {
    const isSaid = this.offer.picks && this.open.length === 1 && this.chosen !== null;
    return isSaid ? [h('output', { class: 'plan__tape' }, this.wording(this.chosen ?? 0))] : [];
  }

  /** @param {import('./planner.js').Planner} planner */
  controls(planner) {
    if (this.open.length <= (this.offer.picks ? 1 : 0) || this.offer.examples.length < 2) return [];
    const press = (n) => () => { this.choose(n); planner.update(); };
    const { all, each } = planner.aims.meaning(this.open.map((n) => this.offer.examples[n]));
    const choices = this.open.map((n, place) => way({ key: `choice-${n}`, words: this.wording(n), odds: planner.aims.of(this.offer.examples[n]), of: each[place], isOn: this.chosen === n, press: press(n), more: { 'data-choice': String(n) } }));
    return [h('div', { class: 'plan__choices', role: 'group' }, ...choices, oddsOf(all))];
  }

  commands() {
    if (this.offer.examples.length < 2) return [];
    return [...this.offer.examples.keys()].filter((n) => n !== this.chosen).map((n) => ({ key: `example-${n}`, words: this.wording(n), act: () => this.choose(n) }));
  }

  /** @param {import('../boards/surface.js').Piece} unit */
  aimedAt(unit) {
    const { cell, seat } = this.fields;
    return cell && seat ? { ...this.template, [cell]: unit.element.dataset.on, [seat]: unit.seat } : null;
  }

  // Under a pointer and by keys

  get candidates() {
    return [...new Set(this.offer.examples.flatMap((_, n) => this.meant(n)))];
  }

  get aimable() {
    return this.offer.picks ? this.offer.examples.map((action, n) => ({ id: this.meant(n)[0], action })) : [];
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

  get asksForTarget() {
    return Boolean(this.offer.picks);
  }

  /** @param {number} step */
  nextTarget(step) {
    const ids = this.candidates;
    if (ids.length === 0) return false;
    const now = this.narrowed === null ? -1 : ids.indexOf(this.narrowed);
    this.tapUnit(ids[(now + step + ids.length + (now < 0 && step < 0 ? 1 : 0)) % ids.length]);
    return true;
  }

  /** @param {number} step */
  nextChoice(step) {
    const { open } = this;
    if (open.length < 2) return false;
    const now = this.chosen === null ? -1 : open.indexOf(this.chosen);
    this.choose(open[(now + step + open.length + (now < 0 && step < 0 ? 1 : 0)) % open.length]);
    return true;
  }
}
