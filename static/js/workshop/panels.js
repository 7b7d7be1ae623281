/** What stands beside the board: the palette, the lists, the fields. Printed by the server; here it is put in place. */

import { byId } from '../base/dom.js';

/** @type {Map<string, string>} what each part was last printed with */
const prints = new Map();

/** Whether a part is being put in place: what its fields say then is nobody's doing. */
export const printing = { isOn: false };

/** Puts a part's new print in the place of the old, and whoever was in it back where they were, with what they were typing. @param {string} id @param {string} html */
export function print(id, html) {
  const place = byId(id);
  if (prints.get(id) === html) return;
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const typed = isTyped(focused) ? focused.value : null;
  const open = new Map([...place.querySelectorAll('details[id]')].map((each) => [each.id, /** @type {HTMLDetailsElement} */ (each).open]));
  const { scrollTop } = place;
  printing.isOn = true;
  place.innerHTML = html;
  printing.isOn = false;
  prints.set(id, html);
  for (const [name, isOpen] of open) {
    const found = /** @type {HTMLDetailsElement | null} */ (document.getElementById(name));
    if (found) found.open = isOpen;
  }
  place.scrollTop = scrollTop;
  if (!focused) return;
  const again = document.getElementById(focused.id) ?? place;
  if (typed !== null && isText(again)) again.value = typed;
  again.focus({ preventScroll: true });
}

/** What was changed by hand in a part is to be printed over. @param {string} id */
export function forget(id) {
  prints.delete(id);
}

/** Whether an element is written in. @param {Element | null} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
export function isText(element) {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'checkbox' && element.type !== 'file');
}

/** Whether something was written in it that has not been sent. @param {Element | null} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
export function isTyped(element) {
  return isText(element) && element.value !== element.defaultValue;
}

/** Shows one of the tabs. @param {string} name @param {boolean} [isByHand] whether the keyboard is to be there */
export function show(name, isByHand = false) {
  for (const tab of document.querySelectorAll('[data-tab]')) {
    const isShown = /** @type {HTMLElement} */ (tab).dataset.tab === name;
    tab.setAttribute('aria-selected', String(isShown));
    tab.setAttribute('tabindex', isShown ? '0' : '-1');
    const panel = byId(/** @type {HTMLElement} */ (tab).dataset.tab ?? '');
    if (panel.matches('.shop-tools')) panel.classList.toggle('is-shown', isShown); // beside the board it always is
    else panel.hidden = !isShown;
    if (isShown && isByHand) /** @type {HTMLElement} */ (tab).focus();
  }
}

/** The tabs by keyboard, as everywhere. On a narrow page the palette is one of them. */
export function listenToTabs() {
  const narrow = matchMedia('(max-width: 54rem)');
  const fit = () => show(narrow.matches ? 'tools' : 'lists');
  narrow.addEventListener('change', fit);
  fit();
  const tabs = [...document.querySelectorAll('[data-tab]')];
  for (const tab of tabs) {
    tab.addEventListener('click', () => show(/** @type {HTMLElement} */ (tab).dataset.tab ?? ''));
    tab.addEventListener('keydown', (event) => {
      const steps = { ArrowRight: 1, ArrowLeft: -1 };
      const step = steps[/** @type {KeyboardEvent} */ (event).key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const from = narrow.matches ? tabs : tabs.filter((each) => !each.matches('.is-narrow'));
      const next = from[(from.indexOf(tab) + step + from.length) % from.length];
      show(/** @type {HTMLElement} */ (next).dataset.tab ?? '', true);
    });
  }
}

/** A tool as its button tells it. @param {HTMLElement} button */
export function toolOf(button) {
  const { tool, how, name, turn, side, ghost } = button.dataset;
  return { id: tool ?? '', how: how ?? '', name: name ?? '', turn: Number(turn ?? 0), side: side ?? '0', ghost: ghost ? JSON.parse(ghost) : null };
}
