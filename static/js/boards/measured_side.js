/** A line of sight seen from its side: the ground, what stands along it, the eye, and what of the target is hidden. Heights are drawn
 * larger than lengths; every number is in centimetres. */

import { h, icon, isNarrow, s } from '../base/dom.js';
import { cm, say, t } from '../base/words.js';

/** @typedef {{by: string, name: import('../base/words.js').Text, start: number, end: number, bottom: number, top: number, soft?: boolean, hides?: boolean}} Cut */
/** @typedef {{viewer: string, target: string, length: number, eye: number, ground: number, feet: number, head: number, words: import('../base/words.js').Text, tone: string, hidden?: Array<[number, number]>, cuts?: Cut[]}} Side */

const WIDE = 320;
/** On a desk, and where there is little room. */
const [HIGH, LOW] = [150, 112];
/** Left and right of the line, over the highest thing, and under the ground. */
const [LEFT, RIGHT, OVER, UNDER] = [34, 46, 20, 26];
/** So high at least is what is drawn, in millimetres. */
const LEAST = 45;
const LETTER = 6.4;

/** @param {Side} side @returns {HTMLElement} */
export function sideView(side) {
  const { length, eye, ground, feet, head, hidden = [], cuts = [] } = side;
  const top = Math.max(LEAST, eye, head, ...cuts.map((cut) => cut.top)) - ground;
  const high = isNarrow() ? LOW : HIGH;
  const x = (mm) => LEFT + (mm / Math.max(1, length)) * (WIDE - LEFT - RIGHT);
  const y = (mm) => high - UNDER - ((mm - ground) / top) * (high - OVER - UNDER);
  const [start, end] = [x(0), x(length)];
  const svg = s('svg', { viewBox: `0 0 ${WIDE} ${high}`, role: 'img', 'aria-label': sideWords(side) },
    s('defs', {}, s('pattern', { id: 'side-hatch', width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, s('path', { class: 'side-view__hatch', d: 'M0 0V7' }))),
    ...cuts.map((cut) => block(cut, x, y)),
    s('path', { class: 'side-view__ground', d: `M4 ${y(ground)}H${WIDE - 4}` }),
    s('path', { class: 'side-view__cone', d: `M${start} ${y(eye)}L${end} ${y(head)}V${y(feet)}Z` }),
    s('path', { class: 'side-view__body', d: `M${start} ${y(eye)}V${y(under(cuts, 0, eye, ground))}` }),
    ...hidden.map(([from, to]) => s('path', { class: 'side-view__hidden', d: `M${end} ${y(from)}V${y(to)}` })),
    ...seen(feet, head, hidden).map(([from, to]) => s('path', { class: 'side-view__seen', d: `M${end} ${y(from)}V${y(to)}` })),
    s('circle', { class: 'side-view__eye', cx: start, cy: y(eye), r: 5 }), s('circle', { class: 'side-view__pupil', cx: start + 1.5, cy: y(eye), r: 2 }),
    number(start - 9, y(eye), eye, 'is-left'),
    ...apart([[y(head), head], [Math.min(y(feet), y(ground) - 7), feet]]).map(([at, mm]) => number(end + 9, at, mm, 'is-right')),
    ...tops(cuts.filter((cut) => cut.end < length || cut.top !== feet), x, y),
    s('text', { class: 'side-view__length', x: (start + end) / 2, y: high - 9 }, `${cm(length)} cm`));
  return h('figure', { class: `side-view tone-${side.tone}` }, h('figcaption', {}, icon(`tone-${side.tone}`, 14), say(side.words)), svg);
}

/** The same in a sentence. @param {Side} side */
export function sideWords(side) {
  const { length, eye, feet, head, hidden = [], cuts = [] } = side;
  const between = cuts.map((cut) => t(cut.hides ? 'side_hides' : 'side_cut', { name: say(cut.name), from: cm(cut.start), to: cm(cut.end), bottom: cm(cut.bottom), top: cm(cut.top) }));
  const parts = hidden.map(([from, to]) => t('side_part', { from: cm(from), to: cm(to) }));
  return [
    t('side_line', { cm: cm(length), eye: cm(eye), feet: cm(feet), head: cm(head) }),
    between.length ? t('side_between', { what: between.join('; ') }) : t('side_clear'),
    ...(parts.length ? [t('side_hidden', { parts: parts.join('; ') })] : []),
    say(side.words),
  ].map((each) => each.replace(/\.$/, '')).join('. ');
}

/** @param {Cut} cut @param {(mm: number) => number} x @param {(mm: number) => number} y */
function block({ by, start, end, bottom, top, soft, hides }, x, y) {
  const kind = `side-view__cut${soft ? ' is-soft' : ''}${hides ? ' is-hiding' : ''}`;
  return s('rect', { class: kind, ...(soft ? { fill: 'url(#side-hatch)' } : {}), 'data-cut': by, x: x(start), y: y(top), width: Math.max(2, x(end) - x(start)), height: y(bottom) - y(top) });
}

/** What somebody stands on at a place of the line. @param {Cut[]} cuts @param {number} at @param {number} eye @param {number} ground */
function under(cuts, at, eye, ground) {
  return Math.max(ground, ...cuts.filter((cut) => !cut.soft && cut.start <= at && at <= cut.end && cut.top < eye).map((cut) => cut.top));
}

/** What of an axis is not hidden. @param {number} feet @param {number} head @param {Array<[number, number]>} hidden @returns {Array<[number, number]>} */
function seen(feet, head, hidden) {
  const ends = [...hidden].sort((a, b) => a[0] - b[0]);
  const starts = [feet, ...ends.map(([, to]) => to)];
  return starts.map((from, n) => /** @type {[number, number]} */ ([from, ends[n]?.[0] ?? head])).filter(([from, to]) => to > from);
}

/** The height of each top over it, where no other is written already; what hides comes first. @param {Cut[]} cuts @param {(mm: number) => number} x @param {(mm: number) => number} y */
function tops(cuts, x, y) {
  const written = [];
  return [...cuts].sort((a, b) => Number(b.hides ?? false) - Number(a.hides ?? false) || b.top - a.top).flatMap((cut) => {
    const at = { x: (x(cut.start) + x(cut.end)) / 2, y: y(cut.top) - 7 };
    const words = cut.bottom > 0 ? `${cm(cut.bottom)}–${cm(cut.top)}` : cm(cut.top);
    if (written.some((other) => Math.abs(other.x - at.x) < (words.length + 1) * LETTER && Math.abs(other.y - at.y) < 12)) return [];
    written.push(at);
    return [s('text', { class: `side-view__top${cut.hides ? ' is-hiding' : ''}`, ...at }, words)];
  });
}

/** Numbers that would lie over one another make room. @param {Array<[number, number]>} places from the top @returns {Array<[number, number]>} */
function apart([[upper, high], [lower, low]]) {
  const short = Math.max(0, 13 - (lower - upper)) / 2;
  return [[upper - short, high], [lower + short, low]];
}

/** @param {number} x @param {number} y @param {number} mm @param {string} kind */
function number(x, y, mm, kind) {
  return s('text', { class: `side-view__number ${kind}`, x, y }, cm(mm));
}
