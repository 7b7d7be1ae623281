/** The log: grouped by turns, entries open and draw their measurement again, dice are seen to fall, the others' acts stay traced. */

import * as api from '../base/api.js';
import { Away } from './away.js';
import { Dice } from './dice.js';
import { byId, h, s } from '../base/dom.js';
import { Earlier } from '../base/earlier.js';
import { Effects, overlaysOf, shown } from '../base/effects.js';
import { askedBack, isLoud, isNews, isOwn, isWorth, lastOfOthers, strikeOut, together, whereOf } from './entries.js';
import { lang } from '../base/words.js';
import { Pace } from './pace.js';

const DICE_MS = 2600;
/** So long at most a push waits for its dice. */
const MOST_FALLING_MS = 1400;
const TRACE_MS = 900;
const MOST_WAITING = 4;
/** So many throws of one push are seen; of more, as after a sleep, the newest. */
const MOST_THROWS = 4;
/** So long after a hand has touched a list, its scrolling is the hand's. */
const HAND_MS = 1500;
/** A spell or a loss is read faster than dice. */
const NEWS_SHARE = 0.6;
/** So much of what others did stays traced, the older fainter. */
const MOST_TRACED = 12;

const { room, viewer } = document.body.dataset;
const SEEN = `tapete:seen:${room}:${viewer}`;
const FILTER = 'tapete:log';

export class Log {
  /** @param {import('../boards/surface.js').Surface} board @param {(id: string) => void} [reveal] brings a thing on the board into view */
  constructor(board, reveal = () => {}) {
    this.board = board;
    this.reveal = reveal;
    this.list = byId('log');
    this.ways = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.log-filter__way')]);
    this.chat = byId('chat');
    this.dice = new Dice(byId('dice'));
    this.pace = new Pace();
    this.effects = new Effects(board);
    this.away = new Away(this);
    /** What waits to be shown, each thing a line or several that go together. @type {HTMLElement[][]} */
    this.queue = [];
    this.isShowing = false;
    /** What the dice of a push that is on its way have told already. @type {HTMLElement[]} */
    this.fallen = [];
    /** When the dice lie at the latest. */
    this.until = 0;
    this.newest = lastSeq(this.list);
    this.list.addEventListener('click', (event) => this.clicked(event));
    this.list.addEventListener('keydown', (event) => this.pressed(event));
    byId('dice').addEventListener('click', () => this.tapped());
    document.addEventListener('tapete:hurry', () => this.hurry());
    this.earlier = [this.list, this.chat].map((list) => new Earlier(list, (before) => api.earlier(list.id, before), () => this.dress()));
    keepAtEnd(this.chat);
    keepAtEnd(this.list, /** @type {HTMLElement | null} */ (document.querySelector('[data-do="newest"]')));
    this.addFilter();
    this.dress();
    this.catchUp();
    document.addEventListener('visibilitychange', () => this.looked());
    addEventListener('pagehide', () => this.remember());
  }

  entries() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** Times in the reader's own clock; which lines are their side's. */
  dress() {
    for (const time of this.list.querySelectorAll('time:empty')) {
      const at = new Date(time.getAttribute('datetime') ?? '');
      if (!Number.isNaN(at.valueOf())) time.textContent = at.toLocaleString(lang, { dateStyle: 'short', timeStyle: 'short' });
    }
    const mine = /** @type {HTMLElement | null} */ (document.querySelector('.seat.is-me'))?.dataset.side;
    for (const entry of mine ? this.entries() : []) entry.classList.toggle('is-mine', entry.classList.contains(`side-${mine}`));
    strikeOut(this.entries());
    this.leaveBare();
    this.nameAsked();
    document.querySelector('[data-do="again"]')?.toggleAttribute('hidden', lastOfOthers(this.entries()) === null);
  }

  /** Whoever is asked whether something may be taken back is told what. */
  nameAsked() {
    for (const proposal of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#proposals [data-kind="undo"]'))) {
      const words = askedBack(this.entries(), proposal.dataset.by);
      proposal.querySelector('.proposal__what')?.remove();
      if (words) proposal.firstElementChild?.after(h('p', { class: 'proposal__what' }, `«${words}»`));
    }
  }

