/** The same of others, done for one after the other: who cannot stays and is named, and who has to wait goes on later. */

import * as api from '../../base/api.js';
import { say, t } from '../../base/words.js';

/** @typedef {import('../../base/api.js').Answer} Answer */
/** @typedef {import('../plan.js').Plan} Plan */
/** Somebody who is still to do it. @typedef {{unit: string, act: any}} Other */

export class Onward {
  /** @param {import('../planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** What was planned, and who is still to do it once it is their go again. @type {{plan: Plan, units: string[]} | null} */
    this.left = null;
    /** Of those who stay: why, and who. @type {Map<string, string[]>} */
    this.stayed = new Map();
  }

  /** Sends each once the ones before were done. Who may not do it then is asked about again after others went: they may have made room. Where the
   * game asks others first, the rest waits for its go. Who stays in the end is named, also those that were ``refused`` before.
   * @param {Other[]} others @param {Array<{unit: string, why: string}>} refused
   * @param {Answer} answer to the one before @param {AbortSignal} [signal] @returns {Promise<Answer>} to the last that was done */
  async send(others, refused, answer, signal) {
    const { plan } = this.planner;
    const of = others.length + 1;
    let waiting = others;
    this.left = null;
    this.stayed.clear();
    for (let before = waiting.length + 1; waiting.length < before; ) {
      before = waiting.length;
      this.stayed.clear();
      const round = waiting;
      waiting = [];
      for (const [n, each] of round.entries()) {
        const why = await this.refusalOf(each, answer.data.seq, signal);
        if (typeof why === 'object') answer = why;
        else if (why === 'asked' || why === 'unsent') return this.stop(why, { plan, of, left: [...waiting, ...round.slice(n)], answer });
        else waiting.push(this.stays(each, why));
      }
    }
    for (const { unit, why } of refused) this.stays({ unit }, why);
    if (this.stayed.size) this.planner.report(t('same_stopped', { n: of - waiting.length, of: of + refused.length, why: this.reasons() }));
    return answer;
  }

  /** Does it for another. @param {Other} other @param {number} seq @param {AbortSignal} [signal] @returns {Promise<Answer | string>} the answer; why not, where it was not done */
  async refusalOf({ act }, seq, signal) {
    if (!(await this.isAsked())) return 'asked';
    const judged = await api.preview(act, signal).catch(() => null);
    if (judged?.ok && judged.data.legal === false) return say(judged.data.refusal.text);
    const done = await api.act(act, seq, api.newKey(), () => {}, signal);
    return done?.ok ? done : (done?.data?.detail ?? 'unsent');
  }

  /** @template {{unit: string}} T @param {T} other @param {string} why */
  stays(other, why) {
    this.stayed.set(why, [...(this.stayed.get(why) ?? []), other.unit]);
    return other;
  }

  /** Who stays, for each reason. */
  reasons() {
    const { together } = this.planner;
    return [...this.stayed].map(([why, units]) => t('same_stays', { who: units.map((unit) => together.called(unit)).join(', '), why })).join(' ');
  }

  /** @param {'asked' | 'unsent'} why @param {{plan: Plan | null, of: number, left: Other[], answer: Answer}} how */
  stop(why, { plan, of, left, answer }) {
    const n = of - left.length;
    if (why === 'asked' && plan) this.left = { plan, units: left.map(({ unit }) => unit) };
    this.planner.report(why === 'asked' ? t('same_asked', { n, of, left: left.length }) : t('same_stopped', { n, of, why: t('unsent') }));
    return answer;
  }

  /** Whether its player is still one of those whom the game waits for, or needs not be. */
  async isAsked() {
    if (this.planner.plan?.offer.beside) return true;
    const room = await api.room().catch(() => null);
    return Boolean(room?.ok && room.data.to_act.includes(document.body.dataset.viewer));
  }

  /** Whoever was still to do it is in hand with it planned, and the others are chosen besides, once it is their go again. */
  resume() {
    const { planner, left } = this;
    const offers = left ? planner.offers.filter((offer) => left.units.includes(offer.unit) && offer.together && offer.type === left.plan.offer.type && offer.input === left.plan.offer.input) : [];
    if (!left || planner.plan || !offers.length) return;
    this.left = null;
    const found = offers.map((offer) => planner.planFor(offer)).filter((plan) => left.plan.sameBy(plan));
    if (found.length) planner.goOnWith(found[0], found.slice(1).map((plan) => plan.offer.unit));
  }
}
