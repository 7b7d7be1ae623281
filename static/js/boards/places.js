/**
 * A board made of places, whatever their shape: which lies where, how to get from one to another, what stands on one, and drawing over
 * them. A kind says how a place is read off its element, which lie next to it, and what is drawn round one.
 * Columns count from the west, rows from the north.
 */

import { isNarrow, s } from '../base/dom.js';
import { t } from '../base/words.js';
import { Surface } from './surface.js';
import * as turning from './turning.js';

/** @typedef {import('./surface.js').Place} Place */
/** @typedef {import('./surface.js').Cell & {column: number, row: number}} Cell */

const REACH_PX = 8;
/** As wide as a place has to be for a finger. */
const FINGER_PX = 48;
/** So large a unit is on a narrow page at first, at the least. */
const TOKEN_PX = 32;

export class PlacesBoard extends Surface {
  /** The keyboard goes from place to place, whether anything is planned or not. */
  hasPlaces = true;
  /** What a place's element is known by: its id stands in it. */
  key = 'data-cell';
  /** How large the stops of a way are, the last one first. */
  stops = [9, 6];

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    super(svg);
    /** @type {Map<string, Cell> | null} the places by their ids and by column and row, until one is another */
    this.places = null;
    this.watchingPlaces = new MutationObserver(() => (this.places = null));
    this.watchingPlaces.observe(svg, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-card', 'data-cell', 'data-name', 'aria-label'] });
  }

  /** A place as its element tells it. @param {SVGGElement} _element @returns {Cell} */
  read(_element) {
    throw new Error('expected the kind of board to read its places');
  }

  /** Columns and rows of what may lie next to a place. @param {Cell} _cell @returns {Array<[number, number]>} */
  adjoining(_cell) {
    return [];
  }

  /** Whether a place of the board lies in one of its places. @param {Cell} cell @param {Place} at */
  covers(cell, at) {
    return Math.abs(cell.x - at.x) <= cell.width / 2 && Math.abs(cell.y - at.y) <= cell.height / 2;
  }

  /** @returns {Map<string, Cell>} */
  index() {
    if (this.watchingPlaces.takeRecords().length) this.places = null;
    this.places ??= new Map([...this.svg.querySelectorAll(`[${this.key}]`)].map((element) => this.read(/** @type {SVGGElement} */ (element))).flatMap((cell) => [[cell.id, cell], [spot(cell.column, cell.row), cell]]));
    return this.places;
  }

  /** Every place, row by row. @returns {Cell[]} */
  cells() {
    return [...new Set(this.index().values())];
  }

  /** @param {string} id @returns {Cell | null} */
  cell(id) {
    return this.index().get(id) ?? null;
  }

  /** @param {Place} at @returns {Cell | null} */
  cellAt(at) {
    return this.cells().find((cell) => this.covers(cell, at)) ?? null;
  }

  /** A unit or a place. @param {string} id */
  thing(id) {
    return this.unit(id) ?? this.cell(id);
  }

  /** The id of the place that is somewhere, which a plan may be waiting for. @param {Place} at */
  areaAt(at) {
    return this.cellAt(at)?.id ?? null;
  }

  /** How far a pointer is from a unit's rim. @param {import('./surface.js').Piece} unit @param {Place} at */
  off(unit, at) {
    return Math.hypot(unit.x - at.x, unit.y - at.y) - unit.radius;
  }

  /** The unit a pointer means: under it, else the nearest one that a finger touches. @param {Place} at @param {number} px */
  unitAt(at, px) {
    let best = null;
    let nearest = REACH_PX * px;
    for (const unit of this.units()) {
      const gap = this.off(unit, at);
      if (gap < nearest) [best, nearest] = [unit, gap];
    }
    return best;
  }

  /** What stands on a place. @param {string | null} cell */
  on(cell) {
    return this.units().filter((unit) => unit.element.dataset.on === cell);
  }

