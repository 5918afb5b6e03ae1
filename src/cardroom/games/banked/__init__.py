"""Scripts of games against a bank, one for each game or for two that share a procedure, and the House Way of pai gow.

A script reads pay tables and limits from its rule set. Lessons, bots, explanations and analyses are elsewhere.
"""
