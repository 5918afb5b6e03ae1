"""What the documents say of a round, as properties of its record: one clause for each rule, with its citation.

It offers `violations`, which reads a finished round by its events and says in plain words what a document does not
allow, and the list of all clauses. It is written from the documents: it must not know the scripts in `games`, and it
judges hands with code of its own, so that a clause cannot agree with a mistake by sharing it.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.clauses.facts import RoundHistory, facts_of
    from cardroom.clauses.register import Clause, Violation, all_clauses, clauses_of, violations
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
