/** Who sits where, as the bar says it. */

import { t } from './words.js';

/** @param {string} viewer @returns {HTMLElement | null} */
const seatOf = (viewer) => document.querySelector(`#seats [data-seat="${CSS.escape(viewer)}"]`);

/** What others call somebody. @param {string} viewer a seat, `spectator` or `host` */
export function nameOf(viewer) {
  return seatOf(viewer)?.dataset.name ?? t(viewer === 'host' ? 'the_host' : 'a_spectator');
}

/** The class that wears the colour of somebody's side. @param {string} viewer */
export function sideOf(viewer) {
  return `side-${seatOf(viewer)?.dataset.side ?? 0}`;
}

/** Marks whose go it is. @param {string} seats their letters, as the page is told with every message */
export function showActing(seats) {
  const acting = seats.split(' ');
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#seats [data-seat]'))) {
    const isActing = acting.includes(item.dataset.seat ?? '') && document.body.dataset.status === 'playing';
    item.classList.toggle('is-to-act', isActing);
    const mark = /** @type {HTMLElement | null} */ (item.querySelector('.seat__turn'));
    if (mark) mark.hidden = !isActing;
  }
}
