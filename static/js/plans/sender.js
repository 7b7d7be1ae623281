/** Sends what was planned to be done: the one place where anything is. Nothing is lost with the line, and nothing done twice. */

import * as api from '../base/api.js';
import { letsPass } from '../base/passes.js';

export class Sender {
  /** @param {import('./planner.js').Planner} planner */
  constructor(planner) {
    this.planner = planner;
    /** @type {'idle' | 'sending' | 'resending' | 'lost'} */
    this.state = 'idle';
    /** Whether one was done, and the same is being done for others. */
    this.isGoingOn = false;
    this.forget();
  }

  /** Another plan: what was decided, and what was asked about it, was of the one before. */
  forget() {
    /** @type {string | null} the action decided on before its verdict was there */
    this.decided = null;
    /** @type {string | null} the action about which it was asked whether it is meant */
    this.doubted = null;
  }

  rest() {
    this.state = 'idle';
  }

  /** No more tries: what was not heard of is still planned, and keeps its key. @returns {boolean} whether it was being sent */
  giveUp() {
    if (this.state === 'resending') this.trying?.abort();
    return this.isUnderWay;
  }

  get isUnderWay() {
    return this.state === 'sending' || this.state === 'resending';
  }

  /** Whether this very plan was decided on and only waits for its verdict; whatever else happens meanwhile does not undo that. */
  get isCommitting() {
    return this.decided !== null && this.decided === JSON.stringify(this.planner.plan?.action() ?? null);
  }

  /** Whether it was asked if this very plan is meant as it is. */
  get isDoubted() {
    return this.doubted !== null && this.doubted === JSON.stringify(this.planner.plan?.action() ?? null);
  }

  get canCommit() {
    const { plan, isChecking, verdict } = this.planner;
    return Boolean(plan?.action()) && (isChecking || verdict?.legal !== false) && !this.isUnderWay && !this.isCommitting;
  }

  /** What was decided before the verdict came is sent unless it was refused; without a verdict (a lost line) the server will judge it. @returns {boolean} whether it was */
  judged() {
    const isDecided = this.isCommitting;
    this.decided = null;
    if (!isDecided || !(this.planner.verdict?.legal ?? true)) return false;
    this.commit();
    return true;
  }

  /** Posts the action. Decided before the verdict is here, or before what can be done now is known, it waits for it. */
  async commit() {
    const { planner } = this;
    const action = planner.plan?.action();
    if (!action || !this.canCommit) return;
    if (planner.plan?.doubt && !this.isDoubted) {
      this.doubted = JSON.stringify(action);
      planner.changed();
      return;
    }
    if (planner.isChecking || planner.isBehind) {
      this.decided = JSON.stringify(action);
      planner.changed();
      return;
    }
    // A plan posted again after a lost line keeps its key, so that it can only happen once.
    if (this.state !== 'lost' || !this.key) this.key = api.newKey();
    this.state = 'sending';
    planner.changed();
    this.trying = new AbortController();
    const others = planner.together.acts();
    const refused = planner.together.refusals;
    planner.together.isSent = others.length > 0;
    const seq = Number(document.body.dataset.seq);
    const sending = api.act(action, seq, this.key, () => {
      this.state = 'resending';
      planner.changed();
    }, this.trying.signal);
    const answer = await (planner.plan?.offer.waivers?.length ? letsPass(seq, sending) : sending);
    this.answered(answer?.ok ? await this.sendOthers(others, refused, answer) : answer);
  }

  /** The same of others, with nothing asked anew meanwhile.
   * @param {import('./more/onward.js').Other[]} others @param {Array<{unit: string, why: string}>} refused @param {import('../base/api.js').Answer} answer to the one before */
  async sendOthers(others, refused, answer) {
    this.isGoingOn = true;
    const last = await this.planner.onward.send(others, refused, answer, this.trying?.signal);
    this.isGoingOn = false;
    return last;
  }

  /** @param {import('../base/api.js').Answer | null} answer */
  answered(answer) {
    const { planner } = this;
    if (answer?.ok) {
      planner.done(answer.data.seq);
    } else if (answer === null) {
      this.state = 'lost';
      planner.report('lost');
    } else {
      this.rest();
      this.refused(answer);
    }
    planner.changed();
  }

  /** @param {import('../base/api.js').Answer} answer */
  refused(answer) {
    const { planner } = this;
    const { data, status } = answer;
    if (status === 422 && data?.rule) {
      planner.judge.verdict = { legal: false, refusal: { rule: data.rule, facts: data.facts, text: { es: data.detail, en: data.detail }, overlays: data.overlays ?? [] } };
    } else if (status === 409 && data?.code === 'stale') {
      planner.report('stale', data);
      planner.refresh();
    } else {
      planner.report(data?.detail ?? 'unsent', data);
    }
  }
}