  /** Shows once more, step by step, what the others did last. */
  showAgain() {
    const last = lastOfOthers(this.entries());
    if (!last || this.away.isPlaying) return;
    this.away.again(last.missed, last.seen);
  }

  /** A heading with no line shown below it is left away, but for the one that goes on. */
  leaveBare() {
    const isShown = { dice: '.entry:has(.entry__dice)', mine: '.is-mine' }[this.list.dataset.shows ?? ''] ?? '.entry';
    let isBare = false;
    for (const entry of this.entries().reverse()) {
      const isHeading = entry.classList.contains('is-heading');
      if (isHeading) entry.classList.toggle('is-bare', isBare);
      isBare = isHeading || (isBare && !entry.matches(isShown));
    }
  }

  // Which lines are shown

  addFilter() {
    const names = this.ways.map((way) => way.dataset.filter ?? '');
    for (const way of this.ways) way.addEventListener('click', () => this.filter(way.dataset.filter ?? ''));
    const kept = localStorage.getItem(FILTER) ?? '';
    this.filter(names.includes(kept) ? kept : 'all');
  }

  /** @param {string} name */
  filter(name) {
    localStorage.setItem(FILTER, name);
    this.list.dataset.shows = name;
    this.leaveBare();
    for (const way of this.ways) way.setAttribute('aria-pressed', String(way.dataset.filter === name));
    this.list.scrollTop = this.list.scrollHeight;
  }

  // What comes, and what was missed

  /** Before a push is shown its dice fall, throw after throw: nothing on the table tells beforehand what came of them.
   * @param {string} html */
  async fall(html) {
    this.pace.begins(html);
    if (!document.hidden && !this.away.isPlaying && html.includes('beforeend:#log')) await this.unfold(html);
  }

  /** What came before it has been read, then its own dice fall. @param {string} html */
  async unfold(html) {
    const template = document.createElement('template');
    template.innerHTML = html;
    const lines = /** @type {HTMLElement[]} */ ([...template.content.querySelectorAll('[hx-swap-oob="beforeend:#log"] > .entry')]);
    const lots = together(lines.filter((line) => isWorth(line) || isLoud(line)));
    const isMine = lots.flat().some(isOwn);
    if (!isMine) await this.pace.read();
    const isTold = (/** @type {HTMLElement} */ line) => Boolean(line.querySelector('.roll')) || (isLoud(line) && !isMine);
    if (document.hidden || !lines.some(isTold)) return;
    clearTimeout(this.timer);
    this.queue = [];
    this.isShowing = true;
    this.dice.clear();
    this.clearTrace();
    this.until = performance.now() + (this.pace.isAtOnce ? 0 : MOST_FALLING_MS);
    document.dispatchEvent(new CustomEvent('tapete:falling'));
    for (const lot of lots.splice(0, lots.length - MOST_THROWS)) this.fallen.push(...lot);
    for (const [n, lot] of lots.entries()) {
      this.draw(lot[0], { tone: 'info' });
      await this.dice.fall(lot, this.until - performance.now());
      this.fallen.push(...lot);
      if (!isTold(lot[0])) continue;
      if (isLoud(lot[0])) this.dice.tell(lot[0]);
      this.pace.lies(isLoud(lot[0]) ? NEWS_SHARE : 1);
      // What others rolled is read throw by throw; of one's own, nothing waits but for the dice.
      if (isMine || n === lots.length - 1) continue;
      await this.pace.read();
      this.until = performance.now() + (this.pace.isAtOnce ? 0 : MOST_FALLING_MS);
    }
    this.timer = setTimeout(() => this.next(), DICE_MS);
  }

  /** A tap on the dice: those that fall lie, what was read makes way for the next result, and the last one is closed. */
  tapped() {
    if (this.dice.falling.size > 0) return void this.hurry();
    if (!this.pace.skip()) this.dice.clear();
  }

  /** Nobody waits for dice any longer. @returns {boolean} whether any were falling */
  hurry() {
    this.until = 0;
    const isFalling = this.dice.falling.size > 0;
    this.dice.land();
    return isFalling;
  }

