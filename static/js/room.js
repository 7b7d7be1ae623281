/** The table page: ties the board, the planner, the dock, the line and the keys together. */

import { Camera } from './board.js';
import { About } from './dock/about.js';
import { showAims } from './dock/aims.js';
import * as api from './base/api.js';
import { Acting } from './table/acting.js';
import { Claims } from './table/claims.js';
import { Clocks } from './table/clocks.js';
import { Chooser } from './dock/chooser.js';
import { Declined } from './table/declined.js';
import { Dock } from './dock/dock.js';
import { Hands } from './dock/hands.js';
import { byId, h, isNarrow } from './base/dom.js';
import { oncePerFrame } from './base/frames.js';
import { Calm } from './told/calm.js';
import { Feeling } from './told/feeling.js';
import { Ending } from './table/ending.js';
import { Keys } from './table/keys.js';
import { Lens } from './base/lens.js';
import { Log } from './told/log.js';
import { Painter } from './table/painter.js';
import { Planner } from './plans/planner.js';
import { showActing } from './base/people.js';
import { Pointing } from './table/pointing.js';
import { Prompt } from './dock/prompt.js';
import * as rules from './base/rules.js';
import { Ruler } from './table/ruler.js';
import { SeatCard } from './table/seat_card.js';
import { Sheet } from './base/sheet.js';
import { Talk } from './told/talk.js';
import { hasWord, t } from './base/words.js';
import * as windows from './table/windows.js';
import { Waivers } from './dock/waivers.js';
import { Wire } from './table/wire.js';

const { room, viewer, playing } = document.body.dataset;
const isPlayer = playing === 'true';
/** After so long an act that was taken is said to be done, if nothing is shown of it yet: its own dice have fallen by then. */
const LATE_MS = 1700;
/** So long nobody else may have moved before the standings follow who does. */
const MOVER_MS = 600;
/** Where it is kept that this seat sees the table from its other side. */
const TURNED = `tapete:turned:${room}:${viewer}`;
const svg = /** @type {SVGSVGElement} */ (document.querySelector('#board'));
// Before anything is waited for: htmx opens the line as soon as the page is read, and tells of it once.
const wire = new Wire();
/** @type {import('./boards/surface.js').Kind} */
const { Board, beside } = await import(`./boards/${svg.dataset.board}.js`);
/** @type {{PLANS: import('./plans/plans.js').Kinds}} */
const { PLANS } = await import(`./plans/on/${svg.dataset.board}.js`);
const board = new Board(svg);

/** How much is to be seen round what can be turned: its handles. */
const HUB_PX = 84;

/** A log line that is opened brings what it is about into view. @param {string} id */
const reveal = (id) => {
  const thing = board.thing(id);
  if (thing) camera.reveal(board.toSvg(thing));
};
const reader = beside(board, wire);
const sheet = new Sheet();

/** What the bar, the column and the sheet cover of the stage. */
function insets() {
  const stage = byId('stage').getBoundingClientRect();
  const bar = /** @type {HTMLElement} */ (document.querySelector('.bar')).getBoundingClientRect();
  const side = byId('sheet').getBoundingClientRect();
  const strip = byId('standings').getBoundingClientRect();
  const goals = byId('goals').getBoundingClientRect();
  const isBelow = side.left <= stage.left + 1;
  return {
    top: Math.max(bar.bottom, goals.bottom, strip.bottom) - stage.top,
    right: isBelow ? 0 : stage.right - side.left,
    bottom: 0,
    left: 0,
  };
}

/** @type {Planner} */
let planner;
/** @type {Painter} */
let painter;
/** @type {Ruler} */
let ruler;
/** @type {Pointing} */
let pointing;
/** Where the mouse is on the board. @type {{x: number, y: number} | null} */
let mouse = null;

/** @param {boolean | undefined} isTurned whether what is in hand was turned */
const turned = (isTurned) => {
  if (isTurned) planner.update();
  return Boolean(isTurned);
};

/** @param {{x: number, y: number}} at @returns {string | null} */
const unitAt = (at) => planner.taps.unitAt(at);

