"""How strong the levels are: by GNU Backgammon's judgement, and in games against it."""
