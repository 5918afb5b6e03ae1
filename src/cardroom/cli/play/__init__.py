"""Commands that play: a table in the terminal, a seat in a live room, rules, fees, and rounds of bots."""
