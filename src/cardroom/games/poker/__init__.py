"""Scripts of poker, one for each structure: community cards, draw, stud and Mexican.

They share a step a module: `seating`, `forced_bets` (antes and blinds), `hand` (the betting), `collection`, `showdown`,
`pots` and `odd_chips`. A variant is a rule set and needs no script.
"""
