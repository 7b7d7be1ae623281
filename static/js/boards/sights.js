/**
 * Lines from a unit, or from where it plans to be, to the others, with the odds both ways beside them. Only what can be shot
 * at has a line of weight; what is in range and blocked has a faint one; the rest is shown when it is pointed at.
 */

import { s } from '../base/dom.js';
import { say } from '../base/words.js';

/** @typedef {{x: number, y: number}} Place */

/** So much of the odds may lie over something else. */
const MOST_COVERED = 0.35;

export class Sights {
  /** @param {import('./surface.js').Surface} board @param {Element} layer @param {any[]} sights overlays of that kind @param {string | null} pointed the unit pointed at */
  constructor(board, layer, sights, pointed) {
    this.board = board;
    this.layer = layer;
    this.pointed = pointed;
    const shown = sights.filter((sight) => this.isShown(sight));
    this.drawn = shown.filter((sight) => sight.unit === pointed || shown.find((other) => isAlike(sight, other)) === sight).map((sight) => ({ sight, lines: this.lines(sight) }));
  }

  /** @param {any} sight */
  isShown(sight) {
    return Boolean(sight.aim || sight.threat || (sight.near && sight.blocked) || sight.unit === this.pointed);
  }

  /** @param {any} sight */
  lines(sight) {
    const isPointed = sight.unit === this.pointed;
    const kind = sight.aim ? 'is-aim' : sight.blocked ? 'is-blocked' : sight.threat ? 'is-threat' : 'is-far';
    const isPartly = !sight.blocked && Boolean(sight.blockers?.length);
    const group = s('g', { class: `sight on-tone-${sight.tone} ${kind}${isPartly ? ' is-partly' : ''}${isPointed ? ' is-pointed' : ''}`, 'data-sight': sight.unit });
    const casing = sight.aim || isPointed ? s('path', { class: 'overlay-casing' }) : null;
    const free = s('path', { class: 'sight-line' });
    const rest = sight.breaks_at ? s('path', { class: 'sight-line is-beyond' }) : null;
    group.append(...[casing, free, rest].filter((each) => each !== null));
    this.layer.append(group);
    if (isPointed) for (const id of sight.blockers ?? []) group.append(this.board.overlay({ type: 'ring', target: id, tone: isPartly ? 'warn' : 'bad', label: null }));
    return { casing, free, rest, group };
  }

  /** Draws the lines from a place, or from where the server reckoned them. @param {Place | null} from */
  from(from) {
    for (const { sight, lines } of this.drawn) {
      const start = this.board.toSvg(from ?? point(sight.start));
      const end = this.board.toSvg(point(sight.end));
      const break_ = sight.breaks_at && !from ? this.board.toSvg(point(sight.breaks_at)) : end;
      lines.casing?.setAttribute('d', straight(start, end));
      lines.free.setAttribute('d', straight(start, break_));
      lines.rest?.setAttribute('d', straight(break_, end));
    }
  }

  /** The odds beside those they are about: out above, in below; over every line, and off those of weight. Odds that find no room are left away, unless
   * they are of whoever is pointed at. @param {import('./labels.js').Labels} labels @param {Element} into */
  label(labels, into) {
    for (const { sight } of this.drawn) if (sight.aim) labels.keepOffWay([sight.start, sight.end].map((at) => this.board.toSvg(point(at))));
    const order = [...this.drawn].sort((a, b) => Number(b.sight.unit === this.pointed) - Number(a.sight.unit === this.pointed));
    for (const { sight } of order) {
      const words = this.words(sight);
      if (words.length === 0) continue;
      const unit = this.board.unit(sight.unit);
      const radius = Math.max(unit?.radius ?? 15, 10 * labels.px) + 12 * labels.px;
      const drawn = labels.about(this.board.toSvg(point(sight.end)), radius, words, [], sight.unit === this.pointed ? Infinity : MOST_COVERED);
      if (drawn) into.append(s('g', { class: `sight on-tone-${sight.tone}`, 'data-sight': sight.unit }, drawn));
    }
  }

  /** @param {any} sight */
  words(sight) {
    const isPointed = sight.unit === this.pointed;
    const found = [];
    if (sight.aim) found.push({ words: `▸ ${say(sight.aim)}${isPointed ? ` · ${say(sight.distance)}` : ''}`, kind: 'sight-aim' });
    else if (isPointed && sight.distance) found.push({ words: say(sight.distance), kind: 'sight-far' });
    if (isPointed && sight.blocked) found.push({ words: `✕ ${say(sight.blocked)}`, kind: 'sight-blocked' });
    if (isPointed && sight.covered) found.push({ words: `◐ ${say(sight.covered)}`, kind: 'sight-covered' });
    if (sight.threat) found.push({ words: `◂ ${say(sight.threat)}`, kind: 'sight-threat' });
    return found;
  }
}

/** Those who stand in one place and are hit alike have one line. @param {any} one @param {any} other */
function isAlike(one, other) {
  const said = (sight) => [...sight.end, say(sight.aim), say(sight.threat), say(sight.blocked)].join('|');
  return said(one) === said(other);
}

/** @param {[number, number]} at @returns {Place} */
function point([x, y]) {
  return { x, y };
}

/** @param {Place} a @param {Place} b */
function straight(a, b) {
  return `M${a.x} ${a.y}L${b.x} ${b.y}`;
}
