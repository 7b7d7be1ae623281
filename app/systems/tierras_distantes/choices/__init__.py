"""What may be chosen: examples, random acts, outlines. Nothing here decides; all of it has been before the judge."""
