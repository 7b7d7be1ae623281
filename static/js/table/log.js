/** The log: entries open and draw their measurement again, dice are seen to fall, what was missed is shown again. */

import * as api from './api.js';
import { byId, h, reducedMotion } from './dom.js';
import { lang, t } from './words.js';

const DICE_MS = 2600;
const TRACE_MS = 900;
const LAST_DICE_MS = 6000;
const MOST_WAITING = 4;

const { room, viewer } = document.body.dataset;
const SEEN = `tapete:seen:${room}:${viewer}`;

export class Log {
  /** @param {import('../boards/measured.js').MeasuredBoard} board */
  constructor(board) {
    this.board = board;
    this.list = byId('log');
    this.chat = byId('chat');
    this.dice = byId('dice');
    this.notice = byId('notice');
    /** @type {HTMLElement[]} */
    this.queue = [];
    this.isShowing = false;
    this.newest = lastSeq(this.list);
    this.list.addEventListener('click', (event) => this.clicked(event));
    this.dice.addEventListener('click', () => this.skip());
    document.querySelector('[data-do="whole-log"]')?.addEventListener('click', (event) => this.showWhole(/** @type {HTMLElement} */ (event.currentTarget)));
    for (const list of [this.list, this.chat]) keepAtEnd(list);
    this.dress();
    this.catchUp();
    document.addEventListener('visibilitychange', () => this.looked());
    addEventListener('pagehide', () => this.remember());
  }

  entries() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** Times in the reader's own clock. */
  dress() {
    for (const time of this.list.querySelectorAll('time:empty')) {
      const at = new Date(time.getAttribute('datetime') ?? '');
      if (!Number.isNaN(at.valueOf())) time.textContent = at.toLocaleString(lang, { dateStyle: 'short', timeStyle: 'short' });
    }
  }

  /** After a message: what is new is shown, unless the whole table came again. @param {boolean} isFull */
  heard(isFull) {
    this.dress();
    const fresh = this.entries().filter((entry) => Number(entry.dataset.seq) > this.newest);
    this.newest = Math.max(this.newest, lastSeq(this.list));
    if (document.hidden) {
      for (const entry of fresh) entry.classList.add('is-new');
      return;
    }
    if (isFull) this.offer(fresh);
    else this.show(fresh);
    this.remember();
  }

  remember() {
    if (!document.hidden) localStorage.setItem(SEEN, String(this.newest));
  }

  /** Back in front of this page: what came meanwhile is offered again. */
  looked() {
    if (document.hidden) {
      localStorage.setItem(SEEN, String(this.newest));
      return;
    }
    this.offer(this.entries().filter((entry) => entry.classList.contains('is-new')));
  }

  /** A page opened anew: what happened since it was last looked at. */
  catchUp() {
    const seen = Number(localStorage.getItem(SEEN) ?? this.newest);
    this.offer(this.entries().filter((entry) => Number(entry.dataset.seq) > seen));
    this.remember();
  }

  /** @param {HTMLElement[]} missed */
  offer(missed) {
    for (const entry of missed) entry.classList.add('is-new');
    const worth = missed.filter((entry) => entry.dataset.overlays || entry.querySelector('.roll'));
    if (worth.length === 0) {
      this.traceLast();
      return;
    }
    const done = (show) => () => {
      this.notice.replaceChildren();
      this.isReplaying = show;
      if (show) this.show(worth);
      else this.traceLast();
    };
    this.notice.replaceChildren(
      h('span', {}, t('away', { n: missed.length })),
      h('button', { type: 'button', class: 'button button--small', onclick: done(true) }, t('show')),
      h('button', { type: 'button', class: 'button button--second button--small', onclick: done(false) }, t('skip')),
    );
  }

