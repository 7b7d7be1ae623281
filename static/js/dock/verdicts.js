/** What the server says of a plan, in full: the refusal with its rule, the odds with every modifier, what else follows. */

import { h, icon } from '../base/dom.js';
import { barOf } from '../base/naming.js';
import { ruleLink } from '../base/rules.js';
import { percent, say, t } from '../base/words.js';

/** @param {any} found a refusal with its words @param {import('../boards/surface.js').Surface} board @param {string} where what it stands beside */
export function refusal(found, board, where = 'refusal') {
  const bar = barOf(board, found);
  return h('div', { class: 'refusal' }, `${found.text ? say(found.text) : t('illegal')} `, bar && h('b', { class: 'refusal__bar' }, `${bar} `), ...ruleLink(found.rule, where));
}

/** Odds as a fraction and a percentage with what led to them, each modifier with its rule. @param {any} odds */
export function chance(odds) {
  const share = odds.denominator ? odds.numerator / odds.denominator : 0;
  const words = say(odds.text);
  return h('div', { class: 'chance' },
    h('span', { class: 'chance__odds' }, h('b', {}, percent(share)), h('span', {}, t('chance', { n: odds.numerator, d: odds.denominator }))),
    h('span', { class: 'chance__for' }, words),
    h('ul', { class: 'chance__steps' }, ...(odds.steps ?? []).map((step, n) =>
      h('li', {}, say(step), ...(odds.rules?.[n] ? [' ', ...ruleLink(odds.rules[n], `${words} ${n}`)] : [])))));
}

/** What may follow, without modifiers of its own. @param {any} odds */
export function outcome(odds) {
  return h('li', { class: 'outcome' }, h('b', {}, percent(odds.denominator ? odds.numerator / odds.denominator : 0)), ` ${say(odds.text)} `, h('small', {}, `(${t('chance', { n: odds.numerator, d: odds.denominator })})`));
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
