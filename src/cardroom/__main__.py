"""`python -m cardroom` is the command `cardroom`. Here its two doors meet: the terminal opens the browser's."""

from typing import Any

from cardroom.cli import main as run

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    run(_serve)


def _serve(**how: Any) -> None:
    from cardroom.web.serving.serve import serve  # noqa: PLC0415

    serve(**how)


if __name__ == "__main__":
    main()
