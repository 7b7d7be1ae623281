/** A list to be put together: a row for each thing that may be on it, under headings where the game gives some. */

import { h, icon, s } from './dom.js';
import { say, t } from './words.js';

/** @param {import('./plans.js').ListPlan} plan @param {() => void} changed */
export function composer(plan, changed) {
  const parts = plan.items.length ? [] : [h('p', {}, t('list_nothing'))];
  let heading = '';
  for (const item of plan.items) {
    const group = say(item.group);
    if (group && group !== heading) parts.push(h('h2', { class: 'composer__group' }, group));
    heading = group;
    parts.push(row(plan, item, changed));
  }
  return h('div', { class: 'composer' }, ...parts);
}

/** @param {import('./plans.js').ListPlan} plan @param {any} item @param {() => void} changed */
function row(plan, item, changed) {
  const change = (how) => () => { how(); changed(); };
  const count = plan.count(item.value);
  const name = say(item.name);
  const id = `unit-${item.symbol}`;
  const isDrawn = item.symbol && document.getElementById(id) !== null && item.entry;
  return h('div', { class: `composer__row${count ? ' is-on' : ''}` },
    isDrawn && s('svg', { class: 'composer__symbol', 'aria-hidden': 'true', width: 28, height: 28, viewBox: '0 0 64 64' }, s('use', { href: `#${id}` })),
    h('span', { class: 'composer__name' }, name, item.cost ? ` · ${item.cost}` : '', item.detail ? h('small', { class: 'composer__detail' }, say(item.detail)) : ''),
    h('button', { type: 'button', class: 'tool', 'data-focus': `less-${item.value}`, 'aria-label': t('less', { name }), disabled: count === 0, onclick: change(() => plan.remove(item.value)) }, icon('icon-minus', 20)),
    h('output', { class: 'composer__count' }, String(count)),
    h('button', { type: 'button', class: 'tool', 'data-focus': `more-${item.value}`, 'aria-label': t('more', { name }), disabled: plan.isFull(item), onclick: change(() => plan.add(item.value)) }, icon('icon-plus', 20)));
}
