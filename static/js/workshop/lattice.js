/** The workshop on squares and hexes: cells all of one outline. */

import { s } from '../base/dom.js';
import { PlacesDesk } from './places.js';

/** So far from the middle of a cell, in cells, one is no longer on the board. */
const OFF = 0.75;

export class LatticeDesk extends PlacesDesk {
  /** @param {SVGGElement} element */
  read(element) {
    const size = Number(this.svg.dataset.size);
    const { cell = '', label = '', x, y } = element.dataset;
    return { cell, label, x: Number(x), y: this.height - Number(y), width: size, height: size };
  }

  /** The nearest cell. @param {import('../board.js').Place} at in the SVG @returns {import('./places.js').CellPlace} */
  at(at) {
    const far = (cell) => Math.hypot(cell.x - at.x, cell.y - at.y);
    return this.cells().reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  }

  /** The cell in the next column or row, the same one at the rim. @param {import('./places.js').CellPlace} from @param {number} dx @param {number} dy */
  beside(from, dx, dy) {
    const here = this.svg.querySelector(`[data-cell="${CSS.escape(from.cell)}"]`) ?? this.svg.querySelector('[data-cell]');
    const { column, row } = /** @type {SVGGElement} */ (here).dataset;
    const next = this.svg.querySelector(`[data-column="${Number(column) + dx}"][data-row="${Number(row) - dy}"]`) ?? here;
    return this.read(/** @type {SVGGElement} */ (next));
  }

  /** The cell that a thing comes to; null where it would be off the board. @param {string} id @param {import('../board.js').Place} from @param {import('../board.js').Place} to */
  goal(id, from, to) {
    const here = this.placeOf(id);
    const wanted = { x: here.x + to.x - from.x, y: here.y + to.y - from.y };
    const cell = this.at(wanted);
    return Math.hypot(cell.x - wanted.x, cell.y - wanted.y) < OFF * Number(this.svg.dataset.size) ? cell : null;
  }

  /** The cell, and which way what is put there would look. @param {Element} layer @param {any} tool @param {import('./places.js').CellPlace} at @param {number} [turn] */
  ghost(layer, tool, at, turn = 0) {
    const d = this.svg.querySelector('#cell-outline')?.getAttribute('d') ?? '';
    layer.append(s('path', { class: 'ghost-cell', d, transform: `translate(${at.x} ${at.y})` }));
    const r = Number(this.svg.dataset.size) * 0.48;
    if (tool?.turn) layer.append(s('path', { class: 'plan-front', d: `M${r} 0L${0.62 * r} ${0.34 * r}V${-0.34 * r}Z`, transform: `translate(${at.x} ${at.y})rotate(${-turn})` }));
  }
}
