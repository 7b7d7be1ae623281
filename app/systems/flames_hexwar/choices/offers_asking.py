"""What the offers of every chapter are made with: one seat at one moment, its judge, its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Final

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.lattice import Lattice, Point
from app.engine.offering import Offering
from app.engine.offers import Facing, Offer
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat, Text, UnitId
from app.engine.words import listed
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId, Side, hex_of
from app.systems.flames_hexwar.choices.reaching import Reached, reach
from app.systems.flames_hexwar.judge.acts import Moment, check
from app.systems.flames_hexwar.march.stepping import Trace, Walking
from app.systems.flames_hexwar.position.actions import Vertex
from app.systems.flames_hexwar.position.state import SeatState, Team
from app.systems.flames_hexwar.screen.grounds import lattice_of
from app.systems.flames_hexwar.words import names

Offers = Iterator[Offer]
STEP_DEG: Final = 60


class Asking(Offering):
    """The offers of one seat at one moment; ``only``: what is another unit's may be left out."""

    def __init__(self, moment: Moment, seat: Seat, only: UnitId | None) -> None:
        self.label: Final = partial(moment.rules.words.say, "actions")
        super().__init__(self.allows, self.label)
        self.moment: Final = moment
        self.seat: Final = seat
        self.only: Final = only
        self.rules, self.position, self.field = moment
        self.state: Final[SeatState] = moment.position.seats[seat]
        self._ways: Final[dict[object, Mapping[Place, Reached]]] = {}

    def allows(self, action: Action) -> bool:
        """Whether the judge accepts an act."""
        return not isinstance(check(self.moment, self.seat, action), Refusal)

    def wants(self, *units: str) -> bool:
        """Whether the offers of any of these are asked for."""
        return self.only is None or self.only in units

    @property
    def side(self) -> Side:
        """The side of the seat."""
        return self.state.side

    # -- words

    def say(self, name: str, **places: object) -> Text:
        """Words of a choice."""
        return self.rules.words.say("choices", name, **places)

    def counted(self, name: str, n: int) -> Text:
        """So many of something."""
        return self.rules.words.counted("choices", name, n)

    def team(self, name: str) -> Text:
        """A team by name."""
        team = self.field.teams.get(UnitId(name))
        kind = self.position.gone[UnitId(name)].type if team is None else team.type
        return names.team_name(self.rules, kind, name)

    def platoon(self, name: str) -> Text:
        """A platoon by name."""
        return names.platoon_name(self.rules, self.field.platoons[PlatoonId(name)].type, name)

    def platoons(self, found: Iterable[str]) -> Text:
        """Several platoons."""
        return listed(self.platoon(name) for name in found)

    def target(self, name: str) -> Text:
        """What may be shot at: a platoon, or an independent team."""
        return self.platoon(name) if name in self.field.platoons else self.team(name)

    # -- drawables

    def picks_of(self, target: str) -> tuple[str, ...]:
        """What on the table means a target: its teams, its card."""
        teams = tuple(team.id for team in self.field.target_teams(target))
        return teams if target in teams else (*teams, target)

    def card(self, name: PlatoonId) -> tuple[str, ...]:
        """What on the table means an own platoon."""
        return (name, *(team.id for team in self.field.by_platoon[name]))

    def facings(self, team: Team) -> tuple[Facing, ...]:
        """The ways that a team may look, none for who has no front (FHW-FACE-01)."""
        if not self.field.kind(team).turns:
            return ()
        table = self.rules.words.table("facings")
        return tuple(Facing(side, side * STEP_DEG, table[str(side)]) for side in range(hexes.SIDES))

    def corner(self, vertex: Vertex) -> Point:
        """Where a corner is drawn (FHW-GEO-05)."""
        outline = self._lattice.outline(hexes.to_offset(hex_of(vertex.hex)))
        return outline[(1 - vertex.v) % hexes.SIDES]

    @cached_property
    def _lattice(self) -> Lattice:
        return lattice_of(self.field.scenario)

    def reach(self, team: Team, walking: Walking, trace: Trace) -> Mapping[Place, Reached]:
        """Everywhere a team can come to; those that are alike are searched for once."""
        blind = any(team.id in each.blind for each in self.position.smoke)
        key = (team.platoon, team.type, trace, team.suppressed, team.id if blind else None)
        if key not in self._ways:
            self._ways[key] = reach(walking, trace)
        return self._ways[key]

    def own_teams(self) -> Iterator[Team]:
        """The living teams that the seat commands, in roster order."""
        return (team for team in self.field.teams.values() if self.field.seat(team.platoon) == self.seat)


def id_of(at: Hex) -> str:
    """The id of a hex on the board."""
    return hexes.name(at)
