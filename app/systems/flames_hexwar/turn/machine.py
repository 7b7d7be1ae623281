"""Who is asked, and what goes on by itself: after every act until somebody must decide, or the game is over (part 4 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.engine.judging import Kept
from app.engine.types import Seat
from app.systems.flames_hexwar.assault import procedure, retreating
from app.systems.flames_hexwar.assault.beginning import begin as begin_assault
from app.systems.flames_hexwar.assault.entries import choosers, revealed, writers
from app.systems.flames_hexwar.barrage import covering
from app.systems.flames_hexwar.barrage.designating import has_guns
from app.systems.flames_hexwar.book.kinds import SIDES, Side, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.hits import run_hits
from app.systems.flames_hexwar.fire.shooting import run_volleys
from app.systems.flames_hexwar.fire.windows import run_window, waited_for
from app.systems.flames_hexwar.losses.rallying import rally_all
from app.systems.flames_hexwar.plan import deploying, planning
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position import frames as f
from app.systems.flames_hexwar.position.state import Position
from app.systems.flames_hexwar.turn import ending, reserves, steps

STEPS: Final = ("b", "c", "d")
KEPT: Final = 16
"""Of so many fields is remembered who is asked."""


# ------------------------------------------------------------------------------------------------------------- who is asked


def _asked(field: Field) -> tuple[Seat, ...]:
    position = field.position
    if position.result is not None:
        return ()
    if position.frames:
        return _asked_by_frame(field, position.frames[-1])
    return tuple(seat for seat in _of_phase(field) if not position.seats[seat].committed)


asked: Final = Kept(_asked, KEPT)
"""Every seat that the game waits for, in seat order; it follows from public facts alone (FHW-SEAT-05)."""


def _of_phase(field: Field) -> tuple[Seat, ...]:
    """Who is asked in a phase, committed or not."""
    position = field.position
    match position.phase:
        case "deploy_defender" | "deploy_attacker":
            side = "B" if position.phase == "deploy_defender" else "A"
            return tuple(seat for seat, state in position.seats.items() if state.side == side)
        case "plan":
            return tuple(seat for seat in position.seats if any(True for _ in planning.cards_of(field, seat)))
        case "a1_designate" | "a2_designate":
            return _designating(field)
        case "b" | "c" | "d":
            return _with_cards(field)
        case "e_write":
            return writers(field)
        case "e_order":
            return choosers(field)
    return ()


def _designating(field: Field) -> tuple[Seat, ...]:
    """Who designates (FHW-FC-02); openly the attacker first."""
    found = designators(field)
    if field.rules.options.fc_designation == "open":
        first = tuple(seat for seat in found if field.position.seats[seat].side == "A")
        if any(not field.position.seats[seat].committed for seat in first):
            return first
    return found


def designators(field: Field) -> tuple[Seat, ...]:
    """Seats with a card of covering fire left in a deck, and something to designate with, by public facts (FHW-FC-02)."""
    return tuple(seat for seat in field.position.seats if _may_designate(field, seat))


def _may_designate(field: Field, seat: Seat) -> bool:
    position = field.position
    mine = {key: each for key, each in position.companies.items() if each.seat == seat}
    cards = sum(each.counted or 0 for each in mine.values())
    own = (name for name, platoon in field.platoons.items() if platoon.company in mine)
    if position.phase == "a1_designate":
        side = position.sides[position.seats[seat].side]
        if side.commander == seat and side.flight:
            return True
        return cards > 0 and any(has_guns(field, name) for name in own)
    living = (field.platoons[name] for name in own if field.platoons[name].status != "destroyed")
    bombarded = sum(each.battery is not None and each.battery.designated for each in living)
    return cards > bombarded


def _with_cards(field: Field) -> tuple[Seat, ...]:
    """Seats of the side to act with a card of the step left."""
    position = field.position
    mine = {each.seat for each in position.companies.values() if each.side == position.active and each.counted}
    return tuple(seat for seat in position.seats if seat in mine)


def _asked_by_frame(field: Field, frame: f.Frame) -> tuple[Seat, ...]:
    match frame:
        case f.Activation():
            return (field.seat(frame.platoon),) if steps.awaits(field, frame) else ()
        case f.Window():
            return waited_for(field, frame)
        case f.AntiAirChoice():
            return frame.seats
        case f.Assault():
            return _asked_by_assault(field, frame)
        case f.Volleys() | f.Covering():
            return ()
        case f.Hits():
            return (frame.seat,) if frame.seat is not None else ()
    return (frame.seat,)


def _asked_by_assault(field: Field, frame: f.Assault) -> tuple[Seat, ...]:
    if frame.stage == "fire":
        return frame.asked or ()
    if frame.stage in ("withdraw", "defender_stays", "continue"):
        return (procedure.asked_to_stay(field, frame),)
    found = procedure.movers(field, frame)
    return tuple(seat for seat in field.position.seats if seat in found)


def prompt_of(position: Position) -> str:
    """The name of the state that waits, or of the prompt (parts 4 and 5.2 of the rules)."""
    if position.result is not None:
        return "over"
    if not position.frames:
        return position.phase
    frame = position.frames[-1]
    if isinstance(frame, f.Assault):
        return procedure.ASKING.get(frame.stage, "assault")
    name: str = frame.__struct_config__.tag  # type: ignore[assignment]
    return name


# --------------------------------------------------------------------------------------------------------------- what goes on


def begin(story: Story) -> None:
    """The defender deploys first."""
    story.add(e.PhaseChanged("deploy_defender"))
    go_on(story)


def go_on(story: Story) -> None:
    """Goes on until somebody must decide."""
    while not story.is_over:
        frames = story.position.frames
        if frames:
            if _RUN[type(frames[-1])](story, frames[-1]) and story.position.frames == frames:
                return
        elif not _phase(story):
            return


def _waits(story: Story, frame: object) -> bool:
    return True


_RUN: Final[Mapping[type, Callable[..., bool]]] = {
    f.Activation: steps.run,
    f.Window: run_window,
    f.Volleys: run_volleys,
    f.Hits: run_hits,
    f.SwapChoice: _waits,
    f.HeroChoice: _waits,
    f.NewCommand: _waits,
    f.SpecialChoice: _waits,
    f.DisengageChoice: _waits,
    f.FallingBack: retreating.run,
    f.AntiAirChoice: _waits,
    f.Covering: covering.run,
    f.Assault: procedure.run,
}


def _phase(story: Story) -> bool:
    """Goes on from a phase in which nothing is being resolved; answers whether anything has happened."""
    phase = story.position.phase
    if phase in STEPS:
        return _step(story)
    if phase == "e_order":
        return _next_assault(story)
    if asked(story.field):
        return False
    match phase:
        case "deploy_defender":
            deploying.finish(story, "B")
            story.add(e.PhaseChanged("deploy_attacker"))
        case "deploy_attacker":
            deploying.finish(story, "A")
            _turn(story, 1)
        case "plan":
            _covering_fire(story)
        case "a1_designate" | "a2_designate":
            _designated(story)
        case "a1_resolve":
            rally_all(story, "FC", artillery=False)
            story.add(e.PhaseChanged("a2_designate"))
        case "a2_resolve":
            steps.begin(story, "b")
        case "e_write":
            _written(story)
    return True


def _turn(story: Story, turn: int) -> None:
    """A turn begins: reinforcements, then planning (FHW-TURN-01)."""
    story.add(e.TurnStarted(turn, story.field.scenario.weather_of(turn)))
    reserves.reinforce(story)
    story.add(e.PhaseChanged("plan"))


def _covering_fire(story: Story) -> None:
    """All have planned: artillery rallies, air calls are rolled, and (a1) begins (part 4 of the rules)."""
    calls = {state.side for state in story.position.seats.values() if state.drafts.air}
    planning.reveal(story)
    story.add(ep.DraftsCleared())
    steps.count(story, "a")
    rally_all(story, "FC", artillery=True)
    for side in SIDES:
        if side in calls:
            _call(story, side)
    story.add(e.PhaseChanged("a1_designate"))


def _call(story: Story, side: Side) -> None:
    """A die for a flight, then one for how many planes (FHW-AIR-02)."""
    air, state = story.rules.air, story.position.sides[side]
    die = story.die("air support")
    if die < air.arrival_needed:
        story.add(em.AirCalled(side, die))
        return
    second = story.die("planes")
    planes = min(air.planes_by_die[second - 1], state.planes)
    story.add(em.AirCalled(side, die, (second,), planes))


def _designated(story: Story) -> None:
    """All have designated: everything is told, then carried out (FHW-FC-02)."""
    is_open = story.rules.options.fc_designation == "open"
    for side in SIDES:
        if not (is_open and side == "A" and _is_revealed_early(story, side)):
            covering.reveal(story, side)
    covering.begin(story)


def _is_revealed_early(story: Story, side: Side) -> bool:
    """Whether the attacker's designations have been shown before the defender's (``fc_designation = open``)."""
    return any(story.position.seats[seat].side != side for seat in designators(story.field))


def reveal_early(story: Story, seat: Seat) -> None:
    """Where covering fire is designated openly, the attacker's is told as soon as all of his have committed (FHW-FC-02)."""
    position = story.position
    is_open = story.rules.options.fc_designation == "open" and position.phase in ("a1_designate", "a2_designate")
    if not is_open or position.seats[seat].side != "A" or not _is_revealed_early(story, "A"):
        return
    own = [each for each in designators(story.field) if position.seats[each].side == "A"]
    if all(position.seats[each].committed for each in own):
        covering.reveal(story, "A")


