/** What boards of squares and of hexes share: cells all of one outline, in columns and rows, and drawing round and over them. */

import { s } from '../base/dom.js';
import { say } from '../base/words.js';
import { Fan } from './fan.js';
import { PlacesBoard } from './places.js';
import { inWords } from './places_words.js';

/** @typedef {import('./places.js').Cell} Cell */
/** @typedef {import('./surface.js').Place} Place */

/** A mouse that rests so long on a pile spreads it out. */
const REST_MS = 350;
/** So much smaller than a cell is what is drawn within it. */
const WITHIN = 0.93;

export class LatticeBoard extends PlacesBoard {
  leastPx = 18 / 12.5;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    super(svg);
    this.size = Number(svg.dataset.size);
    /** Whether cells that share only a corner are next to one another. */
    this.isTouching = svg.dataset.touching === 'true';
    this.shape = svg.querySelector('#cell-outline')?.getAttribute('d') ?? '';
    this.fan = new Fan(this);
  }

  /** @param {SVGGElement} element @returns {Cell} */
  read(element) {
    const { cell = '', x, y, column, row, name, label } = element.dataset;
    return { id: cell, x: Number(x), y: Number(y), width: this.size, height: this.size, radius: this.size / 2, name: name ?? '', label: label ?? cell, column: Number(column), row: Number(row), element };
  }

  /** @param {import('../plans/planner.js').Planner} planner @param {(unit: string) => string} sightOf */
  inWords(planner, sightOf) {
    return inWords(this, planner, sightOf);
  }

  /** Spreads out the counters of the cell at a place, where a pointer could not tell them from one another; another tap puts them together
   * again. @param {Place} at @returns {boolean} whether they were spread out */
  fanOut(at) {
    const isOpen = this.fan.cellAt(at) !== null;
    if (isOpen) return false;
    this.fan.close();
    const cell = super.cellAt(at);
    const pile = this.on(cell?.id ?? null).filter((unit) => unit.element.classList.contains('is-counter'));
    if (!cell || !this.fan.isCrowded(pile, this.px)) return false;
    this.fan.open(cell.id, cell, pile, this.px);
    return true;
  }

  /** Where a mouse rests, null where it has left: whether it spreads out what lies there, or only leaves it spread out. @param {Place | null} at @param {boolean} [spreads] */
  rested(at, spreads = true) {
    clearTimeout(this.resting);
    if (at !== null && this.fan.cellAt(at) !== null) return;
    this.fan.close();
    if (at !== null && spreads) this.resting = setTimeout(() => this.fanOut(at), REST_MS);
  }

  /** What is spread out over a place lies there. @param {Place} at */
  cellAt(at) {
    const spread = this.fan.cellAt(at);
    return spread === null ? super.cellAt(at) : this.cell(spread);
  }

  /** @param {Place} at @param {number} px */
  unitAt(at, px) {
    return this.fan.cellAt(at) === null ? super.unitAt(at, px) : this.unit(this.fan.unitAt(at) ?? '');
  }

  /** Units of one pile lie over one another. @param {Place} at @param {number} _px */
  oneOverAnother(at, _px) {
    if (this.fan.cellAt(at) !== null) return [];
    const hit = this.units().filter((unit) => this.off(unit, at) <= 0);
    return hit.length > 1 ? hit : [];
  }

  /** @param {Place} at */
  pileAt(at) {
    return this.fan.cellAt(at) === null ? this.on(this.areaAt(at)) : [];
  }

  /** @param {string[]} cells @param {string} from @param {string} to */
  moved(cells, from, to) {
    const [one, other] = [this.cell(from), this.cell(to)];
    if (!one || !other || from === to) return super.moved(cells, from, to);
    const beyond = ({ x, y }) => super.cellAt({ x: x + other.x - one.x, y: y + other.y - one.y })?.id ?? null;
    const found = cells.map((id) => beyond(this.cell(id) ?? one)).filter((id) => id !== null);
    return found.length === cells.length ? found : null;
  }

  /** The outline of a cell where it lies, so much of it. @param {Cell} cell @param {Record<string, any>} how @param {number} [share] */
  outlined(cell, how, share = WITHIN) {
    const { x, y } = this.toSvg(cell);
    return s('path', { ...how, d: this.shape, transform: `translate(${x} ${y})scale(${share})` });
  }

  /** A mark round a unit, or within a cell. @param {Element} layer @param {any} thing @param {string} kind @param {number} px */
  mark(layer, thing, kind, px) {
    if (!('column' in thing)) return thing.element.classList.contains('is-counter') ? this.frame(layer, thing, kind, px) : super.mark(layer, thing, kind, px);
    if (kind === 'is-selected' || kind === 'is-picked') layer.append(this.outlined(thing, { class: 'place-ring is-under' }));
    layer.append(this.outlined(thing, { class: `place-ring ring ${kind}` }));
  }

  /** A mark round a counter is as square as that. @param {Element} layer @param {import('./surface.js').Piece} unit @param {string} kind @param {number} px */
  frame(layer, unit, kind, px) {
    const { x, y } = this.toSvg(unit);
    const r = Math.max(unit.radius + 4, 11 * px);
    const how = { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 7 };
    if (kind === 'is-selected' || kind === 'is-picked') layer.append(s('rect', { class: 'ring-under', ...how }));
    layer.append(s('rect', { class: `ring ${kind}`, ...how }));
  }

  /** @param {SVGElement} group @param {any} overlay @param {import('./labels.js').Labels} labels */
  ring(group, overlay, labels) {
    const cell = this.cell(overlay.target);
    const unit = cell ? null : this.unit(overlay.target);
    if (unit?.element.classList.contains('is-counter')) return this.framed(group, unit, overlay, labels);
    if (!cell) return super.ring(group, overlay, labels);
    group.append(this.outlined(cell, { class: 'overlay-casing' }), this.outlined(cell, { class: 'overlay-line' }));
    if (overlay.label) group.append(labels.about(this.toSvg(cell), this.size / 2, [{ words: say(overlay.label) }]));
  }

  /** A ring round a counter is as square as that. @param {SVGElement} group @param {import('./surface.js').Piece} unit @param {any} overlay @param {import('./labels.js').Labels} labels */
  framed(group, unit, overlay, labels) {
    const at = this.toSvg(unit);
    const r = unit.radius + 4;
    for (const kind of ['overlay-casing', 'overlay-line']) group.append(s('rect', { class: kind, x: at.x - r, y: at.y - r, width: 2 * r, height: 2 * r, rx: 7 }));
    if (overlay.label) group.append(labels.about(at, r, [{ words: say(overlay.label) }]));
  }

  /** A wedge at the rim of a cell. @param {Element} layer @param {string} id @param {number} deg */
  front(layer, id, deg) {
    const cell = this.cell(id);
    if (!cell) return;
    const { x, y } = this.toSvg(cell);
    const r = this.size * 0.48;
    layer.append(s('path', { class: 'plan-front', d: `M${r} 0L${0.62 * r} ${0.34 * r}V${-0.34 * r}Z`, transform: `translate(${x} ${y})rotate(${-deg})` }));
  }

  /** Many cells at once, each with a tone and a short word. @param {SVGElement} group @param {any} overlay */
  tints(group, overlay) {
    for (const { cell: id, tone, word } of overlay.cells) {
      const cell = this.cell(id);
      if (!cell) continue;
      const { x, y } = this.toSvg(cell);
      const words = say(word);
      group.append(s('g', { class: `on-tone-${tone}` }, this.outlined(cell, { class: words ? 'tint' : 'tint is-plain' }), words ? s('text', { class: 'tint-word', x, y }, words) : ''));
    }
  }
}

/** What lives beside a board of this kind: nothing. */
export function beside() {
  return null;
}
