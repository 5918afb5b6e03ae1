"""The lessons of the rules pages, one module for each script: steps in the script's order, hands, outcomes and charts.

The text is our own. Numbers and choices come from the rule set or the script's functions wherever possible. Scripts do
not import this package; tests check that the two agree.
"""
