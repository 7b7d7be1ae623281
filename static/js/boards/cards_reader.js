/** Reads a card out: all that is printed on it and who stands there, for whoever points at it, taps it or comes by keyboard. */

import { byId, h, icon, isNarrow } from '../base/dom.js';

export class Reader {
  /** @param {import('./cards.js').CardsBoard} board */
  constructor(board) {
    this.board = board;
    this.root = h('aside', { class: 'reader', tabindex: 0, hidden: true });
    const sheet = byId('sheet');
    sheet.append(this.root);
    // In a sheet it takes room, and goes when something else there is wanted.
    sheet.addEventListener('click', (event) => {
      if (isNarrow() && !this.root.contains(/** @type {Node} */ (event.target))) this.show(null, null);
    });
  }

  /** @param {{x: number, y: number} | null} at @param {string | null} unit the stack under the pointer, which is read first */
  show(at, unit) {
    const card = at && this.board.cellAt(at);
    this.root.hidden = !card;
    if (!card) {
      this.shown = '';
      return;
    }
    const stacks = this.board.on(card.id).sort((a, b) => Number(b.id === unit) - Number(a.id === unit));
    const shown = JSON.stringify([card.element.ariaLabel, ...stacks.map((each) => [each.id === unit, each.element.ariaLabel])]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.root.replaceChildren(
      h('h2', { class: 'reader__title' }, card.name, h('small', {}, card.label)),
      ...lines(card.element).map((line) => h('p', {}, line)),
      ...stacks.map((stack) => this.stack(stack, stack.id === unit)),
    );
  }

  /** @param {any} stack @param {boolean} isOpen */
  stack(stack, isOpen) {
    const { count } = stack.element.dataset;
    const side = [...stack.element.classList].find((each) => /^side-\d/.test(each)) ?? '';
    const words = lines(stack.element);
    return h('div', { class: `reader__stack ${side}${isOpen ? ' is-open' : ''}` },
      h('b', {}, icon(stack.symbol, 22), stack.name, Number(count) > 1 ? ` ×${count}` : ''),
      isOpen && h('ul', {}, ...words.map((line) => h('li', {}, line))));
  }
}

/** What is printed on a thing, line by line: its words aloud without its name and the pauses. @param {Element} element */
export function lines(element) {
  return (element.ariaLabel ?? '').split('\n').slice(1).map((line) => line.replace(/,$/, ''));
}
