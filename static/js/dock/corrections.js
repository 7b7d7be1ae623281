/** A correction in the making: values of units as they are and as they should be, collected until they are proposed. */

import * as api from '../base/api.js';
import { byId, h, icon } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {{unit: string | null, field: string, label: import('../base/words.js').Text, value: boolean | number | string, schema: any}} Correctable */

export class Corrections {
  /** @param {import('../boards/surface.js').Surface} board @param {(words: string) => void} notify */
  constructor(board, notify) {
    this.board = board;
    this.notify = notify;
    this.dialog = /** @type {HTMLDialogElement} */ (byId('correction'));
    this.units = /** @type {HTMLSelectElement} */ (byId('correction-unit'));
    this.reason = /** @type {HTMLInputElement} */ (byId('correction-reason'));
    /** @type {Correctable[]} */
    this.known = [];
    /** What is wanted instead, in the order it was changed. @type {Map<string, boolean | number | string>} */
    this.wanted = new Map();
    /** @type {Map<string, string>} */
    this.errors = new Map();
    this.units.addEventListener('change', () => {
      this.showFields();
      this.showChanges();
    });
    byId('correction-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.propose();
    });
  }

  /** @param {string | null} unit whose values are shown first */
  async open(unit) {
    if (!(await this.learn())) return;
    if (this.known.length === 0) return this.notify('correct_nothing');
    this.errors.clear();
    if (this.known.some((each) => each.unit === unit)) this.units.value = unit ?? '';
    this.showFields();
    this.showChanges();
    this.dialog.showModal();
  }

  /** The game went on meanwhile: what is typed stays, beside what the values are now. */
  async renew() {
    if (!this.dialog.open || !(await this.learn())) return;
    this.showFields();
    this.showChanges();
  }

  /** Asks what can be put right. @returns {Promise<boolean>} whether an answer came */
  async learn() {
    const answer = await api.correctables().catch(() => null);
    if (!answer?.ok) {
      this.notify(answer?.data?.detail ?? 'unsent');
      return false;
    }
    this.known = answer.data.correctables;
    for (const [key, value] of this.wanted) if (this.find(key)?.value === value || !this.find(key)) this.wanted.delete(key);
    const chosen = this.units.value;
    const units = [...new Set(this.known.map((each) => each.unit))];
    this.units.replaceChildren(...units.map((unit) => h('option', { value: unit ?? '' }, this.nameOf(unit))));
    if (units.includes(chosen)) this.units.value = chosen;
    return true;
  }

  /** @param {string} key */
  find(key) {
    return this.known.find((each) => keyOf(each) === key);
  }

  /** @param {string | null} unit */
  nameOf(unit) {
    if (unit === null) return t('correct_game');
    return this.board.unit(unit)?.name ?? document.querySelector(`.row [data-pick="${CSS.escape(unit)}"] .row__title`)?.textContent ?? unit;
  }

  // The values of one unit

  showFields() {
    const unit = this.units.value || null;
    const active = document.activeElement?.id;
    byId('correction-fields').replaceChildren(...this.known.filter((each) => each.unit === unit).map((each, n) => this.field(each, n)));
    if (active?.startsWith('correct-')) document.getElementById(active)?.focus();
  }

  /** @param {Correctable} each @param {number} n */
  field(each, n) {
    const [id, key] = [`correct-${n}`, keyOf(each)];
    const value = this.wanted.get(key) ?? each.value;
    const shown = {
      id,
      'data-field': each.field,
      onchange: (event) => this.typed(each, event.target),
      ...(this.errors.has(key) ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` } : {}),
    };
    const error = this.errors.has(key) && h('p', { class: 'field__error', id: `${id}-error` }, this.errors.get(key) ?? '');
    const isChanged = this.wanted.has(key) ? ' is-changed' : '';
    if (typeof each.value === 'boolean') {
      return h('div', { class: `field${isChanged}` }, h('label', { class: 'tick' }, h('input', { ...shown, type: 'checkbox', checked: value === true }), say(each.label)), error);
    }
    return h('div', { class: `field${isChanged}` }, h('label', { for: id }, say(each.label)), this.entry(each, value, shown), error);
  }

  /** @param {Correctable} each @param {boolean | number | string} value @param {Record<string, any>} shown */
  entry(each, value, shown) {
    const { schema } = each;
    if (schema.enum) {
      return h('select', shown, ...schema.enum.map((/** @type {string} */ choice) => h('option', { value: choice, selected: choice === value }, valueWords(each, choice))));
    }
    if (schema.type !== 'integer') return h('input', { ...shown, value, autocomplete: 'off' });
    return h('input', { ...shown, type: 'number', inputmode: 'numeric', step: 1, min: schema.minimum, max: schema.maximum, value });
  }

  /** @param {Correctable} each @param {HTMLInputElement | HTMLSelectElement} input */
  typed(each, input) {
    const key = keyOf(each);
    const value = typeof each.value === 'boolean' ? /** @type {HTMLInputElement} */ (input).checked : typeof each.value === 'number' ? Number(input.value || NaN) : input.value;
    this.errors.delete(key);
    this.wanted.delete(key);
    if (value !== each.value) this.wanted.set(key, value);
    if (!fits(each, value)) this.errors.set(key, refusalOf(each));
    this.showFields();
    this.showChanges();
  }

  // What will be proposed

  showChanges() {
    byId('correction-errors').replaceChildren();
    const lines = [...this.wanted].map(([key, value]) => this.change(key, value));
    byId('correction-changes').replaceChildren(...lines);
    byId('correction-none').hidden = lines.length > 0;
    /** @type {HTMLButtonElement} */ (byId('correction-propose')).disabled = lines.length === 0 || this.errors.size > 0;
  }

  /** @param {string} key @param {boolean | number | string} value */
  change(key, value) {
    const each = /** @type {Correctable} */ (this.find(key));
    const what = `${this.nameOf(each.unit)}, ${say(each.label)}`;
    const drop = () => {
      this.wanted.delete(key);
      this.errors.delete(key);
      this.showFields();
      this.showChanges();
      this.units.focus();
    };
    return h('li', {},
      h('span', {}, `${what}: ${valueWords(each, each.value)} → ${valueWords(each, value)}`),
      h('button', { type: 'button', class: 'tool', 'aria-label': t('correct_drop', { what }), onclick: drop }, icon('icon-close', 20)),
      this.errors.has(key) && each.unit !== (this.units.value || null) && h('p', { class: 'field__error' }, this.errors.get(key) ?? ''));
  }

  async propose() {
    const button = /** @type {HTMLButtonElement} */ (byId('correction-propose'));
    if (button.disabled) return;
    button.disabled = true;
    const keys = [...this.wanted.keys()];
    const changes = keys.map((key) => {
      const { unit, field } = /** @type {Correctable} */ (this.find(key));
      return { ...(unit === null ? {} : { unit }), field, value: this.wanted.get(key) };
    });
    const answer = await api.propose('correction', { changes, reason: this.reason.value.trim() }).catch(() => null);
    button.disabled = false;
    if (answer?.ok) {
      this.wanted.clear();
      this.reason.value = '';
      this.dialog.close();
    } else this.refused(answer?.data, keys);
  }

  /** @param {any} problem @param {string[]} keys of the changes, in the order they were sent */
  refused(problem, keys) {
    /** @type {Array<Array<Node | string>>} */
    const general = [];
    for (const { field, found } of problem?.facts?.errors ?? []) {
      const each = this.find(keys[Number(/^changes\[(\d+)\]/.exec(field)?.[1] ?? -1)]);
      if (each) this.errors.set(keyOf(each), refusalOf(each));
      else general.push(field === 'changes' ? [t('correct_impossible'), ' ', asFound(found)] : [problem.detail]);
    }
    if (!problem?.facts?.errors) general.push([problem?.detail ?? t('unsent')]);
    const wrong = keys.find((key) => this.errors.has(key));
    if (wrong) this.units.value = this.find(wrong)?.unit ?? '';
    this.showFields();
    this.showChanges();
    byId('correction-errors').replaceChildren(...general.map((words) => h('p', { class: 'field__error' }, ...words)));
    /** @type {HTMLElement | null} */ (this.dialog.querySelector('#correction-fields [aria-invalid]'))?.focus();
  }
}

/** What the rules found wrong, as they tell programs: in English, and marked as such for whoever reads aloud. @param {string} found */
function asFound(found) {
  return h('small', { lang: 'en' }, found);
}

/** @param {Correctable} each */
function keyOf({ unit, field }) {
  return JSON.stringify([unit, field]);
}

/** @param {Correctable} each @param {boolean | number | string} value */
function fits({ schema }, value) {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type !== 'integer') return true;
  return Number.isInteger(value) && value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
}

/** Why a value cannot be what was typed, in words. @param {Correctable} each */
function refusalOf({ schema }) {
  if (schema.type !== 'integer') return t('correct_refused');
  if (schema.minimum === undefined || schema.maximum === undefined) return t('correct_number');
  return t('correct_range', { least: schema.minimum, most: schema.maximum });
}

/** @param {Correctable} each @param {boolean | number | string} value */
function valueWords({ schema }, value) {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Number.isNaN(value)) return '?';
  return say(schema['x-names']?.[String(value)]) || String(value);
}
