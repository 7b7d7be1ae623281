/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 * Written by `make known` from what is drawn for the games there are: each line stands in pushes as it is.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = 'f03e0262';

export const KNOWN = ` Movement 
Iniciativa 1,
<span class="roll__need">con 2 o m
</li><li>Ana (B): valor de ej
<g id="d-C2_b_barbarians_lancer" hx-swap-oob="outerAmend" aria-label="Lancer, 
<span class="roll__whose">
<div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="b" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>
<use href="#mark-flag" x="-10" y="-10" width="20" height="20"/></g></g><g class="counters" transform="translate(750 1750)"><g transform="translate(0 28)"><g class="dots side-3" transform="translate(0 0.0)"><circle class="is-filled" cx="0.0" r="6"/></g></g></g><text class="area-name" x="750" y="1750">Municiones</text></g>
Coste 1"><g data-part="line"><text class="tile-line" x="12" y="34">2<tspan class="tile-dash">-</tspan>1<tspan class="tile-dash">-</tspan>0</text></g><g data-part="marks"></g></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Esperamos a Ana (A), Ana (B), Ana (C) y Ana (D).</p>
<use href="#tone-bad"/></svg>failure</span></span></span>
<span class="entry__dice"><svg class="die is-success" role="img" aria-label="5, con 2 o m
 en plena maniobra.</p>
<use href="#tone-muted"/></svg><span class="entry__words">Ca
<g id="d-p16" hx-swap-oob="outerMorph" class="area area-terrain kind-tree side-0" data-area="p16" data-kind="tree" data-name="
</span></li><i id="row-army-g-row-A1_g_orcs_slynn" hx-swap-oob="delete"></i><span class="panel__count" id="count-army-g" hx-swap-oob="outerMorph">4</span><li id="standing-d" hx-swap-oob="outerAmend" class="standing side-4 is-active"><span data-part="turn" class="visually-hidden"> (decide ahora)</span><span data-part="figure-gold">3<small>+3</small></span><span data-part="figure-mana">2<small>+1</small></
<rect class="base" x="-30.0" y="-30.0" width="60.0" height="60.0" rx="5"/><path class="base-lip" d="M-27.0 26.0V-27.0H26.0"/><g class="grow">
Movimiento 2,
<path d="M-17-20h34V1c0 11-8 17-17 21C-9 18-17 12-17 1z"/><path class="card-flag-light" d="M-15-18h15v37C-8 15-15 10-15 1z"/><use href="#arms-elves" x="-14" y="-17" width="28" height="32"/></g></g></g></svg><svg><g id="d-H4_d_mercenaries_troll" hx-swap-oob="outerAmend" data-count="1" aria-label="Trol, H
</button></li><li class="hand__card" id="card-deck-A1-card-A2" data-card="card-A2"><button type="button" class="hand__face" data-pick="A2"><svg class="hand__symbol" aria-hidden="true" width="26" height="26"><use href="#mark-order-mt"/></svg><span class="hand__words"><span class="hand__name">Pelot
<g id="d-A2_3" hx-swap-oob="outerAmend" class="token side-1 is-counter is-spent is-active is-small"></g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Waiting for Ana (A): moving a platoon.</p>
<h3 class="panel__title">Ana (C)
 Turno de Ana (B)</span></div>
<svg class="die" role="img" aria-label="6" width="40" height="40" viewBox="0 0 40 40"><use href="#die-6"/></svg><span class="roll__words"><span class="roll__for">Ej
<circle class="base" r="33"/><g data-part="front"></g><path class="base-cast" d="M23.3 -23.3A33 38.3 135 0 1 -23.3 23.3A33 33 0 0 0 23.3 -23.3"/><circle class="base-sheen" r="33" fill="url(#sheen)"/><path class="base-lip" d="M-29.7 5.3A30.2 30.2 0 0 1 5.3 -29.7"/><g class="grow">
<span data-part="figure-initiative">1</span></span></span>
<div class="entry tone-info side-2" data-seq="0" data-overlays='[{"type":"line","points":[[1327,880],[1414,376]],"tone":"muted","label":{"es":"48,2 cm","en":"48.2 cm"},"dashed":false},{"type":"ring","target":"A-01","tone":"muted"},{"type":"ring","target":"wood-2","tone":"warn"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidd
<g data-part="marks"><g class="marks" transform="translate(-8 46)"><g class="mark" transform="translate(-30 0)"><circle r="10.5"/><use href="#mark-locked" x="-8" y="-8" width="16" height="16"/></g></g></g></g></svg><svg><g id="d-H3_d_elves_magician" hx-swap-oob="outerAmend" class="stack side-4" aria-label="Maga, H3,
<span class="roll" data-whose="
<li id="row-company-A1-row-A2" hx-swap-oob="outerAmend"></li><section class="hand side-1" id="hand-deck-A1" data-hand="deck-A1" data-seat="a" aria-labelledby="hand-deck-A1-title" hx-swap-oob="outerMorph"><h2 class="hand__title" id="hand-deck-A1-title">Deck 1, Ana (A)<span class="hand__count">3</span></h2><ol class="hand__cards" role="list"><li class="hand__card is-open is-spent" id="card-deck-A1-card-A2"
 Army A&#39;s turn</span><span class="pips" data-what="pips.0" role="img" aria-label="Manoeuvres: 1 of 3"><span class="pips__name" aria-hidden="true">Manoeuvres</span><span class="pip is-used"></span><span class="pip"></span><span class="pip"></span></span></div>
os 0/3" data-state="Da
<span class="seat__chip side-1">A</span>8</span><span class="goals__tally"><span class="seat__chip side-2">B</span>4</span></span><ul hx-swap-oob="afterend:#row-gang-b-row-s1u7"><li class="row" id="row-gang-b-row-s1u3"><button type="button" class="row__button" data-pick="s1u3"><svg class="row__symbol side-2" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use href="#unit-marker" x="-
<p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Ana (A) mueve 
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words">Turno 2 de 
s" width="20" height="20" viewBox="0 0 40 40"><use href="#die-3"/></svg><svg class="die is-failure" role="img" aria-label="1, con 6 o m
n" data-label="3" data-symbol="unit-badger" data-on="3,5" transform="translate(350 550)" role="button" tabindex="-1" aria-label="Tej
<span class="row__mark" role="img" aria-label="Has acted"><svg aria-hidden="true" width="16" height="16"><use href="#mark-acted"/></svg></span></span>
</svg><svg><g id="d-B2_1" hx-swap-oob="outerMorph" class="token side-2 is-counter" data-unit="B2.1" data-x="950" data-y="577.4" data-radius="30" data-side="B" data-seat="b" data-level="0" data-name="Ca
</li><li id="standing-a" hx-swap-oob="outerAmend" class="standing side-1"><span data-part="turn" class="visually-hidden"></span></li><section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-oob="outerMorph"><h2 id="spotlight-title" class="spotlight__title">Combate en Cementerio de los ca
 Ana (A)</span></div>
<circle class="base-sheen" r="15" fill="url(#sheen)"/><path class="base-lip" d="M-13.5 2.4A13.7 13.7 0 0 1 2.4 -13.5"/><g class="grow">
</div></li></ol></section>
<span class="headline__words">Round 1
</h2><ol class="rows" role="list"><li class="row side-1 is-active" aria-current="step"><div class="row__button" data-what="count-A1"><span class="row__words"><span data-part="title" class="row__title">Compa
<div hx-swap-oob="beforeend:#log"><div class="entry tone-muted side-2 is-heading" data-seq="1"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3">Ronda 8: turno de Ej
</span><span data-part="detail" class="row__detail"></span></span>
<svg><g id="d-s0u5" hx-swap-oob="outerAmend" class="token side-1 is-spent" aria-label="Tej
</svg><span class="entry__words">Ana (B) recluta Slynn en C3 por 1 de oro.</span></button><div class="entry__more" hidden><time datetime="2026-01-01T12:00:00.000Z"></time></div></div><div class="entry tone-info side-1" data-seq="2" data-overlays='[{"type":"ring","target":"B2","tone":"info"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">A</b><svg class="entry__to
</span></li><div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
<span data-part="marks" class="row__marks"></span>
</g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">T
</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">T
</div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="true" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>`;
