"""Direct fire: numbers, volleys, hits and saves, opportunity fire."""
