"""Runs every benchmark and prints one table of figures.

python -m benchmarks [--seconds 3] [--only rules|live]
"""

from __future__ import annotations

import argparse
import platform

from benchmarks import live, rules


def main() -> None:
    """Measures what was asked for and prints it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each figure is measured")
    parser.add_argument("--only", choices=("rules", "live"))
    options = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, one core each\n")
    if options.only != "live":
        show(rules.measure(options.seconds))
    if options.only != "rules":
        show(live.measure(options.seconds))


def show(figures: dict[str, str]) -> None:
    """Prints figures as aligned lines."""
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"{name:<{width}}  {figure}")
    print()


if __name__ == "__main__":
    main()
