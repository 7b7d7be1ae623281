/** What has to be seen to be chosen comes into view. */

import { byId } from '../../base/dom.js';

/** @typedef {import('../planner.js').Planner} Planner */

/** So much is to be seen round what comes into view. */
const NEAR_PX = 90;

export class View {
  /** @param {Planner} planner */
  constructor(planner) {
    this.planner = planner;
  }

  /** What may be chosen. */
  showOffered() {
    const { board, plan } = this.planner;
    this.showSome((plan?.offered ?? []).map((at) => board.toSvg(at)));
  }

  /** Those whom a card is of. @param {any[]} overlays of its survey */
  showRinged(overlays) {
    const { board } = this.planner;
    const units = overlays.filter((overlay) => overlay.type === 'ring').map((overlay) => board.unit(overlay.target));
    this.showSome(units.flatMap((unit) => (unit ? [board.toSvg(unit)] : [])));
  }

  /** What may be picked; the keys go to it. */
  showCandidates() {
    const { board, camera, plan } = this.planner;
    byId('board').focus({ preventScroll: true });
    for (const id of plan?.candidates ?? []) {
      const thing = board.thing(id);
      if (thing) camera.reveal(board.toSvg(thing));
    }
  }

  /** Where none of some places is in view, what is nearest to the middle of it comes there. @param {Array<{x: number, y: number}>} places */
  showSome(places) {
    const { camera } = this.planner;
    const { x, y, width, height } = camera.seen();
    if (!places.length || places.some((at) => at.x > x && at.x < x + width && at.y > y && at.y < y + height)) return;
    const off = (at) => Math.hypot(at.x - x - width / 2, at.y - y - height / 2);
    camera.reveal(places.reduce((best, at) => (off(at) < off(best) ? at : best)), NEAR_PX);
  }
}
