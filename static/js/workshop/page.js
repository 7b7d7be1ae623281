/** The page of the workshop around its board: its buttons, its fields, its file menu, and the form that hosts. */

import { byId } from '../base/dom.js';
import { lang, t } from '../base/words.js';
import { toggled } from './chosen.js';
import { open, save } from './files.js';
import { pageKey } from './keys.js';
import { forget, isText, isTyped, listenToTabs, printing, show } from './panels.js';
import { close, copy, image, letGo, mirror, pick, propose } from './tools.js';
import { settled } from './server.js';
import { valueOf } from './values.js';

/** @param {any} shop */
export function listen(shop) {
  listenToTabs();
  document.addEventListener('keydown', (event) => pageKey(shop, event));
  document.addEventListener('click', (event) => clicked(shop, event));
  document.addEventListener('change', (event) => changed(shop, event));
  document.addEventListener('focusout', (event) => isTyped(/** @type {Element} */ (event.target)) && changed(shop, event));
  byId('host-form').addEventListener('submit', (event) => host(shop, event));
  window.addEventListener('beforeunload', (event) => shop.isUnfinished && event.preventDefault());
  byId('mirror').addEventListener('submit', (event) => mirror(shop, event));
  byId('mirror').addEventListener('beforetoggle', (event) => /** @type {any} */ (event).newState === 'open' && propose(shop));
}

/** @param {any} shop @param {MouseEvent} event */
function clicked(shop, event) {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('button'));
  if (!button) {
    if (!target.closest('#file-menu') && !byId('file-menu').hidden) byId('file-menu').hidden = true;
    return;
  }
  const { tool, thing, zoom, setting, need } = button.dataset;
  if (tool) pick(shop, button);
  else if (thing) pickThing(shop, button, thing, event);
  else if (setting) settle(setting);
  else if (need) reach(shop, need);
  else if (zoom) zoom === 'fit' ? shop.camera.fit() : shop.camera.zoom(zoom === 'in' ? 1.4 : 1 / 1.4);
  else if (button.dataset.do && button.dataset.do !== 'host') does(shop, button);
}

/** A button that does one thing. @param {any} shop @param {HTMLElement} button */
function does(shop, button) {
  const what = button.dataset.do;
  if (what === 'undo') shop.go('before');
  else if (what === 'redo') shop.go('after');
  else if (what === 'file') files(shop);
  else if (what === 'export') settled().then(() => shop.say(t('saved', { name: save(shop.game, byId('battle-name').textContent ?? '', shop.history.battle) })));
  else if (what === 'aside') swap(shop);
  else if (what === 'turn-left') shop.rotate(1);
  else if (what === 'turn-right') shop.rotate(-1);
  else if (what === 'gather') shop.gather(!shop.isGathering);
  else if (what === 'copy') copy(shop);
  else if (what === 'image') image(shop, button.dataset.image ?? '');
  else if (what === 'close') close(shop);
  else if (what === 'release') letGo(shop);
  else if (what === 'remove') shop.remove();
}

/** The file menu, with what was put aside in it. @param {any} shop */
function files(shop) {
  /** @type {HTMLElement} */ (document.querySelector('[data-do="aside"]')).hidden = shop.history.kept('.aside') === null;
  menu(byId('file-menu').hidden);
}

/** The battle put aside for this one, and this one aside for it. @param {any} shop */
function swap(shop) {
  menu(false);
  shop.swap();
}

/** The file menu. @param {boolean} isOpen */
export function menu(isOpen) {
  byId('file-menu').hidden = !isOpen;
  const button = /** @type {HTMLElement} */ (document.querySelector('[data-do="file"]'));
  button.setAttribute('aria-expanded', String(isOpen));
  if (isOpen) byId('file-menu').querySelector('a')?.focus();
  else button.focus();
}

/** A thing chosen by its name, alone or with others. @param {any} shop @param {HTMLElement} button @param {string} thing @param {MouseEvent} event */
async function pickThing(shop, button, thing, event) {
  const isFault = Boolean(button.closest('#faults'));
  if (shop.gathers(event) && !isFault) return shop.choose(toggled(shop.things, thing));
  await shop.choose([thing]);
  if (!shop.thing || isFault) return;
  show('thing');
  if (event.detail === 0) byId('thing').focus({ preventScroll: true });
}

/** The field of the battle that puts a fault right, to be set. @param {string} field */
function settle(field) {
  show('settings');
  const input = /** @type {HTMLElement | null} */ (document.querySelector(`#settings [data-field="${CSS.escape(field)}"]`));
  const group = input?.closest('details');
  if (group) group.open = true;
  input?.focus();
  input?.scrollIntoView({ block: 'center' });
}

/** The tool that puts down what is missing, taken in hand. @param {any} shop @param {string} need */
function reach(shop, need) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`#tools [data-tool="${CSS.escape(need)}"]`));
  const group = button?.closest('details');
  if (!button || !group) return;
  if (byId('tab-tools').offsetWidth) show('tools'); // on a narrow page the palette is a tab
  group.open = true;
  button.focus();
  button.scrollIntoView({ block: 'center', inline: 'center' });
  if (button.dataset.how !== 'add' && button.getAttribute('aria-pressed') !== 'true') pick(shop, button);
}

/** @param {any} shop @param {Event} event */
async function changed(shop, event) {
  const input = /** @type {any} */ (event.target);
  if (input.id === 'import') {
    const battle = await open(shop.game, input.files[0]);
    input.value = '';
    menu(false);
    if (!battle) return shop.say(t('not_a_battle'), true);
    shop.history.putAside();
    shop.open(battle, 'opened');
    return;
  }
  if (!input.dataset?.field || printing.isOn || (isText(input) && !isTyped(input))) return;
  const value = input.validity.valid ? valueOf(input) : null;
  if (value === null) return putBack(shop, input);
  if (isText(input)) input.defaultValue = input.value;
  const id = input.closest('#fields') ? shop.thing : null;
  const done = await shop.edit({ type: 'change', field: input.dataset.field, value, id });
  if (!done) forget(id === null ? 'settings' : 'fields');
}

/** What cannot be is said to be so, and what was there is there again. @param {any} shop @param {HTMLInputElement} input */
function putBack(shop, input) {
  const shown = (number) => (lang === 'es' ? number.replace('.', ',') : number);
  input.value = input.defaultValue;
  if (input.dataset.type === 'corners') shop.say(t('refused_corners'), true);
  else if (input.min && input.max) shop.say(t('refused_range', { least: shown(input.min), most: shown(input.max) }), true);
  else shop.say(t('refused_change'), true);
}

/** What was being typed is part of it, too. @param {any} shop @param {Event} event */
async function host(shop, event) {
  event.preventDefault();
  await settled();
  const count = Number(byId('fault-count').dataset.count);
  if (count) {
    show('faults', true);
    shop.say(t('mend', { count }), true);
    return;
  }
  const form = /** @type {HTMLFormElement} */ (byId('host-form'));
  form.battle.value = JSON.stringify(shop.history.battle);
  form.submit();
}
