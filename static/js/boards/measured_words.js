/** A measured table in words: every unit with its place, and its bearing and distance from the selected one. */

import { h } from '../table/dom.js';
import { cm, lang, t } from '../table/words.js';

/**
 * @param {import('./measured.js').MeasuredBoard} board
 * @param {import('../table/planner.js').Planner} planner
 * @param {() => void} close called when a unit is chosen
 * @returns {Node[]}
 */
export function inWords(board, planner, close) {
  const from = planner.selected ? board.unit(planner.selected) : null;
  const { viewer } = document.body.dataset;
  const mine = board.units().find((unit) => unit.seat === viewer)?.side;
  const line = (unit) => {
    const relation = mine === undefined ? t('side', { side: unit.side }) : unit.side === mine ? t('own') : t('enemy');
    const place = from && from.id !== unit.id ? bearingWords(board, from, unit) : t('at', { x: cm(unit.x), y: cm(unit.y) });
    const able = planner.ready.includes(unit.id) ? `, ${t('can_act')}` : unit.spent ? `, ${t('acted')}` : '';
    const pick = () => {
      planner.select(unit.id);
      close();
    };
    return h('li', {}, h('button', { type: 'button', onclick: pick }, unit.name), ` (${relation}): ${place}${unit.level ? `, ${t('level', { n: unit.level })}` : ''}${able}`);
  };
  const units = board.units().sort((a, b) => (from ? distance(from, a) - distance(from, b) : a.side.localeCompare(b.side, lang)));
  const terrain = [...board.svg.querySelectorAll('[data-area]')].map((area) => h('li', {}, areaWords(board, /** @type {SVGGElement} */ (area), from)));
  return [
    h('p', {}, from ? t('from_unit', { name: from.name }) : t('from_corner')),
    h('ul', { class: 'words-list' }, ...units.map(line)),
    h('h3', {}, t('terrain')),
    h('ul', { class: 'words-list' }, ...terrain),
  ];
}

/** @param {any} board @param {any} from @param {any} to */
function bearingWords(board, from, to) {
  const { deg, mm } = board.bearing(from, to);
  return t('bearing_of', { deg: String(deg).padStart(3, '0'), cm: cm(mm) });
}

/** @param {any} board @param {SVGGElement} area @param {any} from */
function areaWords(board, area, from) {
  const name = area.querySelector('.area-name');
  const at = board.fromSvg({ x: Number(name?.getAttribute('x')), y: Number(name?.getAttribute('y')) });
  const place = from ? bearingWords(board, from, at) : t('at', { x: cm(at.x), y: cm(at.y) });
  return `${area.dataset.name}: ${place}${area.dataset.tags ? ` · ${area.dataset.tags}` : ''}`;
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
