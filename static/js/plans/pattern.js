/** A plan of cells that grow from a corner: first the corner, with the act that begins there, then which cells it takes besides. */

import { folded, way } from './controls.js';
import { idOf, wired } from './steps.js';
import { Plan } from './plan.js';
import { h, s } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./plan.js').Point} Point */
/** @typedef {{x: number, y: number, cells: string[], example: number, near?: string[]}} Corner */

/** How large the mark of a corner is, in pixels, and in parts of a cell where that is more. */
const MARK_PX = 6;
const MARK = 0.07;
/** What lies aside of where an arrow points counts so much more. */
const ASIDE = 2;

/** A part of an act with something else at the end of a way into it. @param {any} part @param {string[]} way @param {unknown} value */
function put(part, [key, ...rest], value) {
  const copy = Array.isArray(part) ? [...part] : { ...part };
  copy[key] = rest.length ? put(part[key], rest, value) : value;
  return copy;
}

export class PatternPlan extends Plan {
  /** The corner that is chosen. @type {number | null} */
  corner = null;

  /** The one under the pointer before one is chosen, or where the keys have come to. @type {number | null} */
  pointed = null;

  /** The cells taken so far, those of the corner first. @type {string[]} */
  cells = [];

  /** @param {import('./plan.js').Offer} offer */
  renew(offer) {
    const now = this.chosen;
    super.renew(offer);
    this.domain = offer.domain ?? {};
    this.pointed = null;
    const same = this.corners.findIndex((each) => now && each.x === now.x && each.y === now.y && each.cells.join() === now.cells.join());
    this.corner = same < 0 ? null : same;
    if (same < 0) this.cells = [];
  }

  /** The way to the list of cells within an act. */
  get way() {
    return (this.fields.pattern ?? 'pattern').split('.');
  }

  /** @returns {Corner[]} */
  get corners() {
    return this.domain.corners ?? [];
  }

  get chosen() {
    return this.corner === null ? null : this.corners[this.corner];
  }

  get isFull() {
    return this.cells.length >= (this.domain.size ?? 0);
  }

  /** The cells of the example that begins at a corner. @param {Corner} corner @returns {string[]} */
  cellsOf(corner) {
    return this.way.reduce((part, key) => part[key], this.offer.examples[corner.example]).map(idOf);
  }

  /** Cells that the pattern holds in any case. @returns {string[]} */
  get fixed() {
    return this.chosen === null || this.chosen.near ? [] : this.chosen.cells;
  }

  /** Cells that may be added. @returns {string[]} */
  get open() {
    return this.chosen === null || this.isFull ? [] : (this.chosen.near ?? this.domain.cells ?? []).filter((id) => !this.cells.includes(id) && this.touches(id, this.cells));
  }

  /** Whether a cell lies next to enough others. @param {string} id @param {string[]} cells */
  touches(id, cells) {
    return this.board.neighbours(id).filter((each) => cells.includes(each.id)).length >= (this.domain.touching ?? 0);
  }

  action() {
    const { chosen, cells } = this;
    if (!chosen) return null;
    const example = this.offer.examples[chosen.example];
    return this.cellsOf(chosen).join() === cells.join() ? example : put(example, this.way, cells.map((id) => wired(this.domain, id)));
  }

  tentative() {
    return this.corner === null && this.pointed !== null ? this.offer.examples[this.corners[this.pointed].example] : this.action();
  }

  // What is decided

  /** @param {number} n */
  choose(n) {
    this.corner = n;
    this.pointed = null;
    this.cells = this.cellsOf(this.corners[n]);
    return true;
  }

  /** Adds a cell, or takes it off with all that lay next to enough others only by it. @param {string} id @returns {boolean} whether it could be */
  toggle(id) {
    const { fixed } = this;
    if (fixed.includes(id) || (!this.cells.includes(id) && !this.open.includes(id))) return false;
    if (!this.cells.includes(id)) this.cells = [...this.cells, id];
    else this.cells = this.grown(fixed, this.cells.filter((each) => each !== id && !fixed.includes(each)));
    return true;
  }

  /** Cells in such an order that each lies next to enough before it; what never does is left out. @param {string[]} fixed @param {string[]} others */
  grown(fixed, others) {
    const found = [...fixed];
    for (let next = others.find((id) => this.touches(id, found)); next !== undefined; next = others.find((id) => !found.includes(id) && this.touches(id, found))) found.push(next);
    return found;
  }

