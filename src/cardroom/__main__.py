"""`python -m cardroom` is the command `cardroom`. Here its two doors meet: the terminal opens the browser's.

Importing it loads nothing: what a command needs is loaded when that command runs.
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
