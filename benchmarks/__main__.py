"""Runs every benchmark and prints its figures.

python -m benchmarks [--seconds 3] [--repeat 1] [--only rules|previews|frames|page|live|neighbour|load]
"""

from __future__ import annotations

import argparse
import platform

from benchmarks import frames, live, neighbour, page, previews, rules
from benchmarks.load import run


def main() -> None:
    """Measures what was asked for and prints it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each figure is measured")
    parser.add_argument("--repeat", type=int, default=1, help="how often a load is measured; its median is told")
    parser.add_argument("--only", choices=("rules", "previews", "frames", "page", "live", "neighbour", "load"))
    options = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}\n")
    if options.only in (None, "rules"):
        show(rules.measure(options.seconds))
    if options.only in (None, "previews"):
        show(previews.measure(options.seconds))
    if options.only in (None, "frames"):
        show(frames.measure(options.seconds))
    if options.only in (None, "page"):
        show(page.measure(options.seconds))
    if options.only in (None, "live"):
        show(live.measure(options.seconds))
    if options.only in (None, "neighbour"):
        show(neighbour.measure(options.seconds))
    if options.only in (None, "load"):
        for line in run.measure(options.seconds, options.repeat):
            print(line, flush=True)


def show(figures: dict[str, str]) -> None:
    """Prints figures as aligned lines."""
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"{name:<{width}}  {figure}")
    print()


if __name__ == "__main__":
    main()
