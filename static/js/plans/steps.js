/** A plan of steps from card to card, of a whole unit or of a part of it, with what may be added to it. */

import { compass, counts } from './controls.js';
import { Parts } from './parts.js';
import { Plan } from './plan.js';
import { h } from '../base/dom.js';
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
    /** How many parts there were when it was chosen. */
    this.lookedAfter = 0;
    /** What may be done at its end besides, and what of that will be. */
    this.parts = new Parts(this.domain.parts ?? [], board);
  }

  /** @param {any} offer */
  renew(offer) {
    super.renew(offer);
    this.parts.doubt();
  }

  /** @returns {Array<{value: any, deg: number, name: any}>} the ways to look, if one may be named */
  get facings() {
    return this.domain.facings ?? [];
  }

  get ask() {
    const { adding } = this.parts;
    return adding ? `${say(adding.text)}: ${t('plan_pick')}` : `${say(this.offer.label)}: ${t('plan_steps')}`;
  }

  get wanted() {
    const { adding } = this.parts;
    return adding ? t('hand_choose', { what: say(adding.text) }) : super.wanted;
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

  /** @param {string[]} path @param {any} [held] what the action holds of parts */
  filled(path, held = {}) {
    const { way = 'way', members, facing = 'facing' } = this.fields;
    const going = members && this.groups.length ? { [members]: this.groups.flatMap((group) => group.values.slice(0, group.going)) } : {};
    const { [facing]: _, ...rest } = this.parts.without(this.template);
    const looking = this.facing === null ? {} : { [facing]: this.facings[this.facing].value };
    return { ...rest, ...going, [way]: path.map((id) => wired(this.domain, id)), ...looking, ...held };
  }

  /** Whether somebody goes. */
  get isManned() {
    return this.groups.length === 0 || this.groups.some((group) => group.going > 0);
  }

  /** What is planned, whatever is being picked. */
  get planned() {
    return this.hasSteps && this.isManned ? this.filled(this.path, this.parts.held) : null;
  }

  action() {
    return this.isPicking ? null : this.planned;
  }

  tentative() {
    if (this.isPicking) return this.parts.pointed === null ? this.planned : this.filled(this.path, this.parts.tentative);
    const pointed = !this.hasWay && this.pointed ? this.wayTo(this.pointed) : null;
    return pointed ? this.filled(pointed) : this.action();
  }

  /** The same steps from where another stands, as it would look; what is added to this one is its own. @param {StepsPlan} other */
  sameBy(other) {
    const path = this.parts.added.length ? null : this.board.moved(this.path, this.start, other.start);
    const look = this.facing === null ? null : other.facings.findIndex(({ value }) => value === this.facings[this.facing ?? 0].value);
    if (!path || look === -1) return null;
    other.go(path);
    other.look(look);
    return other.action();
  }

  /** @param {StepsPlan} other */
  ahead(other) {
    const [start, end, there] = [this.start, this.lastCell, other.start].map((id) => this.board.cell(id));
    return start && end && there ? (end.x - start.x) * (there.x - start.x) + (end.y - start.y) * (there.y - start.y) : 0;
  }

  /** Whether it is settled where it ends: on the spot, too, once there is something to do there. */
  get hasWay() {
    return this.path.length > 0 || this.parts.added.length > 0;
  }

  /** What is asked about while nothing is in it. */
  get bare() {
    return this.parts.fields.length && this.planned === null && this.isManned ? this.filled([]) : null;
  }

  get probe() {
    return this.isSure ? null : this.bare;
  }

  /** Whether what may be added was said of it as it is. */
  get isSure() {
    return this.parts.toldOf === JSON.stringify(this.planned ?? this.bare);
  }

  /** @param {string} act @param {any} verdict */
  heard(act, verdict) {
    return this.parts.fields.length > 0 && act === JSON.stringify(this.planned ?? this.bare) && this.parts.hear(act, verdict.more ?? []);
  }

  get more() {
    return this.parts.told;
  }

  /** @param {any} more */
  addPart(more) {
    if (this.isSure) this.parts.begin(more);
    return this.isPicking;
  }

  get isPicking() {
    return this.parts.adding !== null;
  }

  leave() {
    return this.parts.leave();
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
    if (cell === this.start) return this.path.length > 0 && this.go([]);
    const before = this.path.indexOf(cell);
    const way = before >= 0 ? this.path.slice(0, before + 1) : this.wayTo(cell);
    return way !== null && this.go(way);
  }

  /** Another way than before, which has nothing added to it. @param {string[]} path */
  go(path) {
    this.path = path;
    this.pointed = null;
    this.parts.drop();
    return true;
  }

  /** What is picked of several ways to add a part. @param {string} id */
  tapUnit(id) {
    return this.isPicking && this.parts.tap(id);
  }

  get candidates() {
    return this.parts.candidates;
  }

  get picked() {
    return this.parts.picked;
  }

  get asksForTarget() {
    return this.isPicking;
  }

  /** @param {number} step */
  nextTarget(step) {
    return this.isPicking && this.parts.next(step);
  }

  takePointed() {
    if (!this.isPicking) return false;
    return this.parts.pointed === null ? this.parts.next(1) : this.parts.choose(this.parts.pointed);
  }

  /** @param {number} dx @param {number} dy */
  arrow(dx, dy) {
    return this.nextTarget(dx - dy);
  }

  /** Where a friend stands in a place that may be entered, a tap on it means the place. @param {string} id */
  mayEndIn(id) {
    const cell = this.board.unit(id)?.element.dataset.on;
    return cell !== undefined && cell !== this.start && (this.domain.cells ?? []).includes(cell);
  }

  /** @param {Point} at */
  isOpenAt(at) {
    const { cells = [] } = this.domain;
    return !cells.length || cells.includes(this.board.areaAt(at));
  }

  /** A drag goes over the cards it is drawn over. @param {Point} at */
  dragTo(at) {
    const cell = this.board.areaAt(at);
    if (cell && cell !== this.lastCell) this.tapPlace(at);
  }

  /** @param {Point | null} at @param {string | null} [unit] */
  hover(at, unit = null) {
    const pointed = at ? this.board.areaAt(at) : null;
    if (this.isPicking) return this.parts.point([unit, pointed]);
    const next = pointed === this.start ? null : pointed;
    if (next === this.pointed) return false;
    this.pointed = next;
    return !this.hasWay;
  }

  /** What came last goes first; steps, once nothing is left of what was added. */
  back() {
    if (this.leave()) return true;
    if (this.facing !== null && this.lookedAfter >= this.parts.added.length) return this.look(null);
    return this.parts.pop() || (this.facing !== null ? this.look(null) : this.path.pop() !== undefined);
  }

  get canBack() {
    return this.isPicking || this.parts.added.length > 0;
  }

  get hasSteps() {
    return this.hasWay || this.facing !== null;
  }

  /** @param {number | null} n one of the ways to look; null: it is left as it is */
  look(n) {
    this.facing = n;
    this.lookedAfter = this.parts.added.length;
    return true;
  }

  /** One way to look on, counter-clockwise. @param {number} by */
  turnBy(by) {
    const { length } = this.facings;
    if (!length || this.isPicking) return false;
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
    if (this.isPicking) return cells.length === 1 && this.tapUnit(this.board.areaAt(cells[0]) ?? '');
    this.go([]);
    for (const cell of cells) this.tapPlace(cell);
    return true;
  }

  // In the dock and in words

  get typedAsk() {
    return this.isPicking ? this.ask : `${say(this.offer.label)}: ${t('words_ask_steps')}`;
  }

  get title() {
    return '';
  }

  get inHand() {
    return this.toldWay;
  }

  measure() {
    if (!this.hasSteps) return [];
    const cost = this.parts.added.length ? null : this.cost;
    return [h('output', { class: 'plan__tape', 'data-steps': this.path.length }, this.toldWay, cost !== null && h('small', {}, ` · ${t('steps_cost', { n: cost })}`))];
  }

  /** @param {import('./planner.js').Planner} planner @param {Node} judged @returns {Array<Node | string>} */
  summary(planner, judged) {
    return [...this.measure(), ...this.parts.chips(planner), this.about(planner), judged];
  }

  /** What the whole path costs, as far as the game says it of every cell of it. */
  get cost() {
    const { costs = {} } = this.domain;
    return this.path.every((cell) => cell in costs) ? this.path.reduce((sum, cell) => sum + costs[cell], 0) : null;
  }

  /** Which of several parts is picked, which way it looks, how many of a unit's members go, where not all of them have to. @param {import('./planner.js').Planner} planner */
  controls(planner) {
    if (this.isPicking) return this.parts.names(planner);
    const looks = this.facings.length ? [compass(this, planner, t('turn_kept'))] : [];
    if (this.groups.length < 2 && !this.groups.some((group) => group.values.length > 1)) return looks;
    return [...looks, counts(this.groups, planner, (n, by) => this.take(n, by))];
  }

  commands() {
    const parts = this.parts.commands(this.isSure);
    if (this.isPicking) return parts;
    const cells = (this.domain.cells ?? []).filter((id) => !this.path.includes(id)).map((id) => {
      const cell = this.board.cell(id);
      return { key: `cell-${id}`, words: t('command_go', { place: `${cell?.label ?? id}, ${cell?.name ?? ''}` }), act: () => cell && this.goOver([cell]) };
    });
    const looks = this.facings.map(({ name }, n) => ({ key: `look-${n}`, words: t('turn_to', { name: say(name) }), act: () => this.look(n) }));
    return [...cells, ...looks, ...parts];
  }

  get told() {
    return [this.toldWay, this.parts.words].filter(Boolean).join(' · ');
  }

  /** Which way it leads, or that it leads nowhere, and where its unit looks at the end. */
  get toldWay() {
    const cells = [this.start, ...this.path].map((id) => this.board.cell(id)?.label || id).join(' → ');
    const way = this.path.length ? t(this.path.length === 1 ? 'steps_way_one' : 'steps_way', { n: this.path.length, cells }) : '';
    const looking = this.facing === null ? '' : t('turn_to', { name: say(this.facings[this.facing].name) });
    const spot = !way && this.parts.added.length ? t('steps_on_spot', { cell: this.board.cell(this.start)?.label || this.start }) : way;
    return [spot, looking].filter(Boolean).join(' · ');
  }

  /** The way as it is drawn, the start first. */
  get drawnWay() {
    const way = !this.hasWay && !this.isPicking && this.pointed ? this.wayTo(this.pointed) : this.path;
    return [this.start, ...(way ?? [])];
  }

  /** @param {import('../boards/labels.js').Labels} labels */
  keepClear(labels) {
    labels.keepOffWay(this.drawnWay.flatMap((id) => this.board.cell(id) ?? []).map((cell) => this.board.toSvg(cell)));
  }

  /** @param {Element} layer @param {number} _px @param {boolean} bad */
  draw(layer, _px, bad) {
    const isTentative = !this.hasWay && !this.isPicking;
    const [, ...way] = this.drawnWay;
    if (!way.length) {
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