  /** After a message: what is new is shown, unless the whole table came again. @param {boolean} isFull */
  heard(isFull) {
    this.away.stop();
    this.dress();
    this.effects.changed();
    const told = this.fallen.map((entry) => entry.dataset.seq);
    this.land();
    const fresh = this.entries().filter((entry) => Number(entry.dataset.seq) > this.newest && !told.includes(entry.dataset.seq));
    const before = this.newest;
    this.newest = Math.max(this.newest, lastSeq(this.list));
    if (document.hidden) {
      for (const entry of fresh) entry.classList.add('is-new');
      return;
    }
    if (fresh.some((entry) => entry.dataset.undone)) this.unsee(fresh);
    else if (told.length === 0 && fresh.some(isWorth)) this.dice.goOn();
    // What one did oneself is seen to happen, also where the line was lost in between.
    if (isFull && fresh.some(isNews)) this.offer(fresh, before);
    else this.show(fresh);
    this.remember();
  }

  /** Dice have told something: it is drawn where things stand now. */
  land() {
    if (this.fallen.length === 0) return;
    this.clearTrace();
    for (const entry of this.fallen.splice(0)) {
      this.draw(entry);
      shown(entry);
    }
  }

  /** Of what was taken back nothing stays drawn, nor its dice; that it was is told in their place. @param {HTMLElement[]} fresh */
  unsee(fresh) {
    this.clearTrace();
    this.dice.clear();
    for (const entry of fresh.filter((each) => each.dataset.undone)) this.dice.tell(entry);
    this.traceOthers();
  }

  remember() {
    if (!document.hidden) localStorage.setItem(SEEN, String(this.newest));
  }

  /** Back in front of this page: what came meanwhile is offered again. */
  looked() {
    if (document.hidden) {
      localStorage.setItem(SEEN, String(this.newest));
      this.pace.rush();
      return;
    }
    this.offer(this.entries().filter((entry) => entry.classList.contains('is-new')), Number(localStorage.getItem(SEEN) ?? 0));
  }

  /** A page opened anew: what happened since it was last looked at. */
  catchUp() {
    const seen = Number(localStorage.getItem(SEEN) ?? this.newest);
    this.offer(this.entries().filter((entry) => Number(entry.dataset.seq) > seen), seen);
    this.remember();
  }

  /** @param {HTMLElement[]} missed @param {number} seen how far the reader had seen */
  offer(missed, seen) {
    for (const entry of missed) entry.classList.add('is-new');
    if (missed.some(isNews)) this.away.offer(missed, seen);
    else this.traceOthers();
  }

  /** @param {HTMLElement[]} entries */
  show(entries) {
    const worth = together(entries.filter(isWorth));
    // What I did myself is seen at once; what it overtakes stands in the log.
    const isMine = worth.flat().some(isOwn);
    // Whoever plays faster than can be shown is shown from where they are now.
    this.queue = (isMine ? worth : [...this.queue, ...worth]).slice(-MOST_WAITING);
    if (isMine || !this.isShowing) this.next();
  }

  next() {
    clearTimeout(this.timer);
    const entries = this.queue.shift();
    if (!entries) {
      if (this.isShowing) this.traceOthers();
      this.isShowing = false;
      return;
    }
    this.isShowing = true;
    this.showNow(entries);
    this.timer = setTimeout(() => this.next(), entries[0].querySelector('.roll') ? DICE_MS : TRACE_MS);
  }

  /** Enough seen of what was before: what the others did stays traced. */
  skip() {
    if (this.away.isPlaying) return this.away.stop();
    if (this.hurry()) return;
    if (this.queue.length) this.queue = [];
    this.next();
  }

  /** Entries as they happened: what was measured, the dice, who was hit. @param {HTMLElement[]} entries */
  showNow(entries) {
    this.trace(entries[0]);
    if (entries.some((entry) => entry.querySelector('.roll'))) this.dice.show(entries);
    shown(entries[0]);
  }

  // What is drawn

  /** Draws what an entry measured, and nothing else. @param {HTMLElement} entry */
  trace(entry) {
    this.clearTrace();
    this.draw(entry);
  }

