/** A round lens above the finger while it drags a plan, so that it does not hide the place. */

import { s } from './dom.js';

const SIZE_PX = 128;
const ABOVE_PX = 104;
const TIMES = 1.6;

export class Lens {
  /** @param {SVGSVGElement} svg of the board @param {HTMLElement} stage */
  constructor(svg, stage) {
    this.svg = svg;
    this.stage = stage;
    /** @type {SVGElement | null} */
    this.glass = null;
  }

  /** Shows what is under the finger. @param {{x: number, y: number}} at in the board's own units @param {{clientX: number, clientY: number}} finger */
  show(at, finger) {
    this.glass ??= this.cut();
    const px = Number(this.svg.style.getPropertyValue('--px')) || 1;
    const half = (SIZE_PX * px) / TIMES / 2;
    const box = this.stage.getBoundingClientRect();
    const isAtTop = finger.clientY - box.top < ABOVE_PX + SIZE_PX / 2;
    this.glass.setAttribute('viewBox', `${at.x - half} ${at.y - half} ${2 * half} ${2 * half}`);
    this.glass.style.setProperty('--x', `${finger.clientX - box.left - SIZE_PX / 2 + (isAtTop ? ABOVE_PX : 0)}px`);
    this.glass.style.setProperty('--y', `${Math.max(4, finger.clientY - box.top - ABOVE_PX - SIZE_PX / 2)}px`);
    this.glass.style.setProperty('--px', String(px / TIMES));
    this.cross?.setAttribute('d', `M${at.x - 14 * px} ${at.y}h${28 * px}M${at.x} ${at.y - 14 * px}v${28 * px}`);
    this.glass.toggleAttribute('hidden', false);
  }

  hide() {
    this.glass?.remove();
    this.glass = null;
  }

  /** What lies on the board, drawn again by reference; only what moves is ever drawn anew. */
  cut() {
    this.cross = s('path', { class: 'cross' });
    const glass = s('svg', { class: `lens ${this.svg.getAttribute('class') ?? ''}`, 'aria-hidden': 'true', width: SIZE_PX, height: SIZE_PX },
      s('use', { href: '#turntable' }), this.cross);
    this.stage.append(glass);
    return glass;
  }
}
