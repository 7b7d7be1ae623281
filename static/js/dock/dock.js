/** The dock: what the selected unit can do, the plan in hand with its verdict, and Commit. */

import { Coach } from './coach.js';
import { byId, h, icon, isNarrow, s } from '../base/dom.js';
import { nameOf, stateOf } from '../base/naming.js';
import { sideOf } from '../base/people.js';
import { endings } from '../plans/ways.js';
import { chance, decisive, note, outcome, reckoning, refusal, threats } from './verdicts.js';
import { say, t } from '../base/words.js';

/** @typedef {import('../plans/planner.js').Planner} Planner */

/** Whether a unit is of the viewer's own side; one beside the board is. @param {import('../boards/surface.js').Piece | null} unit */
const isOwn = (unit) => !unit || unit.element.classList.contains(sideOf(document.body.dataset.viewer ?? ''));

/** Whether a narrow page says right above whose go it is. @param {string} unit */
const isSpotlit = (unit) => isNarrow() && document.querySelector(`#spotlight .is-active [data-pick="${CSS.escape(unit)}"]`) !== null;

export class Dock {
  /** @param {Planner} planner @param {import('./waivers.js').Waivers | null} waivers what its player may answer beforehand */
  constructor(planner, waivers) {
    this.planner = planner;
    this.waivers = waivers;
    this.coach = new Coach(planner, () => this.render());
    this.offers = byId('offers');
    this.plan = byId('plan');
    this.heading = byId('who');
    /** Whether a finger is on it, and whether it was to be drawn anew meanwhile. */
    this.isPressed = this.isStale = false;
    /** How many ways there are that a digit chooses. */
    this.numbered = 0;
    for (const part of [this.offers, this.plan]) {
      part.addEventListener('pointerdown', () => this.press());
      part.addEventListener('keydown', (event) => event.key === ' ' && this.press());
    }
  }

  /** What a finger is on, or the space bar presses, stays: a button that is drawn anew under it, as a verdict comes, would swallow the press. */
  press() {
    if (this.isPressed) return;
    this.isPressed = true;
    const released = new AbortController();
    const release = () => {
      released.abort();
      setTimeout(() => {
        this.isPressed = false;
        if (this.isStale) this.render();
      });
    };
    for (const way of ['pointerup', 'pointercancel', 'keyup', 'blur']) addEventListener(way, release, { signal: released.signal });
  }

  render() {
    this.isStale = this.isPressed;
    if (this.isStale) return;
    keepingFocus(this.offers, () => this.renderOffers());
    keepingFocus(this.plan, () => this.renderPlan());
  }

  // What can be done

  renderOffers() {
    const { planner } = this;
    const unit = planner.selected ? planner.board.unit(planner.selected) : null;
    this.numbered = 0;
    const parts = [];
    this.heading.replaceChildren(...(planner.selected && !isSpotlit(planner.selected) ? this.who(unit) : []));
    // To a quick question the bare answers come first, with the same digits whatever else there is; the others after what the unit at hand may do.
    const isQuick = planner.offers.some((offer) => offer.waivers?.length);
    const first = isQuick ? planner.globalOffers.filter((offer) => planner.isAtOnce(offer)) : [];
    if (first.length) parts.push(this.quick(first));
    const others = planner.globalOffers.filter((offer) => !first.includes(offer));
    const areNear = planner.selected !== null;
    const groups = grouped(planner.unitOffers);
    // While units are placed one after the other, another may always be taken instead.
    if (planner.plan?.isPlacing && planner.selected && !planner.standing(planner.selected) && planner.ready.length > 1) parts.push(this.coach.ready());
    if (groups.length) parts.push(h('div', { class: 'offers__group', role: 'group', 'aria-labelledby': 'who' }, ...groups.flat().flatMap((offer) => [this.button(offer), ...this.endings(offer), ...this.levels(offer), ...this.additions(offer)])));
    const inside = planner.inside.map((id) => this.comingOut(id));
    if (inside.length) parts.push(h('div', { class: 'offers__group', role: 'group', 'aria-labelledby': 'who' }, ...inside));
    if (document.body.dataset.status === 'paused') parts.push(h('span', { class: 'offers__note' }, t('paused_dock')));
    else if (planner.selected && groups.length + inside.length === 0) parts.push(h('span', { class: 'offers__note' }, t(isOwn(unit) ? 'nothing_to_do' : 'not_yours')));
    if (others.length && isQuick && !areNear) parts.push(this.globals(others));
    if (!planner.selected && planner.ready.length && !planner.plan?.offer.closes) parts.push(this.coach.ready());
    if (others.length && areNear) parts.push(this.globals(others));
    if (planner.selected) parts.push(this.coach.refused() ?? '');
    if (unit && !planner.plan?.tentative() && planner.survey?.notes?.length) parts.push(this.sight(planner.survey.notes));
    if (others.length && !isQuick && !areNear) parts.push(this.globals(others));
    if (parts.length === 0 && planner.playing && planner.seq !== undefined && isOthersGo()) parts.push(h('p', { class: 'offers__note' }, t('idle_dock')), ownList());
    this.offers.replaceChildren(...parts);
    this.offers.dataset.seq = String(planner.seq ?? '');
  }

