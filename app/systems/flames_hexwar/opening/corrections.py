"""Putting right by consent (part 14 of the rules): values that everybody sees, never what a card face down says.

The game's own are the turn, its weather, wrecks and smoke; a platoon's whether it is disorganised and the order of its card once that lies
face up; a team's place, facing, marks and life. A lost team comes back by being given a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.forms import SWITCH, checked, choice, whole, words
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable, Correction
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import (
    ORDERS,
    SPECIALS,
    Order,
    Place,
    PlatoonId,
    Special,
    name_of_place,
    other,
    place_of,
)
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field, field_of
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.view import View, known
from app.systems.flames_hexwar.losses.losing import STEP_ORDERS
from app.systems.flames_hexwar.march.halting import half_refused, own_half
from app.systems.flames_hexwar.opening.drafts import lapsed
from app.systems.flames_hexwar.opening.problems import stands
from app.systems.flames_hexwar.opening.waiting import DEPLOYING
from app.systems.flames_hexwar.position.changes import company_with, platoon_with, team_with
from app.systems.flames_hexwar.position.state import Gone, Platoon, Position, Smoke, Team, place_of_team
from app.systems.flames_hexwar.words.names import order_name

PLACE: Final = r"([0-9]{4}(/[1-9])?)?"
CELLS: Final = r"([0-9]{4}( [0-9]{4})*)?"
COUNTED: Final = r"([0-9]{4}(:[1-9][0-9]?)?( [0-9]{4}(:[1-9][0-9]?)?)*)?"
MOST_LETTERS: Final = 2000
MARKS: Final = ("suppressed", "bailed_out", "bogged", "gone_to_ground", "foxhole")
DONE: Final = ("halted", "shot")
"""What a team has done this turn, as its counter shows it."""
MOVED: Final = ("none", "moved", "doubled")


def correctables(rules: Rules, seen: View, unit: UnitId | None = None) -> tuple[Correctable, ...]:
    """What players may put right by hand, of one team or platoon or of all."""
    position = seen.known
    if position.result is not None:
        return ()
    of = _Correctables(rules, position)
    return tuple(each for each in of.found() if unit in (None, each.unit))


class _Correctables:
    """What may be put right in a position as everybody knows it."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.position = rules, position
        self.field = Field(rules, position)
        self.label = {name: rules.words.say("corrections", name) for name in rules.words.table("corrections")}
        facings = rules.words.table("facings")
        self.facings = choice({str(side): facings[str(side)] for side in range(hexes.SIDES)})
        self.moved = choice({name: self.label[f"moved_{name}"] for name in MOVED})
        self.halves = choice({name: self.label[f"half_{name}"] for name in ("cover", "free")})
        self.orders = choice({word: order_name(rules, *order) for word, order in ORDER_WORDS.items()})

    def found(self) -> Iterator[Correctable]:
        yield from self.game()
        for platoon in self.position.platoons.values():
            yield from self.platoon(platoon)
        if self.position.phase in DEPLOYING:
            return
        for team in self.position.teams.values():
            yield from self.team(team)
        for gone in self.position.gone.values():
            if self.field.platoons[gone.platoon].status in ("board", "arriving", "destroyed"):
                yield self.of(gone.id, "place", "", words(6, pattern=PLACE))

    def of(self, unit: str | None, field: str, value: Any, schema: Any) -> Correctable:
        return Correctable(None if unit is None else UnitId(unit), field, self.label[field], value, schema)

    def game(self) -> Iterator[Correctable]:
        position = self.position
        if position.turn:
            yield self.of(None, "turn", position.turn, whole(1, self.field.scenario.turns))
            weather = choice({name: of.name for name, of in self.rules.weather.items()})
            yield self.of(None, "weather", self.field.weather, weather)
        yield self.of(None, "wrecks", wrecks_said(position.wrecks), words(MOST_LETTERS, pattern=COUNTED))
        smoke = " ".join(hexes.name(each.at) for each in position.smoke)
        yield self.of(None, "smoke", smoke, words(MOST_LETTERS, pattern=CELLS))

    def platoon(self, platoon: Platoon) -> Iterator[Correctable]:
        if platoon.status == "destroyed" or self.field.of_platoon(platoon).is_hq:
            return
        yield self.of(platoon.id, "disorganised", platoon.disorganised, SWITCH)
        if platoon.turned and platoon.order is not None:
            yield self.of(platoon.id, "order", _word(platoon), self.orders)

    def team(self, team: Team) -> Iterator[Correctable]:
        if self.field.platoons[team.platoon].status not in ("board", "arriving", "destroyed"):
            return
        kind, ground = self.field.kind(team), None if team.at is None else self.field.terrain[team.at]
        yield self.of(team.id, "place", _place(team), words(6, pattern=PLACE))
        if ground is not None and ground.mixed is not None and team.half is not None and not kind.is_vehicle:
            yield self.of(team.id, "half", team.half, self.halves)
        if team.facing is not None:
            yield self.of(team.id, "facing", str(team.facing), self.facings)
        yield self.of(team.id, "alive", True, SWITCH)
        for mark in MARKS:
            if self.may_have(team, mark):
                yield self.of(team.id, mark, getattr(team, mark), SWITCH)
        yield self.of(team.id, "moved", team.turn.moved, self.moved)
        for mark in DONE:
            yield self.of(team.id, mark, getattr(team.turn, mark), SWITCH)

    def may_have(self, team: Team, mark: str) -> bool:
        """Whether a mark is one that such a team can have."""
        kind = self.field.kind(team)
        match mark:
            case "suppressed":
                return not kind.is_armoured or self.rules.options.suppress_armour
            case "bailed_out":
                return kind.is_armoured
            case "bogged":
                return kind.is_vehicle
            case "foxhole":
                return kind.is_foot and team.at is not None
        return kind.is_foot or self.field.is_recce(team)


