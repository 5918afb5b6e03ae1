"""Commands that operate a card room: serve it, audit and report its books, manage people and jackpots."""
