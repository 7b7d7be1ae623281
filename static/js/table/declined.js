/** Whoever proposed something is told right away that it was declined, and by whom: the log may be out of sight. */

import { t } from '../base/words.js';

const { viewer } = document.body.dataset;

export class Declined {
  /** @param {(words: string) => void} notify */
  constructor(notify) {
    this.notify = notify;
    /** What this seat proposed and has no answer to yet: its number, and what kind it is. @type {Map<string, string>} */
    this.open = new Map();
    this.look();
  }

  look() {
    for (const proposal of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`#proposals [data-by="${viewer}"]`))) {
      this.open.set(proposal.dataset.proposal ?? '', proposal.dataset.kind ?? '');
    }
    for (const [n, kind] of this.open) {
      const told = document.querySelector(`#log [data-declined="${n}"] .entry__words`)?.textContent;
      if (!told) continue;
      this.open.delete(n);
      this.notify(kind === 'undo' ? t('declined_undo', { told }) : told);
    }
  }
}
