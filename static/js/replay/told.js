/** The log of the replay: every line there was yet, of which those up to the moment shown are on the page. */

import { byId } from '../base/dom.js';
import { Earlier } from '../base/earlier.js';
import { overlaysOf } from '../base/effects.js';
import { lang } from '../base/words.js';

export class Told {
  /** @param {import('../boards/surface.js').Surface} board @param {import('./film.js').Film} film */
  constructor(board, film) {
    this.board = board;
    this.film = film;
    this.list = byId('log');
    this.lines = this.onPage();
    this.earlier = new Earlier(this.list, () => film.linesBefore(film.after), () => this.reached());
    this.list.addEventListener('click', (event) => this.clicked(/** @type {HTMLElement} */ (event.target)));
  }

  onPage() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** Earlier lines came: all after the first of them are here. */
  reached() {
    this.lines = [...new Set([...this.onPage(), ...this.lines])];
    this.film.after = this.earlier.button.hidden ? 0 : this.earlier.first - 1;
    this.dress();
  }

  /** Takes in what came with the moment, and leaves what was told up to it. @param {number} seq */
  show(seq) {
    const { list } = this;
    this.lines = [...new Set([...this.lines, ...this.onPage()])].sort((a, b) => Number(a.dataset.seq) - Number(b.dataset.seq));
    this.lines = this.lines.filter((line) => Number(line.dataset.seq) > this.film.after && Number(line.dataset.seq) <= this.film.known);
    this.earlier.button.hidden = this.film.after === 0;
    const before = this.film.before(seq);
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
    this.board.draw(layer, drawn.flatMap((entry) => overlaysOf(/** @type {HTMLElement} */ (entry))));
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
