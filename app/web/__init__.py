"""The only HTTP and websocket code."""
