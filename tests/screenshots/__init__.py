"""Every page and every state of every table, brought about by scripted play and looked at: ``python -m tests.screenshots``."""
