/**
 * Words beside what they are about, that neither lie over one another nor over units. Sizes are reckoned, not measured, so
 * that placing them costs no layout.
 */

import { s } from '../base/dom.js';

/** @typedef {{x: number, y: number}} Place in the SVG's own units */
/** @typedef {{x: number, y: number, w: number, h: number}} Box about its middle */

const LETTER_PX = 6.9;
const LINE_PX = 15;
const PAD_PX = 3;
/** Where words go about a thing, the best first: below, above, beside. */
const ABOUT = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.8, 0.8], [-0.8, 0.8], [0.8, -0.8], [-0.8, -0.8]];
const DISTANCES = [1, 1.9, 2.9];

export class Labels {
  /** @param {number} px board units per pixel @param {boolean} [isTurned] whether the table is seen from its other side */
  constructor(px, isTurned = false) {
    this.px = px;
    /** Which way is down on the screen. */
    this.down = isTurned ? -1 : 1;
    /** @type {Box[]} */
    this.taken = [];
    /** @type {Set<string>} what is said once for all places that it is true of */
    this.said = new Set();
  }

  /** Whether something is to be said for the first time. @param {string} words */
  isNew(words) {
    return !this.said.has(words) && Boolean(this.said.add(words));
  }

  /** Words stay where they can be read. @param {{x: number, y: number, width: number, height: number}} seen what of the board is in view */
  stayIn({ x, y, width, height }) {
    this.seen = { x: x + width / 2, y: y + height / 2, w: width, h: height };
  }

  /** Words keep off a place. @param {Place} at @param {number} radius */
  keepOff(at, radius) {
    this.taken.push({ x: at.x, y: at.y, w: 2 * radius, h: 2 * radius });
  }

  /** What is at a place may be covered: the words are about it. @param {Place} at */
  giveUp(at) {
    this.taken = this.taken.filter((box) => Math.abs(box.x - at.x) > box.w / 4 || Math.abs(box.y - at.y) > box.h / 4);
  }

  /** Words keep off units, which stand up from their bases, and the names under them. @param {import('./surface.js').Piece[]} units @param {(at: Place) => Place} toSvg */
  keepOffUnits(units, toSvg) {
    for (const unit of units) {
      const at = toSvg(unit);
      const r = Math.max(unit.radius, 10 * this.px);
      this.taken.push({ x: at.x, y: at.y - this.down * 0.2 * r, w: 2 * r, h: 2.4 * r });
      const isBelow = !unit.element.classList.contains('is-counter') && unit.element.querySelector('.unit-label:not(.is-covered)') !== null;
      if (isBelow) this.taken.push({ x: at.x, y: at.y + this.down * (unit.radius + 8 * this.px), w: 34 * this.px, h: 14 * this.px });
    }
  }

