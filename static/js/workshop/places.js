/** The workshop on a board made of places: everything lies in a cell, a hole may be a cell too. */

import { s } from '../base/dom.js';

/** @typedef {import('../board.js').Place} Place */
/** @typedef {Place & {cell: string, width: number, height: number, label?: string}} CellPlace */
/** @typedef {{id: string, how: string, name: string, turn: number, side: string, ghost: any}} Tool */

export class PlacesDesk {
  hasPlaces = false;
  /** What a cell's element is known by. */
  key = 'cell';

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.width = Number(svg.dataset.width);
    this.height = Number(svg.dataset.height);
  }

  /** Every cell: its name, its middle in the SVG, its size. */
  cells() {
    return [...this.svg.querySelectorAll(`[data-${this.key}]`)].map((element) => this.read(/** @type {SVGGElement} */ (element)));
  }

  /** A cell as its element tells it. @param {SVGGElement} element */
  read(element) {
    const { x, y, width, height } = element.dataset;
    return { cell: element.dataset[this.key] ?? '', label: element.dataset.label ?? element.dataset[this.key] ?? '', x: Number(x), y: this.height - Number(y), width: Number(width), height: Number(height) };
  }

  /** The cell that a place of the SVG lies in, else the nearest. @param {Place} at @returns {CellPlace} */
  at(at) {
    const far = (cell) => Math.max(Math.abs(cell.x - at.x) / cell.width, Math.abs(cell.y - at.y) / cell.height);
    return this.cells().reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  }

  start() {
    return this.cells()[0];
  }

  /** The next cell in a direction, the same one at the rim of the map. @param {CellPlace} from @param {number} dx @param {number} dy */
  beside(from, dx, dy) {
    const here = this.cells().find(({ cell }) => cell === from.cell) ?? this.start();
    const next = this.at({ x: here.x + dx * here.width, y: here.y - dy * here.height });
    return next;
  }

  /** @param {Tool} tool @param {CellPlace} at @param {number} turn */
  placing(tool, at, turn) {
    return { type: 'place', tool: tool.id, cell: at.cell, turn_deg: tool.turn ? ((turn % 360) + 360) % 360 : 0 };
  }

  /** The cell that a thing comes to; null where it would be off the map. @param {string} id @param {Place} from @param {Place} to @returns {CellPlace | null} */
  goal(id, from, to) {
    const here = this.placeOf(id);
    const wanted = { x: here.x + to.x - from.x, y: here.y + to.y - from.y };
    const cell = this.at(wanted);
    return Math.abs(cell.x - wanted.x) < cell.width / 2 && Math.abs(cell.y - wanted.y) < cell.height / 2 ? cell : null;
  }

  /** @param {string} id @param {Place} from @param {Place} to */
  moving(id, from, to) {
    const goal = this.goal(id, from, to);
    return goal && { type: 'move', id, cell: goal.cell };
  }

  /** An arrow key carries what is chosen to the next cell. */
  stride() {
    return 1;
  }

  /** How far things are carried by so many cells; null where that leads off the board. @param {string} _id the first of them @param {Place} by to the east and to the north @returns {Place | null} */
  carried(_id, by) {
    const { width, height } = this.start();
    return { x: by.x * width, y: -by.y * height };
  }

  /** @param {string} id @returns {SVGGElement | null} */
  element(id) {
    const name = CSS.escape(id);
    return this.svg.querySelector(`[data-unit="${name}"], [data-area="${name}"], [data-edge="${name}"], [data-${this.key}="${name}"]`);
  }

  /** The cell that a thing lies in. @param {string} id @returns {CellPlace} */
  placeOf(id) {
    const name = this.element(id)?.dataset.on ?? id;
    return this.cells().find(({ cell }) => cell === name) ?? this.start();
  }

  /** The middle of a thing; null for one that is not on the map. @param {string | null} id @returns {Place | null} */
  middleOf(id) {
    const element = id === null ? null : this.element(id);
    return element ? { x: Number(element.dataset.x), y: Number(element.dataset.y) } : null;
  }

  /** A stack under the pointer, else the cell. @param {Place} at in the SVG @param {number} px */
  thingAt(at, px) {
    for (const element of this.svg.querySelectorAll('[data-unit], [data-edge]')) {
      const { unit, edge, x, y, radius } = /** @type {SVGGElement} */ (element).dataset;
      const reach = Number(radius) + 4 * px;
      if (Math.abs(Number(x) - at.x) <= reach && Math.abs(this.height - Number(y) - at.y) <= reach) return unit ?? edge ?? null;
    }
    const cell = this.at(at);
    const isInside = Math.abs(cell.x - at.x) <= cell.width / 2 && Math.abs(cell.y - at.y) <= cell.height / 2;
    return isInside ? cell.cell : null;
  }

  /** @param {string} id @param {Place} from @param {Place} to */
  shift(id, from, to) {
    const goal = this.goal(id, from, to);
    if (goal && this.element(id)?.dataset.unit) this.element(id)?.setAttribute('transform', `translate(${goal.x} ${goal.y})`);
  }

  /** @param {Element} layer @param {Tool | null} _tool @param {CellPlace} at */
  ghost(layer, _tool, at) {
    const cell = this.cells().find((each) => each.cell === at.cell);
    if (!cell) return;
    layer.append(s('rect', { class: 'ghost-cell', x: cell.x - cell.width / 2 - 5, y: cell.y - cell.height / 2 - 5, width: cell.width + 10, height: cell.height + 10, rx: 14 }));
  }

  /** @param {Element} layer @param {CellPlace} at */
  cross(layer, at) {
    this.ghost(layer, null, at);
  }

  /** Nothing is drawn corner by corner here. */
  cornerAt() {
    return -1;
  }

  handles() {}

  /** Where a thing being dragged would come to lie. @param {Element} layer @param {string} id @param {Place} from @param {Place} to */
  aim(layer, id, from, to) {
    const goal = this.goal(id, from, to);
    if (goal) this.ghost(layer, null, goal);
  }

  /** Where a copy would come to lie. @param {Element} layer @param {SVGElement | null} _shape @param {string} id @param {Place} from @param {Place} to */
  likeness(layer, _shape, id, from, to) {
    this.aim(layer, id, from, to);
  }

  /** @param {CellPlace} at */
  words(at) {
    return at.label || at.cell;
  }
}
