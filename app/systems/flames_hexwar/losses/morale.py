"""Morale of platoons (FHW-MOR-01 to FHW-MOR-04) and tests of motivation (FHW-HQ-04)."""

from __future__ import annotations

from typing import NamedTuple

from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.losses.losing import remove_platoon
from app.systems.flames_hexwar.losses.morale_numbers import is_tested
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef


class Tested(NamedTuple):
    """A test of motivation: its dice, what they had to show, whether it was passed."""

    dice: tuple[int, ...]
    need: int
    passed: bool


def motivation_test(story: Story, platoon: PlatoonId, purpose: str, modifier: int = 0) -> Tested:
    """A test of a platoon's motivation, rolled again once if failed with its company command (FHW-HQ-04)."""
    need = story.field.motivation(platoon).test
    dice = [story.die(purpose)]
    if dice[0] + modifier < need and story.field.company_command_with(platoon) is not None:
        dice.append(story.die(f"{purpose} again"))
    return Tested(tuple(dice), need, dice[-1] + modifier >= need)


def in_fight(field: Field, platoon: PlatoonId) -> int:
    """Teams of a platoon that are still in the fight (FHW-MOR-02)."""
    return sum(not team.bailed_out and not field.is_transport(team) for team in field.members(platoon))


def check_platoons(story: Story) -> None:
    """Tests of all platoons that have lost a team: the attacker's by roster, then the defender's (FHW-MOR-04)."""
    losers = story.position.losers
    if not losers:
        return
    story.add(ef.LossesCounted())
    for side in ("A", "B"):
        for name, platoon in story.position.platoons.items():
            if name in losers and platoon.side == side and platoon.status in ("board", "arriving", "off_board"):
                _test(story, name)
    if story.position.losers:
        story.add(ef.LossesCounted())


def _test(story: Story, name: PlatoonId) -> None:
    platoon, field = story.position.platoons[name], story.field
    if field.of_platoon(platoon).is_hq or not is_tested(story.rules, platoon.starting, in_fight(field, name)):
        return
    found = motivation_test(story, name, "platoon morale")
    story.add(e.MoraleTested(found.dice, found.need, found.passed, name))
    if not found.passed:
        remove_platoon(story, name)
