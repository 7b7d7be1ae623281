"""A workshop of a toy document: a garden with beds, made of the ground's forms and base alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.engine.play import decode
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import OptionValue, SeatsRange
from app.engine.types import BoardKind, Text
from app.engine.workshop.base import BaseWorkshop, Made, either, plain
from app.engine.workshop.forms import NONE, Form, Setting, listed, setting_of, with_row, without_row
from app.engine.workshop.workshop import Add, Battle, Change, Edit, Fault, Remove

LABELS = {name: Text(name.upper(), name) for name in ("minutes", "trees", "fruit", "walled", "name_en", "size")}
FRUITS = {NONE: Text("nada", "nothing"), "apple": Text("manzana", "apple")}


class Bed(msgspec.Struct, frozen=True):
    """A bed."""

    trees: int = 1
    fruit: str | None = None
    walled: bool = False


class Garden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document."""

    name_es: str = "Jardín"
    name_en: str = ""
    summary_es: str = ""
    summary_en: str = ""
    minutes: int = 10
    beds: tuple[Bed, ...] = ()


class Gardens(BaseWorkshop[Garden]):
    """Its workshop."""

    document_type = Garden

    def scenarios(self) -> Iterable[str]:
        return ("orchard",)

    def copy_of(self, scenario: str) -> object:
        return {"name_es": "Huerto", "beds": [{"trees": 3}]}

    def blank(self) -> Garden:
        return Garden()

    def understood(self, raw: object) -> Garden:
        garden: Garden = decode(Garden, raw, "battle")
        return garden

    def carried_out(self, doc: Garden, edit: Edit) -> Made[Garden]:
        if isinstance(edit, Change):
            return Made(setting_of(self.settings(doc, edit.id), edit.field, edit.value)(edit.value), edit.id)
        if isinstance(edit, Add):
            return Made(replace(doc, beds=(*doc.beds, Bed())), f"bed.{len(doc.beds)}")
        place = listed(edit.id, {"bed": doc.beds}) if isinstance(edit, Remove) else None
        if place is None:
            raise InvalidInput.at("edit", "another", edit)
        return Made(replace(doc, beds=without_row(doc.beds, place[1])))

    def settings(self, doc: Garden, thing: str | None) -> Iterable[Setting[Garden]]:
        place = None if thing is None else listed(thing, {"bed": doc.beds})
        if place is None:
            form = Form(LABELS, None, doc, lambda made: made, group=Text("El jardín", "The garden"))
            yield form.number("minutes", 5, 60)
            yield form.words("name_en", 1, 20)
            return
        bed = doc.beds[place[1]]
        of_bed = Form(LABELS, thing, bed, lambda made: replace(doc, beds=with_row(doc.beds, place[1], made)))
        yield of_bed.length("size", 1, 9, at="trees")
        yield of_bed.choice("fruit", FRUITS)
        yield of_bed.switch("walled")

    def found(self, doc: Garden) -> Sequence[Fault]:
        return () if doc.beds else (Fault(Text("Sin bancales.", "No beds.")),)

    def try_out(self, battle: Battle, doc: Garden) -> None:
        if len(doc.beds) > 2:
            raise InvalidInput.at("beds", "two", "more")

    def refused(self, error: InvalidInput) -> Sequence[Fault]:
        return (Fault(Text("No cabe.", "It does not fit.")),)

    def seats(self, doc: Garden) -> SeatsRange:
        return SeatsRange(2, 2)

    def options(self, doc: Garden) -> dict[str, OptionValue]:
        return {}

    def picture(self, battle: Battle, doc: Garden) -> Scene:
        return Scene(BoardKind.SQUARES, 1, 1, (), Text("", ""), Text("", ""))


SHOP = Gardens()


def with_beds(count: int) -> Battle:
    return plain(Garden(beds=(Bed(),) * count))


def changed(battle: Battle, field: str, value: Any, thing: str | None = None) -> Battle:
    return SHOP.edit(battle, Change(field, value, thing)).battle


def wrong(*given: Any) -> list[str]:
    with pytest.raises(InvalidInput) as refused:
        changed(*given)
    return [error.field for error in refused.value.errors]


def test_a_document_begins_empty_or_as_a_copy_and_is_read_as_it_was_written() -> None:
    assert SHOP.start() == plain(Garden())
    assert SHOP.start("orchard")["beds"] == [{"trees": 3, "fruit": None, "walled": False}]
    with pytest.raises(InvalidInput):
        SHOP.start("forest")
    with pytest.raises(InvalidInput):
        SHOP.read({"hedges": 3})


def test_a_setting_is_a_field_of_its_part_with_its_words_and_puts_another_part_in_place() -> None:
    size, fruit, walled = SHOP.fields(with_beds(2), "bed.1")

    assert (size.field, size.label.en, size.value, size.schema["x-mm"]) == ("size", "size", 1, True)
    assert (fruit.value, fruit.schema["enum"]) == (NONE, [NONE, "apple"])
    assert (walled.unit, walled.value) == ("bed.1", False)
    made = changed(changed(with_beds(2), "size", 4, "bed.1"), "fruit", "apple", "bed.1")
    assert made["beds"] == [plain(Bed()), plain(Bed(4, "apple"))]
    assert changed(made, "fruit", NONE, "bed.1")["beds"][1]["fruit"] is None
    assert [field.schema["x-group"]["en"] for field in SHOP.fields(made)] == ["The garden", "The garden"]


def test_a_value_that_stands_there_is_among_those_that_can_be_chosen() -> None:
    battle = plain(Garden(beds=(Bed(fruit="fig"),)))

    assert SHOP.fields(battle, "bed.0")[1].schema["enum"] == [NONE, "apple", "fig"]


def test_a_field_or_a_value_that_is_not_there_is_named() -> None:
    assert wrong(with_beds(1), "fruit", "plum", "bed.0") == ["edit.value"]
    assert wrong(with_beds(1), "size", 0, "bed.0") == ["edit.value"]
    assert wrong(with_beds(1), "size", True, "bed.0") == ["edit.value"]
    assert wrong(with_beds(1), "name_en", " ") == ["edit.value"]
    assert wrong(with_beds(1), "hedges", 1) == ["edit.field"]


def test_things_of_lists_come_and_go_by_their_places() -> None:
    made = SHOP.edit(with_beds(1), Add("bed"))

    assert (len(made.battle["beds"]), made.thing) == (2, "bed.1")
    assert SHOP.edit(made.battle, Remove("bed.0")).battle == with_beds(1)
    assert [listed(thing, {"bed": (1, 2)}) for thing in ("bed.1", "bed.2", "bed.01", "bed", "pot.0")] == [
        ("bed", 1), None, None, None, None,
    ]  # fmt: skip


def test_what_has_no_fault_is_tried_and_what_set_up_refuses_is_a_fault() -> None:
    assert [SHOP.faults(with_beds(count))[0].text.en for count in (0, 3)] == ["No beds.", "It does not fit."]
    assert list(SHOP.faults(with_beds(2))) == []


def test_a_name_in_one_language_does_for_both() -> None:
    spec = SHOP.spec(with_beds(1))

    assert (spec.id, spec.name, spec.minutes) == ("own", Text("Jardín", "Jardín"), 10)
    assert either("", "Shed") == Text("Shed", "Shed")
