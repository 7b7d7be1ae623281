/** The log of the replay: every line there was yet, of which those up to the moment shown are on the page. */

import { byId } from '../table/dom.js';
import { lang } from '../table/words.js';

export class Told {
  /** @param {any} board of any kind @param {(seq: number) => number} before the moment before a number */
  constructor(board, before) {
    this.board = board;
    this.before = before;
    this.list = byId('log');
    this.lines = this.onPage();
    /** Up to which number the lines are here. */
    this.known = Number(document.body.dataset.seq);
    this.list.addEventListener('click', (event) => this.clicked(/** @type {HTMLElement} */ (event.target)));
  }

  onPage() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** Takes in what came with the moment, and leaves what was told up to it. @param {number} seq */
  show(seq) {
    const { list } = this;
    this.lines = [...new Set([...this.lines, ...this.onPage()])].sort((a, b) => Number(a.dataset.seq) - Number(b.dataset.seq));
    this.known = Math.max(this.known, seq);
    const before = this.before(seq);
    const shown = this.lines.filter((line) => Number(line.dataset.seq) <= seq);
    shown.forEach((line, n) => {
      if (list.children[n] !== line) list.insertBefore(line, list.children[n] ?? null);
      if (Number(line.dataset.seq) > before) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
    while (list.children.length > shown.length) list.lastElementChild?.remove();
    this.dress();
    this.trace(this.now());
    list.scrollTop = list.scrollHeight;
  }

  /** The lines of the moment shown. */
  now() {
    return this.onPage().filter((line) => line.hasAttribute('aria-current'));
  }

  /** The entries of the log among them. @returns {HTMLElement[]} */
  entriesNow() {
    return this.now().map((line) => /** @type {HTMLElement} */ (line.querySelector('.entry'))).filter(Boolean);
  }

  /** Times in the reader's own clock. */
  dress() {
    for (const time of this.list.querySelectorAll('time:empty')) {
      const at = new Date(time.getAttribute('datetime') ?? '');
      if (!Number.isNaN(at.valueOf())) time.textContent = at.toLocaleString(lang, { dateStyle: 'short', timeStyle: 'short' });
    }
  }

  /** Draws what lines measured. @param {HTMLElement[]} lines */
  trace(lines) {
    const layer = this.board.layer('trace');
    layer.replaceChildren();
    const drawn = lines.flatMap((line) => [...line.querySelectorAll('[data-overlays]')]);
    this.board.draw(layer, drawn.flatMap((entry) => JSON.parse(/** @type {HTMLElement} */ (entry).dataset.overlays ?? '[]')));
  }

  /** @param {HTMLElement} target */
  clicked(target) {
    const head = target.closest('button.entry__head');
    const line = /** @type {HTMLElement | null} */ (target.closest('.told'));
    if (!head || !line) return;
    const more = /** @type {HTMLElement | null} */ (head.nextElementSibling);
    const isOpen = head.getAttribute('aria-expanded') !== 'true';
    head.setAttribute('aria-expanded', String(isOpen));
    if (more) more.hidden = !isOpen;
    this.trace(isOpen ? [line] : []);
  }

  /** The last thing that happened, in a few words. */
  get newest() {
    return this.list.querySelector('[aria-current]:last-child :is(.entry__words, .said)')?.textContent?.trim() ?? '';
  }
}
