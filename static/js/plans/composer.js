/**
 * A list to be put together: what is on it with its price, always in sight; below it everything that may be added, under its
 * headings, with what is printed on it and why no more of it can be added; ready-made and saved lists beside it.
 */

import { h, icon, s } from '../base/dom.js';
import { shelf } from './list_shelf.js';
import { ruleLink } from '../base/rules.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./list_plan.js').ListPlan} ListPlan */

const SORTS = ['given', 'cost', 'name'];
const FEW = 6;

/** What the list costs against what it may, and what is on it. @param {ListPlan} plan @param {() => void} changed @param {any} verdict @param {Node} judged the verdict in a word */
export function tally(plan, changed, verdict, judged) {
  const { cost, most } = plan;
  const accused = plan.accused(verdict?.refusal);
  const total = h('output', { class: 'plan__tape', 'data-total': cost }, `${t('total')}: ${most ? t('of_most', { sum: cost, most }) : cost}`);
  const left = most !== null && most >= cost ? h('small', { class: 'tally__left' }, t('list_left', { n: most - cost })) : '';
  return h('div', { class: 'tally' },
    h('div', { class: 'tally__line' }, h('span', {}, total, ' ', left), judged),
    most ? h('progress', { class: `tally__bar${cost > most ? ' is-over' : ''}`, 'aria-hidden': 'true', max: most, value: Math.min(cost, most) }) : '',
    h('ul', { class: 'tally__list', 'aria-label': t('list_so_far') }, ...(plan.chosen.length ? plan.chosen.map(([item, count]) => chip(plan, item, count, changed, accused.includes(item.value))) : [h('li', { class: 'tally__none' }, plan.nothingYet)])));
}

/** Something on the list; a press takes one of it away. @param {ListPlan} plan @param {any} item @param {number} count @param {() => void} changed @param {boolean} isAccused */
function chip(plan, item, count, changed, isAccused) {
  const name = named(plan, item);
  const press = () => { plan.remove(item.value); changed(); };
  return h('li', {}, h('button', { type: 'button', class: `tally__chip${isAccused ? ' is-bad' : ''}`, 'data-focus': `chip-${item.value}`, 'aria-label': t('less', { name: `${name} (${count})` }), onclick: press },
    picture(item, 20), isAccused ? icon('tone-bad', 14) : '', h('span', {}, `${count} × ${name}`), h('span', { class: 'tally__less', 'aria-hidden': 'true' }, '−')));
}

/** @param {ListPlan} plan @param {() => void} changed @param {any} verdict */
export function composer(plan, changed, verdict) {
  const accused = plan.accused(verdict?.refusal);
  const list = h('div', { class: 'composer__things' });
  const draw = () => list.replaceChildren(...things(plan, changed, accused));
  draw();
  const root = h('div', { class: 'composer composer--list', role: 'group', 'aria-label': t('plan_list') },
    tools(plan, draw, changed), shelf(plan, changed),
    plan.looking.told ? h('p', { class: 'shelf__told', role: 'status' }, plan.looking.told) : '',
    plan.making(changed), list);
  root.addEventListener('keydown', (event) => onKey(plan, changed, event));
  root.addEventListener('focusin', (event) => {
    const row = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest('.composer__row:not(.is-shut)'));
    if (row) plan.looking.at = row.dataset.row ?? '';
  });
  plan.typed = (event) => fromAfar(plan, root, changed, event);
  return root;
}

// Looking

/** The search, the order, and what unfolds the rest, in one line. @param {ListPlan} plan @param {() => void} draw @param {() => void} changed */
function tools(plan, draw, changed) {
  const { looking } = plan;
  const unfold = () => { looking.isUnfolded = !looking.isUnfolded; changed(); };
  const more = h('button', { type: 'button', class: 'offer composer__more', 'aria-expanded': String(looking.isUnfolded), 'aria-controls': 'shelf', 'data-focus': 'list-tools', onclick: unfold },
    t('list_ready'), h('span', { 'aria-hidden': 'true' }, looking.isUnfolded ? '▾' : '▸'));
  return h('div', { class: 'composer__tools' }, ...(plan.items.length + plan.barred.length > FEW ? finding(plan, draw) : []), more);
}

/** @param {ListPlan} plan @param {() => void} draw */
function finding(plan, draw) {
  const { looking } = plan;
  const kinds = [...new Set([...plan.items, ...plan.barred.map((each) => each.item)].map((item) => say(item.kind)).filter(Boolean))];
  const search = h('input', { type: 'search', class: 'composer__search', 'data-focus': 'list-filter', list: 'list-kinds', placeholder: t('list_search'), 'aria-label': t('list_search'), oninput: (event) => { looking.filter = event.target.value; draw(); } });
  /** @type {HTMLInputElement} */ (search).value = looking.filter;
  const order = h('select', { 'data-focus': 'list-sort', 'aria-label': t('list_sort'), onchange: (event) => { looking.sort = event.target.value; draw(); } },
    ...SORTS.map((sort) => h('option', { value: sort, selected: sort === looking.sort }, t(`list_sort_${sort}`))));
  return [search, h('datalist', { id: 'list-kinds' }, ...kinds.map((kind) => h('option', { value: kind }))), order];
}

