/** The tape of a planned way: its stretches coloured and patterned by what they would be, each leg and the whole in words. */

import { s } from '../base/dom.js';
import { Labels } from './labels.js';
import { between } from './surface.js';
import { cm, hasWord, t } from '../base/words.js';

/** @typedef {import('./surface.js').Place} Place */

/** @typedef {import('./surface.js').How} How */

/** @param {import('./measured.js').MeasuredBoard} board @param {Array<Place & {level?: number}>} points the start first @param {How} how @returns {SVGElement} */
export function tape(board, points, how) {
  const group = s('g', { class: 'tape' });
  const { legs } = how;
  const places = points.map((point) => board.toSvg(point));
  let before = 0;
  legs.forEach((length, n) => {
    stretches(group, places[n], places[n + 1], before, length, how);
    before += length;
  });
  const labels = new Labels(board.px);
  labels.stayIn(board.seen());
  labels.keepOffUnits(board.units(), (at) => board.toSvg(at));
  labels.keepOff(places[places.length - 1], how.clear ?? 0);
  labels.keepOffWay(places);
  group.append(...legs.map((_, n) => s('circle', { class: `tape-point${isShort(legs, n, how) ? ' is-short' : ''}`, cx: places[n + 1].x, cy: places[n + 1].y, r: n === legs.length - 1 ? 2.5 : 5 })));
  group.append(total(labels, places, before, how));
  if (legs.length > 1) {
    legs.forEach((length, n) => {
      const rise = (points[n + 1].level ?? 0) - (points[n].level ?? 0);
      const said = rise ? `${rise > 0 ? '▲' : '▼'} ${cm(length)}` : cm(length);
      const kind = `tape-words${isShort(legs, n, how) ? ' is-short' : ''}`;
      const spots = rise ? about(places[n], (how.clear ?? 0) + 12 * board.px) : beside(places[n], places[n + 1], board.px);
      group.append(labels.on(spots, said, kind, 0.4));
    });
  }
  return group;
}

/** @param {number[]} legs @param {number} n @param {How} how */
function isShort(legs, n, how) {
  return legs.length > 1 && how.minLeg !== null && legs[n] < how.minLeg;
}

/** The leg that a click would add, faint, with its length and what the whole would be. @param {import('./measured.js').MeasuredBoard} board @param {Place} from @param {Place} to @param {How} how of the way with it @returns {SVGElement} */
export function nextLeg(board, from, to, { legs, longest }) {
  const whole = legs.reduce((sum, leg) => sum + leg, 0);
  const isOver = longest !== null && whole > longest;
  const [a, b] = [board.toSvg(from), board.toSvg(to)];
  const labels = new Labels(board.px);
  labels.stayIn(board.seen());
  const said = labels.about(b, 12 * board.px, [{ words: `+ ${cm(legs[legs.length - 1])} = ${cm(whole)} cm`, kind: `tape-words${isOver ? ' is-short' : ''}` }], [{ x: b.x, y: b.y - 22 * board.px }]);
  return s('g', { class: 'tape-next' }, s('path', { class: `tape-next-line${isOver ? ' is-over' : ''}`, d: line(a, b) }), said);
}

/** One leg, cut where what it counts as changes; what is too long from the point where the length ran out. */
function stretches(group, start, end, before, length, how) {
  const bounds = how.limits.map(([, mm]) => mm);
  const cuts = [...bounds, how.longest ?? Infinity].map((limit) => (limit - before) / (length || 1)).filter((cut) => cut > 0 && cut < 1);
  const stops = [0, ...cuts.sort((a, b) => a - b), 1];
  group.append(s('path', { class: 'tape-casing', d: line(start, end) }));
  for (let n = 1; n < stops.length; n++) {
    if (stops[n] === stops[n - 1]) continue;
    const middle = before + (length * (stops[n - 1] + stops[n])) / 2;
    const isOver = how.longest !== null && middle > how.longest;
    const limit = 1 + bounds.filter((each) => middle > each).length;
    const [a, b] = [between(start, end, stops[n - 1]), between(start, end, stops[n])];
    group.append(s('path', { class: `tape-leg limit-${limit}${isOver ? ' is-over' : ''}`, d: line(a, b) }));
    if (isOver && n > 1) group.append(s('path', { class: 'tape-out', d: across(a, b, 9 * 1) }));
  }
}

/** The whole length beyond the end, with what it counts as and how much is left or over. @param {Labels} labels */
function total(labels, places, length, how) {
  const { px } = labels;
  const end = places[places.length - 1];
  // A way up leads nowhere on the plan: the words stand where the leg before it points.
  const from = places.findLast((place) => place.x !== end.x || place.y !== end.y) ?? end;
  const far = (how.clear ?? 0) + 26 * px;
  const whole = Math.hypot(end.x - from.x, end.y - from.y) || 1;
  const beyond = { x: end.x + ((end.x - from.x) / whole) * (far + 18 * px), y: end.y + ((end.y - from.y) / whole) * far };
  const { mm, most } = how.counted ?? { mm: length, most: how.longest };
  const isOver = most !== null && mm > most;
  const mode = how.limits.find(([, limit]) => length <= limit)?.[0];
  const counts = how.counted ? t('counts_cm', { cm: cm(mm) }) : mode && hasWord(`limit_${mode}`) ? t(`limit_${mode}`) : '';
  const name = isOver ? t('too_long', { cm: cm(mm - most) }) : counts;
  const lines = [{ words: `${cm(length)} cm`, kind: 'tape-total' }, ...(name ? [{ words: name, kind: `tape-mode${isOver ? ' is-over' : ''}` }] : [])];
  return labels.about(end, (how.clear ?? 0) + 10 * px, lines, [beyond]);
}

/** Places a little off a leg, on either side, its middle first. @param {Place} a @param {Place} b @param {number} px @returns {Place[]} */
function beside(a, b, px) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const off = { x: ((b.y - a.y) / length) * 24 * px, y: ((b.x - a.x) / length) * 14 * px };
  return [0.5, 0.35, 0.65].flatMap((share) => [1, -1].map((side) => {
    const at = between(a, b, share);
    return { x: at.x + side * off.x, y: at.y - side * off.y };
  }));
}

/** @param {Place} at @param {number} far @returns {Place[]} */
function about(at, far) {
  return [[0, 1], [1.6, 0], [-1.6, 0], [0, -1]].map(([dx, dy]) => ({ x: at.x + dx * far, y: at.y + dy * far }));
}

function line(a, b) {
  return `M${a.x} ${a.y}L${b.x} ${b.y}`;
}

/** A stroke across a line where it begins: here the length ran out. */
function across(a, b, half) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(-(b.y - a.y) / length) * half, ((b.x - a.x) / length) * half];
  return `M${a.x - dx} ${a.y - dy}L${a.x + dx} ${a.y + dy}`;
}
