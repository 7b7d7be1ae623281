"""Every route of the API in one table, for its description; a test holds it against the routes themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from app.rooms.service import Acted, RoomInfo
from app.web import shapes


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of the query."""

    name: str
    about: str
    type: Literal["string", "integer"] = "string"
    required: bool = False


class Operation(msgspec.Struct, frozen=True):
    """One route: its words, its body, its answer, the codes of its errors and an example of each."""

    method: str
    path: str
    name: str
    tag: Literal["rules", "rooms"]
    summary: str
    about: str = ""
    parameters: tuple[Parameter, ...] = ()
    body: Any = None  # a Struct of shapes
    body_example: Any = None
    answer: Any = None  # a Struct of shapes
    many: bool = False
    answer_example: Any = None
    status: int = 200
    media: str = "application/json"
    takes: str = "application/json"
    errors: tuple[str, ...] = ()
    needs_token: bool = True

    def structs(self) -> Iterator[Any]:
        """The Structs that its body and its answer are made of."""
        yield from (struct for struct in (self.body, self.answer) if struct is not None)


_AS: Final = Parameter("as", "Which of several seats held by one browser; must agree with a bearer token.")
_UNIT: Final = Parameter("unit", "The id of a unit.")
_BODY: Final = ("malformed", "too_large", "invalid")
_TOKEN: Final = ("unknown_token", "forbidden", "not_found", "too_fast")
_QUESTION: Final = (*_BODY, "not_found", "too_fast")
_MOVE: Final = {"type": "move", "unit": "A-01", "path_mm": [[250, 200], [280, 260]]}


def _rules(method: str, path: str, name: str, summary: str, **more: Any) -> Operation:
    return Operation(method, f"/api/v1/games{path}", name, "rules", summary, **more)


def _room(method: str, path: str, name: str, summary: str, **more: Any) -> Operation:
    errors = tuple(dict.fromkeys((*_TOKEN, *more.pop("errors", ()))))
    parameters = (_AS, *more.pop("parameters", ()))
    return Operation(
        method, f"/api/v1/rooms/{{room_id}}{path}", name, "rooms", summary, errors=errors, parameters=parameters, **more
    )


