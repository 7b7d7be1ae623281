"""The judge: who is told what, who may do what when, acts in one wording."""
