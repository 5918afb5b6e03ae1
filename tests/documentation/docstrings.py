"""Prepare docstrings for the site: examples become code blocks, and the text keeps its meaning as Markdown."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^( *)>>> .*?(?=\n\s*\n(?! *>>>)|\Z)", re.MULTILINE | re.DOTALL)


class Examples(Extension):
    """Puts fences around the doctests of every docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change one docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""Return a text with its doctests as code blocks.

    >>> fenced("Add.\n\n>>> add(1, 2)\n3\n\nMore.")
    'Add.\n\n```pycon\n>>> add(1, 2)\n3\n```\n\nMore.'
    """
    return EXAMPLE.sub(lambda example: f"{example[1]}```pycon\n{example[0]}\n{example[1]}```", text)
