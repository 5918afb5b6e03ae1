"""`python -m fuzz.api`: the server's description of itself, held to what it does by schemathesis, for as long as
anybody likes: as an operator, with names that there are and with any others.

From the root of the project: `make fuzz-api`, or `PYTHONPATH=src:tests python -m fuzz.api --seconds 300`. A server of
its own is opened for it; afterwards it must have logged no fault, and its books must hold.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import Browser
from cardroom.house.audit import audit
from fuzz.doors import TABLE, Room

NAMES = {"hall": "play", "table": TABLE, "slug": "texas-holdem", "rules": "500-club", "other": "standard"}
"""What is there; without them hardly anything is ever found, and with them alone nothing is ever missing."""
LEFT_OUT = ("/api/sign-out",)
"""After it everything else is refused."""
UNTOLD = "allow_header_conformance,negative_data_rejection,positive_data_acceptance"
"""What is not claimed: that what is well formed is allowed, that what nobody asked for in a query is refused, and what
the framework says of methods by itself."""


def main() -> int:
    """Let schemathesis ask; exit code 1 if it or the server found anything."""
    parser = argparse.ArgumentParser(prog="fuzz.api", description="Holds the server to its OpenAPI description.")
    parser.add_argument("--seconds", type=int, default=120, help="for each of two runs (120)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed asks for the same")
    given, rest = parser.parse_known_args()
    command = shutil.which("schemathesis", path=str(Path(sys.executable).parent)) or shutil.which("schemathesis")
    if command is None:
        print("schemathesis is not installed: make fuzz-api installs it", file=sys.stderr)
        return 2
    room, wrong = Room(), False
    with tempfile.TemporaryDirectory() as folder:
        for names in (NAMES, {}):
            boss = Browser(room.room).sign_up("boss" if names else "chief", "correct horse", "operator", "auditor")
            config = Path(folder) / "schemathesis.toml"
            config.write_text("[parameters]\n" + "".join(f'"{name}" = "{value}"\n' for name, value in names.items()))
            cookies = "; ".join(f"{name}={value}" for name, value in boss.http.cookies.items())
            asks = [command, "--config-file", str(config), "run", f"{room.room.address}/api/openapi.json"]
            asks += ["-H", f"Cookie: {cookies}", "-H", f"x-csrftoken: {boss.http.cookies['csrftoken']}"]
            asks += ["--max-time", str(given.seconds), "--seed", str(given.seed), "--exclude-checks", UNTOLD]
            asks += [word for path in LEFT_OUT for word in ("--exclude-path", path)]
            wrong |= subprocess.run([*asks, *rest], check=False, cwd=folder).returncode != 0
    faults, holds = room.faults.found, audit(room.room.server.halls["play"].house.books).holds
    room.close()
    print(f"{len(faults)} faults of the server, the books {'hold' if holds else 'do not hold'}")
    print("\n\n".join(faults))
    return int(wrong or bool(faults) or not holds)


if __name__ == "__main__":
    sys.exit(main())
