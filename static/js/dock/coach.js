/** The turn coach: which units may still do something, what a unit may not do and why, and a note before a turn is ended. */

import * as api from '../base/api.js';
import { h, icon } from '../base/dom.js';
import { isThere, nameOf, placeOf, stateOf } from '../base/naming.js';
import { ruleLink } from '../base/rules.js';
import { say, t } from '../base/words.js';

const MOVING = ['path', 'steps', 'entry'];
const PLACING = ['point', 'cell'];
const SWITCH = 'tapete:coach';
/** More names than so many stand by what they are part of. */
const MANY = 12;

export class Coach {
  /** @param {import('../plans/planner.js').Planner} planner @param {() => void} changed called when there is something new to say */
  constructor(planner, changed) {
    this.planner = planner;
    this.changed = changed;
    /** What the selected unit may not do. @type {any[]} */
    this.withheld = [];
    /** What of many names is open. @type {Set<string>} */
    this.unfolded = new Set();
    planner.addEventListener('select', () => this.ask());
    planner.addEventListener('learned', () => { this.ask(); this.askNobodys(); });
  }

  /** Whether a note is wanted before a turn is ended. */
  get isOn() {
    return localStorage.getItem(SWITCH) !== 'off';
  }

  set isOn(value) {
    localStorage.setItem(SWITCH, value ? 'on' : 'off');
  }

  // What cannot be done now

  async ask() {
    const { selected, playing } = this.planner;
    this.asking?.abort();
    if (selected !== this.unit) this.learn({});
    this.unit = selected;
    if (!selected || !playing) return;
    this.asking = new AbortController();
    const answer = await api.offersOf(selected, this.asking.signal).catch(() => null);
    if (!answer?.ok || this.planner.selected !== selected) return;
    this.learn(answer.data);
    this.changed();
    this.planner.dispatchEvent(new Event('aimed'));
  }

  /** What acts at targets that are no unit's are likely to come to. */
  async askNobodys() {
    const { planner } = this;
    this.askingNobodys?.abort();
    planner.aims.learn([], true);
    if (!planner.playing || !planner.offers.some((offer) => !offer.unit && offer.input === 'choice' && offer.picks)) return;
    this.askingNobodys = new AbortController();
    const answer = await api.offersOf('', this.askingNobodys.signal).catch(() => null);
    if (!answer?.ok) return;
    planner.aims.learn(answer.data.aims, true);
    this.changed();
    planner.dispatchEvent(new Event('aimed'));
  }

  /** What the selected unit may not do, and what its acts at targets are likely to come to. @param {{withheld?: any[], aims?: any[]}} told */
  learn({ withheld = [], aims = [] }) {
    this.withheld = withheld;
    this.planner.aims.learn(aims);
  }

