/** The keyboard of the workshop: all that a pointer does can be done by it. */

import { framed } from './chosen.js';
import { copy, use } from './tools.js';

const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** On the board with a tool in hand: the cross goes and puts down. @param {any} shop @param {KeyboardEvent} event */
export function boardKey(shop, event) {
  if (!shop.tool || event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    event.preventDefault();
    event.stopPropagation();
    const next = shop.desk.beside(shop.cursor ?? shop.desk.start(), arrow[0], arrow[1], shop.step, event.shiftKey);
    shop.point(next);
    shop.say(shop.desk.words(next, shop.corners.at(-1) ?? null));
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    event.stopPropagation();
    use(shop, shop.cursor ?? shop.desk.start());
  }
}

/** Anywhere on the page. @param {any} shop @param {KeyboardEvent} event */
export function pageKey(shop, event) {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  const isCommand = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  if (isCommand && !isTyping && (letter === 'z' || letter === 'y')) {
    event.preventDefault();
    shop.go(letter === 'y' || event.shiftKey ? 'after' : 'before');
  } else if (isCommand && !isTyping && letter === 'a') {
    event.preventDefault();
    shop.choose(framed(shop, null));
  } else if (event.key === 'Escape') {
    shop.escape();
  } else if (!isTyping && !isCommand && !event.altKey) {
    plainKey(shop, event, letter);
  }
}

/** @param {any} shop @param {KeyboardEvent} event @param {string} letter */
function plainKey(shop, event, letter) {
  const arrow = ARROWS[event.key];
  if (letter === 'r') shop.rotate(event.shiftKey ? -1 : 1);
  else if (letter === 'c') copy(shop);
  else if ((event.key === 'Delete' || event.key === 'Backspace') && shop.things.length) {
    event.preventDefault();
    shop.remove();
  } else if (arrow && shop.things.length && !shop.tool && !(event.target instanceof HTMLElement && event.target.closest('[role="tablist"]'))) {
    event.preventDefault();
    const stride = shop.desk.stride(shop.step, event.shiftKey);
    shop.nudged({ x: arrow[0] * stride, y: arrow[1] * stride });
  }
}
