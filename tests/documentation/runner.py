"""Run a page of the documentation as a reader would: in order, in an empty folder, comparing what is printed.

- A `console` block has commands after `$ ` (continued by `> `) and what they print. `...` stands for anything, and
  amounts of white space do not matter. Output that the page does not show is not compared.
- `<!-- file: NAME -->` before a block saves it as a file. `<!-- append: NAME -->` adds it to one.
- `<!-- typed: ONE | TWO -->` before a `console` block types these lines into its first command.
- `<!-- stop -->` before a `console` block ends the programs that were started, as Ctrl-C does.
- `<!-- run: COMMAND -->` runs something that the page does not show, with the repository in CARDROOM_REPOSITORY.
- `<!-- background -->` before a `console` block starts its command and waits for what the page shows of its output.
- A name in double braces, for example `{{password}}`, matches a word of the output, which later commands can use.
- `<!-- skip -->` before a block leaves it out.
- `<!-- continue: PAGE -->` follows another page first, in the same folder.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"^<!-- (run): ([^\n]+) -->$()()|"
    r"(?:^<!-- (file|append|background|stop|skip|typed)(?:: ([^\n]+))? -->\n)?^```(\w+)\n(.*?)^```$",
    re.M | re.S,
)
HIDDEN = re.compile(r"\{\{(\w+)\}\}")
PORT = "8080"


class Block(NamedTuple):
    """A fenced block, with what the comment before it asks for."""

    verb: str
    name: str
    language: str
    text: str


class Command(NamedTuple):
    """A command, and what it prints."""

    text: str
    printed: str


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page that a reader would use."""
    fenced = [Block(*(each[:4] if each[0] else each[4:])) for each in BLOCK.findall(page.read_text())]
    return [each for each in fenced if each.verb != "skip" and (each.verb or each.language == "console")]


def commands(text: str) -> Iterator[Command]:
    """Return the commands of a console block.

    >>> list(commands("$ echo a \\\\\\n> b\\na b\\n$ true\\n"))
    [Command(text='echo a \\\\\\nb', printed='a b\\n'), Command(text='true', printed='')]
    """
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        more = 1
        while more < len(lines) and lines[more].startswith("> "):
            more += 1
        typed = "".join([lines[0], *(each[2:] for each in lines[1:more])])
        yield Command(typed.rstrip("\n"), "".join(lines[more:]))


def pattern(printed: str) -> re.Pattern[str]:
    """Return a pattern for what a page shows of an output.

    >>> bool(pattern("a ...\\n c").search("x a  1\\n2\\nc y"))
    True
    >>> pattern("the key is {{key}}").search("the key is 12ab .").groupdict()
    {'key': '12ab'}
    """
    parts = [re.escape(each) for each in re.split(r"\.\.\.", printed.strip())]
    text = r"(?:.|\n)*?".join(parts)
    text = re.sub(r"\\\{\\\{(\w+)\\\}\\\}", r"(?P<\1>\\S+)", text)
    return re.compile(re.sub(r"(?:\\\s|\s)+", r"\\s+", text))


class Reader:
    """A reader who follows a page: a folder, a shell's environment, and the programs that were started."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.known, self.port = folder, {PORT: PORT}, _free_port()
        self.started: list[tuple[subprocess.Popen[str], threading.Thread]] = []
        self.state = folder / ".shell"
        paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        self.environment = os.environ | {
            "PATH": paths,
            "PYTHONPATH": str(ROOT / "src"),
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / ".local"),
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PYTHONUNBUFFERED": "1",
        }
        for name in [*self.environment]:
            if name.startswith(("CARDROOM_", "GIT_", "PYTEST_")):  # of this run of the tests, not of a reader
                del self.environment[name]
        if counts := os.environ.get("CARDROOM_CACHE"):
            self.environment["CARDROOM_CACHE"] = counts  # what is counted once need not be counted by every page
        self.environment["CARDROOM_REPOSITORY"] = str(ROOT)

    def follow(self, page: Path) -> None:
        """Do what a page says, from its first block to its last."""
        try:
            self._follow(page)
        finally:
            self._stop(signal.SIGKILL)

    def _follow(self, page: Path) -> None:
        for before in re.findall(r"^<!-- continue: (\S+) -->$", page.read_text(), re.MULTILINE):
            self._follow(page.parent / before)
        for block in blocks(page):
            self._do(block)

    def _stop(self, how: signal.Signals) -> None:
        """End the programs that were started."""
        for program, drained in self.started:
            program.send_signal(how)
            program.wait(60)
            drained.join()
            assert program.stdout is not None
            program.stdout.close()
        self.started.clear()

    def _do(self, block: Block) -> None:
        if block.verb == "run":
            self._run(Command(block.name, ""))
            return
        if block.verb == "stop":
            self._stop(signal.SIGINT)
        typed = "".join(f"{line.strip()}\n" for line in block.name.split("|")) if block.verb == "typed" else None
        if block.verb in ("file", "append"):
            file = self.folder / block.name
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("w" if block.verb == "file" else "a") as out:
                out.write(self._filled(block.text))
            return
        for command in commands(block.text):
            wanted = pattern(self._filled(command.printed))
            shown = self._start(command, wanted) if block.verb == "background" else self._run(command, typed)
            typed = None
            match = wanted.search(shown)
            if not match:
                raise AssertionError(f"$ {command.text}\n\nthe page shows\n\n{command.printed}\nit printed\n\n{shown}")
            self.known |= match.groupdict()

    def _filled(self, text: str) -> str:
        for name, word in self.known.items():
            text = text.replace("{{" + name + "}}", word)
        return text.replace(PORT, str(self.port))

    def _run(self, command: Command, typed: str | None = None) -> str:
        script = f"[ -f {self.state} ] && . {self.state}\n{self._filled(command.text)}\ncode=$?\n"
        script += f"{{ export -p; printf 'cd %q\\n' \"$PWD\"; }} > {self.state}\nexit $code\n"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            input=typed or "",
            text=True,
            timeout=250,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"$ {command.text}\n\nended with {done.returncode}\n\n{done.stdout}")
        return done.stdout

    def _start(self, command: Command, wanted: re.Pattern[str]) -> str:
        program = subprocess.Popen(
            ["bash", "-c", f"[ -f {self.state} ] && . {self.state}\nexec {self._filled(command.text)}"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert program.stdout is not None
        drained = threading.Thread(target=program.stdout.read, daemon=True)  # a full pipe would stop the program
        self.started.append((program, drained))
        shown = ""
        for line in program.stdout:
            shown += line
            if wanted.search(shown):
                break
        drained.start()
        return shown


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port
