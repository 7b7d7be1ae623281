/** A measured table in words: every unit with its place, and its bearing and distance from the selected one. */

import { h } from '../base/dom.js';
import { cm, lang, t } from '../base/words.js';
import { highWords } from './measured_heights.js';
import { measured } from './measured_shapes.js';

/**
 * @param {import('./measured.js').MeasuredBoard} board
 * @param {import('../plans/planner.js').Planner} planner
 * @param {(unit: string) => string} sightOf what the selected unit sees of another
 * @returns {Node[]}
 */
export function inWords(board, planner, sightOf) {
  const from = planner.selected ? board.unit(planner.selected) : null;
  const { viewer } = document.body.dataset;
  const mine = board.units().find((unit) => unit.seat === viewer)?.side;
  const line = (unit) => {
    const relation = mine === undefined ? t('side', { side: unit.side }) : unit.side === mine ? t('own') : t('enemy');
    const place = from && from.id !== unit.id ? bearingWords(board, from, unit) : t('at', { x: cm(unit.x), y: cm(unit.y) });
    const able = planner.ready.includes(unit.id) ? `, ${t('can_act')}` : unit.spent ? `, ${t('acted')}` : '';
    const seen = from && from.id !== unit.id ? sightOf(unit.id) : '';
    const state = [unit.level ? t('level', { n: unit.level }) : '', unit.feet ? t('words_feet', { cm: cm(unit.feet) }) : '', unit.element.dataset.state ?? ''].filter(Boolean).map((each) => `, ${each}`).join('');
    return h('li', {}, h('button', { type: 'button', 'data-focus': `words-unit-${unit.id}`, onclick: () => planner.select(unit.id) }, unit.name), ` (${relation}): ${place}${state}${able}${seen ? `. ${seen}` : ''}`);
  };
  const units = board.units().sort((a, b) => (from ? distance(from, a) - distance(from, b) : a.side.localeCompare(b.side, lang)));
  const terrain = [...board.svg.querySelectorAll('[data-area]')].map((area) => h('li', {}, areaWords(board, /** @type {SVGGElement} */ (area), from)));
  return [
    h('p', {}, from ? t('from_unit', { name: from.name }) : t('from_corner')),
    h('ul', { class: 'words-list' }, ...units.map(line)),
    ...lying(board, from),
    h('h3', {}, t('terrain')),
    h('ul', { class: 'words-list' }, ...terrain),
  ];
}

/** What lies on the table and is no unit: weapons dropped. @param {any} board @param {any} from @returns {Node[]} */
function lying(board, from) {
  const found = [...board.svg.querySelectorAll('[data-chip]')].map((/** @type {SVGGElement} */ { dataset: { name, x, y } }) => {
    const at = { x: Number(x), y: Number(y) };
    return h('li', {}, `${name}: ${from ? bearingWords(board, from, at) : t('at', { x: cm(at.x), y: cm(at.y) })}`);
  });
  return found.length ? [h('ul', { class: 'words-list' }, ...found)] : [];
}

/** @param {any} board @param {any} from @param {any} to */
function bearingWords(board, from, to) {
  const { deg, mm } = board.bearing(from, to);
  return t('bearing_of', { deg: String(deg).padStart(3, '0'), cm: cm(mm) });
}

/** @param {any} board @param {SVGGElement} area @param {any} from */
function areaWords(board, area, from) {
  const shape = lieOf(board, area);
  const place = from ? bearingWords(board, from, shape) : t('at', { x: cm(shape.x), y: cm(shape.y) });
  return `${area.dataset.name}: ${t('words_middle', { place })}, ${sizeWords(shape)}${highWords(area)}${area.dataset.tags ? ` · ${area.dataset.tags}` : ''}`;
}

/** @param {any} board @param {Element} area @returns {import('./measured_shapes.js').Measured} in millimetres of the board */
export function lieOf(board, area) {
  const found = measured(area.querySelector('.ground')?.getAttribute('d') ?? '');
  return { ...found, ...board.fromSvg(found) };
}

/** How large a piece is and which way it lies. @param {import('./measured_shapes.js').Measured} shape */
function sizeWords({ long, wide, deg, isRound, isBox }) {
  if (isRound) return t('words_round', { cm: cm(long) });
  const size = t(isBox ? 'words_box' : 'words_about', { long: cm(long), wide: cm(wide) });
  return long === wide && deg % 90 === 0 ? size : `${size}, ${t('words_along', { deg: String(deg).padStart(3, '0') })}`;
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
