"""What ``docker-compose.yml`` says, as far as it can be tried without a Docker engine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[2]
_PLACE: Final = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")


def service(name: str) -> dict[str, Any]:
    """A service with the defaults of its places filled in."""
    found: dict[str, Any] = _filled(_file()["services"][name])
    return found


def caddyfile(domain: str, app: str) -> str:
    """The proxy's configuration for a domain, the app at ``host:port``."""
    text: str = _file()["configs"]["caddyfile"]["content"]
    return text.replace("{$$DOMAIN}", domain).replace("app:8000", app)


def flags_of(app: dict[str, Any]) -> list[str]:
    """The options of ``podman run`` that a service's limits stand for."""
    flags = [f"--tmpfs={path}" for path in app["tmpfs"]]
    flags += [f"--cap-drop={capability}" for capability in app["cap_drop"]]
    flags += [f"--security-opt={option.replace(':true', '')}" for option in app["security_opt"]]
    return [*flags, *(["--read-only"] if app["read_only"] else []), *(["--init"] if app["init"] else [])]


def _file() -> Any:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))


def _filled(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _filled(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each) for each in value]
    return _PLACE.sub(lambda place: place[2] or "", value) if isinstance(value, str) else value
