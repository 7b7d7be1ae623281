/**
 * What anything is, in rules words: a small card for whoever rests the pointer on it, presses it long, or asks with the key I. It says
 * its name, numbers and state, each sentence with its rule; things it speaks of open in the same card.
 */

import * as api from '../base/api.js';
import { byId, h, icon, isNarrow } from '../base/dom.js';
import { ruleLink } from '../base/rules.js';
import { say, t } from '../base/words.js';

const REST_MS = 900;
const GAP_PX = 16;
/** So little is no movement: hands tremble, and tables are knocked. */
const TREMBLE_PX = 10;
/** What whoever plans needs to see: a card does not lie on it as long as there is another place not far away. */
const PLANNED = '#board .overlay-spot.is-filled, #board .ring:is(.is-selected, .is-candidate), #layer-survey rect.overlay-line, #dock';
/** What is pressed to be taken in hand, or aimed at: a card makes way for it likewise. */
const PIECES = '#board [data-unit]';
/** So much may be covered, in square pixels, for every pixel that the card lies nearer. */
const NEARER = 15;
/** What can be asked about, from the most particular to the least. */
const THINGS = '[data-what], .mark, .row__mark, [data-figure], [data-unit], [data-chip], [data-link], [data-card], [data-pick], [data-area]';

/** The id by which the game knows what an element stands for. @param {Element} element @returns {string | null} */
export function idOf(element) {
  const found = /** @type {HTMLElement | null} */ (element.closest(THINGS));
  if (!found) return null;
  const { what, figure, unit, chip, link, card, pick, area } = found.dataset;
  if (what) return what;
  if (found.matches('.mark, .row__mark')) {
    const sign = found.querySelector('use')?.getAttribute('href') ?? '';
    return sign.startsWith('#mark-') ? `mark.${sign.slice(6)}` : idOf(/** @type {Element} */ (found.parentElement));
  }
  if (figure) return `figure.${figure}`;
  return unit ?? chip ?? (link ? `mark.${link}` : null) ?? card ?? pick ?? area ?? null;
}

/** @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** How far a place is from a box. @param {{x: number, y: number}} at @param {DOMRect} box */
const away = (at, box) => Math.hypot(Math.max(box.left - at.x, 0, at.x - box.right), Math.max(box.top - at.y, 0, at.y - box.bottom));

