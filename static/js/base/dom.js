/** Small tools to build HTML and SVG elements. Text always goes in as text, never as markup. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes `on…` are listeners, `class` and every other name an attribute; null and false are left out
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

/** A symbol of the page's sprite. @param {string} name @param {number} [size] */
export function icon(name, size = 24) {
  return s('svg', { class: 'icon', 'aria-hidden': 'true', width: size, height: size }, s('use', { href: `#${name}` }));
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`expected the page to have #${id}`);
  return element;
}

export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const isNarrow = () => matchMedia('(max-width: 54rem)').matches;