ORDER_WORDS: Final[Mapping[str, tuple[Order, Special | None]]] = {
    **{order: (order, None) for order in ORDERS if order != "AE"},
    **{f"AE {special}": ("AE", special) for special in SPECIALS},
}
"""How the order of a card is written."""


def _word(platoon: Platoon) -> str:
    return str(platoon.order) if platoon.ae is None else f"{platoon.order} {platoon.ae}"


def _place(team: Team) -> str:
    """Where a team stands; nothing for one that is aboard or waits beside the board."""
    at = place_of_team(team)
    return "" if at is None else name_of_place(at)


def wrecks_said(wrecks: Iterable[tuple[Hex, int]]) -> str:
    """Wrecks as people write them: ``0704 0805:2``."""
    return " ".join(hexes.name(at) if count == 1 else f"{hexes.name(at)}:{count}" for at, count in wrecks)


# -------------------------------------------------------------------------------------------------------------------- put right


def correct(rules: Rules, position: Position, correction: Correction, where: str) -> Position:
    """The position with one value put right; drafts that nobody could make any more lapse. Raises ``InvalidInput``."""
    of = _Correctables(rules, known(field_of(rules, position), None))
    own = [each for each in of.found() if each.unit == correction.unit] if position.result is None else []
    if correction.unit is not None and not own:
        raise InvalidInput.at(
            f"{where}.unit", "a team or a platoon of which something can be put right", correction.unit
        )
    was = checked(own, correction.field, correction.value, where)
    if was.value == correction.value:
        return position
    new = _Putting(rules, position, where).put(correction)
    return lapsed(Moment.of(new, rules))


