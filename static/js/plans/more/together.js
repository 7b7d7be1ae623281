/** The same for several at once: what is planned for the one in hand is done for others that may do it too, one after the other. */

import * as api from '../../base/api.js';
import { h, icon } from '../../base/dom.js';
import { nameOf, placeOf } from '../../base/naming.js';
import { ruleLink } from '../../base/rules.js';
import { way } from '../controls.js';
import { say, t } from '../../base/words.js';

/** Somebody who was picked: the same act of theirs, if there is one, the plan of it, and what the server says of it as long as it has said nothing else.
 * Where there is none, the ``guess`` is what the server is asked about, for the reason.
 * @typedef {{unit: string, act: any, guess: any, plan: import('../plan.js').Plan | null, verdict: any}} Other */
/** @typedef {{key: string, words: string, units: string[]}} Lot */

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
    /** What was said of acts of others, by when and what they are. @type {Map<string, any>} */
    this.said = new Map();
    /** Those who were picked, as long as nothing of it changes. @type {{key: string, found: Other[]}} */
    this.kept = { key: '', found: [] };
    planner.addEventListener('change', () => this.weigh());
  }

  clear() {
    this.units.clear();
    this.isSent = false;
    this.said.clear();
  }

  /** Those who may share what is planned: whoever is of the same group first, then whoever stands beside the one in hand. @returns {string[]} */
  get able() {
    const { plan, ready, selected } = this.planner;
    if (!plan?.offer.together) return [];
    const found = ready.filter((unit) => unit !== selected && this.offerOf(unit) !== undefined);
    const rank = (unit) => (this.isOfIts(unit) ? 0 : 2) + (this.isBeside(unit) ? 0 : 1);
    return found.sort((one, other) => rank(one) - rank(other));
  }

  /** @param {string} unit */
  offerOf(unit) {
    const { plan, offers } = this.planner;
    return offers.find((offer) => offer.unit === unit && offer.together && offer.type === plan?.offer.type && offer.input === plan?.offer.input);
  }

  /** Whether it is of the group that the one in hand is of. @param {string} unit */
  isOfIts(unit) {
    const group = this.planner.plan?.offer.group;
    return Boolean(group) && say(this.offerOf(unit)?.group) === say(group);
  }

  /** Whether it stands where the one in hand does. @param {string} unit */
  isBeside(unit) {
    const { board, selected } = this.planner;
    const place = placeOf(board, selected ?? '');
    return place !== '' && place === placeOf(board, unit);
  }

  /** Those who were picked; once it is chosen what is done, with the same act of each. @returns {Other[]} */
  get picked() {
    if (!this.units.size) return [];
    const { plan, seq } = this.planner;
    const action = plan?.action() ?? null;
    const key = JSON.stringify([seq, action, ...this.units]);
    if (key !== this.kept.key) this.kept = { key, found: this.able.filter((unit) => this.units.has(unit)).map((unit) => ({ unit, ...this.sameOf(unit, action), verdict: null })) };
    const said = (act) => this.said.get(JSON.stringify([seq, act])) ?? null;
    const verdict = ({ act, guess }) => (act || !action ? said(act) : { legal: false, refusal: said(guess)?.refusal ?? null });
    return this.kept.found.map((each) => ({ ...each, verdict: verdict(each) }));
  }

  /** Of them those who are not known to be refused it. @returns {string[]} */
  get others() {
    return this.picked.filter(({ verdict }) => verdict?.legal !== false).map(({ unit }) => unit);
  }

  /** Those who are to do the same, with their acts and plans. @returns {Other[]} */
  get going() {
    return this.picked.filter(({ act, verdict }) => act && verdict?.legal !== false);
  }

  /** The same act of each of the others, of those who go ahead first. @returns {Other[]} */
  acts() {
    const { plan } = this.planner;
    const ahead = ({ unit }) => plan?.ahead(this.planFor(unit)) ?? 0;
    return this.going.sort((one, other) => ahead(other) - ahead(one));
  }

  /** @param {string} unit */
  planFor(unit) {
    return this.planner.planFor(this.offerOf(unit));
  }

  /** The same act of another; nothing where they have none, or have done it, or nothing is planned yet. @param {string} unit @param {any} action */
  sameOf(unit, action) {
    const plan = action ? this.planFor(unit) : null;
    const act = plan ? (this.planner.plan?.sameBy(plan) ?? null) : action;
    return { act, plan, guess: act || this.planner.plan?.isWay ? null : inPlaceOf(action, this.planner.selected, unit) };
  }

  /** Asks of one after the other whether they may do it, once the one in hand may. */
  async weigh() {
    if (this.isWeighing) return;
    this.isWeighing = true;
    for (let act = this.unsaid; act; act = this.unsaid) {
      const key = JSON.stringify([this.planner.seq, act]);
      const answer = await api.preview(act).catch(() => null);
      this.said.set(key, answer?.ok ? answer.data : {});
      this.planner.dispatchEvent(new Event('change'));
    }
    this.isWeighing = false;
  }

  /** The first act of which nothing is said yet. */
  get unsaid() {
    const { verdict, isChecking, sender, isBehind } = this.planner;
    if (!this.units.size || !verdict?.legal || isChecking || isBehind || sender.isUnderWay) return null;
    const { seq } = this.planner;
    const open = this.picked.map(({ act, guess }) => act ?? guess);
    return open.find((act) => act && !this.said.has(JSON.stringify([seq, act]))) ?? null;
  }

  /** Takes somebody in or leaves them out, of several all. @param {string[]} units @returns {boolean} whether any of them may share it */
  toggle(units) {
    const { able } = this;
    const found = [...new Set(units.map((unit) => this.planner.meantBy(unit) ?? ''))].filter((unit) => able.includes(unit));
    const areIn = found.every((unit) => this.units.has(unit));
    for (const unit of found) areIn ? this.units.delete(unit) : this.units.add(unit);
    if (found.length) this.planner.changed();
    return found.length > 0;
  }

  /** Takes in the next whose card is blank, else the next at all. @returns {boolean} whether there was one */
  next() {
    const left = this.able.filter((unit) => !this.units.has(unit));
    const unit = left.find(isBlank) ?? left[0];
    return unit !== undefined && this.toggle([unit]);
  }

  /** Takes in all of its group; once they are in, all there are; then leaves them out. */
  every() {
    const { able } = this;
    const group = able.filter((unit) => this.isOfIts(unit));
    return this.toggle(group.every((unit) => this.units.has(unit)) ? able : group);
  }

  /** Whom one press takes in: all that are blank, of its group, in its place, all; each lot once. @param {string[]} able @returns {Lot[]} */
  lots(able) {
    const group = say(this.planner.plan?.offer.group);
    const found = [
      { key: 'same_blank', units: able.filter(isBlank), least: 2 },
      { key: 'same_group', units: able.filter((unit) => this.isOfIts(unit)), least: 1 },
      { key: 'same_here', units: able.filter((unit) => this.isBeside(unit)), least: 2 },
      { key: 'same_all', units: able, least: 2 },
    ].map((lot) => ({ ...lot, words: t(lot.key, { n: lot.units.length, group }) }));
    const isSame = (one, other) => one.units.length === other.units.length && one.units.every((unit) => other.units.includes(unit));
    return found.filter((lot, n) => lot.units.length >= lot.least && !found.slice(0, n).some((before) => isSame(before, lot)));
  }

  /** What lets others be picked by name, open while any are; and who of them cannot do it, and why. @returns {Node[]} */
  controls() {
    const { able, others } = this;
    if (!able.length) return [];
    const many = this.lots(able).map(({ key, words, units }) => way({ key, words, isOn: units.every((unit) => this.units.has(unit)), press: () => this.toggle(units), more: { 'data-lot': key } }));
    const each = able.map((unit) => way({ key: `same-${unit}`, words: this.called(unit), isOn: others.includes(unit), press: () => this.toggle([unit]), more: { 'data-same': unit } }));
    const list = h('div', { class: 'plan__choices plan__choices--small', role: 'group', 'aria-label': t('same_for') }, ...many, ...each);
    const alone = this.planner.plan?.isWay && others.length ? [h('p', { class: 'offers__note' }, t('same_alone'))] : [];
    const keep = (event) => { this.isOpen = event.target.open; };
    return [...this.refused(), h('details', { class: 'plan__typed', open: this.isOpen || this.units.size > 0, ontoggle: keep }, h('summary', { 'data-focus': 'same-for' }, t('same_for')), list, ...alone)];
  }

  /** Those who were picked and cannot do it, and why: as the server says, else that it is not open to them. @returns {Array<{unit: string, why: string, refusal: any}>} */
  get refusals() {
    const words = t(this.planner.plan?.isWay ? 'same_no_way' : 'same_not_open');
    const found = this.picked.filter(({ verdict }) => verdict?.legal === false);
    return found.map(({ unit, verdict: { refusal } }) => ({ unit, refusal, why: refusal ? say(refusal.text) : words }));
  }

  /** Those who were picked and cannot do it, each reason once. @returns {Node[]} */
  refused() {
    /** @type {Map<string, {refusal: any, units: string[]}>} */
    const found = new Map();
    for (const { unit, why, refusal } of this.refusals) found.set(why, { refusal, units: [...(found.get(why)?.units ?? []), unit] });
    if (!found.size) return [];
    const line = ([why, { refusal, units }], n) => h('li', { class: 'withheld__line', 'data-not': units.join(' ') },
      h('span', { class: 'withheld__what' }, icon('tone-bad', 12), units.map((unit) => this.called(unit)).join(', ')),
      h('span', { class: 'withheld__why' }, `${why} `, ...(refusal?.rule ? ruleLink(refusal.rule, `same-not ${n}`) : [])));
    return [h('div', { class: 'withheld', role: 'status' }, t('same_not'), h('ul', { role: 'list' }, ...[...found].map(line)))];
  }

  /** By its card and what is written on it, else by name and place. @param {string} unit */
  called(unit) {
    const face = faceOf(unit);
    const written = ['.hand__name', '.hand__written'].map((part) => face?.querySelector(part)?.textContent);
    return (face ? written : [nameOf(this.planner.board, unit), placeOf(this.planner.board, unit)]).filter(Boolean).join(' · ');
  }
}

/** @param {string} unit @returns {HTMLElement | null} */
function faceOf(unit) {
  return document.querySelector(`[data-card] [data-pick="${CSS.escape(unit)}"]`);
}

/** An act with another unit wherever it names one. @param {any} action @param {string | null} unit @param {string} other */
function inPlaceOf(action, unit, other) {
  return action && JSON.parse(JSON.stringify(action), (_, value) => (value === unit ? other : value));
}

/** @param {string} unit */
function isBlank(unit) {
  return (faceOf(unit)?.closest('.is-blank') ?? null) !== null;
}