  /** The places next to one; holes are none. @param {string} id @returns {Cell[]} */
  neighbours(id) {
    const from = this.cell(id);
    if (!from) return [];
    return this.adjoining(from).map(([column, row]) => this.cell(spot(column, row))).filter((each) => each !== null);
  }

  /** A cheapest way from place to place, the first left out; null where there is none. @param {string} from @param {string} to
   * @param {(cell: string) => number} [cost] what it costs to enter a place, a whole number; infinite where it cannot be entered
   * @returns {string[] | null} */
  way(from, to, cost = () => 1) {
    /** @type {Map<string, {spent: number, from: string}>} */
    const best = new Map([[from, { spent: 0, from: '' }]]);
    /** @type {string[][]} */
    const waiting = [[from]]; // by what was spent on the way there
    for (let spent = 0; spent < waiting.length; spent++) {
      for (const cell of waiting[spent] ?? []) {
        if ((best.get(cell)?.spent ?? 0) < spent) continue;
        if (cell === to) return this.back(best, to);
        for (const next of this.neighbours(cell)) {
          const sum = spent + cost(next.id);
          if (sum >= (best.get(next.id)?.spent ?? Infinity)) continue;
          best.set(next.id, { spent: sum, from: cell });
          (waiting[sum] ??= []).push(next.id);
        }
      }
    }
    return null;
  }

  /** @param {Map<string, {spent: number, from: string}>} best @param {string} to */
  back(best, to) {
    const found = [];
    for (let cell = to; best.get(cell)?.from; cell = best.get(cell)?.from ?? '') found.unshift(cell);
    return found;
  }

  /** Where the arrow keys go: the middle of the next place that way, over holes. @param {Place} from @param {number} dx @param {number} dy */
  beside(from, dx, dy) {
    const here = this.cellAt(from) ?? this.nearest(from);
    const that = (each) => (each.column - here.column) * dx + (here.row - each.row) * dy;
    const off = (each) => Math.abs((each.column - here.column) * dy) + Math.abs((each.row - here.row) * dx);
    const ahead = this.cells().filter((each) => that(each) > 0 && off(each) === 0).sort((a, b) => that(a) - that(b));
    const { x, y } = ahead[0] ?? here;
    return { x, y };
  }

  /** @param {Place} at @returns {Cell} */
  nearest(at) {
    return this.cells().reduce((best, each) => (gap(each, at) < gap(best, at) ? each : best));
  }

  /** Where a finger begins: amid a seat's units, else amid everybody's or the whole, with every place large enough to be touched; on a
   * narrow page also the units large enough to be told apart, and the names of places near enough to be read. @param {string} seat */
  home(seat) {
    const units = this.units();
    const cells = this.cells();
    const [seen] = [units.filter((unit) => unit.seat === seat), units, cells].filter((found) => found.length);
    const amid = (values) => (Math.min(...values) + Math.max(...values)) / 2;
    const at = { x: amid(seen.map((unit) => unit.x)), y: amid(seen.map((unit) => unit.y)) };
    const least = Math.min(...units.map((unit) => unit.radius)) * 2 / TOKEN_PX;
    const scale = Math.min(cells[0].width / FINGER_PX, ...(isNarrow() ? [least, Number(this.svg.dataset.far ?? Infinity)] : []));
    return { ...this.toSvg(at), scale, isEmpty: units.length === 0 };
  }

  /** On its lower or its upper rim: beside it they would be taken for another place's. @param {Place} at @param {number} half */
  aimSpots({ x, y }, half) {
    const down = this.isTurned ? -1 : 1;
    return [{ x, y: y + down * 0.9 * half }, { x, y: y - down * 0.9 * half }];
  }

  // What the ruler and the pointing finger say

  /** @param {Place} at */
  anchor(at) {
    const { x, y } = this.nearest(at);
    return { x, y };
  }

