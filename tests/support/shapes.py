"""Files of the pages that are written from the Python classes: `make shapes`."""

from pathlib import Path

import cardroom
from support.tags_js import tags_text

SOURCE = Path(cardroom.__file__).parent
FILES = {SOURCE / "web/pages/parts/tags.js": tags_text}


if __name__ == "__main__":
    for file, text in FILES.items():
        file.write_text(text())
