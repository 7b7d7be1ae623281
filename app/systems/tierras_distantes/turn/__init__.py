"""The course of a game: what follows by itself after every act (TD-TRN)."""
