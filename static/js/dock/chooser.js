/** Where a pointer may mean more than one thing, units or places over one another: asks which. */

import { byId, h } from '../base/dom.js';
import { cm, t } from '../base/words.js';

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

  /** Asks which unit is meant, if it cannot be told. @param {{x: number, y: number}} at @param {(unit: string) => void} chosen
   * @param {string[]} [among] these are the only ones that may be @returns {boolean} whether it asks */
  ask(at, chosen, among) {
    const units = this.board.oneOverAnother(at, this.camera.unitsPerPx).filter((unit) => !among || among.includes(unit.id));
    const isHigh = units.some((unit) => unit.feet > 0);
    return this.choose(at, units.map((unit) => ({ id: unit.id, words: isHigh ? t('feet_of', { name: unit.name, cm: cm(unit.feet) }) : t('floor_of', { name: unit.name, n: unit.level }) })), chosen);
  }

  /** Asks which of some things at a place is meant, if there are more than one. @param {{x: number, y: number}} at @param {Array<{id: string, words: string}>} things the upper first
   * @param {(id: string) => void} chosen @returns {boolean} whether it asks */
  choose(at, things, chosen) {
    this.close();
    if (things.length < 2) return false;
    this.root.replaceChildren(h('span', { class: 'chooser__ask', 'aria-hidden': 'true' }, t('which_one')), ...things.map(({ id, words }) =>
      h('button', { type: 'button', class: 'offer', 'data-which': id, onclick: () => { this.close(); chosen(id); } }, words)));
    const { x, y } = this.camera.onStage(this.board.toSvg(at));
    this.root.style.setProperty('--x', `${x}px`);
    this.root.style.setProperty('--y', `${y}px`);
    this.root.hidden = false;
    /** @type {HTMLElement | null} */ (this.root.querySelector('button'))?.focus({ preventScroll: true });
    return true;
  }
}
