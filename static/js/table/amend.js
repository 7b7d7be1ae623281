/**
 * What is sent of a thing that the page shows already: the attributes that changed, and those of its parts that did. The element
 * stays, also where its id is another now, so that a piece glides to its new place and a button keeps the focus.
 */

const SWAP = 'outerAmend';

/** Teaches htmx the word, before the first push comes. */
export function learnToAmend() {
  /** @type {any} */ (globalThis).htmx.registerExtension('amend', {
    /** @param {string} word @param {Element} thing @param {DocumentFragment} sent */
    handle_swap(word, thing, sent) {
      if (word !== SWAP) return false;
      const now = /** @type {Element} */ (sent.firstElementChild);
      for (const { name, value } of now.attributes) thing.setAttribute(name, value);
      for (const part of [...now.children]) thing.querySelector(`[data-part="${part.getAttribute('data-part')}"]`)?.replaceWith(part);
      return true;
    },
  });
}
