/** What the dock shows of a plan of rows: ready-made fillings, then a line for each row, the one in hand with its choices. */

import { folded, oddsOf, way } from './controls.js';
import { letDrag } from '../base/sorting.js';
import { h, icon, s } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./rows.js').RowsPlan} RowsPlan */
/** @typedef {import('./rows.js').Row} Row */
/** @typedef {import('./planner.js').Planner} Planner */

/** More ready-made fillings are folded. */
const FEW = 6;

/** @param {RowsPlan} plan @param {Planner} planner @returns {Node[]} */
export function sheet(plan, planner) {
  const changed = () => planner.update();
  const lines = plan.ordered.map((row, n) => (plan.isSorted ? place(plan, row, n, changed) : line(plan, row, changed)));
  const list = h(plan.isSorted ? 'ol' : 'ul', { class: `rows${plan.isSorted ? ' rows--sorted' : ''}`, 'aria-label': say(plan.offer.label) }, ...lines);
  if (plan.isSorted) letDrag(list, { item: '.rows__row', handle: '.rows__row', key: (each) => each.dataset.row ?? '', sorted: (ids) => { if (plan.sort(ids)) changed(); } });
  plan.typed = (event) => onKey(plan, list, changed, event);
  const hint = h('small', { class: 'rows__keys' }, t(plan.isSorted ? 'rows_keys_sort' : 'rows_keys'));
  // An order is sorted by its rows; where these are filled in, one press may fill in all.
  return plan.isSorted ? [list, hint, ...ready(plan, planner)] : [...ready(plan, planner), list, hint];
}

/** @param {RowsPlan} plan @param {Planner} planner @returns {Node[]} */
function ready(plan, planner) {
  const { examples } = plan.offer;
  if (examples.length < 2 && plan.isTaken(0)) return [];
  const press = (n) => () => { plan.take(n); planner.update(); };
  const { all, each } = planner.aims.meaning(examples);
  const buttons = [...examples.keys()].map((n) => way({ key: `ready-${n}`, words: plan.called(n), odds: planner.aims.of(examples[n]), of: each[n], isOn: plan.isTaken(n), press: press(n), more: { 'data-ready': String(n) } }));
  return [buttons.length > FEW ? folded(t('rows_ready'), buttons, { isWanted: false }) : h('div', { class: 'plan__choices', role: 'group', 'aria-label': t('rows_ready') }, ...buttons, oddsOf(all))];
}

/** A row with what is chosen in it; the one in hand with all that may be. @param {RowsPlan} plan @param {Row} row @param {() => void} changed */
function line(plan, row, changed) {
  const isHeld = plan.at === row.id;
  const chosen = plan.choiceOf(row);
  const [only] = row.choices;
  // What has one choice alone is on or off by one press.
  const isSingle = row.choices.length === 1 && !row.must;
  const hold = () => { if (isSingle) plan.press(row, 0); else plan.hold(isHeld ? null : row.id); changed(); };
  const words = chosen ? say(chosen.name) : isSingle ? say(only.name) : t(row.must ? 'rows_missing' : 'rows_none');
  const button = h('button', { type: 'button', class: 'rows__name', 'data-focus': `row-${row.id}`, 'aria-pressed': isSingle ? String(Boolean(chosen)) : null, 'aria-expanded': isSingle ? null : String(isHeld), onclick: hold },
    picture(row), h('span', { class: 'rows__words' }, h('b', {}, say(row.name)), h('span', { class: `rows__chosen${chosen ? '' : ' is-none'}` }, words)),
    isSingle ? h('span', { class: 'rows__on', 'aria-hidden': 'true' }, chosen ? icon('icon-check', 18) : '') : h('span', { class: 'rows__fold', 'aria-hidden': 'true' }, isHeld ? '▾' : '▸'));
  const press = (n) => () => { plan.press(row, n); changed(); };
  const now = plan.filling.chosen[row.id];
  const clear = () => { plan.choose(row, null); changed(); };
  const none = row.must ? [] : [way({ key: `choice-${row.id}-none`, words: t('rows_none'), isOn: now === undefined, press: clear })];
  const choices = isHeld && !isSingle ? [h('div', { class: 'plan__choices rows__choices', role: 'group', 'aria-label': say(row.name) }, ...none,
    ...row.choices.map((choice, n) => way({ key: `choice-${row.id}-${n}`, words: say(choice.name), isOn: now === n, press: press(n), more: { 'data-choice': String(n) } })))] : [];
  return h('li', { class: `rows__row${isHeld ? ' is-held' : ''}${chosen ? ' is-on' : ''}`, 'data-row': row.id, 'data-what': row.unit ?? null }, button, ...choices);
}

/** A row that has its place in an order. @param {RowsPlan} plan @param {Row} row @param {number} n @param {() => void} changed */
function place(plan, row, n, changed) {
  const name = say(row.name);
  const isHeld = plan.at === row.id;
  const by = (step) => () => { plan.hold(row.id); plan.shift(row.id, step); changed(); };
  const hold = () => { plan.hold(isHeld ? null : row.id); changed(); };
  return h('li', { class: `rows__row${isHeld ? ' is-held' : ''}`, 'data-row': row.id, 'data-what': row.unit ?? null },
    h('button', { type: 'button', class: 'rows__name', 'data-focus': `row-${row.id}`, 'aria-pressed': String(isHeld), onclick: hold },
      h('span', { class: 'rows__grip', 'aria-hidden': 'true' }, '⠿'), h('span', { class: 'rows__place' }, `${n + 1}.`), picture(row),
      h('span', { class: 'rows__words' }, h('b', {}, name), h('span', { class: 'rows__chosen' }, say(row.choices[0]?.name)))),
    h('button', { type: 'button', class: 'tool', 'data-focus': `up-${row.id}`, 'aria-label': t('command_up', { name }), disabled: n === 0, onclick: by(-1) }, icon('icon-up')),
    h('button', { type: 'button', class: 'tool', 'data-focus': `down-${row.id}`, 'aria-label': t('command_down', { name }), disabled: n === plan.rows.length - 1, onclick: by(1) }, icon('icon-down')));
}

/** @param {Row} row */
function picture(row) {
  const id = `unit-${row.symbol}`;
  if (!row.symbol || !document.getElementById(id)) return '';
  return s('svg', { class: 'row__symbol', 'aria-hidden': 'true', width: 28, height: 28, viewBox: '0 0 64 64' }, s('use', { href: `#${id}`, width: 64, height: 64 }));
}

/**
 * Up and down go from row to row, left and right from choice to choice; with Alt a row goes up or down itself. In lists of their own the
 * arrows stay theirs. @param {RowsPlan} plan @param {HTMLElement} list @param {() => void} changed @param {KeyboardEvent} event
 * @returns {boolean} whether it was for the rows
 */
function onKey(plan, list, changed, event) {
  const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || event.shiftKey || /** @type {HTMLElement} */ (event.target).closest('[role="tablist"], .log, .chat, .panels, [data-hand]')) return false;
  const isUpright = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (event.altKey && (!plan.isSorted || !isUpright || plan.at === null)) return false;
  if (event.altKey) plan.shift(plan.at ?? '', step);
  else if (isUpright) plan.go(step);
  else if (!plan.turn(step)) return false;
  changed();
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`#plan [data-focus="${CSS.escape(`row-${plan.at}`)}"]`));
  button?.focus({ preventScroll: true });
  button?.closest('.rows__row')?.scrollIntoView({ block: 'nearest' });
  return true;
}
