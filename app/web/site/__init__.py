"""The pages around the table: hosting, joining, replays, reports, campaigns, the workshop."""
