"""Build the documentation site and check it: `python -m documentation.build`, or `make docs`.

The pages of docs/, CONTRIBUTING.md and CHANGELOG.md are copied to build/docs. Comments such as
`<!-- generated: commands -->` are replaced by reference text from the code. Zensical makes the site in build/site.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from documentation.links import problems
from documentation.reference import PARTS

ROOT = Path(__file__).parents[2]
DOCS, STAGE, SITE = ROOT / "docs", ROOT / "build" / "docs", ROOT / "build" / "site"
COPIED = {ROOT / "CONTRIBUTING.md": "develop/contributing.md", ROOT / "CHANGELOG.md": "reference/changelog.md"}
"""Files outside docs/ that become pages."""

LINK = re.compile(r"(?<=\]\()([^)\s#]+)")
MARKER = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)


def stage() -> None:
    """Copy all pages to build/docs, with links that fit there and with their generated parts."""
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(DOCS, STAGE)
    for source in [*DOCS.rglob("*.md"), *COPIED]:
        target = STAGE / COPIED[source] if source in COPIED else STAGE / source.relative_to(DOCS)
        text = LINK.sub(lambda link, source=source, target=target: _moved(link[0], source, target), source.read_text())
        target.write_text(MARKER.sub(lambda marker: PARTS[marker[1]](), text))


def _moved(link: str, source: Path, target: Path) -> str:
    """Return a link as it must be in the staged page."""
    if ":" in link:
        return link
    meant = (source.parent / link).resolve()
    if meant in COPIED:
        return os.path.relpath(STAGE / COPIED[meant], target.parent)
    return os.path.relpath(STAGE / meant.relative_to(DOCS), target.parent) if meant.is_relative_to(DOCS) else link


def main() -> int:
    """Build, check, and print what is wrong; return the exit code."""
    began = time.monotonic()
    stage()
    shutil.rmtree(SITE, ignore_errors=True)
    program = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr).partition("Traceback")[0])
        return 1
    result = problems(SITE)
    for each in result:
        print(each)
    pages = len([*SITE.rglob("*.html")])
    print(f"{pages} pages in {SITE.relative_to(ROOT)}, {len(result)} problems, {time.monotonic() - began:.1f} s")
    return 1 if result else 0


if __name__ == "__main__":
    sys.exit(main())