/** How much of a box a card covers, in square pixels. @param {DOMRect} box @param {DOMRect} card */
function overlap(box, card) {
  const wide = Math.min(box.right, card.right) - Math.max(box.left, card.left);
  const high = Math.min(box.bottom, card.bottom) - Math.max(box.top, card.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

export class About {
  /** @param {import('../plans/planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    this.root = h('div', { class: 'about', id: 'about', role: 'dialog', 'aria-label': t('about_title'), tabindex: '-1', hidden: true });
    byId('main').append(this.root);
    /** What was told, for the number of events at which it was. @type {Map<string, any>} */
    this.told = new Map();
    /** What was read before what is there now, the last at the end. @type {any[]} */
    this.trail = [];
    /** Where in the window it was asked about. */
    this.at = { x: 0, y: 0 };
    this.toldAt = '';
    /** Where something was just pressed: who acts there does not ask. @type {{x: number, y: number} | null} */
    this.pressedAt = null;
    document.addEventListener('pointermove', (event) => this.moved(event));
    document.addEventListener('pointerdown', (event) => this.pressedOn(event));
    document.addEventListener('keydown', (event) => this.pressed(event), true);
    document.addEventListener('tapete:present', () => this.close());
  }

  get isOpen() {
    return !this.root.hidden;
  }

  // Who asks

  /** Only a pointer that has come to rest asks. Moving on closes the card at once, unless it is the way into the card. @param {PointerEvent} event */
  moved(event) {
    if (event.pointerType === 'touch') return;
    const target = /** @type {Element} */ (event.target);
    const at = { x: event.clientX, y: event.clientY };
    if (this.root.contains(target)) {
      this.nearest = 0;
      return clearTimeout(this.resting);
    }
    if (this.pressedAt && apart(at, this.pressedAt) < TREMBLE_PX) return;
    this.pressedAt = null;
    if (this.restsAt && apart(at, this.restsAt) < TREMBLE_PX / 2 && idOf(target) === this.asked) return;
    clearTimeout(this.resting);
    this.restsAt = null;
    const isBusy = event.buttons > 0 || this.isBusy(target);
    if (this.isOpen && !this.isPinned && (isBusy || this.isLeaving(at))) this.hide();
    this.asked = idOf(target);
    if (this.asked === null || isBusy || (this.asked === this.shown && this.isOpen)) return;
    const id = this.asked;
    this.restsAt = at;
    this.resting = setTimeout(() => this.open(id, at), REST_MS);
  }

  /** Farther from the card than it has been. @param {{x: number, y: number}} at */
  isLeaving(at) {
    const box = this.root.getBoundingClientRect();
    const distance = away(at, box);
    this.nearest = Math.min(this.nearest, distance + TREMBLE_PX);
    return distance > this.nearest;
  }

  /** @param {PointerEvent} event */
  pressedOn(event) {
    const isInside = this.root.contains(/** @type {Node} */ (event.target));
    const isMeant = isInside && this.isMeantFor(event);
    if (isInside && !isMeant) return;
    this.pressedAt = { x: event.clientX, y: event.clientY };
    this.close();
    if (!isMeant) return;
    event.preventDefault();
    byId('board').dispatchEvent(new PointerEvent('pointerdown', event));
  }

  /** Whether a press on the bare card of a resting pointer is meant for the piece that it lies on. @param {PointerEvent} event */
  isMeantFor(event) {
    if (this.isPinned || /** @type {Element} */ (event.target).closest('button, a')) return false;
    return document.elementsFromPoint(event.clientX, event.clientY).some((each) => each.closest(PIECES));
  }

  /** While a path is drawn over the board, or a button is about to be pressed, a card would lie in the way. @param {Element} target */
  isBusy(target) {
    const { plan } = this.planner;
    return this.isPinned || target.closest('#dock, dialog') !== null || (target.closest('#board') !== null && Boolean(plan && (plan.hasSteps || plan.picked.length)));
  }

  /** A long press on the board. Answers whether there is anything to be told. @param {{x: number, y: number}} at in the window
   * @param {() => void} pointOut shows the place to everybody */
  hold(at, pointOut) {
    const id = [...document.elementsFromPoint(at.x, at.y)].map(idOf).find((each) => each !== null);
    if (id) this.open(id, at, true, pointOut);
    return Boolean(id);
  }

  /** I asks about what has the focus, else about the selected unit, or keeps the card that is there; I and Esc close it. @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'Escape' && this.isOpen) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return this.close();
    }
    const isTyping = target.closest('input:not([type="checkbox"]), textarea, select, dialog') !== null;
    if (event.key.toLowerCase() !== 'i' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    if (this.isOpen) return this.isPinned ? this.close() : this.pin();
    const id = this.root.contains(target) ? null : idOf(target) ?? this.planner.selected;
    if (!id) return;
    const element = idOf(target) ? target : this.planner.board.unit(id)?.element ?? target;
    const box = element.getBoundingClientRect();
    this.open(id, { x: box.right, y: box.top + box.height / 2 }, true);
  }

  // The card

  /** @param {string} id @param {{x: number, y: number}} at in the window @param {boolean} [pin] it stays until it is closed
   * @param {() => void} [pointOut] shows the place to everybody */
  async open(id, at, pin = false, pointOut) {
    const asked = this.asked;
    const about = await this.tell(id);
    if (!about || (!pin && (asked !== this.asked || !this.restsAt))) return;
    if (!this.isOpen || pin) this.from = /** @type {HTMLElement | null} */ (document.activeElement);
    this.isPinned = pin;
    this.shown = id;
    this.at = at;
    this.pointOut = pointOut;
    this.trail = [];
    this.draw(about);
    if (pin) this.root.focus({ preventScroll: true });
  }

  /** Asked for once for each state of the game. @param {string} id */
  async tell(id) {
    const seq = document.body.dataset.seq ?? '';
    if (seq !== this.toldAt) this.told.clear();
    this.toldAt = seq;
    if (!this.told.has(id)) this.told.set(id, api.about(id).then((answer) => (answer.ok ? answer.data.about : null)).catch(() => null));
    return this.told.get(id);
  }

  /** @param {any} about */
  draw(about) {
    const numbers = about.numbers ?? [];
    const back = this.trail.length > 0 && h('button', { type: 'button', class: 'tool', 'aria-label': t('about_back'), onclick: () => this.back() }, icon('icon-back', 20));
    this.root.replaceChildren(
      h('div', { class: 'about__head' }, back, h('h2', { class: 'about__title' }, say(about.title)),
        h('button', { type: 'button', class: 'tool about__close', 'aria-label': t('close'), onclick: () => this.close() }, icon('icon-close', 20))),
      ...(about.kind ? [h('p', { class: 'about__kind' }, say(about.kind))] : []),
      ...(numbers.length ? [h('dl', { class: 'about__numbers' }, ...numbers.flatMap((each) => [
        h('dt', {}, say(each.name)), h('dd', {}, say(each.value), each.why ? h('small', {}, ` (${say(each.why)})`) : '')]))] : []),
      h('ul', { class: 'about__lines', role: 'list' }, ...(about.lines ?? []).map((line, n) => this.line(line, n))),
      ...(this.pointOut ? [h('button', { type: 'button', class: 'button button--second button--small', onclick: () => this.point() }, t('point_out'))] : []),
    );
    this.root.hidden = false;
    this.current = about;
    this.place();
  }

  /** @param {any} line @param {number} n */
  line(line, n) {
    const more = line.about && line.about !== this.current?.id;
    const words = more ? h('button', { type: 'button', class: 'about__more', onclick: () => this.follow(line.about) }, say(line.text)) : say(line.text);
    return h('li', {}, words, ' ', ...(line.rules ?? []).flatMap((rule) => ruleLink(rule, `about ${this.shown} ${n}`)));
  }

  /** @param {string} id */
  async follow(id) {
    const next = await this.tell(id);
    if (!next) return;
    this.trail.push(this.current);
    this.isPinned = true;
    this.draw(next);
    this.root.focus({ preventScroll: true });
  }

  point() {
    this.pointOut?.();
    this.close();
  }

  back() {
    const before = this.trail.pop();
    if (before) this.draw(before);
  }

  /** Beside what it is about, wholly in the window; on a phone the style sheet puts it over the sheet. */
  place() {
    const { style } = this.root;
    if (isNarrow()) {
      style.removeProperty('left');
      style.removeProperty('top');
      return;
    }
    const { width, height } = this.root.getBoundingClientRect();
    const planned = [...document.querySelectorAll(`${PLANNED}, ${PIECES}`)].map((each) => each.getBoundingClientRect());
    const places = this.places(width, height);
    const cost = places.map((place) => planned.reduce((sum, box) => sum + overlap(box, place), NEARER * away(this.at, place)));
    const best = places[cost.indexOf(Math.min(...cost))];
    style.left = `${best.left}px`;
    style.top = `${best.top}px`;
    this.nearest = away(this.at, best) + TREMBLE_PX;
  }

  /** Where the card may lie, the best first: beside the thing, over and under it, then the corners of the board. Nowhere does it lie
   * under the pointer. @param {number} width @param {number} height @returns {DOMRect[]} */
  places(width, height) {
    const { x, y } = this.at;
    const stage = byId('stage').getBoundingClientRect();
    const edge = byId('sheet').getBoundingClientRect().left;
    const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
    const top = y > bar ? bar + GAP_PX / 2 : GAP_PX;
    const [west, east] = [stage.left + GAP_PX, (edge > stage.left + width ? edge : stage.right) - GAP_PX - width];
    const [north, south] = [top, stage.bottom - GAP_PX - height];
    const beside = [1 / 3, 4 / 5, 1 / 5].flatMap((part) => [[x + GAP_PX, y - height * part], [x - GAP_PX - width, y - height * part]]);
    const all = [...beside, [x - width / 2, y - GAP_PX - height], [x - width / 2, y + GAP_PX],
      [east, north], [west, north], [east, south], [west, south]].map(([left, over]) => new DOMRect(
      Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX)), Math.max(top, Math.min(over, innerHeight - height - GAP_PX)), width, height));
    const free = all.filter((place) => away(this.at, place) > 0);
    return free.length ? free : all;
  }

  /** What a resting pointer has opened stays, and is read by keyboard. */
  pin() {
    this.isPinned = true;
    this.root.focus({ preventScroll: true });
  }

  close() {
    clearTimeout(this.resting);
    this.restsAt = null;
    this.hide();
  }

  /** What the pointer rests on meanwhile may still open. */
  hide() {
    if (!this.isOpen) return;
    const hadFocus = this.root.contains(document.activeElement);
    this.root.hidden = true;
    this.root.replaceChildren();
    this.shown = null;
    this.isPinned = false;
    if (hadFocus) this.from?.focus?.({ preventScroll: true });
  }
}
