/** A list put together from priced things: what is on it, what may still be added and why not, and how it is kept. */

import { composer, tally } from './composer.js';
import { Plan } from './plan.js';
import { fitting } from './saved_lists.js';
import { say, t } from '../base/words.js';

/** @typedef {any} Item as an offer's domain has it */

export class ListPlan extends Plan {
  isComposed = true;

  /** @param {any} offer @param {import('./plan.js').Board} board */
  constructor(offer, board) {
    super(offer, board);
    const { room, viewer } = document.body.dataset;
    this.key = `tapete.list.${room}.${viewer}.${this.field}`;
    /** What the reader looks for, how things are sorted, what is unfolded, and the thing that the keys mean. */
    this.looking = { filter: '', sort: 'given', open: '', told: '', isUnfolded: false, at: '' };
    /** @type {string[]} */
    this.values = this.kept() ?? this.opening();
  }

  /** The same act, offered anew: what it may hold may have changed. @param {any} offer */
  renew(offer) {
    super.renew(offer);
    this.domain = offer.domain ?? {};
    this.values = this.known(this.values);
  }

  /** What the list begins with: the game's own example, where it is one of plain values. */
  opening() {
    const found = this.template[this.field] ?? [];
    return found.every((each) => typeof each === 'string') ? [...found] : [];
  }

  // What it is

  get ask() {
    return `${say(this.offer.label)}: ${t('plan_list')}`;
  }

  /** @returns {Item[]} */
  get items() {
    return this.domain.items ?? [];
  }

  /** What cannot be on it now, each with the reason. @returns {any[]} */
  get barred() {
    return this.domain.barred ?? [];
  }

  get field() {
    return this.domain.field ?? 'list';
  }

  /** The greatest cost, null where there is none. @returns {number | null} */
  get most() {
    return this.domain.most ?? null;
  }

  get cost() {
    return this.values.reduce((sum, value) => sum + (this.item(value)?.cost ?? 0), 0);
  }

  /** @param {string} value @returns {Item | undefined} */
  item(value) {
    return this.items.find((item) => item.value === value);
  }

  /** @param {string} value */
  count(value) {
    return this.values.filter((each) => each === value).length;
  }

  /** What is on it, with its counts, in the order of the things. @returns {Array<[Item, number]>} */
  get chosen() {
    return this.counted(this.values);
  }

  /** What is on a list, with its counts. @param {string[]} values @returns {Array<[Item, number]>} */
  counted(values) {
    return this.items.map((item) => /** @type {[Item, number]} */ ([item, values.filter((value) => value === item.value).length])).filter(([, count]) => count);
  }

  /** The thing here that is meant by a value that was saved elsewhere, or by a name. @param {string} code @param {string} [name] @returns {string | undefined} */
  find(code, name = '') {
    return fitting(this.items, code, name)?.value;
  }

  /** Why no more of it can be added, as far as can be told without asking; an empty word where nothing speaks against it. @param {Item} item */
  whyNot(item) {
    if (item.most !== null && item.most !== undefined && this.count(item.value) >= item.most) return say(item.why_most) || t('list_most', { n: item.most });
    const over = this.most === null ? 0 : this.cost + item.cost - this.most;
    return over > 0 ? t('list_over', { n: over, most: this.most ?? 0 }) : '';
  }

  /** Where the game says what becomes of what is left over: that, while it would still buy something; and that nothing is on it. */
  get doubt() {
    if (!this.values.length && !this.domain.left && this.items.some((item) => !this.whyNot(item))) return t('list_empty');
    const canMore = this.domain.left && this.most !== null && this.items.some((item) => item.cost > 0 && !this.whyNot(item));
    return canMore ? [t('list_more', { n: (this.most ?? 0) - this.cost }), say(this.domain.left)].join(' ') : '';
  }

  // Changing it

  /** @param {string} value */
  add(value) {
    const item = this.item(value);
    if (item && !this.whyNot(item)) this.put([...this.values, value]);
  }

  /** @param {string} value */
  remove(value) {
    const n = this.values.lastIndexOf(value);
    if (n >= 0) this.put(this.values.filter((_, index) => index !== n));
  }

  /** Another list altogether; answers how many of it have no place here. @param {string[]} values */
  put(values) {
    this.values = this.known(values);
    this.looking.told = '';
    this.keep();
    return values.length - this.values.length;
  }

  /** Those that there are, in the order of the things. @param {string[]} values */
  known(values) {
    return this.items.flatMap((item) => values.filter((value) => value === item.value));
  }

  // Ready-made lists

