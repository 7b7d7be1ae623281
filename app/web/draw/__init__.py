"""A scene as SVG, and what changed in it."""
