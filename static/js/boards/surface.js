/**
 * The board as the page speaks to it, whatever kind it is: all that the planner, the dock, the painter, the ruler, the log and the
 * words ask of one is a member of `Surface`. What every board has is done here; what a kind may do better has a plain answer here,
 * and what only a kind can say is an error here that names it. A script of a kind exports `Board` and `beside`, as `Kind` says.
 * Places have y growing northwards, as on the wire; the SVG's y grows southwards.
 */

import { s } from '../base/dom.js';
import { Labels } from './labels.js';
import { UNIT_WORDS, isAboutUnits, piece } from './pieces.js';
import { Sights } from './sights.js';
import { say } from '../base/words.js';

/** @typedef {{x: number, y: number}} Place */
/** A place that may be on a level above the ground. @typedef {{x: number, y: number, level?: number}} Point */
/** @typedef {import('./pieces.js').Piece} Piece */
/** A place of a board that is made of places, about its middle. @typedef {{id: string, x: number, y: number, width: number, height: number, radius: number, name: string, label: string, element: SVGGElement}} Cell */
/** How a shape is drawn that stands where nothing stands yet. @typedef {{side?: string, bad?: boolean, turn?: number, figure?: Element | null, level?: number}} Standing */
/**
 * How a way is drawn: how long its legs are, what it counts as up to which length, the nearest first, its greatest length, the least
 * of a leg, the radius of what stands at the end, which no word may cover, and what counts instead of its length where ground slows.
 * @typedef {{legs: number[], limits: Array<[string, number]>, longest: number | null, minLeg: number | null, clear?: number, counted?: {mm: number, most: number | null} | null}} How
 */
/** What reads out what a pointer is on, where a kind of board has such a thing. @typedef {{show: (at: Place | null, unit: string | null) => void}} Reader */
/** The script of a kind of board; `beside` makes what lives beside one, the line being there at a table only.
 * @typedef {{Board: new (svg: SVGSVGElement) => Surface, beside: (board: Surface, wire: EventTarget | null) => Reader | null}} Kind */

/** A leg that is shorter has no room for an arrow. */
const LEAST_LEG_PX = 36;

export class Surface {
  /** Whether the board is made of places that the keyboard can go to. */
  hasPlaces = false;

  /** Board units per pixel at which words are no smaller than their style lets them be. */
  leastPx = 0;

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

  /** All of the board that turns when the table is turned. @returns {Element} */
  get table() {
    return this.svg.querySelector('#turntable') ?? this.svg;
  }

  /** Whether the table is seen from its other side. */
  get isTurned() {
    return this.svg.classList.contains('is-turned');
  }