  /** @param {HTMLElement[]} entries */
  show(entries) {
    const worth = entries.filter((entry) => entry.dataset.overlays || entry.querySelector('.roll'));
    // What I did myself is seen at once; what it overtakes stands in the log.
    const isMine = !this.isReplaying && worth.some((entry) => entry.dataset.seat === viewer);
    this.queue = isMine ? worth : [...this.queue, ...worth];
    // Whoever plays faster than can be shown is shown from where he is now.
    if (!this.isReplaying) this.queue = this.queue.slice(-MOST_WAITING);
    if (isMine || !this.isShowing) this.next();
  }

  next() {
    clearTimeout(this.timer);
    const entry = this.queue.shift();
    if (!entry) {
      this.isShowing = false;
      this.isReplaying = false;
      this.timer = setTimeout(() => this.dice.replaceChildren(), LAST_DICE_MS);
      return;
    }
    this.isShowing = true;
    this.trace(entry);
    this.fall(entry);
    this.timer = setTimeout(() => this.next(), entry.querySelector('.roll') ? DICE_MS : TRACE_MS);
  }

  /** Enough seen: the dice give way to the board, the last of what waited stays traced. */
  skip() {
    const last = this.queue.pop();
    if (last) this.trace(last);
    this.queue = [];
    this.dice.replaceChildren();
    this.next();
  }

  /** The dice of an entry, as they fell. @param {HTMLElement} entry */
  fall(entry) {
    const rolls = [...entry.querySelectorAll('.entry__more > .roll')];
    if (rolls.length === 0) {
      if (!reducedMotion()) this.dice.replaceChildren();
      return;
    }
    const what = h('p', { class: 'dice__what' }, entry.querySelector('.entry__words')?.textContent ?? '');
    this.dice.replaceChildren(what, ...rolls.map((roll) => roll.cloneNode(true)));
  }

  /** Draws what an entry measured. @param {HTMLElement} entry */
  trace(entry) {
    const layer = this.board.layer('trace');
    layer.replaceChildren();
    if (entry.dataset.overlays) this.board.draw(layer, JSON.parse(entry.dataset.overlays));
  }

  /** The other side's last act stays traced until I act. */
  traceLast() {
    const last = this.entries().reverse().find((entry) => entry.dataset.overlays);
    if (last && last.dataset.seat && last.dataset.seat !== viewer) this.trace(last);
  }

  clearTrace() {
    this.board.layer('trace').replaceChildren();
  }

  /** @param {Event} event */
  clicked(event) {
    const head = /** @type {HTMLElement} */ (event.target).closest('button.entry__head');
    if (!head) return;
    const more = /** @type {HTMLElement | null} */ (head.nextElementSibling);
    const open = head.getAttribute('aria-expanded') !== 'true';
    head.setAttribute('aria-expanded', String(open));
    if (more) more.hidden = !open;
    const entry = /** @type {HTMLElement} */ (head.parentElement);
    if (open) this.trace(entry);
    else this.clearTrace();
  }

  /** @param {HTMLElement} button */
  async showWhole(button) {
    const template = document.createElement('template');
    template.innerHTML = await api.part('log');
    this.list.replaceChildren(template.content);
    this.dress();
    button.remove();
  }
}

/** @param {Element} list */
function lastSeq(list) {
  return Number(/** @type {HTMLElement | null} */ (list.lastElementChild)?.dataset.seq ?? 0);
}

/** The newest line stays in sight, unless somebody has scrolled back to read. @param {HTMLElement} list */
function keepAtEnd(list) {
  let isAtEnd = true;
  let lastTop = 0;
  const toEnd = () => {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
  // Only scrolling back leaves the end: a list that got smaller or longer meanwhile is behind, but nobody left.
  list.addEventListener('scroll', () => {
    const isBehind = list.scrollHeight - list.scrollTop - list.clientHeight >= 24;
    if (!isBehind) isAtEnd = true;
    else if (list.scrollTop < lastTop) isAtEnd = false;
    lastTop = list.scrollTop;
  }, { passive: true });
  new ResizeObserver(toEnd).observe(list);
  new MutationObserver(toEnd).observe(list, { childList: true });
  toEnd();
}
