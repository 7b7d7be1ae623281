"""What an act would mean, and what a team could do from where it is: worked out from what its seat knows, changing nothing."""

from __future__ import annotations

from app.engine.offers import Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import Action, Seat, UnitId
from app.systems.flames_hexwar.judge.acts import Moment


def preview(moment: Moment, seat: Seat, action: Action, refusal: Refusal | None) -> Preview:
    """What an act would mean; of one that is refused, why."""
    return Preview(refusal is None, refusal)


def survey(moment: Moment, seat: Seat, unit: UnitId) -> Preview:
    """What a team could do from where it is."""
    if unit not in moment.position.teams:
        raise InvalidInput.at("unit", "the id of a team in play", unit)
    return Preview(True)
