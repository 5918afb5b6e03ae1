"""`python -m fuzz.api`: schemathesis compares the server's behavior with its OpenAPI description, as an operator, with
existing and random names.

From the root of the project: `make fuzz-api`, or `PYTHONPATH=src:tests python -m fuzz.api --seconds 300`. It starts its
own server. At the end the server must have logged no error, and its books must pass an audit.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cardroom.house.audit.store import audit
from fuzz.doors import TABLE, Room
from support.browser import Browser

NAMES = {"hall": "play", "table": TABLE, "slug": "texas-holdem", "rules": "500-club", "other": "standard"}
"""Existing names, which are used besides random ones so that requests reach existing objects."""
LEFT_OUT = ("/api/v1/sign-out",)
"""Requests after which all others would be refused."""
UNTOLD = "allow_header_conformance,negative_data_rejection,positive_data_acceptance"
"""Checks that do not apply: valid requests may be refused, unknown query parameters are ignored, and the framework
itself answers wrong methods."""


def main() -> int:
    """Run schemathesis; exit code 1 if it or the server reports an error."""
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
            asks = [command, "--config-file", str(config), "run", f"{room.room.address}/api/v1/openapi.json"]
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
