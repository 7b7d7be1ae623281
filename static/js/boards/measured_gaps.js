/** How far a thing that is being placed is from what lies about it and from the edges: drawn at once, for the eye only. */

import { s } from '../base/dom.js';
import { cm } from '../base/words.js';

/** @typedef {import('./surface.js').Place} Place */
/** @typedef {{points: Place[], radius: number}} Body a polygon, or a disc by its middle, in the SVG's own units */

const FARTHEST_MM = 400;
const MOST = 3;

/** @type {Map<string, Body>} */
const read = new Map();

/** @param {import('./measured.js').MeasuredBoard} board @param {Element} layer @param {Place} at @param {any} shape about its own origin @param {number} turn in degrees */
export function gaps(board, layer, at, shape, turn) {
  const placed = bodyOf(board, at, shape, turn);
  const others = [...board.svg.querySelectorAll('.area-terrain .ground')].map((path) => gap(placed, bodyFrom(path.getAttribute('d') ?? '')));
  const near = others.filter(({ mm }) => mm < FARTHEST_MM).sort((a, b) => a.mm - b.mm).slice(0, MOST);
  const edges = toEdges(board, placed).filter(({ mm }) => mm < FARTHEST_MM).sort((a, b) => a.mm - b.mm).slice(0, 2);
  const labels = board.labels();
  // What reaches the edge still lies on the table.
  const found = [...near.map((each) => ({ ...each, isBad: each.mm <= 0 })), ...edges.map((each) => ({ ...each, isBad: each.mm < 0 }))];
  for (const { mm, from, to, isBad } of found) {
    const group = s('g', { class: `gap${isBad ? ' is-bad' : ''}` }, s('path', { class: 'gap-line', d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
    group.append(labels.on([0.5, 0.7, 0.3].map((share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })), `${isBad ? '✕ ' : ''}${cm(Math.max(0, mm))}`, isBad ? 'is-bad' : ''));
    layer.append(group);
  }
}

/** @param {import('./measured.js').MeasuredBoard} board @param {Place} at @param {any} shape @param {number} turn @returns {Body} */
function bodyOf(board, at, shape, turn) {
  const { x, y } = board.toSvg(at);
  if (shape.type === 'disc') return { points: [{ x, y }], radius: shape.radius };
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return { points: shape.points.map(([px, py]) => ({ x: x + px * cos - py * sin, y: y - px * sin - py * cos })), radius: 0 };
}

/** What a path of the board is: a polygon, or a disc drawn by arcs. @param {string} d @returns {Body} */
function bodyFrom(d) {
  const known = read.get(d);
  if (known) return known;
  const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const isDisc = /a/i.test(d);
  const points = [];
  if (!isDisc) for (let n = 0; n + 1 < numbers.length; n += 2) points.push({ x: numbers[n], y: numbers[n + 1] });
  const body = isDisc ? { points: [{ x: numbers[0] + numbers[2], y: numbers[1] }], radius: numbers[2] } : { points, radius: 0 };
  read.set(d, body);
  return body;
}

/** The shortest way between two bodies; 0 or less where they meet. @param {Body} a @param {Body} b */
function gap(a, b) {
  let best = { mm: Infinity, from: a.points[0], to: b.points[0] };
  for (const isTurned of [false, true]) {
    const [one, two] = isTurned ? [b, a] : [a, b];
    for (const point of one.points) {
      for (const [n, end] of two.points.entries()) {
        const foot = nearest(point, two.points[(n + 1) % two.points.length], end);
        const mm = Math.hypot(foot.x - point.x, foot.y - point.y);
        if (mm < best.mm) best = isTurned ? { mm, from: foot, to: point } : { mm, from: point, to: foot };
      }
    }
  }
  const isOver = meet(a, b);
  return { ...best, mm: isOver ? 0 : best.mm - a.radius - b.radius };
}

/** @param {Body} a @param {Body} b */
function meet(a, b) {
  if (a.points.some((point) => holds(b, point)) || b.points.some((point) => holds(a, point))) return true;
  return sides(a).some(([p, q]) => sides(b).some(([u, v]) => turnOf(p, q, u) * turnOf(p, q, v) < 0 && turnOf(u, v, p) * turnOf(u, v, q) < 0));
}

/** @param {Body} body @returns {Array<[Place, Place]>} */
function sides({ points }) {
  return points.length < 3 ? [] : points.map((point, n) => [point, points[(n + 1) % points.length]]);
}

/** @param {Body} body @param {Place} at */
function holds(body, at) {
  let isInside = false;
  for (const [p, q] of sides(body)) {
    if (p.y > at.y !== q.y > at.y && at.x < p.x + ((at.y - p.y) * (q.x - p.x)) / (q.y - p.y)) isInside = !isInside;
  }
  return isInside;
}

/** @param {Place} a @param {Place} b @param {Place} c */
function turnOf(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** The point of a side nearest to a place. @param {Place} at @param {Place} a @param {Place} b @returns {Place} */
function nearest(at, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const share = square ? Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / square)) : 0;
  return { x: a.x + dx * share, y: a.y + dy * share };
}

/** @param {import('./measured.js').MeasuredBoard} board @param {Body} body */
function toEdges(board, { points, radius }) {
  const most = (key, sign) => points.reduce((best, point) => (sign * point[key] > sign * best[key] ? point : best));
  const [west, east, top, bottom] = [most('x', -1), most('x', 1), most('y', -1), most('y', 1)];
  return [
    { mm: west.x - radius, from: { x: west.x - radius, y: west.y }, to: { x: 0, y: west.y } },
    { mm: board.width - east.x - radius, from: { x: east.x + radius, y: east.y }, to: { x: board.width, y: east.y } },
    { mm: top.y - radius, from: { x: top.x, y: top.y - radius }, to: { x: top.x, y: 0 } },
    { mm: board.height - bottom.y - radius, from: { x: bottom.x, y: bottom.y + radius }, to: { x: bottom.x, y: board.height } },
  ];
}
