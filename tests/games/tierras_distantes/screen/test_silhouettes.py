"""What a miniature is drawn as: who it is, what it wears, what it holds."""

from __future__ import annotations

import pytest

from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.screen.silhouettes import BODIES, body_of, symbol_of
from tests.games.tierras_distantes.table import book

RULES = book().rules({}, {})


@pytest.mark.parametrize(
    ("quality", "armour", "weapons", "drawn"),
    [
        ("recruit", "light", ("smg",), "scout-smg"),
        ("veteran", "medium", ("assault_rifle", "hand_grenade"), "soldier-assault_rifle"),
        ("regular", "light", ("carbine", "hand_grenade"), "scout-hand_grenade"),
        ("trained", "powered", ("heavy_machine_gun",), "trooper-heavy_machine_gun"),
        ("alien_brute", "heavy", ("alien_beam",), "brute-alien_beam"),
        ("alien_agile", "chitin", ("claws",), "agile-claws"),
        ("alien_drone", "none", ("shotgun", "flamethrower"), "drone-flamethrower"),
    ],
)
def test_a_miniature_holds_the_dearest_of_its_weapons(
    quality: str, armour: str, weapons: tuple[str, ...], drawn: str
) -> None:
    assert symbol_of(RULES, Member(quality, armour, weapons)) == drawn


def test_every_body_is_somebodys() -> None:
    assert {body_of(quality, armour) for quality in RULES.qualities for armour in RULES.armours} == set(BODIES)
