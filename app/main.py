"""Puts everything together. The only module that knows all others; nobody imports it but the command line."""

from __future__ import annotations

import asyncio
import logging
import os
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final

from fastapi import FastAPI
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

from app import logs
from app.engine.registry import Registry, shared
from app.rooms.live.hub import Hub
from app.rooms.service.campaigns import Campaigns
from app.rooms.service.hooks import Hooks
from app.rooms.service.rematches import Rematches
from app.rooms.service.service import Rooms
from app.rooms.values.ports import Keep
from app.rooms.values.retention import Retention
from app.rooms.workers.thinking import BEHIND
from app.rooms.workers.workers import Workers
from app.settings import Settings, SettingsError
from app.storage.campaigns import PostgresCampaigns
from app.storage.database import Database
from app.storage.hooks import PostgresHooks
from app.storage.pruning import PostgresPruning
from app.storage.relay import PostgresRelay
from app.storage.store import PostgresStore
from app.web.api import (
    api,
    archive_api,
    campaign_api,
    hooks,
    openapi,
    rules_api,
    sharing_api,
    socket,
    stream,
    workshop_api,
)
from app.web.api.rules_api import Documents
from app.web.site import (
    campaign_pages,
    host_page,
    hosting,
    import_page,
    openings,
    pages,
    rematch_page,
    replay,
    report,
    sharing,
    workshop_page,
)
from app.web.table import page_socket, table
from app.web.table.ready import make_ready
from app.web.wire import errors, game_files, health
from app.web.wire.door import Door
from app.web.wire.doorway import Doorway
from app.web.wire.head import HeadAsGet
from app.web.wire.limits import Limits
from app.web.wire.metrics import Figure, Measured, Meters
from app.web.wire.outgoing import Outgoing
from app.web.wire.security import Edge
from app.web.wire.stall import Beat
from app.web.wire.static import CachedFiles
from app.web.wire.templating import ROOT, STATIC, LanguageSwitch, build_templates

_PAGES: Final = (
    pages,
    game_files,
    openings,
    campaign_pages,
    hosting,
    import_page,
    host_page,
    rematch_page,
    table,
    replay,
)
ROUTERS: Final = (
    archive_api,  # its /rooms/import is no id of a room
    api,  # what is asked most is looked for first
    *_PAGES,
    sharing,
    report,
    hooks,
    campaign_api,
    sharing_api,
    stream,
    socket,
    page_socket,
    rules_api,
    workshop_api,
    workshop_page,
    openapi,
    health,
)
COMPRESSED_FROM: Final = 1024

logger = logging.getLogger(__name__)


def create_app(settings: Settings, make_rooms: Callable[..., Rooms] = Rooms) -> FastAPI:
    """The whole site over ``settings.database_url``, whose schema must be current.

    ``make_rooms`` takes what ``Rooms`` takes: a test may hand in its own clock and secrets.
    """
    if settings.database_url is None:
        raise SettingsError("DATABASE_URL: expected the address of a running PostgreSQL, found none")
    registry = shared(*settings.systems)
    app = FastAPI(
        title="Tapete",
        version=own_version(),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(settings, settings.database_url, registry, make_rooms),
    )
    app.state.settings = settings
    app.state.registry = registry
    app.state.templates = build_templates()
    app.state.documents = Documents(registry)
    app.state.limits = Limits.named(settings.limits)
    app.state.door = Door(app.state.limits, settings.trusted_proxies)
    app.state.hub = Hub()
    app.state.beat = Beat()
    for module in ROUTERS:
        app.include_router(module.router)
    files = CachedFiles(directory=STATIC)
    app.mount("/static", files, name="static")
    app.state.make_ready = partial(make_ready, app.state.templates, files)
    errors.install(app)
    _add_layers(app)
    return app


def own_version() -> str:
    """The version of this checkout or image."""
    project: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return project


