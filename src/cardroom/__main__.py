"""`python -m cardroom` is the command `cardroom`. The terminal's commands meet the server here: `serve` opens it.

Importing it loads nothing: each command loads what it needs when it runs.
"""

from typing import Any

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    from cardroom.cli.app import app  # noqa: PLC0415

    app(prog_name="cardroom", obj=_serve)


def _serve(**how: Any) -> None:
    from cardroom.web.serving.serve import serve  # noqa: PLC0415

    serve(**how)


if __name__ == "__main__":
    main()
