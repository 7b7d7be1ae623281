/** "Look here": a ripple with a name, for everybody at the table and for a few seconds. */

import { byId, s } from '../base/dom.js';
import { nameOf, sideOf } from '../base/people.js';
import { t } from '../base/words.js';

const STAYS_MS = 5000;

/** @typedef {{x: number, y: number}} Place */

export class Pointing {
  /** @param {import('../boards/surface.js').Surface} board @param {import('./wire.js').Wire} wire @param {string} viewer who points here */
  constructor(board, wire, viewer) {
    this.board = board;
    this.wire = wire;
    this.viewer = viewer;
    /** @type {Record<string, number>} */
    this.forgetting = {};
    wire.addEventListener('pointed', (event) => this.pointed(/** @type {CustomEvent} */ (event).detail));
  }

  /** Points at a place, for all to see. @param {Place} at */
  show(at) {
    const { x, y } = this.board.whole(at);
    this.lay(this.viewer, { x, y });
    this.wire.say({ type: 'pointer', x, y });
  }

  /** Somebody else points. @param {{type: string, viewer: string, x: number, y: number}} said */
  pointed(said) {
    if (said.type !== 'pointer') return;
    this.lay(said.viewer, said);
    const unit = this.board.unitAt(said, 0);
    const what = unit ? unit.name : this.board.placeWords(said);
    byId('pointed').textContent = t('points_at', { name: nameOf(said.viewer), what });
  }

  /** @param {string} viewer @param {Place} place */
  lay(viewer, place) {
    const id = `pointer-${viewer}`;
    const at = this.board.toSvg(place);
    this.board.svg.querySelector(`#${CSS.escape(id)}`)?.remove();
    const label = s('text', { class: 'overlay-label', y: -30 }, nameOf(viewer));
    const rings = [1, 2].map((n) => s('circle', { class: `pointing__ring pointing__ring--${n}`, r: 22 }));
    this.board.table.append(s('g', { id, class: `pointing ${sideOf(viewer)}`, 'aria-hidden': 'true', transform: `translate(${at.x} ${at.y})` },
      s('g', { class: 'pointing__mark' }, ...rings, s('circle', { class: 'pointing__dot', r: 6 }), label)));
    clearTimeout(this.forgetting[viewer]);
    this.forgetting[viewer] = setTimeout(() => this.board.svg.querySelector(`#${CSS.escape(id)}`)?.remove(), STAYS_MS);
  }
}
