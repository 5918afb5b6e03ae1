"""Certificates of the built-in rule sets: the files that `cardroom certify` writes.

A certificate is computed on the first request, by the process that computes exact figures. It is cached until the
server closes.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from cardroom.analysis import has_analysis
from cardroom.errors import InputError
from cardroom.play.game import Game
from cardroom.web.api.context import HttpRequest, address, game_named, workers_of
from cardroom.web.people import RateLimiter, token_scope

__all__ = ["CertificatesApi"]

TYPES = {"html": "text/html", "json": "application/json"}
TYPES |= dict.fromkeys(("lines.csv", "wagers.csv"), "text/csv")
_MADE = RateLimiter(most=10, a_second=10 / 60)
"""Limit of certificates for one address."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class CertificateState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a certificate."""

    state: Literal["made", "in progress", "not made yet", "none"]
    why: str = ""
    files: list[str] = []


class CertificatesApi(Controller):
    """Certificates."""

    path = "/games/{slug:str}/{rules:str}/certificate"
    tags = ("lobby",)
    opt = token_scope("read")

    @get("/", sync_to_thread=False)
    def state(self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str]) -> CertificateState:
        """The state of a certificate: made, in progress, not made yet, or none if the game has no exact analysis."""
        return _state(request, game_named(slug, rules))

    @post("/", status_code=202, sync_to_thread=False)
    def make(self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str]) -> CertificateState:
        """Start to compute the certificate, if it does not exist. It takes between a second and a minute."""
        wanted = game_named(slug, rules)
        if not has_analysis(wanted.rules):
            raise InputError(f"{wanted.rules.name} has no exact analysis, so there is no certificate.")
        _MADE.check(address(request))
        workers_of(request).certificate(wanted, make=True)
        return _state(request, wanted)

    @get("/{kind:str}", sync_to_thread=False)
    def file(
        self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str], kind: FromPath[str]
    ) -> Response[str]:
        """A file of the certificate: `html` to read, `json` with everything, `lines.csv` and `wagers.csv` as tables."""
        made = workers_of(request).certificate(game_named(slug, rules))
        if kind not in TYPES or made is None or not made.done() or made.exception():
            raise NotFoundException(
                f"There is no such file. Create the certificate first (POST). Its files are {', '.join(TYPES)}."
            )
        text = made.result()[kind]
        headers = {}
        if style := _STYLE.search(text) if kind == "html" else None:
            digest = b64encode(sha256(style[1].encode()).digest()).decode()
            headers["content-security-policy"] = (
                f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"
            )
        else:
            headers["content-disposition"] = f'attachment; filename="{slug}.{rules}.{kind}"'
        return Response(text, headers=headers, media_type=TYPES[kind])


def _state(request: HttpRequest, wanted: Game) -> CertificateState:
    if not has_analysis(wanted.rules):
        return CertificateState("none", "it has no exact analysis")
    made = workers_of(request).certificate(wanted)
    if made is None:
        return CertificateState("not made yet")
    if not made.done():
        return CertificateState("in progress")
    if error := made.exception():
        return CertificateState("none", str(error))
    return CertificateState("made", files=[*TYPES])