  /** What is no unit's own. @param {any[]} offers */
  globals(offers) {
    return h('div', { class: 'offers__group offers__group--global', role: 'group' }, ...offers.map((offer) => this.button(offer)));
  }

  /** The bare answers to a quick question, and to be let alone for a while. @param {any[]} offers */
  quick(offers) {
    return h('div', { class: 'offers__group offers__group--quick', role: 'group' }, ...offers.map((offer) => this.button(offer)), this.waivers?.soonest(() => ++this.numbered) ?? '');
  }

  /** Who is selected, with what is the matter with it. @param {import('../boards/surface.js').Piece | null} unit @returns {Array<Node | string>} */
  who(unit) {
    if (!unit) {
      const row = document.querySelector(`.row [data-pick="${CSS.escape(this.planner.selected ?? '')}"]`);
      return row ? [...[...row.childNodes].map((node) => node.cloneNode(true)), this.another()] : [];
    }
    const side = [...unit.element.classList].find((name) => /^side-\d/.test(name)) ?? '';
    const picture = s('svg', { class: `row__symbol ${side}`, 'aria-hidden': 'true', viewBox: '-64 -78 128 128', width: 44, height: 44 }, s('use', { href: `#${unit.symbol}`, x: -50, y: -50, width: 100, height: 100 }));
    const words = [unit.element.dataset.state, stateOf(unit.id)].filter(Boolean).join(' · ');
    return [picture, h('span', { class: 'row__words' }, h('span', { class: 'row__title' }, unit.name), words ? h('span', { class: 'row__detail' }, words) : ''), this.another()];
  }

  /** Back to all who may act: pieces that stand close are easier picked from their list. */
  another() {
    const { planner } = this;
    if (planner.ready.length < 2 && !planner.globalOffers.length) return '';
    return h('button', { type: 'button', class: 'tool who__leave', 'data-focus': 'leave', 'aria-label': t('leave_unit'), onclick: () => planner.select(null) }, icon('icon-close', 20));
  }

  /** What the selected unit sees from where it stands, and what it does not and why. @param {any[]} notes */
  sight(notes) {
    return h('details', { class: 'plan__typed', open: this.isSightOpen, ontoggle: (event) => (this.isSightOpen = event.target.open) },
      h('summary', { 'data-focus': 'sight' }, t('from_here')), ...notes.map(note));
  }

