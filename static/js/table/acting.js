/** Where little of the board is seen, as on a telephone, who is to act in what is being worked out comes into view as its go begins. */

import { isNarrow } from '../base/dom.js';

/** So much of the board is seen round the place of whoever acts. */
const ROUND_PX = 8;

export class Acting {
  /** @param {import('../boards/surface.js').Surface} board @param {import('../board.js').Camera} camera */
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    /** @type {string | undefined} who acted when it was last looked */
    this.seen = undefined;
  }

  look() {
    const row = /** @type {HTMLElement | null} */ (document.querySelector('#spotlight .is-active [data-pick]'));
    const now = row?.dataset.pick;
    if (now === this.seen) return;
    this.seen = now;
    const { board, camera } = this;
    const unit = now && isNarrow() ? board.unit(now) : null;
    if (!unit) return;
    const place = board.cell(board.areaAt(unit) ?? '');
    const half = Math.max(place?.width ?? 0, place?.height ?? 0, 2 * unit.radius) / 2;
    camera.reveal(board.toSvg(place ?? unit), half / camera.unitsPerPx + ROUND_PX);
  }
}
