/** What is asked for on squares: ways from cell to cell, a cell with a way to look there, a line between two cells. */

import { BetweenPlan } from '../between.js';
import { CellPlan } from '../cells.js';
import { StepsPlan } from '../steps.js';

/** @type {import('../plans.js').Kinds} */
export const PLANS = { steps: StepsPlan, cell: CellPlan, between: BetweenPlan };
