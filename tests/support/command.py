"""``python -m app`` as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.server import OWN_VARIABLES, ROOT


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command with these arguments; of the variables that the app reads, only those given are set."""
    inherited = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
