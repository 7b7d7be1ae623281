"""What is said: names, log lines, refusals, the one sentence at the top."""