  /** The table was turned: what has to stand otherwise then does. */
  turned() {
    this.known = null;
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

  /** Where the odds against a unit are written over it, the best first: nowhere, where there is room beside it. @param {Place} _at @param {number} _half @returns {Place[]} */
  aimSpots(_at, _half) {
    return [];
  }

  /** Every unit on the board. @returns {Piece[]} */
  units() {
    if (this.watching.takeRecords().some(isAboutUnits)) this.known = null;
    this.known ??= [...this.svg.querySelectorAll('[data-unit]')].map((element) => this.pieceOf(/** @type {SVGGElement} */ (element)));
    return [...this.known];
  }

  /** A unit as its element tells it. @param {SVGGElement} element @returns {Piece} */
  pieceOf(element) {
    return piece(element);
  }

  /** @param {string} id @returns {Piece | null} */
  unit(id) {
    return this.units().find((unit) => unit.id === id) ?? null;
  }

  /** A layer that is drawn and cleared at will: the plan over everything, the others where that kind of board has them, so that
   * no figure is struck through. @param {'survey' | 'rings' | 'trace' | 'plan'} name */
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

  /** Lines to others with their odds. @param {Element} layer @param {any[]} overlays @param {string | null} pointed @param {Labels} labels @param {Element} [words] where the odds are drawn
   * @param {import('./sights.js').Odds[]} [odds] how likely each is */
  drawSights(layer, overlays, pointed, labels, words = layer, odds = []) {
    const sights = new Sights(this, layer, overlays.filter((overlay) => overlay.type === 'sight'), pointed);
    sights.from(null);
    sights.label(labels, words, odds);
    return sights;
  }

  /** What of the board is in view, in the SVG's own units. @returns {{x: number, y: number, width: number, height: number}} */
  seen() {
    return this.svg.viewBox.baseVal;
  }

  /** Words to come that lie over nothing. */
  labels() {
    const labels = new Labels(Math.max(this.px, this.leastPx), this.isTurned);
    labels.stayIn(this.seen());
    labels.keepOffUnits(this.units(), (at) => this.toSvg(at));
    labels.keepOffNames(this.svg.querySelectorAll('.lattice-names text'));
    if (!this.svg.classList.contains('no-names')) labels.keepOffNames(this.svg.querySelectorAll('.area-terrain:not(.is-minor) .area-name'));
    return labels;
  }

  /** @param {any} overlay @param {Labels} [labels] @returns {SVGElement} */
  overlay(overlay, labels = new Labels(this.px)) {
    const group = s('g', { class: `on-tone-${overlay.tone}` });
    if (overlay.type === 'line') this.line(group, overlay, labels);
    else if (overlay.type === 'spot') this.spot(group, overlay, labels);
    else if (overlay.type === 'cells') this.tints(group, overlay);
    else this.ring(group, overlay, labels);
    return group;
  }

  /** @param {SVGElement} group @param {any} overlay @param {Labels} labels */
  line(group, overlay, labels) {
    const points = overlay.points.map(([x, y]) => this.toSvg({ x, y }));
    const d = 'M' + points.map((at) => `${at.x} ${at.y}`).join('L');
    group.append(s('path', { class: 'overlay-casing', d }), s('path', { class: `overlay-line${overlay.dashed ? ' is-dashed' : ''}`, d }));
    if (overlay.isDone) group.append(...arrows(points, this.px));
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
    const up = this.isTurned ? -1 : 1;
    const top = rim.indexOf(rim.reduce((best, point) => (up * point[1] > up * best[1] ? point : best)));
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

  /** Many cells at once, on boards that have any. @param {SVGElement} _group @param {any} _overlay */
  tints(_group, _overlay) {}

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

  /** A mark round a unit, never smaller than a finger can see. @param {Element} layer @param {Piece | Cell} unit @param {string} kind @param {number} px */
  mark(layer, unit, kind, px) {
    const { x, y } = this.toSvg(unit);
    const r = Math.max(unit.radius + (kind === 'is-candidate' ? 8 : 5), 13 * px);
    if (kind === 'is-selected' || kind === 'is-picked') layer.append(s('circle', { class: 'ring-under', cx: x, cy: y, r }));
    layer.append(s('circle', { class: `ring ${kind}`, cx: x, cy: y, r }));
  }

  // What a pointer, the keys and words mean

  /** The unit a pointer means; while a place is wanted, only what is hit. @param {Place} _at @param {number} _px @param {boolean} [_isPlaceWanted]
   * @param {string | null} [_inHand] whose place that is @returns {Piece | null} */
  unitAt(_at, _px, _isPlaceWanted, _inHand) {
    return unsaid('unitAt');
  }

  /** Units of which a pointer cannot tell which is meant; on most boards there are none. @param {Place} _at @param {number} _px @returns {Piece[]} */
  oneOverAnother(_at, _px) {
    return [];
  }

  /** The same steps from another place: none but from the same, where places lie in no pattern. @param {string[]} cells @param {string} from @param {string} to
   * @returns {string[] | null} */
  moved(cells, from, to) {
    return from === to ? cells : null;
  }

  /** Units that lie in a pile at a place and are not spread out; on most boards there are none. @param {Place} _at @returns {Piece[]} */
  pileAt(_at) {
    return [];
  }

  /** A line of sight seen from its side, where that kind of board has heights. @param {any} _side @returns {{shown: Node, words: string} | null} */
  fromTheSide(_side) {
    return null;
  }

  /** Spreads out what lies over one another at a place, where that kind of board does. @param {Place} _at @returns {boolean} whether it did */
  fanOut(_at) {
    return false;
  }

  /** Where a mouse rests, null where it has left; whether it spreads out what lies there. @param {Place | null} _at @param {boolean} [_spreads] */
  rested(_at, _spreads) {}

  /** What may be marked or picked by its id: a unit, and on some boards a place. @param {string} id @returns {Piece | Cell | null} */
  thing(id) {
    return this.unit(id);
  }

  /** Where an arrow key leads from a place: so far, or to the next cell. @param {Place} _from @param {number} _dx @param {number} _dy @param {number} _step in board units @returns {Place} */
  beside(_from, _dx, _dy, _step) {
    return unsaid('beside');
  }

  /** Where an end of the ruler belongs. @param {Place} at @param {number} _px @returns {Place} */
  anchor(at, _px) {
    return this.whole(at);
  }

  /** How far it is between two places. @param {Place} _start @param {Place} _end @returns {string} */
  distanceWords(_start, _end) {
    return unsaid('distanceWords');
  }

  /** @param {Place} _at @returns {string} */
  placeWords(_at) {
    return unsaid('placeWords');
  }

  /** The whole board in words. @param {import('../plans/planner.js').Planner} _planner @param {(id: string) => string} _sightOf what the selected unit sees of another, or of a cell @returns {Node[]} */
  inWords(_planner, _sightOf) {
    return unsaid('inWords');
  }

  /** The middle of a piece of terrain, by its name. @param {(name: string) => boolean} _isMeant @returns {Place | null} */
  middleOf(_isMeant) {
    return null;
  }

  /** A round length and how many pixels it is, on boards that have lengths. @param {number} _px board units per pixel @returns {{pixels: number, words: string} | null} */
  scaleBar(_px) {
    return null;
  }

  // Boards made of places: plans of steps go over their cells

  /** @returns {Cell[]} */
  cells() {
    return [];
  }

  /** @param {string} _id @returns {Cell | null} */
  cell(_id) {
    return null;
  }

  /** The cell that a place lies in. @param {Place} _at @returns {string | null} */
  areaAt(_at) {
    return null;
  }

  /** Every thing at a place that a plan may ask for and that is no unit, what lies on top first. @param {Place} at @returns {string[]} */
  areasAt(at) {
    return [this.areaAt(at)].filter((id) => id !== null);
  }

  /** The cells next to one. @param {string} _cell @returns {Cell[]} */
  neighbours(_cell) {
    return [];
  }

  /** What stands on a cell. @param {string | null} _cell @returns {Piece[]} */
  on(_cell) {
    return [];
  }

  /** A cheapest way from cell to cell, the first left out. @param {string} _from @param {string} _to
   * @param {(cell: string) => number} [_cost] what it costs to enter a cell @returns {string[] | null} */
  way(_from, _to, _cost) {
    return unsaid('way');
  }

  /** Draws the way of a plan. @param {Element} _layer @param {string[]} _cells the start first @param {{bad: boolean, tentative: boolean}} _how */
  steps(_layer, _cells, _how) {
    unsaid('steps');
  }

  /** Draws which way somebody would look from a cell. @param {Element} _layer @param {string} _cell @param {number} _deg counter-clockwise from the east */
  front(_layer, _cell, _deg) {}

  /** Draws what turns somebody on a cell: a handle for each way to look. @param {Element} _layer @param {string} _cell @param {number[]} _degrees counter-clockwise from the east @param {number | null} _on which of them is chosen @param {number} _px */
  turns(_layer, _cell, _degrees, _on, _px) {}

  /** Which of the ways to look a place about a cell means; none within the cell or beyond the handles. @param {string} _cell @param {number[]} _degrees @param {Place} _at @param {number} _px @returns {number | null} */
  turnAt(_cell, _degrees, _at, _px) {
    return null;
  }

  /** Of lines between cells the one that a finger at a place touches. @param {Place} _at @param {Array<[string, string]>} _lines @param {number} _px @returns {[string, string] | null} */
  betweenAt(_at, _lines, _px) {
    return null;
  }

  /** Draws a line between two cells. @param {Element} _layer @param {[string, string]} _between @param {string} _kind */
  drawBetween(_layer, _between, _kind) {}

  // Boards that are measured: plans of ways and of places lie on them

  /** How long each leg of a path is, as the rules count it. @param {Point[]} _points @param {number} _level how much each level up or down adds @returns {number[]} */
  legs(_points, _level) {
    return unsaid('legs');
  }

  /** A tape along a path. @param {Element} _layer @param {Point[]} _points the start first @param {How} _how */
  tape(_layer, _points, _how) {
    unsaid('tape');
  }

  /** The leg that a tap would add. @param {Element} _layer @param {Place} _from @param {Place} _to @param {How} _how of the way with it */
  nextLeg(_layer, _from, _to, _how) {
    unsaid('nextLeg');
  }

  /** The place that is meant by one near the rim of a unit, so that contact is easy to reach. @param {Place} at @param {number} _radius @param {number} _px @param {string[]} _except @param {string[]} _inside units whose middle is meant @returns {Place} */
  snap(at, _radius, _px, _except, _inside) {
    return this.whole(at);
  }

  /** How many levels there are to stand on at a place. @param {Place} _at */
  levelsAt(_at) {
    return 1;
  }

  /** A shape where it would come to stand. @param {Element} _layer @param {Place} _at @param {any} _shape a disc or polygon about its own origin @param {Standing} _how */
  ghost(_layer, _at, _shape, _how) {
    unsaid('ghost');
  }

  /** How far a thing that is placed would be from what lies about it. @param {Element} _layer @param {Place} _at @param {any} _shape @param {number} _turn in degrees */
  gaps(_layer, _at, _shape, _turn) {}

  /** A unit's figure without its base, that nothing can pick. @param {string} _id @param {number} [_radius] of one that is not on the board yet @returns {SVGElement | null} */
  figure(_id, _radius) {
    return null;
  }

  /** Where along an edge a place lies, and the place on the edge. @param {Place} _at @param {string} _edge @returns {{along: number, at: Place}} */
  onEdge(_at, _edge) {
    return unsaid('onEdge');
  }

  /** Marks an edge from corner to corner. @param {Element} _layer @param {string} _edge */
  edgeLine(_layer, _edge) {
    unsaid('edgeLine');
  }

  /** Where something of a radius comes to stand that enters at a point of an edge. @param {number} _along @param {string} _edge @param {number} _radius @returns {Place} */
  entered(_along, _edge, _radius) {
    return unsaid('entered');
  }

  /** The place so far away. @param {Place} _from @param {number} _deg clockwise from the north @param {number} _mm @returns {Place} */
  towards(_from, _deg, _mm) {
    return unsaid('towards');
  }
}

/** What is asked of a board must be said by its kind. @param {string} member @returns {never} */
function unsaid(member) {
  throw new Error(`expected this kind of board to say ${member}`);
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

/** Which way a line was gone or shot: an arrow on each leg that has room for one, beyond its middle, where its words are.
 * @param {Place[]} points @param {number} px @returns {SVGElement[]} */
function arrows(points, px) {
  return points.slice(1).flatMap((to, n) => {
    const from = points[n];
    if (Math.hypot(to.x - from.x, to.y - from.y) < LEAST_LEG_PX * px) return [];
    const at = between(from, to, 0.7);
    const deg = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return [s('g', { transform: `translate(${at.x} ${at.y})rotate(${deg})` }, s('path', { class: 'overlay-arrow', d: 'M7 0-6 5-3 0-6-5Z' }))];
  });
}

/** Some places on a circle. @param {{x: number, y: number, radius: number}} disc @returns {Array<[number, number]>} */
function circle({ x, y, radius }) {
  return Array.from({ length: 48 }, (_, n) => [x + radius * Math.sin((n * Math.PI) / 24), y + radius * Math.cos((n * Math.PI) / 24)]);
}
