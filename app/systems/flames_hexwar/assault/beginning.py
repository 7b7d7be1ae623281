"""An assault begins: whose it is, who goes in, or that nothing comes of it (FHW-ASLT-09, FHW-ASLT-11)."""

from __future__ import annotations

from msgspec.structs import replace

from app.systems.flames_hexwar.assault import numbers
from app.systems.flames_hexwar.assault.entries import able, force_of, is_tank_platoon, platoon_refused
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId, Side, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import Assault
from app.systems.flames_hexwar.position.state import Entry


def begin(story: Story, entry: Entry) -> None:
    """An entry's turn comes: platoons that may no longer drop out, and the assault begins, or is void (FHW-ASLT-11)."""
    field = story.field
    side, at, against = entry.side, entry.at, list[PlatoonId]()
    if entry.mutual is not None:
        pair = next(each for each in story.position.entries if each.mutual == entry.mutual and each is not entry)
        void = next((each for each in (entry, pair) if not _fit(field, each)), None)
        if void is not None:  # the other is fought by itself, in its turn
            story.add(ef.AssaultBegun(void.side, void.at, (), True))
            return
        mine, other_one = (replace(each, platoons=_fit(field, each)) for each in (entry, pair))
        winner = numbers.assaulter(force_of(field, mine), force_of(field, other_one)) or _roll(story)
        if mine.side != winner:
            mine, other_one = other_one, mine
        side, at, entry, against = mine.side, mine.at, mine, list(other_one.platoons)
    platoons = _fit(story.field, entry)
    is_void = not platoons
    story.add(ef.AssaultBegun(side, at, platoons, is_void))
    if is_void:
        return
    teams = {name: able(story.field, name) for name in platoons}
    own = [[team for team in mine if team.platoon == name] for name, mine in teams.items()]
    tanks = [team.id for mine in own if is_tank_platoon(story.field, mine) for team in mine]
    everybody = [team for mine in teams.values() for team in mine]
    story.push(
        Assault(
            side,
            at,
            platoons,
            tuple(against),
            entry.mutual is not None,
            teams=tuple(dict.fromkeys(team.id for team in everybody)),
            came_from={team.id: Place(team.at, team.floor) for team in everybody if team.at is not None},
            tanks=tuple(tanks),
        )
    )


def _fit(field: Field, entry: Entry) -> tuple[PlatoonId, ...]:
    """The platoons of an entry that may still assault; none where no enemy is left (FHW-ASLT-11)."""
    if not any(True for _ in field.standing_in(entry.at, other(entry.side))):
        return ()
    return tuple(name for name in entry.platoons if platoon_refused(field, name, entry.at) is None)


def _roll(story: Story) -> Side:
    while True:
        dice = (story.die("who assaults"), story.die("who assaults"))
        story.add(ep.RolledOff(dice, "mutual"))
        if dice[0] != dice[1]:
            return "A" if dice[0] > dice[1] else "B"
