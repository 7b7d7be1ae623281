/** A plan put together row by row: of each row one of its choices, or none; or the order of the rows. */

import { sheet } from './rows_sheet.js';
import { Plan } from './plan.js';
import { say, t } from '../base/words.js';

/** @typedef {{entry: any, name: any, picks?: string[]}} Choice */
/** @typedef {{id: string, name: any, choices: Choice[], unit?: string, symbol?: string, must?: boolean}} Row */
/** What is filled in: the number of the choice of each row that has one, the order of the rows, and the example that was taken whole.
 * @typedef {{chosen: Record<string, number>, order: string[], whole: number | null}} Filling */

/** So many choices altogether are all said in words at once. */
const FEW = 12;

export class RowsPlan extends Plan {
  /** @param {import('./plan.js').Offer} offer @param {import('./plan.js').Board} board */
  constructor(offer, board) {
    super(offer, board);
    this.field = this.fields.rows ?? 'rows';
    /** What was filled in before each change, the last one last. @type {Filling[]} */
    this.before = [];
    /** The row in hand. @type {string | null} */
    this.at = null;
    /** What the keys have come to on the board. @type {string | null} */
    this.pointed = null;
    this.filling = this.opening();
  }

  /** @returns {Filling} */
  opening() {
    const isGiven = this.isSorted || (this.rows.length > 0 && this.rows.every((row) => row.must));
    return { chosen: {}, order: this.rows.map((row) => row.id), whole: null, ...(isGiven ? this.read(0) ?? { whole: 0 } : null) };
  }

  /** The same act, offered anew: what was filled in stays where it still may be. @param {import('./plan.js').Offer} offer */
  renew(offer) {
    const { rows: old, filling } = this;
    const isSame = written(offer.domain?.rows) === written(old) && written(offer.examples) === written(this.offer.examples);
    super.renew(offer);
    this.domain = offer.domain ?? {};
    if (isSame) return;
    const entries = new Map(old.map((row) => [row.id, written(row.choices[filling.chosen[row.id]]?.entry)]));
    this.before = [];
    this.filling = this.opening();
    if (!this.isSorted) this.filling.chosen = { ...this.filling.chosen, ...chosenBy(this.rows, (row, choice) => written(choice.entry) === entries.get(row.id)) };
    if (!this.row(this.at)) this.at = null;
  }

  get asksFirst() {
    return true;
  }

  // What is filled in

  /** @returns {Row[]} */
  get rows() {
    return this.domain.rows ?? [];
  }

  /** The rows as they lie. @returns {Row[]} */
  get ordered() {
    return this.isSorted ? this.filling.order.flatMap((id) => this.row(id) ?? []) : this.rows;
  }

  /** Whether their order is what is asked. */
  get isSorted() {
    return Boolean(this.domain.sorted);
  }

  /** @param {string | null} id @returns {Row | null} */
  row(id) {
    return this.rows.find((row) => row.id === id) ?? null;
  }

  /** What is chosen in a row. @param {Row} row @returns {Choice | null} */
  choiceOf(row) {
    return row.choices[this.isSorted ? 0 : this.filling.chosen[row.id] ?? -1] ?? null;
  }

  /** @param {Row} row */
  isEmpty(row) {
    return this.choiceOf(row) === null;
  }

  /** How an example fills the rows in; null where something in it is of no row. @param {number} n @returns {Partial<Filling> | null} */
  read(n) {
    const entries = [...(this.offer.examples[n]?.[this.field] ?? [])].map(written);
    if (this.isSorted) {
      const order = entries.map((entry) => this.rows.find((row) => written(row.choices[0]?.entry) === entry)?.id ?? '');
      return order.length === this.rows.length && order.every(Boolean) ? { order } : null;
    }
    const chosen = chosenBy(this.rows, (_, choice) => {
      const isNext = entries.length > 0 && written(choice.entry) === entries[0];
      if (isNext) entries.shift();
      return isNext;
    });
    return entries.length ? null : { chosen };
  }

  /** The list as it goes on the wire. @returns {any[]} */
  get entries() {
    return this.ordered.flatMap((row) => this.choiceOf(row)?.entry ?? []);
  }

  action() {
    const { offer, filling, rows } = this;
    if (filling.whole !== null) return offer.examples[filling.whole];
    const { entries } = this;
    if (!entries.length || rows.some((row) => row.must && this.isEmpty(row))) return null;
    const found = offer.examples.find((example) => written(example[this.field]) === written(entries));
    return found ?? { ...this.template, [this.field]: entries };
  }

  get hasSteps() {
    return this.before.length > 0;
  }

  // Filling in

  /** @param {Partial<Filling>} changed */
  change(changed) {
    this.before.push(this.filling);
    this.filling = { ...this.filling, whole: null, ...changed };
    return true;
  }

