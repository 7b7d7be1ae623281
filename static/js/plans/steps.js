/** A plan of steps from card to card, of a whole unit or of a part of it. */

import { compass } from './controls.js';
import { Plan } from './plan.js';
import { h, icon } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {{x: number, y: number}} Point */

export class StepsPlan extends Plan {
  /** @param {any} offer @param {import('./plan.js').Board} board one made of places */
  constructor(offer, board) {
    super(offer, board);
    /** @type {string[]} the cells entered so far */
    this.path = [];
    /** @type {string | null} the cell pointed at before anything is chosen */
    this.pointed = null;
    /** Members of the unit by what tells them apart, and how many of each go. */
    this.groups = grouped(this.domain.members ?? []).map((group) => ({ ...group, going: group.values.length }));
    /** Which of the ways to look is chosen, if any. @type {number | null} */
    this.facing = null;
  }

  /** @returns {Array<{value: any, deg: number, name: any}>} the ways to look, if one may be named */
  get facings() {
    return this.domain.facings ?? [];
  }

  get ask() {
    return `${say(this.offer.label)}: ${t('plan_steps')}`;
  }

  get wantsPlace() {
    return true;
  }

  isWay = true;

  get canDrag() {
    return true;
  }

  get start() {
    return this.domain.start_cell ?? '';
  }

  get lastCell() {
    return this.path[this.path.length - 1] ?? this.start;
  }

  /** @param {string[]} path */
  filled(path) {
    const { way = 'way', members, facing = 'facing' } = this.fields;
    const going = members && this.groups.length ? { [members]: this.groups.flatMap((group) => group.values.slice(0, group.going)) } : {};
    const { [facing]: _, ...rest } = this.template;
    const looking = this.facing === null ? {} : { [facing]: this.facings[this.facing].value };
    return { ...rest, ...going, [way]: path.map((id) => wired(this.domain, id)), ...looking };
  }

  action() {
    return (this.path.length || this.facing !== null) && (this.groups.length === 0 || this.groups.some((group) => group.going > 0)) ? this.filled(this.path) : null;
  }

  tentative() {
    const pointed = this.path.length === 0 && this.pointed ? this.wayTo(this.pointed) : null;
    return pointed ? this.filled(pointed) : this.action();
  }

  /** The way to a cell from where the path has come to: the game's own where it offers one, else the cheapest over cells that can be
   * reached, else over those that the unit may enter at all, else any, so that it can be said why not.
   * @param {string} cell @returns {string[] | null} */
  wayTo(cell) {
    if (this.path.length === 0) {
      const ways = this.offer.examples.map((example) => (example[this.fields.way ?? 'way'] ?? []).map(idOf));
      const known = ways.find((way) => way[way.length - 1] === cell);
      if (known) return known;
    }
    const { cells = [], costs = {} } = this.domain;
    const reached = new Set(cells);
    const within = (id) => (reached.has(id) ? (costs[id] ?? 1) : Infinity);
    const entered = (id) => costs[id] ?? (id === cell ? 1 : Infinity);
    const rest = [within, entered, undefined].reduce((way, cost) => way ?? this.board.way(this.lastCell, cell, cost), /** @type {string[] | null} */ (null));
    return rest?.length ? [...this.path, ...rest] : null;
  }

  /** Whether a place is the end of the path: tapped again, it is done. @param {Point} at */
  isAt(at) {
    return this.path.length > 0 && this.board.areaAt(at) === this.lastCell;
  }

  /** @param {Point} at */
  tapPlace(at) {
    const cell = this.board.areaAt(at);
    if (!cell) return false;
    if (cell === this.start) {
      const had = this.path.length > 0;
      this.path = [];
      return had;
    }
    const before = this.path.indexOf(cell);
    const way = before >= 0 ? this.path.slice(0, before + 1) : this.wayTo(cell);
    if (!way) return false;
    this.path = way;
    this.pointed = null;
    return true;
  }

  /** Where a friend stands in a place that may be entered, a tap on it means the place. @param {string} id */
  mayEndIn(id) {
    const cell = this.board.unit(id)?.element.dataset.on;
    return cell !== undefined && cell !== this.start && (this.domain.cells ?? []).includes(cell);
  }

  /** A drag goes over the cards it is drawn over. @param {Point} at */
  dragTo(at) {
    const cell = this.board.areaAt(at);
    if (cell && cell !== this.lastCell) this.tapPlace(at);
  }

  /** @param {Point | null} at */
  hover(at) {
    const pointed = at ? this.board.areaAt(at) : null;
    const next = pointed === this.start ? null : pointed;
    if (next === this.pointed) return false;
    this.pointed = next;
    return this.path.length === 0;
  }

  back() {
    if (this.facing !== null) return this.look(null);
    return this.path.pop() !== undefined;
  }

  get hasSteps() {
    return this.path.length > 0 || this.facing !== null;
  }

  /** @param {number | null} n one of the ways to look; null: it is left as it is */
  look(n) {
    this.facing = n;
    return true;
  }

  /** One way to look on, counter-clockwise. @param {number} by */
  turnBy(by) {
    const { length } = this.facings;
    if (!length) return false;
    const now = this.facing ?? this.facings.findIndex(({ value }) => value === this.domain.facing);
    return this.look((Math.max(now, 0) + by + length) % length);
  }

