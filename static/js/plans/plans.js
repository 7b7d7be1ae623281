/** One plan for each way an offer is asked for; what each of them does is in a script of its own. Those here are for every board;
 * what is asked for on a kind of board alone stands in `on/<kind>.js`, what only some offers ask for besides in `more/`. */

import { ButtonPlan, ChoicePlan } from './choices.js';
import { ListPlan } from './list_plan.js';
import { withParts } from './more/joined.js';
import { withSurfaces } from './more/surfaces.js';
import { RowsPlan } from './rows.js';
import { TargetPlan } from './targets.js';

/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./plan.js').Offer} Offer */
/** @typedef {new (...args: any[]) => any} Kind of plans */
/** @typedef {Record<string, Kind>} Kinds */

/** @type {Kinds} */
const EVERYWHERE = { button: ButtonPlan, choice: ChoicePlan, target: TargetPlan, list: ListPlan, rows: RowsPlan };

/** What makes a kind of plan able to do more. @typedef {(kind: any) => Kind} Able */

/** What makes plans able to do more, by what of an offer's domain asks for it, for which ways of asking; what is seldom asked for is
 * fetched then. @type {Array<{what: string, inputs: string[], able: Able | null, fetched?: () => Promise<Able>}>} */
const MORE = [
  { what: 'slots', inputs: ['list'], able: null, fetched: async () => (await import('./more/slots.js')).withSlots },
  { what: 'shares', inputs: ['target'], able: null, fetched: async () => (await import('./more/shares.js')).withShares },
  { what: 'surfaces', inputs: ['point'], able: withSurfaces },
  { what: 'parts', inputs: ['path', 'point', 'target'], able: withParts },
];

/** The kinds that can do more, by what they are made of: the same each time. @type {Map<string, Kind>} */
const made = new Map();

/** What of the more an offer asks for. @param {Offer} offer */
const wantedBy = (offer) => MORE.filter(({ what, inputs }) => inputs.includes(offer.input) && [offer.domain?.[what] ?? []].flat().length > 0);

/** Fetches what plans of these offers are made of and the page does not have yet. @param {Offer[]} offers */
export async function readyFor(offers) {
  const lacking = new Set(offers.flatMap(wantedBy).filter(({ able }) => !able));
  await Promise.all([...lacking].map(async (each) => (each.able = (await each.fetched?.()) ?? null)));
}

/** The plan of an offer that the page is ready for. @param {Offer} offer @param {import('./plan.js').Board} board
 * @param {Kinds} there the plans of that kind of board @returns {Plan} */
export function planFor(offer, board, there) {
  const Kind = there[offer.input] ?? EVERYWHERE[offer.input] ?? ChoicePlan;
  const wanted = wantedBy(offer);
  if (!wanted.length) return new Kind(offer, board);
  const key = [offer.input, ...wanted.map(({ what }) => what)].join(' ');
  const Full = made.get(key) ?? wanted.reduce((kind, { able }) => able?.(kind) ?? kind, Kind);
  made.set(key, Full);
  return new Full(offer, board);
}

/** Whether it asks where something is to be put. @param {Offer} offer */
export const isPut = (offer) => offer.input === 'point' || offer.input === 'cell';
