/** A table in millimetres: what stands where, lengths as the rules count them, and drawing over the board. */

import { s } from '../table/dom.js';
import { Surface, between, label } from '../table/surface.js';
import { cm, t } from '../table/words.js';
import { inWords } from './measured_words.js';

/** @typedef {import('../table/surface.js').Place} Place */
/** @typedef {import('../table/surface.js').Piece} Piece */

const SNAP_PX = 12;
const REACH_PX = 22;

export class MeasuredBoard extends Surface {
  /** The whole board in words. @param {import('../table/planner.js').Planner} planner @param {() => void} close */
  inWords(planner, close) {
    return inWords(this, planner, close);
  }

  /** The unit a pointer means: under it, else the nearest within a finger's width. @param {Place} at @param {number} px board units per pixel */
  unitAt(at, px) {
    let best = null;
    let nearest = Infinity;
    for (const unit of this.units()) {
      const gap = Math.hypot(unit.x - at.x, unit.y - at.y) - unit.radius;
      const score = gap <= 0 ? gap / unit.radius - 1 : gap;
      if (gap <= REACH_PX * px - Math.min(unit.radius, 15) && score < nearest) [best, nearest] = [unit, score];
      else if (gap <= 0 && score < nearest) [best, nearest] = [unit, score];
    }
    return best;
  }

  /** How many levels there are to stand on at a place. @param {Place} at */
  levelsAt(at) {
    const { x, y } = this.toSvg(at);
    const point = new DOMPoint(x, y);
    const tall = [...this.svg.querySelectorAll('.area[data-levels]')].filter((area) => /** @type {SVGGeometryElement} */ (area.querySelector('.ground')).isPointInFill(point));
    return Math.max(1, ...tall.map((area) => Number(/** @type {SVGGElement} */ (area).dataset.levels)));
  }

  /** Draws a place to the rim of a unit near it, so that contact is easy to reach. @param {Place} at @param {number} radius @param {number} px @param {string[]} except @param {string[]} inside units whose middle is meant */
  snap(at, radius, px, except, inside) {
    for (const unit of this.units()) {
      if (except.includes(unit.id)) continue;
      const dx = at.x - unit.x;
      const dy = at.y - unit.y;
      const distance = Math.hypot(dx, dy);
      if (inside.includes(unit.id)) {
        if (distance <= unit.radius) return { x: unit.x, y: unit.y };
        continue;
      }
      const touch = radius + unit.radius + 1;
      if (distance > 0 && distance < touch + SNAP_PX * px && distance > touch - radius - SNAP_PX * px && distance < touch + 25) {
        return outwards(unit, dx / distance, dy / distance, touch);
      }
    }
    return this.whole(at);
  }

