/** A plan of a line between two cells. */

import { wired } from './steps.js';
import { Plan } from './plan.js';
import { h } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./plan.js').Point} Point */
/** A line between two cells, by their ids. @typedef {[string, string]} Line */

export class BetweenPlan extends Plan {
  /** @type {Line | null} */
  chosen = null;

  /** The line under the pointer before one is chosen, or where the keys have come to. @type {Line | null} */
  pointed = null;

  /** @param {import('./plan.js').Offer} offer */
  renew(offer) {
    super.renew(offer);
    this.domain = offer.domain ?? {};
  }

  /** The lines that may be chosen, as one reads them: from the north, then from the west. @returns {Line[]} */
  get lines() {
    const sum = (line, axis) => line.reduce((total, id) => total + (this.board.cell(id)?.[axis] ?? 0), 0);
    return [...(this.domain.between ?? [])].sort((a, b) => sum(b, 'y') - sum(a, 'y') || sum(a, 'x') - sum(b, 'x'));
  }

  /** @param {Line} line */
  filled(line) {
    return { ...this.template, [this.fields.between ?? 'between']: line.map((cell) => wired(this.domain, cell)) };
  }

  action() {
    return this.chosen && this.filled(this.chosen);
  }

  tentative() {
    const line = this.chosen ?? this.pointed;
    return line && this.filled(line);
  }

  back() {
    const had = this.chosen !== null;
    this.chosen = null;
    return had;
  }

  // In the dock and in words

  get ask() {
    return `${say(this.offer.label)}: ${t('plan_between')}`;
  }

  get typedAsk() {
    return `${say(this.offer.label)}: ${t('words_ask_between')}`;
  }

  get told() {
    return [say(this.offer.label), this.chosen && this.wording(this.chosen)].filter(Boolean).join(' · ');
  }

  get inHand() {
    return this.told;
  }

  /** @param {Line} line */
  wording(line) {
    const [one, other] = line.map((id) => this.board.cell(id)?.label || id);
    return t('between_cells', { one, other });
  }

  measure() {
    return this.chosen ? [h('output', { class: 'plan__tape', 'data-between': this.chosen.join(' ') }, this.wording(this.chosen))] : [];
  }

  commands() {
    return this.lines.filter((line) => !isSame(line, this.chosen)).map((line) => ({ key: `between-${line.join('-')}`, words: this.wording(line), act: () => this.choose(line) }));
  }

  /** Two cells name the line between them. @param {Point[]} places */
  goOver(places) {
    if (places.length !== 2) return false;
    const named = /** @type {Line} */ (places.map((at) => this.board.areaAt(at) ?? ''));
    return this.choose(this.lines.find((line) => isSame(line, named)) ?? named);
  }

  // Under a pointer

  get wantsPlace() {
    return true;
  }

  /** @param {Line} line */
  choose(line) {
    this.chosen = line;
    this.pointed = null;
    return true;
  }

  /** The line that a place means: the nearest that a finger there touches. @param {Point} at @param {number} px @returns {Line | null} */
  lineAt(at, px) {
    return this.board.betweenAt(at, this.lines, px);
  }

  /** @param {Point} at @param {number} px */
  tapPlace(at, px) {
    const line = this.lineAt(at, px);
    return line !== null && this.choose(line);
  }

  /** A second tap on the line does it. @param {Point} at @param {number} px */
  isAt(at, px) {
    return this.chosen !== null && isSame(this.lineAt(at, px), this.chosen);
  }

  /** @param {Point | null} at @param {string | null} _unit @param {number} px */
  hover(at, _unit, px) {
    const next = at && this.chosen === null ? this.lineAt(at, px) : null;
    if (isSame(next, this.pointed)) return false;
    this.pointed = next;
    return true;
  }

  // By keys

  get asksForTarget() {
    return true;
  }

  /** On to the next line as one reads them. @param {number} step */
  nextTarget(step) {
    const { lines } = this;
    if (!lines.length) return false;
    const now = lines.findIndex((line) => isSame(line, this.chosen ?? this.pointed));
    return this.choose(lines[now < 0 ? (step > 0 ? 0 : lines.length - 1) : (now + step + lines.length) % lines.length]);
  }

  takePointed() {
    if (this.chosen) return false;
    return this.pointed ? this.choose(this.pointed) : this.nextTarget(1);
  }

  /** @param {number} dx @param {number} dy */
  arrow(dx, dy) {
    return this.nextTarget(dx - dy);
  }

  // As it is drawn

  /** @param {Element} layer @param {number} _px @param {boolean} bad */
  draw(layer, _px, bad) {
    const now = this.chosen ?? this.pointed;
    for (const line of this.lines) if (!isSame(line, now)) this.board.drawBetween(layer, line, 'is-candidate');
    if (now) this.board.drawBetween(layer, now, bad ? 'is-picked is-bad' : 'is-picked');
  }
}

/** Whether two lines are the same, whichever cell is named first. @param {Line | null} one @param {Line | null} other */
function isSame(one, other) {
  return one === other || (one !== null && other !== null && one.every((cell) => other.includes(cell)));
}
