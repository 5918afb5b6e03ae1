"""What the rules pages teach, one module a script: steps in the order in which the script plays them, hands, outcomes
and charts. In our own words, and where a number or a choice can be had from the rules or the script's own functions, it
is had from there. Scripts do not import this; the tests hold the two together.
"""
