/** Draws over the board: who can act, who is selected, what may be picked, the plan and what the server says of it. */

import { byId, s } from '../base/dom.js';

export class Painter {
  /** @param {import('../boards/surface.js').Surface} board @param {import('../board.js').Camera} camera @param {import('../plans/planner.js').Planner} planner */
  constructor(board, camera, planner) {
    this.board = board;
    this.camera = camera;
    this.planner = planner;
    board.seen = () => camera.seen();
    /** @type {{x: number, y: number} | null} */
    this.cursor = null;
    /** @type {SVGElement | null} what the server says of the plan */
    this.judged = null;
    /** @type {SVGElement | null} what the browser knows of it */
    this.local = null;
    /** @type {SVGElement | null} why the server refuses it */
    this.refusing = null;
    /** The odds of what could be done, over whoever stands there. */
    this.odds = s('g');
    /** What the plan colours of the board, under whoever stands there. */
    this.shaded = s('g', { class: 'plan-shaded' });
    /** @type {import('../boards/sights.js').Sights | null} */
    this.sights = null;
  }

  paint() {
    this.paintUnits();
    this.paintSurvey();
    this.paintPlan();
    const { plan, isExplicit } = this.planner;
    byId('main').classList.toggle('crosshair', Boolean(plan?.wantsPlace && isExplicit));
    this.board.svg.classList.toggle('is-planning', Boolean(plan?.tentative()));
    this.board.svg.classList.toggle('is-choosing', Boolean(plan && (isExplicit || plan.isPicking) && plan.candidates.length));
  }

  /** Selection is said to the keyboard and to readers too. */
  paintUnits() {
    const { selected, ready, together } = this.planner;
    const { others } = together;
    const isPicked = (id) => id === selected || others.includes(id);
    for (const unit of this.board.units()) {
      unit.element.setAttribute('aria-pressed', String(unit.id === selected));
      unit.element.classList.toggle('can-act', ready.includes(unit.id));
    }
    for (const row of document.querySelectorAll('[data-pick]')) {
      row.setAttribute('aria-pressed', String(isPicked(/** @type {HTMLElement} */ (row).dataset.pick ?? '')));
    }
  }

  /** What the selected unit could do from where it is; of that, only how far it gets stays while a way is planned. */
  paintSurvey() {
    const { planner, board } = this;
    const layer = board.layer('survey');
    layer.replaceChildren(this.shaded);
    this.odds.replaceChildren();
    if (planner.selected === null) {
      for (const id of planner.ready) this.markUnit(layer, id, 'is-ready');
    }
    if (!planner.survey || !planner.selected) return;
    const { overlays: seen = [] } = planner.survey;
    // Of whoever can do nothing more in its own turn nothing is drawn of how far it would get.
    const isDone = byId('live').dataset.myGo === 'true' && planner.unitOffers.length === 0 && planner.yielding.isMine(planner.selected);
    const overlays = isDone ? seen.filter((overlay) => !isReach(overlay)) : seen;
    const isPlanning = Boolean(planner.plan && (planner.plan.tentative() || planner.isExplicit || planner.plan.isPicking));
    if (!isPlanning) {
      const labels = board.labels();
      this.drawSeen(layer, overlays, labels, this.odds);
      const told = overlays.filter((overlay) => overlay.type === 'sight' && overlay.aim).map((overlay) => overlay.unit);
      return this.drawAims(this.odds, planner.unitOffers.map((offer) => planner.planFor(offer)), labels, told);
    }
    if (planner.plan?.needsReach) board.draw(layer, overlays.filter(isReach).map((overlay) => ({ ...overlay, label: null })));
    else if (!planner.plan?.tentative()) board.draw(layer, overlays.filter((overlay) => overlay.type === 'ring'));
    if (planner.plan?.hasSteps) return;
    // Nothing is decided yet: whoever is pointed at is seen from where the unit stands.
    board.drawSights(layer, overlays.filter((overlay) => overlay.unit === planner.pointed), planner.pointed, board.labels(), this.odds);
  }

