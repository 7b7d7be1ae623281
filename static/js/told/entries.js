/** What single lines of the log tell: what there is to show, whose act it was, and which belong together. */

import { h } from '../base/dom.js';
import { overlaysOf } from '../base/effects.js';
import { isPassed } from '../base/passes.js';
import { t } from '../base/words.js';

const { viewer } = document.body.dataset;

/** Whether a line can be shown on the board or has dice to show. @param {HTMLElement} entry */
export const isWorth = (entry) => Boolean(entry.dataset.overlays || entry.querySelector('.roll'));

/** Whether a line tells without dice of what changes much: a spell, a loss. @param {Element} entry */
export const isLoud = (entry) => /\btone-(warn|bad)\b/.test(entry.className) && !entry.querySelector('.roll');

/** The moment of an act, which all its lines share; `null` for a line without more to it. @param {Element} entry */
export const momentOf = (entry) => entry.querySelector('time')?.getAttribute('datetime') ?? null;

/** Which side a line is about, if any. @param {Element} entry */
const sideOf = (entry) => /\bside-([1-9]\d*)/.exec(entry.className)?.[1];

/** @param {string | undefined} seat */
const sideOfSeat = (seat) => /** @type {HTMLElement | null} */ (document.querySelector(`#seats [data-seat="${seat}"]`))?.dataset.side;

/** Whether a line tells of what the viewer did. Who decided last need not be whose act it is: an attack goes on once its target lets
 * it pass. So the first line of the act decides that says of which side it is; of what the viewer only let pass, nothing is theirs. @param {HTMLElement} entry */
export function isOwn(entry) {
  let first = entry;
  for (let each = /** @type {HTMLElement | null} */ (entry); each && [null, momentOf(entry)].includes(momentOf(each)); each = /** @type {HTMLElement | null} */ (each.previousElementSibling)) {
    if (isWorth(each) && sideOf(each)) first = each;
  }
  const { seat } = first.dataset;
  if (seat === viewer && isPassed(Number(entry.dataset.seq))) return false;
  const mine = sideOfSeat(viewer);
  if (!sideOf(first)) return seat === viewer;
  return sideOf(first) === mine && (seat === viewer || sideOfSeat(seat) !== mine);
}

/** Whether a line can be shown and tells of what somebody else did. @param {HTMLElement} entry */
export const isNews = (entry) => isWorth(entry) && !isOwn(entry);

/** What the others did last, up to the viewer's own acts before and after it, and how much had been told before it; null where there is
 * nothing to show. @param {HTMLElement[]} entries @returns {{missed: HTMLElement[], seen: number} | null} */
export function lastOfOthers(entries) {
  const worth = entries.filter((entry) => isWorth(entry) && !entry.classList.contains('is-undone'));
  while (worth.length && isOwn(worth[worth.length - 1])) worth.pop();
  if (worth.length === 0) return null;
  let first = worth.length - 1;
  while (first > 0 && !isOwn(worth[first - 1])) first--;
  return { missed: worth.slice(first), seen: Number(entries[entries.indexOf(worth[first]) - 1]?.dataset.seq ?? 0) };
}

/** What somebody asks to take back, in the words of the log: of several acts the first. @param {HTMLElement[]} entries @param {string | undefined} seat @returns {string} */
export function askedBack(entries, seat) {
  const asking = entries.filter((entry) => entry.dataset.asked && entry.dataset.seat === seat).pop();
  const { asked = '', seq = '' } = asking?.dataset ?? {};
  const meant = entries.find((entry) => entry.dataset.seat === seat && isWorth(entry) && Number(entry.dataset.seq) > Number(asked) && Number(entry.dataset.seq) < Number(seq));
  return meant?.querySelector('.entry__words')?.textContent ?? '';
}

/** What somebody took back stays readable, struck out. @param {HTMLElement[]} entries */
export function strikeOut(entries) {
  for (const undoing of entries.filter((entry) => entry.dataset.undone)) {
    const { seat, seq, undone } = undoing.dataset;
    const gone = entries.filter((entry) => entry.dataset.seat === seat && !entry.classList.contains('is-of-room') && Number(entry.dataset.seq) > Number(undone) && Number(entry.dataset.seq) < Number(seq));
    for (const entry of gone.filter((each) => !each.classList.contains('is-undone'))) {
      entry.classList.add('is-undone');
      entry.querySelector('.entry__words')?.prepend(h('span', { class: 'visually-hidden' }, `${t('taken_back')} `));
    }
  }
}

/** The way or the things that a line draws: another line that draws the same things has the last word. @param {HTMLElement} entry */
export function whereOf(entry) {
  return JSON.stringify(overlaysOf(entry).map(({ points, target }) => points ?? target));
}

/** Dice that needed nothing and touch nothing on the board are there to be compared, as in a roll-off: they are seen side by side. @param {HTMLElement[]} entries */
export function together(entries) {
  /** @type {HTMLElement[][]} */
  const found = [];
  const isBare = (/** @type {HTMLElement} */ entry) => !entry.dataset.overlays && !entry.querySelector('.roll__need') && entry.querySelectorAll('.roll').length === 1;
  for (const entry of entries) {
    const last = found[found.length - 1];
    if (last && isBare(last[0]) && isBare(entry)) last.push(entry);
    else found.push([entry]);
  }
  return found;
}
