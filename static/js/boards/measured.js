/** A table in millimetres: what stands where, lengths as the rules count them, and drawing over the board. */

import { s } from '../base/dom.js';
import { Surface } from './surface.js';
import { cm, say, t } from '../base/words.js';
import { gaps } from './measured_gaps.js';
import { hatched, inSpace, keepInOrder } from './measured_heights.js';
import { keepNamesClear } from './measured_names.js';
import { sideView, sideWords } from './measured_side.js';
import { nextLeg, tape } from './measured_tape.js';
import { inWords, lieOf } from './measured_words.js';

/** @typedef {import('./surface.js').Place} Place */
/** @typedef {import('./surface.js').Piece} Piece */

const SNAP_PX = 12;
const REACH_PX = 22;
/** A unit is hit this near to its middle while a place is wanted beside it. */
const HIT_PX = 11;
const FINGER_PX = 16;
/** Of a smaller radius than this, figures are drawn larger than they are where that is too little to see. */
const SMALL_MM = 25;

/** The figure of a unit beside the board. @param {string} id @param {number} radius @returns {SVGElement | null} */
function waiting(id, radius) {
  const picture = document.querySelector(`.row [data-pick="${CSS.escape(id)}"] .row__symbol`);
  const href = picture?.querySelector('use')?.getAttribute('href');
  if (!picture || !href) return null;
  const side = [...picture.classList].find((name) => /^side-\d/.test(name)) ?? '';
  const drawn = s('use', { class: 'figure', href, x: -radius, y: -radius, width: 2 * radius, height: 2 * radius });
  return s('g', { class: `ghost-figure ${side}${radius < SMALL_MM ? ' is-small' : ''}` }, s('g', { class: 'grow' }, drawn));
}

export class MeasuredBoard extends Surface {
  /** The whole board in words. @param {import('../plans/planner.js').Planner} planner @param {(id: string) => string} sightOf */
  inWords(planner, sightOf) {
    return inWords(this, planner, sightOf);
  }

  /** The middle of the piece of terrain whose name is meant. @param {(name: string) => boolean} isMeant @returns {Place | null} */
  middleOf(isMeant) {
    const found = [...this.svg.querySelectorAll('[data-area]')].find((area) => isMeant(/** @type {SVGGElement} */ (area).dataset.name ?? ''));
    return found ? this.whole(lieOf(this, found)) : null;
  }