OPERATIONS: Final = (
    _rules("GET", "", "games", "Every game on this server.", answer=shapes.Game, many=True),
    _rules(
        "GET",
        "/{game}",
        "game",
        "A game: scenarios, options, queries and the JSON Schemas of action, event, position, view and seat.",
        answer=shapes.Game,
        errors=("not_found",),
    ),
    _rules(
        "GET",
        "/{game}/rules",
        "rules",
        "The rule inventory.",
        answer=shapes.RuleTold,
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
        answer=shapes.QueryAnswer,
        answer_example={"answer": {"need": 5}},
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/positions",
        "positions",
        "Opens a game: the position of a scenario.",
        about="Dice are given in the order they are rolled, or drawn from a seed; left-over dice are ignored.",
        body=shapes.PositionsBody,
        body_example={
            "scenario": "garden_skirmish",
            "options": {},
            "tables": {},
            "seats": [{}, {}],
            "seed": "any words",
        },
        answer=shapes.Opened,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/offers",
        "position_offers",
        "What a seat may do in a position.",
        body=shapes.OffersBody,
        body_example={"position": {}, "seat": "a"},
        answer=shapes.OffersTold,
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/check",
        "check",
        "Whether the rules accept an action.",
        body=shapes.CheckBody,
        body_example={"position": {}, "seat": "a", "action": _MOVE},
        answer=shapes.Verdict,
        answer_example={"legal": False, "rule": "WOP-SHOT-03", "facts": {"distance_cm": 51.2, "reach_cm": 50}},
        errors=_QUESTION,
    ),
    _rules(
        "POST",
        "/{game}/apply",
        "apply",
        "Plays an action in a position.",
        about="A refused action is an error and leaves nothing changed. Too few dice are invalid; left-over ones are ignored.",
        body=shapes.ApplyBody,
        body_example={"position": {}, "seat": "a", "action": _MOVE, "dice": [4, 2]},
        answer=shapes.Applied,
        errors=(*_QUESTION, "illegal_action"),
    ),
    _rules(
        "POST",
        "/{game}/view",
        "view",
        "What a viewer sees of a position.",
        body=shapes.ViewBody,
        body_example={"position": {}, "viewer": "spectator"},
        errors=_QUESTION,
    ),
    Operation(
        "POST",
        "/api/v1/rooms",
        "create_room",
        "rooms",
        "A new room with a secret link for every seat, for spectators and for the host.",
        about="human: taken from the start by whoever holds its token; open: to be claimed; bot: played by the server.",
        body=shapes.RoomBody,
        body_example={
            "game": "war_of_plastic",
            "scenario": "garden_skirmish",
            "seats": [{"kind": "human", "name": "Ana"}, {"kind": "bot", "strategy": "random"}],
            "spectators": "public",
        },
        answer=shapes.RoomMade,
        status=201,
        errors=(*_BODY, "too_fast"),
        needs_token=False,
    ),
    Operation(
        "POST",
        "/api/v1/rooms/import",
        "import_room",
        "rooms",
        "An export becomes a room: to be looked at, or to be played on.",
        about="The body is the file as it was exported. A finished game is looked at as it was, or, with `play_from`, played "
        "on with new links, numbers and dice; a game that goes on is looked at as its viewer knew it. A tampered file is refused.",
        parameters=(Parameter("play_from", "The event of the file after which to play on.", "integer"),),
        takes="application/jsonl",
        answer=shapes.RoomMade,
        status=201,
        errors=("malformed", "too_large", "invalid", "too_fast"),
        needs_token=False,
    ),
    _room("GET", "", "room", "The room as its viewer may know it.", answer=RoomInfo),
    _room(
        "POST",
        "/seats/{seat}/claim",
        "claim_seat",
        "Takes an open seat with its token.",
        about="When the last open seat is taken, the game begins.",
        body=shapes.ClaimBody,
        body_example={"name": "Luis", "contribution": "my own words for the dice"},
        answer=RoomInfo,
        errors=(*_BODY, "seat_taken", "not_now", "too_fast"),
    ),
    _room(
        "POST",
        "/start",
        "start",
        "The host begins the game with bots in every seat still open.",
        body=shapes.StartBody,
        body_example={"strategy": "random"},
        answer=RoomInfo,
        errors=(*_BODY, "not_now", "too_fast"),
    ),
    _room(
        "POST",
        "/close",
        "close",
        "The host ends the room without a result.",
        answer=RoomInfo,
        errors=(*_BODY, "not_now", "too_fast"),
    ),
    _room(
        "POST",
        "/links/{seat}",
        "replace_link",
        "The host makes a new link for a seat or for spectators.",
        about="The old link, its cookies and everything that was opened with them die within a second.",
        answer=shapes.SeatLink,
        errors=(*_BODY, "too_fast"),
    ),
    _room("GET", "/position", "position", "What the token's viewer sees.", answer=shapes.PositionSeen),
    _room(
        "GET",
        "/offers",
        "offers",
        "What the token's seat may do now, of one unit or of all.",
        parameters=(_UNIT,),
        answer=shapes.SeatOffers,
        errors=("malformed", "invalid", "not_now", "too_fast"),
    ),
    _room(
        "POST",
        "/actions",
        "act",
        "Plays an action; answered when it is durable.",
        about="The key of an accepted action again, with the same body, gives the same answer and rolls nothing.",
        body=shapes.ActionBody,
        body_example={"action": _MOVE, "seq": 7, "key": "4b1d"},
        answer=Acted,
        errors=(*_BODY, "stale", "not_now", "key_reused", "illegal_action", "too_fast"),
    ),
    _room(
        "POST",
        "/previews",
        "preview",
        "What an action would mean, from what the seat knows; changes nothing.",
        body=shapes.PreviewBody,
        body_example={"action": _MOVE},
        answer=shapes.PreviewTold,
        errors=(*_BODY, "not_now", "too_fast"),
    ),
    _room(
        "GET",
        "/survey",
        "survey",
        "What a unit could do from where it is.",
        parameters=(Parameter("unit", "The id of a unit.", required=True),),
        answer=shapes.PreviewTold,
        errors=("malformed", "invalid", "not_now", "too_fast"),
    ),
    _room(
        "GET",
        "/correctables",
        "correctables",
        "What a seat may propose to put right by hand, of one unit or of all.",
        parameters=(_UNIT,),
        answer=shapes.CorrectablesTold,
        errors=("malformed", "invalid", "too_fast"),
    ),
    _room(
        "GET",
        "/events",
        "events",
        "The events after a number, as the viewer may know them.",
        parameters=(Parameter("after", "The last number known; 0 for all.", "integer"),),
        answer=shapes.EventsTold,
        errors=("invalid",),
    ),
    _room(
        "GET",
        "/export",
        "export",
        "The room as a file of JSON lines.",
        about="Whole, with the dice's secret, once the game is over; before that as the viewer knows it.",
        answer=shapes.Told,
        media="application/jsonl",
        errors=("too_fast", "invalid"),
    ),
    _room(
        "GET",
        "/stream",
        "stream",
        "The same, live, one JSON object per line.",
        about="First a line room_full with the present state, then a line per seq: those after `after`, then whatever "
        "happens. An empty line every 7 s; closed at the end of the game. Without `after` only what is new.",
        parameters=(Parameter("after", "The last number known.", "integer"),),
        answer=shapes.Told,
        media="application/x-ndjson",
        errors=("invalid", "too_fast"),
    ),
    _room(
        "POST",
        "/messages",
        "say",
        "A line of chat to the table or to one's army.",
        body=shapes.MessageBody,
        body_example={"text": "Good luck!", "to": "table"},
        answer=shapes.SeqReached,
        errors=(*_BODY, "not_now", "too_fast"),
    ),
    _room(
        "POST",
        "/proposals",
        "propose",
        "Proposes an undo, a draw, a correction, a pause or its end; the host: to give a seat away.",
        about="Done at once where no human seat has to consent, else when all of them have.",
        body=shapes.ProposalBody,
        body_example={"kind": "undo"},
        answer=shapes.Proposed,
        errors=(*_BODY, "not_now", "too_fast"),
    ),
    _room(
        "POST",
        "/proposals/{n}",
        "answer_proposal",
        "Says yes or no to a proposal.",
        body=shapes.AnswerBody,
        body_example={"accept": True},
        answer=shapes.SeqReached,
        errors=(*_BODY, "not_now", "too_fast"),
    ),
    _room("POST", "/resign", "resign", "Gives up.", answer=shapes.SeqReached, errors=("not_now", "too_fast")),
)
