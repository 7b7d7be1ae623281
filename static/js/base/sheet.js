/** The bottom sheet of narrow screens: one of its panes at a time, folded at will. */

import { byId, isNarrow } from './dom.js';

export class Sheet {
  constructor() {
    this.root = byId('sheet');
    this.tabs = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll('[role="tab"]')]);
    this.onChange = () => {};
    for (const tab of this.tabs) tab.addEventListener('click', () => this.pressed(tab.dataset.tab ?? ''));
    this.root.querySelector('[role="tablist"]')?.addEventListener('keydown', (event) => this.step(/** @type {KeyboardEvent} */ (event)));
    this.mark();
    new ResizeObserver(() => {
      this.mark();
      this.onChange();
    }).observe(this.root);
  }

  /** Where a list has the whole height, a second press gives it back. @param {string} name */
  pressed(name) {
    const isShown = this.root.dataset.beside === name;
    this.open(name);
    if (isShown) delete this.root.dataset.beside;
  }

  /** @param {string} name */
  open(name) {
    this.root.classList.remove('is-folded');
    this.root.dataset.open = name;
    if (name === 'dock') delete this.root.dataset.beside;
    else this.root.dataset.beside = name;
    if (name !== 'dock') this.root.dataset.pane = name === 'units' ? 'units' : 'record';
    if (name === 'talk') this.news(false);
    this.mark();
  }

  /** On wide screens the dock and the talk are always there, so that only two panes take turns. */
  mark() {
    const shown = isNarrow() ? this.root.dataset.open : this.root.dataset.pane;
    for (const tab of this.tabs) tab.setAttribute('aria-selected', String(tab.dataset.tab === shown));
    this.foldButton();
  }

  /** Somebody spoke while the talk was out of sight. @param {boolean} isNew */
  news(isNew) {
    const dot = /** @type {HTMLElement | null} */ (this.root.querySelector('.sheet__news'));
    if (dot) dot.hidden = !isNew || document.getElementById('talk')?.offsetParent !== null;
  }

  fold() {
    this.root.classList.toggle('is-folded');
    this.foldButton();
  }

  foldButton() {
    this.root.querySelector('[data-do="fold"]')?.setAttribute('aria-expanded', String(!this.root.classList.contains('is-folded')));
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const tabs = this.tabs.filter((tab) => tab.offsetParent);
    const now = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (!by || now < 0) return;
    event.preventDefault();
    const next = tabs[(now + by + tabs.length) % tabs.length];
    next.focus();
    this.open(next.dataset.tab ?? '');
  }
}
