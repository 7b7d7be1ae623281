/** A pile of counters, spread out over the board so that each is as large as a finger: drawn anew on a ground of its own, above all others. */

import { s } from '../base/dom.js';

/** @typedef {import('./surface.js').Piece} Piece */
/** @typedef {import('./surface.js').Place} Place */

/** As much room each counter has for a finger, and for a mouse: what is closer together than that is spread out. */
const FINGER_PX = 44;
const MOUSE_PX = 24;
const GAP_PX = 6;

export class Fan {
  /** @param {import('./lattice.js').LatticeBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {{cell: string, middle: Place, half: Place, places: Array<{unit: string, x: number, y: number}>, reach: number} | null} */
    this.spread = null;
    this.layer = s('g', { class: 'fan', 'aria-hidden': 'true' });
    board.svg.querySelector('#layer-tokens')?.after(this.layer);
    const tokens = board.svg.querySelector('#layer-tokens');
    if (tokens) new MutationObserver(() => this.close()).observe(tokens, { subtree: true, childList: true, attributes: true, attributeFilter: ['transform', 'data-on'] });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
  }

  /** Whether a pointer could not tell these counters from one another. @param {Piece[]} units @param {number} px */
  isCrowded(units, px) {
    const least = (matchMedia('(pointer: coarse)').matches ? FINGER_PX : MOUSE_PX) * px;
    return units.some((unit, n) => units.slice(n + 1).some((other) => Math.max(Math.abs(unit.x - other.x), Math.abs(unit.y - other.y)) < least));
  }

  /** Spreads out what lies in a cell. @param {string} cell @param {Place} middle on the board @param {Piece[]} units @param {number} px */
  open(cell, middle, units, px) {
    const across = units.length > 3 ? Math.ceil(Math.sqrt(units.length)) : units.length;
    const down = Math.ceil(units.length / across);
    const step = Math.max(FINGER_PX * px, 2 * Math.max(...units.map((unit) => unit.radius))) + GAP_PX * px;
    const half = { x: (across * step) / 2 + GAP_PX * px, y: (down * step) / 2 + GAP_PX * px };
    const at = this.inView(middle, half);
    const places = units.map((unit, n) => ({ unit: unit.id, x: at.x + ((n % across) - (across - 1) / 2) * step, y: at.y + ((down - 1) / 2 - Math.floor(n / across)) * step }));
    this.spread = { cell, middle: at, half, places, reach: step / 2 };
    const corner = this.board.toSvg({ x: at.x - half.x, y: at.y + half.y });
    const ground = s('rect', { class: 'fan__ground', ...corner, width: 2 * half.x, height: 2 * half.y, rx: GAP_PX * px });
    this.layer.replaceChildren(ground, ...units.map((unit, n) => this.drawn(unit, places[n], (step - GAP_PX * px) / (2 * unit.radius))));
  }

  /** A counter as it is drawn, elsewhere and larger; no unit to anybody who looks for units. @param {Piece} unit @param {Place} place @param {number} scale */
  drawn(unit, place, scale) {
    const { x, y } = this.board.toSvg(place);
    const copy = /** @type {SVGGElement} */ (unit.element.cloneNode(true));
    for (const { name } of [...copy.attributes]) if (name !== 'class') copy.removeAttribute(name);
    copy.querySelector('.piled')?.remove();
    copy.setAttribute('transform', `translate(${x} ${y})scale(${scale})`);
    return copy;
  }

  /** Wholly in view, where the view is large enough. @param {Place} middle @param {Place} half */
  inView(middle, half) {
    const { x, y, width, height } = this.board.seen();
    if (this.board.isTurned || width < 2 * half.x || height < 2 * half.y) return middle;
    const at = this.board.toSvg(middle);
    return this.board.fromSvg({ x: Math.min(Math.max(at.x, x + half.x), x + width - half.x), y: Math.min(Math.max(at.y, y + half.y), y + height - half.y) });
  }

  close() {
    this.spread = null;
    if (this.layer.hasChildNodes()) this.layer.replaceChildren();
  }

  /** The cell whose counters are spread out over a place. @param {Place} at @returns {string | null} */
  cellAt(at) {
    const found = this.spread;
    return found && Math.abs(at.x - found.middle.x) <= found.half.x && Math.abs(at.y - found.middle.y) <= found.half.y ? found.cell : null;
  }

  /** The counter that is spread out at a place. @param {Place} at @returns {string | null} */
  unitAt(at) {
    return this.spread?.places.find((place) => Math.max(Math.abs(at.x - place.x), Math.abs(at.y - place.y)) <= (this.spread?.reach ?? 0))?.unit ?? null;
  }
}
