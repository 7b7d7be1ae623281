/** The film: the moments there are, one request at a time; whoever is faster than the server sees the moment they came to. */

import { byId } from '../base/dom.js';
import { t } from '../base/words.js';

/** A slider that is dragged asks no more often than this: the server counts who asks how often. */
const LEAST_PAUSE_MS = 80;
const ADDRESS_AFTER_MS = 200;
const WAIT_S = 2;

const { home = '', query = '' } = document.body.dataset;

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} id @returns {number[]} */
const numbers = (id) => JSON.parse(byId(id).textContent ?? '[]');

/** @param {number} seq the page of a moment */
export const addressOf = (seq) => `${home}?${query ? `${query}&` : ''}seq=${seq}`;

/** After which number the lines that came last hold them all. */
const toldAfter = () => Number(byId('told-after').dataset.after);

export class Film extends EventTarget {
  constructor() {
    super();
    /** The moments there are, by how many events the viewer had been told. */
    this.stops = numbers('stops');
    /** Those at which the headline changes: another turn, another round. */
    this.chapters = numbers('chapters');
    this.slider = /** @type {HTMLInputElement} */ (byId('slider'));
    this.place = this.placeOf(Number(document.body.dataset.seq));
    /** After which number, and up to which, the lines of the log are here. */
    this.after = toldAfter();
    this.known = Number(document.body.dataset.seq);
    /** @type {number | null} */
    this.wanted = null;
    this.isBusy = false;
  }

  get last() {
    return this.stops.length - 1;
  }

  get seq() {
    return this.stops[this.place];
  }

  /** @param {number} seq the place of the first moment that has told it */
  placeOf(seq) {
    const place = this.stops.findIndex((stop) => stop >= seq);
    return place < 0 ? this.last : place;
  }

  /** The moment before the one that tells a number. @param {number} seq */
  before(seq) {
    return this.stops[this.placeOf(seq) - 1] ?? 0;
  }

  /** Resolves once nothing is asked any more. @param {number} place */
  async go(place) {
    this.wanted = Math.min(this.last, Math.max(0, place));
    this.place = this.wanted;
    this.mark();
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.wanted !== null) {
      const next = this.stops[this.wanted];
      this.wanted = null;
      await Promise.all([this.show(next), pause(LEAST_PAUSE_MS)]);
    }
    this.isBusy = false;
  }

  /** Where a button leads from here, if anywhere. @param {string} name @returns {number | undefined} */
  way(name) {
    const { place, last, seq, chapters } = this;
    const turns = [0, ...chapters, this.stops[last]];
    const ways = {
      first: 0,
      turn_back: this.placeOf(Math.max(...turns.filter((each) => each < seq), 0)),
      back: place - 1,
      forward: place + 1,
      turn_forward: this.placeOf(Math.min(...turns.filter((each) => each > seq), this.stops[last])),
      last,
    };
    const to = ways[/** @type {'first'} */ (name)];
    return to >= 0 && to <= last && to !== place ? to : undefined;
  }

  /** @param {string} name of a button */
  step(name) {
    const to = this.way(name);
    return to === undefined ? Promise.resolve() : this.go(to);
  }

  /** @param {number} seq */
  async show(seq) {
    try {
      const after = this.isBack(seq) ? 0 : Math.min(seq, this.known);
      const answer = await fetch(`${addressOf(seq)}&after=${after}`, { headers: { 'HX-Request': 'true' } });
      const text = await answer.text();
      if (answer.ok) await this.swap(seq, text);
      else if (answer.status === 429) await this.again(seq, Number(answer.headers.get('Retry-After') ?? WAIT_S));
      else this.complain(JSON.parse(text).detail);
    } catch {
      this.complain(t('lost'));
    }
  }

  /** Too fast: a little later, unless another moment is wanted by then. @param {number} seq @param {number} seconds */
  async again(seq, seconds) {
    await pause(1000 * seconds);
    this.wanted ??= this.placeOf(seq);
  }

  /** @param {number} seq @param {string} text */
  async swap(seq, text) {
    const from = Number(document.body.dataset.seq);
    await /** @type {any} */ (globalThis).htmx.swap({ sourceElement: document.body, target: document.body, swap: 'none', text, transition: false });
    document.body.dataset.seq = String(seq);
    byId('notice').replaceChildren();
    // Of a leap over many lines only the last come: what was here then no longer joins on.
    const isLeap = this.isBack(seq) || (seq > this.known && toldAfter() > this.known);
    if (isLeap) this.after = toldAfter();
    this.known = isLeap ? seq : Math.max(this.known, seq);
    this.dispatchEvent(new CustomEvent('shown', { detail: { seq, isNext: from === this.before(seq) } }));
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => history.replaceState(history.state, '', addressOf(seq)), ADDRESS_AFTER_MS);
  }

  /** Whether a moment lies before the lines that are here. @param {number} seq */
  isBack(seq) {
    return this.after > 0 && seq <= this.after;
  }

  /** The lines up to a number, the newest of them. @param {number} before */
  async linesBefore(before) {
    const answer = await fetch(`${addressOf(this.seq)}&before=${before}`, { headers: { 'HX-Request': 'true' } });
    if (!answer.ok) throw new Error(`expected the lines before ${before}, got ${answer.status}`);
    return answer.text();
  }

  /** The controls stand where the reader wants to be, even before the board does. */
  mark() {
    const { seq } = this;
    this.slider.value = String(seq);
    byId('moment').textContent = t('at', { n: seq, total: this.stops[this.last] });
    for (const way of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-step]'))) {
      const to = this.way(way.dataset.step ?? '');
      // Whoever pressed it to the end keeps their place on it.
      way.setAttribute('tabindex', '0');
      if (to === undefined) way.removeAttribute('href');
      else way.setAttribute('href', addressOf(this.stops[to]));
      if (to === undefined) way.setAttribute('aria-disabled', 'true');
      else way.removeAttribute('aria-disabled');
    }
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[type="hidden"][name="seq"]'))) {
      field.value = String(seq);
    }
    const chapter = /** @type {HTMLSelectElement | null} */ (document.getElementById('chapter'));
    if (chapter) chapter.value = String(Math.max(0, ...this.chapters.filter((each) => each <= seq)));
  }

  /** @param {string} words */
  complain(words) {
    byId('notice').textContent = words;
  }
}
