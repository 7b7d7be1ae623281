/** A map of location cards: which card lies where, how to get from one to another, and drawing over cards and stacks. */

import { s } from '../base/dom.js';
import { Surface, label } from './surface.js';
import { say, t } from '../base/words.js';
import { Moves } from './cards_moves.js';
import { Reader } from './cards_reader.js';
import { inWords } from './cards_words.js';

/** @typedef {import('./surface.js').Place} Place */
/** @typedef {import('./surface.js').Cell & {column: number, row: number}} Card */

const REACH_PX = 8;
/** As wide as a card has to be for a finger. */
const FINGER_PX = 48;
/** From far away only words as short as a number fit on a card. */
const SHORT = 3;
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export class CardsBoard extends Surface {
  /** The keyboard goes from card to card, whether anything is planned or not. */
  hasPlaces = true;

  /** The whole board in words. @param {import('../plans/planner.js').Planner} planner @param {(unit: string) => string} sightOf */
  inWords(planner, sightOf) {
    return inWords(this, planner, sightOf);
  }

  /** Every card, row by row. @returns {Card[]} */
  cells() {
    return [...this.svg.querySelectorAll('[data-card]')].map((element) => card(/** @type {SVGGElement} */ (element)));
  }

  /** @param {string} cell @returns {Card | null} */
  cell(cell) {
    const element = this.svg.querySelector(`[data-card="${CSS.escape(cell)}"]`);
    return element ? card(/** @type {SVGGElement} */ (element)) : null;
  }

  /** @param {Place} at @returns {Card | null} */
  cellAt(at) {
    return this.cells().find((each) => Math.abs(each.x - at.x) <= each.width / 2 && Math.abs(each.y - at.y) <= each.height / 2) ?? null;
  }

  /** A unit or a card. @param {string} id */
  thing(id) {
    return this.unit(id) ?? this.cell(id);
  }

  /** The id of the card at a place, which a plan may be waiting for. @param {Place} at */
  areaAt(at) {
    return this.cellAt(at)?.id ?? null;
  }

  /** The stack a pointer means: under it, else the nearest one that a finger touches. @param {Place} at @param {number} px */
  unitAt(at, px) {
    let best = null;
    let nearest = REACH_PX * px;
    for (const unit of this.units()) {
      const gap = Math.max(Math.abs(unit.x - at.x), Math.abs(unit.y - at.y)) - unit.radius;
      if (gap < nearest) [best, nearest] = [unit, gap];
    }
    return best;
  }

  /** The stacks on a card. @param {string} cell */
  on(cell) {
    return this.units().filter((unit) => unit.element.dataset.on === cell);
  }

  /** The cards next to one; holes are none. @param {string} cell @returns {Card[]} */
  neighbours(cell) {
    const from = this.cell(cell);
    if (!from) return [];
    return SIDES.map(([dx, dy]) => this.cell(name(from.column + dx, from.row + dy))).filter((each) => each !== null);
  }

  /** A shortest way from card to card, the first left out; null where there is none. @param {string} from @param {string} to @param {Set<string>} [within] @returns {string[] | null} */
  way(from, to, within) {
    /** @type {Map<string, string>} */
    const cameFrom = new Map([[from, '']]);
    for (const cell of cameFrom.keys()) {
      if (cell === to) break;
      for (const next of this.neighbours(cell)) {
        if (!cameFrom.has(next.id) && (!within || within.has(next.id))) cameFrom.set(next.id, cell);
      }
    }
    if (!cameFrom.has(to)) return null;
    const found = [];
    for (let cell = to; cell !== from; cell = cameFrom.get(cell) ?? from) found.unshift(cell);
    return found;
  }

  /** Where the arrow keys go: the middle of the next card that way, over holes. @param {Place} from @param {number} dx @param {number} dy */
  beside(from, dx, dy) {
    const here = this.cellAt(from) ?? this.nearest(from);
    const that = (each) => (each.column - here.column) * dx + (here.row - each.row) * dy;
    const off = (each) => Math.abs((each.column - here.column) * dy) + Math.abs((each.row - here.row) * dx);
    const ahead = this.cells().filter((each) => that(each) > 0 && off(each) === 0).sort((a, b) => that(a) - that(b));
    const { x, y } = ahead[0] ?? here;
    return { x, y };
  }

  /** @param {Place} at @returns {Card} */
  nearest(at) {
    return this.cells().reduce((best, each) => (gap(each, at) < gap(best, at) ? each : best));
  }

  /** Where a finger begins: amid a seat's stacks, else amid everybody's or the map, with every card large enough to be touched. @param {string} seat */
  home(seat) {
    const units = this.units();
    const [seen] = [units.filter((unit) => unit.seat === seat), units, this.cells()].filter((found) => found.length);
    const amid = (values) => (Math.min(...values) + Math.max(...values)) / 2;
    const at = { x: amid(seen.map((unit) => unit.x)), y: amid(seen.map((unit) => unit.y)) };
    return { ...this.toSvg(at), scale: this.cells()[0].width / FINGER_PX, isEmpty: units.length === 0 };
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

  // Drawing over cards and stacks

  /** A mark round a stack or a card. @param {Element} layer @param {any} thing @param {string} kind @param {number} px */
  mark(layer, thing, kind, px) {
    const { x, y } = this.toSvg(thing);
    const isStack = !('width' in thing);
    const half = isStack ? Math.max(thing.radius + 3, 9 * px) : thing.width / 2;
    const tall = isStack ? half : thing.height / 2;
    const box = { x: x - half, y: y - tall, width: 2 * half, height: 2 * tall, rx: isStack ? 8 : 14 };
    if (kind === 'is-selected' || kind === 'is-picked') layer.append(s('rect', { class: 'card-ring is-under', ...box }));
    layer.append(s('rect', { class: `card-ring ring ${kind}`, ...box }));
  }

  /** Where the keyboard is. @param {Element} layer @param {Place} at */
  cross(layer, at) {
    const found = this.cellAt(at);
    if (found) this.mark(layer, found, 'is-cursor', 0);
  }

  /** The way of a plan: through the middles of cards, a stop on each. @param {Element} layer @param {string[]} cells the start first @param {{bad: boolean, tentative: boolean}} how */
  steps(layer, cells, how) {
    const points = cells.map((cell) => this.cell(cell)).filter((each) => each !== null).map((each) => this.toSvg(each));
    if (points.length < 2) return;
    const d = 'M' + points.map((at) => `${at.x} ${at.y}`).join('L');
    const state = `${how.bad ? ' is-bad' : ''}${how.tentative ? ' is-tentative' : ''}`;
    layer.append(s('path', { class: 'step-casing', d }), s('path', { class: `step-line${state}`, d }));
    points.slice(1).forEach((at, n) => layer.append(s('circle', { class: 'step-stop', cx: at.x, cy: at.y, r: n === points.length - 2 ? 13 : 8 })));
  }

  /** @param {SVGElement} group @param {any} overlay */
  ring(group, overlay) {
    const thing = this.thing(overlay.target);
    if (!thing) return;
    const { x, y } = this.toSvg(thing);
    const half = 'width' in thing ? { w: thing.width / 2, h: thing.height / 2 } : { w: thing.radius + 4, h: thing.radius + 4 };
    const box = { x: x - half.w, y: y - half.h, width: 2 * half.w, height: 2 * half.h, rx: 12 };
    group.append(s('rect', { class: 'overlay-casing', ...box }), s('rect', { class: 'overlay-line', ...box }));
    const words = say(overlay.label);
    const isCrowded = this.svg.classList.contains('is-very-far') && words.length > SHORT;
    if (words && !isCrowded) group.append(label({ x, y: y + half.h - 16 }, words));
  }
}

/** @param {SVGGElement} element @returns {Card} */
function card(element) {
  const { card: cell = 'A1', x, y, width, height, name: called, label: letters } = element.dataset;
  return {
    id: cell,
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
    radius: Number(width) / 2,
    name: called ?? '',
    label: letters ?? '',
    column: cell.charCodeAt(0),
    row: Number(cell.slice(1)),
    element,
  };
}

/** @param {number} column @param {number} row */
function name(column, row) {
  return `${String.fromCharCode(column)}${row}`;
}

/** @param {Place} a @param {Place} b */
function gap(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export { CardsBoard as Board };

/** What lives beside a board of this kind: tokens that glide as the line tells, and the card that is read out, if there is a line.
 * @param {CardsBoard} board @param {EventTarget | null} wire */
export function beside(board, wire) {
  if (!wire) return null;
  new Moves(board, wire);
  return new Reader(board);
}