  /** @param {HTMLElement} entry @param {{tone?: string}} [otherwise] how it is drawn while nothing may be told of what came of it */
  draw(entry, otherwise = {}) {
    this.board.draw(this.board.layer('trace'), overlaysOf(entry).map((overlay) => ({ ...overlay, ...otherwise })));
  }

  /** The others' acts since my last one stay traced until I act, the newest in full; of whatever befell one thing, the last. */
  traceOthers() {
    const found = [];
    const told = new Set();
    for (const entry of this.entries().reverse()) {
      if (isWorth(entry) && isOwn(entry)) break;
      if (!entry.dataset.overlays || !entry.dataset.seat || entry.classList.contains('is-undone') || told.has(whereOf(entry))) continue;
      told.add(whereOf(entry));
      found.push(entry);
      if (found.length === MOST_TRACED) break;
    }
    if (found.length === 0) return;
    this.clearTrace();
    const layer = this.board.layer('trace');
    found.reverse().forEach((entry, n) => {
      const step = /** @type {any} */ (s('g', { class: `trace-step${n < found.length - 1 ? ' is-older' : ''}`, 'data-seq': entry.dataset.seq }));
      layer.append(step);
      this.board.draw(step, overlaysOf(entry));
    });
  }

  clearTrace() {
    this.board.layer('trace').replaceChildren();
    for (const drawn of this.list.querySelectorAll('.is-drawn')) drawn.classList.remove('is-drawn');
  }

  /** What a line had drawn again makes way for what the others did. @returns {boolean} whether there was anything */
  putAway() {
    if (!this.list.querySelector('.is-drawn')) return false;
    this.clearTrace();
    this.traceOthers();
    return true;
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
    if (!open) return void this.putAway();
    // Whoever looks something up is not interrupted.
    this.queue = [];
    this.isShowing = false;
    this.trace(entry);
    entry.classList.add('is-drawn');
    const ring = overlaysOf(entry).find((each) => each.type === 'ring');
    if (ring) this.reveal(ring.target);
  }

  /** Arrows go from line to line. @param {KeyboardEvent} event */
  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const heads = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('button.entry__head')].filter((head) => /** @type {HTMLElement} */ (head).offsetParent));
    const now = heads.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = step === undefined ? undefined : heads[now < 0 ? heads.length - 1 : now + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

}

/** @param {Element} list */
function lastSeq(list) {
  return Number(/** @type {HTMLElement | null} */ (list.lastElementChild)?.dataset.seq ?? 0);
}

/** The newest line stays in sight, unless somebody has scrolled back to read. @param {HTMLElement} list @param {HTMLElement | null} [newest] what brings it back into sight */
function keepAtEnd(list, newest = null) {
  let isAtEnd = true;
  let lastTop = 0;
  let touchedAt = -Infinity;
  const toEnd = () => {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
  const came = () => {
    toEnd();
    newest?.toggleAttribute('hidden', isAtEnd);
  };
  newest?.addEventListener('click', () => {
    isAtEnd = true;
    came();
  });
  // Only a hand that scrolls back leaves the end: what lies above may come, go and come back, and shift the list meanwhile.
  for (const name of ['wheel', 'pointerdown', 'pointermove', 'touchmove', 'keydown']) {
    list.addEventListener(name, (event) => {
      const isIdle = name === 'pointermove' && !/** @type {PointerEvent} */ (event).buttons;
      if (!isIdle) touchedAt = performance.now();
    }, { passive: true });
  }
  list.addEventListener('scroll', () => {
    const isBehind = list.scrollHeight - list.scrollTop - list.clientHeight >= 24;
    if (!isBehind) {
      isAtEnd = true;
      newest?.setAttribute('hidden', '');
    }
    else if (list.scrollTop < lastTop && performance.now() - touchedAt < HAND_MS) isAtEnd = false;
    else toEnd();
    lastTop = list.scrollTop;
  }, { passive: true });
  list.addEventListener('tapete:reading', () => (isAtEnd = false));
  new ResizeObserver(toEnd).observe(list);
  new MutationObserver(came).observe(list, { childList: true });
  toEnd();
}
