/** What is asked for on hexes: what is asked for on squares. */

import { PLANS } from './squares.js';

export { PLANS };
