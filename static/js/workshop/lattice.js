/** The workshop on squares and hexes: cells all of one outline. */

import { s } from '../base/dom.js';
import { PlacesDesk } from './places.js';

export class LatticeDesk extends PlacesDesk {
  /** @param {SVGGElement} element */
  read(element) {
    const size = Number(this.svg.dataset.size);
    const { cell = '', label = '', x, y } = element.dataset;
    return { cell, label, x: Number(x), y: this.height - Number(y), width: size, height: size };
  }

  /** @param {Element} layer @param {any} _tool @param {import('./places.js').CellPlace} at */
  ghost(layer, _tool, at) {
    const d = this.svg.querySelector('#cell-outline')?.getAttribute('d') ?? '';
    layer.append(s('path', { class: 'ghost-cell', d, transform: `translate(${at.x} ${at.y})` }));
  }
}
