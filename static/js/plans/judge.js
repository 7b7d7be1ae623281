/**
 * Asks the server what a plan would mean: at once, then not more often than a breath, one question at a time. Only the
 * answer to the latest counts as the verdict; an earlier one is shown as a glimpse while the pointer moves on.
 */

import * as api from '../base/api.js';

const PAUSE_MS = 110;

/** What was asked about is no act that could be judged: it is refused as it is, in the server's words. A line that is lost, or a server that
 * cannot answer now, says nothing of it. @param {api.Answer | null} answer */
function unread(answer) {
  if (!answer || answer.ok || answer.status < 400 || answer.status >= 500 || answer.status === 429) return null;
  const detail = answer.data?.detail;
  return { legal: false, refusal: { rule: '', facts: {}, text: detail ? { es: detail, en: detail } : null, overlays: [] } };
}

export class Judge {
  /** @param {() => void} answered called when a verdict has come, or could not be had @param {() => void} glimpsed called when an answer has come to what was asked before */
  constructor(answered, glimpsed) {
    this.answered = answered;
    this.glimpsed = glimpsed;
    /** @type {any} */
    this.verdict = null;
    /** @type {any} the answer that came last, to whatever was asked */
    this.glimpse = null;
    this.isChecking = false;
    this.sentAt = -PAUSE_MS;
    /** @type {{action: any} | null} what is to be asked next */
    this.next = null;
    /** @type {object | null} what was asked last and not answered yet */
    this.asked = null;
  }

  /** The last verdict stays in sight until the next one comes. @param {any} action null: there is nothing to ask about */
  ask(action) {
    this.isChecking = action !== null;
    this.next = action === null ? null : { action };
    if (action === null) this.forget();
    else this.schedule();
  }

  forget() {
    clearTimeout(this.waiting);
    this.previewing?.abort();
    this.waiting = undefined;
    this.verdict = null;
    this.glimpse = null;
    this.isChecking = false;
    this.next = null;
    this.asked = null;
  }

  schedule() {
    if (this.waiting !== undefined || this.asked) return;
    this.waiting = setTimeout(() => this.send(), Math.max(0, this.sentAt + PAUSE_MS - performance.now()));
  }

  async send() {
    const { next } = this;
    this.waiting = undefined;
    this.asked = next;
    this.next = null;
    this.sentAt = performance.now();
    this.previewing = new AbortController();
    const answer = await api.preview(next?.action, this.previewing.signal).catch(() => null);
    if (this.asked !== next) return;
    this.asked = null;
    this.glimpse = answer?.ok ? answer.data : null;
    if (this.next) {
      this.schedule();
      if (this.glimpse) this.glimpsed();
      return;
    }
    this.verdict = this.glimpse ?? unread(answer);
    this.isChecking = false;
    this.answered();
  }
}