const camera = new Camera(svg, {
  tap(at, event) {
    const place = board.fromSvg(at);
    if (ruler.isOn) return ruler.tap(place, event.altKey);
    closeMenu();
    log.skip();
    const unit = unitAt(place);
    if (event.shiftKey && planner.taps.tapToo(place, unit)) return;
    const isEnd = planner.taps.meansEnd(place);
    if (!isEnd && (!planner.isExplicit || planner.plan?.isPicking) && board.fanOut(place)) return;
    const isAimed = planner.isExplicit && !planner.plan?.wantsPlace;
    if (!isEnd && (!planner.isExplicit || isAimed) && !planner.plan?.isPicking && chooser.ask(place, (id) => planner.taps.tap(place, id), isAimed ? planner.plan?.candidates : undefined)) return;
    planner.taps.tap(place, unit);
    board.rested(null);
    const { hub } = planner.plan ?? {};
    if (hub) camera.reveal(board.toSvg(hub), HUB_PX);
    // On a phone the dock says what is planned, and there is no room for both.
    if (isNarrow() && planner.plan?.action()) reader?.show(null, null);
    else reader?.show(place, unit);
    painter.cursor = null;
    if (!planner.plan) painter.showArea(/** @type {Element} */ (event.target));
  },
  hold(at, event) {
    // A finger asks what is under it; the card that opens can point it out.
    if (event.pointerType !== 'touch' || !about.hold({ x: event.clientX, y: event.clientY }, () => pointing.show(board.fromSvg(at)))) pointing.show(board.fromSvg(at));
  },
  hover(at) {
    mouse = at && board.fromSvg(at);
    board.rested(mouse, !planner.plan?.wantsPlace);
    if (at === null) reader?.show(null, null);
    if (at === null) return planner.taps.hover(null, null);
    const place = board.fromSvg(at);
    if (ruler.isOn) return ruler.hover(place);
    const unit = unitAt(place);
    reader?.show(place, unit);
    planner.taps.hover(place, unit);
  },
  grab(at, event) {
    const place = board.fromSvg(at);
    if (event.ctrlKey || event.metaKey || ruler.isOn) return ruler.grab(place, event.altKey);
    const isHeld = planner.taps.grab(place, unitAt(place));
    if (isHeld) board.rested(null);
    return isHeld;
  },
  drag(at, event) {
    const place = board.fromSvg(at);
    if (event.pointerType === 'touch') lens.show(camera.turned(at), event);
    if (ruler.isDragging) ruler.drag(place);
    else planner.taps.drag(place);
  },
  wheel: (step) => turned(planner.plan?.turnBy(-step)),
  twist: (degrees) => turned(planner.plan?.twist(degrees)),
  drop() {
    lens.hide();
    if (ruler.isDragging) ruler.drop();
    else planner.taps.dropped();
  },
  moved() {
    painter?.moved();
  },
}, insets, () => (isNarrow() ? board.home(viewer ?? '') : null));

planner = new Planner(board, camera, isPlayer, PLANS);
painter = new Painter(board, camera, planner);
ruler = new Ruler(board, camera, wire);
const chooser = new Chooser(board, camera);
const acting = new Acting(board, camera);
const lens = new Lens(svg, byId('stage'));
pointing = new Pointing(board, wire, viewer ?? '');
painter.moved();
const about = new About(planner);
rules.whenAsked(windows.openRules);
const log = new Log(board, reveal);
wire.first = async (html) => {
  await log.fall(html);
  calm.bare();
};
wire.addEventListener('push', (event) => log.pace.came(/** @type {CustomEvent} */ (event).detail));
for (const name of ['online', 'reconnecting', 'offline']) wire.addEventListener(name, () => log.pace.rush());
log.pace.isBusy = () => planner.sending !== 'idle';
planner.isLate = () => log.pace.isLate;
// What can be done then is known once they have landed.
document.addEventListener('tapete:falling', () => planner.refresh());
const dock = isPlayer ? new Dock(planner, new Waivers(planner)) : null;
if (isPlayer) new Prompt(planner);
if (isPlayer) new Hands(planner, byId('hands'));
const putAimsAway = showAims(document.getElementById('aims'));
// Fetched when they are first asked for.
/** @type {import('./later/words_view.js').WordsView | null} */
let inWords = null;
/** @type {import('./dock/corrections.js').Corrections | null} */
let corrections = null;
/** @type {import('./table/hook.js').HookWindow | null} */
let hook = null;

