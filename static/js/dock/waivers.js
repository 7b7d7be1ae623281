/** Answers given beforehand: while an offer bears a key that its player has chosen, or one that holds until it is taken back, the
 * page gives the first example for them. */

import * as api from '../base/api.js';
import { byId, h, icon } from '../base/dom.js';
import { letsPass } from '../base/passes.js';
import { say, t } from '../base/words.js';

/** @typedef {Record<string, {text: {es: string, en: string}, span: string | null}>} Given */

export class Waivers {
  /** @param {import('../plans/planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    const { room, viewer } = document.body.dataset;
    this.key = `tapete:waivers:${room}:${viewer}`;
    /** @type {Given} */
    this.given = JSON.parse(localStorage.getItem(this.key) ?? '{}');
    /** Those that held by themselves and were taken back. @type {string[]} */
    this.refused = JSON.parse(localStorage.getItem(`${this.key}:refused`) ?? '[]');
    /** The state for which an answer is under way, so that it is given once. */
    this.answeredAt = -1;
    this.root = h('div', { class: 'waivers', 'aria-live': 'polite' });
    byId('dock').append(this.root);
    planner.addEventListener('learned', () => this.learned());
    planner.addEventListener('change', () => this.render());
  }

  /** The offer that may be answered beforehand. */
  get question() {
    return this.planner.offers.find((offer) => offer.waivers?.length);
  }

  keep() {
    localStorage.setItem(this.key, JSON.stringify(this.given));
    localStorage.setItem(`${this.key}:refused`, JSON.stringify(this.refused));
    this.planner.changed();
  }

  learned() {
    const { question } = this;
    if (!question) return;
    const spans = new Set(question.waivers.map((waiver) => waiver.span).filter(Boolean));
    const past = Object.keys(this.given).filter((key) => this.given[key].span && !spans.has(this.given[key].span));
    for (const key of past) delete this.given[key];
    const held = question.waivers.filter((waiver) => waiver.given && !(waiver.key in this.given) && !this.refused.includes(waiver.key));
    for (const { key, text } of held) this.given[key] = { text, span: null };
    if (past.length || held.length) this.keep();
    const isGiven = question.waivers.some((waiver) => waiver.key in this.given);
    if (isGiven) this.answer(question);
  }

  /** @param {any} question */
  async answer(question) {
    const seq = Number(this.planner.seq);
    if (this.answeredAt === seq || this.planner.sending !== 'idle') return;
    this.answeredAt = seq;
    await letsPass(seq, api.act(question.examples[0], seq, api.newKey(), () => {}));
    this.planner.refresh();
  }

  /** @param {any} waiver */
  give(waiver) {
    const hadFocus = document.activeElement?.matches('[data-waive]');
    this.refused = this.refused.filter((key) => key !== waiver.key);
    this.given[waiver.key] = { text: waiver.text, span: waiver.span ?? null };
    this.keep();
    if (hadFocus) this.focus();
    this.learned();
  }

  /** What may be answered beforehand and is not. @returns {any[]} */
  get open() {
    return this.question?.waivers.filter((waiver) => !(waiver.key in this.given)) ?? [];
  }

  /** To be let alone for the shortest while, beside the answers of now. @param {() => number} next the digit that chooses it */
  soonest(next) {
    const [waiver] = this.open;
    return waiver ? this.button(waiver, next()) : '';
  }

  /** @param {any} waiver @param {number} [n] */
  button(waiver, n) {
    return h('button', { type: 'button', class: `offer waiver${n ? ' offer--global' : ''}`, 'data-waive': waiver.key, 'data-n': n ?? null, 'data-focus': `waive-${waiver.key}`, onclick: () => this.give(waiver) },
      say(waiver.text),
      n !== undefined && n <= 9 && h('span', { class: 'offer__key', 'aria-hidden': 'true' }, String(n)),
      waiver.about && h('small', { class: 'offer__of' }, say(waiver.about)));
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.root.querySelector('summary, button'))?.focus({ preventScroll: true });
  }

  /** @param {string} key */
  takeBack(key) {
    delete this.given[key];
    if (!this.refused.includes(key)) this.refused.push(key);
    this.keep();
  }

  render() {
    const hadFocus = this.root.contains(document.activeElement);
    // What holds for a span is told while that may go on: not once something else is asked, or all is over.
    const isGoing = Boolean(this.question) || (this.planner.playing && !this.planner.offers.length && document.body.dataset.status === 'playing');
    const told = Object.entries(this.given).filter(([, { span }]) => !span || isGoing);
    const given = told.map(([key, { text }]) =>
      h('button', { type: 'button', class: 'waiver is-given', 'data-waived': key, 'aria-label': t('waive_stop', { what: say(text) }), onclick: () => this.takeBack(key) }, t('waived', { what: say(text) }), icon('icon-close', 16)));
    const ways = this.open.slice(1).map((waiver) => this.button(waiver));
    this.root.replaceChildren(
      ...given,
      ...(ways.length ? [h('details', { class: 'plan__typed', open: this.isOpen, ontoggle: (event) => (this.isOpen = event.target.open) }, h('summary', {}, t('waive')), h('div', { class: 'plan__choices plan__choices--small', role: 'group' }, ...ways))] : []),
    );
    if (hadFocus) this.focus();
  }
}
