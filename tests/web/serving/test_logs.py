"""The server's log holds no secret."""

import ast
import io
import json
import logging
import re
import time
from pathlib import Path

import cardroom
from cardroom.web.halls.table_config import PLAY
from cardroom.web.serving.logs import log_to
from support.browser import Browser, ask, in_memory
from support.server import open_table, running


def test_no_secret_is_in_the_log(often):
    written = io.StringIO()
    loggers = [logging.getLogger(name) for name in ("cardroom", "uvicorn.error")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    log_to(written, "debug")
    try:
        with in_memory() as folder, running(folder) as room:
            table = open_table(room, "table 7", bots=2)
            one = Browser(room).sign_up("ann", "a password of ann's")
            Browser(room).post("/api/v1/sign-in", name="ann", password="not the password")
            Browser(room).post("/api/v1/sign-in", name="a password as a name", password="not the password")
            with one.line() as line:
                line.send(json.dumps({"type": "watch", "table": table}))
                ask(line, "join", table=table, cents=20_000)
                line.send("{nonsense")
                live = room.server.halls[PLAY].room.tables[table]
                while not (stored := live._committed).round:
                    time.sleep(0.01)
                secrets = re.findall(r"[0-9a-f]{32,}", json.dumps(stored.round.shuffle.kept(), default=str))
                secrets = {*secrets} - {stored.round.shuffle.commitment}
            token = one.http.cookies["session"]
            csrf = one.http.cookies["csrftoken"]
            first = room.server.secret
    finally:
        for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    text = written.getvalue()
    assert '"message":"connected"' in text, "there is a log"
    assert secrets
    for secret in (token, csrf, first, "a password of ann's", "not the password", "a password as a name", *secrets):
        assert secret not in text


def test_no_message_has_a_field_that_python_reserves():
    """A call with such a field raises a KeyError, and the work around it fails."""
    reserved = {*vars(logging.makeLogRecord({})), "message", "asctime"}
    for file in (Path(cardroom.__file__).parent / "web").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "extra" and isinstance(node.value, ast.Dict):
                keys = {key.value for key in node.value.keys if isinstance(key, ast.Constant)}
                assert not keys & reserved, f"{file.name}, line {node.value.lineno}"
