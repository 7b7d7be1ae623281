/** Ready-made lists beside the one in hand: the game's examples, those kept in this browser, those that friends send as text. */

import { h } from '../base/dom.js';
import { forgetList, readList, saveList, savedLists, written } from './saved_lists.js';
import { say, t } from '../base/words.js';

/** @typedef {import('./list_plan.js').ListPlan} ListPlan */

/** @param {ListPlan} plan @param {() => void} changed */
export function shelf(plan, changed) {
  const { looking } = plan;
  const drawer = (name, label, inside) => {
    const isOpen = looking.open === name;
    const press = () => { looking.open = isOpen ? '' : name; changed(); };
    return [
      h('button', { type: 'button', class: 'offer shelf__tab', 'aria-expanded': String(isOpen), 'aria-controls': `shelf-${name}`, 'data-focus': `shelf-${name}`, onclick: press }, label),
      h('div', { class: 'shelf__drawer', id: `shelf-${name}`, hidden: !isOpen }, ...(isOpen ? inside() : [])),
    ];
  };
  const examples = plan.examples.length ? drawer('examples', t('list_examples'), () => ready(plan, changed)) : [];
  const saved = drawer('saved', t('list_saved'), () => kept(plan, changed));
  const text = drawer('text', t('list_text'), () => asText(plan, changed));
  const clear = h('button', { type: 'button', class: 'offer shelf__tab', 'data-focus': 'list-clear', disabled: plan.values.length === 0, onclick: () => { plan.put([]); changed(); } }, t('list_clear'));
  const tabs = [examples[0], saved[0], text[0], clear].filter(Boolean);
  return h('div', { class: 'shelf', id: 'shelf', hidden: !looking.isUnfolded },
    h('div', { class: 'shelf__tabs', role: 'group', 'aria-label': t('list_ready') }, ...tabs), examples[1], saved[1], text[1],
    plan.items.length ? h('p', { class: 'composer__keys' }, t('list_keys')) : '');
}

/** Takes a list in place of the one in hand, and says what of it there is not here. @param {ListPlan} plan @param {string[]} values @param {number} lost @param {() => void} changed */
function take(plan, values, lost, changed) {
  const left = plan.put(values) + lost;
  plan.looking.told = left ? t('list_lost', { n: left }) : t('list_taken');
  plan.looking.open = '';
  plan.looking.isUnfolded = false;
  changed();
}

/** @param {ListPlan} plan @param {string[]} values */
function inWords(plan, values) {
  return plan.counted(values).map(([item, count]) => `${count} × ${say(item.name)}`).join(', ');
}

/** @param {ListPlan} plan @param {() => void} changed */
function ready(plan, changed) {
  return plan.examples.map(({ values, name }, n) => h('button', { type: 'button', class: 'shelf__list', 'data-focus': `example-${n}`, onclick: () => take(plan, values, 0, changed) },
    h('span', {}, name ? h('b', { class: 'shelf__name' }, say(name)) : '', inWords(plan, values)), h('b', {}, String(plan.priceOf(values)))));
}

// Kept in this browser

/** @param {ListPlan} plan @param {() => void} changed */
function kept(plan, changed) {
  const lists = savedLists();
  const name = /** @type {HTMLInputElement} */ (h('input', { 'data-focus': 'list-name', maxlength: 60, required: true, autocomplete: 'off' }));
  const save = (event) => {
    event.preventDefault();
    const called = name.value.trim();
    if (!called || !plan.values.length) return;
    saveList(called, plan.values);
    plan.looking.told = t('list_kept', { name: called });
    changed();
  };
  const form = h('form', { class: 'shelf__form', onsubmit: save }, h('label', {}, t('list_name'), name),
    h('button', { class: 'button button--second button--small', 'data-focus': 'list-save', disabled: plan.values.length === 0 }, t('list_save')));
  return [form, ...(lists.length ? lists.map((each) => savedRow(plan, each, changed)) : [h('p', { class: 'shelf__none' }, t('list_none_saved'))])];
}

/** @param {ListPlan} plan @param {import('./saved_lists.js').Saved} saved @param {() => void} changed */
function savedRow(plan, saved, changed) {
  const values = saved.values.map((value) => plan.find(value)).filter((value) => value !== undefined);
  const forget = () => { forgetList(saved.name); changed(); };
  return h('div', { class: 'shelf__row' },
    h('button', { type: 'button', class: 'shelf__list', 'data-focus': `saved-${saved.name}`, disabled: values.length === 0, onclick: () => take(plan, /** @type {string[]} */ (values), saved.values.length - values.length, changed) },
      h('span', {}, h('b', {}, saved.name), ' ', inWords(plan, /** @type {string[]} */ (values)) || t('list_not_here'))),
    h('button', { type: 'button', class: 'button button--second button--small', 'data-focus': `forget-${saved.name}`, 'aria-label': t('list_forget', { name: saved.name }), onclick: forget }, '×'));
}

// As text

/** @param {ListPlan} plan @param {() => void} changed */
function asText(plan, changed) {
  const { looking } = plan;
  const title = document.querySelector('h1')?.textContent?.trim() ?? '';
  const area = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 6, 'data-focus': 'list-text', spellcheck: 'false', oninput: () => (looking.text = area.value) }));
  area.value = looking.text ?? written(plan.chosen, (item) => say(item.name), title);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(area.value);
      looking.told = t('list_copied');
    } catch {
      area.select();
      looking.told = t('list_select');
    }
    changed();
  };
  const load = () => {
    const { values, lost } = readList(area.value, (code, name) => plan.find(code, name));
    looking.text = undefined;
    take(plan, values, lost.length, changed);
  };
  return [
    h('label', { class: 'shelf__text' }, t('list_text_about'), area),
    h('div', { class: 'shelf__form' },
      h('button', { type: 'button', class: 'button button--second button--small', 'data-focus': 'list-copy', onclick: copy }, t('list_copy')),
      h('button', { type: 'button', class: 'button button--second button--small', 'data-focus': 'list-load', onclick: load }, t('list_load'))),
  ];
}
