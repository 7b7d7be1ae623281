/** Asks the server what a plan would mean: after a breath, and only the latest question counts. */

import * as api from './api.js';

const PAUSE_MS = 110;

export class Judge {
  /** @param {() => void} answered called when a verdict has come, or could not be had */
  constructor(answered) {
    this.answered = answered;
    /** @type {any} */
    this.verdict = null;
    this.isChecking = false;
    this.asked = 0;
  }

  /** The last verdict stays in sight until the next one comes. @param {any} action null: there is nothing to ask about */
  ask(action) {
    clearTimeout(this.waiting);
    this.previewing?.abort();
    const mine = ++this.asked;
    this.isChecking = action !== null;
    if (action === null) this.verdict = null;
    else this.waiting = setTimeout(() => this.send(action, mine), PAUSE_MS);
  }

  forget() {
    this.ask(null);
  }

  /** @param {any} action @param {number} mine */
  async send(action, mine) {
    this.previewing = new AbortController();
    const answer = await api.preview(action, this.previewing.signal).catch(() => null);
    if (mine !== this.asked) return;
    this.verdict = answer?.ok ? answer.data : null;
    this.isChecking = false;
    this.answered();
  }
}
