"""Cards and covering fire at their edges, what readers of the rules found unseen: where cards lie, who lifts when, who spots."""

from __future__ import annotations

import pytest

from app.systems.flames_hexwar.plan.planning import cards_in_deck
from tests.games.flames_hexwar.fights.test_assault_ends import FOE
from tests.games.flames_hexwar.scenes import FAR, Table, squad


@pytest.mark.rule("FHW-PLAN-03")
def test_of_cards_that_cease_to_be_set_aside_the_last_lies_lowest() -> None:
    at = Table([squad(f"A{number}", "sov_smg") for number in (1, 2, 3)], [FAR])
    for name in ("A1", "A2"):
        at.acts("a", "order", platoon=name, order="FO")
    at.acts("a", "deck", company="1", cards=("A3",))
    at.acts("a", "undraft", draft="A2").acts("a", "order", platoon="A1", order="MD")
    assert cards_in_deck(at.moment.field, "A1", at.position.seats["a"].drafts) == ("A3", "A2", "A1")  # type: ignore[arg-type, index]


@pytest.mark.rule("FHW-REC-01", "FHW-HID-01")
def test_reconnaissance_that_moves_finds_nobody_before_it_has() -> None:
    own = [squad("A1", "sov_scouts", {0: "1306"}), squad("A2", "sov_scouts", {0: "1306"})]
    at = Table(own, [FOE]).plan(A1="MD", A2="FC", B1="FO")
    assert at.prompt == "a2_designate"
    assert [at.no("a", "lift", team=f"A{number}.0", platoon="B1") for number in (1, 2)] == ["REC-01", None]
