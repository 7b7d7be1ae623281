/** Controls that more than one kind of plan brings to the dock. */

import { h, icon, isNarrow } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./planner.js').Planner} Planner */

/** A button that is pressed or not, with its odds and what these are ``of``. @param {{key: string, words: string, odds?: string, of?: string, isOn: boolean, press: () => void, more?: Record<string, string>}} how */
export function way({ key, words, odds = '', of = '', isOn, press, more = {} }) {
  return h('button', { type: 'button', class: 'offer', ...more, 'aria-pressed': String(isOn), 'data-focus': key, onclick: press }, words, odds && h('span', { class: 'offer__odds' }, odds), of && h('small', { class: 'offer__of' }, of));
}

/** What the odds of all that is listed are of, if it is the same. @param {string} what */
export function oddsOf(what) {
  return what && h('p', { class: 'plan__of' }, t('odds_of', { what }));
}

/** What the player last wanted shown, or folded, by its words. @type {Map<string, boolean>} */
const shown = new Map();

/** What can be touched on the board, by name, for the keyboard and for crowded boards; shown by itself where there is room, unless it ``isWanted`` by
 * few. @param {string} words @param {Node[]} buttons @param {{isOpen?: boolean, isWanted?: boolean}} [how] ``isOpen``: whatever the player wanted */
export function folded(words, buttons, { isOpen = false, isWanted = true } = {}) {
  const list = h('div', { class: 'plan__choices plan__choices--small', role: 'group', 'aria-label': words }, ...buttons);
  const keep = (event) => { if (!isOpen) shown.set(words, event.target.open); };
  return h('details', { class: 'plan__typed plan__names', open: isOpen || (shown.get(words) ?? (isWanted && !isNarrow())), ontoggle: keep },
    h('summary', { 'data-focus': 'names-summary' }, `${words} (${buttons.length})`), list);
}

/** Something that looks one of several ways, or as it does. @typedef {{facing: number | null, shown?: number | null, facings: Array<{deg: number, name: any}>, look: (n: number | null) => unknown}} Turning */

/** The ways to look, as arrows. @param {Turning} plan @param {Planner} planner @param {string} [kept] what it is called to name none, where none need be named */
export function compass(plan, planner, kept) {
  const change = (n) => () => { plan.look(n); planner.update(); };
  const keep = h('button', { type: 'button', class: 'tool compass__keep', 'data-focus': 'look-kept', 'aria-pressed': String(plan.facing === null), 'aria-label': kept, onclick: change(null) }, '•');
  return h('div', { class: 'compass', role: 'group', 'aria-label': t('which_way') }, kept ? keep : '',
    ...plan.facings.map(({ deg, name }, n) => {
      const button = h('button', { type: 'button', class: 'tool', 'data-focus': `look-${n}`, 'data-look': n, 'aria-pressed': String((kept ? plan.facing : (plan.shown ?? plan.facing)) === n), 'aria-label': t('turn_to', { name: say(name) }), onclick: change(n) }, h('span', { class: 'compass__arrow', 'aria-hidden': 'true' }, '➤'));
      /** @type {HTMLElement} */ (button.firstElementChild).style.rotate = `${-deg}deg`;
      return button;
    }));
}

/** Up and down, where there is more than one level. @param {import('./plan.js').Plan} plan @param {Planner} planner @param {number} now @param {number} levels */
export function levelControls(plan, planner, now, levels) {
  if (levels < 2) return [];
  const by = (step) => () => { plan.changeLevel(step); planner.update(); };
  return [h('div', { class: 'plan__choices', role: 'group' },
    h('span', { class: 'plan__level' }, now ? t('level', { n: now }) : t('ground_level')),
    h('button', { type: 'button', class: 'tool', 'data-focus': 'up', 'aria-label': t('level_up'), disabled: now >= levels - 1, onclick: by(1) }, icon('icon-up')),
    h('button', { type: 'button', class: 'tool', 'data-focus': 'down', 'aria-label': t('level_down'), disabled: now <= 0, onclick: by(-1) }, icon('icon-down')))];
}

/** How many go of each of some groups. @param {Array<{name: string, values: unknown[], going: number}>} groups @param {Planner} planner @param {(n: number, by: number) => void} take */
export function counts(groups, planner, take) {
  const change = (n, by) => () => { take(n, by); planner.update(); };
  return h('div', { class: 'composer', role: 'group', 'aria-label': t('who_goes') }, ...groups.map((group, n) => {
    const name = group.name || t('who_goes');
    return h('div', { class: 'composer__row' },
      h('span', { class: 'composer__name' }, name),
      h('button', { type: 'button', class: 'tool', 'data-focus': `fewer-${n}`, 'aria-label': t('less', { name }), disabled: group.going === 0, onclick: change(n, -1) }, icon('icon-minus', 20)),
      h('output', { class: 'composer__count' }, t('all_of', { n: group.going, of: group.values.length })),
      h('button', { type: 'button', class: 'tool', 'data-focus': `another-${n}`, 'aria-label': t('more', { name }), disabled: group.going === group.values.length, onclick: change(n, 1) }, icon('icon-plus', 20)));
  }));
}
