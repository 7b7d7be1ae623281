/** A small card about a seat: who sits there, here or away since when, their clock, and what may be done. */

import * as api from '../base/api.js';
import { byId, h } from '../base/dom.js';
import { lang, t } from '../base/words.js';

const MINUTE = 60_000;
const spans = new Intl.RelativeTimeFormat(lang, { numeric: 'always' });

/** How long ago something was. @param {number} ms */
function ago(ms) {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return t('just_now');
  if (minutes < 60) return spans.format(-minutes, 'minute');
  return minutes < 48 * 60 ? spans.format(-Math.floor(minutes / 60), 'hour') : spans.format(-Math.floor(minutes / 1440), 'day');
}

export class SeatCard {
  /**
   * @param {import('./clocks.js').Clocks} clocks
   * @param {boolean} isPlayer
   * @param {(asking: Promise<import('../base/api.js').Answer>, done?: string) => Promise<boolean | undefined>} tell
   */
  constructor(clocks, isPlayer, tell) {
    this.clocks = clocks;
    this.isPlayer = isPlayer;
    this.tell = tell;
    this.dialog = /** @type {HTMLDialogElement} */ (byId('seat-card'));
    this.body = byId('seat-card-body');
    document.addEventListener('click', (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest('[data-seat-card]');
      if (button instanceof HTMLElement) this.open(/** @type {string} */ (button.dataset.seatCard));
    });
  }

  /** @param {string} seat */
  async open(seat) {
    const item = /** @type {HTMLElement} */ (document.querySelector(`#seats [data-seat="${CSS.escape(seat)}"]`));
    const { kind = 'human', name = '' } = item.dataset;
    byId('seat-card-title').textContent = name;
    byId('seat-card-chip').textContent = item.querySelector('.seat__chip')?.textContent ?? '';
    byId('seat-card-chip').className = `seat__chip side-${item.dataset.side}`;
    const facts = [t(`seat_${kind}`, { seat: seat.toUpperCase() })];
    if (item.classList.contains('is-to-act')) facts.push(t('seat_acts'));
    const clock = this.clocks.ofSeat(seat);
    const here = kind === 'human' ? [h('p', { class: 'seat-card__here', 'aria-live': 'polite' }, '…')] : [];
    const left = clock ? [h('p', {}, t('seat_clock', { time: clock }))] : [];
    this.body.replaceChildren(h('p', {}, facts.join(' ')), ...here, ...left, h('div', { class: 'seat-card__ways' }));
    if (!this.dialog.open) this.dialog.showModal();
    const answer = await api.presence().catch(() => null);
    if (answer?.ok) this.tellOf(seat, kind, item.classList.contains('is-me'), answer.data);
  }

  /** @param {string} seat @param {string} kind @param {boolean} isMe @param {any} told */
  tellOf(seat, kind, isMe, told) {
    const known = told.seats.find((/** @type {any} */ each) => each.seat === seat);
    const line = this.body.querySelector('.seat-card__here');
    if (line && known) {
      const time = ago(Date.parse(told.now) - Date.parse(known.since));
      line.textContent = t(known.here ? 'seat_here' : 'seat_away', { time });
    }
    const ways = /** @type {HTMLElement} */ (this.body.querySelector('.seat-card__ways'));
    if (!this.isPlayer || isMe || !['playing', 'paused'].includes(document.body.dataset.status ?? '')) return;
    if (kind === 'open') ways.append(this.way('seat_link', () => this.link(seat, ways)));
    else if (known?.replaceable) {
      if (kind !== 'bot') ways.append(this.way('seat_to_bot', () => this.propose(seat, 'bot')));
      ways.append(this.way('seat_to_human', () => this.propose(seat, 'human')));
      ways.append(h('p', { class: 'field__help' }, t('seat_consent')));
    } else if (known && !known.here) ways.append(h('p', { class: 'field__help' }, t('seat_wait')));
  }

  /** @param {string} word @param {() => void} then */
  way(word, then) {
    return h('button', { type: 'button', class: 'button button--second button--small', onclick: then }, t(word));
  }

  /** @param {string} seat @param {'bot' | 'human'} by */
  propose(seat, by) {
    this.dialog.close();
    this.tell(api.propose('replace', by === 'bot' ? { seat, by, strategy: 'greedy' } : { seat, by }));
  }

  /** A new link for the seat, to be handed to whoever is to play on. @param {string} seat @param {HTMLElement} ways */
  async link(seat, ways) {
    const answer = await api.link(seat).catch(() => null);
    if (!answer?.ok) return void ways.replaceChildren(h('p', { class: 'field__error' }, answer?.data?.detail ?? t('unsent')));
    const shown = /** @type {HTMLInputElement} */ (h('input', { class: 'seat-card__link', readonly: true, value: answer.data.url, 'aria-label': t('seat_link_label') }));
    ways.replaceChildren(h('p', {}, t('seat_link_about')), shown);
    shown.select();
  }
}