  /** First the cells are as the corner's own example has them, then there is no corner. */
  back() {
    const { chosen } = this;
    if (!chosen) return false;
    if (this.cellsOf(chosen).join() !== this.cells.join()) return this.choose(this.corner ?? 0);
    this.corner = null;
    this.cells = [];
    return true;
  }

  get hasSteps() {
    return this.corner !== null;
  }

  get canBack() {
    return this.chosen !== null && this.cellsOf(this.chosen).join() !== this.cells.join();
  }

  // In the dock and in words

  get ask() {
    const { chosen, cells, domain } = this;
    return `${say(this.offer.label)}: ${chosen ? t('plan_pattern', { n: cells.length, size: domain.size ?? 0 }) : t('plan_corner')}`;
  }

  get typedAsk() {
    return `${say(this.offer.label)}: ${t(this.chosen ? 'words_ask_pattern' : 'words_ask_corner')}`;
  }

  /** Cells may be put on as long as there is room. */
  get isOpen() {
    return this.chosen !== null && !this.isFull;
  }

  get told() {
    return [say(this.offer.label), this.chosen && this.wording(this.chosen), this.cells.map((id) => this.named(id)).join(', ')].filter(Boolean).join(' · ');
  }

  get inHand() {
    return [say(this.offer.label), this.chosen && this.wording(this.chosen)].filter(Boolean).join(' · ');
  }

  /** A corner by the game's own words, else by its cells. @param {Corner} corner */
  wording(corner) {
    return say(this.offer.names?.[corner.example]) || t('corner_of', { cells: corner.cells.map((id) => this.named(id)).join(', ') });
  }

  /** @param {string} id */
  named(id) {
    return this.board.cell(id)?.label || id;
  }

  measure() {
    if (!this.chosen) return [];
    const [fixed, others] = [this.cells.slice(0, this.fixed.length), this.cells.slice(this.fixed.length)];
    return [h('output', { class: 'plan__tape', 'data-pattern': this.cells.join(' ') }, [fixed, others].filter((part) => part.length).map((part) => part.map((id) => this.named(id)).join(' ')).join(' + '))];
  }

  /** Which act begins there where several do, and the cells by name. @param {import('./planner.js').Planner} planner */
  controls(planner) {
    const { chosen } = this;
    if (!chosen) return [];
    const press = (act) => () => { act(); planner.update(); };
    const here = [...this.corners.keys()].filter((n) => this.corners[n].x === chosen.x && this.corners[n].y === chosen.y);
    const others = here.length < 2 ? [] : [h('div', { class: 'plan__choices', role: 'group' }, ...here.map((n) =>
      way({ key: `corner-${n}`, words: this.wording(this.corners[n]), odds: planner.aims.of(this.offer.examples[this.corners[n].example]), isOn: n === this.corner, press: press(() => this.choose(n)) })))];
    const free = [...this.cells.filter((id) => !this.fixed.includes(id)), ...this.open];
    const buttons = free.map((id) => way({ key: `cell-${id}`, words: this.named(id), isOn: this.cells.includes(id), press: press(() => this.toggle(id)), more: { 'data-cell-of': id } }));
    return [...others, ...(buttons.length ? [folded(t('pattern_cells'), buttons)] : [])];
  }

  commands() {
    const corners = [...this.corners.keys()].filter((n) => n !== this.corner).map((n) => ({ key: `corner-${n}`, words: this.wording(this.corners[n]), act: () => this.choose(n) }));
    const toggle = (id, word) => ({ key: `cell-${id}`, words: t(word, { cell: this.named(id) }), act: () => this.toggle(id) });
    const off = this.cells.filter((id) => !this.fixed.includes(id)).map((id) => toggle(id, 'command_cell_off'));
    return [...off, ...this.open.map((id) => toggle(id, 'command_cell_on')), ...corners];
  }

  /** Named cells are those of a corner; once there is one, each is added or taken off. @param {Point[]} places */
  goOver(places) {
    const named = places.map((at) => this.board.areaAt(at) ?? '');
    if (this.chosen && named.filter((id) => this.toggle(id)).length) return true;
    const found = this.corners.findIndex((corner) => named.every((id) => corner.cells.includes(id)));
    return found >= 0 && this.choose(found);
  }

