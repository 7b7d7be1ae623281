/** The reader's language, and the words this page's own code says. */

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById('words')?.textContent ?? '{}');

/** @type {'es' | 'en'} */
export const lang = document.documentElement.lang === 'es' ? 'es' : 'en';

/** @typedef {{es: string, en: string}} Text */

/**
 * @param {string} key a word of `table.js` in the page's texts
 * @param {Record<string, string | number>} [values] what goes into its `{places}`
 */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** @param {string} key */
export function hasWord(key) {
  return key in words;
}

/** @param {Text | null | undefined} text */
export function say(text) {
  return text ? (text[lang] ?? text.en ?? '') : '';
}

const tenths = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 0 });

/** Millimetres as centimetres with one decimal. @param {number} mm */
export function cm(mm) {
  return tenths.format(mm / 10);
}

/** What can be is not called nothing, and what can fail not all. @param {number} share between 0 and 1 */
export function percent(share) {
  if (share > 0 && share < 0.005) return `<${percents.format(0.01)}`;
  if (share < 1 && share >= 0.995) return `>${percents.format(0.99)}`;
  return percents.format(share);
}

const grouped = new Intl.NumberFormat(lang, { useGrouping: true });
/** From so many on digits are read in groups. */
const MANY = 100_000;

/** Beyond that nobody reads a number, and it has not got room. */
const TOO_MANY = 1_000_000_000;

/** A chance as a fraction; nothing where only the percentage can be read. @param {{numerator: number, denominator: number}} odds */
export function fraction({ numerator, denominator }) {
  if (denominator >= TOO_MANY) return '';
  const shown = (n) => (denominator < MANY ? n : grouped.format(n));
  return t('chance', { n: shown(numerator), d: shown(denominator) });
}

/** A number stays on the line of its letter: A-02. @param {string} words */
export const unbroken = (words) => words.replace(/-(?=\d)/g, '-\u2060');
