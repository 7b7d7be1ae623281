/** What opens over the table: help, rules, the board in words, a question before something final. */

import * as api from './api.js';
import { byId, h } from './dom.js';
import { cm, lang, say, t } from './words.js';

/** @param {string} id */
export function open(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  if (!dialog.open) dialog.showModal();
}

export const anyOpen = () => document.querySelector('dialog[open]') !== null;

/** @param {string} words @returns {Promise<boolean>} */
export function question(words) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('question'));
  byId('question-words').textContent = words;
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true }));
}

export function listen() {
  document.addEventListener('click', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('[data-close]') || target.matches('dialog')) target.closest('dialog')?.close();
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

/**
 * The board in words: every unit with its place, and its bearing and distance from the selected one.
 * @param {import('../boards/measured.js').MeasuredBoard} board
 * @param {import('./planner.js').Planner} planner
 */
export function openWords(board, planner) {
  const from = planner.selected ? board.unit(planner.selected) : null;
  const { viewer } = document.body.dataset;
  const mine = board.units().find((unit) => unit.seat === viewer)?.side;
  const line = (unit) => {
    const relation = mine === undefined ? t('side', { side: unit.side }) : unit.side === mine ? t('own') : t('enemy');
    const place = from && from.id !== unit.id ? bearingWords(board, from, unit) : t('at', { x: cm(unit.x), y: cm(unit.y) });
    const able = planner.ready.includes(unit.id) ? `, ${t('can_act')}` : unit.spent ? `, ${t('acted')}` : '';
    const pick = () => {
      planner.select(unit.id);
      /** @type {HTMLDialogElement} */ (byId('words-view')).close();
    };
    return h('li', {}, h('button', { type: 'button', onclick: pick }, unit.name), ` (${relation}): ${place}${unit.level ? `, ${t('level', { n: unit.level })}` : ''}${able}`);
  };
  const units = board.units().sort((a, b) => (from ? distance(from, a) - distance(from, b) : a.side.localeCompare(b.side, lang)));
  const terrain = [...board.svg.querySelectorAll('[data-area]')].map((area) => h('li', {}, areaWords(board, /** @type {SVGGElement} */ (area), from)));
  byId('words-found').replaceChildren(
    h('p', {}, from ? t('from_unit', { name: from.name }) : t('from_corner')),
    h('ul', { class: 'words-list' }, ...units.map(line)),
    h('h3', {}, t('terrain')),
    h('ul', { class: 'words-list' }, ...terrain),
  );
  open('words-view');
}

/** @param {any} board @param {any} from @param {any} to */
function bearingWords(board, from, to) {
  const { deg, mm } = board.bearing(from, to);
  return t('bearing_of', { deg: String(deg).padStart(3, '0'), cm: cm(mm) });
}

/** @param {any} board @param {SVGGElement} area @param {any} from */
function areaWords(board, area, from) {
  const name = area.querySelector('.area-name');
  const at = board.fromSvg({ x: Number(name?.getAttribute('x')), y: Number(name?.getAttribute('y')) });
  const place = from ? bearingWords(board, from, at) : t('at', { x: cm(at.x), y: cm(at.y) });
  return `${area.dataset.name}: ${place}${area.dataset.tags ? ` · ${area.dataset.tags}` : ''}`;
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
