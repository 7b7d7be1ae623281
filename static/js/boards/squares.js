/** A board of squares: four neighbours, or eight. */

import { LatticeBoard, beside } from './lattice.js';

const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const CORNERS = [[1, -1], [1, 1], [-1, 1], [-1, -1]];

class SquaresBoard extends LatticeBoard {
  /** @param {import('./places.js').Cell} cell @returns {Array<[number, number]>} */
  adjoining({ column, row }) {
    return (this.isTouching ? [...SIDES, ...CORNERS] : SIDES).map(([dx, dy]) => [column + dx, row + dy]);
  }
}

export { SquaresBoard as Board, beside };