planner.addEventListener('change', () => {
  dock?.render();
  painter.paint();
  if (planner.sending !== 'lost') unsay('lost');
});
const followed = oncePerFrame(() => {
  dock?.follow();
  painter.follow();
});
planner.addEventListener('draw', followed);
planner.addEventListener('aimed', () => painter.paint());
planner.addEventListener('glimpse', oncePerFrame(() => painter.paintVerdict()));
planner.addEventListener('point', oncePerFrame(() => {
  painter.paintSurvey();
  painter.paintVerdict();
}));
planner.addEventListener('select', () => {
  const unit = planner.selected ? board.unit(planner.selected) : null;
  if (unit) camera.reveal(board.toSvg(unit));
  if (!isNarrow()) reader?.show(unit, unit?.id ?? null);
  if (planner.selected && isPlayer) sheet.open('dock');
});
planner.addEventListener('done', (event) => {
  const { seq } = /** @type {CustomEvent} */ (event).detail;
  setTimeout(() => tellDone(seq), isListSent ? 0 : LATE_MS);
  putAimsAway();
  log.clearTrace();
  if (!mouse) reader?.show(null, null);
});
document.addEventListener('tapete:present', () => painter.paint());
planner.addEventListener('problem', (event) => notify(/** @type {CustomEvent} */ (event).detail.words));

/** Whether what was sent last is a list: nothing of it is seen to happen. */
let isListSent = false;
planner.addEventListener('change', () => {
  if (planner.sending !== 'sending') return;
  isListSent = Boolean(planner.plan?.isComposed);
  dismiss();
});

/**
 * While what came of one's own act waits for others' dice to be seen, the sentence says at least that it is done. Once it is seen, the
 * sentence is the server's, though what can be done now may still be asked for.
 * @param {number} seq up to which its player has been told of the act
 */
function tellDone(seq) {
  if (Number(document.body.dataset.seq) >= seq || !planner.isBehind || document.body.dataset.status !== 'playing') return;
  const prompt = byId('prompt');
  prompt.textContent = t('done_first_seen');
  prompt.classList.remove('is-my-go');
  showActing((byId('live').dataset.toAct ?? '').split(' ').filter((seat) => seat !== viewer).join(' '));
}

// The line

let asked = byId('prompt').textContent;
wire.addEventListener('heard', (event) => {
  const live = /** @type {CustomEvent} */ (event).detail;
  document.body.dataset.status = live.status;
  const words = calm.heard();
  if (words !== asked) planner.goOn();
  asked = words;
  showActing(live.toAct ?? '');
  log.heard(live.full === 'true');
  painter.paint();
  planner.refresh();
  announce(live);
  showWhoMoves();
  acting.look();
  declined.look();
  if (isNarrow() && camera.isFitted && !camera.isNear && board.home(viewer ?? '')) camera.fit();
  corrections?.renew();
  if (!document.querySelector('[data-show]')) for (const ring of board.layer('trace').querySelectorAll('.is-meant')) ring.remove();
  if (live.over === 'true') {
    windows.stopAsking();
    ending.heard(live);
  }
});
wire.addEventListener('online', () => unsay('unsent'));
wire.addEventListener('gone', (event) => {
  const { isGiven } = /** @type {CustomEvent} */ (event).detail;
  planner.playing = false;
  planner.learn([], null);
  notify(isGiven ? 'seat_given' : 'link_dead', h('a', { class: 'button button--small', href: location.href }, t('reload')));
  document.body.classList.add('is-gone');
  sheet.open('record');
});