  /** Takes one of the ready-made fillings. @param {number} n */
  take(n) {
    const read = this.read(n);
    this.at = null;
    return this.change(read && (this.isSorted || Object.keys(read.chosen ?? {}).length) ? read : { chosen: {}, whole: n });
  }

  /** @param {any} example */
  follow(example) {
    const n = this.offer.examples.indexOf(example);
    if (n >= 0) this.take(n);
  }

  /** Whether a ready-made filling is what is filled in. @param {number} n */
  isTaken(n) {
    return written(this.action()) === written(this.offer.examples[n]);
  }

  /** Takes a choice of a row; null: none of them. @param {Row} row @param {number | null} n */
  choose(row, n) {
    const { [row.id]: _, ...others } = this.filling.chosen;
    return this.change({ chosen: n === null ? others : { ...others, [row.id]: n } });
  }

  /** Takes a choice, or leaves it out again, and goes on to the next row that is empty. @param {Row} row @param {number} n */
  press(row, n) {
    const isOff = this.filling.chosen[row.id] === n && this.filling.whole === null && !row.must;
    this.choose(row, isOff ? null : n);
    this.at = isOff ? row.id : this.nextEmpty(row) ?? row.id;
  }

  /** The next row with nothing chosen, from one on and round. @param {Row} row @returns {string | null} */
  nextEmpty(row) {
    const at = this.rows.indexOf(row);
    return [...this.rows.slice(at + 1), ...this.rows.slice(0, at)].find((each) => this.isEmpty(each))?.id ?? null;
  }

  /** Takes a row in hand, or lays it down. @param {string | null} id */
  hold(id) {
    this.at = id;
    return true;
  }

  /** On to the next row, or back. @param {number} step */
  go(step) {
    const { ordered } = this;
    const now = ordered.findIndex((row) => row.id === this.at);
    const next = ordered[now < 0 ? (step > 0 ? 0 : ordered.length - 1) : Math.min(ordered.length - 1, Math.max(0, now + step))];
    return next !== undefined && this.hold(next.id);
  }

  /** On to the next choice of the row in hand, or back; beyond the first there is none chosen, unless one must be. @param {number} step */
  turn(step) {
    const row = this.row(this.at) ?? this.rows[0];
    if (!row || this.isSorted) return false;
    this.at = row.id;
    const least = row.must ? 0 : -1;
    const now = this.filling.whole === null ? this.filling.chosen[row.id] ?? -1 : -1;
    const next = Math.min(row.choices.length - 1, Math.max(least, now + step));
    return next === now || this.choose(row, next < 0 ? null : next);
  }

  // Their order

  /** @param {string} id @param {number} step down the list, or up */
  shift(id, step) {
    const order = this.ordered.map((row) => row.id);
    const at = order.indexOf(id);
    const to = at + step;
    if (at < 0 || to < 0 || to >= order.length) return false;
    order.splice(to, 0, ...order.splice(at, 1));
    return this.sort(order);
  }

  /** @param {string[]} ids */
  sort(ids) {
    const isWhole = this.isSorted && ids.length === this.rows.length && this.rows.every((row) => ids.includes(row.id));
    return isWhole && (written(ids) === written(this.ordered.map((row) => row.id)) || this.change({ order: ids }));
  }

  get sortable() {
    return this.isSorted ? this.ordered.map((row) => row.id) : [];
  }

  back() {
    const last = this.before.pop();
    if (last) this.filling = last;
    return last !== undefined;
  }

  // In the dock and in words

  get ask() {
    return `${say(this.offer.label)}: ${t(this.isSorted ? 'plan_sort' : 'plan_rows')}`;
  }

  get typedAsk() {
    return `${say(this.offer.label)}: ${t(this.isSorted ? 'words_ask_sort' : 'words_ask_rows')}`;
  }

  get wanted() {
    return this.ask;
  }

  get told() {
    return [say(this.offer.label), ...this.ordered.filter((row) => !this.isEmpty(row)).map((row, n) => (this.isSorted ? `${n + 1}. ${say(row.name)}` : this.wording(row)))].join(' · ');
  }

  get inHand() {
    const row = this.row(this.at);
    return [say(this.offer.label), row && say(row.name)].filter(Boolean).join(' · ');
  }

  /** A row with what is chosen in it. @param {Row} row */
  wording(row) {
    return `${say(row.name)}: ${say(this.choiceOf(row)?.name) || t('rows_none')}`;
  }

  /** The words of a ready-made filling. @param {number} n */
  called(n) {
    return say(this.offer.names?.[n]) || t('rows_ready_n', { n: n + 1 });
  }

  get isOpen() {
    return this.isSorted || (this.filling.whole === null && this.rows.some((row) => this.isEmpty(row)));
  }

  /** @param {import('./planner.js').Planner} planner */
  controls(planner) {
    return sheet(this, planner);
  }