  /** @param {any} offer */
  button(offer) {
    const { planner } = this;
    const isOn = planner.plan?.offer === offer;
    const isAtOnce = planner.isAtOnce(offer);
    const n = ++this.numbered;
    const press = () => {
      if (planner.isBehind) return;
      if (isAtOnce) planner.doAtOnce(offer);
      else if (isOn && offer.input === 'button') planner.commit();
      else if (isOn && (planner.isAuto || !planner.isExplicit)) planner.start(offer);
      else if (isOn) planner.cancel();
      else this.begin(() => planner.start(offer));
    };
    const words = isOn && !isAtOnce && offer.input === 'button' ? `${say(offer.label)} ✓` : say(offer.label);
    return h(
      'button',
      { type: 'button', class: `offer${offer.unit ? '' : ' offer--global'}`, 'aria-pressed': String(isOn), 'data-offer': offer.type, 'data-once': isAtOnce ? '' : null, 'data-n': n, 'aria-disabled': planner.isBehind ? 'true' : null, 'data-focus': `offer-${offer.type}-${say(offer.label)}`, onclick: press },
      words,
      n <= 9 && h('span', { class: 'offer__key', 'aria-hidden': 'true' }, String(n)),
      // What one press does is told before it, not after.
      isAtOnce && offer.about && h('small', { class: 'offer__of' }, say(offer.about)),
    );
  }

  /** A way that may end in a unit has a button for each of those in reach. @param {any} offer */
  endings(offer) {
    const { planner } = this;
    return endings(offer).map(({ unit, example }) =>
      h('button', { type: 'button', class: 'offer', 'data-into': unit, 'data-n': ++this.numbered, 'data-focus': `into-${unit}`, onclick: () => this.begin(() => planner.follow(offer, example)) },
        t('get_into', { name: nameOf(planner.board, unit) }), this.numbered <= 9 && h('span', { class: 'offer__key', 'aria-hidden': 'true' }, String(this.numbered))));
  }

  /** Whoever is in the unit at hand is taken in hand in its place. @param {string} id */
  comingOut(id) {
    const { planner } = this;
    return h('button', { type: 'button', class: 'offer', 'data-out': id, 'data-n': ++this.numbered, 'data-focus': `out-${id}`, onclick: () => planner.select(id) },
      t('get_out', { name: nameOf(planner.board, id) }), this.numbered <= 9 && h('span', { class: 'offer__key', 'aria-hidden': 'true' }, String(this.numbered)));
  }

  /** Who stands where there are levels may go up or down on the spot. @param {any} offer */
  levels(offer) {
    const { planner } = this;
    const { plan } = planner;
    if (!plan || plan.offer !== offer || planner.isExplicit) return [];
    return plan.levelsBeside.map((step) => {
      const words = step > 0 ? 'level_up' : 'level_down';
      return h('button', { type: 'button', class: 'offer', 'data-n': ++this.numbered, 'data-focus': words, onclick: () => this.begin(() => { planner.start(offer); planner.changeLevel(step); }) },
        t(words), this.numbered <= 9 && h('span', { class: 'offer__key', 'aria-hidden': 'true' }, String(this.numbered)));
    });
  }

  /** What may be done without a step has a button as soon as the unit is at hand; later it stands with the plan. @param {any} offer */
  additions(offer) {
    const { planner } = this;
    const { plan } = planner;
    if (!plan || plan.offer !== offer || planner.isExplicit || plan.hasSteps || plan.isPicking) return [];
    return plan.more.map((more) => this.addition(more, say(more.text), ++this.numbered));
  }

  /** @param {import('../plans/parts.js').More} more @param {string} words @param {number} [n] */
  addition(more, words, n = 0) {
    const { planner } = this;
    const press = () => this.begin(() => planner.add(more));
    return h('button', { type: 'button', class: 'offer', 'data-also': say(more.text), 'data-n': n || null, 'aria-disabled': planner.plan?.isSure ? null : 'true', 'data-focus': `also-${say(more.text)}`, onclick: press },
      words, n > 0 && n <= 9 && h('span', { class: 'offer__key', 'aria-hidden': 'true' }, String(n)));
  }

  /** What may be added to what is planned. */
  added() {
    const { plan, isExplicit } = this.planner;
    if (!plan || plan.isPicking || !plan.more.length || !(plan.hasSteps || isExplicit)) return [];
    return [h('div', { class: 'plan__choices plan__also', role: 'group' }, ...plan.more.map((more) => this.addition(more, t('also', { what: say(more.text) }))))];
  }

