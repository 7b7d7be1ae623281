/**
 * Calls somebody back to the table: the tab's title and icon say that it is their turn, whether they look or not; if they asked
 * for it, the browser tells them while they look elsewhere. It asks for leave only when the switch is pressed.
 */

import { byId } from '../base/dom.js';
import { t } from '../base/words.js';

const KEPT = 'tapete:notify';

const { room, turnIcon, playing } = document.body.dataset;

export class Calls {
  /** @param {import('./sounds.js').Sounds} sounds @param {(words: string) => void} notify tells something on the page */
  constructor(sounds, notify) {
    this.sounds = sounds;
    this.notify = notify;
    this.title = document.title;
    this.link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    this.icon = this.link?.href ?? '';
    const live = byId('live').dataset;
    this.was = { isMyGo: live.myGo === 'true', isOver: live.over === 'true', asks: this.asks(), said: this.said() };
    this.isOn = localStorage.getItem(KEPT) === 'on' && 'Notification' in window && Notification.permission === 'granted';
    this.mark(this.was.isMyGo);
  }

  /** How many proposals wait for me. */
  asks() {
    return document.querySelectorAll('#proposals [data-answer="yes"]').length;
  }

  /** How many lines others have said. */
  said() {
    return document.querySelectorAll('#chat .said:not(.is-me)').length;
  }

  /** After a message. @param {DOMStringMap} live */
  heard(live) {
    const now = { isMyGo: live.myGo === 'true', isOver: live.over === 'true', asks: this.asks(), said: this.said() };
    const { was } = this;
    this.was = now;
    this.mark(now.isMyGo);
    if (now.isOver && !was.isOver) this.call('end', 'call_over');
    else if (playing !== 'true') return;
    else if (now.asks > was.asks) this.call('turn', 'call_proposal');
    else if (now.isMyGo && !was.isMyGo) this.call('turn', 'your_turn');
    else if (now.said > was.said) this.sounds.play('chat');
  }

  /** @param {boolean} isMyGo */
  mark(isMyGo) {
    const calls = isMyGo && playing === 'true';
    document.title = calls ? `▸ ${t('your_turn')} ${this.title}` : this.title;
    if (this.link && turnIcon) this.link.href = calls ? turnIcon : this.icon;
  }

  /** @param {string} sound @param {string} words */
  call(sound, words) {
    this.sounds.play(sound);
    if (!this.isOn || !document.hidden) return;
    try {
      const shown = new Notification(this.title, { body: t(words), tag: `tapete:${room}`, icon: turnIcon });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
      });
    } catch {
      this.isOn = false; // some browsers let pages tell nothing without a worker of their own
    }
  }

  /** The switch. Answers whether it is on now. @param {boolean} isOn */
  async turn(isOn) {
    this.isOn = isOn && (await this.mayTell());
    localStorage.setItem(KEPT, this.isOn ? 'on' : 'off');
    if (isOn && !this.isOn) this.notify('call_denied');
    return this.isOn;
  }

  async mayTell() {
    if (!('Notification' in window)) return false;
    return (await Notification.requestPermission()) === 'granted';
  }
}
