/**
 * What is sent of a thing that the page shows already: the attributes that changed, those of its parts that did, and the order of
 * what it holds, by their ids. The element stays, also where its id is another now, so that a piece glides to its new place and a button keeps the focus.
 */

const SWAP = 'outerAmend';

/** Teaches htmx the word, before the first push comes. */
export function learnToAmend() {
  /** @type {any} */ (globalThis).htmx.registerExtension('amend', {
    /** @param {string} word @param {Element} thing @param {DocumentFragment} sent */
    handle_swap(word, thing, sent) {
      if (word !== SWAP) return false;
      const now = /** @type {Element} */ (sent.firstElementChild);
      if (now.hasAttribute('data-state') && !now.hasAttribute('aria-label')) now.setAttribute('aria-label', labelled(thing, now));
      for (const { name, value } of now.attributes) thing.setAttribute(name, value);
      for (const part of [...now.children]) thing.querySelector(`[data-part="${part.getAttribute('data-part')}"]`)?.replaceWith(part);
      if (now instanceof HTMLOListElement) reorder(thing, now.dataset.order ?? '');
      return true;
    },
  });
}

/** What a thing is called in the state that is sent: its label ends in that, all the rest of it stays. @param {Element} thing @param {Element} now */
function labelled(thing, now) {
  const [label, was, state] = [thing.getAttribute('aria-label') ?? '', thing.getAttribute('data-state'), now.getAttribute('data-state')];
  const name = was ? label.slice(0, -`, ${was}`.length) : label;
  return state ? `${name}, ${state}` : name;
}

/** Nothing is moved that stands right already, and a button keeps the focus. @param {Element} list @param {string} order */
function reorder(list, order) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  order.split(' ').forEach((id, n) => {
    const each = document.getElementById(id);
    if (each && list.children[n] !== each) list.insertBefore(each, list.children[n]);
  });
  if (focused && list.contains(focused)) focused.focus({ preventScroll: true });
}