  /** @param {Place} start @param {Place} end */
  distanceWords(start, end) {
    const way = this.way(this.nearest(start).id, this.nearest(end).id);
    const n = way?.length ?? 0;
    return way === null ? '∞' : t(n === 1 ? 'steps_between_one' : 'steps_between', { n });
  }

  /** @param {Place} at */
  placeWords(at) {
    const { name: called, label: cell } = this.nearest(at);
    return `${cell}, ${called}`;
  }

  scaleBar() {
    return null;
  }

  // Turning somebody on a place, and the lines between two of them

  /** @param {Element} layer @param {string} cell @param {number[]} degrees @param {number | null} on @param {number} px */
  turns(layer, cell, degrees, on, px) {
    const place = this.cell(cell);
    if (place) turning.draw(layer, this.toSvg(place), place.radius, degrees, on, px);
  }

  /** @param {string} cell @param {number[]} degrees @param {Place} at @param {number} px */
  turnAt(cell, degrees, at, px) {
    const place = this.cell(cell);
    return place && turning.meant(place, place.radius, degrees, at, px, this.covers(place, at));
  }

  /** The line between two places that lie side by side: its middle, how long it is, which way it runs. @param {[string, string]} between */
  lineBetween(between) {
    const [one, other] = between.map((id) => this.cell(id));
    if (!one || !other) return null;
    const [dx, dy] = [other.x - one.x, other.y - one.y];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, length: this.sideOf(one, dx, dy), deg: (Math.atan2(-dx, dy) * 180) / Math.PI };
  }

  /** How long the side of a place is that lies this way. @param {Cell} cell @param {number} dx @param {number} dy */
  sideOf(cell, dx, dy) {
    return Math.abs(dx) > Math.abs(dy) ? cell.height : cell.width;
  }

  /** @param {Place} at @param {Array<[string, string]>} lines @param {number} px */
  betweenAt(at, lines, px) {
    let best = null;
    let nearest = Math.max(FINGER_PX / 2 * px, (this.cells()[0]?.width ?? 0) / 2);
    for (const between of lines) {
      const line = this.lineBetween(between);
      const off = line ? turning.off(line, at) : Infinity;
      if (off < nearest) [best, nearest] = [between, off];
    }
    return best;
  }

  /** @param {Element} layer @param {[string, string]} between @param {string} kind */
  drawBetween(layer, between, kind) {
    const line = this.lineBetween(between);
    if (!line) return;
    const { x, y } = this.toSvg(line);
    const d = `M${-line.length / 2} 0h${line.length}`;
    const how = { d, transform: `translate(${x} ${y})rotate(${-line.deg})` };
    layer.append(s('path', { class: `between-casing ${kind}`, ...how }), s('path', { class: `between-line ${kind}`, ...how }));
  }

  // Drawing over places

  /** Where the keyboard is. @param {Element} layer @param {Place} at */
  cross(layer, at) {
    const found = this.cellAt(at);
    if (found) this.mark(layer, found, 'is-cursor', 0);
  }

  /** The way of a plan: through the middles of places, a stop on each. @param {Element} layer @param {string[]} cells the start first @param {{bad: boolean, tentative: boolean}} how */
  steps(layer, cells, how) {
    const points = cells.map((cell) => this.cell(cell)).filter((each) => each !== null).map((each) => this.toSvg(each));
    if (points.length < 2) return;
    const d = 'M' + points.map((at) => `${at.x} ${at.y}`).join('L');
    const state = `${how.bad ? ' is-bad' : ''}${how.tentative ? ' is-tentative' : ''}`;
    layer.append(s('path', { class: 'step-casing', d }), s('path', { class: `step-line${state}`, d }));
    points.slice(1).forEach((at, n) => layer.append(s('circle', { class: 'step-stop', cx: at.x, cy: at.y, r: this.stops[n === points.length - 2 ? 0 : 1] })));
  }
}

/** What a column and a row are known by. @param {number} column @param {number} row */
function spot(column, row) {
  return `${column} ${row}`;
}

/** @param {Place} a @param {Place} b */
function gap(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
