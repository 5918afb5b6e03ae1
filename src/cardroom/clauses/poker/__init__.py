"""Clauses of the poker chapters: dealing, opening bets, betting rounds, pots, showdown, collection."""
