"""The making of skirmishes: grounds and figures in cells, fences on their sides; all on a document of plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.scene import Edge, Panel, Row, Scene
from app.engine.system import Correctable, ScenarioSpec, SeatsRange
from app.engine.types import Seat, Text, UnitId
from app.engine.workshop.workshop import (
    OWN,
    Battle,
    Change,
    Copy,
    Edit,
    Edited,
    Fault,
    Mirror,
    Move,
    Place,
    Remove,
    Tool,
    Turn,
)
from tests.support.cells import drawing, rules
from tests.support.cells import values as v

LEAST, MOST = 4, 12
KINDS = ("rough", "tree")
Size = Annotated[int, msgspec.Meta(ge=LEAST, le=MOST)]
Index = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
At = tuple[Index, Index]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Soldier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Literal["a", "b"]
    at: At
    facing: v.Look


class Soil(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: At
    kind: Literal["rough", "tree"]


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name_es: Name
    name_en: Name
    columns: Size
    rows: Size
    grounds: tuple[Soil, ...] = ()
    fences: tuple[tuple[At, At], ...] = ()
    figures: tuple[Soldier, ...] = ()
    reserves: tuple[Literal["a", "b"], ...] = ()


Say = Callable[..., Text]


class Shop:
    """See ``Workshop`` for what each method answers."""

    def __init__(self, geometry: rules.Geometry, battles: Mapping[str, Any], say: Say) -> None:
        self._geometry, self._battles, self._say = geometry, battles, say

    def start(self, scenario: str | None = None) -> Battle:
        if scenario is not None and scenario not in self._battles:
            raise InvalidInput.at("scenario", "one of the game's", scenario)
        if scenario is not None:
            return self.read(self._battles[scenario])
        said = self._say("new")
        return _plain(Document(said.es, said.en, 6, 6))

    def read(self, raw: object) -> Battle:
        try:
            return _plain(msgspec.convert(raw, Document))
        except msgspec.ValidationError as error:
            raise InvalidInput.at("battle", "a skirmish", error) from None

    def tools(self, battle: Battle) -> list[Tool]:
        say, turn = self._say, 360 // len(self._geometry.facings)
        side = 90 if len(self._geometry.facings) == 8 else 60
        return [
            *(Tool(kind, say(kind), say("grounds"), "paint", f"cell-{kind}") for kind in KINDS),
            Tool("fence", say("fence"), say("grounds"), "place", turn_deg=side),
            *(
                Tool(
                    f"figure-{seat}",
                    say("figure_side", side=seat.upper()),
                    say("figures"),
                    "place",
                    "soldier",
                    seat.upper(),
                    turn_deg=turn,
                )
                for seat in "ab"
            ),
        ]

    def edit(self, battle: Battle, edit: Edit) -> Edited:
        document, thing = self._edited(_document(battle), edit)
        return Edited(_plain(document), thing)

    def _edited(self, document: Document, edit: Edit) -> tuple[Document, str | None]:
        match edit:
            case Place():
                return self._placed(document, edit)
            case Move():
                return self._at(document, edit.id, self._cell(document, edit.cell))
            case Copy() if edit.image is None:
                who = self._soldier(document, edit.id)
                return self._add(document, msgspec.structs.replace(who, at=self._cell(document, edit.cell)))
            case Turn():
                who, number = self._soldier(document, edit.id), _number(edit.id)
                turned = msgspec.structs.replace(
                    who, facing=self._geometry.turned(who.facing, 1 if edit.by_deg > 0 else -1)
                )
                return _with(document, number, turned), edit.id
            case Remove():
                return self._removed(document, edit.id), None
            case Change():
                return self._changed(document, edit), edit.id
            case Mirror() | Copy():
                raise InvalidInput.at("edit", "something that can be done here", "an image")
        raise InvalidInput.at("edit", "something that can be done here", type(edit).__name__)

    def _placed(self, document: Document, edit: Place) -> tuple[Document, str | None]:
        at = self._cell(document, edit.cell)
        if edit.tool in KINDS:
            grounds = tuple(each for each in document.grounds if each.at != at)
            return msgspec.structs.replace(document, grounds=(*grounds, Soil(at, edit.tool))), self._geometry.key(at)  # type: ignore[arg-type]
        sides = [place for place, is_side in self._geometry.steps(at) if is_side]
        if edit.tool == "fence":
            beyond = sides[round(edit.turn_deg / (360 / len(sides))) % len(sides)]
            if not _holds(document, beyond):
                raise InvalidInput.at("edit.turn_deg", "a side to another cell", edit.turn_deg)
            fence = (min(at, beyond), max(at, beyond))
            fences = document.fences if fence in document.fences else (*document.fences, fence)
            return msgspec.structs.replace(document, fences=fences), self._fence_id(fence)
        seat = edit.tool.removeprefix("figure-")
        if seat not in ("a", "b") or edit.tool == seat:
            raise InvalidInput.at("edit.tool", "a tool", edit.tool)
        facings = [
            value
            for value, deg, _ in self._geometry.facings
            if abs((deg - edit.turn_deg + 180) % 360 - 180) < 180 / len(self._geometry.facings)
        ]
        return self._add(document, Soldier(seat, at, facings[0] if facings else self._geometry.facings[0][0]))  # type: ignore[arg-type]

    def _add(self, document: Document, who: Soldier) -> tuple[Document, str]:
        if len(document.figures) >= 8 or any(each.at == who.at for each in document.figures):
            raise InvalidInput.at("edit.cell", "a cell that is free", self._geometry.name(who.at))
        figures = (*document.figures, who)
        return msgspec.structs.replace(document, figures=figures), f"u{len(figures)}"

    def _at(self, document: Document, name: str, at: v.Place) -> tuple[Document, str]:
        who = self._soldier(document, name)
        if any(each.at == at for each in document.figures):
            raise InvalidInput.at("edit.cell", "a cell that is free", self._geometry.name(at))
        return _with(document, _number(name), msgspec.structs.replace(who, at=at)), name

    def _removed(self, document: Document, name: str) -> Document:
        change = msgspec.structs.replace
        fences = tuple(each for each in document.fences if self._fence_id(each) != name)
        grounds = tuple(each for each in document.grounds if self._geometry.key(each.at) != name)
        if len(fences) < len(document.fences) or len(grounds) < len(document.grounds):
            return change(document, fences=fences, grounds=grounds)
        self._soldier(document, name)
        number = _number(name)
        return change(document, figures=(*document.figures[: number - 1], *document.figures[number:]))

    def _changed(self, document: Document, edit: Change) -> Document:
        if edit.id is not None:
            who = self._soldier(document, edit.id)
            if (
                edit.field != "facing"
                or edit.value not in [value for value, _, _ in self._geometry.facings]
                or type(edit.value) is bool
            ):
                raise InvalidInput.at("edit.field", "a facing", edit.value)
            return _with(document, _number(edit.id), msgspec.structs.replace(who, facing=edit.value))
        if edit.field not in ("name_es", "name_en", "columns", "rows"):
            raise InvalidInput.at("edit.field", "a field of the battle", edit.field)
        changes = {edit.field: edit.value}
        other = {"name_es": "name_en", "name_en": "name_es"}.get(edit.field)
        said = self._say("new")
        if other is not None and getattr(document, other) == (said.es if other == "name_es" else said.en):
            changes[other] = edit.value
        try:
            return msgspec.convert({**msgspec.to_builtins(document), **changes}, Document)
        except msgspec.ValidationError as error:
            raise InvalidInput.at("edit.value", "as the schema says", error) from None

    def fields(self, battle: Battle, thing: str | None = None) -> list[Correctable]:
        document = _document(battle)
        if thing is None:
            size = {"type": "integer", "minimum": LEAST, "maximum": MOST}
            name = {"type": "string", "minLength": 1, "maxLength": 60}
            return [
                Correctable(
                    None, each, self._say(each), getattr(document, each), size if each in ("columns", "rows") else name
                )
                for each in ("name_es", "name_en", "columns", "rows")
            ]
        if not thing.startswith("u") or not 1 <= _number(thing) <= len(document.figures):
            return []
        values = [value for value, _, _ in self._geometry.facings]
        names = [{"es": name.es, "en": name.en} for _, _, name in self._geometry.facings]
        return [
            Correctable(
                UnitId(thing),
                "facing",
                self._say("facing"),
                document.figures[_number(thing) - 1].facing,
                {"enum": values, "x-names": names},
            )
        ]

    def scene(self, battle: Battle) -> Scene:
        document = _document(battle)
        position = position_of(self._geometry, battle, 1, 4, (Seat("a"), Seat("b")))
        lattice = self._geometry.lattice(document.columns, document.rows)
        drawn = drawing.drawables(self._geometry, position, self._say)
        name = self._geometry.name
        figures = tuple(
            Row(
                f"row-{each.id}",
                self._say("figure_of", name=each.seat.upper(), cell=name(each.at)),
                unit=each.id,
                side=each.seat.upper(),
            )
            for each in position.figures
        )
        others = (
            *(
                Row(
                    f"row-{edge.id}",
                    Text(f"{edge.name.es} {'|'.join(edge.between)}", f"{edge.name.en} {'|'.join(edge.between)}"),
                    unit=UnitId(edge.id),
                )
                for edge in drawn
                if isinstance(edge, Edge)
            ),
            *(
                Row(
                    f"row-{name(each.at)}",
                    self._say("ground_at", kind=self._say(each.kind).en, cell=name(each.at)),
                    unit=UnitId(self._geometry.key(each.at)),
                )
                for each in document.grounds
            ),
        )
        panels = (Panel("figures", self._say("figures"), figures), Panel("grounds", self._say("grounds"), others))
        return Scene(
            self._geometry.kind,
            lattice.width,
            lattice.height,
            drawn,
            self._say("prompt"),
            Text(document.name_es, document.name_en),
            panels=panels,
            lattice=lattice,
        )

    def faults(self, battle: Battle) -> Sequence[Fault]:
        document = _document(battle)
        found = [
            Fault(self._say("fault_none", side=seat.upper()), tool=f"figure-{seat}")
            for seat in "ab"
            if not any(each.seat == seat for each in document.figures)
        ]
        values = [value for value, _, _ in self._geometry.facings]
        trees = {each.at for each in document.grounds if each.kind == "tree"}
        places = [each.at for each in document.figures]
        for number, each in enumerate(document.figures, 1):
            if (
                not _holds(document, each.at)
                or each.at in trees
                or places.count(each.at) > 1
                or each.facing not in values
            ):
                found.append(Fault(self._say("fault_place"), thing=f"u{number}"))
        for one, other in document.fences:
            beside = [place for place, is_side in self._geometry.steps(one) if is_side]
            if not (_holds(document, one) and _holds(document, other)) or other not in beside or one > other:
                found.append(Fault(self._say("fault_fence"), field="columns"))
        found += [
            Fault(self._say("fault_place"), field="columns")
            for each in document.grounds
            if not _holds(document, each.at)
        ]
        return tuple(found)

    def spec(self, battle: Battle) -> ScenarioSpec:
        document = _document(battle)
        return ScenarioSpec(
            OWN,
            Text(document.name_es, document.name_en),
            self._say("summary"),
            SeatsRange(2, 2),
            5,
            picture=self.scene(battle),
        )

    def _cell(self, document: Document, key: str | None) -> v.Place:
        places = ((x, y) for y in range(document.rows) for x in range(document.columns))
        found = next((place for place in places if self._geometry.key(place) == key), None)
        if found is None:
            raise InvalidInput.at("edit.cell", "a cell of the board", key)
        return found

    def _soldier(self, document: Document, name: str) -> Soldier:
        if not name.startswith("u") or not 1 <= _number(name) <= len(document.figures):
            raise InvalidInput.at("edit.id", "a figure", name)
        return document.figures[_number(name) - 1]

    def _fence_id(self, fence: tuple[v.Place, v.Place]) -> str:
        return "-".join(("fence", *map(self._geometry.name, fence)))


def position_of(
    geometry: rules.Geometry, battle: Battle, rounds: int, need: int, seats: tuple[Seat, ...]
) -> v.Position:
    """What a document begins with; what lies off its board is left out."""
    document = _document(battle)
    known = [value for value, _, _ in geometry.facings]
    figures = tuple(
        v.Figure(UnitId(f"u{number}"), Seat(each.seat), each.at, each.facing if each.facing in known else known[0])
        for number, each in enumerate(document.figures, 1)
        if _holds(document, each.at)
    )
    grounds = tuple(v.Ground(each.at, each.kind) for each in document.grounds if _holds(document, each.at))
    fences = tuple(
        each
        for each in document.fences
        if all(_holds(document, end) for end in each)
        and each[1] in [place for place, is_side in geometry.steps(each[0]) if is_side]
    )
    reserves = tuple(v.Reserve(UnitId(f"r{number}"), Seat(each)) for number, each in enumerate(document.reserves, 1))
    size = (document.columns, document.rows)
    return v.Position(*size, grounds, fences, figures, seats, seats[0], 1, rounds, need, reserves=reserves)


def _holds(document: Document, place: v.Place) -> bool:
    return 0 <= place[0] < document.columns and 0 <= place[1] < document.rows


def _with(document: Document, number: int, who: Soldier) -> Document:
    figures = tuple(who if place == number else each for place, each in enumerate(document.figures, 1))
    return msgspec.structs.replace(document, figures=figures)


def _number(name: str) -> int:
    return int(name[1:]) if name[1:].isdecimal() and name[1:].isascii() and len(name) < 4 else 0


def _document(battle: Battle) -> Document:
    return msgspec.convert(battle, Document)


def _plain(document: Document) -> Battle:
    found: Battle = msgspec.json.decode(msgspec.json.encode(document))
    return found