  /** Legs of a path as the rules count them: each rounded up to whole millimetres, a climb 100 per level. @param {Array<Place & {level?: number}>} points */
  legs(points) {
    return points.slice(1).map((to, index) => {
      const from = points[index];
      const flat = Math.ceil(Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) - 1e-9);
      return flat + 100 * Math.abs((to.level ?? 0) - (from.level ?? 0));
    });
  }

  /** A tape along a path: its legs coloured by the limit they fall under, the too-long stretch in red.
   * @param {Element} layer
   * @param {Array<Place & {level?: number}>} points the start first
   * @param {{limits: number[], longest: number | null, minLeg: number | null, tentative?: boolean}} how */
  tape(layer, points, how) {
    const group = s('g', { class: `tape${how.tentative ? ' is-tentative' : ''}` });
    const legs = this.legs(points);
    let before = 0;
    legs.forEach((length, index) => {
      this.leg(group, points[index], points[index + 1], before, length, how);
      before += length;
    });
    points.slice(1).forEach((point, index) => {
      const at = this.toSvg(point);
      const isShort = legs.length > 1 && how.minLeg !== null && legs[index] < how.minLeg;
      group.append(s('circle', { class: `tape-point${isShort ? ' is-short' : ''}`, cx: at.x, cy: at.y, r: 4 }));
      const from = this.toSvg(points[index]);
      group.append(label({ x: (from.x + at.x) / 2, y: (from.y + at.y) / 2 }, cm(legs[index])));
    });
    layer.append(group);
  }

  /** @param {Element} group @param {Place} from @param {Place} to @param {number} before @param {number} length @param {{limits: number[], longest: number | null}} how */
  leg(group, from, to, before, length, how) {
    const cuts = [...how.limits, how.longest ?? Infinity].map((limit) => (limit - before) / (length || 1)).filter((cut) => cut > 0 && cut < 1);
    const stops = [0, ...cuts.sort((a, b) => a - b), 1];
    const end = this.toSvg(to);
    const start = this.toSvg(from);
    group.append(s('path', { class: 'tape-casing', d: `M${start.x} ${start.y}L${end.x} ${end.y}` }));
    for (let n = 1; n < stops.length; n++) {
      const a = between(start, end, stops[n - 1]);
      const b = between(start, end, stops[n]);
      const middle = before + (length * (stops[n - 1] + stops[n])) / 2;
      const isOver = how.longest !== null && middle > how.longest;
      const limit = 1 + how.limits.filter((each) => middle > each).length;
      group.append(s('path', { class: `tape-leg limit-${limit}${isOver ? ' is-over' : ''}`, d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
    }
  }

  /** The base of a unit where it would come to stand. @param {Element} layer @param {Place} at @param {any} shape a disc or polygon about its own origin @param {{side?: string, bad?: boolean, turn?: number}} how */
  ghost(layer, at, shape, how) {
    const { x, y } = this.toSvg(at);
    const d = shape.type === 'disc'
      ? `M${-shape.radius} 0a${shape.radius} ${shape.radius} 0 1 0 ${2 * shape.radius} 0a${shape.radius} ${shape.radius} 0 1 0 ${-2 * shape.radius} 0Z`
      : 'M' + shape.points.map(([px, py]) => `${px} ${-py}`).join('L') + 'Z';
    layer.append(s('path', { class: `ghost ${how.side ?? ''}${how.bad ? ' is-bad' : ''}`, d, transform: `translate(${x} ${y}) rotate(${-(how.turn ?? 0)})` }));
  }

  /** Where along an edge a place lies, and the place on the edge. @param {Place} at @param {string} edge */
  onEdge(at, edge) {
    const { x, y } = this.whole(at);
    if (edge === 'south') return { along: x, at: { x, y: 0 } };
    if (edge === 'north') return { along: x, at: { x, y: this.height } };
    if (edge === 'west') return { along: y, at: { x: 0, y } };
    return { along: y, at: { x: this.width, y } };
  }

  /** Marks an edge from corner to corner. @param {Element} layer @param {string} edge */
  edgeLine(layer, edge) {
    const { width: w, height: h } = this;
    const d = { south: `M0 ${h}H${w}`, north: `M0 0H${w}`, west: `M0 0V${h}`, east: `M${w} 0V${h}` }[edge];
    layer.append(s('path', { class: 'edge-line', d }));
  }

  /** The place of a unit of a radius that enters at a point of an edge: just inside. @param {number} along @param {string} edge @param {number} radius */
  entered(along, edge, radius) {
    if (edge === 'south') return { x: along, y: radius };
    if (edge === 'north') return { x: along, y: this.height - radius };
    if (edge === 'west') return { x: radius, y: along };
    return { x: this.width - radius, y: along };
  }

  /** Compass bearing in whole degrees (0 = north, clockwise) and distance in millimetres. @param {Place} from @param {Place} to */
  bearing(from, to) {
    const degrees = (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI;
    return { deg: Math.round((degrees + 360) % 360), mm: Math.hypot(to.x - from.x, to.y - from.y) };
  }

  /** @param {Place} from @param {number} deg @param {number} mm */
  towards(from, deg, mm) {
    const angle = (deg * Math.PI) / 180;
    return this.whole({ x: from.x + Math.sin(angle) * mm, y: from.y + Math.cos(angle) * mm });
  }

  /** The scale bar for a zoom: a round length and how many pixels it is. @param {number} px board units per pixel */
  scaleBar(px) {
    const lengths = [10, 20, 50, 100, 200, 500, 1000];
    const mm = lengths.find((each) => each / px >= 60) ?? 1000;
    return { pixels: mm / px, words: `${mm / 10} cm` };
  }

  /** Where a ruler's end belongs: the middle of a unit, else the place itself. @param {Place} at @param {number} px @returns {Place} */
  anchor(at, px) {
    return this.whole(this.unitAt(at, px) ?? at);
  }

  /** How far it is, from middle to middle and, between units, from rim to rim. @param {Place} start @param {Place} end */
  distanceWords(start, end) {
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const [a, b] = [start, end].map((place) => this.units().find((unit) => unit.x === place.x && unit.y === place.y));
    const gap = a && b && a.id !== b.id ? ` · ${t('gap', { cm: cm(Math.max(0, length - a.radius - b.radius)) })}` : '';
    return `${cm(length)} cm${gap}`;
  }

  /** @param {Place} at */
  placeWords(at) {
    return t('at', { x: cm(at.x), y: cm(at.y) });
  }

  /** Where the arrow keys take the cross. @param {Place} from @param {number} dx @param {number} dy @param {number} step in board units */
  beside(from, dx, dy, step) {
    return this.whole({ x: from.x + dx * step, y: from.y + dy * step });
  }
}

/** The whole place nearest to a unit in a direction that does not overlap it. @param {Place} from @param {number} ux @param {number} uy @param {number} touch */
function outwards(from, ux, uy, touch) {
  for (let distance = touch - 1; ; distance += 0.5) {
    const at = { x: Math.round(from.x + ux * distance), y: Math.round(from.y + uy * distance) };
    if (Math.hypot(at.x - from.x, at.y - from.y) >= touch - 1) return at;
  }
}
