/** The ruler: measures between any two places, from rim to rim where they lie on units; the others see it unless Alt is held. */

import { byId, s } from '../base/dom.js';
import { nameOf } from '../base/people.js';

const SHARE_MS = 90;
const STAYS_MS = 4000;
const FORGOTTEN_MS = 8000;

/** @typedef {{x: number, y: number}} Place */

export class Ruler {
  /** @param {import('../boards/surface.js').Surface} board @param {import('../board.js').Camera} camera @param {import('./wire.js').Wire} wire */
  constructor(board, camera, wire) {
    this.board = board;
    this.camera = camera;
    this.wire = wire;
    this.isOn = false;
    this.isDragging = false;
    this.isPrivate = false;
    this.sharedAt = 0;
    /** @type {Place | null} */
    this.from = null;
    /** @type {Record<string, number>} */
    this.forgetting = {};
    wire.addEventListener('pointed', (event) => this.pointed(/** @type {CustomEvent} */ (event).detail));
  }

  toggle() {
    this.isOn = !this.isOn;
    this.from = null;
    this.clear('mine');
    this.share([]);
    for (const button of document.querySelectorAll('[data-do="ruler"]')) button.setAttribute('aria-pressed', String(this.isOn));
    byId('main').classList.toggle('crosshair', this.isOn);
  }

  /** Lays the ruler down, and takes away what was measured. @returns {boolean} whether there was anything */
  putAway() {
    const isShown = this.board.svg.querySelector('#ruler-mine') !== null;
    if (this.isOn) this.toggle();
    else if (isShown) {
      clearTimeout(this.timer);
      this.clear('mine');
      this.share([]);
    } else return false;
    return true;
  }

  /** @param {Place} at @param {boolean} isPrivate */
  tap(at, isPrivate) {
    this.isPrivate = isPrivate;
    if (this.from) {
      this.show(at);
      this.from = null;
    } else {
      this.clear('mine');
      this.from = at;
    }
  }

  /** @param {Place} at */
  hover(at) {
    if (this.from) this.show(at);
  }

  /** @param {Place} at @param {boolean} isPrivate */
  grab(at, isPrivate) {
    this.isDragging = true;
    this.isPrivate = isPrivate;
    this.from = at;
    return true;
  }

  /** @param {Place} at */
  drag(at) {
    this.show(at);
  }

  drop() {
    this.isDragging = false;
    this.from = null;
    if (!this.isOn) this.timer = setTimeout(() => this.clear('mine'), STAYS_MS);
  }

  /** @param {Place} to */
  show(to) {
    clearTimeout(this.timer);
    const ends = this.ends(this.from ?? to, to);
    this.lay('mine', ends);
    this.share(ends);
  }

  /** From a unit's middle where a place lies on one. @param {Place} from @param {Place} to @returns {Place[]} */
  ends(from, to) {
    const px = this.camera.unitsPerPx;
    const [start, end] = [this.board.anchor(from, px), this.board.anchor(to, px)];
    return [start, start.x === end.x && start.y === end.y ? this.board.whole(to) : end];
  }

  /** Not more often than a line can bear; the last word is always sent. @param {Place[]} ends */
  share(ends) {
    if (this.isPrivate) return;
    clearTimeout(this.sharing);
    const wait = this.sharedAt + SHARE_MS - Date.now();
    if (wait > 0) {
      this.sharing = setTimeout(() => this.share(ends), wait);
      return;
    }
    this.sharedAt = Date.now();
    this.wire.say({ type: 'ruler', points: ends.map(({ x, y }) => [x, y]) });
  }

  /** Somebody else measures. @param {{type: string, viewer: string, points: Array<[number, number]>}} said */
  pointed(said) {
    if (said.type !== 'ruler') return;
    clearTimeout(this.forgetting[said.viewer]);
    if (said.points.length < 2) return this.clear(said.viewer);
    this.lay(said.viewer, said.points.map(([x, y]) => ({ x, y })));
    this.forgetting[said.viewer] = setTimeout(() => this.clear(said.viewer), FORGOTTEN_MS);
  }

  /** @param {string} whose */
  clear(whose) {
    this.board.svg.querySelector(`#ruler-${CSS.escape(whose)}`)?.remove();
  }

  /** @param {string} whose @param {Place[]} ends */
  lay(whose, [start, end]) {
    const { board } = this;
    this.clear(whose);
    const [p, q] = [board.toSvg(start), board.toSvg(end)];
    const d = `M${p.x} ${p.y}L${q.x} ${q.y}`;
    const who = whose === 'mine' ? '' : `${nameOf(whose)}: `;
    board.table.append(s('g', { id: `ruler-${whose}`, class: 'overlays on-tone-info' },
      s('path', { class: 'overlay-casing', d }),
      s('path', { class: 'overlay-line is-dashed', d }),
      s('text', { class: 'overlay-label', x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, `${who}${board.distanceWords(start, end)}`)));
  }
}