  commands() {
    const ready = this.offer.examples.length > 1 || !this.isTaken(0) ? [...this.offer.examples.keys()].filter((n) => !this.isTaken(n)) : [];
    const found = ready.map((n) => ({ key: `example-${n}`, words: this.called(n), act: () => this.take(n) }));
    return [...(this.isSorted ? this.shifts() : this.fillings()), ...found];
  }

  /** @returns {import('./plan.js').Command[]} */
  shifts() {
    return this.ordered.flatMap((row, n) => {
      const name = say(row.name);
      const up = n > 0 ? [{ key: `up-${row.id}`, words: t('command_up', { name }), act: () => this.shift(row.id, -1) }] : [];
      const first = n > 1 ? [{ key: `first-${row.id}`, words: t('command_first', { name }), act: () => this.shift(row.id, -n) }] : [];
      return [...up, ...first];
    });
  }

  /** The choices of the row in hand; of all rows where they are few, else the rows. @returns {import('./plan.js').Command[]} */
  fillings() {
    const areFew = this.rows.reduce((sum, row) => sum + row.choices.length, 0) <= FEW;
    return this.rows.flatMap((row) => {
      if (!areFew && row.id !== this.at) return [{ key: `row-${row.id}`, words: t('command_row', { row: this.wording(row) }), act: () => this.hold(row.id) }];
      const now = this.filling.chosen[row.id];
      const choices = row.choices.map((choice, n) => ({ key: `row-${row.id}-${n}`, words: `${say(row.name)}: ${say(choice.name)}`, act: () => this.press(row, n) }));
      const none = now === undefined || row.must ? [] : [{ key: `row-${row.id}-none`, words: `${say(row.name)}: ${t('rows_none')}`, act: () => this.choose(row, null) }];
      return [...choices.filter((_, n) => n !== now), ...none];
    });
  }

  // Under a pointer and by keys

  /** What may be touched now: what a choice of the row in hand means, or of any row. */
  get candidates() {
    const row = this.row(this.at);
    return [...new Set((row ? [row] : this.rows).flatMap((each) => each.choices.flatMap((choice) => choice.picks ?? [])))];
  }

  get picked() {
    const found = this.isSorted ? [] : this.rows.flatMap((row) => this.choiceOf(row)?.picks ?? []);
    return [...new Set(this.pointed === null ? found : [...found, this.pointed])];
  }

  /** Who is touched is chosen in the row in hand, or in every row that is empty; whose row it is takes it in hand. @param {string} id */
  tapUnit(id) {
    const row = this.row(this.at);
    const isMeant = (choice) => (choice.picks ?? []).includes(id);
    const able = (row ? [row] : this.rows).filter((each) => each.choices.some(isMeant));
    this.pointed = null;
    if (!able.length) return this.tapRow(id);
    if (this.isSorted) return this.hold(able[0].id);
    const open = row ? able : able.filter((each) => this.isEmpty(each));
    if (!open.length) return this.hold(able.find((each) => !isMeant(this.choiceOf(each) ?? {}))?.id ?? able[0].id);
    const added = open.map((each) => [each.id, each.choices.findIndex(isMeant)]);
    this.change({ chosen: { ...this.filling.chosen, ...Object.fromEntries(added) } });
    if (row) this.at = this.nextEmpty(row) ?? row.id;
    return true;
  }

  /** @param {string} id whose row is taken in hand, the next one where there are several */
  tapRow(id) {
    const own = this.ordered.filter((row) => row.unit === id);
    const now = own.findIndex((row) => row.id === this.at);
    return own.length > 0 && this.hold(own[(now + 1) % own.length].id);
  }

  /** A tap beside what was meant loses nothing. */
  get isPicking() {
    return this.hasSteps && !this.isSorted;
  }

  get asksForTarget() {
    return this.candidates.length > 0;
  }

  /** @param {number} step */
  nextTarget(step) {
    const ids = this.candidates;
    if (!ids.length) return false;
    const now = ids.indexOf(this.pointed ?? '');
    this.pointed = ids[now < 0 ? (step > 0 ? 0 : ids.length - 1) : (now + step + ids.length) % ids.length];
    return true;
  }

  takePointed() {
    return this.pointed !== null && this.tapUnit(this.pointed);
  }
}

/** What is on the wire, so that two may be compared. @param {any} value @returns {string} */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  return `{${Object.keys(value).sort().map((key) => `${key}:${written(value[key])}`).join()}}`;
}

/** Of each row the first choice that is meant. @param {Row[]} rows @param {(row: Row, choice: Choice) => boolean} isMeant @returns {Record<string, number>} */
function chosenBy(rows, isMeant) {
  const found = rows.map((row) => /** @type {[string, number]} */ ([row.id, row.choices.findIndex((choice) => isMeant(row, choice))]));
  return Object.fromEntries(found.filter(([, n]) => n >= 0));
}
