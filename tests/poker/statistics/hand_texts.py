"""The three worked hands of the definitions, and what they count."""

HAND_1 = """variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [0.05, 0.10, 0, 0, 0, 0]
min_bet = 0.10
starting_stacks = [10, 10, 10, 10, 10, 10]
players = ["seat 4", "seat 5", "seat 6", "seat 1", "seat 2", "seat 3"]
actions = [
  "d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "d dh p5 ????", "d dh p6 ????",
  "p3 f", "p4 cbr 0.30", "p5 cc", "p6 f", "p1 f", "p2 f", "d db 2c7d9h",
  "p4 cc", "p5 cbr 0.40", "p4 cbr 1.40", "p5 cc", "d db 3s", "p4 cbr 3.20", "p5 cc", "d db 4s", "p4 cbr 5.10", "p5 f",
]
finishing_stacks = [9.95, 9.90, 10, 14.60, 5.10, 10]
year = 2009
month = 12
day = 4
_rake = 0.45
"""
HAND_2 = """variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [0.5, 1, 0, 0]
min_bet = 1
starting_stacks = [100, 100, 100, 100]
players = ["small", "big", "cut-off", "button"]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 f", "p4 f", "p1 f"]
"""
HAND_3 = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [10, 100, 100]
players = ["small", "big", "button"]
actions = [
  "d dh p1 AhAd", "d dh p2 ????", "d dh p3 KsKc", "p3 cbr 3", "p1 cbr 10", "p2 f", "p3 cc",
  "p1 sm AhAd", "p3 sm KsKc", "d db 2c7d9h", "d db 3s", "d db 4s",
]
"""
