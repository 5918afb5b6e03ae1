"""Checks of a rule set whose shape is right, as written and under its settings.

Each problem is a sentence that begins with table and key.
"""

from cardroom.rulebook.checks.fees import unpostable
from cardroom.rulebook.checks.rules import problems, problems_in_force

__all__ = ["problems", "problems_in_force", "unpostable"]
