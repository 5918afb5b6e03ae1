"""Errors as problem details (RFC 9457), in one shape for every route."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Response

from cardroom.errors import InputError
from cardroom.web.api.request_ids import current_request

__all__ = ["PROBLEM", "NeedsConfirmation", "Problem", "check_accepted", "problem", "problem_body"]

PROBLEM = "application/problem+json"


class NeedsConfirmation(InputError):
    """An order that is carried out only if the caller confirms its warnings with their code."""

    def __init__(self, warnings: Iterable[str], code: str, *, stale: bool) -> None:
        self.why, self.code = " ".join(f"{each[:1].upper()}{each[1:]}." for each in warnings), code
        before = "The warnings have changed since you confirmed them. " if stale else ""
        super().__init__(f'{before}{self.why} To do it anyway, send "accept": "{code}".')


def check_accepted(warnings: Iterable[str], accepted: str) -> None:
    """Raise an error if an order has warnings, unless their code was sent."""
    if found := tuple(warnings):
        code = sha256("\n".join(found).encode()).hexdigest()[:12]
        if accepted != code:
            raise NeedsConfirmation(found, code, stale=bool(accepted))


class Problem(msgspec.Struct):
    """Why a request failed."""

    type: str
    """Always about:blank: the status says what kind of problem it is."""
    title: str
    """The name of the status."""
    status: int
    detail: str
    """A sentence for users: what was wrong, and what would be right."""
    request: str = ""
    """The id of the request, which is also in the server log."""
    confirm: str = ""
    """What to send as `accept` to confirm the order, if that is all it needs. It belongs to these warnings alone."""
    warning: str = ""
    """What the caller would confirm."""


def problem_body(status: int, detail: str, **more: Any) -> dict[str, Any]:
    """The fields of a problem.

    >>> problem_body(404, "There is no table 9.")["title"]
    'Not Found'
    """
    title = HTTPStatus(status).phrase if status in {*HTTPStatus} else "Error"
    return {"type": "about:blank", "title": title, "status": status, "detail": detail} | more


def problem(status: int, detail: str, headers: dict[str, str] | None = None, **more: Any) -> Response[Any]:
    """A response with a problem."""
    if request := current_request():
        more |= {"request": request}
    return Response(problem_body(status, detail, **more), status_code=status, headers=headers, media_type=PROBLEM)
