/**
 * A table in millimetres: what stands where, lengths as the rules count them, and drawing over the board.
 * Places here have y growing northwards, as on the wire; the SVG's y grows southwards.
 */

import { s } from '../table/dom.js';
import { cm, say } from '../table/words.js';

/** @typedef {{x: number, y: number}} Place */
/** @typedef {{id: string, x: number, y: number, radius: number, side: string, seat: string, level: number, name: string, label: string, symbol: string, spent: boolean, element: SVGGElement}} Piece */

const SNAP_PX = 12;
const REACH_PX = 22;

export class MeasuredBoard {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.width = Number(svg.dataset.width);
    this.height = Number(svg.dataset.height);
  }

  /** From the SVG's place to the board's. @param {Place} at @returns {Place} */
  fromSvg(at) {
    return { x: at.x, y: this.height - at.y };
  }

  /** @param {Place} at @returns {Place} */
  toSvg(at) {
    return { x: at.x, y: this.height - at.y };
  }

  /** A place in whole millimetres on the table. @param {Place} at @returns {Place} */
  whole(at) {
    return {
      x: Math.min(this.width, Math.max(0, Math.round(at.x))),
      y: Math.min(this.height, Math.max(0, Math.round(at.y))),
    };
  }

  /** Every unit on the board. @returns {Piece[]} */
  units() {
    return [...this.svg.querySelectorAll('[data-unit]')].map((element) => piece(/** @type {SVGGElement} */ (element)));
  }

  /** @param {string} id @returns {Piece | null} */
  unit(id) {
    const element = this.svg.querySelector(`[data-unit="${CSS.escape(id)}"]`);
    return element ? piece(/** @type {SVGGElement} */ (element)) : null;
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

  /** The layer drawn over everything but cleared at will. @param {'survey' | 'trace' | 'plan'} name */
  layer(name) {
    const found = this.svg.querySelector(`#layer-${name}`);
    if (!found) throw new Error(`expected the board to have a layer ${name}`);
    return found;
  }

  /** Puts overlays of the server on a layer. @param {Element} layer @param {any[]} overlays */
  draw(layer, overlays) {
    for (const overlay of overlays) layer.append(this.overlay(overlay));
    separate(layer);
  }

  /** @param {any} overlay @returns {SVGElement} */
  overlay(overlay) {
    const group = s('g', { class: `on-tone-${overlay.tone}` });
    if (overlay.type === 'line') this.line(group, overlay);
    else if (overlay.type === 'spot') this.spot(group, overlay);
    else this.ring(group, overlay);
    return group;
  }

  /** @param {SVGElement} group @param {any} overlay */
  line(group, overlay) {
    const points = overlay.points.map(([x, y]) => this.toSvg({ x, y }));
    const d = 'M' + points.map((at) => `${at.x} ${at.y}`).join('L');
    group.append(s('path', { class: 'overlay-casing', d }), s('path', { class: `overlay-line${overlay.dashed ? ' is-dashed' : ''}`, d }));
    if (overlay.label) group.append(label(along(points, 0.5), say(overlay.label)));
  }

  /** @param {SVGElement} group @param {any} overlay */
  spot(group, overlay) {
    const { shape } = overlay;
    group.append(s('path', { class: `overlay-spot ${overlay.outline ? 'is-outline' : 'is-filled'}`, d: this.outline(shape) }));
    if (!overlay.label) return;
    const top = shape.type === 'disc' ? { x: shape.x, y: shape.y + shape.radius } : highest(shape.points);
    group.append(label(this.toSvg(top), say(overlay.label)));
  }

  /** @param {SVGElement} group @param {any} overlay */
  ring(group, overlay) {
    const target = this.svg.querySelector(`#d-${CSS.escape(overlay.target.replace(/[^A-Za-z0-9_-]/g, '_'))}`);
    if (!target) return;
    if (target instanceof SVGGElement && target.dataset.radius) {
      const at = this.toSvg({ x: Number(target.dataset.x), y: Number(target.dataset.y) });
      const r = Number(target.dataset.radius) + 4;
      group.append(s('circle', { class: 'overlay-casing', cx: at.x, cy: at.y, r }), s('circle', { class: 'overlay-line', cx: at.x, cy: at.y, r }));
      if (overlay.label) group.append(label({ x: at.x, y: at.y - r - 6 }, say(overlay.label)));
      return;
    }
    const shape = target.querySelector('.ground');
    if (!shape) return;
    const d = shape.getAttribute('d') ?? '';
    group.append(s('path', { class: 'overlay-casing', d }), s('path', { class: 'overlay-line', d }));
    const box = /** @type {SVGGraphicsElement} */ (shape).getBBox();
    if (overlay.label) group.append(label({ x: box.x + box.width / 2, y: box.y - 6 }, say(overlay.label)));
  }

  /** A shape of the wire as a path. @param {any} shape */
  outline(shape) {
    if (shape.type === 'disc') {
      const { x, y } = this.toSvg(shape);
      const r = shape.radius;
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    }
    return [shape.points, ...(shape.holes ?? [])].map((ring) => 'M' + ring.map(([x, y]) => `${x} ${this.height - y}`).join('L') + 'Z').join('');
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

  /** @param {Element} layer @param {Place} at @param {number} size */
  cross(layer, at, size) {
    const { x, y } = this.toSvg(at);
    layer.append(s('path', { class: 'cross', d: `M${x - size} ${y}h${2 * size}M${x} ${y - size}v${2 * size}` }));
  }

  /** A mark round a unit, never smaller than a finger can see. @param {Element} layer @param {Piece} unit @param {string} kind @param {number} px */
  mark(layer, unit, kind, px) {
    const { x, y } = this.toSvg(unit);
    const r = Math.max(unit.radius + (kind === 'is-candidate' ? 8 : 5), 13 * px);
    if (kind === 'is-selected' || kind === 'is-picked') layer.append(s('circle', { class: 'ring-under', cx: x, cy: y, r }));
    layer.append(s('circle', { class: `ring ${kind}`, cx: x, cy: y, r }));
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
}

/** @param {SVGGElement} element @returns {Piece} */
function piece(element) {
  const { unit, x, y, radius, side, seat, level, name, label: letters, symbol } = element.dataset;
  return {
    id: unit ?? '',
    x: Number(x),
    y: Number(y),
    radius: Number(radius),
    side: side ?? '',
    seat: seat ?? '',
    level: Number(level),
    name: [name, letters].filter(Boolean).join(' '),
    label: letters ?? '',
    symbol: symbol ?? '',
    spent: element.classList.contains('is-spent'),
    element,
  };
}

/** The whole place nearest to a unit in a direction that does not overlap it. @param {Place} from @param {number} ux @param {number} uy @param {number} touch */
function outwards(from, ux, uy, touch) {
  for (let distance = touch - 1; ; distance += 0.5) {
    const at = { x: Math.round(from.x + ux * distance), y: Math.round(from.y + uy * distance) };
    if (Math.hypot(at.x - from.x, at.y - from.y) >= touch - 1) return at;
  }
}

/** @param {Place} a @param {Place} b @param {number} share */
function between(a, b, share) {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** The place at a share of the way along a line. @param {Place[]} points @param {number} share */
function along(points, share) {
  const lengths = points.slice(1).map((to, n) => Math.hypot(to.x - points[n].x, to.y - points[n].y));
  let rest = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [n, length] of lengths.entries()) {
    if (rest <= length) return between(points[n], points[n + 1], length ? rest / length : 0);
    rest -= length;
  }
  return points[points.length - 1];
}

/** @param {Array<[number, number]>} points */
function highest(points) {
  const top = points.reduce((best, point) => (point[1] > best[1] ? point : best));
  return { x: top[0], y: top[1] };
}

/** @param {Place} at @param {string} words */
function label(at, words) {
  return s('text', { class: 'overlay-label', x: at.x, y: at.y }, words);
}

/** Moves labels of a layer apart that lie over one another. @param {Element} layer */
function separate(layer) {
  /** @type {DOMRect[]} */
  const taken = [];
  for (const words of layer.querySelectorAll('.overlay-label')) {
    const text = /** @type {SVGTextElement} */ (words);
    let box = text.getBBox();
    for (let tries = 0; tries < 8 && taken.some((other) => overlap(box, other)); tries++) {
      text.setAttribute('y', String(Number(text.getAttribute('y')) + box.height * 0.9));
      box = text.getBBox();
    }
    taken.push(box);
  }
}

/** @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
