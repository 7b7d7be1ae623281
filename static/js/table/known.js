/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 * Written by `make known` from what is drawn for the games there are: each line stands in pushes as it is.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = '70d1a602';

export const KNOWN = `Initiative 1,
rcito A</span></span></span>
<path class="base-lip" d="M-45.0 8.0A45.8 45.8 0 0 1 8.0 -45.0"/><g class="grow">
<li id="standing-a" hx-swap-oob="outerAmend" class="standing side-1 is-active is-me"><span data-part="turn" class="visually-hidden"> (decide ahora)</span><span data-part="figure-gold">3<small>+3</small></span><span data-part="figure-mana">3<small>+1</small></span><span data-part="note" class="standing__note">prepara su lista</span></li><ol id="standings" hx-swap-oob="outerAmend" data-order="standing-b st
rcito B: espera a sus maniobras.</p>
<svg class="die" role="img" aria-label="6" width="20" height="20" viewBox="0 0 40 40"><use href="#die-6"/></svg></span></button><div class="entry__more" hidden><span class="roll" data-whose="Ej
<span class="row__mark" role="img" aria-label="Le queda 1 de movimiento"><svg aria-hidden="true" width="16" height="16"><use href="#mark-spent"/></svg></span></span>
Movement 2,
<span class="goals__tally"><span class="seat__chip side-2">B</span>12</span></span><li id="row-army-a-row-A3_a_barbarians_berserker" hx-swap-oob="outerAmend" class="row is-spent"><span data-part="detail" class="row__detail">Llanuras (
 Ana (B)</span></div>
<p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">Army B&#39;s turn: B-03 is in the middle of its manoeuvre.</p>
<span class="roll__need">con 
<g id="d-H4_d_mercenaries_troll" hx-swap-oob="outerAmend" data-count="1" aria-label="Trol, H
2</span></li><div hx-swap-oob="afterend:#panel-army-b"><section class="panel side-0" id="panel-fallen"><h3 class="panel__title">Ca
Iniciativa 1,
<g data-part="line"><text class="tile-line" x="12" y="34">2<tspan class="tile-dash">-</tspan>1<tspan class="tile-dash">-</tspan>0</text></g><g data-part="marks"></g></g></svg><svg><g id="d-H3_c_demons_hellhound" hx-swap-oob="outerAmend" class="stack side-3" aria-label="S
<span class="roll" data-whose="Ej
<span class="roll__result"><svg aria-hidden="true" width="14" height="14"><use href="#tone-bad"/></svg>fallado</span></span></span>
</li></ul><span class="panel__count" id="count-army-a" hx-swap-oob="outerMorph">4</span><li id="row-army-b-row-C3_b_orcs_slynn" hx-swap-oob="outerAmend"><span data-part="title" class="row__title">Slynn 
<span data-part="figure-initiative">1</span></span></span>
<use class="figure" href="#unit-soldier" x="-15" y="-15" width="30" height="30" transform="scale(-1 1)"/></g><text class="unit-label" y="17">A-05</text></g>
<span class="entry__dice"><svg class="die is-failure" role="img" aria-label="1, con 
<circle class="base" r="15"/><path class="base-cast" d="M10.6 -10.6A15 17.4 135 0 1 -10.6 10.6A15 15 0 0 0 10.6 -10.6"/><circle class="base-sheen" r="15" fill="url(#sheen)"/><path class="base-lip" d="M-13.5 2.4A13.7 13.7 0 0 1 2.4 -13.5"/><g class="grow">
Movimiento 2,
 en plena maniobra.</p>
<p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Ana (A) mueve 
Held by Ana (A)"><g data-part="marks" class="card-marks" transform="translate(100.0 -59.0)"></g><g data-part="flag"><g class="card-flag" transform="translate(96.0 -104.0)"><path d="M-17-20h34V1c0 11-8 17-17 21C-9 18-17 12-17 1z"/><path class="card-flag-light" d="M-15-18h15v37C-8 15-15 10-15 1z"/><use href="#arms-amazons" x="-14" y="-17" width="28" height="32"/></g></g></g></svg><svg><g id="d-A1_a_amazons
<div class="entry tone-info side-2" data-seq="1" data-overlays='[{"type":"line","points":[[647,711],[576,328]],"tone":"muted","label":{"es":"36,0 cm","en":"36.0 cm"},"dashed":false},{"type":"ring","target":"A-02","tone":"muted"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-
<use href="#mark-acted"/></svg></span></span>
</span><i id="row-army-d-row-A5_d_elves_warrior" hx-swap-oob="delete"></i><ul hx-swap-oob="afterend:#row-army-d-row-B5_d_elves_fairy"><li class="row is-spent" id="row-army-d-row-C5_d_elves_warrior"><button type="button" class="row__button" data-pick="C5.d.elves.warrior"><svg class="row__symbol side-4" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use href="#unit-elves.warrior" x="-
 Army A&#39;s turn</span><span class="pips" data-what="pips.0" role="img" aria-label="Manoeuvres: 1 of 3"><span class="pips__name" aria-hidden="true">Manoeuvres</span><span class="pip is-used"></span><span class="pip"></span><span class="pip"></span></span></div>
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words">Turno 2 de 
</li><li id="standing-d" hx-swap-oob="outerAmend" class="standing side-4 is-active"><span data-part="turn" class="visually-hidden"> (to act)</span></li><section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-oob="outerMorph"><h2 id="spotlight-title" class="spotlight__title">Combat in Elderwood (C5), melee</h2><ol class="rows" role="list"><li cla
</button></li></ol></section>
os</span></div>
<svg class="die" role="img" aria-label="3" width="40" height="40" viewBox="0 0 40 40"><use href="#die-3"/></svg><span class="roll__words"><span class="roll__for">Ej
<span data-part="marks" class="row__marks"></span>
<g id="d-A-04" class="token side-1 is-small" data-unit="A-04" data-x="328" data-y="339" data-radius="15" data-side="A" data-seat="a" data-level="0" data-name="Soldier" data-label="A-04" data-symbol="unit-soldier" transform="translate(328 861)" role="button" tabindex="-1" aria-label="Soldier A-0
</div></li><li class="row side-0"><div class="row__button" data-what="queue"><span class="row__words"><span data-part="title" class="row__title">Despu
<circle class="base-sheen" r="15" fill="url(#sheen)"/><path class="base-lip" d="M-13.5 2.4A13.7 13.7 0 0 1 2.4 -13.5"/><g class="grow">
<div hx-swap-oob="beforeend:#log"><div class="entry tone-muted side-2 is-heading" data-seq="1"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3">Ronda 8: turno de Ej
<use class="figure" href="#unit-tank" x="-50" y="-50" width="100" height="100"/></g><text class="unit-label" y="52">B-01</text></g>
<span class="headline__words">Ronda 1
<g class="mark" transform="translate(-30 0)"><circle r="10.5"/><use href="#mark-locked" x="-8" y="-8" width="16" height="16"/></g></g></g></g></svg><svg><g id="d-C6_f_undead_mummy" hx-swap-oob="outerAmend" class="stack side-6" aria-label="M
<div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
</svg><span class="entry__words">Ana (B) recluta Slynn en C3 por 1 de oro.</span></button><div class="entry__more" hidden><time datetime="2026-01-01T12:00:00.000Z"></time></div></div><div class="entry tone-info side-1" data-seq="2" data-overlays='[{"type":"ring","target":"B2","tone":"info"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">A</b><svg class="entry__to
3.</span><span data-part="detail" class="row__detail"></span></span>
</g></svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">T
</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">Ej
</div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>`;
