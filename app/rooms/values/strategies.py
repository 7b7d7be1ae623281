"""How bots decide: ``random`` and ``greedy``, for any game, from nothing but what the protocol of a game answers.

A strategy is pure: a world, a seat and a number decide everything. The world it is given is one that its seat cannot tell
from the real one, so that nothing it looks at is more than a player in that seat sees.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nlargest
from types import MappingProxyType
from typing import Any, Final

from app.engine import play
from app.engine.dice import GivenDice, Roll
from app.engine.refusal import OutOfDice
from app.engine.system import GameSystem, Picker
from app.engine.types import Action, Seat, Viewer

Strategy = Callable[[GameSystem, Any, Seat, random.Random, bool], Action | None]
"""A game, a world, the seat that is asked, the randomness, and whether the seat may wait for others that are asked too."""

SAMPLES: Final = 6
"""How many acts of random play are thought about besides the examples of the offers."""
MOST_EXAMPLES: Final = 24
"""How many examples of one offer are thought about, spread over all of them."""
ROUGHLY: Final = 1
EXACTLY: Final = 2
"""Of so many dice of an act every face is tried, what falls later is sampled: at first, and of the acts that look best."""
LOOKED_AT_AGAIN: Final = 16
"""How many acts look best."""


def world_for(system: GameSystem, state: Any, seat: Seat, seed: int) -> Any:
    """A world that ``seat`` cannot tell from the real one; all that a strategy ever gets to see."""
    return system.resample(state, Viewer(seat), random.Random(seed).randrange)


def decide(
    system: GameSystem, world: Any, seat: Seat, strategy: str, seed: int, *, may_wait: bool = False
) -> Action | None:
    """What ``strategy`` does in ``world``; the same for the same seed. ``None`` if there is nothing to do.

    With ``may_wait`` also where all it could do is to take back, or to choose anew, what it did before: while others who
    are asked too have not done their part, a seat may be free to, again and again.
    """
    return STRATEGIES[strategy](system, world, seat, random.Random(seed), may_wait)


def offered(system: GameSystem, world: Any, seat: Seat, pick: random.Random) -> Action | None:
    """Any example of any offer: legal wherever the seat's offers are the same, and so in the real world."""
    offers = [offer for offer in system.offers(world, seat) if offer.examples]
    return pick.choice(pick.choice(offers).examples) if offers else None


def at_random(system: GameSystem, world: Any, seat: Seat, pick: random.Random, may_wait: bool) -> Action | None:
    """Whatever random play does."""
    for _ in range(SAMPLES):
        action = system.sample(world, seat, pick.randrange) or offered(system, world, seat, pick)
        if action is None or not may_wait or not _leads_back(system, world, seat, action):
            return action
    return None


def greedy(system: GameSystem, world: Any, seat: Seat, pick: random.Random, may_wait: bool) -> Action | None:
    """The act from which the seat may expect the best position, in the game's own word on what a position is worth.

    One step ahead: every example of every offer and some acts of random play are tried with the dice that may fall.
    """
    tried = _candidates(system, world, seat, pick)
    if len(tried) < 2 and not may_wait:
        return tried[0] if tried else None

    def hope(action: Action, dice: int) -> float:
        return expected(system, world, seat, action, pick.randrange, dice)

    if len(tried) > LOOKED_AT_AGAIN:
        tried = nlargest(LOOKED_AT_AGAIN, tried, key=lambda action: hope(action, ROUGHLY))
    hopes = sorted(((hope(action, EXACTLY), action) for action in tried), key=lambda each: -each[0])
    now = system.worth(world, seat)
    for worth, action in hopes:
        if worth > now or not _leads_back(system, world, seat, action):
            return action
    return at_random(system, world, seat, pick, may_wait)


def expected(system: GameSystem, world: Any, seat: Seat, action: Action, pick: Picker, dice: int = EXACTLY) -> float:
    """What the seat's position is worth on average after a legal action. If it takes no more than so many ``dice``, that is
    exact: by the same odds as the action's preview tells."""
    outcomes: list[tuple[Any, float]] = []
    for state, weight in _outcomes(system, world, seat, action, pick, dice):
        same = next((number for number, (known, _) in enumerate(outcomes) if known == state), None)
        if same is None:
            outcomes.append((state, weight))
        else:
            outcomes[same] = (state, outcomes[same][1] + weight)
    total = sum(weight for _, weight in outcomes)
    return sum(system.worth(state, seat) * weight for state, weight in outcomes) / total


class _ForeseenDice:
    """Dice whose first results are chosen and whose later ones are picked."""

    def __init__(self, faces: list[int], chosen: int, pick: Picker) -> None:
        self._faces = faces
        self._chosen = chosen
        self._pick = pick
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        """The next die; of those that are chosen the lowest face comes first."""
        number = len(self.rolls)
        if number < len(self._faces):
            value = self._faces[number]
        elif number < self._chosen:
            value = 1
        else:
            value = self._pick(sides) + 1
        self.rolls.append(Roll(purpose, sides, value))
        return value


def _outcomes(
    system: GameSystem, world: Any, seat: Seat, action: Action, pick: Picker, chosen: int
) -> Iterator[tuple[Any, float]]:
    """Where an action may lead, each place with its weight: every result of the first dice in turn, as an odometer counts."""
    faces: list[int] = []
    while True:
        dice = _ForeseenDice(faces, chosen, pick)
        step = play.step(system, world, seat, action, dice)
        assert isinstance(step, play.Step), "only legal actions are thought about"
        seen = dice.rolls[:chosen]
        weight = 1.0
        for roll in seen:
            weight /= roll.sides
        yield step.state, weight
        while seen and seen[-1].value == seen[-1].sides:
            seen.pop()
        if not seen:
            return
        faces = [roll.value for roll in seen]
        faces[-1] += 1


def _candidates(system: GameSystem, world: Any, seat: Seat, pick: random.Random) -> list[Action]:
    """The acts that are thought about, every one legal and none twice, in an order of chance so that ties break any way."""
    found: list[Action] = []
    for offer in system.offers(world, seat):
        found += _spread(offer.examples)
    for _ in range(SAMPLES):
        action = system.sample(world, seat, pick.randrange)
        if action is not None:
            found.append(action)
    found = list(dict.fromkeys(found))
    pick.shuffle(found)
    return found


def _spread(examples: Sequence[Action]) -> Sequence[Action]:
    if len(examples) <= MOST_EXAMPLES:
        return examples
    return [examples[number * len(examples) // MOST_EXAMPLES] for number in range(MOST_EXAMPLES)]


def _leads_back(system: GameSystem, world: Any, seat: Seat, action: Action) -> bool:
    """Whether an act changes nothing, or nothing that the next one could not change back: whoever did such things for
    want of better ones could go on for ever."""
    after = _without_dice(system, world, seat, action)
    if after is None or seat not in system.to_act(after):
        return False
    if after == world:
        return True
    examples = (example for offer in system.offers(after, seat) for example in _spread(offer.examples))
    return any(_without_dice(system, after, seat, example) == world for example in examples)


def _without_dice(system: GameSystem, world: Any, seat: Seat, action: Action) -> Any | None:
    """Where an action leads that rolls no dice; ``None`` for one that does."""
    try:
        step = play.step(system, world, seat, action, GivenDice(()))
    except OutOfDice:
        return None
    return step.state if isinstance(step, play.Step) else None


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType({"greedy": greedy, "random": at_random})
"""The better one first."""
