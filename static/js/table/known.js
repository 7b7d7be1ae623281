/**
 * What pushes have in common: a page that says which edition of it it has is sent long pushes packed as though this had been said
 * just before (app/web/api/line.py). Any text will do; the more it is like pushes, the less they weigh. Plain ASCII.
 * Written by `make known` from what is drawn for the games there are: each line stands in pushes as it is.
 */

/** The beginning of the text's SHA-256: a page and a server that know different ones do not understand one another. */
export const EDITION = '694d4346';

export const KNOWN = `Movement 2,
Iniciativa 1,
<use href="#tone-muted"/></svg><span class="entry__words">Turn order: Ana (D) 
<g data-part="line"><text class="tile-line" x="12" y="34">2<tspan class="tile-dash">-</tspan>1<tspan class="tile-dash">-</tspan>0</text></g><g data-part="marks"></g></g></svg><svg><g id="d-A5_d_elves_warrior" hx-swap-oob="outerAmend" aria-label="Guerrero
</li><li>Ana (B): valor de ej
<span class="entry__dice"><svg class="die is-success" role="img" aria-label="5, con 2 o m
 Turno de Ana (B)</span></div>
<g id="d-B-02" hx-swap-oob="outerMorph" class="token side-2 is-active is-small" data-unit="B-02" data-x="1810" data-y="707" data-radius="15" data-side="B" data-seat="b" data-level="0" data-name="Soldado" data-label="B-02" data-symbol="unit-soldier" transform="translate(1810 793)" role="button" tabindex="-1" aria-label="Soldado B-02
Movimiento 2,
 en plena maniobra.</p>
<span data-part="figure-initiative">1</span></span></span>
<span class="roll" data-whose="
La controla: Ana (A)"><g data-part="marks" class="card-marks" transform="translate(100.0 -59.0)"></g><g data-part="flag"><g class="card-flag" transform="translate(96.0 -104.0)"><path d="M-17-20h34V1c0 11-8 17-17 21C-9 18-17 12-17 1z"/><path class="card-flag-light" d="M-15-18h15v37C-8 15-15 10-15 1z"/><use href="#arms-amazons" x="-14" y="-17" width="28" height="32"/></g></g></g></svg><svg><g id="d-A1_a_am
<h3 class="panel__title">Ana (C)
<section id="spotlight" class="spotlight" aria-live="polite" aria-labelledby="spotlight-title" tabindex="0" hx-swap-oob="outerMorph"><h2 id="spotlight-title" class="spotlight__title">Combate en Puente de los valientes (B2), cuerpo a cuerpo</h2><ol class="rows" role="list"><li class="row side-1 is-active" aria-current="step"><button type="button" class="row__button" data-pick="B2.a.barbarians.valkyrie"><s
<g id="d-p17" hx-swap-oob="outerMorph" class="area area-terrain kind-ammo side-3" data-area="p17" data-kind="ammo" data-name="Municiones">
<path class="base-cast" d="M10.6 -10.6A15 17.4 135 0 1 -10.6 10.6A15 15 0 0 0 10.6 -10.6"/><circle class="base-sheen" r="15" fill="url(#sheen)"/><path class="base-lip" d="M-13.5 2.4A13.7 13.7 0 0 1 2.4 -13.5"/><g class="grow">
os 0/3" data-state="Ya ha movido, Da
<circle r="6.5"/><use href="#mark-wound" x="-5" y="-5" width="10" height="10"/></g></g></g><text class="unit-label" y="17">B-06</text></g>
<div class="entry tone-info side-2" data-seq="0" data-overlays='[{"type":"line","points":[[1327,880],[1414,376]],"tone":"muted","label":{"es":"48,2 cm","en":"48.2 cm"},"dashed":false},{"type":"ring","target":"A-01","tone":"muted"},{"type":"ring","target":"wood-2","tone":"warn"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">B</b><svg class="entry__tone" aria-hidd
</button></li></ol></section>
<use href="#mark-flag" x="-10" y="-10" width="20" height="20"/></g></g><text class="area-name" x="
<span class="goals__tally"><span class="seat__chip side-2">B</span>35</span></span><li id="row-army-b-row-E5_b_barbarians_scout" hx-swap-oob="outerAmend"><span data-part="title" class="row__title">Scout 
<svg class="die" role="img" aria-label="6" width="40" height="40" viewBox="0 0 40 40"><use href="#die-6"/></svg><span class="roll__words"><span class="roll__for">Ej
 Army A&#39;s turn</span><span class="pips" data-what="pips.0" role="img" aria-label="Manoeuvres: 1 of 3"><span class="pips__name" aria-hidden="true">Manoeuvres</span><span class="pip is-used"></span><span class="pip"></span><span class="pip"></span></span></div>
<p id="prompt" class="prompt is-my-go" role="status" hx-swap-oob="outerMorph">Ana (A) mueve 
<div id="headline" class="headline" hx-swap-oob="outerMorph"><span class="headline__words">Round 1
<circle class="base" r="33"/><path class="front" transform="rotate(-180)" d="M49.5 0L26.4 19.8A33 33 0 0 0 26.4 -19.8Z"/><path class="base-cast" d="M23.3 -23.3A33 38.3 135 0 1 -23.3 23.3A33 33 0 0 0 23.3 -23.3"/><circle class="base-sheen" r="33" fill="url(#sheen)"/><path class="base-lip" d="M-29.7 5.3A30.2 30.2 0 0 1 5.3 -29.7"/><g class="grow">
<span class="row__mark" role="img" aria-label="Has acted"><svg aria-hidden="true" width="16" height="16"><use href="#mark-acted"/></svg></span></span></li><ul hx-swap-oob="afterend:#row-fallen-fallen-21"><li class="row is-spent" id="row-fallen-fallen-17"><div class="row__button" data-what="fallen-17"><svg class="row__symbol side-4" aria-hidden="true" viewBox="-64 -78 128 128" width="36" height="36"><use 
</g><g class="counters" transform="translate(0 23.8)"><g class="dots side-0" transform="translate(0 0.0)"><circle class="is-filled" cx="-11.6" r="4.3"/><circle cx="0.0" r="4.3"/><circle cx="11.6" r="4.3"/></g></g><text class="unit-label" y="35">2</text></g>
<li id="standing-e" hx-swap-oob="outerAmend" class="standing side-5 is-active"><span data-part="turn" class="visually-hidden"> (decide ahora)</span></li><section id="spotlight" class="spotlight" aria-live="polite" hidden hx-swap-oob="outerMorph"></section>
 Ana (A)</span></div>
<svg class="die is-failure" role="img" aria-label="1, con 
<use class="figure" href="#unit-marker" x="-33" y="-33" width="66" height="66" transform="scale(-1 1)"/></g><text class="unit-label" y="35">1</text></g>
<div hx-swap-oob="beforeend:#log"><div class="entry tone-muted side-2 is-heading" data-seq="1"><div class="entry__head"><span class="entry__words" role="heading" aria-level="3">Ronda 8: turno de Ej
<use href="#unit-badger" x="-50" y="-50" width="100" height="100"/></svg><span class="row__words"><span data-part="title" class="row__title">T
<g class="mark" transform="translate(-30 0)"><circle r="10.5"/><use href="#mark-locked" x="-8" y="-8" width="16" height="16"/></g></g></g></g></svg><svg><g id="d-C6_f_undead_mummy" hx-swap-oob="outerAmend" class="stack side-6" aria-label="M
<span class="headline__words">Ronda 1
<span data-part="marks" class="row__marks"></span>
<svg><g hx-swap-oob="beforeend:#layer-tokens"><g id="d-s3u3" class="token side-4" data-unit="s3u3" data-x="350.0" data-y="1250.0" data-radius="33" data-side="D" data-seat="d" data-level="0" data-name="Tej
</g></g><text class="unit-label" y="35">3</text></g>
n" data-label="3" data-symbol="unit-badger" data-on="3,5" transform="translate(350 550)" role="button" tabindex="-1" aria-label="Tej
<circle class="base-sheen" r="33" fill="url(#sheen)"/><path class="base-lip" d="M-29.7 5.3A30.2 30.2 0 0 1 5.3 -29.7"/><g class="grow">
</span><span data-part="detail" class="row__detail">C
</svg><span class="entry__words">Ana (B) recluta Slynn en C3 por 1 de oro.</span></button><div class="entry__more" hidden><time datetime="2026-01-01T12:00:00.000Z"></time></div></div><div class="entry tone-info side-1" data-seq="2" data-overlays='[{"type":"ring","target":"B2","tone":"info"}]'><button type="button" class="entry__head" aria-expanded="false"><b class="entry__side">A</b><svg class="entry__to
</span></span></li><div id="proposals" class="proposals" aria-live="polite" hx-swap-oob="outerMorph"></div>
</svg><p id="prompt" class="prompt" role="status" hx-swap-oob="outerMorph">T
</b><svg class="entry__tone" aria-hidden="true" width="14" height="14"><use href="#tone-info"/></svg><span class="entry__words">T
</div></div><div id="live" hidden data-seq="8" data-status="playing" data-my-go="false" data-allies="false" data-to-act="a" data-full="false" data-over="false" hx-swap-oob="outerMorph"></div>`;
