/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = 'd8fd67ac';

export const KNOWN = `<button type="button" class="entry__head" aria-expanded="false"><span class="entry__dice"><svg class="die is-success" role="img" aria-label="5" width="20" height="20" viewBox="0 0 40 40"><use href="#die-5"/></svg></span></button><div class="entry__more" hidden><span class="roll is-failure"><svg class="die" role="img" aria-label="5" width="40" height="40" viewBox="0 0 40 40"><use href="#die-5"/></svg><span class="roll__words"><span class="roll__for"></span><span class="roll__need"></span><span class="roll__result"><svg aria-hidden="true" width="14" height="14"><use href="#tone-bad"/></svg></span></span></span><li id="standing-b" hx-swap-oob="outerAmend" class="standing side-2 is-me is-active"><span data-part="turn" class="visually-hidden"></span><span data-part="figure-gold">0<small>+3</small></span><span data-part="figure-mana">0<small>+</small></span><span data-part="figure-army">2</span><span data-part="note" class="standing__note" hidden></span></li>
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words"><div class="entry__head"><b class="entry__side">A</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-muted"/></svg><span class="entry__words"></span></div></div></div>
<g id="d- hx-swap-oob="outerAmend" aria-label="
Movement ,
Attack ,
Range ,
Initiative ,
Cost ><g data-part="marks"></g></g></svg>
<p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Te toca mover: elige una unidad y a donde va, o termina.</p>
<i id="row-army-a-row-" hx-swap-oob="delete"></i>
<div id="live" hidden data-seq="8" data-status="playing" data-my-go="true" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>
<section id="spotlight" class="spotlight" aria-live="polite" hidden hx-swap-oob="outerMorph"></section>
<li class="row side-0"><div class="row__button" data-what="window"><span class="row__words"><span data-part="title" class="row__title"></span><span data-part="detail" class="row__detail"></span></span>
<span data-part="marks" class="row__marks"></span>
</div></li></ol></section>
<div class="entry tone-muted side-0 is-heading" data-seq="1"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3"></span></div></div></div>
<g id="d- hx-swap-oob="outerAmend" aria-label="
Movimiento ,
Ataque ,
Alcance ,
Iniciativa ,
Coste ><g data-part="marks"></g></g></svg>
<g id="d- hx-swap-oob="outerMorph" class="token side-1 is-active is-small" data-unit=" data-x="689" data-y="1219" data-radius="15" data-side="A" data-seat="e" data-level="0" data-name=" data-label="A-11" data-symbol="unit-" transform="translate(689 281)" role="button" tabindex="-1" aria-label=">
<circle class="base" r="15"/><path class="base-cast" d="M10.6 -10.6A15 17.4 135 0 1 -10.6 10.6A15 15 0 0 0 10.6 -10.6"/><circle class="base-sheen" r="15" fill="url(#sheen)"/><path class="base-lip" d="M-13.5 2.4A13.7 13.7 0 0 1 2.4 -13.5"/><g class="grow">
<use class="figure" href="#unit-" x="-15" y="-15" width="30" height="30" transform="scale(-1 1)"/></g><text class="unit-label" y="17">A-11</text></g>
</svg>
<section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-oob="outerMorph"><h2 id="spotlight-title" class="spotlight__title">Ahora mismo</h2><ol class="rows" role="list"><div class="entry__more" hidden><time datetime="20"></time></div></div></div>
<div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
<p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Your movement: choose a unit and where it goes, or end it.</p>
<i id="row-army-a-row-" hx-swap-oob="delete"></i>
<g id="d- hx-swap-oob="outerAmend" class="card kind-plains side-2 is-held is-special" aria-label="
Llano  Entrar cuesta ,
La controla: <g data-part="flag"><g class="card-flag" transform="translate(96.0 -104.0)"><path d="M-17-20h34V1c0 11-8 17-17 21C-9 18-17 12-17 1z"/><path class="card-flag-light" d="M-15-18h15v37C-8 15-15 10-15 1z"/><use href="#arms-" x="-14" y="-17" width="28" height="32"/></g></g></g></svg>
<div class="entry tone-info side-2" data-seq="0" data-overlays='[{"type":"ring","target":">
<button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words"></span></button>
<g id="d- class="stack side-2 is-spent" data-unit=" data-on="B1" data-x="316" data-y="659" data-radius="36.1" data-side="b" data-seat="b" data-name=" data-count="2" data-symbol="unit-" transform="translate(316 185)scale(0.722)" role="button" tabindex="-1" aria-label="
Movement ,
Attack ,
Range ,
Initiative ,
Cost ,
Locked in combat><g class="grow"><g data-part="under"><use class="tile tile--under" href="#tile" x="3" y="3"/></g><use class="tile-cast" href="#tile" x="4" y="5"/><use class="tile base" href="#tile"/><use class="tile-band" href="#tile-band"/><use class="tile-arms" href="#arms-" x="-45" y="-43" width="22" height="24"/><use class="figure" href="#unit-" x="-22" y="-45" width="66" height="66"/><g class="tile-small"><use class="tile-type" href="#type-plains" x="-43" y="-15" width="18" height="18"/><g data-part="line"><text class="tile-line" x="12" y="34">2<tspan class="tile-dash">-</tspan>2<tspan class="tile-dash">-</tspan>0</text></g><g data-part="bars"><use class="tile-bars" href="#bars-2"/></g><use class="tile-coin" href="#tile-coin"/><text class="tile-cost" x="36" y="-12">3</text></g><g data-part="wound"></g><g data-part="count"><g class="tile-count" transform="translate(37 -37)"><circle r="15"/><text>2</text></g></g><g data-part="marks"><g class="marks" transform="translate(-8 46)"><g class="mark" transform="translate(-30 0)"><circle r="10.5"/><use href="#mark-locked" x="-8" y="-8" width="16" height="16"/></g></g></g></g></g>
<div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>
<li class="row" id="row-army-a-row-"><button type="button" class="row__button" data-pick="><svg class="row__symbol side-1" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use href="#unit-" x="-50" y="-50" width="100" height="100"/></svg><span class="row__words"><span data-part="title" class="row__title"></span><span data-part="detail" class="row__detail"></span></span>
<span data-part="marks" class="row__marks"><span class="row__mark" role="img" aria-label="><svg aria-hidden="true" width="16" height="16"><use href="#mark-spent"/></svg></span><span class="row__mark" role="img" aria-label="><svg aria-hidden="true" width="16" height="16"><use href="#mark-"/></svg></span></span>
</button></li></ul>
<li id="row-army-a-row-" hx-swap-oob="outerAmend"><span data-part="detail" class="row__detail"></span></li>`;
