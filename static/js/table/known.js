/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 * Written by `make known` from what is drawn for the games there are: each line stands in pushes as it is.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = '68006735';

export const KNOWN = `a, o termina la tanda.</p>
<span data-part="figure-initiative">1</span></span></span>
rcito A</span></span></span>
<svg><g hx-swap-oob="beforeend:#layer-tokens"><g id="d-s3u3" class="token side-4" data-unit="s3u3" data-x="350" data-y="1250" data-radius="33" data-side="D" data-seat="d" data-level="0" data-name="Te
<use href="#tone-good"/></svg>conseguido</span></span></span>
 Turno de Ana (A)</span></div>
Iniciativa 1,
<div hx-swap-oob="afterend:#panel-army-b"><section class="panel side-0" id="panel-fallen"><h3 class="panel__title">Ca
<div class="entry tone-info side-2" data-seq="0" data-overlays='[{"type":"line","points":[[1327,880],[1414,376]],"tone":"muted","label":{"es":"48,2 cm","en":"48.2 cm"},"dashed":false},{"type":"ring","target":"A-01","tone":"muted"},{"type":"ring","target":"wood-2","tone":"warn"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidd
<g data-part="line"><text class="tile-line" x="12" y="34">2<tspan class="tile-dash">-</tspan>1<tspan class="tile-dash">-</tspan>0</text></g><g data-part="marks"></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Esperamos a Ana (A), Ana (B), Ana (C) y Ana (D).</p>
<g id="d-A2_3" hx-swap-oob="outerAmend" class="token side-1 is-counter is-spent is-active is-small"></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Waiting for Ana (A): moving a platoon.</p>
<path class="front" transform="rotate(-270)" d="M18.8 0L10.0 7.5A12.5 12.5 0 0 0 10.0 -7.5Z"/></g><g data-part="figure"><use class="figure" href="#unit-soldier-assault_rifle" x="-12.5" y="-12.5" width="25.0" height="25.0"/></g><g data-part="counters"></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Side A acts: 3 miniatures have actions left.</p>
Initiative 1,
<span class="pip"></span></span></div>
<path class="ground" d="M1300 1250a50 50 0 1 0 100 0a50 50 0 1 0 -100 0Z"/><use href="#piece-tree" x="1300.0" y="1200.0" width="100.0" height="100.0"/><text class="area-name" x="1350" y="1250">
 en plena maniobra.</p>
<use href="#tone-bad"/></svg>failure</span></span></span>
<svg class="hand__symbol" aria-hidden="true" width="26" height="26"><use href="#mark-order-mt"/></svg><span class="hand__words"><span class="hand__name">Pelot
<g id="d-p16" hx-swap-oob="outerMorph" class="area area-terrain kind-tree side-0" data-area="p16" data-kind="tree" data-name="
<g class="card-flag" transform="translate(96.0 -104.0)"><path d="M-17-20h34V1c0 11-8 17-17 21C-9 18-17 12-17 1z"/><path class="card-flag-light" d="M-15-18h15v37C-8 15-15 10-15 1z"/><use href="#arms-amazons" x="-14" y="-17" width="28" height="32"/></g></g></g></svg><svg><g id="d-A1_a_amazons_castle" hx-swap-oob="outerAmend" class="stack side-1" data-x="60" transform="translate(60 147)scale(0.722)"></g></s
<span class="figures"><span class="figure" data-figure="actions"><svg aria-hidden="true" width="16" height="16"><use href="#mark-actions"/></svg><span class="visually-hidden">Acciones que quedan </span><span data-part="figure-actions">3<small>/3</small></span></span></span>
<i id="row-army-d-row-H5_d_mercenaries_troll" hx-swap-oob="delete"></i><span class="panel__count" id="count-army-d" hx-swap-oob="outerMorph">4</span><li id="row-army-e-row-H5_e_dwarves_guard" hx-swap-oob="outerAmend" class="row is-spent"><span data-part="detail" class="row__detail">Bosque (H5) 
<span class="entry__dice"><svg class="die is-success" role="img" aria-label="5, con 2 o m
<g id="d-s1u3" hx-swap-oob="outerAmend" data-state="Ya ha movido, Da
 Ana (B)</span></div>
<span class="roll__for">Activaci
<g data-part="front"></g><path class="base-cast" d="M8.8 -8.8A12.5 14.5 135 0 1 -8.8 8.8A12.5 12.5 0 0 0 8.8 -8.8"/><circle class="base-sheen" r="12.5" fill="url(#sheen)"/><path class="base-lip" d="M-11.2 2.0A11.4 11.4 0 0 1 2.0 -11.2"/><g class="grow">
<div class="entry tone-info side-2" data-seq="0"><div class="entry__head"><b class="entry__side">B</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">Machine-gun section B3: Move and shoot.</span></div></div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="b" data-
<h3 class="panel__title">Ana (C)
a: le quedan 3 miniaturas con acciones.</p>
Le quedan 0 de movimiento"><g data-part="marks"><g class="marks" transform="translate(-8 46)"><g class="mark" transform="translate(-30 0)"><circle r="10.5"/><use href="#mark-spent" x="-8" y="-8" width="16" height="16"/></g></g></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ana (A) mueve.</p>
<span class="goals__tally"><span class="seat__chip side-2">B</span>2</span></span><span id="goal-limit" class="goals__stands" hx-swap-oob="outerMorph"><span class="goals__now">Ahora mismo 
<section class="hand side-1" id="hand-deck-A1" data-hand="deck-A1" data-seat="a" aria-labelledby="hand-deck-A1-title" hx-swap-oob="outerMorph"><h2 class="hand__title" id="hand-deck-A1-title">Deck 1, Ana (A)<span class="hand__count">2</span></h2><ol class="hand__cards" role="list"><li class="hand__card is-open is-spent" id="card-deck-A1-card-A1" data-card="card-A1"><button type="button" class="hand__face"
<svg class="die" role="img" aria-label="6" width="40" height="40" viewBox="0 0 40 40"><use href="#die-6"/></svg><span class="roll__words"><span class="roll__whose">
a" data-label="BHQ.0" data-symbol="unit-company_command" data-on="1104" transform="translate(1150 404.1)" role="button" tabindex="-1" aria-label="Mando de 
<g data-part="figure"><use class="figure" href="#unit-soldier" x="-15" y="-15" width="30" height="30" transform="scale(-1 1)"/></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Turno de Ej
<span class="pips" data-what="pips.0" role="img" aria-label="Activated: 0 of 1"><span class="pips__name" aria-hidden="true">Activated</span><span class="pip is-used"></span></span></div>
<use href="#tone-muted"/></svg><span class="entry__words">Ana (B): e
</section><li id="standing-a" hx-swap-oob="outerAmend" class="standing side-1 is-me"><span data-part="turn" class="visually-hidden"></span></li><li id="standing-b" hx-swap-oob="outerAmend" class="standing side-2 is-active"><span data-part="turn" class="visually-hidden"> (to act)</span></li><section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-
</svg><svg><g id="d-B2_1" hx-swap-oob="outerMorph" class="token side-2 is-counter" data-unit="B2.1" data-x="950" data-y="577.4" data-radius="30" data-side="B" data-seat="b" data-level="0" data-name="Ca
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words">Turno 1 de 
<g class="counters" transform="translate(0 9.0)"><g class="dots side-0" transform="translate(0 0.0)"><circle class="is-filled" cx="-4.3" r="1.6"/><circle cx="0.0" r="1.6"/><circle cx="4.3" r="1.6"/></g></g></g></g></svg><p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Act
<path class="base-lip" d="M-27.0 26.0V-27.0H26.0"/><g class="grow">
<small>/3</small></span></li><li id="row-squad-A-row-A09" hx-swap-oob="outerAmend"><span data-part="detail" class="row__detail">Activa 
s" width="20" height="20" viewBox="0 0 40 40"><use href="#die-3"/></svg><svg class="die is-failure" role="img" aria-label="5, con 6 o m
<h2 id="spotlight-title" class="spotlight__title">Combat in Elderwood (C5), melee</h2><ol class="rows" role="list"><li class="row side-3 is-active" aria-current="step"><button type="button" class="row__button" data-pick="C5.c.demons.bane"><svg class="row__symbol side-3" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use href="#unit-demons.bane" x="-50" y="-50" width="100" height="10
<span class="roll side-2" data-whose="
tos</span></div>
<svg aria-hidden="true" width="16" height="16"><use href="#mark-acted"/></svg></span></span>
</button></li></ol></section>
<span data-part="turn" class="visually-hidden"> (decide ahora)</span><span data-part="figure-ready">0</span><span data-part="note" class="standing__note">
<span class="headline__words">Round 1
</div></li><li class="row side-2"><div class="row__button" data-what="count-B1"><span class="row__words"><span data-part="title" class="row__title">Compa
<span data-part="marks" class="row__marks"></span>
<div hx-swap-oob="beforeend:#log"><div class="entry tone-muted side-2 is-heading" data-seq="2"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3">Ronda 1: turno de Ej
<g class="mark" transform="translate(0.0 0)"><circle r="6.5"/><use href="#mark-leader" x="-5" y="-5" width="10" height="10"/></g></g></g></g><g data-part="counters"></g><text class="unit-label" y="14.5">A01</text></g>
<span class="row__mark" role="img" aria-label="L
<svg><g id="d-A01" hx-swap-oob="outerAmend" class="token side-1 is-active is-small" data-state="L
</span></button><div class="entry__more" hidden><time datetime="2026-01-01T12:00:00.000Z"></time></div></div><div class="entry tone-info side-1" data-seq="1" data-overlays='[{"type":"line","points":[[1046,138],[884,138]],"tone":"info","dashed":true},{"type":"ring","target":"A08","tone":"info"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">A</b><svg class="entry_
</span></span></li><div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
</span><span data-part="detail" class="row__detail">C
</g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ej
</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">
</div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="true" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>`;