  // Under a pointer

  get wantsPlace() {
    return true;
  }

  get candidates() {
    return this.open;
  }

  get offered() {
    return this.corners;
  }

  get picked() {
    if (this.chosen) return this.cells;
    return this.pointed === null ? [] : this.cellsOf(this.corners[this.pointed]);
  }

  /** The corner that a place means: the nearest one; of several at one point the one that is chosen, else the first. @param {Point} at @returns {number | null} */
  cornerAt(at) {
    const off = ({ x, y }) => Math.hypot(x - at.x, y - at.y);
    const { chosen } = this;
    let best = null;
    for (const [n, corner] of this.corners.entries()) if (best === null || off(corner) < off(this.corners[best])) best = n;
    const isChosen = best !== null && chosen !== null && off(chosen) === off(this.corners[best]);
    return isChosen ? this.corner : best;
  }

  /** @param {Point} at */
  tapPlace(at) {
    const cell = this.board.areaAt(at);
    if (this.chosen && cell !== null && this.toggle(cell)) return true;
    const next = this.cornerAt(at);
    return next !== null && this.choose(next);
  }

  /** A tap on the cells of the corner, near it, does it, unless it may still add one. @param {Point} at */
  isAt(at) {
    const cell = this.board.areaAt(at);
    return this.chosen !== null && cell !== null && this.chosen.cells.includes(cell) && !this.open.includes(cell) && this.cornerAt(at) === this.corner;
  }

  /** @param {Point | null} at */
  hover(at) {
    const next = at && this.corner === null ? this.cornerAt(at) : null;
    if (next === this.pointed) return false;
    this.pointed = next;
    return true;
  }

  // By keys

  get asksForTarget() {
    return this.corners.length > 0;
  }

  /** On to the next corner as one reads them. @param {number} step */
  nextTarget(step) {
    const order = [...this.corners.keys()].sort((a, b) => this.corners[b].y - this.corners[a].y || this.corners[a].x - this.corners[b].x);
    if (!order.length) return false;
    const now = order.indexOf(this.corner ?? this.pointed ?? -1);
    const next = order[now < 0 ? (step > 0 ? 0 : order.length - 1) : (now + step + order.length) % order.length];
    if (this.corner !== null) return this.choose(next);
    this.pointed = next;
    return true;
  }

  takePointed() {
    if (this.corner !== null) return false;
    return this.pointed === null ? this.nextTarget(1) : this.choose(this.pointed);
  }

  /** To the nearest corner that way, until one is chosen; then the keys go from cell to cell. @param {number} dx @param {number} dy */
  arrow(dx, dy) {
    if (this.corner !== null || !this.corners.length) return false;
    const from = this.pointed === null ? null : this.corners[this.pointed];
    if (!from) return this.nextTarget(1);
    const far = ({ x, y }) => {
      const [ahead, aside] = [(x - from.x) * dx + (y - from.y) * dy, Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx)];
      return ahead > 0 ? ahead + ASIDE * aside : Infinity;
    };
    const next = [...this.corners.keys()].reduce((best, n) => (far(this.corners[n]) < far(this.corners[best]) ? n : best), this.pointed ?? 0);
    this.pointed = next;
    return true;
  }

  get cursor() {
    return this.pointed === null ? null : this.corners[this.pointed];
  }

  // As it is drawn

  /** @param {Element} layer @param {number} px @param {boolean} bad */
  draw(layer, px, bad) {
    const now = this.corner ?? this.pointed;
    const { width = 0 } = this.board.cell(this.corners[0]?.cells[0] ?? '') ?? {};
    const mark = (corner, kind, size) => {
      const { x, y } = this.board.toSvg(corner);
      layer.append(s('circle', { class: `corner-mark ${kind}`, cx: x, cy: y, r: size * Math.max(MARK_PX * px, MARK * width) }));
    };
    if (this.corner === null) for (const [n, corner] of this.corners.entries()) if (n !== now) mark(corner, 'is-candidate', 0.7);
    if (now !== null) mark(this.corners[now], bad ? 'is-picked is-bad' : 'is-picked', 1.2);
  }
}
