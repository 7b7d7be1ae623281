/** A board of cells in words: who stands where and what the selected one sees of them, what the ground is, what lies between. */

import { h } from '../base/dom.js';
import { t } from '../base/words.js';

/**
 * @param {import('./places.js').PlacesBoard} board
 * @param {import('../plans/planner.js').Planner} planner
 * @param {(unit: string) => string} sightOf what the selected unit sees of another
 * @returns {Node[]}
 */
export function inWords(board, planner, sightOf) {
  const { viewer } = document.body.dataset;
  const mine = board.units().find((unit) => unit.seat === viewer)?.side;
  const line = (unit) => {
    const { on = '', state } = unit.element.dataset;
    const relation = mine === undefined ? t('side', { side: unit.side.toUpperCase() }) : unit.side === mine ? t('own') : t('enemy');
    const able = planner.ready.includes(unit.id) ? t('can_act') : unit.spent ? t('acted') : '';
    const seen = planner.selected && planner.selected !== unit.id ? sightOf(unit.id) : '';
    const about = [board.cell(on)?.label ?? '', looks(unit.element, state ?? ''), state ?? '', able].filter(Boolean).join(', ');
    const pick = () => planner.select(unit.id);
    return h('li', {}, h('button', { type: 'button', 'data-focus': `words-unit-${unit.id}`, onclick: pick }, unit.name), ` (${relation}): ${about}${seen ? `. ${seen}` : ''}`);
  };
  const between = [...board.svg.querySelectorAll('[data-edge]')].map((thing) => h('li', {}, thing.ariaLabel ?? ''));
  return [
    h('h3', {}, t('places_words')),
    h('ul', { class: 'words-list' }, ...board.units().map(line)),
    h('h3', {}, t('places_ground')),
    h('ul', { class: 'words-list' }, ...grounds(board).map(([name, cells]) => h('li', {}, `${name}: ${cells.join(', ')}`))),
    ...(between.length ? [h('h3', {}, t('places_between')), h('ul', { class: 'words-list' }, ...between)] : []),
  ];
}

/** Which way the wedge of a unit points, unless its state says so already. @param {Element} element @param {string} state */
function looks(element, state) {
  const turned = /rotate\((-?[\d.]+)\)/.exec(element.querySelector('.front')?.getAttribute('transform') ?? '');
  const way = turned ? t('places_compass').split(' ').at(Math.round(-Number(turned[1]) / 45) % 8) ?? '' : '';
  return way && !state.includes(way) ? t('places_looks', { way }) : '';
}

/** Every kind of ground with the cells of it, the rarest first. @param {import('./places.js').PlacesBoard} board @returns {Array<[string, string[]]>} */
function grounds(board) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { name, label } of board.cells()) found.set(name, [...(found.get(name) ?? []), label]);
  return [...found].sort(([, one], [, other]) => one.length - other.length);
}
