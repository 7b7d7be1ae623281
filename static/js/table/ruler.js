/** The ruler: measures between any two places, from rim to rim where they lie on units. */

import { byId, s } from './dom.js';
import { cm, t } from './words.js';

export class Ruler {
  /** @param {import('../boards/measured.js').MeasuredBoard} board @param {import('../board.js').Camera} camera */
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    this.isOn = false;
    this.isDragging = false;
    /** @type {{x: number, y: number} | null} */
    this.from = null;
  }

  toggle() {
    this.isOn = !this.isOn;
    this.from = null;
    this.clear();
    for (const button of document.querySelectorAll('[data-do="ruler"]')) button.setAttribute('aria-pressed', String(this.isOn));
    byId('main').classList.toggle('crosshair', this.isOn);
  }

  clear() {
    this.board.svg.querySelector('#ruler')?.remove();
  }

  /** @param {{x: number, y: number}} at */
  tap(at) {
    if (this.from) {
      this.show(at);
      this.from = null;
    } else {
      this.clear();
      this.from = at;
    }
  }

  /** @param {{x: number, y: number}} at */
  hover(at) {
    if (this.from) this.show(at);
  }

  /** @param {{x: number, y: number}} at */
  grab(at) {
    this.isDragging = true;
    this.from = at;
    return true;
  }

  /** @param {{x: number, y: number}} at */
  drag(at) {
    this.show(at);
  }

  drop() {
    this.isDragging = false;
    this.from = null;
    if (!this.isOn) this.timer = setTimeout(() => this.clear(), 4000);
  }

  /** @param {{x: number, y: number}} to */
  show(to) {
    const { board } = this;
    clearTimeout(this.timer);
    this.clear();
    const from = this.from ?? to;
    const px = this.camera.unitsPerPx;
    const a = board.unitAt(from, px);
    const b = board.unitAt(to, px);
    const start = a ?? from;
    const end = b && b.id !== a?.id ? b : to;
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const gap = a && b && a.id !== b.id ? ` · ${t('gap', { cm: cm(Math.max(0, length - a.radius - b.radius)) })}` : '';
    const [p, q] = [board.toSvg(start), board.toSvg(end)];
    const d = `M${p.x} ${p.y}L${q.x} ${q.y}`;
    board.svg.append(s('g', { id: 'ruler', class: 'overlays on-tone-info' },
      s('path', { class: 'overlay-casing', d }),
      s('path', { class: 'overlay-line', d }),
      s('text', { class: 'overlay-label', x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, `${cm(length)} cm${gap}`)));
  }
}
