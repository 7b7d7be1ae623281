"""What the collector of cycles is told in the processes that play: servers, their workers, and whatever measures them."""

from __future__ import annotations

import gc
from typing import Final

COLLECT_AFTER: Final = (50_000, 4, 10)


def settle() -> None:
    """What is there at the start stays to the end, and what rooms keep is many values without cycles. As it is by default, the collector
    takes a third of a server's time under load, with pauses of a tenth of a second, and walks over memory that forked processes share."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()
