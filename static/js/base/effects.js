/**
 * What an act does to the pieces, for a moment: `is-hit` on whoever was hit, `is-fresh` on what has just come onto the board, such
 * as the wreck of what was destroyed. The style sheets say how that looks, and that nothing moves without motion.
 *
 * A line of the log that is shown is said by `tapete:shown` on the document: sounds hear it too.
 */

const HIT_MS = 900;
const HURTS = new Set(['bad', 'warn']);

/** Says that a line of the log is shown now. @param {HTMLElement} entry */
export function shown(entry) {
  document.dispatchEvent(new CustomEvent('tapete:shown', { detail: entry }));
}

/** What a line of the log says happened: `move`, `hit` or nothing; dice are heard as they fall. @param {HTMLElement} entry */
export function kindOf(entry) {
  if (targets(entry).length > 0 || entry.classList.contains('tone-bad')) return 'hit';
  return entry.dataset.overlays && !entry.querySelector('.roll') ? 'move' : null;
}

/** What a line of the log draws on the board; a line on it is one that was gone or shot along. @param {HTMLElement} entry @returns {any[]} */
export function overlaysOf(entry) {
  const overlays = JSON.parse(entry.dataset.overlays || '[]');
  return overlays.map((/** @type {any} */ overlay) => (overlay.type === 'line' ? { ...overlay, isDone: true } : overlay));
}

/** The pieces that a line of the log says were hurt. @param {HTMLElement} entry @returns {string[]} */
function targets(entry) {
  return overlaysOf(entry).filter((each) => each.type === 'ring' && HURTS.has(each.tone)).map((each) => each.target ?? '');
}

export class Effects {
  /** @param {import('../boards/surface.js').Surface} board */
  constructor(board) {
    this.board = board;
    this.before = new Set(this.pieces().keys());
    document.addEventListener('tapete:shown', (event) => this.hit(/** @type {CustomEvent} */ (event).detail));
  }

  /** Everything that lies on the board, by its id. @returns {Map<string, Element>} */
  pieces() {
    const found = this.board.svg.querySelectorAll('.layer:not(.overlays) > [id]');
    return new Map([...found].map((/** @type {Element} */ piece) => [piece.id, piece]));
  }

  /** Those who were hit, if they still stand on the board. @param {HTMLElement} entry */
  hit(entry) {
    for (const id of targets(entry)) {
      const unit = this.board.unit(id);
      if (unit) mark(unit.element, 'is-hit');
    }
  }

  /** After the board changed: what is new on it, wrecks among it. */
  changed() {
    const pieces = this.pieces();
    for (const [id, piece] of pieces) {
      if (!this.before.has(id)) mark(piece, 'is-fresh');
    }
    this.before = new Set(pieces.keys());
  }
}

/** @param {Element} element @param {string} name of a class that goes by itself */
function mark(element, name) {
  element.classList.remove(name);
  requestAnimationFrame(() => element.classList.add(name));
  setTimeout(() => element.classList.remove(name), HIT_MS);
}