  /** Words keep off a line. @param {Place[]} places */
  keepOffWay(places) {
    const step = 12 * this.px;
    places.slice(1).forEach((to, n) => {
      const from = places[n];
      const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step);
      for (let i = 1; i < count; i++) this.keepOff({ x: from.x + ((to.x - from.x) * i) / count, y: from.y + ((to.y - from.y) * i) / count }, 4 * this.px);
    });
  }

  /** Words keep off other words. @param {Element} drawn what may hold some */
  keepOffWords(drawn) {
    for (const text of drawn.querySelectorAll('.overlay-label')) this.taken.push(...boxesOf(text, this.px));
  }

  /** Words keep off the names of terrain that can be read. @param {Iterable<Element>} names */
  keepOffNames(names) {
    for (const name of names) {
      const words = name.textContent ?? '';
      this.taken.push({ x: Number(name.getAttribute('x')), y: Number(name.getAttribute('y')) + Number(name.getAttribute('dy') ?? 0), w: words.length * 6.5 * this.px, h: 13 * this.px });
    }
  }

  /** How large words are. @param {string[]} lines */
  size(lines) {
    return { w: (Math.max(...lines.map((line) => line.length)) * LETTER_PX + 2 * PAD_PX) * this.px, h: lines.length * LINE_PX * this.px };
  }

  /** Puts words about a thing that is so large, where there is most room. @param {Place} at @param {number} radius @param {Array<{words: string, kind?: string}>} lines @param {Place[]} [first] spots that are better than any other
   * @param {number} [most] as of `put` */
  about(at, radius, lines, first = [], most = Infinity) {
    const size = this.size(lines.map(({ words }) => words));
    const spots = DISTANCES.flatMap((far) => ABOUT.map(([dx, dy]) => ({
      x: at.x + dx * (radius + size.w / 2 + far * 3 * this.px) * (dy ? Math.abs(dx) : 1),
      y: at.y + this.down * dy * (radius + size.h / 2 + (far - 1) * LINE_PX * this.px + 3 * this.px),
    })));
    return this.put([...first, ...spots], size, lines, most);
  }

  /** Puts words on the first of some spots that is free, else on the one that is least taken. @param {Place[]} spots @param {{w: number, h: number}} size @param {Array<{words: string, kind?: string}>} lines
   * @param {number} [most] so much of them may lie over something; if more would, they are left away @returns {SVGElement | string} */
  put(spots, size, lines, most = Infinity) {
    let best = spots[0];
    let least = Infinity;
    for (const spot of spots.map((each) => this.inView(each, size))) {
      const over = this.over({ ...spot, ...size });
      if (over < least) [best, least] = [spot, over];
      if (over === 0) break;
    }
    if (least > most * size.w * size.h) return '';
    this.taken.push({ ...best, ...size });
    return text(best, lines, LINE_PX * this.px);
  }

  /** The nearest spot to one at which words can be read whole, where something of them is in view. @param {Place} at @param {{w: number, h: number}} size @returns {Place} */
  inView(at, size) {
    const { seen } = this;
    if (!seen || !overlap({ ...at, ...size }, seen)) return at;
    const near = (/** @type {number} */ value, /** @type {number} */ middle, /** @type {number} */ room) => middle + Math.max(-room, Math.min(value - middle, room));
    return { x: near(at.x, seen.x, Math.max(0, seen.w - size.w) / 2), y: near(at.y, seen.y, Math.max(0, seen.h - size.h) / 2) };
  }

  /** Words on one of some spots. @param {Place[]} spots @param {string} words @param {string} [kind] @param {number} [most] */
  on(spots, words, kind, most) {
    return this.put(spots, this.size([words]), [{ words, kind }], most);
  }

  /** How much of a box is taken, or out of view. @param {Box} box */
  over(box) {
    const hidden = this.seen && !isWithin(box, this.seen) ? box.w * box.h - overlap(box, this.seen) : 0;
    return hidden + this.taken.reduce((sum, other) => sum + overlap(box, other), 0);
  }
}

/** Where words lie, line by line. @param {Element} text @param {number} px @returns {Box[]} */
export function boxesOf(text, px) {
  const lines = text.querySelectorAll('tspan').length ? [...text.querySelectorAll('tspan')] : [text];
  return lines.map((line) => ({
    x: Number(line.getAttribute('x')),
    y: Number(line.getAttribute('y')),
    w: ((line.textContent ?? '').length * LETTER_PX * (line.classList.contains('tape-total') ? 1.2 : 1) + PAD_PX) * px,
    h: (LINE_PX - 1) * px,
  }));
}

/** @param {Place} at @param {Array<{words: string, kind?: string}>} lines @param {number} step */
function text(at, lines, step) {
  if (lines.length === 1) return s('text', { class: `overlay-label ${lines[0].kind ?? ''}`, x: at.x, y: at.y }, lines[0].words);
  const top = at.y - ((lines.length - 1) * step) / 2;
  return s('text', { class: 'overlay-label', x: at.x, y: top }, ...lines.map(({ words, kind }, n) => s('tspan', { class: kind ?? '', x: at.x, y: top + n * step }, words)));
}

/** @param {Box} box @param {Box} round */
function isWithin(box, round) {
  return Math.abs(box.x - round.x) <= (round.w - box.w) / 2 && Math.abs(box.y - round.y) <= (round.h - box.h) / 2;
}

/** How much of two boxes lies over one another. @param {Box} a @param {Box} b */
export function overlap(a, b) {
  const w = Math.min(a.w, b.w, (a.w + b.w) / 2 - Math.abs(a.x - b.x));
  const h = Math.min(a.h, b.h, (a.h + b.h) / 2 - Math.abs(a.y - b.y));
  return w > 0 && h > 0 ? w * h : 0;
}