const declined = new Declined(notify);
const calm = new Calm();
let wasMyGo = byId('live').dataset.myGo === 'true';
const feeling = new Feeling((words) => notify(words));

/** Where not all standings fit beside one another, the one who moves is brought into view, once nobody else has for a while. */
function showWhoMoves() {
  clearTimeout(showing);
  showing = setTimeout(() => {
    const strip = byId('standings');
    const active = /** @type {HTMLElement | null} */ (strip.querySelector('.is-active'));
    if (active && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = active.offsetLeft - strip.clientWidth / 2;
  }, MOVER_MS);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let showing;

/** @param {DOMStringMap} live */
function announce(live) {
  const isMyGo = live.myGo === 'true';
  feeling.heard(live);
  if (isMyGo && !wasMyGo && isPlayer) sheet.open('dock');
  wasMyGo = isMyGo;
}

/** @param {string} words a word of ours, or a sentence of the server @param {HTMLElement} [way] */
function notify(words, way) {
  if (document.body.classList.contains('is-gone')) return;
  const notice = byId('notice');
  notice.replaceChildren(
    h('span', { 'data-said': words }, hasWord(words) ? t(words) : words),
    way ?? h('button', { type: 'button', class: 'button button--second button--small', 'data-ok': '', onclick: dismiss }, 'OK'),
  );
}

/** What only wants to have been read goes, once something else is done or Esc is pressed. */
function dismiss() {
  const notice = byId('notice');
  if (notice.querySelector('[data-ok]')) notice.replaceChildren();
}

/** What is true no more is not said any longer. @param {string} word of ours */
function unsay(word) {
  if (byId('notice').querySelector(`[data-said="${word}"]`)) byId('notice').replaceChildren();
}

/** @param {Promise<import('./base/api.js').Answer>} asking @param {string} [done] */
async function tell(asking, done) {
  dismiss();
  try {
    const answer = await asking;
    if (!answer.ok) notify(answer.data?.detail ?? 'unsent');
    else if (done) notify(done);
    return answer.ok;
  } catch {
    notify('unsent');
    return false;
  }
}

// What buttons and keys do

const isPlaying = () => isPlayer && document.body.dataset.status === 'playing';
new SeatCard(new Clocks(wire), isPlayer, tell);
new Claims();
const ending = new Ending();

/** What is done with a script that is fetched first; where it cannot be had, that is told. @param {() => Promise<void>} work */
const whenFetched = (work) => () =>
  work().catch((error) => {
    notify('unsent');
    throw error;
  });

/** @type {Record<string, () => void>} */
const DO = {
  undo: () => isPlaying() && tell(api.propose('undo')),
  pause: () => tell(api.propose('pause')),
  resume: () => tell(api.propose('resume')),
  correction: whenFetched(async () => {
    if (!isPlayer) return;
    const { Corrections } = await import('./dock/corrections.js');
    corrections ??= new Corrections(board, notify);
    corrections.open(planner.selected);
  }),
  hook: whenFetched(async () => {
    if (!document.getElementById('hook')) return;
    const { HookWindow } = await import('./table/hook.js');
    hook ??= new HookWindow();
    hook.open();
  }),
  draw: async () => (await windows.question(t('confirm_draw'))) && tell(api.propose('draw'), 'draw_asked'),
  resign: async () => (await windows.question(t('confirm_resign'))) && tell(api.resign()),
  ruler: () => ruler.toggle(),
  point: () => {
    const at = painter.cursor ?? mouse ?? (planner.selected ? board.unit(planner.selected) : null);
    if (at) pointing.show(at);
  },
  help: () => windows.openHelp(),
  clock: () => windows.open('clock-rules'),
  rules: () => windows.openRules(),
  words: whenFetched(async () => {
    const { WordsView } = await import('./later/words_view.js');
    inWords ??= new WordsView(board, planner, wire);
    inWords.toggle();
  }),
  menu: () => toggleMenu(),
  names: () => painter.toggleNames(),
  again: () => log.showAgain(),
  turn: () => turnTable(!camera.isTurned),
  fold: () => sheet.fold(),
  rematch: () => tell(api.propose('rematch')),
  rematch_swapped: () => tell(api.propose('rematch', { swap: true })),
  look: () => ending.show(false),
  ending: () => ending.show(true),
  chat: () => {
    sheet.open('talk');
    document.getElementById('say-text')?.focus();
  },
};

document.addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-do], [data-zoom], [data-pick], [data-answer], [data-claim], [data-show]'));
  if (!target.closest('.menu, [data-do="menu"]')) closeMenu();
  const file = /** @type {HTMLAnchorElement | null} */ (target.closest('a[download]'))?.download;
  if (file) notify(t('saved', { name: file }));
  if (!button) return;
  const { do: what, zoom, pick, answer, claim, n, show } = button.dataset;
  // Closed first, so that a window which opens gives the focus back to where the menu is opened.
  if (button.closest('.menu') && what) closeMenu();
  if (what) DO[what]?.();
  if (zoom) zoom === 'fit' ? camera.fit(true) : camera.zoom(zoom === 'in' ? 1.4 : 1 / 1.4);
  if (pick && (event.shiftKey || event.ctrlKey || event.metaKey)) planner.selectToo(pick);
  else if (pick) planner.select(planner.selected === pick ? null : pick);
  if (show) showUnit(show);
  if (answer && n) tell(api.answer(n, answer === 'yes'));
  if (claim) claimGame(claim);
});

