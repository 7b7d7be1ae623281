/** What is asked for on location cards: ways from card to card. */

import { StepsPlan } from '../steps.js';

/** @type {import('../plans.js').Kinds} */
export const PLANS = { steps: StepsPlan };