/** Everything that is looked for, sorted, under its headings. @param {ListPlan} plan @param {() => void} changed @param {string[]} accused */
function things(plan, changed, accused) {
  const rows = [...plan.items.map((item) => ({ item, barred: null })), ...plan.barred.map((barred) => ({ item: barred.item, barred }))];
  const found = sorted(rows.filter(({ item }) => isWanted(item, plan.looking.filter)), plan.looking.sort);
  if (!rows.length) return plan.domain.slots?.length ? [] : [h('p', {}, t('list_nothing'))];
  if (!found.length) return [h('p', { role: 'status' }, t('list_none_found'))];
  const parts = [];
  for (const group of new Set(found.map(({ item }) => say(item.group)))) {
    if (group) parts.push(h('h2', { class: 'composer__group' }, group));
    for (const { item, barred } of found) if (say(item.group) === group) parts.push(barred ? shut(item, barred) : row(plan, item, changed, accused.includes(item.value)));
  }
  return parts;
}

/** @param {any} item @param {string} wanted */
function isWanted(item, wanted) {
  const words = `${say(item.name)} ${say(item.kind)} ${say(item.group)}`.toLocaleLowerCase();
  return wanted.toLocaleLowerCase().split(/\s+/).every((word) => words.includes(word));
}

/** @param {any[]} rows @param {string} sort */
function sorted(rows, sort) {
  if (sort === 'given') return rows;
  const by = sort === 'cost' ? (one, other) => one.item.cost - other.item.cost : (one, other) => say(one.item.name).localeCompare(say(other.item.name));
  return [...rows].sort(by);
}

// A thing

/** @param {ListPlan} plan @param {any} item @param {() => void} changed @param {boolean} isAccused */
function row(plan, item, changed, isAccused) {
  const change = (how) => () => { how(); changed(); };
  const count = plan.count(item.value);
  const name = named(plan, item);
  const why = plan.whyNot(item);
  const id = `why-${item.value}`;
  const add = () => { if (!plan.whyNot(item)) { plan.add(item.value); changed(); } };
  const told = why && (count || isAccused) ? why : '';
  return h('div', { class: `composer__row${count ? ' is-on' : ''}${why ? ' is-full' : ''}${isAccused ? ' is-bad' : ''}`, 'data-row': item.value, role: 'group', 'aria-label': `${name}, ${t('cost_of', { n: item.cost })}` },
    picture(item, 36), about(item),
    h('span', { class: 'composer__count-of' },
      h('button', { type: 'button', class: 'tool', 'data-focus': `less-${item.value}`, 'aria-label': t('less', { name }), disabled: count === 0, onclick: change(() => plan.remove(item.value)) }, icon('icon-minus', 20)),
      h('output', { class: 'composer__count' }, String(count)),
      h('button', { type: 'button', class: 'tool', 'data-focus': `more-${item.value}`, 'aria-label': t('more', { name }), 'aria-disabled': why ? 'true' : null, 'aria-describedby': why ? id : null, title: why || null, onclick: add }, icon('icon-plus', 20))),
    plan.further(item, changed), detail(item),
    why ? h('small', { class: `composer__why${told ? '' : ' is-quiet'}`, id }, isAccused ? icon('tone-bad', 14) : '', why) : '');
}

/** Something that cannot be on the list now. @param {any} item @param {any} barred */
function shut(item, barred) {
  return h('div', { class: 'composer__row is-shut', 'data-row': item.value, role: 'group', 'aria-label': say(item.name) },
    picture(item, 36), about(item), detail(item),
    h('small', { class: 'composer__why' }, icon('tone-muted', 14), say(barred.why), ' ', ...(barred.rule ? ruleLink(barred.rule, `barred-${item.value}`) : [])));
}

/** Its name, sort, price and what is printed on it. @param {any} item */
function about(item) {
  return h('div', { class: 'composer__what', 'data-what': item.about ?? null },
    h('span', { class: 'composer__name' }, say(item.name), ' ', h('b', { class: 'composer__cost' }, h('span', { class: 'visually-hidden' }, `${t('list_sort_cost')} `), String(item.cost))),
    item.kind && !sameWords(item.kind, item.group) ? h('small', { class: 'composer__kind' }, say(item.kind)) : '',
    item.figures?.length ? h('span', { class: 'figures composer__figures' }, ...item.figures.map(figure)) : '');
}

