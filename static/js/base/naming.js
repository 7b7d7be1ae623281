/** What a unit is called and where it is, from the board, else from its line in a list. */

import { t } from './words.js';

/** @param {string} id @param {string} part */
const inList = (id, part) => document.querySelector(`.row [data-pick="${CSS.escape(id)}"] .row__${part}`)?.textContent ?? '';

/** @param {import('../boards/surface.js').Surface} board @param {string} id */
export function nameOf(board, id) {
  return board.unit(id)?.name ?? (inList(id, 'title') || board.thing(id)?.name || id);
}

/** What is in the way, by its name on the board, where a refusal tells of something that has one. @param {import('../boards/surface.js').Surface} board @param {any} refusal */
export function barOf(board, refusal) {
  const id = refusal.facts?.blocker ?? refusal.facts?.blocked_by;
  if (typeof id !== 'string') return '';
  const area = /** @type {SVGGElement | null} */ (board.svg.querySelector(`[data-area="${CSS.escape(id)}"]`));
  const name = board.unit(id)?.name ?? area?.dataset.name;
  return name ? t('in_the_way', { name }) : '';
}

/** What the place is called that a unit stands on, on boards made of places. @param {import('../boards/surface.js').Surface} board @param {string} id */
export function placeOf(board, id) {
  const on = board.unit(id)?.element.dataset.on ?? '';
  return board.cell(on)?.label || on;
}

/** Whether there is such a unit, on the board or in a list: a stack that went elsewhere is called otherwise there. @param {import('../boards/surface.js').Surface} board @param {string} id */
export function isThere(board, id) {
  return board.unit(id) !== null || inList(id, 'title') !== '';
}

/** Where a unit is and what is the matter with it. @param {string} id */
export function stateOf(id) {
  return inList(id, 'detail');
}
