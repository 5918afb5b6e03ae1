"""The parts that bodies of requests share."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["Body", "Cents", "Reason", "Words"]

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Cents = Annotated[int, msgspec.Meta(ge=1)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request. Unknown fields are refused."""


class Reason(Body, frozen=True):
    """A reason."""

    why: Words