  /** The acts that the selected unit has and cannot do now; those that one rule refuses stand together. */
  refused() {
    if (this.withheld.length === 0) return null;
    const groups = new Map();
    for (const each of this.withheld) {
      const key = JSON.stringify([each.refusal.rule, each.refusal.text, each.whom]);
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
    // What can be done must not be pushed out of sight by what cannot.
    const isOpen = this.isOpen ?? (groups.size <= 4 && this.planner.unitOffers.length === 0);
    return h('details', { class: 'withheld', open: isOpen, ontoggle: (event) => (this.isOpen = event.target.open) },
      h('summary', { 'data-focus': 'withheld' }, t('withheld', { n: this.withheld.length })),
      h('ul', { role: 'list' }, ...[...groups.values()].map((group, n) => this.line(group, n))));
  }

  /** @param {any[]} group @param {number} n */
  line(group, n) {
    const { refusal, whom } = group[0];
    const at = whom ? `${nameOf(this.planner.board, whom)}: ` : '';
    return h('li', { class: 'withheld__line' },
      h('span', { class: 'withheld__what' }, icon('tone-bad', 12), group.map((each) => say(each.label)).join(' · ')),
      h('span', { class: 'withheld__why' }, `${at}${say(refusal.text)} `, ...ruleLink(refusal.rule, `withheld ${n}`)));
  }

  // Who may still act

  /** Units by what is still open to them: moving and more, moving alone, being placed or placed elsewhere, the rest; cards by themselves. */
  groups() {
    const { offers, ready, board } = this.planner;
    const found = { both: [], move: [], place: [], shift: [], card: [], act: [] };
    for (const id of ready.filter((each) => isThere(board, each))) {
      const own = offers.filter((offer) => offer.unit === id);
      // What is placed may be placed in more than one way: on the board, aboard another unit.
      const placing = new Set(own.filter((offer) => PLACING.includes(offer.input)).map((offer) => offer.type));
      const inputs = own.filter((offer) => !placing.has(offer.type)).map((offer) => offer.input);
      const moves = inputs.some((input) => MOVING.includes(input));
      const rest = inputs.some((input) => !MOVING.includes(input));
      const standing = this.planner.standing(id);
      const kind = cardOf(id) ? 'card' : moves ? (rest ? 'both' : 'move') : rest ? 'act' : standing ? 'shift' : 'place';
      found[/** @type {'both'} */ (kind)].push(/** @type {never} */ (id));
    }
    return Object.entries(found).filter(([, ids]) => ids.length > 0);
  }

  /** Who may still act, in a sentence for each thing they may do, with names that select them. */
  ready() {
    return h('div', { class: 'coach' }, ...this.groups().flatMap(([kind, ids]) => [
      h('p', { class: 'offers__note' }, t(`coach_${kind}${ids.length === 1 ? '_one' : ''}`, { n: ids.length })),
      this.names(ids),
    ]));
  }

  /** What a unit is part of. @param {string} id @returns {string} */
  groupOf(id) {
    return say(this.planner.offers.find((offer) => offer.unit === id && offer.group)?.group);
  }

  /** Many, by what they are part of: each lot folded. @param {string[]} ids @param {string[]} groups */
  folded(ids, groups) {
    return h('div', { class: 'coach__names' }, ...groups.map((group) => {
      const own = ids.filter((id) => this.groupOf(id) === group);
      const toggle = (event) => { this.unfolded[event.target.open ? 'add' : 'delete'](group); };
      return h('details', { class: 'plan__typed', open: this.unfolded.has(group), ontoggle: toggle },
        h('summary', { 'data-focus': `group-${group}` }, t('same_group', { group, n: own.length })),
        h('div', { class: 'plan__choices plan__choices--small', role: 'group', 'aria-label': group }, ...own.map((id) => this.name(id, this.placeBeside(id)))));
    }));
  }

  /** By where they are, where they do not stand on the board; by what they are part of, where they are many. @param {string[]} ids */
  names(ids) {
    const groups = [...new Set(ids.map((id) => this.groupOf(id)))];
    if (ids.length > MANY && groups.length > 1 && groups.every(Boolean)) return this.folded(ids, groups);
    const places = ['', ...new Set(ids.map((id) => this.placeBeside(id)).filter(Boolean))];
    return h('div', { class: 'coach__names' }, ...places.flatMap((place) => {
      const here = ids.filter((id) => this.placeBeside(id) === place);
      if (here.length === 0) return [];
      return [h('div', { class: 'plan__choices plan__choices--small', role: 'group', ...(place ? { 'aria-label': place } : {}) },
        place && h('span', { class: 'offers__note' }, place),
        ...here.map((id) => this.name(id)))];
    }));
  }

  /** Where a unit is that does not stand on the board. @param {string} id @returns {string} */
  placeBeside(id) {
    return this.planner.board.unit(id) === null && cardOf(id) === null ? (stateOf(id) ?? '') : '';
  }

  /** @param {string} id @param {string} [place] where it is, if its lot does not say so */
  name(id, place = '') {
    return h('button', { type: 'button', class: 'offer', 'data-pick': id, 'data-focus': `pick-${id}`, ...(id === this.planner.selected ? { 'aria-pressed': 'true' } : {}) }, [this.called(id), place].filter(Boolean).join(' · '));
  }

  /** With its place, on boards made of places; a card with what is written on it. @param {string} id */
  called(id) {
    const card = cardOf(id);
    if (card) return ['.hand__name', '.hand__written'].map((part) => card.querySelector(part)?.textContent).filter(Boolean).join(' · ');
    return [nameOf(this.planner.board, id), placeOf(this.planner.board, id)].filter(Boolean).join(' · ');
  }

  /** Before a turn is ended: who would be left out, and the switch that silences this. @param {any} offer */
  warning(offer) {
    if (!offer.closes || this.planner.ready.length === 0) return null;
    const toggle = h('input', { type: 'checkbox', 'data-focus': 'coach-switch', checked: this.isOn, onchange: (event) => { this.isOn = event.target.checked; this.changed(); } });
    return h('div', { class: 'coach coach--last', role: 'note' },
      ...(this.isOn ? [h('p', { class: 'coach__title' }, t('coach_before')), this.ready()] : []),
      h('label', { class: 'coach__switch' }, toggle, t('coach_switch')));
  }
}

/** The card of a hand by which a unit is taken in hand, where it has one. @param {string} id @returns {HTMLElement | null} */
const cardOf = (id) => document.querySelector(`[data-hand] [data-pick="${CSS.escape(id)}"]`);
