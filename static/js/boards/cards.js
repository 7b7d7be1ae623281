/** A map of location cards: places in rows and columns with holes between, and stacks on them. */

import { s } from '../base/dom.js';
import { say } from '../base/words.js';
import { Moves } from './cards_moves.js';
import { Reader } from './cards_reader.js';
import { inWords } from './cards_words.js';
import { PlacesBoard } from './places.js';

/** @typedef {import('./surface.js').Place} Place */

/** From far away only words as short as a number fit on a card. */
const SHORT = 3;
/** How much of a card, from above, is printed with its name and its figures. */
const HEAD = 90;
/** So far from the lower edge of what they are about words stand, and so much of them may lie over something else. */
const FOOT = 16;
const LEAST_FREE = 0.2;
/** The column of the cells that begin with an A. */
const FIRST = 'A'.charCodeAt(0);
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export class CardsBoard extends PlacesBoard {
  key = 'data-card';
  stops = [13, 8];
  leastPx = 20 / 12.5;

  /** The whole board in words. @param {import('../plans/planner.js').Planner} planner @param {(unit: string) => string} sightOf */
  inWords(planner, sightOf) {
    return inWords(this, planner, sightOf);
  }

  /** A cell is called by the letter of its column and the number of its row. @param {SVGGElement} element */
  read(element) {
    const { card: cell = 'A1', x, y, width, height, name, label: letters } = element.dataset;
    return {
      id: cell,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
      radius: Number(width) / 2,
      name: name ?? '',
      label: letters ?? '',
      column: cell.charCodeAt(0) - FIRST,
      row: Number(cell.slice(1)),
      element,
    };
  }

  /** Cards are upright from whichever side they are seen, and stacks lie on them where nothing is printed: on a turned table as far
   * from the middle of their card, the other way. @param {SVGGElement} element */
  pieceOf(element) {
    const unit = super.pieceOf(element);
    const card = this.isTurned ? this.cell(element.dataset.on ?? '') : null;
    if (!card) return unit;
    Object.assign(unit, { x: 2 * card.x - unit.x, y: 2 * card.y - unit.y });
    this.lay(unit);
    return unit;
  }

  turned() {
    super.turned();
    this.svg.classList.add('is-turning'); // nothing glides
    for (const unit of this.units()) this.lay(unit);
    this.svg.getBoundingClientRect();
    this.svg.classList.remove('is-turning');
  }

  /** Puts a stack where it lies. @param {import('./surface.js').Piece} unit */
  lay(unit) {
    const { x, y } = this.toSvg(unit);
    const was = unit.element.getAttribute('transform') ?? '';
    const is = was.replace(/translate\([^)]*\)/, `translate(${x} ${y})`);
    if (is !== was) unit.element.setAttribute('transform', is);
  }

  /** @param {import('./places.js').Cell} cell @returns {Array<[number, number]>} */
  adjoining({ column, row }) {
    return SIDES.map(([dx, dy]) => [column + dx, row + dy]);
  }

  /** Stacks are square. @param {import('./surface.js').Piece} unit @param {Place} at */
  off(unit, at) {
    return Math.max(Math.abs(unit.x - at.x), Math.abs(unit.y - at.y)) - unit.radius;
  }

  // Drawing over cards and stacks

  /** Words to come that lie over nothing that is printed in the head of a card. */
  labels() {
    const labels = super.labels();
    for (const { width, height, ...cell } of this.cells()) {
      const { x, y } = this.toSvg(cell);
      labels.taken.push({ x, y: y - labels.down * (height / 2 - HEAD / 2), w: width, h: HEAD });
    }
    return labels;
  }

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

  /** Its words stand at the foot of a card as it is seen; more than a number is left away where it would lie over what stands there.
   * @param {SVGElement} group @param {any} overlay @param {import('./labels.js').Labels} labels */
  ring(group, overlay, labels) {
    const thing = this.thing(overlay.target);
    if (!thing) return;
    const { x, y } = this.toSvg(thing);
    const half = 'width' in thing ? { w: thing.width / 2, h: thing.height / 2 } : { w: thing.radius + 4, h: thing.radius + 4 };
    const box = { x: x - half.w, y: y - half.h, width: 2 * half.w, height: 2 * half.h, rx: 12 };
    group.append(s('rect', { class: 'overlay-casing', ...box }), s('rect', { class: 'overlay-line', ...box }));
    const words = say(overlay.label);
    if (!words || (this.svg.classList.contains('is-very-far') && words.length > SHORT)) return;
    group.append(labels.on([{ x, y: y + labels.down * (half.h - FOOT) }], words, '', words.length > SHORT ? LEAST_FREE : Infinity));
  }
}

export { CardsBoard as Board };

/** What lives beside a board of this kind: tokens that glide as the line tells, and the card that is read out, if there is a line.
 * @param {CardsBoard} board @param {EventTarget | null} wire */
export function beside(board, wire) {
  if (!wire) return null;
  new Moves(board, wire);
  return new Reader(board);
}