  /** The unit a pointer means: under it, else the nearest within a finger's width; while a place is wanted, only what is hit.
   * @param {Place} at @param {number} px board units per pixel @param {boolean} [isPlaceWanted]
   * @param {string | null} [inHand] whose place that is: beside its base a place is meant, however near */
  unitAt(at, px, isPlaceWanted = false, inHand = null) {
    if (isPlaceWanted) return this.unitsAt(at, px, inHand)[0] ?? null;
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

  /** Every unit that a pointer hits, the nearest first: more than one where they stand over one another. @param {Place} at @param {number} px
   * @param {string | null} [inHand] which is hit on its base alone */
  unitsAt(at, px, inHand = null) {
    const least = (matchMedia('(pointer: coarse)').matches ? FINGER_PX : HIT_PX) * px;
    const gap = (unit) => Math.hypot(unit.x - at.x, unit.y - at.y);
    return this.units().filter((unit) => gap(unit) <= (unit.id === inHand ? unit.radius : Math.max(unit.radius, least))).sort((a, b) => gap(a) - gap(b) || upper(a, b));
  }

  /** Units of which a pointer cannot tell which is meant: on floors, or at heights, over one another. @param {Place} at @param {number} px @returns {Piece[]} */
  oneOverAnother(at, px) {
    const [first, ...others] = this.unitsAt(at, px);
    const over = first ? others.filter((unit) => upper(unit, first) !== 0 && Math.hypot(unit.x - first.x, unit.y - first.y) < first.radius + unit.radius) : [];
    return over.length ? [first, ...over].sort(upper) : [];
  }

  /** How many levels there are to stand on at a place. @param {Place} at */
  levelsAt(at) {
    const { x, y } = this.toSvg(at);
    const point = new DOMPoint(x, y);
    const tall = [...this.svg.querySelectorAll('.area[data-levels]')].filter((area) => /** @type {SVGGeometryElement} */ (area.querySelector('.ground')).isPointInFill(point));
    return Math.max(1, ...tall.map((area) => Number(/** @type {SVGGElement} */ (area).dataset.levels)));
  }

  /** The pieces of terrain at a place, what lies on top first. @param {Place} at @returns {string[]} */
  areasAt(at) {
    const { x, y } = this.toSvg(at);
    const there = [...this.svg.querySelectorAll('[data-area]')].filter((area) => /** @type {SVGGeometryElement | null} */ (area.querySelector('.ground'))?.isPointInFill(new DOMPoint(x, y)));
    return there.map((area) => /** @type {SVGGElement} */ (area).dataset.area ?? '').reverse();
  }

  /** A unit, else a piece of terrain. @param {string} id @returns {import('./surface.js').Piece | import('./surface.js').Cell | null} */
  thing(id) {
    const element = /** @type {SVGGElement | null} */ (this.svg.querySelector(`[data-area="${CSS.escape(id)}"]`));
    if (!element || this.unit(id)) return this.unit(id);
    const { x, y, long, wide } = lieOf(this, element);
    const name = element.dataset.name ?? '';
    return { id, x, y, width: long, height: wide, radius: wide / 2, name, label: name, element };
  }

  /** A piece of terrain is marked along its outline. @param {Element} layer @param {import('./surface.js').Piece | import('./surface.js').Cell} thing @param {string} kind @param {number} px */
  mark(layer, thing, kind, px) {
    if (!thing.element?.dataset.area) return super.mark(layer, thing, kind, px);
    const d = thing.element.querySelector('.ground')?.getAttribute('d') ?? '';
    if (kind === 'is-selected' || kind === 'is-picked') layer.append(s('path', { class: 'ring-under', d }));
    layer.append(s('path', { class: `ring ${kind}`, d }));
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

  /** Legs of a path as the rules count them: each rounded up to whole millimetres, and what each level up or down adds. @param {Array<Place & {level?: number}>} points @param {number} level */
  legs(points, level) {
    return points.slice(1).map((to, index) => {
      const from = points[index];
      const flat = Math.ceil(Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) - 1e-9);
      return flat + level * Math.abs((to.level ?? 0) - (from.level ?? 0));
    });
  }

  /** A tape along a path. @param {Element} layer @param {Array<Place & {level?: number}>} points the start first @param {import('./surface.js').How} how */
  tape(layer, points, how) {
    layer.append(tape(this, points, how));
  }

  /** The leg that a click would add. @param {Element} layer @param {Place} from @param {Place} to @param {import('./surface.js').How} how of the way with it */
  nextLeg(layer, from, to, how) {
    layer.append(nextLeg(this, from, to, how));
  }

  /** The base of a unit where it would come to stand. @param {Element} layer @param {Place} at @param {any} shape a disc or polygon about its own origin @param {{side?: string, bad?: boolean, turn?: number, figure?: Element | null, level?: number}} how */
  ghost(layer, at, shape, how) {
    const { x, y } = this.toSvg(at);
    const d = shape.type === 'disc'
      ? `M${-shape.radius} 0a${shape.radius} ${shape.radius} 0 1 0 ${2 * shape.radius} 0a${shape.radius} ${shape.radius} 0 1 0 ${-2 * shape.radius} 0Z`
      : 'M' + shape.points.map(([px, py]) => `${px} ${-py}`).join('L') + 'Z';
    layer.append(s('path', { class: `ghost ${how.side ?? ''}${how.bad ? ' is-bad' : ''}`, d, transform: `translate(${x} ${y}) rotate(${-(how.turn ?? 0)})` }));
    if (how.figure) {
      how.figure.setAttribute('transform', `translate(${x} ${y})`);
      layer.append(how.figure);
    }
    if (how.level) layer.append(s('g', { class: 'level', transform: `translate(${x + shape.radius} ${y - shape.radius * 0.2})` }, s('rect', { x: -6, y: -7, width: 14, height: 14, rx: 3 }), s('text', {}, String(how.level))));
  }

  /** How far a thing that is placed would be from what lies about it. @param {Element} layer @param {Place} at @param {any} shape @param {number} turn in degrees */
  gaps(layer, at, shape, turn) {
    gaps(this, layer, at, shape, turn);
  }

  /** A unit's figure without its base, as it would stand elsewhere; nothing can pick it. One that is not on the board yet is known by
   * its row, and by the size of its base. @param {string} id @param {number} [radius] @returns {SVGElement | null} */
  figure(id, radius) {
    const unit = this.unit(id)?.element;
    if (!unit && radius) return waiting(id, radius);
    const drawn = unit?.querySelector('.figure');
    const worn = [...(unit?.classList ?? [])].filter((name) => /^side-|^is-small$/.test(name)).join(' ');
    return drawn ? s('g', { class: `ghost-figure ${worn}` }, s('g', { class: 'grow' }, drawn.cloneNode(true))) : null;
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

  /** The scale bar for a zoom: a round length and how many pixels it is, so few that it ends before the dice begin. @param {number} px board units per pixel */
  scaleBar(px) {
    const lengths = [10, 20, 50, 100, 200, 500, 1000];
    const mm = lengths.find((each) => each / px >= 40) ?? 1000;
    return { pixels: mm / px, words: `${mm / 10} cm` };
  }

  /** Where a ruler's end belongs: the middle of a unit, else the place itself. @param {Place} at @param {number} px @returns {Place} */
  anchor(at, px) {
    return this.whole(this.unitAt(at, px) ?? at);
  }

  /** What of a reach is slow ground has lines over it, and its words once. @param {SVGElement} group @param {any} overlay @param {import('./labels.js').Labels} labels */
  spot(group, overlay, labels) {
    super.spot(group, overlay.hatched && !labels.isNew(say(overlay.label)) ? { ...overlay, label: null } : overlay, labels);
    if (overlay.hatched) group.append(hatched(this.svg, this.outline(overlay.shape)));
  }

  /** @param {import('./measured_side.js').Side} side */
  fromTheSide(side) {
    return { shown: sideView(side), words: sideWords(side) };
  }

  /** How far it is, from middle to middle and, between units, from rim to rim. @param {Place} start @param {Place} end */
  distanceWords(start, end) {
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const [a, b] = [start, end].map((place) => this.units().find((unit) => unit.x === place.x && unit.y === place.y));
    const gap = a && b && a.id !== b.id ? ` · ${t('gap', { cm: cm(Math.max(0, length - a.radius - b.radius)) })}` : '';
    return `${cm(length)} cm${inSpace(this, start, end)}${gap}`;
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

/** Who stands higher comes first. @param {Piece} one @param {Piece} other */
function upper(one, other) {
  return other.level - one.level || other.feet - one.feet;
}

/** The whole place nearest to a unit in a direction that does not overlap it. @param {Place} from @param {number} ux @param {number} uy @param {number} touch */
function outwards(from, ux, uy, touch) {
  for (let distance = touch - 1; ; distance += 0.5) {
    const at = { x: Math.round(from.x + ux * distance), y: Math.round(from.y + uy * distance) };
    if (Math.hypot(at.x - from.x, at.y - from.y) >= touch - 1) return at;
  }
}

export { MeasuredBoard as Board };

/** What lives beside a board of this kind. @param {MeasuredBoard} board @returns {null} nothing that reads it out */
export function beside(board) {
  keepNamesClear(board.svg);
  keepInOrder(board.svg);
  return null;
}
