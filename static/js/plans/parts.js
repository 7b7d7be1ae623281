/** What is added to an act beside it (who gets off at the end of a way, who joins a shot): what the server says may be, what was, and
 * which of several is being picked. */

import { folded, way } from './controls.js';
import { h } from '../base/dom.js';
import { nameOf } from '../base/naming.js';
import { say, t } from '../base/words.js';

/** A part that may be added, and each way to add it. @typedef {{text: any, choices: Choice[]}} More */
/** A whole act with a part more. @typedef {{action: any, name?: any, picks?: string[]}} Choice */

export class Parts {
  /** @param {string[]} fields of the action that hold parts @param {import('./plan.js').Board} board */
  constructor(fields, board) {
    this.fields = fields;
    this.board = board;
    /** What may be added, as it was told last. @type {More[]} */
    this.told = [];
    /** The act of which that was said; null where it may not hold any more. @type {string | null} */
    this.toldOf = null;
    /** What was added, in that order: what it is known by, its words, and all that the action then holds of parts. @type {Array<{key: string, words: string, held: any}>} */
    this.added = [];
    /** What was added to an act that has changed since, and is added anew where it still may be: by what it is known by. @type {string[]} */
    this.wanted = [];
    /** What is being picked. @type {More | null} */
    this.adding = null;
    /** Which way to add it the pointer is on, or the keys have come to. @type {number | null} */
    this.pointed = null;
    /** What was touched, where more than one way to add it is meant by that. @type {string | null} */
    this.narrowed = null;
  }

  /** All that the action holds of parts. */
  get held() {
    return this.added[this.added.length - 1]?.held ?? {};
  }

  /** The same with the part that is pointed at. */
  get tentative() {
    return this.adding && this.pointed !== null ? this.heldIn(this.adding.choices[this.pointed].action) : this.held;
  }

  /** @param {any} action */
  heldIn(action) {
    return Object.fromEntries(this.fields.filter((field) => field in action).map((field) => [field, action[field]]));
  }

  /** An action without any part. @param {any} action */
  without(action) {
    return Object.fromEntries(Object.entries(action).filter(([field]) => !this.fields.includes(field)));
  }

  /** The server said what may be added to an act; the first of it that is wanted is. @param {string} act @param {More[]} more @returns {boolean} whether anything was */
  hear(act, more) {
    this.told = more;
    this.toldOf = act;
    const ways = more.flatMap((each) => each.choices.map((choice) => ({ each, choice, key: keyOf(each, choice) })));
    const found = this.adding ? undefined : ways.find(({ key }) => this.wanted.includes(key));
    if (!found) return false;
    this.wanted = this.wanted.filter((key) => key !== found.key);
    this.add(found.each, found.choice);
    return true;
  }

  /** The act is another: what was added is asked about anew. */
  reconsider() {
    this.wanted = [...this.added.map(({ key }) => key), ...this.wanted];
    this.added = [];
    this.doubt();
  }

  /** Takes one off; those after it are asked about anew. @param {number} n */
  takeOff(n) {
    this.wanted = this.added.slice(n + 1).map(({ key }) => key);
    this.added = this.added.slice(0, n);
    this.doubt();
  }

  /** It may not hold any more what was said; it stays in sight until it is said anew. */
  doubt() {
    this.toldOf = null;
    this.leave();
  }

  /** Adds the only way to add it, or asks which is meant. @param {More} more */
  begin(more) {
    this.leave();
    if (more.choices.length === 1) this.add(more, more.choices[0]);
    else this.adding = more;
  }

  /** @param {More} more @param {Choice} choice */
  add(more, choice) {
    this.added = [...this.added, { key: keyOf(more, choice), words: this.wordsOf(more, choice), held: this.heldIn(choice.action) }];
    this.doubt();
  }

  /** @param {More} more @param {Choice} choice */
  wordsOf(more, choice) {
    const which = more.choices.length > 1 || choice.name ? this.wording(choice) : '';
    return [say(more.text), which].filter(Boolean).join(': ');
  }

  /** @param {number} n of the ways to add what is being picked @returns {boolean} */
  choose(n) {
    if (this.adding) this.add(this.adding, this.adding.choices[n]);
    return true;
  }

  /** Leaves what is being picked. @returns {boolean} whether there was anything */
  leave() {
    const was = this.adding !== null;
    this.adding = this.pointed = this.narrowed = null;
    return was;
  }

  /** Takes the last part away. @returns {boolean} whether there was one */
  pop() {
    this.wanted = [];
    return this.added.pop() !== undefined;
  }

  /** Another way has other parts. */
  drop() {
    this.added = [];
    this.wanted = [];
    this.leave();
  }

  // Picking one of several ways to add a part