class _Putting:
    """Puts values of one position right."""

    def __init__(self, rules: Rules, position: Position, where: str) -> None:
        self.rules, self.position, self.where = rules, position, where
        self.field = Field(rules, position)

    def put(self, correction: Correction) -> Position:
        field, value, unit = correction.field, correction.value, correction.unit
        if unit is None:
            return self.game(field, value)
        if PlatoonId(unit) in self.position.platoons:
            return self.platoon(self.position.platoons[PlatoonId(unit)], field, value)
        gone = self.position.gone.get(unit)
        return self.team(self.position.teams[unit], field, value) if gone is None else self.back(gone, str(value))

    def wrong(self, expected: str, found: object) -> InvalidInput:
        return InvalidInput.at(f"{self.where}.value", expected, found)

    # -- the game

    def game(self, field: str, value: Any) -> Position:
        match field:
            case "wrecks":
                return replace(self.position, wrecks=tuple(sorted(self.counted(value).items())))
            case "smoke":
                lying = {each.at: each for each in self.position.smoke}
                cells = dict.fromkeys(self.cell(name) for name in value.split())
                return replace(self.position, smoke=tuple(lying.get(at, Smoke(at)) for at in cells))
        return replace(self.position, **{field: value})

    def counted(self, value: str) -> dict[Hex, int]:
        found: dict[Hex, int] = {}
        for word in value.split():
            name, _, count = word.partition(":")
            found[self.cell(name)] = int(count or 1)
        return found

    def cell(self, name: str) -> Hex:
        at = hexes.named(name)
        if at is None or not self.field.terrain.board.holds(at):
            raise self.wrong("hexes of the board", name)
        return at

    # -- platoons

    def platoon(self, platoon: Platoon, field: str, value: Any) -> Position:
        if field == "disorganised":
            return platoon_with(self.position, platoon.id, disorganised=value)
        order, special = ORDER_WORDS[value]
        new = platoon_with(self.position, platoon.id, order=order, ae=special)
        return self.dealt(new, platoon, order)

    def dealt(self, position: Position, platoon: Platoon, order: str) -> Position:
        """Its card goes to the cards set aside, or from them to the bottom of the deck, and the cards of the step are counted again."""
        company = position.companies[platoon.company]
        lies = platoon.id in (*company.deck, *company.aside) or not platoon.done
        deck = tuple(name for name in company.deck if name != platoon.id or order != "FO")
        aside = tuple(name for name in company.aside if name != platoon.id or order == "FO")
        if lies and order == "FO" and platoon.id not in aside:
            aside = tuple(name for name in position.platoons if name in (*aside, platoon.id))
        if lies and order != "FO" and platoon.id not in deck:
            deck = (*deck, platoon.id)
        wanted, counted = STEP_ORDERS.get(position.phase), company.counted
        if wanted is not None and counted is not None:
            platoons = position.platoons
            counted = sum(platoons[name].order == wanted and not platoons[name].done for name in deck)
        return company_with(position, company.key, deck=deck, aside=aside, counted=counted)

    # -- teams

    def team(self, team: Team, field: str, value: Any) -> Position:
        match field:
            case "place":
                return self.placed(team, str(value))
            case "half":
                at = team.at
                assert at is not None
                if half_refused(self.field, team, Place(at, team.floor), value) is not None:
                    raise self.wrong("a half that is open to it", value)
                return team_with(self.position, team.id, half=value)
            case "facing":
                return team_with(self.position, team.id, facing=int(value))
            case "alive":
                return self.lost(team)
            case "moved":
                done = replace(team.turn, moved=value, changed_hex=value == "doubled" or team.turn.changed_hex)
                return team_with(self.position, team.id, turn=done)
        if field in DONE:
            return team_with(self.position, team.id, turn=replace(team.turn, **{field: value}))
        return team_with(self.position, team.id, **{field: value})

    def placed(self, team: Team, name: str) -> Position:
        """Put somewhere else, with whom it carries: on ground that it can stand on, where there is room and no enemy."""
        at = self.cell(name.partition("/")[0]) if name else None
        if at is None:
            raise self.wrong("a hex of the board", name)
        place = place_of(name)
        if not stands(self.field, team, at) or place.floor > self.field.terrain[at].floors:
            raise self.wrong("ground that it can stand on", name)
        if any(True for _ in self.field.standing_in(at, other(team.side))):
            raise self.wrong("a hex without enemies", name)
        half = own_half(self.field, team, place, None)
        if self.field.crowded(team, place, half) is not None:
            raise self.wrong("a hex with room for it", name)
        is_new = team.at != at
        turn = replace(team.turn, by_road=team.turn.by_road and not is_new)
        return team_with(
            self.position, team.id, at=at, floor=place.floor, half=half, aboard=None,
            foxhole=team.foxhole and not is_new, in_street=team.in_street and not is_new, turn=turn,
        )  # fmt: skip

    def lost(self, team: Team) -> Position:
        """Taken off, with whom it carries; a platoon of which nobody is left is destroyed (FHW-MOR-03)."""
        position = self.position
        names = [team.id, *(each.id for each in self.field.aboard(team.id))]
        gone = {name: _gone(position.teams[name]) for name in names}
        teams = {name: each for name, each in position.teams.items() if name not in gone}
        position = replace(position, teams=teams, gone={**position.gone, **gone})
        for each in dict.fromkeys(one.platoon for one in gone.values()):
            if position.platoons[each].command in gone:
                position = platoon_with(position, each, command=None)
            left = Field(self.rules, position).members(each)
            if not left and not self.field.of_platoon(position.platoons[each]).is_hq:
                position = _destroyed(position, position.platoons[each])
        return position

    def back(self, gone: Gone, name: str) -> Position:
        """A lost team is given a place, and lives again; its platoon, too, if it was destroyed."""
        index = int(gone.id.rpartition(".")[2])
        kind = self.rules.teams[gone.type]
        facing = (0 if gone.side == "A" else 3) if kind.turns else None
        team = Team(gone.id, gone.platoon, index, gone.type, gone.side, kind.role, facing=facing)
        order = {each: number for number, each in enumerate(self.position.platoons)}
        teams = {**self.position.teams, team.id: team}
        roster = dict(sorted(teams.items(), key=lambda item: (order[item[1].platoon], item[1].index)))
        left = {each: lost for each, lost in self.position.gone.items() if each != gone.id}
        position = replace(self.position, teams=roster, gone=left)
        platoon = position.platoons[gone.platoon]
        if platoon.status == "destroyed" and not kind.independent:
            is_late = position.phase != "plan"  # its card is dealt while planning alone
            position = platoon_with(
                position, platoon.id, status="board", order=None, ae=None, turned=False, done=is_late
            )
        return _Putting(self.rules, position, self.where).placed(team, name)


def _gone(team: Team) -> Gone:
    return Gone(team.id, team.platoon, team.type, team.side, "removed")


def _destroyed(position: Position, platoon: Platoon) -> Position:
    company = position.companies[platoon.company]
    counted = company.counted
    if counted is not None and platoon.id in company.deck and platoon.order == STEP_ORDERS.get(position.phase):
        counted -= 1
    new = company_with(
        position,
        company.key,
        deck=tuple(name for name in company.deck if name != platoon.id),
        aside=tuple(name for name in company.aside if name != platoon.id),
        counted=counted,
    )
    return platoon_with(new, platoon.id, status="destroyed", command=None)
