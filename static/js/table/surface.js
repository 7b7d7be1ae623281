/**
 * What every board has: units with places, layers, and what the server says drawn over them.
 * Places here have y growing northwards, as on the wire; the SVG's y grows southwards.
 */

import { s } from './dom.js';
import { say } from './words.js';

/** @typedef {{x: number, y: number}} Place */
/** @typedef {{id: string, x: number, y: number, radius: number, side: string, seat: string, level: number, name: string, label: string, symbol: string, spent: boolean, element: SVGGElement}} Piece */

export class Surface {
  /** Whether the board is made of places that the keyboard can go to. */
  hasPlaces = false;

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

  /** The place, on boards made of places, that somewhere lies in. @param {Place} _at @returns {string | null} */
  areaAt(_at) {
    return null;
  }

  /** What may be marked or picked by its id: a unit, and on some boards a place. @param {string} id @returns {any} */
  thing(id) {
    return this.unit(id);
  }
}

/** @param {SVGGElement} element @returns {Piece} */
export function piece(element) {
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

/** @param {Place} a @param {Place} b @param {number} share */
export function between(a, b, share) {
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
export function label(at, words) {
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
