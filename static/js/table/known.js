/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 * Written by `make known` from what is drawn for the games there are: each line stands in pushes as it is.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = 'b6702962';

export const KNOWN = `Movement 2,
rcito B despliega una unidad.</p>
 Ana (B)</span></div>
<use href="#tone-warn"/></svg><span class="entry__words">
<div class="entry tone-muted side-3" data-seq="0"><div class="entry__head"><b class="entry__side">C</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-muted"/></svg><span class="entry__words">Ana (C): 
Iniciativa 1,
</section></div><div class="hands__others" role="group" tabindex="0" aria-label="Cartas de los dem
<li id="row-gang-a-row-s0u4" hx-swap-oob="outerAmend" class="row"><span data-part="marks" class="row__marks"><span class="row__mark" role="img" aria-label="At its headquarters: 2 of 3 ends of turn 
<g id="d-A2_9" hx-swap-oob="outerAmend" class="token side-1 is-counter is-spent is-active is-small"></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Esperamos a Ana (A): mueve un pelot
<text class="unit-label" y="23.4" font-size="11.4">B2.2</text></g>
<i id="row-army-d-row-H5_d_mercenaries_troll" hx-swap-oob="delete"></i><span class="panel__count" id="count-army-d" hx-swap-oob="outerMorph">4</span><li id="row-army-e-row-H5_e_dwarves_guard" hx-swap-oob="outerAmend" class="row is-spent"><span data-part="detail" class="row__detail">Forest (H5) 
<p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Side B acts: 4 miniatures have actions left.</p>
<svg class="die" role="img" aria-label="6" width="20" height="20" viewBox="0 0 40 40"><use href="#die-6"/></svg></span></button><div class="entry__more" hidden><span class="roll" data-whose="Ej
<use class="figure" href="#unit-soldier" x="-15" y="-15" width="30" height="30" transform="scale(-1 1)"/></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Army A&#39;s turn: A-05 is in the middle of its manoeuvre.</p>
</tspan>1<tspan class="tile-dash">-</tspan>0</text></g><g data-part="marks"></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Waiting for Ana (A), Ana (B), Ana (C) and Ana (D).</p>
<use href="#tone-bad"/></svg>failure</span></span></span>
<div hx-swap-oob="afterend:#panel-army-b"><section class="panel side-0" id="panel-fallen"><h3 class="panel__title">Ca
<use href="#mark-armour-medium"/></svg></span></span>
 en plena maniobra.</p>
<circle r="10.5"/><use href="#mark-locked" x="-8" y="-8" width="16" height="16"/></g></g></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ana (A) mueve.</p>
<g id="d-A3_a_barbarians_berserker" hx-swap-oob="outerAmend" class="stack side-1 is-spent" aria-label="Berserker 
<span class="figures"><span class="figure" data-figure="actions"><svg aria-hidden="true" width="16" height="16"><use href="#mark-actions"/></svg><span class="visually-hidden">Acciones que quedan </span><span data-part="figure-actions">3<small>/3</small></span></span></span>
 Turno de Ana (A)</span></div>
</li><li class="hand__card" id="card-deck-A1-card-A2" data-card="card-A2"><button type="button" class="hand__face" data-pick="A2"><svg class="hand__symbol" aria-hidden="true" width="26" height="26"><use href="#mark-order-fc"/></svg><span class="hand__words"><span class="hand__name">Pelot
en movimiento
<span class="roll__whose">
<g id="d-p6" hx-swap-oob="outerMorph" class="area area-terrain kind-tree side-0" data-area="p6" data-kind="tree" data-name="
<rect class="base-cast" x="-27.0" y="-26.0" width="60.0" height="60.0" rx="5"/><rect class="base" x="-30.0" y="-30.0" width="60.0" height="60.0" rx="5"/><path class="base-lip" d="M-27.0 26.0V-27.0H26.0"/><g class="grow">
<div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="b" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>
os 0/3"><g data-part="marks"><g class="marks" transform="translate(0 -33)"></g><g class="riders" transform="translate(0 27)"><circle cx="0.0" r="4"/></g></g></g></svg><svg><g id="d-s1u2" hx-swap-oob="outerAmend" data-state="Da
<li id="row-company-A1-row-A3" hx-swap-oob="outerAmend" class="row is-spent"></li><section class="hand side-1" id="hand-deck-A1" data-hand="deck-A1" data-seat="a" aria-labelledby="hand-deck-A1-title" hx-swap-oob="outerMorph"><h2 class="hand__title" id="hand-deck-A1-title">Mazo 1, Ana (A)<span class="hand__count">3</span></h2><ol class="hand__cards" role="list"><li class="hand__card is-open is-spent" id="
<h3 class="panel__title">Ana (C)
<span class="entry__dice"><svg class="die is-failure" role="img" aria-label="1, con 
a: le quedan 4 miniaturas con acciones.</p>
n (subfusil)" data-label="B25.0" data-symbol="unit-command" data-on="1907" transform="translate(1976 663.9)" role="button" tabindex="-1" aria-label="Mando de pelot
<span class="goals__tally"><span class="seat__chip side-1">A</span>0</span><span class="goals__tally"><span class="seat__chip side-2">B</span>0</span><span class="goals__now">Objetivos en pie: Ana (A) 2, Ana (B) 2</span></span><li id="standing-a" hx-swap-oob="outerAmend" class="standing side-1 is-active"><span data-part="turn" class="visually-hidden"> (decide ahora)</span></li><li id="standing-b" hx-swap
<div class="entry tone-info side-2" data-seq="0" data-overlays='[{"type":"line","points":[[1327,880],[1414,376]],"tone":"muted","label":{"es":"48,2 cm","en":"48.2 cm"},"dashed":false},{"type":"ring","target":"A-01","tone":"muted"},{"type":"ring","target":"wood-2","tone":"warn"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidd
der"><g data-part="front"><path class="front" transform="rotate(-270)" d="M18.8 0L10.0 7.5A12.5 12.5 0 0 0 10.0 -7.5Z"/></g><g data-part="figure"><use class="figure" href="#unit-soldier-assault_rifle" x="-12.5" y="-12.5" width="25.0" height="25.0"/></g><g data-part="counters"></g></g></svg><svg><g id="d-B05" hx-swap-oob="outerAmend" class="token side-2 is-spent is-small" data-state=""><g data-part="front
<use href="#mark-flag" x="-10" y="-10" width="20" height="20"/></g></g><text class="area-name" x="850" y="650">
<li id="row-squad-B-row-B02" hx-swap-oob="outerAmend"><span data-part="detail" class="row__detail">Activa 
<use href="#tone-muted"/></svg><span class="entry__words">Ana (B): ej
<span class="pips" data-what="pips.0" role="img" aria-label="Maniobras: 1 de 3"><span class="pips__name" aria-hidden="true">Maniobras</span><span class="pip is-used"></span><span class="pip"></span><span class="pip"></span></span></div>
<path class="base-lip" d="M-27.0 26.0V-27.0H26.0"/><g class="grow">
<svg class="die" role="img" aria-label="3" width="40" height="40" viewBox="0 0 40 40"><use href="#die-3"/></svg><span class="roll__words"><span class="roll__for">Ej
</svg><svg><g id="d-B2_1" hx-swap-oob="outerMorph" class="token side-2 is-counter" data-unit="B2.1" data-x="950" data-y="577.4" data-radius="30" data-side="B" data-seat="b" data-level="0" data-name="Ca
<g class="counters" transform="translate(0 9.0)"><g class="dots side-0" transform="translate(0 0.0)"><circle class="is-filled" cx="-4.3" r="1.6"/><circle cx="0.0" r="1.6"/><circle cx="4.3" r="1.6"/></g></g></g></g></svg><p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Act
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words">Round 1
<span data-part="figure-actions">3<small>/3</small></span></span></span>
</span></li><section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-oob="outerMorph"><h2 id="spotlight-title" class="spotlight__title">Combat in Iron Citadel (B3), melee</h2><ol class="rows" role="list"><li class="row side-2 is-active" aria-current="step"><button type="button" class="row__button" data-pick="B3.b.undead.skeleton"><svg class="row_
<svg aria-hidden="true" width="16" height="16"><use href="#mark-acted"/></svg></span></span>
<span class="roll side-2" data-whose="
</button></li></ol></section>
</li><li id="standing-b" hx-swap-oob="outerAmend"><span data-part="note" class="standing__note">Has the initiative 
<svg class="row__symbol side-2" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use href="#unit-agile-claws" x="-50" y="-50" width="100" height="100"/></svg><span class="row__words"><span data-part="title" class="row__title">B06 
<span data-part="marks" class="row__marks"></span>
<span class="headline__words">Turn 
</span></span></div>
<div hx-swap-oob="beforeend:#log"><div class="entry tone-muted side-1 is-heading" data-seq="2"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3">Ronda 6: turno de Ej
<g class="mark" transform="translate(0.0 0)"><circle r="6.5"/><use href="#mark-leader" x="-5" y="-5" width="10" height="10"/></g></g></g></g><g data-part="counters"></g><text class="unit-label" y="22.0">A01</text></g>
<span class="row__mark" role="img" aria-label="L
<svg><g id="d-A01" hx-swap-oob="outerAmend" class="token side-1 is-active is-small" data-state="L
</span><span data-part="detail" class="row__detail">Cl
</svg><span class="entry__words">Equipo de subfusiles A2.6 entra en 0103.</span></button><div class="entry__more" hidden><time datetime="2026-01-01T12:00:00.000Z"></time></div></div><div class="entry tone-info side-1" data-seq="10" data-overlays='[{"type":"ring","target":"A2.6","tone":"info"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">A</b><svg class="entry__
<span data-part="turn" class="visually-hidden"></span></li><div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
</g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ej
</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">
</div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="true" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>`;
