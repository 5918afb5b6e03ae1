"""The tags of messages and options, written for the pages, so that a class that is renamed is renamed there too."""

from typing import get_args

from cardroom.play.round import Option
from cardroom.room.messages import ClientMessage, ServerMessage
from cardroom.tags import tag_of

HEAD = """\
// The tags of messages between pages and server, and of the options of a question. `make shapes` writes this file.

"""


def tags() -> dict[str, str]:
    """The tags of what pages send and receive, by class.

    >>> tags()["SubmitAnswer"], tags()["ScenePatch"], tags()["Bets"]
    ('submit-answer', 'scene-patch', 'bets')
    """
    classes = (*get_args(ClientMessage), *get_args(ServerMessage), *get_args(Option))
    return dict(sorted((each.__name__, tag_of(each)) for each in classes))


def tags_text() -> str:
    """The text of `parts/tags.js`."""
    lines = (f'  {name}: "{tag}",\n' for name, tag in tags().items())
    return f"{HEAD}export const TAGS = /** @type {{const}} */ ({{\n{''.join(lines)}}});\n"
