"""Practices of earlier script versions: a record replays as the version that played it went.

A change in how rounds go gets a new version number. The old behaviour stays here by name as long as records of it must
replay. A declaration lists its earlier versions with the practices that each of them had.
"""

__all__ = ["ANY_HAND_MUCKS", "BETS_IN_CENTS", "SHARES_TOPPED_UP"]

ANY_HAND_MUCKS = "any hand may muck"
"""At the showdown every player was asked whether to show, and a winning hand could be mucked."""
BETS_IN_CENTS = "bets in cents"
"""A wager could be any number of cents, also where the document goes by whole dollars."""
SHARES_TOPPED_UP = "shares are topped up"
"""The house added to a share of a jackpot's meter what it fell short of the wager."""
