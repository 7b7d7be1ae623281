/** What can be done now, as a list of sentences to press or to answer by number, and what typed words mean. */

import * as api from '../base/api.js';
import { barOf, nameOf, placeOf } from '../base/naming.js';
import { fraction, percent, say, t } from '../base/words.js';

/** @typedef {{words: string, run: () => void, key: string}} Choice */

const NUMBERS = /^(?:(@|en|at)\s*)?(-?\d+(?:[.,]\d+)?)\s*(?:°|º|x|\/|\s)\s*(-?\d+(?:[.,]\d+)?)\s*(?:cm)?$/;

export class Commands {
  /** @param {import('../boards/surface.js').Surface} board @param {import('../plans/planner.js').Planner} planner */
  constructor(board, planner) {
    this.board = board;
    this.planner = planner;
  }

  /** Everything that can be done by one word, what belongs to the plan in hand first. @returns {Choice[]} */
  choices() {
    const { planner } = this;
    const { plan } = planner;
    const other = (offer) => offer !== plan?.offer || planner.isAuto;
    return [
      ...this.ofPlan(),
      ...planner.unitOffers.filter(other).map((offer) => this.offered(offer)),
      ...planner.globalOffers.filter(other).map((offer) => this.offered(offer)),
      ...planner.ready.filter((id) => id !== planner.selected).map((id) => choice(`pick-${id}`, t('command_select', { name: this.nameOf(id) }), () => planner.select(id))),
    ];
  }

  /** @returns {Choice[]} */
  ofPlan() {
    const { planner } = this;
    const { plan } = planner;
    if (!plan) return [];
    const found = planner.canCommit ? [choice('commit', t(planner.sender.isDoubted ? 'commit_still' : 'commit'), () => planner.commit())] : [];
    found.push(...plan.commands({ aim: (id) => this.aim(id) }).map(({ key, words, act }) => choice(key, words, () => {
      act();
      planner.update();
    })));
    if (planner.isExplicit || plan.hasSteps) found.push(choice('cancel', t('cancel'), () => planner.cancel()));
    return found;
  }

  /** @param {any} offer @returns {Choice} */
  offered(offer) {
    return choice(`offer-${offer.type}-${say(offer.label)}`, say(offer.label), () => this.planner.start(offer));
  }

  /** A target with the odds of it, where they are known. @param {string} id */
  aim(id) {
    const seen = this.sightOf(id);
    return `${this.nameOf(id)}${seen ? `: ${seen}` : ''}`;
  }

  /** What the selected unit sees of another: the odds, or what hides it. @param {string} id */
  sightOf(id) {
    const { survey } = this.planner;
    const odds = (survey?.chances ?? []).filter((each) => each.unit === id).map(oddsWords);
    const threats = (survey?.threats ?? []).filter((each) => each.unit === id).map((each) => t('command_threat', { words: each.denominator ? oddsWords(each) : say(each.text) }));
    const notes = (survey?.notes ?? []).filter((each) => each.unit === id).map((each) => say(each.text));
    return [...odds, ...notes, ...threats].join('; ');
  }

  /** A refusal with what is in the way. @param {any} refusal */
  because(refusal) {
    return [say(refusal?.text), refusal ? barOf(this.board, refusal) : ''].filter(Boolean).join(' ');
  }

  /** @param {string} id a unit or a place */
  nameOf(id) {
    const unit = this.board.unit(id);
    const card = unit ? null : this.board.cell(id);
    if (card) return `${card.label}, ${card.name}`;
    if (!unit) return nameOf(this.board, id).trim();
    return [unit.name, placeOf(this.board, id)].filter(Boolean).join(' ');
  }

  /** Commits the plan, or says why that is asked once more. */
  commit() {
    const { planner } = this;
    planner.commit();
    return planner.sender.isDoubted ? `${planner.plan?.doubt} ${t('command_again')}` : '';
  }

