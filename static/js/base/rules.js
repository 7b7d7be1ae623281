/** The rule behind something, opened in place: its chapter and our words for it, without leaving the table. */

import * as api from './api.js';
import { h } from './dom.js';
import { say, t } from './words.js';

/** What the reader has opened, so that a part that is drawn again shows it again. @type {Set<string>} */
const opened = new Set();

/** Opens the whole list of rules at one; the page says how. @type {(id: string) => void} */
let openAll = () => {};

/** @param {(id: string) => void} open */
export function whenAsked(open) {
  openAll = open;
}

/**
 * A button with a rule's id, and the place where its text opens.
 * @param {string} id @param {string} where what it stands beside, for the same rule may stand in several places
 * @returns {[HTMLElement, HTMLElement]}
 */
export function ruleLink(id, where) {
  const key = `${where} ${id}`;
  const text = h('span', { class: 'rule-text', role: 'note', hidden: true });
  const button = h('button', {
    type: 'button',
    class: 'rule-link',
    'data-rule': id,
    'data-focus': `rule-${key}`,
    'aria-expanded': 'false',
    'aria-label': t('rule', { id }),
    onclick: (event) => {
      event.stopPropagation();
      if (!opened.delete(key)) opened.add(key);
      show();
    },
  }, id);
  const show = () => {
    const isOpen = opened.has(key);
    button.setAttribute('aria-expanded', String(isOpen));
    text.hidden = !isOpen;
    if (isOpen && !text.hasChildNodes()) fill(text, id);
  };
  show();
  return [button, text];
}

/** @param {HTMLElement} place @param {string} id */
async function fill(place, id) {
  place.textContent = '…';
  const rules = await api.rules().catch(() => null);
  const rule = rules?.find((each) => each.id === id);
  if (!rule) {
    place.textContent = t(rules ? 'no_rules' : 'lost_read');
    return;
  }
  place.replaceChildren(
    h('small', { class: 'rule-text__chapter' }, say(rule.chapter)),
    h('span', {}, say(rule.text)),
    h('button', { type: 'button', class: 'quiet-link', onclick: () => openAll(id) }, t('all_rules')),
  );
}
