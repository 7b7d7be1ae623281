/** A map of cards in words: every card with what is printed on it, and who stands there. */

import { h } from '../base/dom.js';
import { t } from '../base/words.js';
import { lines } from './cards_reader.js';

/**
 * @param {import('./cards.js').CardsBoard} board
 * @param {import('../plans/planner.js').Planner} planner
 * @param {(unit: string) => string} sightOf what the selected unit sees of another, or of a card
 * @returns {Node[]}
 */
export function inWords(board, planner, sightOf) {
  const { viewer } = document.body.dataset;
  const mine = board.units().find((unit) => unit.seat === viewer)?.side;
  const line = (unit) => {
    const { side = '', count } = unit.element.dataset;
    const relation = mine === undefined ? t('side', { side: side.toUpperCase() }) : side === mine ? t('own') : `${t('enemy')}, ${side.toUpperCase()}`;
    const able = planner.ready.includes(unit.id) ? `, ${t('can_act')}` : '';
    const pick = () => planner.select(unit.id);
    return h('li', {}, h('button', { type: 'button', 'data-focus': `words-unit-${unit.id}`, onclick: pick }, `${unit.name}${Number(count) > 1 ? ` ×${count}` : ''}`), ` (${relation}${able}): ${sentence(unit.element)}`);
  };
  return [
    h('h3', {}, t('cards_words')),
    h('ul', { class: 'words-list' }, ...board.cells().map((card) => {
      const stacks = board.on(card.id);
      return h('li', {}, h('b', {}, `${card.label}, ${card.name}`), `: ${sentence(card.element)}`,
        stacks.length ? h('ul', {}, ...stacks.map(line)) : '');
    })),
  ];
}

/** @param {Element} element */
function sentence(element) {
  return lines(element).map((line) => line.replace(/\.$/, '')).join('. ');
}
