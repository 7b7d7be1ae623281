"""Imported by nobody but the process from which workers are forked (``multiprocessing``'s fork server): builds the project's own games
there, so that a worker begins with them at once instead of importing and building them for half a second, and shares their memory."""

from __future__ import annotations

import contextlib
import gc

from app import memory
from app.engine.registry import BrokenSystem, shared
from app.settings import SYSTEMS

gc.disable()  # nothing that is imported becomes garbage
with contextlib.suppress(BrokenSystem):  # whoever asks for that game is told
    shared(SYSTEMS)
memory.settle()
