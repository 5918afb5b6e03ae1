"""Rule sets that the store keeps, read again."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cardroom.errors import InputError
from cardroom.house.books.books import Books
from cardroom.rulebook import RuleBookError, RuleSet
from cardroom.rulebook.loading import checked_rule_set

__all__ = ["stored_rules"]


def stored_rules(books: Books, slug: str, digest: str) -> RuleSet | None:
    """The rule set of a game that the store keeps under a digest; None if it has none. Refuses a changed text."""
    text = books.rules_text(digest)
    if text is None:
        return None
    try:
        stored = _rules_of(text, slug)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RuleBookError) as error:
        raise InputError(f"the rules {digest[:12]} were changed in the store: {error}") from None
    if stored.digest != digest:
        raise InputError(f"the rules {digest[:12]} were changed in the store")
    return stored


@lru_cache(maxsize=256)
def _rules_of(text: bytes, slug: str) -> RuleSet:
    """The checked rules in a stored text, which is the key: a changed text is checked again."""
    return checked_rule_set(msgspec.json.decode(text) | {"game": slug})  # games that bind alike share a text
