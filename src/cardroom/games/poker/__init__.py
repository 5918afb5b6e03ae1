"""Scripts of poker, one for each structure: community cards, draw, stud and Mexican.

`table` has the steps that they share: blinds, showdown, pots and odd chips. `hand` has the betting. A variant is a rule
set and needs no script.
"""
