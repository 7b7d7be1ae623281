"""What an act would mean, and what a miniature could do from where it is: worked out from what its seat knows, changing nothing."""

from __future__ import annotations

from app.engine.offers import Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import Action, Seat, UnitId
from app.systems.tierras_distantes.choices.planning import beginnings, nerves, shots, surveys
from app.systems.tierras_distantes.choices.planning.climbs import preview_climb
from app.systems.tierras_distantes.choices.planning.eyes import Eyes
from app.systems.tierras_distantes.choices.planning.refused import preview_refused
from app.systems.tierras_distantes.choices.planning.walks import preview_walk
from app.systems.tierras_distantes.judge.acts import Moment
from app.systems.tierras_distantes.position import actions as a


def preview(moment: Moment, seat: Seat, action: Action, refusal: Refusal | None) -> Preview:
    """What an act would mean; of one that is refused, why, with what to draw."""
    eyes = Eyes(moment, seat)
    if refusal is not None:
        return preview_refused(eyes, action, refusal)
    match action:
        case a.Move():
            return preview_walk(eyes, action)
        case a.Climb():
            return preview_climb(eyes, action)
        case a.Fire():
            return shots.preview_fire(eyes, action)
        case a.FireArea():
            return shots.preview_area(eyes, action)
        case a.Rally():
            return nerves.preview_rally(eyes, action)
        case a.RallyOther():
            return nerves.preview_rally_other(eyes, action)
        case a.Activate():
            return nerves.preview_activation(eyes, action)
        case a.EndBatch():
            return nerves.preview_end(eyes, action)
        case _:
            return _before_play(eyes, action)


def _before_play(eyes: Eyes, action: Action) -> Preview:
    """Squads, terrain and deployment; of all else there is nothing more to say."""
    match action:
        case a.LockSquad():
            return beginnings.preview_squad(eyes, action)
        case a.PlacePiece():
            return beginnings.preview_piece(eyes, action)
        case a.LeavePiece():
            return beginnings.preview_left(eyes, action)
        case a.ChooseSide():
            return beginnings.preview_side(eyes, action)
        case a.Deploy():
            return beginnings.preview_deploy(eyes, action)
        case a.DeployRest():
            return beginnings.preview_rest(eyes)
        case a.ConfirmDeployment():
            return beginnings.preview_confirming(eyes)
        case _:
            return Preview(True)


def survey(moment: Moment, seat: Seat, unit: UnitId) -> Preview:
    """What a miniature could do from where it is. Raises ``InvalidInput`` for an id that names none."""
    found = moment.position.units.get(unit)
    if found is None:
        raise InvalidInput.at("unit", "the id of a miniature", unit)
    return surveys.of(Eyes(moment, seat), found)
