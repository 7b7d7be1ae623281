"""What a window for opportunity fire tells the seat that is asked, and nobody else."""

from __future__ import annotations

import pytest

from app.engine.offers import Offer
from app.engine.types import SPECTATOR, Seat, Viewer
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.words.sentences import prompt
from tests.games.flames_hexwar.scenes import Table, squad
from tests.games.flames_hexwar.test_worlds import same

OWN = [squad("A1", "sov_smg", {0: "0506", 1: "0507"})]
FOES = [
    squad("B1", "ger_grenadiers_small", {0: "1006", 1: "1006"}),
    squad("B2", "ger_grenadiers_small", {0: "1900", 1: "1900"}),
]


def window(*, near: bool) -> Table:
    """A team moves, and one card lies apart: that of those who see it, or that of those who are far away."""
    at = Table(OWN, FOES)
    at.plan(5, 3, A1="MD", B1="FO" if near else "MD", B2="MD" if near else "FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606", "0706"))
    assert (at.prompt, at.asked) == ("window", "b")
    return at


def asked(at: Table, viewer: str) -> str:
    moment = at.moment
    return prompt(moment.rules, view(moment.field, Viewer(viewer))).en


def holds(at: Table) -> list[Offer]:
    return [offer for offer in offers(at.moment, Seat("b")) if offer.type == "hold"]


@pytest.mark.rule("FHW-FO-09", "FHW-FO-17")
def test_whoever_is_asked_reads_which_of_his_cards_can_fire_now_or_that_none_can() -> None:
    can, cannot = window(near=True), window(near=False)

    name = can.moment.rules.platoons["ger_grenadiers_small"].name.en
    assert f"you can fire with {name} B1, or hold" in asked(can, "b")
    assert "none of yours can fire at it now" in asked(cannot, "b")


@pytest.mark.rule("FHW-FO-17", "FHW-HID-11")
def test_nobody_else_learns_whether_any_card_can_fire() -> None:
    can, cannot = window(near=True), window(near=False)

    same(can, cannot, "a", str(SPECTATOR))


@pytest.mark.rule("FHW-FO-15")
def test_the_holds_come_first_and_alike_whether_anybody_can_fire_or_not_and_each_says_what_it_means() -> None:
    can, cannot = holds(window(near=True)), holds(window(near=False))

    for found in (can, cannot):
        assert [offer.examples[0].until for offer in found] == ["window", "team", "activation"]  # type: ignore[attr-defined]
    assert [offer.type for offer in offers(window(near=True).moment, Seat("b"))][:3] == ["hold"] * 3
    assert all(offer.at_once for offer in (*can, *cannot))
    said = [
        "Asked again at the next step.",
        "No fire at it for the rest of its way.",
        "No fire until its platoon is done.",
    ]
    assert [offer.about.en for offer in can if offer.about is not None] == said
