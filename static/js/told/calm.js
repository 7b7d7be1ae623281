/**
 * One sentence after the other: while others act faster than anybody reads, as six computers do, the sentence at the top stays until it
 * can have been read, and the last one said by then follows it. What asks something of the reader hardly waits.
 */

import { byId, h } from '../base/dom.js';

/** How long a sentence stays before the next one. */
const READ_MS = 1100;
/** The same before one that asks something of the reader: it may be answered already, as was chosen beforehand. */
const ASKED_MS = 250;

/** What is told, and whether it asks something. @typedef {{words: string, asks: boolean}} Told */

export class Calm {
  constructor() {
    this.shown = told();
    put(this.shown);
    this.since = -Infinity;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether what came last waits to be shown. */
    this.isWaiting = false;
    /** @type {Told} the last that came */
    this.last = this.shown;
    const prompt = byId('prompt');
    /** Whether it stands there as it was told last, and nothing has come since. */
    this.isBare = false;
    // Told before anything is painted. What else changes in the bar says nothing.
    this.watching = new MutationObserver((changes) => changes.some(isOfPrompt) && this.came(told()));
    this.watching.observe(/** @type {Node} */ (prompt.parentNode), { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['class'] });
  }

  /** Before the page is told more: what is compared with that is what was told last, not what is still shown of before. */
  bare() {
    if (!this.isWaiting) return;
    put(this.last);
    this.watching.takeRecords();
    this.isBare = true;
  }

  /** After the page was told more. @returns {string} the sentence as it was told */
  heard() {
    if (this.watching.takeRecords().some(isOfPrompt) || this.isBare) this.came(told());
    return this.last.words;
  }

  /** @param {Told} next */
  came(next) {
    this.last = next;
    byId('prompt').dataset.told = next.words; // whoever hears the table in words is told at once
    this.isBare = false;
    this.isWaiting = false;
    clearTimeout(this.timer);
    if (next.words === this.shown.words && next.asks === this.shown.asks) {
      put(next);
      this.watching.takeRecords();
      return;
    }
    const due = this.since + (next.asks ? ASKED_MS : READ_MS) - performance.now();
    if (due <= 0) return this.show();
    put(this.shown);
    this.watching.takeRecords();
    this.isWaiting = true;
    this.timer = setTimeout(() => this.show(), due);
  }

  show() {
    this.isWaiting = false;
    this.shown = this.last;
    this.since = performance.now();
    put(this.shown);
    this.watching.takeRecords();
  }
}

/** @param {MutationRecord} change */
function isOfPrompt({ target, addedNodes }) {
  const prompt = byId('prompt');
  return prompt.contains(target) || [...addedNodes].some((node) => node.contains(prompt));
}

/** @returns {Told} */
function told() {
  const prompt = byId('prompt');
  return { words: prompt.textContent ?? '', asks: prompt.classList.contains('is-my-go') };
}

/** A name with a number stays on one line: A-02. @param {Told} it */
function put({ words, asks }) {
  const prompt = byId('prompt');
  const parts = words.split(/(\S+-\d\S*)/);
  const isPut = prompt.textContent === words && prompt.childElementCount === (parts.length - 1) / 2;
  if (!isPut) prompt.replaceChildren(...parts.map((part, n) => (n % 2 ? h('span', { class: 'whole' }, part) : part)));
  prompt.classList.toggle('is-my-go', asks);
}
