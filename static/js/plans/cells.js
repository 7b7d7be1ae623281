/** A plan of a cell to put something in, and if wanted of which way it is to look there. */

import { compass } from './controls.js';
import { idOf, wired } from './steps.js';
import { Plan } from './plan.js';
import { h } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./plan.js').Point} Point */

export class CellPlan extends Plan {
  /** @param {import('./plan.js').Offer} offer @param {import('./plan.js').Board} board one made of places */
  constructor(offer, board) {
    super(offer, board);
    /** @type {string | null} */
    this.cell = null;
    /** @type {string | null} the cell pointed at before one is chosen */
    this.pointed = null;
    /** Which of the ways to look is chosen, if any. @type {number | null} */
    this.facing = null;
    /** Which of them the pointer is on. @type {number | null} */
    this.meant = null;
    this.isUnit = Boolean(offer.unit);
    /** Whether what is placed is being dragged. */
    this.isCarried = false;
  }

  isPlacing = true;

  /** @returns {Array<{value: any, deg: number, name: any}>} the ways to look, if one may be named */
  get facings() {
    return this.domain.facings ?? [];
  }

  /** Whether a way to look may be left out. */
  get isFree() {
    return !((this.fields.facing ?? 'facing') in this.template);
  }

  /** @param {import('./plan.js').Offer} offer */
  renew(offer) {
    super.renew(offer);
    this.domain = offer.domain ?? {};
  }

  /** The cells that may be chosen. @returns {string[]} */
  get cells() {
    return this.domain.cells ?? [];
  }

  /** @param {string} cell @param {number | null} facing */
  filled(cell, facing) {
    const { cell: at = 'cell', facing: looks = 'facing' } = this.fields;
    const example = this.offer.examples.find((each) => idOf(each[at]) === cell);
    const looking = facing === null ? {} : { [looks]: this.facings[facing].value };
    return { ...(example ?? this.template), [at]: wired(this.domain, cell), ...looking };
  }

  /** What is shown, a way that the pointer is on included: Enter does no other. */
  action() {
    return this.cell === null ? null : this.filled(this.cell, this.meant ?? this.facing);
  }

  tentative() {
    return this.cell === null && this.pointed !== null ? this.filled(this.pointed, null) : this.action();
  }

  back() {
    if (this.facing !== null) return this.look(null);
    const had = this.cell !== null;
    this.cell = null;
    return had;
  }

  get hasSteps() {
    return this.cell !== null;
  }

  // In the dock and in words

  get ask() {
    return `${say(this.offer.label)}: ${t(this.facings.length ? 'plan_cell_look' : 'plan_cell')}`;
  }

  get typedAsk() {
    return `${say(this.offer.label)}: ${t('words_ask_cell')}`;
  }

  get told() {
    const cell = this.board.cell(this.cell ?? '');
    return [say(this.offer.label), cell ? `${cell.label}, ${cell.name}` : '', this.looking].filter(Boolean).join(' · ');
  }

  get inHand() {
    return this.told;
  }

  /** Which way it looks, in words; what the game gives it where nothing is said. */
  get looking() {
    const now = this.shown;
    return now === null ? '' : t('turn_to', { name: say(this.facings[now].name) });
  }

  /** The way it would look: the one pointed at, the one chosen, else the one that it has where nothing is said; null where that is not known. @returns {number | null} */
  get shown() {
    const chosen = this.meant ?? this.facing;
    if (chosen !== null || !this.facings.length) return chosen;
    const { [this.fields.facing ?? 'facing']: given = this.domain.facing } = this.cell === null ? this.template : this.filled(this.cell, null);
    const n = this.facings.findIndex(({ value }) => value === given);
    return n < 0 ? null : n;
  }

  measure() {
    const cell = this.board.cell(this.cell ?? '');
    return cell ? [h('output', { class: 'plan__tape', 'data-cell-chosen': cell.id }, [cell.label, this.looking].filter(Boolean).join(' · '))] : [];
  }

  /** @param {import('./planner.js').Planner} planner */
  controls(planner) {
    return this.isTurnable ? [compass(this, planner, this.isFree ? t('turn_given') : '')] : [];
  }

  commands() {
    const cells = this.cells.filter((id) => id !== this.cell).map((id) => {
      const cell = this.board.cell(id);
      return { key: `cell-${id}`, words: t('command_put', { place: `${cell?.label ?? id}, ${cell?.name ?? ''}` }), act: () => this.choose(id) };
    });
    const looks = this.cell === null ? [] : this.facings.map(({ name }, n) => ({ key: `look-${n}`, words: t('turn_to', { name: say(name) }), act: () => this.look(n) }));
    return [...looks, ...cells];
  }

