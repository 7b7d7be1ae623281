/** Lists that hold their newest lines: earlier ones come when a button is pressed, or when a hand scrolls up to the first. */

import { byId } from './dom.js';

/** A list scrolled up to within so much of its top is asked for more. */
const NEAR_PX = 40;

export class Earlier {
  /** @param {HTMLElement} list @param {(before: number) => Promise<string>} ask the lines before a number @param {() => void} [came] */
  constructor(list, ask, came = () => {}) {
    this.list = list;
    this.ask = ask;
    this.came = came;
    this.button = /** @type {HTMLButtonElement} */ (byId(`earlier-${list.id}`));
    this.isAsking = false;
    this.button.addEventListener('click', () => this.more());
    list.addEventListener('scroll', () => {
      if (list.scrollTop < NEAR_PX && list.scrollHeight > list.clientHeight + NEAR_PX) this.more();
    }, { passive: true });
  }

  /** The first line that is here. */
  get first() {
    return Number(/** @type {HTMLElement | null} */ (this.list.firstElementChild)?.dataset.seq ?? 0);
  }

  async more() {
    if (this.isAsking || this.button.hidden) return;
    this.isAsking = true;
    const before = this.first;
    try {
      const template = document.createElement('template');
      template.innerHTML = await this.ask(before);
      // The list may have come anew in the meantime.
      if (this.first === before) this.put(template.content);
    } finally {
      this.isAsking = false;
    }
  }

  /** Whoever reads stays at the same line, and from the newest is led to those that came; nothing of it is news to be read out.
   * @param {DocumentFragment} found */
  put(found) {
    const { list } = this;
    const mark = found.querySelector('[data-earlier]');
    mark?.remove();
    this.button.hidden = mark === null;
    const live = list.getAttribute('aria-live');
    if (live) list.setAttribute('aria-live', 'off');
    const height = list.scrollHeight;
    const below = height - list.scrollTop;
    const isAtEnd = below - list.clientHeight < NEAR_PX;
    const had = document.activeElement === this.button;
    list.dispatchEvent(new CustomEvent('tapete:reading'));
    list.prepend(found);
    list.scrollTop = list.scrollHeight - (isAtEnd ? height + list.clientHeight / 2 : below);
    if (had && this.button.hidden) list.focus();
    this.came();
    if (live) requestAnimationFrame(() => list.setAttribute('aria-live', live));
  }
}
