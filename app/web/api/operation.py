"""What the description of the API says of one route, and what many routes have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec


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
    tag: Literal["rules", "rooms", "campaigns"]
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


AS: Final = Parameter("as", "Which of several seats held by one browser; must agree with a bearer token.")
BODY: Final = ("malformed", "too_large", "invalid")
TOKEN: Final = ("unknown_token", "forbidden", "not_found", "too_fast")