  /** A plan begun by a button further down is brought into view. @param {() => void} start */
  begin(start) {
    start();
    byId('dock').scrollTop = 0;
    this.plan.scrollIntoView({ block: 'nearest' });
  }

  // The plan

  renderPlan() {
    const { plan } = this.planner;
    const isIdle = !plan || this.isPassing() || (!this.planner.isExplicit && !plan.tentative() && !plan.picked.length && !plan.isPicking && !this.planner.together.units.size);
    this.plan.hidden = isIdle;
    byId('sheet').classList.toggle('is-weighing', !isIdle && Boolean(plan && !plan.isComposed && (this.planner.isExplicit || plan.action())));
    // A list has the height it needs from the start: nothing moves at its first touch.
    byId('sheet').classList.toggle('is-composing', Boolean(!isIdle && plan?.isComposed));
    if (isIdle || !plan) {
      this.plan.replaceChildren();
      return;
    }
    const top = plan.isComposed ? [h('div', { class: 'plan__top' }, this.head(), this.body())] : plan.asksFirst ? [this.head()] : [this.head(), this.shared(plan), this.body()];
    this.plan.replaceChildren(...top, this.controls(), ...(plan.asksFirst ? [this.answer(plan), this.shared(plan), this.body()] : []), this.ways());
  }

  /** Who may do the same, right below the verdict: odds and reasons, however many, come after it. @param {import('../plans/plan.js').Plan} plan */
  shared(plan) {
    const parts = plan.isPicking ? [] : this.planner.together.controls();
    return parts.length ? h('div', { class: 'plan__shared' }, ...parts) : '';
  }

  /** Whether what one press does is on its way: there is nothing to look at unless it is refused or lost. */
  isPassing() {
    const { plan, isCommitting, sending } = this.planner;
    return Boolean(plan && this.planner.isAtOnce(plan.offer)) && (isCommitting || sending === 'sending' || sending === 'resending');
  }

  /** While a way follows the pointer only its length is said anew; the rest waits for the verdict. */
  follow() {
    const shown = this.plan.querySelector('.plan__tape');
    const next = this.plan.hidden || !shown ? null : this.planner.plan?.followed();
    if (!next) return keepingFocus(this.plan, () => this.renderPlan());
    shown?.replaceWith(next);
    this.plan.querySelector('[data-verdict]')?.setAttribute('data-verdict', 'checking');
  }

  head() {
    const { planner } = this;
    const { plan } = planner;
    if (!plan) return '';
    const title = plan.title && h('p', { class: 'plan__title' }, plan.title);
    const first = plan.action() && !plan.isOpen ? title : h('p', { class: 'plan__ask' }, plan.ask);
    return h('div', { class: 'plan__head' }, first, ...plan.summary(planner, this.verdict()));
  }

  /** What is said of what was chosen, below the choice. @param {import('../plans/plan.js').Plan} plan */
  answer(plan) {
    const parts = plan.answer(this.planner, this.verdict());
    return parts.length ? h('div', { class: 'plan__head plan__answer' }, ...parts) : '';
  }

  verdict() {
    const { verdict, isChecking, plan } = this.planner;
    if (isChecking && !verdict) return h('span', { class: 'plan__verdict', 'data-verdict': 'checking' }, t('checking'));
    if (!verdict || !plan?.tentative()) return h('span', {});
    const isLegal = verdict.legal;
    return h(
      'span',
      { class: `plan__verdict ${isLegal ? 'is-legal' : 'is-illegal'}`, 'data-verdict': isChecking ? 'checking' : isLegal ? 'legal' : 'illegal' },
      icon(isLegal ? 'tone-good' : 'tone-bad', 16),
      t(!isLegal ? 'illegal' : plan.action() ? 'legal' : 'legal_there'),
    );
  }