  /** Reach, ranges, and lines to the others, whose words come first to their places. @param {Element} layer @param {any[]} overlays @param {any} [labels]
   * @param {Element} [words] where the odds are drawn: over whoever stands there, where the layer lies under them
   * @param {import('../boards/sights.js').Odds[]} [odds] how likely each is */
  drawSeen(layer, overlays, labels = this.board.labels(), words = layer, odds = []) {
    const flat = s('g');
    layer.append(flat);
    const sights = this.board.drawSights(layer, overlays, this.planner.pointed, labels, words, odds);
    this.board.draw(flat, overlays, labels);
    return sights;
  }

  /** What the plan is, at once, and what the server says of it. */
  paintPlan() {
    const layer = this.board.layer('plan');
    this.judged = s('g', { class: 'plan-judged' });
    this.local = s('g', { class: 'plan-local' });
    this.refusing = s('g', { class: 'plan-refusing' });
    layer.replaceChildren(this.odds, this.local, this.judged, this.refusing); // no line runs through what is said of it
    this.sights = null;
    this.follow();
    this.paintVerdict();
  }

  /** Draws again only what the browser itself knows of the plan: so little that the pointer never waits for it. */
  follow() {
    const { planner, board, local } = this;
    const { plan } = planner;
    if (!local?.isConnected) return this.paintPlan();
    local.replaceChildren();
    const rings = board.layer('rings');
    rings.replaceChildren();
    const px = this.camera.unitsPerPx;
    const selected = planner.selected ? planner.standing(planner.selected) : null;
    if (selected) board.mark(rings, selected, 'is-selected', px);
    for (const id of planner.together.others) this.markUnit(rings, id, 'is-picked');
    if (this.cursor) board.cross(local, this.cursor, 12 * px);
    if (!plan) return;
    this.markCandidates(plan, px);
    const others = s('g', { class: 'plan-others' });
    local.append(others);
    for (const other of planner.together.going) other.plan?.draw(others, px, false);
    plan.draw(local, px, planner.verdict?.legal === false);
    if (planner.isChecking && plan.end) this.sights?.from(plan.end);
    this.judged?.classList.toggle('is-stale', planner.isChecking);
    this.refusing?.classList.toggle('is-stale', planner.isChecking);
  }

  /** @param {Element} layer @param {string} id @param {string} kind */
  markUnit(layer, id, kind) {
    const unit = this.board.unit(id);
    if (unit) this.board.mark(layer, unit, kind, this.camera.unitsPerPx);
  }

  /** @param {import('../plans/plan.js').Plan} plan @param {number} px */
  markCandidates(plan, px) {
    const { board, planner, local } = this;
    const open = planner.isExplicit || plan.isPicking || plan.picked.length ? plan.candidates.filter((id) => !plan.picked.includes(id)) : [];
    for (const { ids, kind } of [{ ids: open, kind: 'is-candidate' }, { ids: plan.picked, kind: 'is-picked' }]) {
      for (const id of ids) {
        const thing = board.thing(id);
        if (thing) board.mark(board.layer('rings'), thing, kind, px);
      }
    }
    if (!local || (!planner.isExplicit && !plan.picked.length)) return;
    // Whoever is pointed at and seen has the odds beside the line.
    const seen = (planner.survey?.overlays ?? []).map((/** @type {any} */ overlay) => overlay.unit);
    this.drawAims(local, [plan], board.labels(), seen.includes(planner.pointed) ? [planner.pointed] : []);
  }

  /** The odds of acts at targets, beside those whose odds nothing else tells. @param {Element} layer @param {import('../plans/plan.js').Plan[]} plans @param {any} labels @param {Array<string | null | undefined>} told */
  drawAims(layer, plans, labels, told) {
    const { board } = this;
    for (const drawn of [board.layer('survey'), this.odds]) labels.keepOffWords(drawn);
    for (const [id, words] of this.planner.aims.best(plans)) {
      const thing = /** @type {any} a unit, or a place that is so high */ (told.includes(id) ? null : board.thing(id));
      if (!thing) continue;
      const at = board.toSvg(thing);
      const half = Math.max(thing.radius ?? thing.height / 2, 10 * labels.px);
      const on = thing.radius ? board.aimSpots(at, half) : [];
      if (on.length) labels.giveUp(at);
      const said = `▸ ${words}`;
      const drawn = on.length ? labels.on(on, said, 'sight-aim') : labels.about(at, half + 12 * labels.px, [{ words: said, kind: 'sight-aim' }]);
      layer.append(s('g', { class: 'on-tone-good', 'data-aim': id }, drawn));
    }
  }

