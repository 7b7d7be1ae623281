"""Squads in a battle in the making: given ones, open ones, and those ready to be locked (TD-SQD-04, TD-SQD-08, TD-SQD-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.types import Text
from app.engine.workshop.base import Made
from app.engine.workshop.forms import say, without_row
from app.systems.tierras_distantes.book.kinds import MOST_UNITS, Player, other
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.squads.lists import judge_entry, points_of
from app.systems.tierras_distantes.workshop.document import (
    MOST_READY,
    Battle,
    MemberRow,
    ReadyRow,
    SquadRow,
    with_squad,
)
from app.systems.tierras_distantes.workshop.places import with_listed
from app.systems.tierras_distantes.workshop.things import (
    MemberAt,
    ReadyAt,
    SquadAt,
    member_id,
    members_of,
    own_members,
    ready_id,
    squad_id,
    with_members,
)

Way = Literal["given", "open", "same"]
"""How a squad is said: by members of its own, built by its player, the same as the other."""
SOLDIER: Final = ("medium", ("assault_rifle",))
"""What a new miniature wears and carries."""
NEW: Final = "new"
"""The tool of a ready-made squad that is none of a scenario's."""


def way_of(row: SquadRow) -> Way:
    """How a squad is said."""
    return "open" if row.open else "given" if row.same_as is None else "same"


def said(rules: Rules, battle: Battle, player: Player, way: Way) -> Battle:
    """The battle with a squad said in another way. One that was the same as it has members of its own where that can no longer be."""
    row, rival = battle.squads[player], other(player)
    if way == way_of(row):
        return battle
    if way == "given":
        return _own(rules, battle, player)
    if battle.squads[rival].same_as is not None:
        battle = _own(rules, battle, rival)
    changed = replace(row, open=way == "open", same_as=rival if way == "same" else None, members=None)
    return with_squad(battle, player, replace(changed, suggested_deployment={}))


def _own(rules: Rules, battle: Battle, player: Player) -> Battle:
    """The battle in which a squad has members of its own: those of the one it was the same as, or one soldier."""
    row, name = battle.squads[player], rules.words.say("players", player)
    members = members_of(battle, player) or (soldier(next(iter(rules.qualities))),)
    named = {"name_es": row.name_es or name.es, "name_en": row.name_en or name.en}
    return with_squad(battle, player, replace(row, open=False, same_as=None, members=members, **named))


def soldier(quality: str) -> MemberRow:
    """A new miniature of a quality."""
    armour, weapons = SOLDIER
    return MemberRow(quality=quality, armour=armour, weapons=weapons)


def new_member(rules: Rules, battle: Battle, player: Player, quality: str) -> Made[Battle]:
    """One more miniature at the end of a squad, which has members of its own from now on."""
    row, of = battle.squads[player], SquadAt(player)
    if way_of(row) == "open":
        battle = with_squad(battle, player, replace(row, open=False, members=()))
    elif way_of(row) == "same":
        battle = _own(rules, battle, player)
    return and_member(battle, of, soldier(quality))


def and_member(battle: Battle, of: SquadAt | ReadyAt, row: MemberRow) -> Made[Battle]:
    """The battle with one more entry of a squad. Raises ``InvalidInput`` where there are too many."""
    members = own_members(battle, of)
    if len(members) >= MOST_UNITS:
        raise InvalidInput.at("tool", f"at most {MOST_UNITS} entries of a squad", "one more")
    return Made(with_members(battle, of, (*members, row)), member_id(of, len(members)))


def without_member(rules: Rules, battle: Battle, of: SquadAt | ReadyAt, number: int) -> Battle:
    """The battle without an entry of a squad; the others keep their places."""
    members = own_members(battle, of)
    left = without_row(members, number)
    if isinstance(of, ReadyAt):
        return with_members(battle, of, left)
    return with_listed(rules, battle, of, left, [at for at in range(len(members)) if at != number])


def with_member(rules: Rules, battle: Battle, at: MemberAt, row: MemberRow) -> Battle:
    """The battle with another entry in that place; the miniatures of the others keep their places."""
    members = own_members(battle, at.of)
    changed = (*members[: at.number], row, *members[at.number + 1 :])
    if isinstance(at.of, ReadyAt) or row.count == members[at.number].count:
        return with_members(battle, at.of, changed)
    return with_listed(rules, battle, at.of, changed, range(len(members)))


# ------------------------------------------------------------------------------------------- squads of the game's scenarios


def known_squads(rules: Rules) -> dict[str, tuple[Text, tuple[Member, ...]]]:
    """The squads of the game's scenarios that have members and a name, given and ready-made, by a name for tools."""
    return dict(_known(rules))


def _known(rules: Rules) -> Iterator[tuple[str, tuple[Text, tuple[Member, ...]]]]:
    told: set[tuple[Member, ...]] = set()
    for scenario in rules.scenarios.values():
        given = [(player, squad.name, squad.members) for player, squad in scenario.squads.items()]
        ready = [(f"r{number}", squad.name, squad.members) for number, squad in enumerate(scenario.ready)]
        for code, name, members in (*given, *ready):
            if name is not None and members and members not in told:
                told.add(members)
                yield f"{scenario.id}.{code}", (name, members)


def _known_squad(rules: Rules, which: str) -> ReadyRow:
    known = known_squads(rules)
    if which not in known:
        raise InvalidInput.at("tool", "a squad of a scenario", which)
    name, members = known[which]
    return ReadyRow(name_es=name.es, name_en=name.en, members=tuple(map(row_of, members)))


def row_of(member: Member) -> MemberRow:
    """An entry as documents write it."""
    names = {} if member.name is None else {"name_es": member.name.es, "name_en": member.name.en}
    return MemberRow(
        quality=member.quality, armour=member.armour, weapons=member.weapons, leader=member.leader, count=member.count,
        **names,
    )  # fmt: skip


def taken_over(rules: Rules, battle: Battle, player: Player, which: str) -> Made[Battle]:
    """A squad of a scenario in the place of a player's. Raises ``InvalidInput`` for one that is none."""
    found = _known_squad(rules, which)
    row = SquadRow(name_es=found.name_es, name_en=found.name_en, members=found.members)
    return Made(with_squad(battle, player, row), squad_id(player))


def new_ready(rules: Rules, battle: Battle, which: str) -> Made[Battle]:
    """One more ready-made squad: one of a scenario, or one of a single soldier."""
    if len(battle.ready) >= MOST_READY:
        raise InvalidInput.at("tool", f"at most {MOST_READY} ready-made squads", "one more")
    if which == NEW:
        name = say(rules, "start", "ready", n=len(battle.ready) + 1)
        row = ReadyRow(name_es=name.es, name_en=name.en, members=(soldier(next(iter(rules.qualities))),))
    else:
        row = _known_squad(rules, which)
    return Made(replace(battle, ready=(*battle.ready, row)), ready_id(len(battle.ready)))


# ------------------------------------------------------------------------------------------------------------------- costs


def cost_of(rules: Rules, members: Iterable[MemberRow]) -> int | None:
    """What some entries cost (TD-SQD-05); ``None`` where the game does not have what they are."""
    rows = tuple(members)
    is_known = all(judge_entry(rules, row) is None for row in rows)
    return points_of(rules, rows) if is_known else None
