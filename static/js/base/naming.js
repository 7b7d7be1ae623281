/** What a unit is called and where it is, from the board, else from its line in a list. */

/** @param {string} id @param {string} part */
const inList = (id, part) => document.querySelector(`.row [data-pick="${CSS.escape(id)}"] .row__${part}`)?.textContent ?? '';

/** @param {import('../boards/surface.js').Surface} board @param {string} id */
export function nameOf(board, id) {
  return board.unit(id)?.name ?? (inList(id, 'title') || id);
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
