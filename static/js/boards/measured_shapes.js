/** How large a piece of terrain is and how it lies, read off the outline that is drawn. */

/** @typedef {{x: number, y: number}} Place */
/** Its middle, its sides in millimetres, the compass bearing of the long one from 0 to 179. @typedef {{x: number, y: number, long: number, wide: number, deg: number, isRound: boolean, isBox: boolean}} Measured */

/** Of this much of the smallest box round it an outline is that box. */
const BOX = 0.99;

/** @param {string} path corners as `M0 0L9 0…Z`, or a disc of two arcs; y to the south @returns {Measured} in the same frame */
export function measured(path) {
  const disc = /^M(-?[\d.]+) (-?[\d.]+)a([\d.]+)/.exec(path);
  if (disc) {
    const [left, y, radius] = disc.slice(1).map(Number);
    return { x: left + radius, y, long: 2 * radius, wide: 2 * radius, deg: 0, isRound: true, isBox: false };
  }
  const corners = path.split('Z')[0].slice(1).split('L').map((each) => each.split(' ').map(Number)).map(([x, y]) => ({ x, y }));
  const boxes = corners.map((corner, n) => boxAlong(corners, corner, corners[(n + 1) % corners.length]));
  const best = boxes.reduce((a, b) => (b.long * b.wide < a.long * a.wide - 1e-6 ? b : a));
  return { ...best, long: Math.round(best.long), wide: Math.round(best.wide), isRound: false, isBox: area(corners) > BOX * best.long * best.wide };
}

/** The box round all corners with a side along one edge. @param {Place[]} corners @param {Place} from @param {Place} to */
function boxAlong(corners, from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const along = corners.map(({ x, y }) => x * ux + y * uy);
  const across = corners.map(({ x, y }) => y * ux - x * uy);
  const [a, b] = [along, across].map((each) => ({ middle: (Math.max(...each) + Math.min(...each)) / 2, length: Math.max(...each) - Math.min(...each) }));
  const isAlong = a.length >= b.length;
  // Compass degrees of the long side: the south of the drawing is its y.
  const degrees = (Math.atan2(ux, -uy) * 180) / Math.PI + (isAlong ? 0 : 90);
  return {
    x: a.middle * ux - b.middle * uy,
    y: a.middle * uy + b.middle * ux,
    long: Math.max(a.length, b.length),
    wide: Math.min(a.length, b.length),
    deg: ((Math.round(degrees) % 180) + 180) % 180,
  };
}

/** @param {Place[]} corners */
function area(corners) {
  return Math.abs(corners.reduce((sum, { x, y }, n) => {
    const next = corners[(n + 1) % corners.length];
    return sum + x * next.y - next.x * y;
  }, 0)) / 2;
}
