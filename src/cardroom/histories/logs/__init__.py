"""What the readers of all sites share: the values of a logged hand, the grammar of lines, the conversion to PHH.

`hand` has the values, `reading` and `lines` the grammar, `convert` makes a PHH document (with `cards` and `forced`),
and `results` checks that a round played from the document ends as the log says.
"""
