"""The walk of a bet: the functions of this package that run from `Room.receive` until the round takes the answer.

`python -m benchmarks.walk` lists them, indented by depth, and counts them. Comprehensions and lambdas are not counted.
"""

import os
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

import cardroom
from benchmarks.decision import FullRoom, memory_folder
from cardroom.play.round.driver import Round

PACKAGE = Path(cardroom.__file__).parent


class Walk:
    """A profiler that notes calls until `Round.accept`."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, str]] = []
        """Functions with their depth."""
        self._depth = 0

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call or a return."""
        code = frame.f_code
        if not code.co_filename.startswith(str(PACKAGE)) or event not in ("call", "return"):
            return
        if event == "call" and not code.co_name.startswith("<"):
            path = Path(code.co_filename).relative_to(PACKAGE)
            self.calls.append((self._depth, f"{path} {code.co_qualname}"))
        self._depth += 1 if event == "call" else -1
        if code is Round.accept.__code__:
            sys.setprofile(None)


def main() -> None:
    """Answer one question at a table of seven without viewers, and show the walk."""
    os.environ.setdefault("CARDROOM_KEY", os.urandom(32).hex())
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        room, walk = FullRoom(f"{folder}/room.db", "texas-holdem", 0), Walk()
        room.decide(13)
        while not room.room.tables["table"].asked():
            room.now += 1.0
            room._run(room.room.wake(room.now))
        receive = room.room.receive

        def watched(*given: Any) -> Any:
            sys.setprofile(walk)
            return receive(*given)

        room.room.receive = watched  # type: ignore[method-assign, assignment]
        room.decide(1)
        sys.setprofile(None)
    for depth, name in walk.calls:
        print("  " * depth + name)
    print(f"{len(walk.calls)} functions")


if __name__ == "__main__":
    main()
