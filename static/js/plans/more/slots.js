/** A list whose entries are put together, each from a choice for every slot. To the list an entry is a thing as any other, called by a
 * code of what is in its slots: so it is counted, kept, sent as text and taken from ready-made lists as things are. */

import { changer, maker } from './maker.js';
import { say, t } from '../../base/words.js';

/** @typedef {any} Item as `list_plan.js` has it */
/** @typedef {{value: string | boolean, name: any, cost: number, symbol?: string, detail?: any, figures?: any[], about?: string}} SlotChoice as the offers have it */
/** @typedef {{field: string, name: any, choices: SlotChoice[], least: number, most: number}} Slot with what the offers leave out filled in */

/** @param {typeof import('../list_plan.js').ListPlan} Kind */
export function withSlots(Kind) {
  return class extends Kind {
    /** What is in the slots of the entry that is put together, slot by slot. @type {SlotChoice[][]} */
    hand = this.first;

    /** How many of it are added at once. */
    many = 1;

    /** Which of the slots that have many choices show them all, by their fields. @type {Set<string>} */
    opened = new Set();

    /** The entry of the list that is being changed. @type {string | null} */
    changing = null;

    /** Whoever has nothing on the list yet sees first what there is ready-made. @param {any} offer @param {import('../plan.js').Board} board */
    constructor(offer, board) {
      super(offer, board);
      if (this.values.length || !this.examples.length) return;
      Object.assign(this.looking, { open: 'examples', isUnfolded: true });
    }

    /** @returns {Slot[]} */
    get slots() {
      return this.domain.slots.map((slot) => ({ least: 1, most: 1, ...slot, choices: slot.choices.map((choice) => ({ cost: 0, ...choice })) }));
    }

    /** What the slots hold at first: what the game's own first entry holds, else the first choice wherever there must be one. @returns {SlotChoice[][]} */
    get first() {
      const [entry] = this.template[this.field] ?? [];
      return this.slots.map((slot) => {
        const held = heldIn(slot, entry ?? {});
        return held.length ? held : slot.choices.slice(0, slot.least);
      });
    }

    // Entries as things

    /** @param {SlotChoice[][]} held */
    codeOf(held) {
      return held.map((choices) => choices.map(({ value }) => String(value)).join('+')).join('/');
    }

    /** What a code says is in the slots; null where there is no such thing. @param {string} code @returns {SlotChoice[][] | null} */
    heldBy(code) {
      const { slots } = this;
      const parts = code.split('/');
      const held = slots.map((slot, n) => (parts[n] ?? '').split('+').filter(Boolean).map((value) => slot.choices.find((choice) => String(choice.value) === value)));
      const isWhole = parts.length === slots.length && held.every((choices, n) => choices.every(Boolean) && choices.length >= slots[n].least && choices.length <= slots[n].most);
      return isWhole ? /** @type {SlotChoice[][]} */ (held) : null;
    }

    /** @param {string} code @returns {Item | undefined} */
    item(code) {
      const held = this.heldBy(code);
      return held ? this.madeOf(held) : undefined;
    }

    /** @param {SlotChoice[][]} held @returns {Item} */
    madeOf(held) {
      const { slots } = this;
      const all = held.flat().filter(({ value }) => value !== false);
      const filled = slots.map((slot, n) => [slot.field, slot.most > 1 ? held[n].map(({ value }) => value) : held[n][0]?.value]).filter(([, value]) => value !== undefined);
      return {
        value: this.codeOf(held),
        name: { es: all.map(({ name }) => name.es).join(' · '), en: all.map(({ name }) => name.en).join(' · ') },
        cost: held.flat().reduce((sum, { cost }) => sum + cost, 0),
        symbol: all.find((choice) => choice.symbol)?.symbol ?? null,
        entry: Object.fromEntries(filled),
        figures: all.flatMap((choice) => choice.figures ?? []),
      };
    }

    /** What is on the list, in the order it came. @returns {Item[]} */
    get items() {
      return [...new Set(this.values ?? [])].map((code) => this.item(code)).filter(Boolean);
    }

    /** @param {string[]} codes @returns {string[]} */
    known(codes) {
      const there = codes.filter((code) => this.item(code));
      return [...new Set(there)].flatMap((code) => there.filter((other) => other === code));
    }

    /** @param {string[]} codes @returns {Array<[Item, number]>} */
    counted(codes) {
      return [...new Set(codes)].map((code) => /** @type {[Item, number]} */ ([this.item(code), codes.filter((other) => other === code).length])).filter(([item]) => item);
    }

    /** @param {string} code @returns {string | undefined} */
    find(code) {
      return this.item(code)?.value;
    }

    /** The codes of entries as they go on the wire. @param {any[]} entries @returns {string[]} */
    read(entries) {
      return entries.flatMap((entry) => {
        const code = this.codeOf(this.slots.map((slot) => heldIn(slot, entry)));
        return this.item(code) ? Array(entry.count ?? 1).fill(code) : [];
      });
    }

    // Putting one together

    /** The entry in hand. @returns {Item} */
    get inMaking() {
      return this.madeOf(this.hand);
    }

    /** Takes a choice for a slot, or leaves it again where none, or another, may be. @param {number} n @param {SlotChoice} choice */
    choose(n, choice) {
      const slot = this.slots[n];
      const held = this.hand[n];
      const has = held.some(({ value }) => value === choice.value);
      const chosen = has ? held.filter(({ value }) => value !== choice.value) : slot.most === 1 ? [choice] : [...held, choice];
      if (chosen.length < slot.least || chosen.length > slot.most) return;
      const ordered = slot.choices.filter(({ value }) => chosen.some((each) => each.value === value));
      this.hand = this.hand.map((before, at) => (at === n ? ordered : before));
    }

    /** Why a choice cannot be taken besides: there is no room for more. @param {number} n @param {SlotChoice} choice */
    whyShut(n, choice) {
      const slot = this.slots[n];
      const has = this.hand[n].some(({ value }) => value === choice.value);
      if (has) return slot.least > 0 && slot.most > 1 && this.hand[n].length === slot.least ? t('list_slot_least', { n: slot.least }) : '';
      return slot.most > 1 && this.hand[n].length >= slot.most ? t('list_most', { n: slot.most }) : '';
    }

    /** Why so many of what is in hand cannot be put on the list; an empty word where nothing speaks against it. */
    get whyNotNow() {
      const before = this.changing === null ? 0 : this.count(this.changing) * (this.item(this.changing)?.cost ?? 0);
      const over = this.most === null ? 0 : this.cost - before + this.inMaking.cost * this.many - this.most;
      return over > 0 ? t('list_over', { n: over, most: this.most ?? 0 }) : '';
    }

    /** So many of what is in hand, besides what is there or in place of what is being changed. */
    putInHand() {
      if (this.whyNotNow) return;
      const { value } = this.inMaking;
      const many = Array(this.many).fill(value);
      const at = this.changing === null ? -1 : this.values.indexOf(this.changing);
      const rest = this.values.filter((code) => at < 0 || code !== this.changing);
      this.put(at < 0 ? [...rest, ...many] : [...rest.slice(0, at), ...many, ...rest.slice(at)]);
      this.stopChanging();
      Object.assign(this.looking, { open: '', isUnfolded: false });
    }

    /** What is on the list comes into hand again. @param {string} code */
    change(code) {
      this.hand = this.heldBy(code) ?? this.hand;
      this.changing = code;
      this.many = Math.max(1, this.count(code));
    }

    stopChanging() {
      this.changing = null;
      this.many = 1;
    }

    leave() {
      const was = this.changing !== null;
      this.stopChanging();
      return was;
    }

    /** @param {string[]} codes */
    put(codes) {
      const lost = super.put(codes);
      if (this.changing !== null && !this.values.includes(this.changing)) this.stopChanging();
      return lost;
    }

    // In the dock and in words

    /** @param {() => void} changed */
    making(changed) {
      return maker(this, changed);
    }

    /** @param {Item} item @param {() => void} changed */
    further(item, changed) {
      return changer(this, item, changed);
    }

    get nothingYet() {
      return t('list_none_made');
    }

    commands() {
      const choices = this.slots.flatMap((slot, n) => slot.choices.filter((choice) => !this.whyShut(n, choice)).map((choice) => {
        const has = this.hand[n].includes(choice);
        const words = `${say(slot.name)}: ${say(choice.name)}, ${t('cost_of', { n: choice.cost })}`;
        return { key: `slot-${slot.field}-${choice.value}`, words: has ? t('less', { name: words }) : words, act: () => this.choose(n, choice), isIdle: has && slot.most === 1 && slot.least === 1 };
      }));
      const { name, cost } = this.inMaking;
      const words = t(this.changing === null ? 'more' : 'list_change', { name: `${this.many} × ${say(name)}` });
      const put = this.whyNotNow ? [] : [{ key: 'put', words: `${words}, ${t('cost_of', { n: cost * this.many })}`, act: () => this.putInHand() }];
      const changes = this.items.map((item) => ({ key: `change-${item.value}`, words: t('list_change', { name: say(item.name) }), act: () => this.change(item.value) }));
      return [...put, ...super.commands(), ...changes, ...choices.filter(({ isIdle }) => !isIdle)];
    }
  };
}

/** What of its choices a slot holds in an entry of the wire; what an entry does not say is not so. @param {Slot} slot @param {any} entry */
function heldIn(slot, entry) {
  const said = [entry[slot.field] ?? false].flat();
  return slot.choices.filter(({ value }) => said.includes(value));
}
