"""Commands for people who write games: start a new one, check one, write out a page."""
