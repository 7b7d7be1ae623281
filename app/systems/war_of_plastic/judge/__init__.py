"""The one judge: every act, what each viewer may see, an act's one wording."""
