"""The user of a server: HTTP requests with a session, and connections to its halls."""

from __future__ import annotations

import contextlib
import ssl
from collections import deque
from collections.abc import AsyncIterator
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from cardroom.client.answers import Me
from cardroom.client.connection import Connection, Unreachable
from cardroom.errors import InputError

if TYPE_CHECKING:
    import httpx

__all__ = ["Client"]


class Client:
    """A user of a server.

    `async with Client("http://127.0.0.1:8080") as client: await client.guest()`

    If several processes serve the room, pass the addresses of the others too. The client tries the next address when
    one does not answer.
    """

    def __init__(self, address: str, *others: str, seconds: float = 20, token: str = "") -> None:
        """With an access token, no sign-in is needed."""
        import httpx  # noqa: PLC0415  # it takes longer to import than all of this package

        self._addresses = deque(each.rstrip("/") for each in (address, *others))
        self._http = httpx.AsyncClient(base_url=self._addresses[0], timeout=seconds, verify=_trusted())
        self._token = token
        self.cookies: dict[str, str] = {}
        """The cookies of the session, sent to every address."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def get(self, path: str, **query: Any) -> Any:
        """Send a GET request; return the decoded JSON."""
        return await self._call("GET", path, params=query)

    async def post(self, path: str, **body: Any) -> Any:
        """Send a POST request with a JSON body; return the decoded JSON."""
        if self._token:
            return await self._call("POST", path, json=body)
        if "csrftoken" not in self.cookies:
            await self._call("GET", "/api/v1/me")
        return await self._call("POST", path, json=body, headers={"x-csrftoken": self.cookies["csrftoken"]})

    async def _call(self, method: str, path: str, **options: Any) -> Any:
        options["headers"] = options.get("headers", {}) | self._identity()
        import httpx  # noqa: PLC0415

        for left in reversed(range(len(self._addresses))):
            try:
                answer = await self._http.request(method, path, **options)
                break
            except httpx.HTTPError as error:
                address = self._addresses[0]
                self._addresses.rotate(-1)
                self._http.base_url = httpx.URL(self._addresses[0])
                if not left or not isinstance(error, httpx.ConnectError):  # the server may have received it
                    raise Unreachable(f"{address} does not answer: {error or type(error).__name__}") from None
        self._store_cookies(answer)
        if answer.status_code >= 500:
            raise Unreachable(_detail(answer))
        if answer.status_code >= 400:
            raise InputError(_detail(answer))
        return answer.json()

    def _store_cookies(self, answer: httpx.Response) -> None:
        """Store the cookies of a response for all addresses."""
        for each in answer.headers.get_list("set-cookie"):
            name = each.partition("=")[0].strip()
            self.cookies.pop(name, None)
            if value := answer.cookies.get(name):
                self.cookies[name] = value
        self._http.cookies.clear()

    def _identity(self) -> dict[str, str]:
        """The headers that identify the user: the access token, or the cookies of the session."""
        if self._token:
            return {"authorization": f"Bearer {self._token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"cookie": cookies} if cookies else {}

    async def guest(self, name: str = "") -> Me:
        """Sign in as a new guest, with a name of your choice or a random one."""
        me: Me = await self.post("/api/v1/guest")
        if name:
            me = await self.post("/api/v1/guest/name", name=name)
        return me

    async def sign_in(self, name: str, password: str) -> Me:
        """Sign in."""
        me: Me = await self.post("/api/v1/sign-in", name=name, password=password)
        return me

    async def sign_up(self, name: str, password: str) -> Me:
        """Create a user, and sign in."""
        me: Me = await self.post("/api/v1/sign-up", name=name, password=password)
        return me

    @contextlib.asynccontextmanager
    async def enter(self, hall: str = "play", *, mix: bool = True) -> AsyncIterator[Connection]:
        """Connect to a hall. A broken connection is reopened. With `mix`, a player's seed goes into each shuffle."""
        addresses = [f"ws{each.removeprefix('http')}/api/v1/socket/{hall}" for each in self._addresses]
        connection = Connection(addresses, self._identity(), mix=mix)
        await connection.open()
        try:
            yield connection
        finally:
            await connection.close()


@cache
def _trusted() -> ssl.SSLContext:
    """The trusted certificates. They are cached because loading them takes most of a client's startup time."""
    import httpx  # noqa: PLC0415

    return httpx.create_ssl_context()


def _detail(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"The server answered with status {answer.status_code}."
