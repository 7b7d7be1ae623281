/** What can be done now, as a list of sentences to press or to answer by number, and what typed words mean. */

import { ButtonPlan, ChoicePlan, ListPlan, PathPlan, PointPlan, StepsPlan, TargetPlan, tapeWords } from '../table/plans.js';
import { percent, say, t } from '../table/words.js';

/** @typedef {{words: string, run: () => void, key: string}} Choice */

const NUMBERS = /^(?:(@|en|at)\s*)?(-?\d+(?:[.,]\d+)?)\s*(?:°|º|x|\/|\s)\s*(-?\d+(?:[.,]\d+)?)\s*(?:cm)?$/;

export class Commands {
  /** @param {any} board @param {import('../table/planner.js').Planner} planner */
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
    const change = (act) => () => {
      act();
      planner.update();
    };
    const found = [];
    if (planner.canCommit) found.push(choice('commit', t('commit'), () => planner.commit()));
    if (plan instanceof ChoicePlan && plan.offer.examples.length > 1) {
      found.push(...[...plan.offer.examples.keys()].filter((n) => n !== plan.chosen).map((n) => choice(`example-${n}`, plan.wording(n), change(() => plan.choose(n)))));
    } else if (plan instanceof TargetPlan) {
      found.push(...plan.candidates.filter((id) => !plan.targets.includes(id) || plan.repeats).map((id) => choice(`target-${id}`, this.aim(id), change(() => plan.tapUnit(id)))));
    } else if (plan instanceof ListPlan) {
      for (const item of plan.items) {
        const name = `${say(item.name)} (${plan.count(item.value)})`;
        if (!plan.whyNot(item)) found.push(choice(`more-${item.value}`, t('more', { name }), change(() => plan.add(item.value))));
        if (plan.count(item.value)) found.push(choice(`less-${item.value}`, t('less', { name }), change(() => plan.remove(item.value))));
      }
    } else if (plan instanceof StepsPlan) {
      found.push(...(plan.domain.cells ?? []).filter((cell) => !plan.path.includes(cell)).map((cell) => this.going(cell)));
    } else if (plan instanceof PointPlan && !plan.at && plan.pointed) {
      const at = plan.pointed;
      found.push(choice('example', t('command_place', { place: this.board.placeWords(at) }), change(() => plan.tapPlace(at, 0))));
    }
    if (planner.isExplicit || plan.hasSteps) found.push(choice('cancel', t('cancel'), () => planner.cancel()));
    return found;
  }

  /** @param {any} offer @returns {Choice} */
  offered(offer) {
    return choice(`offer-${offer.type}-${say(offer.label)}`, say(offer.label), () => this.planner.start(offer));
  }

  /** @param {string} cell @returns {Choice} */
  going(cell) {
    const card = this.board.card(cell);
    return choice(`cell-${cell}`, t('command_go', { place: `${cell}, ${card?.name ?? ''}` }), () => card && this.planner.tap({ x: card.x, y: card.y }, null));
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

  /** @param {string} id a unit or a place */
  nameOf(id) {
    const unit = this.board.unit(id);
    const card = unit ? null : this.board.card?.(id);
    if (card) return `${card.label}, ${card.name}`;
    const line = document.querySelector(`[data-pick="${CSS.escape(id)}"] .row__name`)?.textContent;
    if (!unit) return line?.trim() ?? id;
    const where = unit.element.dataset.on;
    return where ? `${unit.name} ${where}` : unit.name;
  }

  /** Does what typed words mean; answers what to say at once, or nothing where the plan says it. @param {string} typed @returns {string} */
  run(typed) {
    const words = plain(typed);
    const { planner } = this;
    if (!words) return '';
    if (isOne('command_commit', words)) return planner.canCommit ? (planner.commit(), '') : t('command_nothing');
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
    const from = plan instanceof PathPlan ? plan.last : unit ?? { x: 0, y: 0 };
    const at = isAbsolute ? { x: Math.round(first * 10), y: Math.round(second * 10) } : board.towards(from, first, second * 10);
    plan.tapPlace(at, 0);
    planner.update();
    return '';
  }

  /** A unit or a card, by any of its names. @param {string} words @param {string} typed */
  point(words, typed) {
    const { board, planner } = this;
    const parts = words.split(' ');
    const fits = (...names) => parts.every((part) => plain(names.join(' ')).includes(part));
    const cards = board.hasPlaces ? board.cards() : [];
    const card = cards.find((each) => plain(each.label) === words) ?? cards.find((each) => plain(each.name) === words);
    if (card) {
      planner.tap({ x: card.x, y: card.y }, null);
      return planner.plan?.tentative() ? '' : `${card.label}, ${card.name}`;
    }
    const units = board.units().filter((unit) => plain(unit.id) === words || fits(unit.id, unit.name, unit.element.dataset.on ?? ''));
    const elsewhere = planner.readyElsewhere.filter((id) => fits(id, this.nameOf(id)));
    if (units.length + elsewhere.length > 1) return t('command_which', { names: [...units.map((unit) => unit.id), ...elsewhere].map((id) => this.nameOf(id)).join('; ') });
    if (elsewhere.length) return planner.select(elsewhere[0]), '';
    if (!units.length) return t('command_unknown', { words: typed });
    const [unit] = units;
    if (!this.isChosen(unit.id)) planner.tap({ x: unit.x, y: unit.y }, unit.id);
    return planner.selected === unit.id ? '' : this.aim(unit.id);
  }

  /** Whether naming it once more would be taken for a second tap, which commits. @param {string} id */
  isChosen(id) {
    const { plan } = this.planner;
    return Boolean(plan && ((plan instanceof TargetPlan && plan.targets.includes(id)) || plan.isChosen(id)));
  }

  next() {
    const { planner } = this;
    const at = planner.ready.indexOf(planner.selected ?? '');
    const id = planner.ready[(at + 1) % (planner.ready.length || 1)];
    if (id) planner.select(id);
    return id ? '' : t('command_nothing');
  }

  /** The plan in hand and what the server says of it; nothing while it is looked at. */
  planWords() {
    const { planner } = this;
    const { plan, verdict } = planner;
    if (!plan) return planner.selected ? this.nameOf(planner.selected) : '';
    const who = planner.selected ? `${this.nameOf(planner.selected)}. ` : '';
    if (!plan.action()) return `${who}${plan instanceof ButtonPlan ? say(plan.offer.label) : plan.ask}`;
    if (planner.isChecking || !verdict) return '';
    const way = plan instanceof PathPlan ? Object.values(tapeWords(plan)).filter(Boolean).join(', ') : plan instanceof StepsPlan ? plan.words : say(plan.offer.label);
    const judged = verdict.legal ? t('legal') : `${t('illegal')}: ${say(verdict.refusal?.text)}`;
    const more = [...(verdict.chances ?? []).map(oddsWords), ...(verdict.notes ?? []).map((each) => say(each.text))];
    return [`${way}: ${judged}`, ...more].join('. ');
  }
}

/** @param {any} chance */
function oddsWords(chance) {
  const { numerator, denominator } = chance;
  return `${say(chance.text)}, ${percent(numerator / denominator)} (${t('chance', { n: numerator, d: denominator })})`;
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