  /** @param {number} n @param {number} by */
  take(n, by) {
    const group = this.groups[n];
    group.going = Math.max(0, Math.min(group.values.length, group.going + by));
  }

  /** @param {Point[]} cells */
  goOver(cells) {
    this.path = [];
    for (const cell of cells) this.tapPlace(cell);
    return true;
  }

  // In the dock and in words

  get typedAsk() {
    return `${say(this.offer.label)}: ${t('words_ask_steps')}`;
  }

  get title() {
    return '';
  }

  get inHand() {
    return this.told;
  }

  measure() {
    if (!this.hasSteps) return [];
    const cost = this.cost;
    return [h('output', { class: 'plan__tape', 'data-steps': this.path.length }, this.told, cost !== null && h('small', {}, ` · ${t('steps_cost', { n: cost })}`))];
  }

  /** What the whole path costs, as far as the game says it of every cell of it. */
  get cost() {
    const { costs = {} } = this.domain;
    return this.path.every((cell) => cell in costs) ? this.path.reduce((sum, cell) => sum + costs[cell], 0) : null;
  }

  /** How many of a unit's members go, where not all of them have to. @param {import('./planner.js').Planner} planner */
  controls(planner) {
    const looks = this.facings.length ? [compass(this, planner, t('turn_kept'))] : [];
    if (this.groups.length < 2 && !this.groups.some((group) => group.values.length > 1)) return looks;
    const change = (n, by) => () => { this.take(n, by); planner.update(); };
    return [...looks, h('div', { class: 'composer', role: 'group', 'aria-label': t('who_goes') }, ...this.groups.map((group, n) => {
      const name = group.name || t('who_goes');
      return h('div', { class: 'composer__row' },
        h('span', { class: 'composer__name' }, name),
        h('button', { type: 'button', class: 'tool', 'data-focus': `fewer-${n}`, 'aria-label': t('less', { name }), disabled: group.going === 0, onclick: change(n, -1) }, icon('icon-minus', 20)),
        h('output', { class: 'composer__count' }, t('all_of', { n: group.going, of: group.values.length })),
        h('button', { type: 'button', class: 'tool', 'data-focus': `another-${n}`, 'aria-label': t('more', { name }), disabled: group.going === group.values.length, onclick: change(n, 1) }, icon('icon-plus', 20)));
    }))];
  }

  commands() {
    const cells = (this.domain.cells ?? []).filter((id) => !this.path.includes(id)).map((id) => {
      const cell = this.board.cell(id);
      return { key: `cell-${id}`, words: t('command_go', { place: `${cell?.label ?? id}, ${cell?.name ?? ''}` }), act: () => cell && this.goOver([cell]) };
    });
    const looks = this.facings.map(({ name }, n) => ({ key: `look-${n}`, words: t('turn_to', { name: say(name) }), act: () => this.look(n) }));
    return [...cells, ...looks];
  }

  get told() {
    const cells = [this.start, ...this.path].map((id) => this.board.cell(id)?.label || id).join(' → ');
    const way = this.path.length ? t(this.path.length === 1 ? 'steps_way_one' : 'steps_way', { n: this.path.length, cells }) : '';
    const looking = this.facing === null ? '' : t('turn_to', { name: say(this.facings[this.facing].name) });
    return [way, looking].filter(Boolean).join(' · ');
  }

  /** @param {Element} layer @param {number} _px @param {boolean} bad */
  draw(layer, _px, bad) {
    const isTentative = this.path.length === 0;
    const way = isTentative && this.pointed ? this.wayTo(this.pointed) : this.path;
    if (!way?.length) {
      if (this.facing !== null) this.board.front(layer, this.start, this.facings[this.facing].deg);
      return;
    }
    // Of a way that is refused, the stretch that could be gone is not drawn as bad.
    const reach = bad ? way.findIndex((cell) => !(this.domain.cells ?? []).includes(cell)) : way.length;
    const fine = reach < 0 ? 0 : reach;
    const whole = [this.start, ...way];
    if (this.facing !== null) this.board.front(layer, whole[whole.length - 1], this.facings[this.facing].deg);
    this.board.steps(layer, whole.slice(fine), { bad, tentative: isTentative });
    this.board.steps(layer, whole.slice(0, fine + 1), { bad: false, tentative: isTentative });
  }
}

/** The id of a cell of the wire. @param {any} value @returns {string} */
export function idOf(value) {
  return Array.isArray(value) ? value.join(',') : value;
}

/** What the wire calls a cell. @param {{cell_form?: string}} domain @param {string} id */
export function wired(domain, id) {
  return domain.cell_form === 'numbers' ? id.split(',').map(Number) : id;
}

/** Members alike in words stand together. @param {Array<{value: number, name?: any}>} members */
function grouped(members) {
  /** @type {Map<string, {name: string, values: number[]}>} */
  const found = new Map();
  for (const { value, name } of members) {
    const key = name ? say(name) : '';
    const group = found.get(key) ?? { name: key, values: [] };
    group.values.push(value);
    found.set(key, group);
  }
  return [...found.values()];
}
