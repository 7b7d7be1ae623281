/** The sides' clocks tick by the server's time: what was left at a moment, less what has passed since. */

import * as api from '../base/api.js';
import { byId } from '../base/dom.js';
import { t } from '../base/words.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICK_MS = 200;
/** What the two clocks of this machine may differ before the server is asked again: it slept, or somebody set the time. */
const DRIFT_MS = 1500;
/** Said aloud to whoever's time runs, once each: few, so that it stays no chatter. */
const SAID_LIVE = [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE];
const SAID_DAYS = [HOUR, DAY];

/** Time left as people read it; the server writes it the same way. @param {number} ms @param {boolean} inDays */
function spell(ms, inDays) {
  const left = Math.ceil(Math.max(0, ms) / SECOND) * SECOND;
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (inDays && left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (inDays && left >= HOUR) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`;
  const [hours, minutes, seconds] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE), Math.floor((left % MINUTE) / SECOND)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export class Clocks {
  /** @param {import('./wire.js').Wire} wire */
  constructor(wire) {
    this.list = byId('clocks');
    this.voice = byId('clock-voice');
    /** What this machine's time is behind the server's. */
    this.behindMs = 0;
    this.gap = Date.now() - performance.now();
    /** The lowest threshold that was said of the viewer's own turn. */
    this.said = Infinity;
    new MutationObserver(() => this.heard()).observe(this.list, {
      attributes: true,
      attributeFilter: ['data-left', 'data-since', 'data-kind', 'hidden'],
      childList: true,
      subtree: true,
    });
    document.addEventListener('visibilitychange', () => document.hidden || this.ask());
    wire.addEventListener('online', () => this.ask());
    setInterval(() => this.tick(), TICK_MS);
    this.ask();
  }

  /** Whether there is any clock at this table. */
  get isOn() {
    return !this.list.hidden;
  }

  /** @returns {HTMLElement[]} */
  get each() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** Asks the server what time it is; what the way there and back took is shared out evenly. */
  async ask() {
    if (!this.isOn) return;
    const asked = Date.now();
    const answer = await api.room().catch(() => null);
    const now = answer?.ok ? Date.parse(answer.data?.clock?.now ?? '') : NaN;
    if (!Number.isNaN(now)) this.behindMs = now - (asked + Date.now()) / 2;
    this.show();
  }

  /** What comes from the server's future says that its time is not known well enough. */
  heard() {
    const latest = Math.max(0, ...this.each.map((clock) => Number(clock.dataset.since)));
    if (latest > Date.now() + this.behindMs + DRIFT_MS) this.ask();
    else this.show();
  }

  tick() {
    if (!this.isOn) return;
    const gap = Date.now() - performance.now();
    if (Math.abs(gap - this.gap) > DRIFT_MS) {
      this.gap = gap;
      this.ask();
    }
    if (!document.hidden) this.show();
  }

  /** What is left of a clock now. @param {HTMLElement} clock */
  left(clock) {
    const { left, since } = clock.dataset;
    const runs = clock.classList.contains('is-running');
    return Math.max(0, Number(left) - (runs ? Date.now() + this.behindMs - Number(since) : 0));
  }

  show() {
    const inDays = this.list.dataset.kind === 'days';
    for (const clock of this.each) {
      const left = this.left(clock);
      const time = /** @type {HTMLElement} */ (clock.querySelector('.clock__time'));
      const words = spell(left, inDays);
      // The text node itself: what is watched are changes that come from the server.
      if (time.firstChild instanceof Text && time.firstChild.data !== words) time.firstChild.data = words;
      const isLow = left < Number(clock.dataset.low);
      if (clock.classList.contains('is-low') !== isLow) clock.classList.toggle('is-low', isLow);
      if (clock.classList.contains('is-mine')) this.warn(clock, left, inDays);
    }
  }

  /** @param {HTMLElement} clock @param {number} left @param {boolean} inDays */
  warn(clock, left, inDays) {
    if (!clock.classList.contains('is-running')) {
      this.said = Infinity;
      return;
    }
    const passed = (inDays ? SAID_DAYS : SAID_LIVE).find((threshold) => left <= threshold);
    if (passed === undefined || passed >= this.said) return;
    // What was low already when the turn began is said once, not threshold by threshold.
    this.said = passed;
    this.voice.textContent = t('clock_left', { time: spell(left, inDays) });
  }

  /** The clock of a seat's side. @param {string} seat @returns {string | null} */
  ofSeat(seat) {
    const clock = this.each.find((each) => (each.dataset.seats ?? '').split(' ').includes(seat));
    if (!this.isOn || !clock) return null;
    const time = spell(this.left(clock), this.list.dataset.kind === 'days');
    const times = Number(clock.dataset.times);
    return times ? `${time} · ${t('clock_times', { n: times })}` : time;
  }
}
