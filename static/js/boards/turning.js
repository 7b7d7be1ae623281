/** Handles about a place, one for each way to look, and how far a line is from a pointer. */

import { s } from '../base/dom.js';

/** @typedef {import('./surface.js').Place} Place */

/** A handle is as wide as a finger. */
const HALF_PX = 22;

/** How far from the middle handles lie, so that none covers the place or another. @param {number} radius of the place @param {number} count @param {number} px */
function far(radius, count, px) {
  return Math.max(radius + HALF_PX * px, (HALF_PX * px) / Math.sin(Math.PI / Math.max(count, 2)));
}

/** @param {Element} layer @param {Place} middle in the SVG @param {number} radius of the place @param {number[]} degrees counter-clockwise from the east @param {number | null} on @param {number} px */
export function draw(layer, middle, radius, degrees, on, px) {
  const away = far(radius, degrees.length, px);
  const [half, tip] = [HALF_PX * px, 10 * px];
  degrees.forEach((deg, n) => {
    const turned = `translate(${middle.x} ${middle.y})rotate(${-deg})translate(${away} 0)`;
    layer.append(s('g', { class: `turn-handle${n === on ? ' is-on' : ''}`, 'data-turn-to': n, transform: turned },
      s('circle', { r: half }), s('path', { d: `M${tip} 0L${-tip} ${0.8 * tip}L${-0.4 * tip} 0L${-tip} ${-0.8 * tip}Z` })));
  });
}

/** Which way a pointer about a place means; null beyond the handles and within the place, but for what of it a handle covers.
 * @param {Place} middle @param {number} radius @param {number[]} degrees @param {Place} at @param {number} px @param {boolean} isInside @returns {number | null} */
export function meant(middle, radius, degrees, at, px, isInside) {
  const [dx, dy] = [at.x - middle.x, at.y - middle.y];
  const away = far(radius, degrees.length, px);
  if (Math.hypot(dx, dy) > away + HALF_PX * px) return null;
  const deg = (Math.atan2(dy, dx) * 180) / Math.PI;
  const off = degrees.map((each) => Math.abs(((((each - deg) % 360) + 540) % 360) - 180));
  const n = off.indexOf(Math.min(...off));
  const rad = (degrees[n] * Math.PI) / 180;
  const isOn = px < Infinity && Math.hypot(dx - away * Math.cos(rad), dy - away * Math.sin(rad)) <= HALF_PX * px;
  return isInside && !isOn ? null : n;
}

/** How far a place is from a line. @param {{x: number, y: number, length: number, deg: number}} line counter-clockwise from the east @param {Place} at */
export function off(line, at) {
  const rad = (line.deg * Math.PI) / 180;
  const [dx, dy] = [at.x - line.x, at.y - line.y];
  const along = Math.max(Math.abs(dx * Math.cos(rad) + dy * Math.sin(rad)) - line.length / 2, 0);
  return Math.hypot(along, dy * Math.cos(rad) - dx * Math.sin(rad));
}