  /** Those to choose from: all, or those that what was touched may mean. @returns {number[]} */
  get open() {
    const all = [...(this.adding?.choices.keys() ?? [])];
    return this.narrowed === null ? all : all.filter((n) => this.picksOf(n).includes(this.narrowed ?? ''));
  }

  /** What on the board means one of them. @param {number} n @returns {string[]} */
  picksOf(n) {
    return this.adding?.choices[n].picks ?? [];
  }

  /** @param {Array<string | null>} ids @param {number[]} among */
  meantBy(ids, among) {
    return among.filter((n) => this.picksOf(n).some((id) => ids.includes(id)));
  }

  /** All that can be touched. @returns {string[]} */
  get candidates() {
    return [...new Set([...(this.adding?.choices.keys() ?? [])].flatMap((n) => this.picksOf(n)))];
  }

  /** What is pointed at: what means that way before all. @returns {string[]} */
  get picked() {
    return this.pointed === null ? [] : this.picksOf(this.pointed).slice(0, 1);
  }

  /** @param {string} id @returns {boolean} whether it means any of them */
  tap(id) {
    const meant = this.meantBy([id], [...(this.adding?.choices.keys() ?? [])]);
    if (meant.length === 1) return this.choose(meant[0]);
    if (meant.length) [this.narrowed, this.pointed] = [id, null];
    return meant.length > 0;
  }

  /** @param {Array<string | null>} ids what lies under a pointer @returns {boolean} whether anything changed */
  point(ids) {
    const was = this.pointed;
    const [found = null, another] = this.meantBy(ids, this.open);
    this.pointed = another === undefined ? found : null;
    return was !== this.pointed;
  }

  /** On to the next of them, or back to the one before. @param {number} step */
  next(step) {
    const { open } = this;
    const now = open.indexOf(this.pointed ?? -1);
    this.pointed = open[now < 0 ? (step > 0 ? 0 : open.length - 1) : (now + step + open.length) % open.length] ?? null;
    return true;
  }

  // In words and in the dock

  /** One of several ways to add a part: the game's words, else the name of what means it before all. @param {Choice} choice */
  wording({ name, picks: [first = ''] = [] }) {
    return name ? say(name) : this.board.cell(first)?.label || nameOf(this.board, first);
  }

  /** @returns {string} */
  get words() {
    return this.added.map((each) => each.words).join(' · ');
  }

  /** What was added, in that order; a press takes it off. @param {import('./planner.js').Planner} planner @returns {Node[]} */
  chips(planner) {
    if (!this.added.length) return [];
    const press = (n) => () => { this.takeOff(n); planner.update(); };
    return [h('ol', { class: 'plan__added', 'aria-label': t('parts_added') }, ...this.added.map(({ words }, n) => h('li', {},
      h('button', { type: 'button', class: 'tally__chip', 'data-focus': `part-off-${n}`, 'aria-label': t('less', { name: words }), onclick: press(n) },
        h('span', { 'data-part': '' }, words), h('span', { class: 'tally__less', 'aria-hidden': 'true' }, '−')))))];
  }

  /** The ways to add what is being picked, by name. @param {import('./planner.js').Planner} planner @returns {Node[]} */
  names(planner) {
    const { adding, open } = this;
    if (!adding) return [];
    const press = (n) => () => { this.choose(n); planner.update(); };
    const buttons = open.map((n) => way({ key: `part-${n}`, words: this.wording(adding.choices[n]), isOn: this.pointed === n, press: press(n), more: { 'data-added': String(n) } }));
    return [folded(t('which_one'), buttons, { isOpen: this.narrowed !== null })];
  }

  /** @param {boolean} isSure whether what may be added was said of the act as it is @returns {import('./plan.js').Command[]} */
  commands(isSure) {
    const { adding } = this;
    if (adding) return this.open.map((n) => ({ key: `part-${n}`, words: this.wording(adding.choices[n]), act: () => this.choose(n) }));
    const off = this.added.map(({ words }, n) => ({ key: `part-off-${n}`, words: t('less', { name: words }), act: () => this.takeOff(n) }));
    return [...(isSure ? this.told.map((more) => ({ key: `also-${say(more.text)}`, words: say(more.text), act: () => this.begin(more) })) : []), ...off];
  }
}

/** What a way to add a part is known by when it is told again of another act, whose odds are others: the part, what means it on the board,
 * and of several that the same means, which. @param {More} more @param {Choice} choice */
function keyOf({ text, choices }, choice) {
  const means = (/** @type {Choice} */ { picks, name }) => picks?.join() || say(name);
  const alike = choices.filter((each) => means(each) === means(choice));
  return [say(text), means(choice), alike.indexOf(choice)].join('|');
}