def _lifespan(
    settings: Settings, url: str, registry: Registry, make_rooms: Callable[..., Rooms]
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            database = await Database.open(url)
            stack.push_async_callback(_within_a_second, database.close)
            store = PostgresStore(database)
            stack.push_async_callback(_within_a_second, store.close)
            relay = PostgresRelay(database.url)
            stack.push_async_callback(_within_a_second, relay.close)
            prepare = partial(logs.configure, logs.form_for(settings.log_format))
            workers = Workers(settings.systems, prepare=prepare)
            stack.push_async_callback(_within_a_second, workers.close)
            thinkers = Workers(settings.systems, prepare=prepare, nice=BEHIND)
            stack.push_async_callback(_within_a_second, thinkers.close)
            bot_workers = Workers(settings.systems, processes=1, prepare=prepare, nice=BEHIND)
            stack.push_async_callback(_within_a_second, bot_workers.close)
            pools = {"thinkers": thinkers, "bot_workers": bot_workers}
            rooms = make_rooms(registry, store, relay, app.state.hub, workers, tally=app.state.meters, **pools)
            stack.push_async_callback(_within_a_second, rooms.close)
            app.state.hub.draw_with(rooms.aside)
            campaigns = Campaigns(registry, rooms, PostgresCampaigns(database))
            app.state.rematches = Rematches(registry, rooms, PostgresCampaigns(database))
            stack.push_async_callback(_within_a_second, campaigns.close)
            keep = Keep(settings.keep_unbegun, settings.keep_imports, settings.keep_finished)
            retention = Retention(PostgresPruning(database), keep)
            stack.push_async_callback(_within_a_second, retention.close)
            app.state.hooks = None
            if settings.webhooks:
                app.state.hooks = PostgresHooks(database)
                out = Outgoing(agent=f"Tapete/{own_version()}")
                caller = hooks.TableCaller(rooms, registry, app.state.templates.texts, out)
                calls = Hooks(rooms, app.state.hooks, caller)
                stack.push_async_callback(_within_a_second, calls.close)
                calls.start()
            app.state.readiness = database.problem
            app.state.store = store
            app.state.relay = relay
            app.state.workers = workers
            app.state.rooms = rooms
            app.state.campaigns = campaigns
            await rooms.start()
            campaigns.start()
            app.state.beat.start()
            stack.push_async_callback(_within_a_second, app.state.beat.close)
            thinkers.begin()
            retention.start()
            yield

    return lifespan


async def _within_a_second(close: Callable[[], Awaitable[None]]) -> None:
    """A stop that something holds up must still be a stop; everything acknowledged is durable already."""
    try:
        await asyncio.wait_for(close(), 1)
    except TimeoutError:
        logger.warning("%s took too long and was left", close)


def _add_layers(app: FastAPI) -> None:
    """The layers every request passes, the innermost first."""
    settings: Settings = app.state.settings
    app.state.meters = Meters(_figures(app), str(os.getpid()) if settings.workers > 1 else None)
    # A stream of lines would wait in the compressor until it has enough of them.
    streams = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/x-ndjson")
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM, compresslevel=6, exclude_content_types=streams)
    app.add_middleware(LanguageSwitch)
    app.add_middleware(Doorway, limits=app.state.limits)
    app.add_middleware(Edge)
    app.add_middleware(Measured, meters=app.state.meters)
    app.add_middleware(HeadAsGet)


def _figures(app: FastAPI) -> tuple[Figure, ...]:
    state = app.state
    return (
        Figure("gauge", "tapete_process", "The process that answers.", lambda: {str(os.getpid()): 1.0}, label="pid"),
        Figure("counter", "tapete_entries_appended", "Entries made durable.", lambda: state.store.writer.appended),
        Figure("counter", "tapete_commits", "Transactions that made them durable.", lambda: state.store.writer.commits),
        Figure("gauge", "tapete_entries_waiting", "Entries not durable yet.", lambda: state.store.writer.waiting),
        Figure("gauge", "tapete_rooms_in_memory", "Rooms that are loaded.", lambda: state.rooms.in_memory),
        Figure("gauge", "tapete_lines_open", "Connections, silent ones too.", lambda: state.door.open),
        Figure("counter", "tapete_lines_let_go", "Connections ended.", lambda: dict(state.door.let_go)),
        Figure("gauge", "tapete_outbox_messages", "Messages not sent yet.", lambda: sum(state.hub.outboxes())),
        Figure("gauge", "tapete_outbox_longest", "The fullest outbox.", lambda: max(state.hub.outboxes(), default=0)),
        Figure("counter", "tapete_resyncs", "Viewers told to read all anew.", lambda: state.hub.count.resyncs),
        Figure("gauge", "tapete_questions_waiting", "Questions without a worker yet.", lambda: state.workers.waiting),
        Figure("gauge", "tapete_loop_stall_seconds", "Longest wait of all since last asked.", state.beat.longest),
        Figure(
            "gauge",
            "tapete_thoughts_waiting",
            "Offers, previews, surveys waiting.",
            lambda: state.rooms.thinking.waiting,
        ),
        Figure("gauge", "tapete_bots_waiting", "Rooms whose bots wait to think.", lambda: state.rooms.bots_waiting),
        Figure("counter", "tapete_notifications_said", "Said to other processes.", lambda: state.relay.said),
        Figure("counter", "tapete_notifications_heard", "Heard of other processes.", lambda: state.relay.heard),
    )
