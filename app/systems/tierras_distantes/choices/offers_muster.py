"""What is offered before play: squads, terrain by turns, sides, deployment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from app.engine.offering import Example, Offering
from app.engine.offers import Domain, Fields, Offer
from app.engine.scene import Disc, Polygon
from app.engine.types import Text, UnitId
from app.engine.words import joined, shaped, short_centimetres
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PieceId, Player
from app.systems.tierras_distantes.choices.lists import dearest_total, named_lockable
from app.systems.tierras_distantes.choices.places import example_laid, example_places
from app.systems.tierras_distantes.choices.slots import slots_of
from app.systems.tierras_distantes.choices.surfaces import grounds, whole_table
from app.systems.tierras_distantes.judge.acts import Moment, is_asked
from app.systems.tierras_distantes.land import lots
from app.systems.tierras_distantes.muster.deploying import spreads, squad_of
from app.systems.tierras_distantes.muster.replacing import judge_replacing
from app.systems.tierras_distantes.muster.spots import zone_of
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Phase, Unit
from app.systems.tierras_distantes.words.names import side as side_name

Offers = Iterator[Offer]

TURNED: Final = Fields(x="x_mm", y="y_mm", turn="rotation_step")
PLACE: Final = Fields(x="x_mm", y="y_mm", level="z_mm")
QUARTER_DEG: Final = 90


class MusterOffers:
    """Makes the offers of one player before play; with a unit, what is another unit's is left out."""

    def __init__(self, offering: Offering, moment: Moment, player: Player, only: UnitId | None) -> None:
        self.make = offering.make
        self.moment, self.player, self.only = moment, player, only
        self.rules, self.position, self.field = moment

    def all(self) -> Offers:
        """Every offer of the phase."""
        kind, offers = _PHASES[self.position.phase]
        if is_asked(self.moment, self.player, kind):
            yield from offers(self)

    def squad(self) -> Offers:
        """A list put together of quality, armour, weapons and leaders; ready squads beside it (TD-SQD-11)."""
        rules, position = self.rules, self.position
        domain = Domain(
            most=dearest_total(rules, position, self.player),
            field="members",
            least=rules.options.squad_min,
            left=rules.words.say("lists", "left"),
            slots=slots_of(rules),
        )
        squads = named_lockable(rules, position, self.player)
        examples = [Example(squad, name) for name, squad in squads]
        yield from self.make(examples, ask="list", domain=domain)

    def terrain(self) -> Offers:
        """Each piece in hand at places of the exact test (TD-TER-04), then those that may be left out."""
        table, placed = lots.table_of(self.position), lots.placed_of(self.position)
        hand = lots.in_hand(self.position, self.player)
        names = self.piece_names()
        for piece in hand:
            width, height = piece.size_mm
            ghost = Polygon(((0, 0), (width, 0), (width, height), (0, height)))
            region = (whole_table(self.position.board),)
            domain = Domain(region=region, ghost=ghost, turn_deg=QUARTER_DEG, corner=True, fields=TURNED)
            examples = [a.PlacePiece(piece.id, *laid) for laid in example_laid(table, placed, piece.size_mm)]
            label = joined((self.rules.words.say("actions", "place_piece"), names[piece.id]), by=": ")
            yield from self.make(examples, label=label, ask="point", domain=domain)
        yield from self.make(Example(a.LeavePiece(piece.id), names[piece.id]) for piece in hand)

    def piece_names(self) -> dict[PieceId, Text]:
        """The pieces of the pool that one has in hand by kind and size, those that are alike numbered."""
        found: dict[PieceId, Text] = {}
        seen: Counter[tuple[object, ...]] = Counter()
        for piece in lots.in_hand(self.position, self.player):
            width, height = map(short_centimetres, piece.size_mm)
            name = shaped("{kind} ({w} × {h})", kind=self.rules.ground[piece.kind].name, w=width, h=height)
            alike = (piece.kind, piece.size_mm)
            seen[alike] += 1
            found[piece.id] = name if seen[alike] == 1 else shaped("{name} {n}", name=name, n=seen[alike])
        return found

    def side(self) -> Offers:
        """Either side of the table (TD-DEP-01)."""
        sides = self.position.board.sides
        yield from self.make(
            Example(a.ChooseSide(each), side_name(self.rules, each), (f"zone-{each}",)) for each in sides
        )

    def deployment(self) -> Offers:
        """Each miniature that may be placed, or placed anew, the rest at once, and the end (TD-DEP-05, TD-DEP-07)."""
        squad = squad_of(self.position, self.player)
        replaced = self.position.players[self.player].replaced
        for unit in squad:
            if self.only in (None, unit.id) and not judge_replacing(
                self.rules, len(squad), replaced, placed=unit.in_play
            ):
                yield from self.places(unit)
        if self.only is None:
            if spreads(self.field, self.player):
                label = self.rules.words.say("actions", "spread_rest")
                yield from self.make([a.DeployRest(spread=True)], label=label, ask="button")
            yield from self.make([a.DeployRest()], ask="button")
            yield from self.make([a.ConfirmDeployment()], ask="button", closes=True)

    def places(self, unit: Unit) -> Offers:
        """The zone, with the first free place of a miniature and some others (TD-DEP-02, TD-DEP-06)."""
        west, south, east, north = (limit // NM_PER_MM for limit in zone_of(self.field, unit).area)
        radius = self.rules.qualities[unit.quality].radius_nm / NM_PER_MM
        domain = Domain(
            region=(Polygon(((west, south), (east, south), (east, north), (west, north))),),
            ghost=Disc(0, 0, radius),
            fields=PLACE,
            surfaces=grounds(self.rules, self.position.board),
        )
        examples = [a.Deploy(unit.id, *place) for place in example_places(self.field, unit)]
        yield from self.make(examples, unit=unit.id, ask="point", domain=domain, judged=True)


_PHASES: Final[Mapping[Phase, tuple[str, Callable[[MusterOffers], Offers]]]] = MappingProxyType(
    {
        "squads": ("lock_squad", MusterOffers.squad),
        "terrain": ("place_piece", MusterOffers.terrain),
        "sides": ("choose_side", MusterOffers.side),
        "deployment": ("deploy", MusterOffers.deployment),
    }
)
