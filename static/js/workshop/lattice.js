/** The workshop on squares and hexes: cells all of one outline. */

import { s } from '../base/dom.js';
import { PlacesDesk } from './places.js';

/** So far from the middle of a cell, in cells, one is no longer on the board. */
const OFF = 0.75;

export class LatticeDesk extends PlacesDesk {
  /** @param {SVGGElement} element */
  read(element) {
    const size = Number(this.svg.dataset.size);
    const { cell = '', label = '', x, y, column, row } = element.dataset;
    return { cell, label, x: Number(x), y: this.height - Number(y), width: size, height: size, column: Number(column), row: Number(row) };
  }

  /** The nearest cell. @param {import('../board.js').Place} at in the SVG @returns {import('./places.js').CellPlace} */
  at(at) {
    const far = (cell) => Math.hypot(cell.x - at.x, cell.y - at.y);
    return this.cells().reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  }

  /** The next cell in a column or row, over holes; the same one at the rim. So the way back is the same as the way there. @param {import('./places.js').CellPlace} from @param {number} dx @param {number} dy */
  beside(from, dx, dy) {
    const cells = this.cells();
    const here = cells.find(({ cell }) => cell === from.cell) ?? cells[0];
    const that = (each) => (each.column - here.column) * dx + (here.row - each.row) * dy;
    const off = (each) => Math.abs((each.column - here.column) * dy) + Math.abs((each.row - here.row) * dx);
    return cells.filter((each) => that(each) > 0 && off(each) === 0).sort((a, b) => that(a) - that(b))[0] ?? here;
  }

  /** As far as to the cell so many columns and rows on: of hexes the next row lies half a cell to one side, the one after it to the
   * other, so that nothing drifts. @param {string} id @param {import('../board.js').Place} by */
  carried(id, by) {
    const here = this.read(/** @type {SVGGElement} */ (this.svg.querySelector(`[data-cell="${CSS.escape(this.placeOf(id).cell)}"]`)));
    const to = this.cells().find(({ column, row }) => column === here.column + by.x && row === here.row - by.y);
    return to ? { x: to.x - here.x, y: to.y - here.y } : null;
  }

  /** The cell that a thing comes to; null where it would be off the board. @param {string} id @param {import('../board.js').Place} from @param {import('../board.js').Place} to */
  goal(id, from, to) {
    const here = this.placeOf(id);
    const wanted = { x: here.x + to.x - from.x, y: here.y + to.y - from.y };
    const cell = this.at(wanted);
    return Math.hypot(cell.x - wanted.x, cell.y - wanted.y) < OFF * Number(this.svg.dataset.size) ? cell : null;
  }

  /** What fills cells and can be chosen: pieces of scenery. @returns {Array<{id: string, box: DOMRect}>} */
  pieces() {
    return [...this.svg.querySelectorAll('.area-terrain[data-area]')].map((element) => ({
      id: /** @type {SVGGElement} */ (element).dataset.area ?? '',
      box: /** @type {SVGGraphicsElement} */ (element.querySelector('.ground')).getBBox(),
    }));
  }

  /** What stands in a cell, else the piece that fills it, else the cell. @param {import('../board.js').Place} at in the SVG @param {number} px */
  thingAt(at, px) {
    const found = super.thingAt(at, px);
    if (!this.cells().some(({ cell }) => cell === found)) return found;
    const isOn = ({ box }) => at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
    return this.pieces().find(isOn)?.id ?? found;
  }

  /** The cell that a thing lies in; of a piece that fills several the north-western one. @param {string} id */
  placeOf(id) {
    const piece = this.pieces().find((each) => each.id === id);
    const half = Number(this.svg.dataset.size) / 2;
    return piece ? this.at({ x: piece.box.x + half, y: piece.box.y + half }) : super.placeOf(id);
  }

  /** @param {string | null} id */
  middleOf(id) {
    const piece = this.pieces().find((each) => each.id === id);
    return piece ? { x: piece.box.x + piece.box.width / 2, y: this.height - piece.box.y - piece.box.height / 2 } : super.middleOf(id);
  }

  /** The cell, and which way what is put there would look. @param {Element} layer @param {any} tool @param {import('./places.js').CellPlace} at @param {number} [turn] */
  ghost(layer, tool, at, turn = 0) {
    const d = this.svg.querySelector('#cell-outline')?.getAttribute('d') ?? '';
    layer.append(s('path', { class: 'ghost-cell', d, transform: `translate(${at.x} ${at.y})` }));
    const r = Number(this.svg.dataset.size) * 0.48;
    if (tool?.turn) layer.append(s('path', { class: 'plan-front', d: `M${r} 0L${0.62 * r} ${0.34 * r}V${-0.34 * r}Z`, transform: `translate(${at.x} ${at.y})rotate(${-turn})` }));
  }
}