  /** Does what typed words mean; answers what to say at once or once the server has said it, or nothing where the plan says it. @param {string} typed @returns {string | Promise<string>} */
  run(typed) {
    const words = plain(typed);
    const { planner } = this;
    if (!words) return '';
    if (isOne('command_commit', words)) return planner.canCommit ? this.commit() : t('command_nothing');
    if (isOne('command_cancel', words)) return planner.cancel(), '';
    if (isOne('command_back', words)) return planner.back(), '';
    if (isOne('command_next', words)) return this.next();
    if (isOne('command_help', words)) return t('command_about');
    const choices = this.choices();
    if (/^\d{1,2}$/.test(words)) return this.press(choices[Number(words) - 1], typed);
    const numbers = NUMBERS.exec(words);
    if (numbers) return this.place(Boolean(numbers[1]), number(numbers[2]), number(numbers[3]));
    const exact = choices.find((each) => plain(each.words) === words) ?? choices.find((each) => plain(each.words).startsWith(words));
    if (exact) return this.press(exact, typed);
    if (planner.plan && plain(say(planner.plan.offer.label)).startsWith(words)) return planner.plan.typedAsk;
    return this.point(words, typed);
  }

  /** @param {Choice | undefined} found @param {string} typed */
  press(found, typed) {
    if (!found) return t('command_unknown', { words: typed });
    found.run();
    return '';
  }

  /** A place by bearing and distance from where the plan has come to, or by its distances from the corner. @param {boolean} isAbsolute @param {number} first @param {number} second */
  place(isAbsolute, first, second) {
    const { board, planner } = this;
    const { plan } = planner;
    if (board.hasPlaces || !plan?.wantsPlace) return t('command_no_place');
    const unit = planner.selected ? board.unit(planner.selected) : null;
    const from = plan.last ?? unit ?? { x: 0, y: 0 };
    const at = isAbsolute ? { x: Math.round(first * 10), y: Math.round(second * 10) } : board.towards(from, first, second * 10);
    plan.tapPlace(at, 0);
    planner.update();
    return '';
  }

  /** A unit, a card or a piece of terrain, by any of its names. @param {string} words @param {string} typed @returns {string | Promise<string>} */
  point(words, typed) {
    const { board, planner } = this;
    const cards = board.hasPlaces ? this.cardsOf(words) : [];
    if (cards.length) return this.pointCards(cards);
    const parts = words.split(' ');
    const fits = (...names) => parts.every((part) => plain(names.join(' ')).includes(part));
    const units = board.units().filter((unit) => plain(unit.id) === words || fits(unit.id, unit.name, placeOf(board, unit.id)));
    const elsewhere = planner.readyElsewhere.filter((id) => fits(id, this.nameOf(id)));
    if (units.length + elsewhere.length > 1) return t('command_which', { names: [...units.map((unit) => unit.id), ...elsewhere].map((id) => this.nameOf(id)).join('; ') });
    if (elsewhere.length) return planner.select(elsewhere[0]), '';
    if (!units.length) return this.pointTerrain(words) ?? this.whyWithheld(words, typed);
    const [unit] = units;
    const why = this.whyNot(unit);
    if (why) return why;
    if (!this.isChosen(unit.id)) planner.taps.tap({ x: unit.x, y: unit.y }, unit.id);
    return planner.selected === unit.id ? '' : this.aim(unit.id);
  }

  /** The cards that words name: one, or the whole way in order; none if any part of them names none. @param {string} words @returns {any[]} */
  cardsOf(words) {
    const cards = this.board.cells();
    const found = words.split(/\s*(?:,|>|→)\s*/).map((part) => cards.find((each) => plain(each.label) === part) ?? cards.find((each) => plain(each.name) === part));
    return found.every(Boolean) ? found : [];
  }

  /** @param {any[]} cards */
  pointCards(cards) {
    const { planner } = this;
    const [card] = cards;
    if (planner.plan?.goOver(cards)) planner.update();
    else if ((planner.plan?.offer.picks || planner.plan?.isPicking) && !planner.plan.candidates.includes(card.id)) return this.notAmong(card.id);
    else planner.taps.tap({ x: card.x, y: card.y }, null);
    return planner.plan?.tentative() ? '' : `${card.label}, ${card.name}`;
  }

  /** The middle of a piece of terrain, where a place is wanted. @param {string} words @returns {string | null} */
  pointTerrain(words) {
    const { plan } = this.planner;
    const at = this.board.middleOf((name) => plain(name) === words);
    if (!at || !plan?.wantsPlace) return at ? t('command_no_place') : null;
    plan.tapPlace(at, 0);
    this.planner.update();
    return '';
  }

