"""What is drawn and told of an assault while it is fought: from where teams are still to go in, whom strikes are at."""

from __future__ import annotations

from app.engine.scene import Link
from app.engine.types import SPECTATOR
from app.systems.flames_hexwar.book.kinds import hex_of
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.screen.drawn import drawables
from app.systems.flames_hexwar.screen.grounds import lattice_of, middle
from app.systems.flames_hexwar.screen.scene import scene
from tests.games.flames_hexwar.fights.test_assault_ends import SMG, assaulting, fought
from tests.games.flames_hexwar.fights.test_assaults import ONE_ON_ONE, writing, written
from tests.games.flames_hexwar.scenes import Table, squad


def assaults(at: Table) -> list[Link]:
    field = at.moment.field
    drawn = (each for each in drawables(field, view(field, SPECTATOR)) if isinstance(each, Link))
    return [each for each in drawn if each.kind == "assault"]


def test_an_assault_is_drawn_from_where_somebody_is_still_to_go_in_and_clear_of_who_stands_there() -> None:
    at = written(writing(*ONE_ON_ONE), "A1", on="1406").do("a", a.NextAssault("1406"))

    (link,) = assaults(at)

    lattice = lattice_of(at.moment.field.scenario)
    start, end = middle(lattice, hex_of("1306")), middle(lattice, hex_of("1406"))
    assert start[0] < link.x1 < link.x2 < end[0]

    at.do("a", a.AssaultMove("A1.0", "1406"))  # type: ignore[arg-type]
    assert assaults(at) == []


def test_strikes_that_are_given_out_are_told_with_the_side_that_they_are_at() -> None:
    at = fought(assaulting([SMG], [squad("B1", "ger_grenadiers_small", {0: "1406", 1: "1406"})]), 6, 1, 1)
    assert (at.prompt, at.asked) == ("hits", "b")
    spotlight = scene(at.moment.rules, view(at.moment.field, SPECTATOR)).spotlight
    assert spotlight is not None
    assert "Defender" in spotlight.rows[-1].title.en