/** What is printed on it, where no figures say it. @param {any} item */
function detail(item) {
  return item.detail && !item.figures?.length ? h('small', { class: 'composer__detail', 'data-what': item.about ?? null, title: say(item.detail) }, say(item.detail)) : '';
}

/** @param {any} one @param {any} other */
const sameWords = (one, other) => say(one) === say(other);

/** @param {any} found */
function figure(found) {
  return h('span', { class: 'figure', 'data-figure': found.symbol },
    s('svg', { 'aria-hidden': 'true', width: 16, height: 16 }, s('use', { href: `#mark-${found.symbol}` })), h('span', { class: 'visually-hidden' }, `${say(found.text)} `), String(found.value));
}

/** @param {any} item @param {number} size */
function picture(item, size) {
  const id = `unit-${item.symbol}`;
  if (!item.symbol || !document.getElementById(id)) return '';
  return s('svg', { class: `composer__symbol row__symbol ${ownSide()}`, 'aria-hidden': 'true', width: size, height: size, viewBox: '0 0 64 64' }, s('use', { href: `#${id}`, width: 64, height: 64 }));
}

/** The colours of whoever looks. */
function ownSide() {
  const seat = document.querySelector(`[data-seat="${CSS.escape(document.body.dataset.viewer ?? '')}"][class*="side-"]`);
  return [...(seat?.classList ?? [])].find((name) => /^side-\d/.test(name)) ?? '';
}

/** A thing by name, with its heading where the same is to be had under several. @param {ListPlan} plan @param {any} item */
function named(plan, item) {
  const isTwice = plan.items.some((other) => other !== item && say(other.name) === say(item.name));
  return isTwice && item.group ? `${say(item.name)}, ${say(item.group)}` : say(item.name);
}

// Keys

/** Up and down go from thing to thing; right, plus or a digit adds, left and minus take away. @param {ListPlan} plan @param {() => void} changed @param {KeyboardEvent} event */
function onKey(plan, changed, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const here = /** @type {HTMLElement | null} */ (target.closest('.composer__row:not(.is-shut)'));
  if (!here || event.ctrlKey || event.metaKey || event.altKey || target.matches('input, select, textarea')) return;
  const value = here.dataset.row ?? '';
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) neighbour(here, step);
  else if (['+', '=', 'ArrowRight'].includes(event.key)) more(plan, value, changed);
  else if (['-', 'ArrowLeft'].includes(event.key)) less(plan, value, changed);
  else if (/^[0-9]$/.test(event.key)) set(plan, value, Number(event.key), changed);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A key that was pressed elsewhere on the page: it means the thing at hand, at first the first one. On the board and in lists of
 * their own the arrows stay theirs. @param {ListPlan} plan @param {HTMLElement} root @param {() => void} changed @param {KeyboardEvent} event
 * @returns {boolean} whether it was for the list
 */
function fromAfar(plan, root, changed, event) {
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (event.altKey || (!isArrow && !['+', '=', '-'].includes(event.key))) return false;
  if (isArrow && /** @type {HTMLElement} */ (event.target).closest('#board, [role="tablist"], .log, .chat, .panels')) return false;
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('.composer__row:not(.is-shut)')]);
  const here = rows.find((row) => row.dataset.row === plan.looking.at) ?? rows[0];
  const button = /** @type {HTMLElement | null} */ (here?.querySelector('[data-focus^="more-"]') ?? null);
  button?.focus();
  if (here && !isArrow) (event.key === '-' ? less : more)(plan, here.dataset.row ?? '', changed);
  return true;
}

/** @param {ListPlan} plan @param {string} value @param {() => void} changed */
function more(plan, value, changed) {
  plan.add(value);
  changed();
}

/** @param {ListPlan} plan @param {string} value @param {() => void} changed */
function less(plan, value, changed) {
  plan.remove(value);
  changed();
}

/** So many of it, or as many as there may be. @param {ListPlan} plan @param {string} value @param {number} count @param {() => void} changed */
function set(plan, value, count, changed) {
  while (plan.count(value) > count) plan.remove(value);
  for (let n = plan.count(value); n < count; n++) plan.add(value);
  changed();
}

/** @param {HTMLElement} here @param {number} step */
function neighbour(here, step) {
  const rows = [...here.closest('.composer')?.querySelectorAll('.composer__row:not(.is-shut)') ?? []];
  const next = rows[rows.indexOf(here) + step];
  const button = /** @type {HTMLElement | null} */ (next?.querySelector('[data-focus^="more-"]') ?? null);
  button?.focus();
  button?.scrollIntoView({ block: 'nearest' });
}
