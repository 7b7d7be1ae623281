"""The set-up: starting roll, armies, scenery by hand, deployment, objective and camouflage markers, and who is asked next."""
