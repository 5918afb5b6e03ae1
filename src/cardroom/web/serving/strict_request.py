"""Requests whose JSON body must have exactly the declared types."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException, ValidationException

__all__ = ["StrictRequest"]


class StrictRequest(Request[Any, Any, Any]):
    """A request that refuses numbers in text and fractions where whole numbers belong.

    Litestar alone would accept `"100"` and `1e2` as 100. For money that is too lenient.
    """

    async def json(self) -> Any:
        """The body, if it has the declared type."""
        try:
            value = await super().json()
        except UnicodeDecodeError:
            raise ClientException("The body is not UTF-8. Send JSON as UTF-8 text.") from None
        field = self.route_handler.parsed_data_field
        if field is not None:
            try:
                msgspec.convert(value, field.annotation)
            except msgspec.ValidationError as error:
                raise ValidationException(str(error)) from None
        return value
