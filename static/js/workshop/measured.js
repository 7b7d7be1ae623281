/** The workshop on a measured table: places in millimetres, ghosts of shapes, polygons corner by corner. */

import { s } from '../base/dom.js';
import { cm, t } from '../base/words.js';

const FINGER_PX = 22;

/** @typedef {import('../board.js').Place} Place */
/** @typedef {{id: string, how: string, name: string, turn: number, side: string, ghost: any}} Tool */

class MeasuredDesk {
  /** Whether things may be drawn corner by corner here. */
  hasPlaces = true;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.width = Number(svg.dataset.width);
    this.height = Number(svg.dataset.height);
  }

  /** A place of the SVG as one of the table, on the grid. @param {Place} at @param {number} step */
  at(at, step) {
    return this.within({ x: at.x, y: this.height - at.y }, step);
  }

  /** @param {Place} at @param {number} step */
  within(at, step) {
    const on = (value, most) => Math.min(most, Math.max(0, Math.round(value / step) * step));
    return { x: on(at.x, this.width), y: on(at.y, this.height) };
  }

  /** Where the cross begins. */
  start() {
    return this.within({ x: this.width / 2, y: this.height / 2 }, 10);
  }

  /** Where an arrow key takes the cross. @param {Place} from @param {number} dx @param {number} dy @param {number} step @param {boolean} far */
  beside(from, dx, dy, step, far) {
    const length = Math.max(step, 1) * (far ? 10 : 1);
    return this.within({ x: from.x + dx * length, y: from.y + dy * length }, 1);
  }

  /** @param {Tool} tool @param {Place} at @param {number} turn */
  placing(tool, at, turn) {
    return { type: 'place', tool: tool.id, x: at.x, y: at.y, turn_deg: tool.turn ? ((turn % 360) + 360) % 360 : 0 };
  }

  /** @param {Tool} tool @param {Place[]} corners */
  drawing(tool, corners) {
    return { type: 'draw', tool: tool.id, points: corners.map(({ x, y }) => [x, y]) };
  }

  /** The edit that carries a thing from one place to another. @param {string} id @param {Place} from @param {Place} to */
  moving(id, from, to) {
    return { type: 'move', id, dx: to.x - from.x, dy: to.y - from.y };
  }

  /** How far an arrow key carries what is chosen. @param {number} step @param {boolean} far */
  stride(step, far) {
    return Math.max(step, 1) * (far ? 10 : 1);
  }

  /** How far things are carried by so many strides. @param {string} _id the first of them @param {Place} by @returns {Place} */
  carried(_id, by) {
    return by;
  }

  /** What is drawn of a thing. @param {string} id @returns {SVGGElement | null} */
  element(id) {
    const name = CSS.escape(id);
    return this.svg.querySelector(`[data-unit="${name}"], [data-area="${name}"]`);
  }

  /** The middle of a thing; null for one that is not on the table. @param {string | null} id @returns {Place | null} */
  middleOf(id) {
    const element = id === null ? null : this.element(id);
    if (!element) return null;
    const { unit, x, y } = element.dataset;
    if (unit) return { x: Number(x), y: Number(y) };
    const box = /** @type {SVGGraphicsElement} */ (element.querySelector('.ground') ?? element).getBBox();
    return { x: box.x + box.width / 2, y: this.height - box.y - box.height / 2 };
  }

  /** The middle of a thing that is drawn, on the grid. @param {string} id @param {number} step @returns {Place} */
  placeOf(id, step) {
    return this.within(this.middleOf(id) ?? this.start(), step);
  }

  /** The thing that a pointer means: a unit near it, else the topmost of the areas under it that can be chosen. @param {Place} at in the SVG @param {number} px @param {Set<string>} known */
  thingAt(at, px, known) {
    let best = null;
    let nearest = FINGER_PX * px;
    for (const element of this.svg.querySelectorAll('[data-unit]')) {
      const { unit, x, y, radius } = /** @type {SVGGElement} */ (element).dataset;
      const gap = Math.hypot(Number(x) - at.x, this.height - Number(y) - at.y) - Number(radius);
      if (gap < nearest) [best, nearest] = [unit, Math.max(gap, 0)];
    }
    return best ?? this.areaAt(at, px, known);
  }

  /** @param {Place} at @param {number} px @param {Set<string>} known */
  areaAt(at, px, known) {
    const areas = [...this.svg.querySelectorAll('[data-area]')].filter((area) => known.has(idOf(area)));
    const solid = areas.filter((area) => !area.classList.contains('area-zone'));
    for (const [found, reach] of [[solid, 0], [solid, FINGER_PX * px * 0.6], [areas, 0]]) {
      const hit = /** @type {Element[]} */ (found).reverse().find((area) => touches(area, at, Number(reach)));
      if (hit) return idOf(hit);
    }
    return null;
  }

  /** Shows a thing where it is being dragged to. @param {string} id @param {Place} from @param {Place} to */
  shift(id, from, to) {
    const element = this.element(id);
    const dx = to.x - from.x;
    const dy = from.y - to.y;
    if (element?.dataset.unit) {
      const { x, y } = element.dataset;
      element.setAttribute('transform', `translate(${Number(x) + dx} ${this.height - Number(y) + dy})`);
    } else element?.setAttribute('transform', `translate(${dx} ${dy})`);
  }

  /** What a tool would put down. @param {Element} layer @param {Tool} tool @param {Place} at @param {number} turn @param {number} px */
  ghost(layer, tool, at, turn, px) {
    this.cross(layer, at, px);
    if (!tool.ghost) return;
    const d = tool.ghost.type === 'disc'
      ? `M${-tool.ghost.radius} 0a${tool.ghost.radius} ${tool.ghost.radius} 0 1 0 ${2 * tool.ghost.radius} 0a${tool.ghost.radius} ${tool.ghost.radius} 0 1 0 ${-2 * tool.ghost.radius} 0Z`
      : 'M' + tool.ghost.points.map(([x, y]) => `${x} ${-y}`).join('L') + 'Z';
    const turned = tool.turn ? ` rotate(${-turn})` : '';
    layer.append(s('path', { class: `ghost side-${tool.side}`, d, transform: `translate(${at.x} ${this.height - at.y})${turned}` }));
  }

  /** @param {Element} layer @param {Place} at @param {number} px */
  cross(layer, at, px) {
    const size = 12 * px;
    layer.append(s('path', { class: 'cross', d: `M${at.x - size} ${this.height - at.y}h${2 * size}M${at.x} ${this.height - at.y - size}v${2 * size}` }));
  }

  /** The polygon so far, its next side, and the first corner to close it at. @param {Element} layer @param {Place[]} corners @param {Place | null} next @param {number} px */
  outline(layer, corners, next, px) {
    const points = [...corners, ...(next ? [next] : [])].map(({ x, y }) => `${x} ${this.height - y}`);
    layer.append(s('path', { class: 'overlay-casing', d: 'M' + points.join('L') }), s('path', { class: 'on-drawing overlay-line', d: 'M' + points.join('L') }));
    corners.forEach(({ x, y }, index) => layer.append(s('circle', { class: `tape-point${index === 0 ? ' is-first' : ''}`, cx: x, cy: this.height - y, r: (index === 0 ? 9 : 5) * px })));
  }

  /** Whether a place closes the polygon. @param {Place[]} corners @param {Place} at @param {number} px */
  closes(corners, at, px) {
    return corners.length > 2 && Math.hypot(corners[0].x - at.x, corners[0].y - at.y) <= 14 * px;
  }

  /** The corner that a pointer means; -1 for none. @param {Place[]} corners @param {Place} at in the SVG @param {number} px */
  cornerAt(corners, at, px) {
    return corners.findIndex(({ x, y }) => Math.hypot(x - at.x, this.height - y - at.y) <= 12 * px);
  }

  /** The corners that can be pulled, and the outline while one is. @param {Element} layer @param {Place[]} corners @param {boolean} isPulled @param {number} px */
  handles(layer, corners, isPulled, px) {
    const at = corners.map(({ x, y }) => ({ x, y: this.height - y }));
    if (isPulled) layer.append(s('path', { class: 'on-drawing overlay-line', d: `M${at.map(({ x, y }) => `${x} ${y}`).join('L')}Z` }));
    for (const { x, y } of at) layer.append(s('circle', { class: 'tape-point shop-handle', cx: x, cy: y, r: 6 * px }));
  }

  /** A thing being dragged shows itself where it would come to stand. */
  aim() {}

  /** What is being copied, where it would come to stand. @param {Element} layer @param {SVGElement | null} shape its outline @param {string} _id @param {Place} from @param {Place} to */
  likeness(layer, shape, _id, from, to) {
    if (!shape) return;
    shape.setAttribute('class', 'ghost');
    const group = s('g', { transform: `translate(${to.x - from.x} ${from.y - to.y})` });
    group.append(shape);
    layer.append(group);
  }

  /** @param {Place} at @param {Place | null} from */
  words(at, from) {
    const place = { x: cm(at.x), y: cm(at.y) };
    const length = from ? Math.hypot(at.x - from.x, at.y - from.y) : 0;
    return length ? t('leg', { ...place, length: cm(length) }) : t('at', place);
  }
}

export { MeasuredDesk as Desk };

/** @param {Element} area */
function idOf(area) {
  return /** @type {SVGGElement} */ (area).dataset.area ?? '';
}

/** Whether a place lies in an area, or so near that a finger means it. @param {Element} area @param {Place} at @param {number} reach */
function touches(area, at, reach) {
  const ground = /** @type {SVGGeometryElement | null} */ (area.querySelector('.ground'));
  if (!ground) return false;
  if (!reach) return ground.isPointInFill(new DOMPoint(at.x, at.y));
  const box = ground.getBBox();
  return at.x >= box.x - reach && at.x <= box.x + box.width + reach && at.y >= box.y - reach && at.y <= box.y + box.height + reach;
}
