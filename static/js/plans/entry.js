/** A plan of coming in: a place on an edge, a path from it, and who comes along. */

import { way } from './controls.js';
import { PathPlan } from './ways.js';
import { h } from '../base/dom.js';
import { nameOf } from '../base/naming.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./plan.js').Point} Point */

/** A place on an edge, then a path from it. */
export class EntryPlan extends PathPlan {
  /** @type {number | null} */
  along = null;
  /** @type {string[]} */
  company = [...(this.template[this.fields.company ?? ''] ?? [])];

  get ask() {
    return this.along === null ? `${say(this.offer.label)}: ${t('plan_edge')}` : super.ask;
  }

  get typedAsk() {
    return this.along === null ? `${say(this.offer.label)}: ${t('words_ask_edge')}` : super.typedAsk;
  }

  /** A way may lead on from where it comes in. */
  get isOpen() {
    return this.points.length === 0;
  }

  get hasBearings() {
    return this.along !== null;
  }

  /** @param {import('./planner.js').Planner} planner */
  controls(planner) {
    const press = (id) => () => { this.toggle(id); planner.update(); };
    const others = (this.carries ? this.domain.units ?? [] : []).map((id) => way({ key: `company-${id}`, words: nameOf(this.board, id), isOn: this.company.includes(id), press: press(id) }));
    const group = others.length ? [h('div', { class: 'plan__choices', role: 'group', 'aria-label': t('company') }, h('span', {}, t('company')), ...others)] : [];
    return [...group, ...super.controls(planner)];
  }

  /** @param {Point[]} points */
  filled(points) {
    const { along = 'along', company } = this.fields;
    const action = { ...super.filled(points), [along]: this.along };
    const mayBring = company && (company in this.template || (this.carries && this.domain.units?.length));
    return mayBring ? { ...action, [company]: this.company } : action;
  }

  /** Whether the unit may bring others: then the units named are who comes along, else what it may get into. */
  get carries() {
    return (this.domain.most ?? 0) > 0;
  }

  /** @param {Point | undefined} end */
  endsIn(end) {
    return this.carries ? null : super.endsIn(end);
  }

  action() {
    return this.along === null ? null : this.filled(this.points);
  }

  tentative() {
    if (this.along === null) return null;
    return this.points.length === 0 && this.pointed ? this.filled([this.pointed]) : this.action();
  }

  get hasSteps() {
    return this.along !== null;
  }

  /** @param {number} along */
  enterAt(along) {
    this.along = along;
    this.start = { ...this.board.entered(along, this.domain.edge, this.radius), level: 0 };
  }

  /** @param {Point} at @param {number} px */
  tapPlace(at, px) {
    if (this.along !== null) return super.tapPlace(at, px);
    this.enterAt(this.board.onEdge(at, this.domain.edge).along);
    return true;
  }

  /** @param {Point | null} at @param {string | null} unit @param {number} px */
  hover(at, unit, px) {
    if (this.along !== null) return super.hover(at, unit, px);
    this.edgePoint = at ? this.board.onEdge(at, this.domain.edge) : null;
    return true;
  }

  back() {
    if (super.back()) return true;
    const had = this.along !== null;
    this.along = null;
    return had;
  }

  /** @param {string} unit */
  toggle(unit) {
    if (this.company.includes(unit)) this.company = this.company.filter((each) => each !== unit);
    else if (this.company.length < (this.domain.most ?? Infinity)) this.company = [...this.company, unit];
  }

  /** @param {Element} layer @param {number} px @param {boolean} bad */
  draw(layer, px, bad) {
    if (this.along === null) this.board.edgeLine(layer, this.domain.edge);
    const along = this.along ?? this.edgePoint?.along;
    if (along !== undefined && along !== null) {
      const at = this.board.entered(along, this.domain.edge, this.radius);
      // Once a way leads on, the figure stands at its end.
      this.figure ??= this.board.figure(this.offer.unit, this.radius);
      this.board.ghost(layer, at, { type: 'disc', radius: this.radius }, { bad, side: 'side-mine', figure: this.way.length === 1 ? this.figure : null });
    }
    if (this.along !== null) super.draw(layer, px, bad);
  }
}