  /** @param {Point[]} places */
  goOver(places) {
    const cell = this.board.areaAt(places[places.length - 1]);
    return cell !== null && this.choose(cell);
  }

  // Under a pointer

  get wantsPlace() {
    return true;
  }

  get candidates() {
    return this.cells;
  }

  get picked() {
    return this.cell === null ? [] : [this.cell];
  }

  /** A cell that may not be chosen can be, too: the server says why it is none. @param {string} cell */
  choose(cell) {
    this.cell = cell;
    this.pointed = this.meant = null;
    return true;
  }

  /** @param {Point} at @param {number} px */
  isOpenAt(at, px) {
    return this.lookAt(at, px) !== null || this.cells.includes(this.board.areaAt(at) ?? '');
  }

  /** Whether it can be turned: where it may not lie it looks nowhere, and no handle lies over what is beside it. */
  get isTurnable() {
    return this.facings.length > 0 && this.cells.includes(this.cell ?? '');
  }

  /** @param {number | null} n one of the ways to look; null: nothing is said of it */
  look(n) {
    this.facing = n;
    this.meant = null;
    return true;
  }

  /** The way to look that a place about the chosen cell means. @param {Point} at @param {number} px @returns {number | null} */
  lookAt(at, px) {
    return this.cell === null || !this.isTurnable ? null : this.board.turnAt(this.cell, this.facings.map(({ deg }) => deg), at, px);
  }

  /** @param {Point} at @param {number} px */
  tapPlace(at, px) {
    const turn = this.lookAt(at, px);
    if (turn !== null) return this.look(turn);
    const cell = this.board.areaAt(at);
    return cell !== null && this.choose(cell);
  }

  /** A tap on the chosen cell does it. @param {Point} at @param {number} px */
  isAt(at, px) {
    return this.cell !== null && this.lookAt(at, px) === null && this.board.areaAt(at) === this.cell;
  }

  /** @param {Point | null} at @param {string | null} _unit @param {number} px */
  hover(at, _unit, px) {
    const before = [this.pointed, this.meant];
    this.meant = at && this.lookAt(at, px);
    const cell = at && this.cell === null ? this.board.areaAt(at) : null;
    this.pointed = cell !== null && this.cells.includes(cell) ? cell : null;
    return before[0] !== this.pointed || before[1] !== this.meant;
  }

  get canDrag() {
    return this.isCarried || this.cell !== null;
  }

  grabbed() {
    this.isCarried = true;
  }

  dropped() {
    this.isCarried = false;
  }

  /** What is dragged lies where the pointer is; where it stands, or off the board, it lies nowhere else. @param {Point} at */
  carry(at) {
    const cell = this.board.areaAt(at);
    this.cell = cell === this.board.unit(this.offer.unit ?? '')?.element.dataset.on ? null : cell;
    this.pointed = this.meant = null;
  }

  /** A drag that begins on the chosen cell, or on what turns it, turns it. @param {Point} at @param {number} px */
  holds(at, px) {
    return this.isTurnable && (this.board.areaAt(at) === this.cell || this.lookAt(at, px) !== null);
  }

  /** @param {Point} at */
  dragTo(at) {
    if (this.isCarried) return this.carry(at);
    const turn = this.lookAt(at, Infinity);
    if (turn !== null) this.look(turn);
  }

  // By keys

  /** Once there is a cell, left and right turn what is put there. @param {number} dx */
  arrow(dx) {
    return dx !== 0 && this.turnBy(-dx);
  }

  /** One way to look on, counter-clockwise. @param {number} by */
  turnBy(by) {
    const { length } = this.facings;
    if (!this.isTurnable) return false;
    const now = this.shown;
    return this.look(now === null ? 0 : (now + by + length) % length);
  }

  // As it is drawn

  get hub() {
    return this.isTurnable ? this.board.cell(this.cell ?? '') : null;
  }

  /** @param {Element} layer @param {number} px @param {boolean} _bad */
  draw(layer, px, _bad) {
    const cell = this.cell ?? this.pointed;
    if (cell === null) return;
    const now = this.shown;
    if (now !== null) this.board.front(layer, cell, this.facings[now].deg);
    if (this.cell !== null && this.isTurnable) this.board.turns(layer, cell, this.facings.map(({ deg }) => deg), now, px);
  }
}