  /** What else a plan lets be decided: which act it is, what the plan itself brings, a place typed in. */
  controls() {
    const { planner } = this;
    const { plan } = planner;
    const switches = planner.choices.length > 1 ? [this.switches()] : [];
    const typed = plan?.wantsPlace && !planner.board.hasPlaces ? [this.typed()] : [];
    const { other } = planner.taps;
    if (other && plan?.hasSteps) switches.push(h('button', { type: 'button', class: 'offer', 'data-focus': 'other', 'data-pick': other }, t('take_other', { name: nameOf(planner.board, other) })));
    return h('div', { class: 'plan__controls' }, ...switches, ...this.added(), ...(plan?.controls(planner) ?? []), ...typed);
  }

  switches() {
    const { planner } = this;
    const isOn = (offer) => planner.plan?.offer === offer;
    return h('div', { class: 'plan__choices', role: 'group' }, ...planner.choices.map((offer) =>
      h('button', { type: 'button', class: 'offer', 'aria-pressed': String(isOn(offer)), 'data-focus': `switch-${say(offer.label)}`, onclick: () => planner.taps.switchTo(offer) }, say(offer.label))));
  }

  /** A place by numbers: bearing and distance from the last point, or centimetres from the corner. */
  typed() {
    const { planner } = this;
    const { plan, board } = planner;
    const from = plan?.hasBearings ? plan.last : null;
    const first = h('input', { type: 'number', step: 'any', inputmode: 'decimal', required: true, 'data-focus': 'typed-1' });
    const second = h('input', { type: 'number', step: 'any', inputmode: 'decimal', required: true, 'data-focus': 'typed-2' });
    const go = (event) => {
      event.preventDefault();
      const a = Number(/** @type {HTMLInputElement} */ (first).value);
      const b = Number(/** @type {HTMLInputElement} */ (second).value) * 10;
      const at = from ? board.towards(from, a, b) : { x: a * 10, y: b };
      if (plan?.tapPlace(at, 0)) planner.update();
    };
    return h('details', { class: 'plan__typed', 'data-focus': 'typed', ...(this.isTypedOpen ? { open: true } : {}), ontoggle: (event) => (this.isTypedOpen = event.target.open) },
      h('summary', { 'data-focus': 'typed-summary' }, from ? t('type_it') : t('type_place')),
      h('form', { onsubmit: go },
        h('label', {}, from ? t('bearing') : t('east'), first),
        h('label', {}, from ? t('distance') : t('north'), second),
        h('button', { class: 'button button--second button--small', 'data-focus': 'typed-go' }, t('add_point'))));
  }

  // The verdict in full

  body() {
    const { verdict, plan } = this.planner;
    const parts = [plan ? this.coach.warning(plan.offer) ?? '' : ''];
    if (!verdict) return h('div', { class: 'plan__body' }, ...parts);
    // Below what is pressed first it would lie out of sight: there it stands right above Commit.
    if (verdict.refusal && !plan?.asksFirst) parts.push(refusal(verdict.refusal, this.planner.board));
    // Warnings come first, and what a way leads to before what could be shot at from its end; what could not comes last.
    const isFirst = (each) => ['bad', 'warn'].includes(each.tone) || Boolean(plan?.putsFirst(each));
    const side = verdict.side && this.planner.board.fromTheSide(verdict.side);
    if (side) parts.push(side.shown);
    const notes = verdict.notes ?? [];
    parts.push(...notes.filter(isFirst).map(note));
    const chances = verdict.chances ?? [];
    const said = decisive(chances);
    parts.push(...chances.filter((odds) => odds.steps?.length).map((odds) => (said.includes(odds) ? reckoning(odds) : chance(odds))));
    const outcomes = chances.filter((odds) => !odds.steps?.length && !said.includes(odds));
    if (outcomes.length) parts.push(h('ul', { class: 'outcomes' }, ...outcomes.map(outcome)));
    parts.push(...notes.filter((each) => !isFirst(each)).map(note));
    if (verdict.threats?.length) parts.push(threats(verdict.threats));
    return h('div', { class: 'plan__body', role: 'status' }, ...parts);
  }

