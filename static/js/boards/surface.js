/**
 * What every board has: units with places, layers, and what the server says drawn over them.
 * Places here have y growing northwards, as on the wire; the SVG's y grows southwards.
 */

import { s } from '../base/dom.js';
import { Labels } from './labels.js';
import { Sights } from './sights.js';
import { say } from '../base/words.js';

/** @typedef {{x: number, y: number}} Place */
/** @typedef {{id: string, x: number, y: number, radius: number, side: string, seat: string, level: number, name: string, label: string, symbol: string, spent: boolean, element: SVGGElement}} Piece */

/** What of a unit's element is read. */
const UNIT_WORDS = ['data-unit', 'data-x', 'data-y', 'data-radius', 'data-side', 'data-seat', 'data-level', 'data-name', 'data-label', 'data-symbol', 'data-on', 'data-count'];

export class Surface {
  /** Whether the board is made of places that the keyboard can go to. */
  hasPlaces = false;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.width = Number(svg.dataset.width);
    this.height = Number(svg.dataset.height);
    /** @type {Piece[] | null} what stands on the board, until something moves */
    this.known = null;
    this.watching = new MutationObserver((changes) => {
      if (changes.some(isAboutUnits)) this.known = null;
    });
    this.watching.observe(svg, { subtree: true, childList: true, attributes: true, attributeFilter: UNIT_WORDS });
  }

  /** Board units per pixel, as the camera last said. */
  get px() {
    return Number(this.svg.style.getPropertyValue('--px')) || 1;
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

  /** Where whoever comes with a small screen looks first, and the most units a pixel may be then; the whole board if it is never too small.
   * Where nothing stands yet (``isEmpty``) another place may be better later. @param {string} seat @returns {(Place & {scale: number, isEmpty?: boolean}) | null} */
  home(seat) {
    return null;
  }

  /** Every unit on the board. @returns {Piece[]} */
  units() {
    if (this.watching.takeRecords().some(isAboutUnits)) this.known = null;
    this.known ??= [...this.svg.querySelectorAll('[data-unit]')].map((element) => piece(/** @type {SVGGElement} */ (element)));
    return [...this.known];
  }

  /** @param {string} id @returns {Piece | null} */
  unit(id) {
    return this.units().find((unit) => unit.id === id) ?? null;
  }

  /** The layer drawn over everything but cleared at will. @param {'survey' | 'trace' | 'plan'} name */
  layer(name) {
    const found = this.svg.querySelector(`#layer-${name}`);
    if (!found) throw new Error(`expected the board to have a layer ${name}`);
    return found;
  }

  /** Puts overlays of the server on a layer, their words apart from one another. @param {Element} layer @param {any[]} overlays @param {Labels} [labels] */
  draw(layer, overlays, labels = this.labels()) {
    for (const overlay of overlays) if (overlay.type !== 'sight') layer.append(this.overlay(overlay, labels));
    return labels;
  }

  /** Lines to others with their odds. @param {Element} layer @param {any[]} overlays @param {string | null} pointed @param {Labels} labels */
  drawSights(layer, overlays, pointed, labels) {
    const sights = new Sights(this, layer, overlays.filter((overlay) => overlay.type === 'sight'), pointed);
    sights.from(null);
    sights.label(labels);
    return sights;
  }

  /** What of the board is in view, in the SVG's own units. @returns {{x: number, y: number, width: number, height: number}} */
  seen() {
    return this.svg.viewBox.baseVal;
  }

  /** Words to come that lie over nothing. */
  labels() {
    const labels = new Labels(this.px);
    labels.stayIn(this.seen());
    labels.keepOffUnits(this.units(), (at) => this.toSvg(at));
    if (!this.svg.classList.contains('no-names')) labels.keepOffNames(this.svg.querySelectorAll('.area-terrain:not(.is-minor) .area-name'));
    return labels;
  }

  /** @param {any} overlay @param {Labels} [labels] @returns {SVGElement} */
  overlay(overlay, labels = new Labels(this.px)) {
    const group = s('g', { class: `on-tone-${overlay.tone}` });
    if (overlay.type === 'line') this.line(group, overlay, labels);
    else if (overlay.type === 'spot') this.spot(group, overlay, labels);
    else this.ring(group, overlay, labels);
    return group;
  }

  /** @param {SVGElement} group @param {any} overlay @param {Labels} labels */
  line(group, overlay, labels) {
    const points = overlay.points.map(([x, y]) => this.toSvg({ x, y }));
    const d = 'M' + points.map((at) => `${at.x} ${at.y}`).join('L');
    group.append(s('path', { class: 'overlay-casing', d }), s('path', { class: `overlay-line${overlay.dashed ? ' is-dashed' : ''}`, d }));
    if (overlay.label && overlay.tone === 'bad') group.append(labels.about(points[0], 10 * labels.px, [{ words: `✕ ${say(overlay.label)}`, kind: 'is-bad' }]));
    else if (overlay.label) group.append(labels.on([0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map((share) => along(points, share)), say(overlay.label)));
  }

  /** @param {SVGElement} group @param {any} overlay @param {Labels} labels */
  spot(group, overlay, labels) {
    const { shape } = overlay;
    group.append(s('path', { class: `overlay-spot ${overlay.outline ? 'is-outline' : 'is-filled'}`, d: this.outline(shape) }));
    if (overlay.label) group.append(labels.on(this.rimSpots(shape), say(overlay.label), '', 0));
  }

  /** Places on the rim of a shape for its name, from the top round; those in sight first. @param {any} shape @returns {Place[]} */
  rimSpots(shape) {
    const rim = shape.type === 'disc' ? circle(shape) : [...shape.points];
    const top = rim.indexOf(rim.reduce((best, point) => (point[1] > best[1] ? point : best)));
    const step = Math.max(1, Math.round(rim.length / 24));
    const spots = rim.map((_, n) => rim[(top + (n % 2 ? -1 : 1) * Math.ceil(n / 2) * step + 24 * rim.length) % rim.length]).slice(0, 24).map(([x, y]) => this.toSvg({ x, y }));
    const { x, y, width, height } = this.seen();
    const inset = 30 * this.px;
    const isSeen = (at) => at.x > x + inset && at.x < x + width - inset && at.y > y + inset && at.y < y + height - inset && at.x > 0 && at.x < this.width && at.y > 0 && at.y < this.height;
    const seen = spots.filter(isSeen);
    return seen.length ? seen : spots;
  }

  /** @param {SVGElement} group @param {any} overlay @param {Labels} labels */
  ring(group, overlay, labels) {
    const target = this.svg.querySelector(`#d-${CSS.escape(overlay.target.replace(/[^A-Za-z0-9_-]/g, '_'))}`);
    if (!target) return;
    if (target instanceof SVGGElement && target.dataset.radius) {
      const at = this.toSvg({ x: Number(target.dataset.x), y: Number(target.dataset.y) });
      const r = Number(target.dataset.radius) + 4;
      group.append(s('circle', { class: 'overlay-casing', cx: at.x, cy: at.y, r }), s('circle', { class: 'overlay-line', cx: at.x, cy: at.y, r }));
      if (overlay.label) group.append(labels.about(at, r, [{ words: say(overlay.label) }]));
      return;
    }
    const shape = target.querySelector('.ground');
    if (!shape) return;
    const d = shape.getAttribute('d') ?? '';
    group.append(s('path', { class: 'overlay-casing', d }), s('path', { class: 'overlay-line', d }));
    const box = /** @type {SVGGraphicsElement} */ (shape).getBBox();
    if (overlay.label) group.append(labels.on([{ x: box.x + box.width / 2, y: box.y - 6 }], say(overlay.label)));
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

  /** Units of which a pointer cannot tell which is meant; on most boards there are none. @param {Place} _at @param {number} _px @returns {Piece[]} */
  oneOverAnother(_at, _px) {
    return [];
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
    get spent() {
      return element.classList.contains('is-spent');
    },
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

/** Some places on a circle. @param {{x: number, y: number, radius: number}} disc @returns {Array<[number, number]>} */
function circle({ x, y, radius }) {
  return Array.from({ length: 48 }, (_, n) => [x + radius * Math.sin((n * Math.PI) / 24), y + radius * Math.cos((n * Math.PI) / 24)]);
}

/** @param {MutationRecord} change */
function isAboutUnits(change) {
  return change.type === 'attributes' || [...change.addedNodes, ...change.removedNodes].some((node) => node instanceof SVGElement && (node.dataset.unit || node.querySelector('[data-unit]')));
}

/** @param {Place} at @param {string} words */
export function label(at, words) {
  return s('text', { class: 'overlay-label', x: at.x, y: at.y }, words);
}
