"""Tables of poker that take long to compute: the orders of all first hands, and every hold'em hand against every other.

`boards` makes all boards of a deck, each class of suits once; `classes` numbers hands whatever their suits; `stored`
reads the files of the package, and `making` makes them again.
"""
