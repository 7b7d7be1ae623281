/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 * Written by `make known` from what is drawn for the games there are: each line stands in pushes as it is.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = '820f8fa2';

export const KNOWN = `<svg><g hx-swap-oob="beforeend:#layer-tokens"><g id="d-A01" class="token side-1 is-small" data-unit="A01" data-x="20" data-y="600" data-radius="12.5" data-side="A" data-seat="a" data-level="0" data-name="Cap
<use href="#tone-good"/></svg>conseguido</span></span></span>
<use class="figure" href="#unit-soldier" x="-15" y="-15" width="30" height="30"/></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Army A&#39;s turn: A-05 is in the middle of its manoeuvre.</p>
Iniciativa 1,
<div class="entry tone-info side-2" data-seq="0" data-overlays='[{"type":"line","points":[[1327,880],[1414,376]],"tone":"muted","label":{"es":"48,2 cm","en":"48.2 cm"},"dashed":false},{"type":"ring","target":"A-01","tone":"muted"},{"type":"ring","target":"wood-2","tone":"warn"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidd
<g data-part="line"><text class="tile-line" x="12" y="34">2<tspan class="tile-dash">-</tspan>1<tspan class="tile-dash">-</tspan>0</text></g><g data-part="marks"></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Esperamos a Ana (A), Ana (B), Ana (C) y Ana (D).</p>
<path class="ground" d="M1300 1250a50 50 0 1 0 100 0a50 50 0 1 0 -100 0Z"/><use href="#piece-tree" x="1300.0" y="1200.0" width="100.0" height="100.0"/><text class="area-name" x="1350" y="1250">
Initiative 1,
<span class="figures"><span class="figure" data-figure="actions"><svg aria-hidden="true" width="16" height="16"><use href="#mark-actions"/></svg><span class="visually-hidden">Actions left </span><span data-part="figure-actions">3<small>/3</small></span></span></span>
<span class="pip"></span></span></div>
<g id="d-B2_a_barbarians_scout" hx-swap-oob="outerAmend" class="stack side-1" aria-label="Scout 
 en plena maniobra.</p>
<circle class="base" r="33"/><g data-part="front"></g><path class="base-cast" d="M23.3 -23.3A33 38.3 135 0 1 -23.3 23.3A33 33 0 0 0 23.3 -23.3"/><circle class="base-sheen" r="33" fill="url(#sheen)"/><path class="base-lip" d="M-29.7 5.3A30.2 30.2 0 0 1 5.3 -29.7"/><g class="grow">
a: le quedan 2 miniaturas con acciones.</p>
<span class="roll__result"><svg aria-hidden="true" width="14" height="14"><use href="#tone-bad"/></svg>failure</span></span></span>
<g id="d-s0u1" hx-swap-oob="outerAmend" aria-label="Marmota 
<g id="d-A2_3" hx-swap-oob="outerAmend" class="token side-1 is-counter is-spent is-active is-small"></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Waiting for Ana (A): moving a platoon.</p>
der, Acciones que quedan 3/3" data-state="L
<span id="goal-limit" class="goals__stands" hx-swap-oob="outerMorph"><span class="goals__now">Ahora mismo 
</li><li class="hand__card" id="card-deck-A1-card-A2" data-card="card-A2"><button type="button" class="hand__face" data-pick="A2"><svg class="hand__symbol" aria-hidden="true" width="26" height="26"><use href="#mark-order-mt"/></svg><span class="hand__words"><span class="hand__name">Pelot
<path d="M-17-20h34V1c0 11-8 17-17 21C-9 18-17 12-17 1z"/><path class="card-flag-light" d="M-15-18h15v37C-8 15-15 10-15 1z"/><use href="#arms-elves" x="-14" y="-17" width="28" height="32"/></g></g></g></svg><svg><g id="d-H4_d_mercenaries_troll" hx-swap-oob="outerAmend" data-count="1" aria-label="Trol, H
<span class="entry__dice"><svg class="die is-success" role="img" aria-label="5, con 2 o m
<span class="roll__for">Activaci
<g id="d-p16" hx-swap-oob="outerMorph" class="area area-terrain kind-tree side-0" data-area="p16" data-kind="tree" data-name="
 Turno de Ana (B)</span></div>
<div class="entry tone-info side-2" data-seq="0"><div class="entry__head"><b class="entry__side">B</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">Machine-gun section B3: Move and shoot.</span></div></div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="b" data-
<g data-part="front"><path class="front" transform="rotate(-270)" d="M18.8 0L10.0 7.5A12.5 12.5 0 0 0 10.0 -7.5Z"/></g><g data-part="figure"><use class="figure" href="#unit-soldier-assault_rifle" x="-12.5" y="-12.5" width="25.0" height="25.0"/></g><g data-part="counters"></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Side A acts: 3 miniatures have actions left.</p>
<span class="row__mark" role="img" aria-label="L
Le quedan 0 de movimiento"><g data-part="marks"><g class="marks" transform="translate(-8 46)"><g class="mark" transform="translate(-30 0)"><circle r="10.5"/><use href="#mark-spent" x="-8" y="-8" width="16" height="16"/></g></g></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ana (A) mueve.</p>
<li id="row-company-A1-row-A2" hx-swap-oob="outerAmend" class="row is-spent"></li><section class="hand side-1" id="hand-deck-A1" data-hand="deck-A1" data-seat="a" aria-labelledby="hand-deck-A1-title" hx-swap-oob="outerMorph"><h2 class="hand__title" id="hand-deck-A1-title">Deck 1, Ana (A)<span class="hand__count">2</span></h2><ol class="hand__cards" role="list"><li class="hand__card is-open is-spent is-ac
<i id="row-pool-of-A-pool-p09" hx-swap-oob="delete"></i><span class="panel__count" id="count-pool-of-A" hx-swap-oob="outerMorph">1</span><li id="standing-a" hx-swap-oob="outerAmend" class="standing side-1"><span data-part="turn" class="visually-hidden"></span></li><li id="standing-b" hx-swap-oob="outerAmend" class="standing side-2 is-active"><span data-part="turn" class="visually-hidden"> (to act)</span>
<svg class="die" role="img" aria-label="6" width="40" height="40" viewBox="0 0 40 40"><use href="#die-6"/></svg><span class="roll__words"><span class="roll__whose">
<span class="pips" data-what="pips.0" role="img" aria-label="Activated: 0 of 1"><span class="pips__name" aria-hidden="true">Activated</span><span class="pip is-used"></span></span></div>
<use href="#tone-muted"/></svg><span class="entry__words">Ana (B): e
<span class="seat__chip side-1">A</span>8</span><span class="goals__tally"><span class="seat__chip side-2">B</span>4</span></span><ul hx-swap-oob="afterend:#row-gang-b-row-s1u7"><li class="row" id="row-gang-b-row-s1u3"><button type="button" class="row__button" data-pick="s1u3"><svg class="row__symbol side-2" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use href="#unit-marker" x="-
<span class="roll" data-whose="
<g class="counters" transform="translate(0 9.0)"><g class="dots side-0" transform="translate(0 0.0)"><circle class="is-filled" cx="-4.3" r="1.6"/><circle cx="0.0" r="1.6"/><circle cx="4.3" r="1.6"/></g></g></g><text class="unit-label" y="14.5">A08</text></g>
</li><section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-oob="outerMorph"><h2 id="spotlight-title" class="spotlight__title">Combate en Cementerio de los ca
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words">Turno 1 de 
<path class="base-lip" d="M-27.0 26.0V-27.0H26.0"/><g class="grow">
<g id="d-B-11" class="token side-2" data-unit="B-11" data-x="1133" data-y="971" data-radius="50" data-side="B" data-seat="b" data-level="0" data-name="Tank" data-label="B-11" data-symbol="unit-tank" transform="translate(1133 229)" role="button" tabindex="-1" aria-label="Tank B-11" data-state="">
<use class="figure" href="#unit-tank" x="-50" y="-50" width="100" height="100" transform="scale(-1 1)"/></g></g></svg><p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Sigue con A-0
<small>/3</small></span></li><li id="row-squad-A-row-A09" hx-swap-oob="outerAmend"><span data-part="detail" class="row__detail">Activa 
tos</span></div>
<svg aria-hidden="true" width="16" height="16"><use href="#mark-acted"/></svg></span></span>
</button></li></ol></section>
s" width="20" height="20" viewBox="0 0 40 40"><use href="#die-3"/></svg><svg class="die is-failure" role="img" aria-label="5, con 6 o m
<span data-part="turn" class="visually-hidden"> (decide ahora)</span><span data-part="figure-ready">0</span><span data-part="note" class="standing__note">
<span class="headline__words">Round 1
</h2><ol class="rows" role="list"><li class="row side-1 is-active" aria-current="step"><div class="row__button" data-what="step-0"><span class="row__words"><span data-part="title" class="row__title">Compa
<span data-part="marks" class="row__marks"></span>
<div hx-swap-oob="beforeend:#log"><div class="entry tone-muted side-2 is-heading" data-seq="2"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3">Ronda 1: turno de Ej
<g class="mark" transform="translate(0.0 0)"><circle r="6.5"/><use href="#mark-leader" x="-5" y="-5" width="10" height="10"/></g></g></g></g><g data-part="counters"></g><text class="unit-label" y="14.5">A01</text></g>
</g></g></svg><svg><g id="d-A08" hx-swap-oob="outerAmend" class="token side-1 is-small" aria-label="Z
</span></button><div class="entry__more" hidden><time datetime="2026-01-01T12:00:00.000Z"></time></div></div><div class="entry tone-info side-1" data-seq="1" data-overlays='[{"type":"line","points":[[1046,138],[884,138]],"tone":"info","dashed":true},{"type":"ring","target":"A08","tone":"info"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">A</b><svg class="entry_
</span></span></li><div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
</span><span data-part="detail" class="row__detail">C
</g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ej
</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">
</div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="true" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>`;
