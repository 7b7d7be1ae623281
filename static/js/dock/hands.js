/** Cards beside the board whose order is asked are put in order where they lie: dragged, or moved by keys; each time at once. */

import { letDrag } from '../base/sorting.js';

/** @typedef {import('../plans/planner.js').Planner} Planner */

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const CARD = '[data-card]';
/** So much of what lies before it stays in view with a card. */
const NEAR_PX = 12;

export class Hands {
  /** @param {Planner} planner @param {HTMLElement} root */
  constructor(planner, root) {
    this.planner = planner;
    this.root = root;
    /** A hand that was put in another order, and the one before, until it is done. @type {{hand: HTMLElement, before: string[]} | null} */
    this.laid = null;
    letDrag(root, { within: '[data-hand]', item: '.is-sortable', handle: '.is-sortable', key: idOf, isOn: () => this.isFree, sorted: (ids, before, hand) => this.sort(hand, ids, before) });
    root.addEventListener('keydown', (event) => this.pressed(event));
    planner.addEventListener('done', () => { this.laid = null; });
    planner.addEventListener('change', () => this.changed());
    for (const news of ['learned', 'select']) planner.addEventListener(news, () => this.reveal());
  }

  /** Whether anything can be done now. */
  get isFree() {
    const { planner } = this;
    return planner.sending === 'idle' && !planner.isCommitting && !planner.isBehind;
  }

  /** @returns {HTMLElement[]} */
  get hands() {
    return [...this.root.querySelectorAll('[data-hand]')].map((each) => /** @type {HTMLElement} */ (each));
  }

  changed() {
    const { planner, laid } = this;
    if (laid && this.isFree && !planner.isChecking) this.layBack(laid);
    for (const hand of this.hands) {
      const { ids } = this.orderOf(hand);
      for (const card of cardsOf(hand)) card.classList.toggle('is-sortable', ids.length > 1 && ids.includes(idOf(card)));
    }
  }

  /** The card in hand comes into view, else the first of those that may be taken in hand, where none of them is. */
  reveal() {
    const { selected, ready } = this.planner;
    const cards = [...this.root.querySelectorAll(CARD)].map((each) => /** @type {HTMLElement} */ (each));
    const meant = cards.filter((card) => idOf(card) === selected);
    const able = meant.length ? meant : cards.filter((card) => ready.includes(idOf(card)));
    const row = able[0]?.closest('.hands__own');
    if (!row || able.some((card) => isWithin(card, row))) return;
    row.scrollBy({ left: able[0].getBoundingClientRect().left - row.getBoundingClientRect().left - NEAR_PX });
  }

  /** What puts the cards of a hand in order, if anything does, and which of them. @param {HTMLElement} hand */
  orderOf(hand) {
    const there = cardsOf(hand).map(idOf);
    const orders = this.planner.orders().filter(({ ids }) => ids.every((id) => there.includes(id)));
    return orders[0] ?? { offer: null, ids: [] };
  }

  /** @param {HTMLElement} hand @param {string[]} ids @param {string[]} before */
  sort(hand, ids, before) {
    const { offer } = this.orderOf(hand);
    this.laid = { hand, before };
    if (offer) this.planner.putInOrder(offer, ids);
  }

  /** With Alt an arrow moves the card that has the focus. @param {KeyboardEvent} event */
  pressed(event) {
    const step = STEPS[/** @type {'ArrowUp'} */ (event.key)];
    const card = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest(`.is-sortable${CARD}`));
    const hand = /** @type {HTMLElement | null} */ (card?.closest('[data-hand]') ?? null);
    if (!event.altKey || !step || !card || !hand || !this.isFree) return;
    event.preventDefault();
    const cards = cardsOf(hand).filter((each) => each.classList.contains('is-sortable'));
    const before = cards.map(idOf);
    const other = cards[cards.indexOf(card) + step];
    if (!other) return;
    const focused = document.activeElement;
    other.parentElement?.insertBefore(card, step > 0 ? other.nextSibling : other);
    if (focused instanceof HTMLElement) focused.focus();
    this.sort(hand, cardsOf(hand).filter((each) => cards.includes(each)).map(idOf), before);
  }

  /** It could not be done: the cards lie as before. @param {{hand: HTMLElement, before: string[]}} laid */
  layBack({ hand, before }) {
    this.laid = null;
    const cards = cardsOf(hand).filter((card) => before.includes(idOf(card)));
    const places = cards.map((card) => {
      const place = document.createComment('');
      card.replaceWith(place);
      return place;
    });
    before.forEach((id, n) => places[n]?.replaceWith(cards.find((card) => idOf(card) === id) ?? ''));
  }
}

/** @param {Element} card @param {Element} row */
function isWithin(card, row) {
  const [inner, outer] = [card.getBoundingClientRect(), row.getBoundingClientRect()];
  return inner.left >= outer.left && inner.right <= outer.right;
}

/** What a card is known by: the unit that it selects, else its own id. @param {HTMLElement} card @returns {string} */
function idOf(card) {
  return /** @type {HTMLElement | null} */ (card.querySelector('[data-pick]'))?.dataset.pick ?? card.dataset.card ?? '';
}

/** @param {HTMLElement} hand @returns {HTMLElement[]} */
function cardsOf(hand) {
  return [...hand.querySelectorAll(CARD)].map((each) => /** @type {HTMLElement} */ (each));
}
