/** That the game may be claimed is said in one line, which can be put away and comes back from the clock. */

import { byId } from '../base/dom.js';

export class Claims {
  constructor() {
    this.place = byId('proposals');
    this.known = this.sides();
    document.addEventListener('click', (event) => {
      const pressed = /** @type {HTMLElement} */ (event.target).closest('[data-claims-do]');
      if (pressed instanceof HTMLElement) this.put(pressed.dataset.claimsDo === 'away');
    });
    new MutationObserver(() => this.heard()).observe(this.place, { childList: true, subtree: true, attributeFilter: ['data-claims'] });
  }

  /** From whom the game may be claimed. */
  sides() {
    return [...this.place.querySelectorAll('[data-claims]')].map((claim) => claim.getAttribute('data-claims')).join(' ');
  }

  /** What is new is shown, whatever was put away before. */
  heard() {
    const sides = this.sides();
    if (sides === this.known) return;
    this.known = sides;
    document.body.classList.remove('is-claim-away');
  }

  /** @param {boolean} isAway */
  put(isAway) {
    document.body.classList.toggle('is-claim-away', isAway);
    if (isAway) return /** @type {HTMLElement | null} */ (document.querySelector('.clock.is-mine .clock__about'))?.focus();
    /** @type {HTMLDialogElement} */ (byId('clock-rules')).close();
    /** @type {HTMLElement | null} */ (this.place.querySelector('[data-claim]'))?.focus();
  }
}
