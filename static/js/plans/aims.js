/** How likely the acts of the unit in hand are to do what they are for, as the server told beforehand: looked up by the act. */

import { percent, say } from '../base/words.js';

/** @typedef {{action: any, numerator: number, denominator: number, text?: any}} Told */

export class Aims {
  /** Of the unit in hand, and of acts that are no unit's. @type {[Told[], Told[]]} */
  told = [[], []];

  /** How likely each act is to do it. @type {Map<string, number>} */
  shares = new Map();

  /** What each of the odds is of. @type {Map<string, any>} */
  texts = new Map();

  /** @param {Told[]} told @param {boolean} [isNobodys] of acts that are no unit's */
  learn(told, isNobodys = false) {
    this.told[Number(isNobodys)] = told;
    const all = this.told.flat();
    this.texts = new Map(all.map(({ action, text }) => [JSON.stringify(action), text]));
    this.shares = new Map(all.map(({ action, numerator, denominator }) => [JSON.stringify(action), numerator / denominator]));
  }

  /** In words, nothing where it is not known. @param {any} action @returns {string} */
  of(action) {
    const share = this.shares.get(JSON.stringify(action));
    return share === undefined ? '' : percent(share);
  }

  /** What the odds of some acts side by side are of: in ``all`` where it is the same, else of each. @param {any[]} actions @returns {{all: string, each: string[]}} */
  meaning(actions) {
    const each = actions.map((action) => this.texts.get(JSON.stringify(action))).map((text) => (text ? say(text) : ''));
    const told = new Set(each.filter(Boolean));
    return told.size === 1 ? { all: [...told][0], each: each.map(() => '') } : { all: '', each };
  }

  /** Of some plans those first that can do best to a thing. @template {{plan: import('./plan.js').Plan}} T @param {T[]} found @param {string} id @returns {T[]} */
  byShare(found, id) {
    const share = ({ plan }) => Math.max(0, ...plan.aimable.filter((each) => each.id === id).map((each) => this.shares.get(JSON.stringify(each.action)) ?? 0));
    return [...found].sort((a, b) => share(b) - share(a));
  }

  /** The best that any of some plans can do to each thing. @param {import('./plan.js').Plan[]} plans @returns {Map<string, string>} */
  best(plans) {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const { id, action } of plans.flatMap((plan) => plan.aimable)) {
      const share = this.shares.get(JSON.stringify(action));
      if (share !== undefined && share >= (found.get(id) ?? 0)) found.set(id, share);
    }
    return new Map([...found].map(([id, share]) => [id, percent(share)]));
  }
}
