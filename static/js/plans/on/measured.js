/** What is asked for on a measured table alone: ways, points and entries in millimetres. */

import { EntryPlan } from '../entry.js';
import { PointPlan } from '../points.js';
import { PathPlan } from '../ways.js';

/** @type {import('../plans.js').Kinds} */
export const PLANS = { path: PathPlan, point: PointPlan, entry: EntryPlan };
