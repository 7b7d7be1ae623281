"""What is drawn and listed for a viewer: scene, panels, standings, goals; the manifest; what each thing is."""