def _step(story: Story) -> bool:
    """Cards in turn; then the next step (FHW-EXEC)."""
    phase = story.position.phase
    if story.position.active is not None and story.position.last != story.position.active and _has_cards(story):
        return False
    if steps.go_on(story):
        return False
    if phase == "b":
        steps.begin(story, "c")
    elif phase == "c":
        steps.end_of_moves(story)
        steps.begin(story, "d")
    else:
        story.add(e.PhaseChanged("e_write"))
    return True


def _has_cards(story: Story) -> bool:
    left = steps.left_of(story.field)
    active = story.position.active
    return active is not None and left[active] > 0


def _written(story: Story) -> None:
    """Assaults are revealed; mutual ones are fought first (FHW-ASLT-01, FHW-ASLT-09, FHW-ASLT-11)."""
    entries = revealed(story.field)
    story.add(ep.DraftsCleared())
    story.add(ef.EntriesRevealed(entries))
    story.add(e.PhaseChanged("e_order"))
    counts: dict[Side, int] = {side: sum(entry.side == side for entry in entries) for side in SIDES}
    if not any(entry.mutual is None for entry in entries):
        return
    if counts["A"] != counts["B"]:
        first: Side = "A" if counts["A"] > counts["B"] else "B"
    else:
        first = steps.roll_off(story, "assaults")
    story.flow(active=first)


def _next_assault(story: Story) -> bool:
    """Mutual assaults in the attacker's order, then alternately; none left: the turn ends."""
    entries = story.position.entries
    mutual = next((entry for entry in entries if entry.mutual is not None and entry.side == "A"), None)
    if mutual is not None:
        begin_assault(story, mutual)
        return True
    if not entries:
        if not ending.end_turn(story):
            _turn(story, story.position.turn + 1)
        return True
    if choosers(story.field):
        return False
    active = story.position.active
    story.flow(active=entries[0].side if active is None else other(active))
    return True


def choose_assault(story: Story, seat: Seat, at: object) -> None:
    """A side says which of its assaults comes next; then it is the other's turn to choose."""
    active = story.position.active
    assert active is not None
    entry = next(each for each in story.position.entries if each.at == at and each.side == active)
    if any(each.side == other(active) for each in story.position.entries):
        story.flow(active=other(active))
    begin_assault(story, entry)
