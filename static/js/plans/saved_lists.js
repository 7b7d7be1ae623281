/** Lists that people keep in their browser, game by game, and pass on to friends as text. */

const { game } = document.body.dataset;
const KEY = `tapete.lists.${game}`;
const MOST = 50;
/** `3 × Axer [orcs.axer]`; the name is for people, the code in brackets counts. */
const LINE = /^\s*(\d{1,3})\s*(?:[x×*]\s*)?(.*?)\s*(?:\[([^\]]+)\])?\s*$/i;

/** @typedef {{name: string, values: string[]}} Saved */

/** @returns {Saved[]} */
export function savedLists() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((each) => typeof each?.name === 'string' && Array.isArray(each.values)) : [];
  } catch {
    return [];
  }
}

/** Keeps a list under a name, in place of the one of that name. @param {string} name @param {string[]} values */
export function saveList(name, values) {
  store([{ name, values }, ...savedLists().filter((each) => each.name !== name)].slice(0, MOST));
}

/** @param {string} name */
export function forgetList(name) {
  store(savedLists().filter((each) => each.name !== name));
}

/** @param {Saved[]} lists */
function store(lists) {
  localStorage.setItem(KEY, JSON.stringify(lists));
}

/**
 * A list as text that a person can read and this page can read again.
 * @param {Array<[any, number]>} chosen @param {(item: any) => string} named @param {string} title
 */
export function written(chosen, named, title) {
  return [title, ...chosen.map(([item, count]) => `${count} × ${named(item)} [${item.value}]`)].join('\n');
}

/**
 * The values of a list as somebody sent it: by code, else by name, else (another city) by what it is.
 * @param {string} text @param {(code: string, name: string) => string | undefined} find
 * @returns {{values: string[], lost: string[]}} and the lines that mean nothing here
 */
export function readList(text, find) {
  /** @type {string[]} */
  const values = [];
  /** @type {string[]} */
  const lost = [];
  for (const line of text.split('\n')) {
    const found = LINE.exec(line);
    if (!found) continue;
    const [, count, name, code] = found;
    const value = find(code ?? '', name);
    if (value !== undefined) values.push(...Array(Number(count)).fill(value));
    else lost.push(line.trim());
  }
  return { values, lost };
}

/** The thing here that a saved value means, or a name in any language. @param {any[]} items @param {string} code @param {string} name */
export function fitting(items, code, name) {
  const called = name.toLocaleLowerCase();
  return items.find((item) => item.value === code)
    ?? items.find((item) => code && item.symbol && (code === item.symbol || code.endsWith(`.${item.symbol}`)))
    ?? items.find((item) => called && [item.name.es, item.name.en].some((each) => each.toLocaleLowerCase() === called));
}
