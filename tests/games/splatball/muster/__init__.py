"""The set-up: armies, scenery by hand, deployment, markers, and the course of it all."""
