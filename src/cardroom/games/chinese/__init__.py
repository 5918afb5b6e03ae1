"""The script of face-up Chinese poker: placing cards in three rows, fouls, and points between each two players."""