  /** Why a unit is no target of the plan in hand, in the words of the server's judge; the plan stays as it is. Null where the plan asks
   * for no target, or may have this one, or where naming the unit takes it in hand. @param {any} unit @returns {string | Promise<string> | null} */
  whyNot(unit) {
    const { plan, ready } = this.planner;
    if (!plan?.asksForTarget || plan.candidates.includes(unit.id) || ready.includes(unit.id)) return null;
    const action = plan.aimedAt(unit);
    if (!action) return this.notAmong(unit.id);
    return api.preview(action).then(({ ok, data }) => (ok && data.refusal ? `${this.nameOf(unit.id)}: ${t('illegal')}: ${this.because(data.refusal)}` : this.notAmong(unit.id)), () => t('lost_read'));
  }

  /** Why the selected unit cannot do now what the words name, as the server's judge says it; where they name no act of its, that they are not
   * understood. @param {string} words @param {string} typed @returns {Promise<string>} */
  async whyWithheld(words, typed) {
    const { selected } = this.planner;
    const told = selected ? await api.offersOf(selected).catch(() => null) : { ok: true, data: {} };
    if (!told?.ok) return t('lost_read');
    /** @type {any[]} */
    const withheld = told.data.withheld ?? [];
    const found = withheld.find((each) => plain(say(each.label)).startsWith(words));
    return found ? `${say(found.label)}: ${t('illegal')}: ${this.because(found.refusal)}` : t('command_unknown', { words: typed });
  }

  /** @param {string} id what the plan in hand cannot be aimed at */
  notAmong(id) {
    const { plan } = this.planner;
    const names = (plan?.candidates ?? []).map((each) => this.nameOf(each)).join('; ');
    return t('command_not_among', { name: this.nameOf(id), names });
  }

  /** Whether naming it once more would be taken for a second tap, which commits. @param {string} id */
  isChosen(id) {
    const { plan } = this.planner;
    return Boolean(plan?.has(id));
  }

  next() {
    const { planner } = this;
    const at = planner.ready.indexOf(planner.selected ?? '');
    const id = planner.ready[(at + 1) % (planner.ready.length || 1)];
    if (id) planner.select(id);
    return id ? '' : t('command_nobody');
  }

  /** The plan in hand and what the server says of it; nothing while it is looked at. */
  planWords() {
    const { planner } = this;
    const { plan, verdict } = planner;
    if (!plan) return planner.selected ? this.nameOf(planner.selected) : '';
    const who = planner.selected ? `${this.nameOf(planner.selected)}. ` : '';
    if (!plan.action()) return `${who}${plan.typedAsk}`;
    if (planner.isChecking || !verdict) return '';
    const judged = verdict.legal ? t('legal') : `${t('illegal')}: ${this.because(verdict.refusal)}`;
    const side = verdict.side && this.board.fromTheSide(verdict.side);
    const more = [...(side ? [side.words] : []), ...(verdict.chances ?? []).map(oddsInFull), ...(verdict.notes ?? []).map((each) => say(each.text))];
    return [`${plan.told}: ${judged}`, ...more].map((each) => each.replace(/\.$/, '')).join('. ');
  }
}

/** @param {any} chance */
function oddsWords(chance) {
  const { numerator, denominator } = chance;
  const exact = fraction(chance);
  return `${say(chance.text)}, ${percent(numerator / denominator)}${exact && ` (${exact})`}`;
}

/** With all that led there. @param {any} chance */
function oddsInFull(chance) {
  const steps = (chance.steps ?? []).map(say).join('; ');
  return steps ? `${oddsWords(chance)}: ${steps}` : oddsWords(chance);
}

/** @param {string} key @param {string} words @param {() => void} run @returns {Choice} */
function choice(key, words, run) {
  return { key, words, run };
}

/** Whether it is one of the words that mean a thing. @param {string} key @param {string} words */
function isOne(key, words) {
  return t(key).split(',').some((each) => plain(each) === words);
}

/** Small letters without accents, one space between words. @param {string} words */
function plain(words) {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** @param {string} typed */
function number(typed) {
  return Number(typed.replace(',', '.'));
}
