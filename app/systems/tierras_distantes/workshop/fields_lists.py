"""What can be set of what lies on lists: squads and their members, ready-made squads, pieces of the pool."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, assert_never

from msgspec.structs import replace

from app.engine.types import Text
from app.engine.workshop.forms import NONE, form_of, names, say
from app.systems.tierras_distantes.book.kinds import LONGEST_NAME, MOST_UNITS, GroundKind
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.opening.faults import LONGEST_MM
from app.systems.tierras_distantes.workshop import ground, squads
from app.systems.tierras_distantes.workshop.document import (
    HIGHEST_MM,
    MOST_PARTS,
    Battle,
    MemberRow,
    PartRow,
    PoolRow,
    SquadRow,
    with_squad,
)
from app.systems.tierras_distantes.workshop.forms import Form, Put, Setting
from app.systems.tierras_distantes.workshop.things import (
    MemberAt,
    PartAt,
    PlacesAt,
    ReadyAt,
    SquadAt,
    own_members,
    with_pool,
    with_ready,
)

Listed = PoolRow | PartAt | SquadAt | ReadyAt | MemberAt | PlacesAt


def of_list(rules: Rules, battle: Battle, thing: str, found: Listed) -> Iterator[Setting]:
    """What can be set of something on a list."""
    match found:
        case SquadAt():
            yield from _squad(rules, battle, thing, found)
        case ReadyAt(number):
            form: Form = form_of(rules, thing, battle.ready[number], partial(with_ready, battle, number))
            yield form.words("squad_es", 0, LONGEST_NAME, at="name_es")
            yield form.words("squad_en", 0, LONGEST_NAME, at="name_en")
        case MemberAt():
            yield from _member(rules, battle, thing, found)
        case PoolRow():
            yield from _pool(rules, battle, thing, found)
        case PartAt():
            yield from _part(rules, battle, thing, found)
        case PlacesAt():
            return
        case _:
            assert_never(found)


# ------------------------------------------------------------------------------------------------------------------- squads


def _squad(rules: Rules, battle: Battle, thing: str, at: SquadAt) -> Iterator[Setting]:
    row = battle.squads[at.player]
    form: Form = form_of(rules, thing, row, partial(with_squad, battle, at.player))
    yield form.choice(
        "way",
        names(rules, "ways"),
        value=squads.way_of(row),
        put=lambda way: squads.said(rules, battle, at.player, way),
    )
    yield from _names(form, row, partial(with_squad, battle, at.player), "squad")


def _names(form: Form, row: SquadRow | MemberRow, put: Put, what: str) -> Iterator[Setting]:
    """A name in both languages, or in neither: the first one that is written stands for both."""

    def named(es: str | None, en: str | None) -> Battle:
        words: dict[str, Any] = {"name_es": es or en, "name_en": en or es}
        made: Battle = put(replace(row, **words) if es or en else replace(row, name_es=None, name_en=None))
        return made

    es, en = row.name_es, row.name_en
    other_es, other_en = (None, None) if es == en else (es, en)
    yield form.words(f"{what}_es", 0, LONGEST_NAME, value=es or "", put=lambda words: named(words, other_en))
    yield form.words(f"{what}_en", 0, LONGEST_NAME, value=en or "", put=lambda words: named(other_es, words))


def _member(rules: Rules, battle: Battle, thing: str, at: MemberAt) -> Iterator[Setting]:
    row = own_members(battle, at.of)[at.number]
    put: Put = partial(squads.with_member, rules, battle, at)
    form: Form = form_of(rules, thing, row, put)
    yield form.number("count", 1, MOST_UNITS)
    yield form.choice("quality", {each.id: _priced(rules, each.name, each.cost) for each in rules.qualities.values()})
    yield form.choice("armour", {each.id: _priced(rules, each.name, each.cost) for each in rules.armours.values()})
    weapons = {each.id: _priced(rules, each.name, each.cost) for each in rules.weapons.values()}
    first, second = ((*row.weapons, NONE, NONE)[number] for number in (0, 1))
    yield form.choice("weapon_1", weapons, value=first, put=lambda code: put(_armed(row, code, second)))
    none = {NONE: say(rules, "values", "no_weapon")}
    yield form.choice("weapon_2", {**none, **weapons}, value=second, put=lambda code: put(_armed(row, first, code)))
    yield form.switch("leader")
    yield from _names(form, row, put, "member")


def _priced(rules: Rules, name: Text, cost: int) -> Text:
    """A row of the tables with what it costs (TD-SQD-05)."""
    return say(rules, "values", "priced", name=name, n=cost)


def _armed(row: MemberRow, *weapons: str) -> MemberRow:
    return replace(row, weapons=tuple(weapon for weapon in weapons if weapon != NONE))


# ----------------------------------------------------------------------------------------------------------------- the pool


def _pool(rules: Rules, battle: Battle, thing: str, row: PoolRow) -> Iterator[Setting]:
    put: Put = partial(with_pool, battle)
    form: Form = form_of(rules, thing, row, put)
    kinds = _kinds(rules)
    yield form.choice("kind", kinds, put=lambda kind: put(replace(row, kind=kind, z1=_top(rules, kind, row.z1))))
    width, depth = row.size
    yield form.length("plan_width", 1, LONGEST_MM, value=width, put=lambda mm: put(replace(row, size=(mm, depth))))
    yield form.length("plan_depth", 1, LONGEST_MM, value=depth, put=lambda mm: put(replace(row, size=(width, mm))))
    if not rules.ground[row.kind].flat:
        yield form.length("z1", 1, HIGHEST_MM, value=max(1, row.z1))
    if len(row.parts) < MOST_PARTS:
        none = {NONE: say(rules, "values", "no_part")}
        yield form.choice("part", {**none, **kinds}, value=NONE, put=lambda kind: put(_stacked(rules, row, kind)))


def _kinds(rules: Rules) -> dict[str, Text]:
    return {name: rules.ground[kind].name for name, kind in ground.POOLED.items()}


def _top(rules: Rules, kind: GroundKind, top: int) -> int:
    return ground.heights_for(rules.ground[kind], 0, top)[1]


def _stacked(rules: Rules, row: PoolRow, kind: str) -> PoolRow:
    """The piece with one part more: a tier, a step higher than what is there; anything else as high as usual; in its middle."""
    if kind not in ground.POOLED:
        return row
    what, (width, depth) = ground.POOLED[kind], row.size
    top = max((row.z1, *(part.z1 for part in row.parts)))
    height = top + ground.TIER_MM if what == "hill" else rules.ground[what].usual_mm
    box = (width // 4, depth // 4, width - width // 4, depth - depth // 4)
    return replace(row, parts=(*row.parts, PartRow(kind=what, box=box, z1=height)))


def _part(rules: Rules, battle: Battle, thing: str, at: PartAt) -> Iterator[Setting]:
    row = at.piece.parts[at.number]

    def put(part: PartRow) -> Battle:
        parts = (*at.piece.parts[: at.number], part, *at.piece.parts[at.number + 1 :])
        return with_pool(battle, replace(at.piece, parts=parts))

    form: Form = form_of(rules, thing, row, put)
    kinds = _kinds(rules)
    yield form.choice("kind", kinds, put=lambda kind: put(replace(row, kind=kind, z1=_top(rules, kind, row.z1))))
    if not rules.ground[row.kind].flat:
        yield form.length("z1", 1, HIGHEST_MM, value=max(1, row.z1))
    for number, field in enumerate(("from_west", "from_south", "to_east", "to_north")):
        yield form.length(
            field,
            0,
            LONGEST_MM,
            value=row.box[number],
            put=lambda mm, number=number: put(replace(row, box=(*row.box[:number], mm, *row.box[number + 1 :]))),
        )
