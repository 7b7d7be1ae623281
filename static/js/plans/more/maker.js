/** Where an entry of a list is put together: its slots with what each choice costs, what it comes to, and the button that puts it on the list. */

import { h, icon } from '../../base/dom.js';
import { say, t } from '../../base/words.js';

const MOST_AT_ONCE = 36;
/** So many choices of a slot stand in sight; more are folded under what was chosen. */
const FEW = 5;

/** @param {any} plan a list with slots @param {() => void} changed */
export function maker(plan, changed) {
  const root = h('div', { class: 'maker', role: 'group', 'aria-label': t('list_making') },
    ...plan.slots.map((slot, n) => slotOf(plan, slot, n, changed)), ready(plan, changed));
  root.addEventListener('keydown', onKey);
  return root;
}

/** @param {any} plan @param {any} slot @param {number} n @param {() => void} changed */
function slotOf(plan, slot, n, changed) {
  const held = plan.hand[n];
  const has = (choice) => held.some(({ value }) => value === choice.value);
  const first = slot.choices.find(has) ?? slot.choices[0];
  const buttons = slot.choices.map((choice) => {
    const why = plan.whyShut(n, choice);
    const press = () => {
      if (why) return;
      plan.choose(n, choice);
      if (slot.most === 1) plan.opened.delete(slot.field);
      changed();
      const summary = /** @type {HTMLElement | null} */ (document.querySelector(`[data-focus="slot-of-${CSS.escape(slot.field)}"]`));
      if (slot.most === 1) summary?.focus();
    };
    return h('button', {
      type: 'button', class: 'offer maker__choice', 'data-focus': `slot-${slot.field}-${choice.value}`, 'data-what': choice.about ?? null, tabindex: choice === first ? 0 : -1,
      'aria-pressed': String(has(choice)), 'aria-disabled': why ? 'true' : null, title: why || (choice.detail ? say(choice.detail) : null), onclick: press,
    }, say(choice.name), choice.cost ? h('b', { class: 'composer__cost' }, h('span', { class: 'visually-hidden' }, `${t('list_sort_cost')} `), String(choice.cost)) : '');
  });
  const choices = h('div', { class: 'maker__choices' }, ...buttons);
  const told = held.filter(({ detail }) => detail).map(({ name, detail }) => (held.length > 1 ? `${say(name)}: ${say(detail)}` : say(detail)));
  return h('div', { class: 'maker__slot', role: 'group', 'aria-label': say(slot.name) },
    ...(slot.choices.length > FEW ? [folded(plan, slot, held, choices)] : [h('span', { class: 'maker__name', 'aria-hidden': 'true' }, say(slot.name)), choices]),
    ...told.map((words) => h('small', { class: 'maker__told' }, words)));
}

/** Many choices, under what was chosen of them. @param {any} plan @param {any} slot @param {any[]} held @param {Node} choices */
function folded(plan, slot, held, choices) {
  const keep = (event) => plan.opened[event.target.open ? 'add' : 'delete'](slot.field);
  const chosen = held.map(({ name, cost }) => `${say(name)}${cost ? ` (${cost})` : ''}`).join(', ');
  return h('details', { class: 'maker__many', open: plan.opened.has(slot.field), ontoggle: keep },
    h('summary', { 'data-focus': `slot-of-${slot.field}` }, h('span', { class: 'maker__name' }, say(slot.name)), h('span', { class: 'maker__held' }, chosen)), choices);
}

/** What is in hand, how many of it, and what puts it on the list. @param {any} plan @param {() => void} changed */
function ready(plan, changed) {
  const { name, cost } = plan.inMaking;
  const why = plan.whyNotNow;
  const by = (step) => () => { plan.many = Math.min(MOST_AT_ONCE, Math.max(1, plan.many + step)); changed(); };
  const put = () => { if (!why) { plan.putInHand(); changed(); } };
  const leave = () => { plan.stopChanging(); changed(); };
  const isChanging = plan.changing !== null;
  return h('div', { class: 'maker__ready' },
    h('span', { class: 'maker__made' }, say(name), ' ', h('b', { class: 'composer__cost' }, h('span', { class: 'visually-hidden' }, `${t('list_sort_cost')} `), String(cost))),
    h('span', { class: 'composer__count-of' },
      h('button', { type: 'button', class: 'tool', 'data-focus': 'make-fewer', 'aria-label': t('less', { name: '1' }), disabled: plan.many <= 1, onclick: by(-1) }, icon('icon-minus', 20)),
      h('output', { class: 'composer__count' }, String(plan.many)),
      h('button', { type: 'button', class: 'tool', 'data-focus': 'make-another', 'aria-label': t('more', { name: '1' }), disabled: plan.many >= MOST_AT_ONCE, onclick: by(1) }, icon('icon-plus', 20))),
    h('button', { type: 'button', class: 'button button--second button--small', 'data-focus': 'make', 'data-make': '', 'aria-disabled': why ? 'true' : null, 'aria-describedby': why ? 'why-make' : null, onclick: put },
      isChanging ? t('list_change_it') : t('list_add', { n: cost * plan.many })),
    isChanging ? h('button', { type: 'button', class: 'button button--second button--small', 'data-focus': 'make-leave', onclick: leave }, t('cancel')) : '',
    why ? h('small', { class: 'composer__why', id: 'why-make' }, why) : '');
}

/** What takes an entry of the list in hand again. @param {any} plan @param {any} item @param {() => void} changed */
export function changer(plan, item, changed) {
  const press = () => { plan.change(item.value); changed(); };
  return h('button', { type: 'button', class: 'offer maker__change', 'data-focus': `change-${item.value}`, 'aria-pressed': String(plan.changing === item.value), 'aria-label': t('list_change', { name: say(item.name) }), onclick: press }, t('list_change_it'));
}

/** Left and right go from choice to choice, up and down from slot to slot. @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const slot = target.closest('.maker__slot');
  if (!slot || event.ctrlKey || event.metaKey || event.altKey) return;
  const across = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (across) {
    const buttons = /** @type {HTMLElement[]} */ ([...slot.querySelectorAll('button')]).filter((each) => each.checkVisibility());
    buttons[(buttons.indexOf(target) + across + buttons.length) % buttons.length]?.focus();
  } else if (down) {
    const slots = [...slot.closest('.maker')?.querySelectorAll('.maker__slot, .maker__ready') ?? []];
    const next = slots[slots.indexOf(slot) + down];
    const button = next?.querySelector('summary, button[tabindex="0"], [data-make]');
    /** @type {HTMLElement | null} */ (button ?? null)?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
