/** The replay page: a slider, buttons and keys that show the room as it stood; pieces glide from moment to moment. */

import { Camera } from './board.js';
import { CardsBoard } from './boards/cards.js';
import { MeasuredBoard } from './boards/measured.js';
import { byId, isNarrow } from './table/dom.js';
import { Sheet } from './table/sheet.js';
import { lang, t } from './table/words.js';

const BOARDS = { measured: MeasuredBoard, cards: CardsBoard };

/** A slider that is dragged asks no more often than this: the server counts who asks how often. */
const LEAST_PAUSE_MS = 80;
const ADDRESS_AFTER_MS = 200;
const WAIT_S = 2;

const { room, viewer } = document.body.dataset;
const svg = /** @type {SVGSVGElement} */ (document.querySelector('#board'));
const board = new BOARDS[/** @type {'measured' | 'cards'} */ (svg.dataset.board)](svg);
const slider = /** @type {HTMLInputElement} */ (byId('slider'));
const list = byId('log');

/** The moments there are, by how many events the viewer had been told. @type {number[]} */
const stops = JSON.parse(byId('stops').textContent ?? '[0]');

/** @param {number} seq the place of the first moment that has told it */
const placeOf = (seq) => Math.max(0, stops.findIndex((stop) => stop >= seq));

/** @param {number} seq */
const addressOf = (seq) => `/rooms/${room}/replay?as=${viewer}&seq=${seq}`;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// The log: every line there was yet, of which those up to the moment shown are on the page

class Told {
  constructor() {
    this.lines = this.onPage();
    /** Up to which number the lines are here. */
    this.known = Number(document.body.dataset.seq);
    list.addEventListener('click', (event) => this.clicked(/** @type {HTMLElement} */ (event.target)));
  }

  onPage() {
    return /** @type {HTMLElement[]} */ ([...list.children]);
  }

  /** Takes in what came with the moment, and leaves what was told up to it. @param {number} seq */
  show(seq) {
    this.lines = [...new Set([...this.lines, ...this.onPage()])].sort((a, b) => Number(a.dataset.seq) - Number(b.dataset.seq));
    this.known = Math.max(this.known, seq);
    const before = stops[placeOf(seq) - 1] ?? 0;
    const shown = this.lines.filter((line) => Number(line.dataset.seq) <= seq);
    shown.forEach((line, n) => {
      if (list.children[n] !== line) list.insertBefore(line, list.children[n] ?? null);
      if (Number(line.dataset.seq) > before) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
    while (list.children.length > shown.length) list.lastElementChild?.remove();
    this.dress();
    this.trace(shown.filter((line) => line.hasAttribute('aria-current')));
    list.scrollTop = list.scrollHeight;
  }

  /** Times in the reader's own clock. */
  dress() {
    for (const time of list.querySelectorAll('time:empty')) {
      const at = new Date(time.getAttribute('datetime') ?? '');
      if (!Number.isNaN(at.valueOf())) time.textContent = at.toLocaleString(lang, { dateStyle: 'short', timeStyle: 'short' });
    }
  }

  /** Draws what lines measured. @param {HTMLElement[]} lines */
  trace(lines) {
    const drawn = lines.flatMap((line) => [...line.querySelectorAll('[data-overlays]')]);
    const layer = board.layer('trace');
    layer.replaceChildren();
    board.draw(layer, drawn.flatMap((entry) => JSON.parse(/** @type {HTMLElement} */ (entry).dataset.overlays ?? '[]')));
  }

  /** A line opens, with its dice and its measurement. @param {HTMLElement} target */
  clicked(target) {
    const head = target.closest('button.entry__head');
    const line = /** @type {HTMLElement | null} */ (target.closest('.told'));
    if (!head || !line) return;
    const more = /** @type {HTMLElement | null} */ (head.nextElementSibling);
    const isOpen = head.getAttribute('aria-expanded') !== 'true';
    head.setAttribute('aria-expanded', String(isOpen));
    if (more) more.hidden = !isOpen;
    this.trace(isOpen ? [line] : []);
  }

  /** The last thing that happened, in a few words. */
  get newest() {
    return list.querySelector('[aria-current]:last-child :is(.entry__words, .said)')?.textContent?.trim() ?? '';
  }
}

// The film: one request at a time; whoever is faster than the server sees the moment he came to, not those on the way

class Film {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.place = placeOf(Number(document.body.dataset.seq));
    /** @type {number | null} */
    this.wanted = null;
    this.isBusy = false;
  }

  /** @param {number} place */
  async go(place) {
    this.wanted = Math.min(stops.length - 1, Math.max(0, place));
    this.place = this.wanted;
    this.mark();
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.wanted !== null) {
      const next = stops[this.wanted];
      this.wanted = null;
      await Promise.all([this.show(next), pause(LEAST_PAUSE_MS)]);
    }
    this.isBusy = false;
  }