  /** The server's word on the plan; while it thinks about the next, its last lines follow the pointer. */
  paintVerdict() {
    const { planner, board, judged } = this;
    const { plan } = planner;
    const verdict = planner.isChecking ? planner.judge.glimpse : planner.verdict;
    if (!judged) return;
    judged.replaceChildren();
    this.shaded.replaceChildren();
    this.refusing?.replaceChildren();
    this.sights = null;
    if (!plan || !verdict) return;
    const told = overlaysOf(verdict).filter((overlay) => !plan.drawsItself(overlay));
    // What colours whole cells, and what marks many alike, lies under what stands there.
    if (!planner.isChecking) board.draw(this.shaded, told.filter(isFlat));
    const all = told.filter((overlay) => !isFlat(overlay));
    const overlays = all.filter((overlay) => overlay.tone !== 'bad' || verdict.legal);
    const labels = board.labels();
    plan.keepClear(labels);
    labels.keepOffWords(this.odds);
    if (this.local) labels.keepOffWords(this.local);
    this.sights = this.drawSeen(judged, planner.isChecking ? overlays.filter((overlay) => overlay.type === 'sight') : overlays, labels, judged, verdict.chances);
    if (planner.isChecking && plan.end) this.sights.from(plan.end);
    if (!planner.isChecking && this.refusing) board.draw(this.refusing, all.filter((overlay) => !overlays.includes(overlay)), labels);
  }

  /** The scale bar follows the zoom, and so do marks of a least size. */
  moved() {
    this.rescale();
    const scale = this.board.scaleBar(this.camera.unitsPerPx);
    if (!scale) return;
    const { pixels, words } = scale;
    const bar = byId('scale-bar');
    bar.setAttribute('width', String(Math.ceil(pixels) + 44));
    bar.querySelector('path')?.setAttribute('d', `M1 8v10M1 13h${pixels.toFixed(1)}M${(pixels + 1).toFixed(1)} 8v10`);
    const text = bar.querySelector('text');
    text?.setAttribute('x', String(pixels + 8));
    text?.setAttribute('y', '14');
    if (text) text.textContent = words;
  }

  /** Once a frame at most, and only when the zoom changed. */
  rescale() {
    const px = this.camera.unitsPerPx;
    if (px === this.paintedAt || this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.paintedAt = this.camera.unitsPerPx;
      this.paintSurvey();
      this.paintPlan();
    });
  }

  /** Says what a piece of terrain is and does. @param {Element} target */
  showArea(target) {
    for (const shown of this.board.svg.querySelectorAll('.area.is-shown')) {
      shown.classList.remove('is-shown');
      shown.querySelector('.area-tags')?.remove();
    }
    const area = /** @type {SVGGElement | null} */ (target.closest('.area:not(.area-zone)'));
    if (!area) return;
    area.classList.add('is-shown');
    const name = area.querySelector('.area-name');
    if (!area.dataset.tags || !name) return;
    const tags = s('tspan', { class: 'area-tags', x: name.getAttribute('x'), dy: '1.25em' }, area.dataset.tags);
    name.append(tags);
  }

  toggleNames() {
    const isOff = this.board.svg.classList.toggle('no-names');
    document.querySelector('[data-do="names"]')?.setAttribute('aria-pressed', String(!isOff));
  }
}

/** What colours whole cells, or marks many units alike. @param {any} overlay */
function isFlat(overlay) {
  return overlay.type === 'cells' || (overlay.type === 'ring' && overlay.tone === 'good' && !overlay.label);
}

/** A filled shape of a survey is how far the unit gets. @param {any} overlay */
function isReach(overlay) {
  return overlay.type === 'spot' && !overlay.outline;
}

/** A preview draws its refusal itself, more exactly; a refused act has only the refusal's drawing. @param {any} verdict @returns {any[]} */
function overlaysOf(verdict) {
  return verdict.overlays?.length ? verdict.overlays : (verdict.refusal?.overlays ?? []);
}
