"""The parts that bodies of requests share."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cardroom.limits import MOST_CENTS

__all__ = ["Body", "Cents", "LimitCents", "Reason", "Words"]

Accepted = Annotated[str, msgspec.Meta(max_length=64)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Cents = Annotated[int, msgspec.Meta(ge=1)]
LimitCents = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
"""Zero or more, and not so much that a sum could overflow."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request. Unknown fields are refused."""


class Reason(Body, frozen=True):
    """A reason."""

    why: Words
