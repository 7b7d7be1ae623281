/** A board of hexes in rows, the odd ones half a hex to the right: six neighbours. */

import { LatticeBoard, beside } from './lattice.js';

const STEEP = Math.sqrt(3);

class HexesBoard extends LatticeBoard {
  /** @param {import('./places.js').Cell} cell @returns {Array<[number, number]>} */
  adjoining({ column, row }) {
    const left = column - 1 + (row % 2);
    return [[column + 1, row], [left + 1, row - 1], [left, row - 1], [column - 1, row], [left, row + 1], [left + 1, row + 1]];
  }

  /** All sides of a hex are as long. @param {import('./places.js').Cell} _cell */
  sideOf(_cell) {
    return this.size / STEEP;
  }

  /** @param {import('./places.js').Cell} cell @param {import('./surface.js').Place} at */
  covers(cell, at) {
    const dx = Math.abs(at.x - cell.x);
    const dy = Math.abs(at.y - cell.y);
    return dx <= this.size / 2 && dx / STEEP + dy <= this.size / STEEP;
  }
}

export { HexesBoard as Board, beside };
