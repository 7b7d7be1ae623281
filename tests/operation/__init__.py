"""The running server: processes, kills, backups, commands."""
