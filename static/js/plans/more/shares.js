/** A plan of targets among which a whole may be divided: whoever is picked besides gets a share, and the shares add up to the whole. */

import { h, icon } from '../../base/dom.js';
import { nameOf } from '../../base/naming.js';
import { say, t } from '../../base/words.js';

/** @typedef {import('../planner.js').Planner} Planner */

/** @param {typeof import('../targets.js').TargetPlan} Kind */
export function withShares(Kind) {
  return class extends Kind {
    /** @param {any} offer @param {import('../plan.js').Board} board */
    constructor(offer, board) {
      super(offer, board);
      this.most = Math.min(this.shares.total, this.domain.units.length);
      /** What each target gets, by its id. @type {Map<string, number>} */
      this.numbers = new Map();
      /** Whose share the keys change. @type {string | null} */
      this.changing = null;
    }

    /** @returns {{field: string, whom: string, number: string, total: number}} */
    get shares() {
      return this.domain.shares;
    }

    get isDivided() {
      return this.targets.length > 1;
    }

    /** One target is aimed at as ever; several get what each of them gets. @param {string[]} targets */
    filled(targets) {
      const { field, whom, number } = this.shares;
      const { [field]: _, ...rest } = super.filled(targets.slice(0, 1));
      if (targets.length < 2) return rest;
      const { [this.field]: __, ...undivided } = rest;
      const numbers = targets.every((id) => this.numbers.has(id)) ? this.numbers : this.even(targets);
      return { ...undivided, [field]: targets.map((id) => ({ [whom]: id, [number]: numbers.get(id) })) };
    }

    /** Shares as equal as can be, the greater first. @param {string[]} targets @returns {Map<string, number>} */
    even(targets) {
      const { total } = this.shares;
      const least = Math.floor(total / targets.length);
      return new Map(targets.map((id, n) => [id, least + (n < total % targets.length ? 1 : 0)]));
    }

    /** @param {string} unit */
    tapUnit(unit) {
      const before = this.targets.join();
      if (!super.tapUnit(unit)) return false;
      if (this.targets.join() !== before) this.numbers = this.even(this.targets);
      this.changing = this.targets.includes(unit) ? unit : null;
      return true;
    }

    back() {
      const had = super.back();
      this.numbers = this.even(this.targets);
      return had;
    }

    /** A second tap on the one target does it; of several it takes that one away. @param {string} id */
    isChosen(id) {
      return !this.isDivided && this.targets[0] === id && !this.isGiven;
    }

    // One more for a target is one less for another

    /** Whom it is taken from: whoever has most of the others. @param {string} id */
    richest(id) {
      const others = this.targets.filter((each) => each !== id && this.share(each) > 1);
      return others.reduce((best, each) => (best !== null && this.share(best) >= this.share(each) ? best : each), /** @type {string | null} */ (null));
    }

    /** Whom one less goes to: whoever has least of the others. @param {string} id */
    poorest(id) {
      const others = this.targets.filter((each) => each !== id);
      return others.reduce((best, each) => (best !== null && this.share(best) <= this.share(each) ? best : each), /** @type {string | null} */ (null));
    }

    /** @param {string} id */
    share(id) {
      return this.numbers.get(id) ?? 0;
    }

    /** @param {string} id @param {number} by 1 or -1 @returns {boolean} whether that could be */
    give(id, by) {
      const other = by > 0 ? this.richest(id) : this.share(id) > 1 ? this.poorest(id) : null;
      if (!this.isDivided || other === null) return false;
      this.numbers = new Map([...this.numbers, [id, this.share(id) + by], [other, this.share(other) - by]]);
      this.changing = id;
      return true;
    }

    // In the dock and in words

    get asksFirst() {
      return this.isDivided || super.asksFirst;
    }

    get ask() {
      return `${say(this.offer.label)}: ${t('plan_shares', { n: this.shares.total })}`;
    }

    get told() {
      const whom = this.targets.map((id) => (this.isDivided ? `${nameOf(this.board, id)} ${this.share(id)}` : nameOf(this.board, id))).join(', ');
      return [say(this.offer.label), whom].filter(Boolean).join(' · ');
    }

    /** @param {Planner} planner */
    controls(planner) {
      this.typed = (event) => this.keyed(event, planner);
      return [...(this.isDivided ? [this.divided(planner)] : []), ...super.controls(planner)];
    }

    /** Plus and minus change the share of whoever was picked last. @param {KeyboardEvent} event @param {Planner} planner */
    keyed(event, planner) {
      const by = { '+': 1, '=': 1, '-': -1 }[event.key];
      if (!by || !this.isDivided) return false;
      const at = /** @type {HTMLElement} */ (event.target).closest('[data-share]');
      const id = /** @type {HTMLElement | null} */ (at)?.dataset.share ?? this.changing ?? this.targets[0];
      if (this.give(id, by)) planner.update();
      return true;
    }

    /** @param {Planner} planner */
    divided(planner) {
      const press = (id, by) => () => { if (this.give(id, by)) planner.update(); };
      return h('div', { class: 'composer', role: 'group', 'aria-label': t('shares', { n: this.shares.total }) }, ...this.targets.map((id) => {
        const name = nameOf(this.board, id);
        return h('div', { class: 'composer__row', 'data-share': id },
          h('span', { class: 'composer__name' }, name),
          h('button', { type: 'button', class: 'tool', 'data-focus': `share-less-${id}`, 'aria-label': t('share_less', { name }), disabled: this.share(id) <= 1, onclick: press(id, -1) }, icon('icon-minus', 20)),
          h('output', { class: 'composer__count' }, String(this.share(id))),
          h('button', { type: 'button', class: 'tool', 'data-focus': `share-more-${id}`, 'aria-label': t('share_more', { name }), disabled: this.richest(id) === null, onclick: press(id, 1) }, icon('icon-plus', 20)));
      }));
    }

    /** @param {import('../plan.js').Names} names */
    commands(names) {
      const given = this.isDivided ? this.targets.flatMap((id) => {
        const name = nameOf(this.board, id);
        const more = this.richest(id) === null ? [] : [{ key: `share-more-${id}`, words: t('share_more', { name }), act: () => this.give(id, 1) }];
        return [...more, { key: `share-off-${id}`, words: t('less', { name }), act: () => this.tapUnit(id) }];
      }) : [];
      return [...super.commands(names), ...given];
    }
  };
}
