"""What is drawn and shown: the scene, the panels, the manifest, what each thing is."""
