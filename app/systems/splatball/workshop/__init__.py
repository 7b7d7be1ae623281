"""The making of battles: which squares lie, what stands on them, who plays."""
