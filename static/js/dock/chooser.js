/** Where a pointer may mean more than one unit, on floors over one another: asks which. */

import { byId, h } from '../base/dom.js';
import { t } from '../base/words.js';

/** @typedef {import('../boards/surface.js').Piece} Piece */

export class Chooser {
  /** @param {import('../boards/surface.js').Surface} board @param {import('../board.js').Camera} camera */
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    this.root = h('div', { class: 'chooser', role: 'group', 'aria-label': t('which_one'), hidden: true });
    byId('stage').append(this.root);
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
  }

  close() {
    this.root.hidden = true;
  }

  /** Asks which unit is meant, if it cannot be told. @param {{x: number, y: number}} at @param {(unit: string) => void} chosen @returns {boolean} whether it asks */
  ask(at, chosen) {
    this.close();
    const units = this.board.oneOverAnother(at, this.camera.unitsPerPx);
    if (units.length === 0) return false;
    this.root.replaceChildren(h('span', { class: 'chooser__ask', 'aria-hidden': 'true' }, t('which_one')), ...units.map((/** @type {Piece} */ unit) =>
      h('button', { type: 'button', class: 'offer', 'data-which': unit.id, onclick: () => { this.close(); chosen(unit.id); } }, t('floor_of', { name: unit.name, n: unit.level }))));
    const { x, y } = this.camera.onStage(this.board.toSvg(at));
    this.root.style.setProperty('--x', `${x}px`);
    this.root.style.setProperty('--y', `${y}px`);
    this.root.hidden = false;
    /** @type {HTMLElement | null} */ (this.root.querySelector('button'))?.focus({ preventScroll: true });
    return true;
  }
}
