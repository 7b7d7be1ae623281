/** What the server says of a plan, in full: the refusal with its rule, the odds with every modifier, what else follows. */

import { h, icon } from '../base/dom.js';
import { barOf } from '../base/naming.js';
import { ruleLink } from '../base/rules.js';
import { fraction, percent, say, t } from '../base/words.js';

/** A fraction of greater numbers stands behind its words. */
const LONG = 9_999;

/** @param {any} found a refusal with its words @param {import('../boards/surface.js').Surface} board @param {string} where what it stands beside */
export function refusal(found, board, where = 'refusal') {
  const bar = barOf(board, found);
  return h('div', { class: 'refusal' }, `${found.text ? say(found.text) : t('illegal')} `, bar && h('b', { class: 'refusal__bar' }, `${bar} `), ...(found.rule ? ruleLink(found.rule, where) : []));
}

/** What of the odds decides: those that are reckoned in steps first, and what may follow, as an answer; so much can stand in sight. @param {any[]} chances @returns {any[]} */
export function decisive(chances) {
  const [main] = chances.filter((odds) => odds.steps?.length);
  const outcomes = chances.filter((odds) => !odds.steps?.length);
  return main ? [main, ...outcomes.slice(0, 1)] : outcomes.slice(0, 2);
}

/** Odds as a fraction and a percentage with what led to them. @param {any} odds @param {boolean} [isReckoned] whether that stands beside them */
export function chance(odds, isReckoned = true) {
  const share = odds.denominator ? odds.numerator / odds.denominator : 0;
  const isLong = odds.denominator > LONG;
  return h('div', { class: `chance${isLong ? ' is-long' : ''}` },
    h('span', { class: 'chance__odds' }, h('b', {}, percent(share)), ' ', isLong ? '' : h('span', {}, fraction(odds))),
    h('span', { class: 'chance__for' }, say(odds.text), isLong && exact(odds, 'chance__exact')),
    isReckoned && reckoning(odds));
}

/** A fraction behind its words, where it can be read. @param {any} odds @param {string} [name] its class */
function exact(odds, name = '') {
  const told = fraction(odds);
  return told && h('small', name ? { class: name } : {}, ` (${told})`);
}

/** What led to odds, each modifier with its rule. @param {any} odds */
export function reckoning(odds) {
  return h('ul', { class: 'chance__steps' }, ...(odds.steps ?? []).map((step, n) =>
    h('li', {}, say(step), ...(odds.rules?.[n] ? [' ', ...ruleLink(odds.rules[n], `${say(odds.text)} ${n}`)] : []))));
}

/** What may follow, without modifiers of its own. @param {any} odds */
export function outcome(odds) {
  return h('li', { class: 'outcome' }, h('b', {}, percent(odds.denominator ? odds.numerator / odds.denominator : 0)), ` ${say(odds.text)}`, exact(odds));
}

/** What the others could do to the unit at the planned place, to be opened. @param {any[]} found odds */
export function threats(found) {
  return h('details', { class: 'plan__typed plan__threats' },
    h('summary', { 'data-focus': 'threats' }, t('threats', { n: found.length })),
    h('ul', { class: 'outcomes' }, ...found.map(outcome)));
}

/** @param {any} line */
export function note(line) {
  return h('p', { class: `note tone-${line.tone}` }, icon(`tone-${line.tone}`, 14), say(line.text));
}
