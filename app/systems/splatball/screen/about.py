"""What everything that is drawn is, in the sentences of the rule inventory (``app/engine/about.py``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.about import About, Number, Statement
from app.engine.explaining import Inventory, Question
from app.engine.types import Text, UnitId
from app.engine.words import same
from app.systems.splatball.book.kinds import PieceId
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.view import HiddenUnit, View, known_units
from app.systems.splatball.position.state import Piece, Unit
from app.systems.splatball.screen.drawn import marks
from app.systems.splatball.words.names import kind_name, piece_name, player, unit_name

OF_PIECES: Final = {
    "fence": ("SPL-FEN-01", "SPL-FEN-02", "SPL-FEN-03", "SPL-FEN-05"),
    "road": ("SPL-ROAD-01", "SPL-ROAD-02", "SPL-ROAD-03", "SPL-ROAD-04"),
    "hedge": ("SPL-TER-01", "SPL-TER-02"),
    "rocks": ("SPL-TER-01", "SPL-TER-03"),
    "playground": ("SPL-TER-01", "SPL-TER-04"),
    "tree": ("SPL-TER-01", "SPL-TER-05"),
    "ammo": ("SPL-TER-06", "SPL-OBJ-06"),
    "phone": ("SPL-TER-07", "SPL-LOS-07", "SPL-SPC-02"),
    "fountain": ("SPL-TER-08", "SPL-SPC-03"),
    "treehouse": ("SPL-TER-09", "SPL-SPC-04"),
    "hq": ("SPL-HQ-02", "SPL-HQ-03", "SPL-HQ-05", "SPL-HQ-06"),
}
OF_UNITS: Final = {
    "scamp": ("SPL-ADV-02",),
    "lobber": ("SPL-LOS-05", "SPL-ADV-02"),
    "camo": ("SPL-CAMO-01", "SPL-CAMO-02", "SPL-ADV-02"),
    "hoser": ("SPL-RET-02",),
    "sniper": (),
    "slinger": ("SPL-LOS-05",),
    "badger": ("SPL-VEH-10", "SPL-VEH-17"),
    "armadillo": ("SPL-VEH-11", "SPL-TRN-01", "SPL-TRN-08"),
    "cart": ("SPL-VEH-13", "SPL-VEH-14", "SPL-TRN-07"),
    "marmot": ("SPL-VEH-12", "SPL-RNG-02"),
}
OF_MARKS: Final = {
    "moved": ("SPL-MOVE-02",),
    "turned": ("SPL-FIRE-04",),
    "attacked": ("SPL-FIRE-02",),
    "leaf": ("SPL-CAMO-05", "SPL-CAMO-07"),
    "hidden": ("SPL-CAMO-08",),
    "chicken": ("SPL-HQ-06",),
    "flag": ("SPL-OBJ-04", "SPL-OBJ-05", "SPL-OBJ-07"),
    "control": ("SPL-CTL-04",),
    "used": ("SPL-SPC-02",),
    "fences": ("SPL-TRN-08", "SPL-TRN-09"),
    "points": ("SPL-VP-04",),
    "units": ("SPL-HID-04",),
}


def about(inventory: Inventory, rules: Rules, view: View, thing: str) -> About | None:
    """What a thing of a view is; ``None`` for an id that names none."""
    return _Asked(inventory, rules, view).about(thing)


class _Asked(Question):
    """Somebody asks what a thing is."""

    def __init__(self, inventory: Inventory, rules: Rules, view: View) -> None:
        super().__init__(inventory)
        self.rules, self.view = rules, view
        self.families = {"mark": self.mark, "figure": self.mark, "unit": self.kind, "terrain": self.terrain}

    def about(self, thing: str) -> About | None:
        unit = known_units(self.view).get(UnitId(thing.removeprefix("row-")))
        if unit is not None:
            return self.hidden(thing, unit) if isinstance(unit, HiddenUnit) else self.unit(thing, unit)
        piece = self.view.pieces.get(PieceId(thing))
        if piece is not None:
            return self.piece(thing, piece)
        gone = self.view.gone.get(UnitId(thing.removeprefix("gone-")))
        if gone is not None and gone.type is not None:
            return self.of_kind(thing, gone.type, unit_name(self.rules, gone.type, gone.id))
        if gone is not None:
            return self.ruled(thing, unit_name(self.rules, None, gone.id), ("SPL-CAMO-09",))
        head, _, rest = thing.partition("-")
        return self.other(thing, head, rest) or self.of_family(thing)

    def other(self, thing: str, head: str, rest: str) -> About | None:
        """Fences, paint, zones, squares, lines of lists."""
        if head == "fence" and rest:
            name = piece_name(self.rules, "fence")
            return self.ruled(thing, name, ("SPL-FEN-01", "SPL-FEN-02", "SPL-FEN-03", "SPL-FEN-05"))
        if head == "splat" and rest:
            return self.ruled(thing, self.say("signs", "splat"), ("SPL-HIT-02",))
        if head == "zone" and rest[:1] in self.view.board.edges:
            edge = self.say("panels", "edge_of", edge=self.say("edges", rest[:1]))
            return self.ruled(thing, edge, ("SPL-DEP-03", "SPL-DEP-05"))
        if head in ("list", "left") and rest in self.rules.units:
            return self.of_kind(thing, rest, kind_name(self.rules, rest))
        return self.square(thing)

    def square(self, thing: str) -> About | None:
        column, _, row = thing.partition(",")
        if not (column.isdigit() and row.isdigit()):
            return None
        at = (int(column), int(row))
        if at in self.view.board.roads:
            return self.ruled(
                thing, self.say("grounds", "road"), ("SPL-ROAD-01", "SPL-ROAD-02", "SPL-ROAD-03", "SPL-ROAD-04")
            )
        if at[0] < self.view.board.w and at[1] < self.view.board.h:
            return self.ruled(thing, self.say("grounds", "grass"), ("SPL-MOVE-04", "SPL-VEH-04"))
        return None

    def say(self, section: str, key: str, **places: object) -> Text:
        return self.rules.words.say(section, key, **places)

    # -- units

    def hidden(self, thing: str, unit: HiddenUnit) -> About:
        title = unit_name(self.rules, None, unit.id)
        return self.ruled(thing, title, ("SPL-HID-02", "SPL-CAMO-05", "SPL-CAMO-08"), player(self.rules, unit.seat))

    def unit(self, thing: str, unit: Unit) -> About:
        lines = tuple(self.state(unit)) + self._rules(*OF_UNITS[unit.type])
        return About(
            thing,
            unit_name(self.rules, unit.type, unit.id),
            player(self.rules, unit.seat),
            tuple(self.numbers(unit.type, unit)),
            lines,
        )

    def state(self, unit: Unit) -> Iterator[Statement]:
        """What it has done, and what lies on it."""
        for mark in marks(self.rules, unit):
            yield Statement(mark.text, self._rules(*OF_MARKS[mark.symbol])[0].rules)

    def numbers(self, kind_id: str, unit: Unit | None = None) -> Iterator[Number]:
        kind = self.rules.units[kind_id]  # type: ignore[index]  # the id of a kind
        if kind.is_foot:
            left = kind.lives if unit is None else unit.lives
            yield Number(self.say("signs", "lives"), same(f"{left}/{kind.lives}"))
            yield Number(self.say("numbers", "to_hit"), same(f"{kind.to_hit}+"))
        else:
            damage = 0 if unit is None else unit.damage
            yield Number(self.say("signs", "damage"), same(f"{damage}/{kind.damage_to_eliminate}"))
            if kind.strength is not None:
                yield Number(self.say("numbers", "strength"), same(f"{kind.strength.single}/{kind.strength.double}"))
        yield Number(self.say("numbers", "move"), same(f"{kind.move}"))
        yield Number(self.say("numbers", "move_fight"), same(f"{kind.move_fight}"))
        if kind.dice:
            yield Number(self.say("numbers", "dice"), same("-".join(map(str, kind.dice))))

    def of_kind(self, thing: str, kind: str, title: Text) -> About:
        return About(thing, title, None, tuple(self.numbers(kind)), self._rules(*OF_UNITS[kind]))

    def kind(self, thing: str, name: str) -> About | None:
        return self.of_kind(thing, name, kind_name(self.rules, name)) if name in self.rules.units else None

    # -- pieces and signs

    def terrain(self, thing: str, name: str) -> About | None:
        found = OF_PIECES.get(name)
        return None if found is None else self.ruled(thing, piece_name(self.rules, name), found)

    def piece(self, thing: str, piece: Piece) -> About:
        terrain = self.rules.terrain[piece.kind]
        numbers = []
        if terrain.cover_dice:
            numbers.append(Number(self.say("numbers", "cover_dice"), same(f"−{terrain.cover_dice}")))
        if terrain.cover_points:
            numbers.append(Number(self.say("numbers", "cover_points"), same(f"−{terrain.cover_points}")))
        for seat, count in piece.hold.items():
            numbers.append(Number(player(self.rules, seat), same(count)))
        lines = self._rules(*OF_PIECES[piece.kind])
        if piece.objective is not None:
            said = self.say("signs", "flag", who=player(self.rules, piece.objective))
            lines = (Statement(said, self._rules("SPL-OBJ-07")[0].rules), *lines)
        owner = None if piece.owner is None else player(self.rules, piece.owner)
        return About(thing, piece_name(self.rules, piece.kind), owner, tuple(numbers), lines)

    def mark(self, thing: str, name: str) -> About | None:
        found = OF_MARKS.get(name)
        return None if found is None else self.ruled(thing, self.say("marks", name), found)
