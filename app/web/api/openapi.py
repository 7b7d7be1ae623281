"""The description of the API: OpenAPI as JSON, and a plain page to read it, made from the same Structs as the code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.registry import Registry
from app.engine.system import GameSystem, Manifest
from app.engine.types import SEATS, SPECTATOR
from app.rooms.values.ports import HOST
from app.web.api import rules_api, shapes
from app.web.api.operations import OPERATIONS
from app.web.api.route import Operation, Parameter
from app.web.wire import errors
from app.web.wire.answers import Document
from app.web.wire.limits import DEFAULT

JSON: Final = "application/json"
router: Final = APIRouter(prefix="/api")

_COMPONENTS: Final = "#/components/schemas/"
_TITLE: Final = "Tapete"
_ABOUT: Final = (
    "Play by program: the same service calls as the pages make. docs/api.md shows a whole game with curl. "
    "Lengths are whole millimetres on measured tables and cells elsewhere; seq counts the events one viewer was told."
)


def describe(registry: Registry, version: str) -> dict[str, Any]:
    """The OpenAPI document (3.1): every route with its bodies, errors and examples, and the schemas of every game."""
    structs = {struct for operation in OPERATIONS for struct in operation.structs()} | {shapes.ProblemTold, shapes.Told}
    _, components = msgspec.json.schema_components(
        sorted(structs, key=lambda struct: struct.__name__), ref_template=_COMPONENTS + "{name}"
    )
    schemas = dict(components)
    for system in registry.values():
        schemas |= game_components(system)
    paths: dict[str, dict[str, Any]] = {}
    shown = example_game(registry)
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation_data(operation, shown)
    return {
        "openapi": "3.1.0",
        "info": {"title": _TITLE, "version": version, "description": _ABOUT, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer", "description": "The secret of a link."}},
            "responses": {row.code: _error_response(row) for row in ERROR_ROWS},
        },
        "tags": [
            {"name": "rules", "description": "The rules service: one per game, stateless, without a token."},
            {"name": "rooms", "description": "Games between people and programs."},
            {"name": "campaigns", "description": "Linked games of one group of players."},
        ],
    }


ERROR_ROWS: Final = tuple({row.code: row for row in (*errors.TABLE.values(), errors.METHOD)}.values())
"""Every line of the error table once."""


def game_components(system: GameSystem) -> dict[str, Any]:
    """The schemas of a game under names that begin with the game's id."""
    game = system.manifest.id
    kinds = {
        "action": system.action_type,
        "event": system.event_type,
        "position": system.state_type,
        "view": system.view_type,
    }
    template = f"{_COMPONENTS}{game}.{{name}}"
    tops, parts = msgspec.json.schema_components(list(kinds.values()), ref_template=template)
    named = {f"{game}.{name}": schema for name, schema in parts.items()}
    wholes = {f"{game}.{kind}": top for kind, top in zip(kinds, tops, strict=True)}
    return {**named, **wholes, f"{game}.seat": rules_api.seat_schema(system.manifest.seat_fields)}


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """The OpenAPI document."""
    return _document(request).answer(request)


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The API on one page: every route, every error, every limit."""
    templates = request.app.state.templates
    registry: Registry = request.app.state.registry
    shown = example_game(registry)
    page: Response = templates.page(
        request,
        "pages/api.html",
        operations=OPERATIONS,
        examples={operation.name: operation.examples(shown)[0] for operation in OPERATIONS},
        errors=ERROR_ROWS,
        games=list(registry.values()),
        limits=DEFAULT,
    )
    return page


def _document(request: Request) -> Document:
    state = request.app.state
    if not hasattr(state, "openapi_document"):
        state.openapi_document = Document.of(describe(state.registry, request.app.version))
    document: Document = state.openapi_document
    return document


def example_game(registry: Registry) -> Manifest:
    """The game whose examples are shown: the last that has any, for toys come first."""
    return next(system.manifest for system in reversed(list(registry.values())) if system.manifest.examples)


def _operation_data(operation: Operation, game: Manifest) -> dict[str, Any]:
    body_example, answer_example = operation.examples(game)
    data: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.about or operation.summary,
        "parameters": [*_path_parameters(operation.path), *(_parameter_data(each) for each in operation.parameters)],
        "responses": {
            str(operation.status): _success(operation, answer_example),
            **_error_responses(operation.errors),
        },
    }
    if operation.tag != "rules" and operation.needs_token:
        data["security"] = [{"link": []}]
    if operation.takes != JSON:
        data["requestBody"] = {"required": True, "content": {operation.takes: {"schema": {"type": "string"}}}}
    elif operation.sent is not None:
        content = {"schema": _schema_of(operation.sent), "example": body_example}
        data["requestBody"] = {"required": not operation.optional, "content": {JSON: content}}
    return data


def _schema_of(struct: Any) -> dict[str, Any]:
    return {} if struct in (None, Any) else {"$ref": _COMPONENTS + struct.__name__}


def _success(operation: Operation, example: Any) -> dict[str, Any]:
    schema = _schema_of(operation.answer)
    if operation.many:
        schema = {"type": "array", "items": schema}
    content: dict[str, Any] = {"schema": schema}
    if example is not None:
        content["example"] = example
    return {"description": operation.summary, "content": {operation.media: content}}


def _error_responses(codes: Iterable[str]) -> dict[str, Any]:
    """The answers of an operation by status; codes that share a status share an answer."""
    by_status: dict[int, list[str]] = {}
    for row in ERROR_ROWS:
        if row.code in codes:
            by_status.setdefault(row.status, []).append(row.code)
    return {
        str(status): (
            {"$ref": f"#/components/responses/{found[0]}"}
            if len(found) == 1
            else {"description": " or ".join(found), "content": _PROBLEM_CONTENT}
        )
        for status, found in by_status.items()
    }


_PROBLEM_CONTENT: Final[Mapping[str, Any]] = {
    errors.PROBLEM_TYPE: {"schema": {"$ref": _COMPONENTS + shapes.ProblemTold.__name__}}
}


def _error_response(row: errors.ErrorRow) -> dict[str, Any]:
    example = {
        "type": f"/api/docs#{row.code}",
        "title": row.title.en,
        "status": row.status,
        "detail": row.detail.en,
        "code": row.code,
    }
    content = {errors.PROBLEM_TYPE: {**_PROBLEM_CONTENT[errors.PROBLEM_TYPE], "example": example}}
    return {"description": row.detail.en, "content": content}


_SCHEMAS: Final[Mapping[str, Mapping[str, Any]]] = {
    "seat": {"type": "string", "enum": list(SEATS)},
    "n": {"type": "integer", "minimum": 1},
    "number": {"type": "integer", "minimum": 1},
    "as": {"type": "string", "enum": [*SEATS, SPECTATOR, HOST]},
    "unit": {"type": "string", "maxLength": 100},
    "after": {"type": "integer", "minimum": 0},
}
"""What parameters may be, where it is less than every text or number."""


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [
        {"name": name, "in": "path", "required": True, "schema": _SCHEMAS.get(name, {"type": "string"})}
        for name in names
    ]


def _parameter_data(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.about,
        "schema": _SCHEMAS.get(parameter.name, {"type": parameter.type}),
    }
