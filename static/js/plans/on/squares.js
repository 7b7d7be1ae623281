/** What is asked for on squares: ways from cell to cell, a cell with a way to look there, a line between two cells,
 * cells that grow from a corner. */

import { BetweenPlan } from '../between.js';
import { CellPlan } from '../cells.js';
import { PatternPlan } from '../pattern.js';
import { StepsPlan } from '../steps.js';

/** @type {import('../plans.js').Kinds} */
export const PLANS = { steps: StepsPlan, cell: CellPlan, between: BetweenPlan, pattern: PatternPlan };
