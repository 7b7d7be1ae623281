/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 * Written by `make known` from what is drawn for the games there are: each line stands in pushes as it is.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = 'f1c697af';

export const KNOWN = ` Movement 
<span class="roll__need">con 
<circle r="13"/><use href="#mark-fallen" x="-10" y="-10" width="20" height="20"/><text class="mark-count" x="11" y="-7">2</text></g></g><g data-part="flag"><g class="card-flag" transform="translate(96.0 -104.0)"><path d="M-17-20h34V1c0 11-8 17-17 21C-9 18-17 12-17 1z"/><path class="card-flag-light" d="M-15-18h15v37C-8 15-15 10-15 1z"/><use href="#arms-dwarves" x="-14" y="-17" width="28" height="32"/></g>
<p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Army A&#39;s turn: A-05 is in the middle of its manoeuvre.</p>
<use href="#tone-good"/></svg>se salva</span></span></span>
</span><b class="hand__number" aria-hidden="true">3</b></span></li></ol></section><section class="hand side-1" id="hand-deck-A2" data-hand="deck-A2" data-seat="c" aria-labelledby="hand-deck-A2-title"><h2 class="hand__title" id="hand-deck-A2-title">Deck 2, Ana (C)<span class="hand__count">5</span></h2><ol class="hand__cards" role="list"><li id="backs-deck-A2"><span class="hand__backs" role="img" aria-labe
<span id="goal-last" class="goals__stands" hx-swap-oob="outerMorph"><span class="goals__tally"><span class="seat__chip side-1">A</span>8</span><span class="goals__tally"><span class="seat__chip side-2">B</span>4</span></span><ul hx-swap-oob="afterend:#row-gang-b-row-s1u7"><li class="row" id="row-gang-b-row-s1u3"><button type="button" class="row__button" data-pick="s1u3"><svg class="row__symbol side-2" ar
<div class="entry__more" hidden><span class="roll" data-whose="Ej
<g id="d-H5_e_dwarves_guard" hx-swap-oob="outerAmend" class="stack side-5 is-spent" data-x="1928" transform="translate(1928 1289)scale(1.04)" aria-label="Guard 
<p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Esperamos a Ana (A), Ana (B), Ana (C) y Ana (D): 
<use href="#mark-armour-medium"/></svg></span></span>
 en plena maniobra.</p>
<circle r="10.5"/><use href="#mark-locked" x="-8" y="-8" width="16" height="16"/></g></g></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ana (A) mueve.</p>
<li id="standing-a" hx-swap-oob="outerAmend"><span data-part="note" class="standing__note">Tiene la iniciativa 
<g id="d-A2_3" hx-swap-oob="outerAmend" class="token side-1 is-counter is-spent is-active"></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Waiting for Ana (A): moving a platoon.</p>
<g data-part="front"><path class="front" transform="rotate(-270)" d="M18.8 0L10.0 7.5A12.5 12.5 0 0 0 10.0 -7.5Z"/></g><g data-part="counters"></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Side B chooses the 3 miniatures that act.</p>
<use href="#tone-bad"/></svg>failure</span></span></span>
<g id="d-p6" hx-swap-oob="outerMorph" class="area area-terrain kind-tree side-0" data-area="p6" data-kind="tree" data-name="
<span class="figures"><span class="figure" data-figure="deck"><svg aria-hidden="true" width="16" height="16"><use href="#mark-deck"/></svg><span class="visually-hidden">Cartas </span><span data-part="figure-deck">0</span></span></span>
en movimiento
<circle r="14"/><use href="#mark-flag" x="-10" y="-10" width="20" height="20"/></g></g><text class="area-name" x="850" y="650">
</span><li id="row-army-a-row-A3_a_barbarians_berserker" hx-swap-oob="outerAmend" class="row is-spent"><span data-part="detail" class="row__detail">Plains (A3) 
<div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="b" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>
<span class="roll__whose">Bando B</span><span class="roll__for">Activaci
<rect class="base-cast" x="-27.0" y="-26.0" width="60.0" height="60.0" rx="5"/><rect class="base" x="-30.0" y="-30.0" width="60.0" height="60.0" rx="5"/><path class="base-lip" d="M-27.0 26.0V-27.0H26.0"/><g class="grow">
 Turno de Ana (B)</span></div>
os 0/3"><g data-part="marks"><g class="marks" transform="translate(0 -33)"></g><g class="riders" transform="translate(0 27)"><circle cx="0.0" r="4"/></g></g></g></svg><svg><g id="d-s1u2" hx-swap-oob="outerAmend" data-state="Da
<span class="entry__dice"><svg class="die is-success" role="img" aria-label="6, con 3 o m
a: le quedan 4 miniaturas con acciones.</p>
<span class="goals__tally"><span class="seat__chip side-3">C</span>1</span></span><div hx-swap-oob="afterend:#panel-gang-b"><section class="panel side-3" id="panel-gang-c"><h3 class="panel__title">Ana (C)
n (subfusil)" data-label="A2.0" data-symbol="unit-command" data-on="0205" transform="translate(300 490.8)" role="button" tabindex="-1" aria-label="Mando de pelot
<div class="entry tone-info side-2" data-seq="0" data-overlays='[{"type":"line","points":[[1327,880],[1414,376]],"tone":"muted","label":{"es":"48,2 cm","en":"48.2 cm"},"dashed":false},{"type":"ring","target":"A-01","tone":"muted"},{"type":"ring","target":"wood-2","tone":"warn"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidd
<h2 class="hand__title" id="hand-deck-A1-title">Mazo 1, Ana (A)<span class="hand__count">2</span></h2><ol class="hand__cards" role="list"><li class="hand__card is-open is-spent" id="card-deck-A1-card-A1" data-card="card-A1"><button type="button" class="hand__face" data-pick="A1"><svg class="hand__symbol" aria-hidden="true" width="26" height="26"><use href="#mark-order-md"/></svg><span class="hand__words"
<g data-part="figure"><use class="figure" href="#unit-infantry" x="-24.0" y="-28.8" width="48.0" height="48.0" transform="scale(-1 1)"/></g><g data-part="marks"></g></g><g data-part="counters"></g><text class="unit-label" y="23.4" font-size="11.4">B2.2</text></g>
<li id="row-squad-B-row-B02" hx-swap-oob="outerAmend"><span data-part="detail" class="row__detail">Activa 
rcito B"><svg class="die" role="img" aria-label="3" width="40" height="40" viewBox="0 0 40 40"><use href="#die-3"/></svg><span class="roll__words"><span class="roll__for">Ej
<use href="#tone-muted"/></svg><span class="entry__words">Ana (B): ej
<span class="pips" data-what="pips.0" role="img" aria-label="Maniobras: 1 de 3"><span class="pips__name" aria-hidden="true">Maniobras</span><span class="pip is-used"></span><span class="pip"></span><span class="pip"></span></span></div>
<li id="standing-b" hx-swap-oob="outerAmend" class="standing side-2 is-active"><span data-part="turn" class="visually-hidden"> (decide ahora)</span></li><section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-oob="outerMorph"><h2 id="spotlight-title" class="spotlight__title">Se resuelve</h2><ol class="rows" role="list"><li class="row side-1"><di
<g class="counters" transform="translate(0 9.0)"><g class="dots side-0" transform="translate(0 0.0)"><circle class="is-filled" cx="-4.3" r="1.6"/><circle cx="0.0" r="1.6"/><circle cx="4.3" r="1.6"/></g></g></g></g></svg><p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Act
</svg><svg><g id="d-B2_1" hx-swap-oob="outerMorph" class="token side-2 is-counter" data-unit="B2.1" data-x="950" data-y="577.4" data-radius="30" data-side="B" data-seat="b" data-level="0" data-name="Ca
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words">Round 1
<path class="base-lip" d="M-27.0 26.0V-27.0H26.0"/><g class="grow">
s" width="20" height="20" viewBox="0 0 40 40"><use href="#die-6"/></svg><svg class="die is-failure" role="img" aria-label="3, con 5 o m
<span data-part="figure-actions">3<small>/3</small></span></span></span>
<svg class="row__symbol side-1" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use href="#unit-soldier-assault_rifle" x="-50" y="-50" width="100" height="100"/></svg><span class="row__words"><span data-part="title" class="row__title">A04 
</button></li></ol></section>
<svg aria-hidden="true" width="16" height="16"><use href="#mark-acted"/></svg></span></span>
<span class="roll side-2" data-whose="
 Ana (A)</span></div>
</li><li id="standing-b" hx-swap-oob="outerAmend"><span data-part="note" class="standing__note">Has the initiative 
</div></li><li class="row side-2 is-active" aria-current="step"><div class="row__button" data-what="count-B1"><span class="row__words"><span data-part="title" class="row__title">Compa
<span data-part="marks" class="row__marks"></span>
<span class="headline__words">Turn 
<div hx-swap-oob="beforeend:#log"><div class="entry tone-muted side-1 is-heading" data-seq="2"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3">Ronda 6: turno de Ej
<g class="mark" transform="translate(0.0 0)"><circle r="6.5"/><use href="#mark-leader" x="-5" y="-5" width="10" height="10"/></g></g></g></g><g data-part="counters"></g><text class="unit-label" y="22.0">A01</text></g>
</span><span data-part="detail" class="row__detail"></span></span>
<svg><g id="d-A01" hx-swap-oob="outerAmend" class="token side-1 is-active is-small" data-state="L
<span class="row__mark" role="img" aria-label="L
</svg><span class="entry__words">T-34/76 A22.6 entra en 0103.</span></button><div class="entry__more" hidden><time datetime="2026-01-01T12:00:00.000Z"></time></div></div><div class="entry tone-info side-1" data-seq="4" data-overlays='[{"type":"ring","target":"A22.6","tone":"info"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">A</b><svg class="entry__tone" aria-h
<span data-part="turn" class="visually-hidden"></span></li><div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
</g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Ej
</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">
</div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="true" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>`;
