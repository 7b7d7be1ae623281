/** What opens over the table: help, rules, a question before something final. */

import * as api from '../base/api.js';
import { byId, h } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @param {string} id */
export function open(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  if (!dialog.open) dialog.showModal();
}

/** The help, with what is drawn: that is fetched when it is first looked at. */
export function openHelp() {
  byId('legend').dispatchEvent(new Event('look'));
  open('help');
}

export const anyOpen = () => document.querySelector('dialog:modal') !== null;

/** @param {string} words @returns {Promise<boolean>} */
export function question(words) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('question'));
  byId('question-words').textContent = words;
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true }));
}

/** What was asked is asked no more: the answer is no. */
export function stopAsking() {
  const dialog = /** @type {HTMLDialogElement} */ (byId('question'));
  if (dialog.open) dialog.close('no');
}

export function listen() {
  document.addEventListener('click', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('[data-close]') || target.matches('dialog:modal')) target.closest('dialog')?.close();
  });
  byId('rules-search').addEventListener('input', () => findRules());
}

/** Opens the rules at a rule, or at all of them. @param {string} [id] */
export async function openRules(id = '') {
  const search = /** @type {HTMLInputElement} */ (byId('rules-search'));
  search.value = id;
  open('rules');
  await findRules();
}

async function findRules() {
  const found = byId('rules-found');
  const wanted = /** @type {HTMLInputElement} */ (byId('rules-search')).value.trim().toLowerCase();
  const rules = await api.rules().catch(() => []);
  const fitting = rules.filter((rule) => `${rule.id} ${say(rule.text)} ${say(rule.chapter)}`.toLowerCase().includes(wanted));
  const parts = fitting.map((rule) => h('div', { class: 'rule', id: `rule-${rule.id}` }, h('b', {}, rule.id), h('p', {}, say(rule.text))));
  found.replaceChildren(...(parts.length ? parts : [h('p', {}, t('no_rules'))]));
  found.scrollTop = 0;
}
