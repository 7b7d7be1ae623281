"""The routes of the rules service, for the description of the API."""

from __future__ import annotations

from typing import Any, Final

from app.web.api import rules_shapes
from app.web.api.operation import BODY, Operation

MOVE: Final = {"type": "move", "unit": "A-01", "path_mm": [[250, 200], [280, 260]]}
"""An action, as an example."""
_QUESTION: Final = (*BODY, "not_found", "too_fast")


def _rules(method: str, path: str, name: str, summary: str, **more: Any) -> Operation:
    return Operation(method, f"/api/v1/games{path}", name, "rules", summary, **more)


OPERATIONS: Final = (
    _rules("GET", "", "games", "Every game on this server.", answer=rules_shapes.Game, many=True),
    _rules(
        "GET",
        "/{game}",
        "game",
        "A game: scenarios, options, queries and the JSON Schemas of action, event, position, view and seat.",
        answer=rules_shapes.Game,
        errors=("not_found",),
    ),
    _rules(
        "GET",
        "/{game}/rules",
        "rules",
        "The rule inventory.",
        answer=rules_shapes.RuleTold,
        many=True,
        errors=("not_found",),
    ),
    _rules(
        "GET", "/{game}/tables", "tables", "Every table of the game, each value with its source.", errors=("not_found",)
    ),
    _rules(
        "POST",
        "/{game}/queries/{query}",
        "query",
        "A question by name.",
        about="The body is what is given, as the query wants it. A refusal that follows from it is an answer.",
        body_example={"mode": "stationary", "power": 1, "protection": 1},
        answer=rules_shapes.QueryAnswer,
        answer_example={"answer": {"need": 5}},
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/positions",
        "positions",
        "Opens a game: the position of a scenario.",
        about="Dice are given in the order they are rolled, or drawn from a seed; left-over dice are not used, nor looked at: `dice_used` says how many were.",
        body=rules_shapes.PositionsBody,
        body_example={
            "scenario": "garden_skirmish",
            "options": {},
            "tables": {},
            "seats": [{}, {}],
            "seed": "any words",
        },
        answer=rules_shapes.Opened,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/battles",
        "battles",
        "A battle of one's own to begin with: a copy of a scenario, or an empty board.",
        about="Only in games with a workshop. A room is made of it with the scenario own; so is a position.",
        body=rules_shapes.BattleStartBody,
        body_example={"scenario": "garden_skirmish"},
        answer=rules_shapes.BattleStarted,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/battles/edit",
        "edit_battle",
        "A battle after an edit.",
        about="Edits are place, draw, add, move, turn, remove, change, copy and mirror; tools and fields are told by parts.",
        body=rules_shapes.BattleEditBody,
        body_example={"battle": {}, "edit": {"type": "place", "tool": "shape:house_16", "x": 600, "y": 400}},
        answer=rules_shapes.BattleEdited,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/battles/check",
        "check_battle",
        "What keeps a battle from being played.",
        body=rules_shapes.BattleBody,
        body_example={"battle": {}},
        answer=rules_shapes.BattleChecked,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/battles/parts",
        "battle_parts",
        "What can be put into a battle, and what can be set of it or of a thing in it.",
        body=rules_shapes.BattlePartsBody,
        body_example={"battle": {}, "thing": "A-01"},
        answer=rules_shapes.BattleParts,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/offers",
        "position_offers",
        "What a seat may do in a position.",
        body=rules_shapes.OffersBody,
        body_example={"position": {}, "seat": "a"},
        answer=rules_shapes.OffersTold,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/check",
        "check",
        "Whether the rules accept an action.",
        body=rules_shapes.CheckBody,
        body_example={"position": {}, "seat": "a", "action": MOVE},
        answer=rules_shapes.Verdict,
        answer_example={"legal": False, "rule": "WOP-SHOT-03", "facts": {"distance_cm": 51.2, "reach_cm": 50}},
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/apply",
        "apply",
        "Plays an action in a position.",
        about="A refused action is an error and leaves nothing changed. Too few dice are invalid; left-over ones are not used, nor looked at: `dice_used` says how many were.",
        body=rules_shapes.ApplyBody,
        body_example={"position": {}, "seat": "a", "action": MOVE, "dice": [4, 2]},
        answer=rules_shapes.Applied,
        errors=(*_QUESTION, "illegal_action"),
    ),
    _rules(
        "POST",
        "/{game}/view",
        "view",
        "What a viewer sees of a position.",
        body=rules_shapes.ViewBody,
        body_example={"position": {}, "viewer": "spectator"},
        errors=_QUESTION,
    ),
)
