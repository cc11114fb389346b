"""Facts about a game, with witnesses, and the decision that follows from them."""