  /** The lists that the offer itself gives with their names, dearest first, each once. @returns {Array<{values: string[], name: any}>} */
  get examples() {
    const lists = this.offer.examples.map((example, n) => ({ values: this.read(example[this.field] ?? []), name: this.offer.names?.[n] })).filter(({ values }) => values.length);
    const known = new Map(lists.map((each) => [each.values.join('\n'), each]));
    return [...known.values()].sort((one, other) => this.priceOf(other.values) - this.priceOf(one.values)).slice(0, 8);
  }

  /** @param {string[]} values */
  priceOf(values) {
    return values.reduce((sum, value) => sum + (this.item(value)?.cost ?? 0), 0);
  }

  /** The values of a list as it goes on the wire. @param {any[]} entries @returns {string[]} */
  read(entries) {
    return entries.flatMap((entry) => {
      if (typeof entry === 'string') return [entry];
      const item = this.items.find((each) => each.entry && Object.entries(each.entry).every(([name, value]) => entry[name] === value));
      return item ? Array(entry.count ?? 1).fill(item.value) : [];
    });
  }

  // In the dock and in words

  /** Where what is on it is put together before, if it is. @param {() => void} _changed @returns {Node | string} */
  making(_changed) {
    return '';
  }

  /** What else can be done with a thing on it. @param {Item} _item @param {() => void} _changed @returns {Node | string} */
  further(_item, _changed) {
    return '';
  }

  /** What stands where nothing is on it yet. */
  get nothingYet() {
    return t('list_none');
  }

  get title() {
    return '';
  }

  /** What is on it, what it comes to and what is left, to whoever does not see it. */
  get told() {
    const found = this.chosen.map(([item, count]) => `${count} × ${say(item.name)}`).join(', ');
    const sum = this.most === null ? this.cost : t('of_most', { sum: this.cost, most: this.most });
    const left = this.most === null ? '' : `, ${t('list_left', { n: this.most - this.cost })}`;
    return `${say(this.offer.label)} (${found || t('list_nobody')}). ${t('total')}: ${sum}${left}`;
  }

  /** The verdict stands beside what the list comes to. @param {import('./planner.js').Planner} planner @param {Node} judged */
  summary(planner, judged) {
    return [tally(this, () => planner.update(), planner.verdict, judged), this.about(planner)];
  }

  get typedAsk() {
    return this.told;
  }

  /** @param {import('./planner.js').Planner} planner */
  controls(planner) {
    return [composer(this, () => planner.update(), planner.verdict)];
  }

  commands() {
    return this.items.flatMap((item) => {
      const name = `${say(item.name)} (${this.count(item.value)})`;
      const more = this.whyNot(item) ? [] : [{ key: `more-${item.value}`, words: `${t('more', { name })}, ${t('cost_of', { n: item.cost })}`, act: () => this.add(item.value) }];
      const less = this.count(item.value) ? [{ key: `less-${item.value}`, words: t('less', { name }), act: () => this.remove(item.value) }] : [];
      return [...more, ...less];
    });
  }

  // What goes on the wire

  /** The list: values, or the entries that stand for them with their counts. */
  get entries() {
    if (!this.items.some((item) => item.entry)) return this.values;
    return this.chosen.map(([item, count]) => ({ ...item.entry, count }));
  }

  action() {
    return this.values.length >= (this.domain.least ?? 1) ? { ...this.template, [this.field]: this.entries } : null;
  }

  get hasSteps() {
    return this.values.length > 0;
  }

  /** The things that a refusal speaks of: those that have most of the words of its facts. @param {any} refusal @returns {string[]} */
  accused(refusal) {
    const told = new Set(Object.values(refusal?.facts ?? {}).filter((fact) => typeof fact === 'string'));
    const hits = this.chosen.map(([item]) => ({ value: item.value, n: Object.values(item.entry ?? { value: item.value }).flat().filter((word) => told.has(word)).length }));
    const most = Math.max(0, ...hits.map((hit) => hit.n));
    return most ? hits.filter((hit) => hit.n === most).map((hit) => hit.value) : [];
  }

  // Kept over reloads and events

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.values));
    } catch {
      // Without storage the list lives as long as the page.
    }
  }

  /** @returns {string[] | null} */
  kept() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key) ?? 'null');
      return Array.isArray(found) ? this.known(found) : null;
    } catch {
      return null;
    }
  }

  /** The list is in: the next one begins anew, unless this one may still be given in another way. @param {any[]} offers */
  settled(offers) {
    if (!offers.some((other) => other.input === 'list' && other.type !== this.offer.type)) localStorage.removeItem(this.key);
  }
}