  /** @param {number} seq */
  async show(seq) {
    try {
      const after = Math.min(seq, this.told.known);
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
    this.wanted ??= placeOf(seq);
  }

  /** @param {number} seq @param {string} text */
  async swap(seq, text) {
    await htmx.swap({ sourceElement: document.body, target: document.body, swap: 'none', text, transition: false });
    document.body.dataset.seq = String(seq);
    byId('notice').replaceChildren();
    this.told.show(seq);
    pointOut();
    slider.setAttribute('aria-valuetext', `${t('at', { n: seq, total: stops[stops.length - 1] })}. ${this.told.newest}`);
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => history.replaceState(history.state, '', addressOf(seq)), ADDRESS_AFTER_MS);
  }

  /** The controls stand where the reader wants to be, even before the board does. */
  mark() {
    const last = stops.length - 1;
    const seq = stops[this.place];
    slider.value = String(seq);
    byId('moment').textContent = t('at', { n: seq, total: stops[last] });
    const ways = { first: 0, back: this.place - 1, forward: this.place + 1, last };
    for (const [name, to] of Object.entries(ways)) {
      const way = /** @type {HTMLElement} */ (document.querySelector(`[data-step="${name}"]`));
      const leads = to >= 0 && to <= last && to !== this.place;
      // Whoever pressed it to the end keeps his place on it.
      way.setAttribute('tabindex', '0');
      if (leads) way.setAttribute('href', addressOf(stops[to]));
      else way.removeAttribute('href');
      if (leads) way.removeAttribute('aria-disabled');
      else way.setAttribute('aria-disabled', 'true');
    }
  }

  /** @param {string} words */
  complain(words) {
    byId('notice').textContent = words;
  }

  /** @param {string} name */
  step(name) {
    const last = stops.length - 1;
    const to = { first: 0, back: this.place - 1, forward: this.place + 1, last }[name];
    if (to !== undefined) this.go(to);
  }
}

// The board

/** The zoom buttons lie below the field. */
const GAUGE_PX = 44;
const insets = () => ({ top: byId('standings').offsetHeight, right: 0, bottom: isNarrow() ? 0 : GAUGE_PX, left: 0 });

const camera = new Camera(svg, { tap() {}, hold() {}, hover() {}, grab: () => false, drag() {}, drop() {}, moved() {} }, insets);

/** The unit of the lists that is pointed out, wherever it goes. @type {string | undefined} */
let picked;

function pointOut() {
  const layer = board.layer('plan');
  layer.replaceChildren();
  const unit = picked ? board.unit(picked) : null;
  for (const row of document.querySelectorAll('[data-pick]')) {
    row.setAttribute('aria-pressed', String(unit !== null && /** @type {HTMLElement} */ (row).dataset.pick === picked));
  }
  if (!unit) return;
  board.mark(layer, unit, 'is-selected', camera.unitsPerPx);
  camera.reveal(board.toSvg(unit));
}

// What is pressed and pulled

const told = new Told();
const film = new Film(told);
const sheet = new Sheet();
sheet.open('record');

const KEYS = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
const SLIDER_KEYS = { ...KEYS, ArrowDown: 'back', ArrowUp: 'forward' };
const LEAP = 10;

slider.addEventListener('input', () => film.go(placeOf(Number(slider.value))));
slider.form?.addEventListener('submit', (event) => event.preventDefault());

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const isElsewhere = target.closest('[role="tablist"], .log, .panels') && !event.key.startsWith('Arrow');
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || target.closest('[role="tablist"]') || isElsewhere) return;
  const isSlider = target === slider;
  const name = (isSlider ? SLIDER_KEYS : KEYS)[/** @type {'Home'} */ (event.key)];
  const leap = isSlider && { PageUp: LEAP, PageDown: -LEAP }[event.key];
  if (!name && !leap) return;
  event.preventDefault();
  if (name) film.step(name);
  else if (leap) film.go(film.place + leap);
});

document.addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const other = /** @type {HTMLAnchorElement | null} */ (target.closest('a[hreflang]'));
  if (other) other.href = `${addressOf(stops[film.place])}&lang=${other.hreflang}`;
  const pressed = /** @type {HTMLElement | null} */ (target.closest('[data-step], [data-zoom], [data-pick], [data-do="fold"]'));
  if (!pressed) return;
  const { step, zoom, pick } = pressed.dataset;
  if (step) {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!pressed.hasAttribute('aria-disabled')) film.step(step);
  } else if (pick) {
    picked = picked === pick ? undefined : pick;
    pointOut();
  } else if (zoom === 'fit') camera.fit();
  else if (zoom) camera.zoom(zoom === 'in' ? 1.4 : 1 / 1.4);
  else sheet.fold();
});

film.mark();
told.show(Number(document.body.dataset.seq));
pointOut();
