"""``make image``: the Dockerfile and the compose file tried on a Debian machine, without a Docker engine."""
