/**
 * Lines from a unit, or from where it plans to be, to the others, with the odds both ways beside them. Only what can be shot
 * at has a line of weight; what is in range and blocked has a faint one; the rest is shown when it is pointed at.
 */

import { s } from '../base/dom.js';
import { say } from '../base/words.js';

/** @typedef {{x: number, y: number}} Place */

/** How likely something is that is done to a unit. @typedef {{unit?: string, numerator: number, denominator: number}} Odds */

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

  /** The odds beside those they are about, the likeliest first: out above, in below; over every line, and off those of weight. Odds that find no room
   * are left away, unless they are the likeliest, or of whoever is pointed at.
   * @param {import('./labels.js').Labels} labels @param {Element} into @param {Odds[]} odds what is told of each, as far as it is */
  label(labels, into, odds) {
    const share = (unit) => Math.max(0, ...odds.filter((each) => each.unit === unit).map((each) => each.numerator / each.denominator));
    const shares = new Map(this.drawn.map(({ sight }) => [sight.unit, sight.aim ? share(sight.unit) : 0]));
    const best = Math.max(...shares.values());
    const isFirst = (sight) => sight.unit === this.pointed || (best > 0 && shares.get(sight.unit) === best);
    for (const { sight } of this.drawn) if (sight.aim) labels.keepOffWay([sight.start, sight.end].map((at) => this.board.toSvg(point(at))));
    const rank = ({ unit }) => (unit === this.pointed ? 2 : shares.get(unit) ?? 0);
    const order = [...this.drawn].sort((a, b) => rank(b.sight) - rank(a.sight));
    for (const { sight } of order) {
      const words = this.words(sight);
      if (words.length === 0) continue;
      const unit = this.board.unit(sight.unit);
      const radius = Math.max(unit?.radius ?? 15, 10 * labels.px) + 12 * labels.px;
      const drawn = labels.about(this.board.toSvg(point(sight.end)), radius, words, [], isFirst(sight) ? Infinity : MOST_COVERED);
      if (drawn) into.append(s('g', { class: `sight on-tone-${sight.tone}`, 'data-sight': sight.unit }, drawn));
    }
  }

  /** Whose it is, where lines to others end in the same place: what is written on it. @param {any} sight */
  whose(sight) {
    const isShared = this.drawn.some((other) => other.sight !== sight && String(other.sight.end) === String(sight.end));
    const name = isShared ? this.board.unit(sight.unit)?.element.querySelector('.unit-label')?.textContent : '';
    return name ? `${name}: ` : '';
  }

  /** @param {any} sight */
  words(sight) {
    const isPointed = sight.unit === this.pointed;
    const found = [];
    if (sight.aim) found.push({ words: `▸ ${this.whose(sight)}${say(sight.aim)}${isPointed ? ` · ${say(sight.distance)}` : ''}`, kind: 'sight-aim' });
    else if (isPointed && sight.distance) found.push({ words: say(sight.distance), kind: 'sight-far' });
    if (isPointed && sight.blocked) found.push({ words: `✕ ${say(sight.blocked)}`, kind: 'sight-blocked' });
    if (isPointed && sight.covered) found.push({ words: `◐ ${say(sight.covered)}`, kind: 'sight-covered' });
    if (sight.threat) found.push({ words: `◂ ${this.whose(sight)}${say(sight.threat)}`, kind: 'sight-threat' });
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
