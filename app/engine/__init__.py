"""The contract between any game and everything else; pure."""
