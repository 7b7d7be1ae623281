/** One plan for each way an offer is asked for; what each of them does is in a script of its own. */

import { BetweenPlan } from './between.js';
import { CellPlan } from './cells.js';
import { ButtonPlan, ChoicePlan } from './choices.js';
import { EntryPlan } from './entry.js';
import { ListPlan } from './list_plan.js';
import { PointPlan } from './points.js';
import { StepsPlan } from './steps.js';
import { TargetPlan } from './targets.js';
import { PathPlan } from './ways.js';

/** @typedef {import('./plan.js').Plan} Plan */

const KINDS = { button: ButtonPlan, choice: ChoicePlan, target: TargetPlan, path: PathPlan, point: PointPlan, entry: EntryPlan, list: ListPlan, steps: StepsPlan, cell: CellPlan, between: BetweenPlan };

/** @param {import('./plan.js').Offer} offer @param {import('./plan.js').Board} board @returns {Plan} */
export function planFor(offer, board) {
  const Kind = KINDS[offer.input] ?? ChoicePlan;
  return new Kind(offer, board);
}