/** @param {string} side whose time ran out too often */
async function claimGame(side) {
  if (await windows.question(t('confirm_claim'))) await tell(api.forfeit(side));
}

/** Rings the unit that a proposal is about; one that is not on the board is shown in its list. @param {string} id */
function showUnit(id) {
  const unit = board.unit(id);
  const layer = board.layer('trace');
  layer.replaceChildren();
  if (!unit) {
    sheet.open('units');
    return /** @type {HTMLElement | null} */ (document.querySelector(`.panels [data-pick="${CSS.escape(id)}"]`))?.focus();
  }
  camera.reveal(board.toSvg(unit));
  board.mark(layer, unit, 'is-meant', camera.unitsPerPx);
}

/** Turns the table half way round, now and whenever this seat comes back. @param {boolean} isTurned */
function turnTable(isTurned) {
  about.close();
  camera.turn(isTurned);
  board.turned();
  painter.paint();
  document.querySelector('[data-do="turn"]')?.setAttribute('aria-pressed', String(isTurned));
  if (isTurned) localStorage.setItem(TURNED, 'yes');
  else localStorage.removeItem(TURNED);
}

function toggleMenu() {
  const menu = byId('menu');
  const opener = /** @type {HTMLElement | null} */ (document.querySelector('[data-do="menu"]'));
  if (!menu.hidden && menu.contains(document.activeElement)) opener?.focus();
  menu.hidden = !menu.hidden;
  opener?.setAttribute('aria-expanded', String(!menu.hidden));
}

function closeMenu() {
  if (!byId('menu').hidden) toggleMenu();
}

new Keys({ board, camera, planner, painter, DO, closeMenu, putAway: () => (dismiss(), ruler.putAway() || log.putAway()), pointedAt: (at) => reader?.show(at, unitAt(at)) });
windows.listen();
sheet.onChange = () => camera.isFitted && camera.fit();
const sizes = new ResizeObserver(() => sheet.onChange());
for (const each of document.querySelectorAll('#sheet, .bar, #standings')) sizes.observe(each);

new Talk(wire, sheet, (text, to, name) => tell(api.say(text, to, name)));

const comes = () => byId('sheet').classList.remove('is-coming');
if (isPlayer) planner.addEventListener('settled', comes);
else comes();
planner.refresh();
if (localStorage.getItem(TURNED)) turnTable(true);
painter.paint();
showWhoMoves();
acting.look();
announce(byId('live').dataset);
// Whoever was in the board's words before a reload is so after it.
if (sessionStorage.getItem('tapete:words')) DO.words();
