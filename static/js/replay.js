/**
 * The replay page: buttons, keys, a slider, a list of turns and a player that show the room as it stood; pieces glide from
 * moment to moment, and each act is traced with its dice as at the table.
 */

import { Camera } from './board.js';
import { listenForHelp } from './help.js';
import { Film, addressOf } from './replay/film.js';
import { Player } from './replay/player.js';
import { Share } from './replay/share.js';
import { Told } from './replay/told.js';
import { Dice } from './told/dice.js';
import { byId, reducedMotion } from './base/dom.js';
import { Effects, shown } from './base/effects.js';
import { Sheet } from './base/sheet.js';
import { t } from './base/words.js';

const svg = /** @type {SVGSVGElement} */ (document.querySelector('#board'));
/** @type {import('./boards/surface.js').Kind} */
const { Board, beside } = await import(`./boards/${svg.dataset.board}.js`);
const board = new Board(svg);
beside(board, null);

// The board

const insets = () => ({ top: byId('standings').offsetHeight, right: 0, bottom: 0, left: 0 });

const camera = new Camera(svg, { tap: () => dice.clear(), hold() {}, hover() {}, grab: () => false, drag() {}, drop() {}, moved() {} }, insets);

/** The unit of the lists that is pointed out, wherever it goes. @type {string | undefined} */
let picked;

function pointOut() {
  const layer = board.layer('rings');
  layer.replaceChildren();
  const unit = picked ? board.unit(picked) : null;
  for (const row of document.querySelectorAll('[data-pick]')) {
    row.setAttribute('aria-pressed', String(unit !== null && /** @type {HTMLElement} */ (row).dataset.pick === picked));
  }
  if (!unit) return;
  board.mark(layer, unit, 'is-selected', camera.unitsPerPx);
  camera.reveal(board.toSvg(unit));
}

// The moments

const film = new Film();
const told = new Told(board, film);
const player = new Player(film, told);
const dice = new Dice(byId('dice'));
const effects = new Effects(board);
const sheet = new Sheet();
const { slider } = film;
new Share(film);
sheet.open('record');

film.addEventListener('shown', (event) => {
  const { seq, isNext } = /** @type {CustomEvent} */ (event).detail;
  told.show(seq);
  pointOut();
  slider.setAttribute('aria-valuetext', `${t('at', { n: seq, total: film.stops[film.last] })}. ${told.newest}`);
  showActs(isNext);
});

/** The acts of the moment shown, as they were seen at the table. @param {boolean} isNext whether it follows the last one shown */
function showActs(isNext) {
  const entries = told.entriesNow();
  dice.clear();
  const rolled = entries.filter((entry) => entry.querySelector('.roll')).pop();
  if (rolled) dice.show([rolled]);
  effects.changed();
  if (isNext) for (const entry of entries) shown(entry);
}

// What is pressed and pulled

const KEYS = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
const SHIFTED = { ArrowLeft: 'turn_back', ArrowRight: 'turn_forward' };
const SLIDER_KEYS = { ...KEYS, ArrowDown: 'back', ArrowUp: 'forward' };
const LEAP = 10;

/** Whoever takes hold of the film stops the player. @param {string} name */
function step(name) {
  player.stop();
  return film.step(name);
}

/** @param {number} place */
function go(place) {
  player.stop();
  return film.go(place);
}

slider.addEventListener('input', () => go(film.placeOf(Number(slider.value))));
slider.form?.addEventListener('submit', (event) => event.preventDefault());

const chapter = /** @type {HTMLSelectElement | null} */ (document.getElementById('chapter'));
chapter?.addEventListener('change', () => go(film.placeOf(Number(chapter.value))));

const view = /** @type {HTMLSelectElement | null} */ (document.getElementById('view'));
view?.addEventListener('change', () => view.form?.requestSubmit());

byId('dice').addEventListener('click', () => {
  dice.land();
  dice.clear();
});

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const isElsewhere = target.closest('[role="tablist"], .log, .panels') && !event.key.startsWith('Arrow');
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest('[role="tablist"], select, input:not(#slider)') || isElsewhere) return;
  const isSlider = target === slider;
  if (event.key === ' ' && !target.closest('button, a[href], summary')) {
    event.preventDefault();
    return player.toggle();
  }
  const name = (event.shiftKey ? SHIFTED : isSlider ? SLIDER_KEYS : KEYS)[/** @type {'ArrowLeft'} */ (event.key)];
  const leap = isSlider && { PageUp: LEAP, PageDown: -LEAP }[event.key];
  if (!name && !leap) return;
  event.preventDefault();
  if (name) step(name);
  else if (leap) go(film.place + leap);
});

document.addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const other = /** @type {HTMLAnchorElement | null} */ (target.closest('a[hreflang]'));
  if (other) other.href = `${addressOf(film.seq)}&lang=${other.hreflang}`;
  const pressed = /** @type {HTMLElement | null} */ (target.closest('[data-step], [data-seq-to], [data-zoom], [data-pick], [data-do="fold"]'));
  if (!pressed) return;
  const { step: name, seqTo, zoom, pick } = pressed.dataset;
  if (name || seqTo) {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (seqTo) go(film.placeOf(Number(seqTo)));
    else if (name && !pressed.hasAttribute('aria-disabled')) step(name);
  } else if (pick) {
    picked = picked === pick ? undefined : pick;
    pointOut();
  } else if (zoom === 'fit') camera.fit();
  else if (zoom) camera.zoom(zoom === 'in' ? 1.4 : 1 / 1.4);
  else sheet.fold();
});

document.querySelector('.film__out')?.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest('a[download]'));
  if (link) byId('saved').textContent = t('saved', { name: link.download || (link.textContent ?? '') });
});

listenForHelp();
film.mark();
told.show(Number(document.body.dataset.seq));
pointOut();
// Whoever was promised the game again is shown it from here; under reduced motion they start it themselves.
if (location.hash === '#play' && !reducedMotion()) player.play();
