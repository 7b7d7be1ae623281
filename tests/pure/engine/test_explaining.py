"""What a game that explains itself is helped with: rules in one wording, things by family, the refusal that comes nearest."""

from __future__ import annotations

from app.engine.about import About, Statement
from app.engine.explaining import Inventory, Question, refused, told
from app.engine.refusal import Refusal
from app.engine.system import Rule
from app.engine.types import Action, RuleId, Text, UnitId

FAR, NEAR = RuleId("TOY-01"), RuleId("TOY-02")
WORDS = {FAR: Text("Lejos no.", "Not far."), NEAR: Text("Cerca sí.", "Near, yes.")}
INVENTORY = Inventory(Rule(name, Text("Salto", "Jump"), text, "enforced") for name, text in WORDS.items())
FROG = Text("Rana", "Frog")


class Jump(Action, frozen=True, tag="jump"):
    far: int


class Pond(Question):
    def __init__(self) -> None:
        super().__init__(INVENTORY)
        self.families = {"unit": lambda thing, name: self.ruled(thing, FROG, [NEAR]) if name == "frog" else None}


def check(action: Action) -> Refusal | None:
    assert isinstance(action, Jump)
    return Refusal(FAR, {"far": action.far}) if action.far > 2 else None


def test_what_is_said_of_a_thing_is_what_its_rules_say():
    assert Pond().of_family("unit.frog") == About("unit.frog", FROG, lines=(Statement(WORDS[NEAR], (NEAR,)),))


def test_of_what_is_not_there_nothing_is_said():
    assert [Pond().of_family(thing) for thing in ("unit.stork", "unit.", "frog", "", "mark.frog")] == [None] * 5


def test_a_sentence_bears_the_rules_it_comes_from():
    assert told(FROG, FAR, NEAR, about="unit.frog") == Statement(FROG, (FAR, NEAR), "unit.frog")
    assert told(FROG) == Statement(FROG)


def test_the_first_refusal_is_told_with_whom_it_was_aimed_at():
    assert refused(check, [(Jump(4), UnitId("fly")), (Jump(9), None)]) == (Refusal(FAR, {"far": 4}), "fly")


def test_nothing_is_withheld_that_can_be_done_in_any_way_or_that_is_not_tried():
    assert refused(check, [(Jump(4), None), (Jump(2), None)]) is None
    assert refused(check, []) is None
