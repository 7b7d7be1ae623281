"""The REST API and its sockets: routes, shapes, description."""
