/** The workshop on hexes. */

import { LatticeDesk } from './lattice.js';

export { LatticeDesk as Desk };
