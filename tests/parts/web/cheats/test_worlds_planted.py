"""That the comparison of two worlds finds leaks (field.md 5.3, item 9: leaks return): one after the other is planted in a toy
game or in the server, and must be found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from app.engine.offers import Preview
from app.engine.refusal import Refusal
from app.engine.types import Seat, Viewer
from app.rooms.room.room import Room
from app.web.table import table
from tests.parts.web.cheats.worlds import Twins
from tests.parts.web.cheats.worlds_questions import questions
from tests.support.toy_systems.masks import rules, sight
from tests.support.toy_systems.masks import values as v
from tests.support.toy_systems.masks.system import Masks

pytestmark = pytest.mark.asyncio(loop_scope="module")

replace = msgspec.structs.replace
Plant = Callable[[pytest.MonkeyPatch], None]


def _hidden(state: v.Position, viewer: str) -> list[v.Figure]:
    return [figure for figure in state.figures if figure not in rules.seen_by(state, viewer)]


def deck_in_the_view(patch: pytest.MonkeyPatch) -> None:
    def view(self: Masks, state: v.Position, viewer: Viewer) -> v.View:
        seen = sight.view(state, viewer)
        return replace(seen, position=replace(seen.position, deck=state.deck))

    patch.setattr(Masks, "view", view)


def reach_that_stops_at_the_unseen(patch: pytest.MonkeyPatch) -> None:
    def survey(self: Masks, state: v.Position, seat: Seat, unit: str) -> Preview:
        known = sight.masked(state, Viewer(seat))
        figure = next((each for each in known.figures if each.id == unit), known.figures[0])
        gaps = [abs(each.x_mm - figure.x_mm) for each in _hidden(state, seat)]
        return Preview(True, facts={"longest_mm": min(gaps, default=0)})

    patch.setattr(Masks, "survey", survey)


def refusal_for_an_unseen_reason(patch: pytest.MonkeyPatch) -> None:
    usual = Masks.check

    def check(self: Masks, state: v.Position, seat: Seat, action: Any) -> Refusal | None:
        facts = {"hands": len(str(state.hands)), "cards": str(sorted(state.deck))}
        return replace(found, facts=facts) if (found := usual(self, state, seat, action)) else None

    patch.setattr(Masks, "check", check)


def order_of_keys(patch: pytest.MonkeyPatch) -> None:
    def view(self: Masks, state: v.Position, viewer: Viewer) -> v.View:
        seen = sight.view(state, viewer)
        order = sorted(state.scores, key=lambda seat: sum(state.hands[seat]))
        return replace(seen, position=replace(seen.position, scores={seat: state.scores[seat] for seat in order}))

    patch.setattr(Masks, "view", view)


def name_of_a_figure(patch: pytest.MonkeyPatch) -> None:
    usual, scene, seen_last = Masks.view, Masks.scene, []

    def view(self: Masks, state: v.Position, viewer: Viewer) -> v.View:
        seen_last.append(state)
        return usual(self, state, viewer)

    def leaky(self: Masks, seen: v.View) -> Any:
        drawn, number = scene(self, seen), sum(seen_last[-1].deck)
        return replace(drawn, drawables=tuple(replace(each, label=f"{number}") for each in drawn.drawables))

    patch.setattr(Masks, "view", view)
    patch.setattr(Masks, "scene", leaky)


def prompt_only_for_who_has_something(patch: pytest.MonkeyPatch) -> None:
    def to_act(self: Masks, state: v.Position) -> tuple[Seat, ...]:
        return rules.to_act(state)[state.deck[0] % 3 :] or rules.to_act(state)

    patch.setattr(Masks, "to_act", to_act)


def count_of_everything_that_happened(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "count_of", lambda self, viewer: self.place)


def explanation_of_the_truth(patch: pytest.MonkeyPatch) -> None:
    usual = Room.info

    def info(self: Room, viewer: Viewer) -> Any:
        found = usual(self, viewer)
        return found if self.state is None else replace(found, scenario=f"ball {self.state.deck}")

    patch.setattr(Room, "info", info)


def address_that_a_page_loads(patch: pytest.MonkeyPatch) -> None:
    usual, view, last = table.page_context, Masks.view, [0]

    def remembered(self: Masks, state: v.Position, viewer: Viewer) -> v.View:
        last.append(sum(state.deck))
        return view(self, state, viewer)

    def context(*given: Any, **named: Any) -> dict[str, Any]:
        found: dict[str, Any] = usual(*given, **named)
        return found | {"socket_url": f"{found['socket_url']}&v={last[-1]}"}

    patch.setattr(Masks, "view", remembered)
    patch.setattr(table, "page_context", context)


PLANTED: Mapping[str, Plant] = {
    plant.__name__: plant
    for plant in (
        deck_in_the_view,
        reach_that_stops_at_the_unseen,
        refusal_for_an_unseen_reason,
        order_of_keys,
        name_of_a_figure,
        prompt_only_for_who_has_something,
        explanation_of_the_truth,
        address_that_a_page_loads,
    )
}


@pytest.mark.parametrize("leak", [None, *PLANTED])
async def test_a_planted_leak_is_found(twins: Twins, monkeypatch: pytest.MonkeyPatch, leak: str | None) -> None:
    await twins.open("masks", "ball", 3)
    live = await twins.real.live()
    world = next(other for other in _other_worlds(live) if _is_quite_another(live.state, other))
    await twins.real.become(live.state)
    await twins.other.become(world)
    if leak is not None:
        PLANTED[leak](monkeypatch)

    assert await _is_found(twins) == (leak is not None)


async def test_a_secret_act_that_is_counted_is_found(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    await twins.open("masks", "ball", 3)
    count_of_everything_that_happened(monkeypatch)
    card = (await twins.other.live()).state.hands["a"][0]
    await twins.other.act("a", {"type": "choose", "card": card})

    assert await _is_found(twins)


async def test_a_secret_act_that_is_told_without_its_content_is_found(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Masks.tell

    def tell(self: Masks, before: Any, event: Any, viewer: Viewer) -> Any:
        told = usual(self, before, event, viewer)
        return v.Chosen(event.player, v.Choice(v.FACE_DOWN)) if told is None and type(event) is v.Chosen else told

    monkeypatch.setattr(Masks, "tell", tell)
    await twins.open("masks", "ball", 3)
    async with twins.listening("b") as ears:
        card = (await twins.other.live()).state.hands["a"][0]
        await twins.other.act("a", {"type": "choose", "card": card})
        with pytest.raises(AssertionError, match="message"):
            await ears.same_until_marked()


def _other_worlds(live: Room) -> Iterator[v.Position]:
    pick = random.Random(5).randrange
    while True:
        yield live.system.resample(live.state, Viewer("b"), pick)


def _is_quite_another(one: v.Position, other: v.Position) -> bool:
    """Whether each of the planted leaks tells these worlds apart."""
    orders = [sorted(world.hands, key=lambda seat, world=world: sum(world.hands[seat])) for world in (one, other)]
    return sum(one.deck) != sum(other.deck) and one.deck[0] % 3 != other.deck[0] % 3 and orders[0] != orders[1]


async def _is_found(twins: Twins) -> bool:
    """Whether anything that ``b`` can ask is answered in one world otherwise than in the other."""
    try:
        for question in await questions(twins.both, "b", random.Random(6), has_history=False):
            await twins.same("b", question)
    except AssertionError:
        return True
    return False
