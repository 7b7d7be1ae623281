/** The same for several cards at once: what is chosen for the one in hand is done for others that may have it too, one after the other. */

import { h } from '../../base/dom.js';
import { way } from '../controls.js';
import { say, t } from '../../base/words.js';

export class Together {
  /** @param {import('../planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** The others that were picked. @type {Set<string>} */
    this.units = new Set();
    /** Whether what is being sent, or was sent last, is of more than one. */
    this.isSent = false;
    /** Whether their names are shown. */
    this.isOpen = false;
  }

  clear() {
    this.units.clear();
    this.isSent = false;
  }

  /** Whether it is done for others than the one in hand, and a card of whom that is. @param {string} unit */
  has(unit) {
    return this.others.includes(unit);
  }

  /** Those who may share what is planned: whose cards let one choose among the same. @returns {string[]} */
  get able() {
    const { plan, ready, selected } = this.planner;
    if (!plan || !isShared(plan.offer)) return [];
    return ready.filter((unit) => unit !== selected && this.offerOf(unit) !== undefined);
  }

  /** Those who were picked; once it is chosen what is done, of them those who may do just that. @returns {string[]} */
  get others() {
    const action = this.planner.plan?.action();
    return this.able.filter((unit) => this.units.has(unit) && (!action || this.actOf(unit, action)));
  }

  /** @param {string} unit */
  offerOf(unit) {
    return this.planner.offers.find((offer) => offer.unit === unit && offer.type === this.planner.plan?.offer.type && isShared(offer));
  }

  /** The same act of each of the others. @param {any} action @returns {any[]} */
  acts(action) {
    return this.others.map((unit) => this.actOf(unit, action));
  }

  /** The act of another that is called the same; nothing where they may not, or have done it. @param {string} unit @param {any} action */
  actOf(unit, action) {
    const { plan } = this.planner;
    const offer = this.offerOf(unit);
    const words = plan && worded(plan.offer, plan.offer.examples.indexOf(action));
    return offer.examples.find((_, n) => worded(offer, n) === words);
  }

  /** Takes somebody in or leaves them out. @param {string} unit @returns {boolean} whether they may share it */
  toggle(unit) {
    if (!this.able.includes(unit)) return false;
    if (!this.units.delete(unit)) this.units.add(unit);
    this.planner.changed();
    return true;
  }

  /** Takes in the next whose card is blank, else the next at all. @returns {boolean} whether there was one */
  next() {
    const left = this.able.filter((unit) => !this.units.has(unit));
    const unit = left.find(isBlank) ?? left[0];
    return unit !== undefined && this.toggle(unit);
  }

  /** Takes in all whose cards are blank, or leaves them out again. @param {string[]} blank */
  all(blank) {
    const areIn = blank.every((unit) => this.units.has(unit));
    for (const unit of blank) areIn ? this.units.delete(unit) : this.units.add(unit);
    this.planner.changed();
  }

  /** What lets others be picked by name; open while any are. @returns {Node[]} */
  controls() {
    const { able, others } = this;
    if (!able.length) return [];
    const blank = able.filter(isBlank);
    const every = blank.length > 1 ? [way({ key: 'same-blank', words: t('same_blank', { n: blank.length }), isOn: blank.every((unit) => this.units.has(unit)), press: () => this.all(blank) })] : [];
    const each = able.map((unit) => way({ key: `same-${unit}`, words: called(unit), isOn: others.includes(unit), press: () => this.toggle(unit), more: { 'data-same': unit } }));
    const list = h('div', { class: 'plan__choices plan__choices--small', role: 'group', 'aria-label': t('same_for') }, ...every, ...each);
    const keep = (event) => { this.isOpen = event.target.open; };
    return [h('details', { class: 'plan__typed', open: this.isOpen || others.length > 0, ontoggle: keep }, h('summary', { 'data-focus': 'same-for' }, t('same_for')), list)];
  }
}

/** Whether it is a choice among words alone, of somebody who is known by a card. @param {any} offer */
function isShared(offer) {
  return offer.input === 'choice' && !offer.picks && offer.names?.length > 0 && Boolean(offer.unit && faceOf(offer.unit));
}

/** @param {any} offer @param {number} n */
function worded(offer, n) {
  return say(offer.names?.[n]);
}

/** @param {string} unit @returns {HTMLElement | null} */
function faceOf(unit) {
  return document.querySelector(`[data-card] [data-pick="${CSS.escape(unit)}"]`);
}

/** @param {string} unit */
function isBlank(unit) {
  return faceOf(unit)?.closest('.is-blank') !== null;
}

/** @param {string} unit */
function called(unit) {
  const face = faceOf(unit);
  return ['.hand__name', '.hand__written'].map((part) => face?.querySelector(part)?.textContent).filter(Boolean).join(' · ');
}
