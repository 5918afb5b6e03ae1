"""`python -m cardroom` runs the command `cardroom`. This module connects the command line with the server for `serve`.

Importing it loads nothing else: each command loads what it needs when it runs.
"""

from typing import Any

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    from cardroom.cli.app import app  # noqa: PLC0415

    app(prog_name="cardroom", obj=_serve)


def _serve(**options: Any) -> None:
    from cardroom.web.serving import serve  # noqa: PLC0415

    serve(**options)


if __name__ == "__main__":
    main()
