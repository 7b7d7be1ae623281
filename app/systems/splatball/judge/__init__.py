"""The one judge of every act, and who sees what."""
