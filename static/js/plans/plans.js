/** One plan for each way an offer is asked for; what each of them does is in a script of its own. Those here are for every board;
 * what is asked for on a kind of board alone stands in `on/<kind>.js`. */

import { ButtonPlan, ChoicePlan } from './choices.js';
import { ListPlan } from './list_plan.js';
import { RowsPlan } from './rows.js';
import { TargetPlan } from './targets.js';

/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {Record<string, new (offer: import('./plan.js').Offer, board: any) => Plan>} Kinds */

/** @type {Kinds} */
const EVERYWHERE = { button: ButtonPlan, choice: ChoicePlan, target: TargetPlan, list: ListPlan, rows: RowsPlan };

/** @param {import('./plan.js').Offer} offer @param {import('./plan.js').Board} board @param {Kinds} there the plans of that kind of board @returns {Plan} */
export function planFor(offer, board, there) {
  const Kind = there[offer.input] ?? EVERYWHERE[offer.input] ?? ChoicePlan;
  return new Kind(offer, board);
}
