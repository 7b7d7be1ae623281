/** The workshop on squares. */

import { LatticeDesk } from './lattice.js';

export { LatticeDesk as Desk };