  /** What decides it, right above the button that does it: reasons may lie further up, and be scrolled to. */
  odds() {
    const said = decisive(this.planner.verdict?.chances ?? []);
    return said.length > 0 && h('div', { class: 'plan__odds', role: 'status' }, ...said.map((odds) => chance(odds, false)));
  }

  ways() {
    const { planner } = this;
    const { sending, plan } = planner;
    const busy = sending === 'sending' || sending === 'resending' || planner.isCommitting;
    const many = planner.together.others.length;
    const isDoubted = !busy && planner.sender.isDoubted;
    const words = sending === 'sending' || planner.isCommitting ? t('sending') : sending === 'resending' ? t('resending') : t(isDoubted ? 'commit_still' : many ? 'commit_many' : 'commit', { n: many + 1 });
    // The second press of a double click answers nothing.
    const press = (event) => { if (!isDoubted || event.detail < 2) planner.commit(); };
    return h('div', { class: 'plan__ways' },
      plan?.asksFirst && planner.verdict?.refusal && h('div', { class: 'plan__refused', role: 'status' }, refusal(planner.verdict.refusal, planner.board)),
      this.odds(),
      isDoubted && h('p', { class: 'plan__doubt', role: 'alert' }, icon('tone-warn', 16), plan?.doubt),
      h('button', { type: 'button', id: 'commit', class: 'button', disabled: !planner.canCommit, 'data-focus': 'commit', onclick: press }, icon('icon-check', 20), words),
      h('button', { type: 'button', class: 'button button--second', disabled: busy && sending !== 'resending', 'data-focus': 'cancel', onclick: () => planner.cancel() }, t('cancel')),
      plan?.canBack && !busy &&
        h('button', { type: 'button', class: 'button button--second', 'data-focus': 'back', onclick: () => planner.back() }, t('back')));
  }
}

/** Whether others are waited for: not before the game, after it, or while what one may do oneself is on its way. */
function isOthersGo() {
  return ['playing', 'paused'].includes(document.body.dataset.status ?? '') && byId('live').dataset.myGo !== 'true';
}

/** What its player has handed in, to be looked at while there is nothing to do. */
function ownList() {
  const list = document.getElementById('panel-own-list');
  if (!list) return '';
  const shown = /** @type {HTMLElement} */ (list.cloneNode(true));
  for (const each of [shown, ...shown.querySelectorAll('[id]')]) each.removeAttribute('id');
  const title = shown.querySelector('.panel__title');
  shown.setAttribute('aria-label', title?.firstChild?.textContent ?? '');
  shown.tabIndex = 0;
  if (!shown.querySelector('.row')) title?.querySelector('.panel__count')?.remove();
  title?.replaceWith(h('p', { class: title.className }, ...title.childNodes));
  return shown;
}

/** Offers of one type stand together, in the order they came. @param {any[]} offers @returns {any[][]} */
function grouped(offers) {
  const groups = new Map();
  for (const offer of offers) groups.set(offer.type, [...(groups.get(offer.type) ?? []), offer]);
  return [...groups.values()];
}

/** Draws a part again without losing the place of the keyboard in it, nor what was typed. @param {HTMLElement} root @param {() => void} draw */
function keepingFocus(root, draw) {
  const active = document.activeElement;
  const key = active && root.contains(active) ? active.getAttribute('data-focus') : null;
  const typed = new Map([...root.querySelectorAll('input[data-focus]')].map((input) => [input.getAttribute('data-focus'), /** @type {HTMLInputElement} */ (input).value]));
  const top = root.querySelector('.plan__body')?.scrollTop ?? 0;
  draw();
  for (const input of root.querySelectorAll('input[data-focus]')) /** @type {HTMLInputElement} */ (input).value = typed.get(input.getAttribute('data-focus')) ?? '';
  const body = root.querySelector('.plan__body');
  if (body) body.scrollTop = top;
  if (key) /** @type {HTMLElement | null} */ (root.querySelector(`[data-focus="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
}
