/** The end screen: comes once the game is over, makes way for the board, and holds what is proposed then, a rematch. */

import * as api from '../base/api.js';
import { byId } from '../base/dom.js';

export class Ending {
  constructor() {
    this.place = byId('ending');
    this.proposals = byId('proposals');
    /** What follows the proposals where they lie while there is a game. */
    this.after = this.proposals.nextElementSibling;
    this.settle();
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.place.hidden = !isShown;
    this.settle();
  }

  /** What is proposed stands where it is answered: above the ways to go on. */
  settle() {
    const ways = this.place.hidden ? null : this.place.querySelector('.ending__ways');
    if (ways) ways.before(this.proposals);
    else if (this.proposals.nextElementSibling !== this.after) this.after?.before(this.proposals);
  }

  /** The game is over, or goes on in another room. @param {DOMStringMap} live */
  async heard(live) {
    const { place } = this;
    const isNext = live.next !== undefined && !place.querySelector('[data-rematch]');
    if (place.childElementCount > 0 && !isNext) return;
    const template = document.createElement('template');
    template.innerHTML = await api.part('ending');
    const found = template.content.querySelector('#ending');
    if (!found) return;
    this.show(false);
    place.replaceChildren(...found.childNodes);
    this.show(true);
    /** @type {HTMLElement | null} */ (place.querySelector('button'))?.focus({ preventScroll: true });
    // Whoever is still at the table goes on to the next one by themselves.
    if (isNext) /** @type {HTMLFormElement | null} */ (place.querySelector('[data-rematch]'))?.requestSubmit();
  }
}
