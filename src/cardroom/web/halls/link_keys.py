"""Keys of the links to private tables. They are computed from a secret of the room, so no database contains them."""

import base64
import hmac

import msgspec

__all__ = ["LinkKeys"]


class LinkKeys:
    """The keys of a room's links.

    >>> keys = LinkKeys("a secret")
    >>> keys.fits(keys.of("play", "table 7"), "play", "table 7"), keys.fits("guessed", "play", "table 7")
    (True, False)
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, hall: str, table: str) -> str:
        """The key of a table, with 144 bits."""
        code = hmac.new(self._secret, msgspec.json.encode((hall, table)), "sha256").digest()
        return base64.urlsafe_b64encode(code[:18]).decode()

    def fits(self, key: str, hall: str, table: str) -> bool:
        """Whether a key is that of a table."""
        return hmac.compare_digest(key.encode(), self.of(hall, table).encode())
