"""Starts a server on one core, drives it from the other (where PostgreSQL is too), and tells what came of it.

boardgame.io 0.50.2 is measured in the same run where Node and npm are there; it is installed into a scratch folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.storage.embedded import Embedded
from benchmarks.peers import position

ROOT = Path(__file__).parents[2]
PEER = ROOT / "benchmarks" / "peers" / "boardgameio"
SHAPES: Mapping[str, tuple[int, int, int, float]] = {
    "1 x 2": (1, 2, 2, 20.0),
    "50 x 2": (50, 2, 2, 1.0),
    "50 x 20": (50, 2, 20, 1.0),
    "500 x 2": (500, 2, 2, 0.1),
    "40 x (7+20)": (40, 7, 20, 1.0),
}
"""Rooms, seats and spectators of each, and the steady rate of actions a second in each room."""
SERVERS: Mapping[str, tuple[str, ...]] = {
    "tapete": ("1 x 2", "50 x 2", "50 x 20", "500 x 2"),
    "splatball": ("50 x 20",),
    "flames_hexwar": ("50 x 20",),
    "tierras_distantes": ("50 x 20",),
    "open_wars": ("40 x (7+20)",),
    "boardgameio": ("50 x 2", "50 x 20"),
}
"""What is measured in which shapes; the first five are the same server with a game each."""
PEERS = ("boardgameio",)
LONGEST_S: Mapping[str, float] = {"tierras_distantes": 2.5}
"""So long at most may be measured of what has only so many acts in a room."""


def measure(seconds: float, repeat: int) -> Iterator[str]:
    """The lines of the report, as they come."""
    scratch = Path(tempfile.gettempdir()) / "tapete-bench"
    scratch.mkdir(exist_ok=True)
    has_peer = shutil.which("npm") is not None and install_peer(scratch)
    yield header()
    for shape in SHAPES:
        for mode in ("closed", "paced"):
            for name, shapes in SERVERS.items():
                if shape in shapes and (has_peer or name not in PEERS):
                    runs = [one_run(name, shape, mode, seconds, scratch) for _ in range(repeat)]
                    yield row(name, shape, mode, runs)


def header() -> str:
    """What the columns of a row are."""
    names = (
        "server",
        "shape",
        "mode",
        "acts/s",
        "all p50",
        "p95",
        "p99 ms",
        "ack p50",
        "bytes",
        "CPU s/1000",
        "kB/room",
        "kB/conn",
    )
    return " | ".join(f"{name:>11}" for name in names) + " | cores: server, generator, others"


def row(name: str, shape: str, mode: str, runs: list[dict[str, Any]]) -> str:
    """The medians of the runs."""
    failed = [run for run in runs if run.get("failed_n") or "error" in run]
    if failed:
        return f"{name} {shape} {mode}: failed: {failed[0].get('error') or failed[0]['failed']}"

    def median(*path: str) -> Any:
        values = []
        for run in runs:
            value: Any = run
            for step in path:
                value = value[step]
            values.append(value)
        return statistics.median(values)

    figures = [
        median("moves_per_s"),
        *(median("all_viewers", f"p{share}_ms") for share in (50, 95, 99)),
        median("ack", "p50_ms"),
        median("bytes_per_move_per_viewer"),
        median("server_cpu_s_per_1000_moves"),
        median("rss_kb_per_room"),
        median("rss_kb_per_connection"),
    ]
    shares = [median(f"{whose}_cpu_share") for whose in ("server", "generator", "foreign")]
    columns = [name, shape, mode, *map(str, figures)]
    return " | ".join(f"{column:>11}" for column in columns) + " | " + ", ".join(map(str, shares))


def one_run(name: str, shape: str, mode: str, seconds: float, scratch: Path) -> dict[str, Any]:
    """One server, one generator, one shape."""
    rooms, seats, spectators, rate = SHAPES[shape]
    port = free_port()
    with started(name, port, scratch) as pid:
        done = subprocess.run(
            [
                *pinned(1),
                *(sys.executable, "-m", "benchmarks.load.generator", "--adapter", name),
                *("--url", f"http://127.0.0.1:{port}", "--rooms", str(rooms)),
                *("--seats", str(seats), "--spectators", str(spectators)),
                *(
                    "--mode",
                    mode,
                    "--rate",
                    str(rate),
                    "--seconds",
                    str(min(seconds, LONGEST_S.get(name, seconds))),
                    "--server-pid",
                    str(pid),
                ),
            ],
            capture_output=True,
            text=True,
            timeout=600,
            cwd=ROOT,
            check=False,
        )
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1:]}
    result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return result


@contextlib.contextmanager
def started(name: str, port: int, scratch: Path) -> Iterator[int]:
    """The process id of a server that answers."""
    environment = {**os.environ, "PORT": str(port)}
    with contextlib.ExitStack() as stack:
        if name not in PEERS:
            home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tapete-bench-")))
            os.sched_setaffinity(0, {1})
            database = Embedded(home)
            environment |= {"DATABASE_URL": database.start(), "LIMITS": "off", "LOG_FORMAT": "text"}
            stack.callback(database.stop)
            command, folder = [sys.executable, "-m", "app", "serve"], ROOT
        else:
            described = scratch / "position.json"
            described.write_text(json.dumps(position.build()))
            environment |= {"POSITION": str(described), "STORAGE": "memory", "NODE_ENV": "production"}
            command, folder = ["node", "server.js"], scratch / "boardgameio"
        log = stack.enter_context((scratch / f"{name}.log").open("w"))
        server = subprocess.Popen(
            [*pinned(0), *command], cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        stack.callback(stop, server)
        wait_for(port, server)
        yield server.pid


def pinned(core: int) -> list[str]:
    """What keeps a command on a core, where that can be."""
    taskset = shutil.which("taskset")
    return [taskset, "-c", str(core)] if taskset and (os.cpu_count() or 1) > 1 else []


def stop(server: subprocess.Popen[bytes]) -> None:
    """Ends a server and whatever it started."""
    server.send_signal(signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.wait(12)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Waits until somebody listens, at most a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError("the server ended before it listened")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.5):
            time.sleep(0.7)
            return
        time.sleep(0.1)
    raise RuntimeError("the server never listened")


def install_peer(scratch: Path) -> bool:
    """Puts boardgame.io below ``scratch``; ``False`` where it cannot be had."""
    target = scratch / "boardgameio"
    target.mkdir(exist_ok=True)
    for name in ("package.json", "server.js"):
        shutil.copy(PEER / name, target / name)
    if (target / "node_modules").exists():
        return True
    npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
    return subprocess.run(npm, cwd=target, check=False, capture_output=True).returncode == 0


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
