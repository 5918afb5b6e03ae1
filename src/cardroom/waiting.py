"""Waiting for a future for a limited time."""

import asyncio

__all__ = ["wait_within", "wake"]


async def wait_within(seconds: float, future: asyncio.Future[None]) -> None:
    """Wait for a future, for at most `seconds`. Unlike `wait_for`, this creates no task."""
    timer = asyncio.get_running_loop().call_later(seconds, wake, future)
    try:
        await future
    finally:
        timer.cancel()


def wake(future: asyncio.Future[None]) -> None:
    """End the wait for a future."""
    if not future.done():
        future.set_result(None)
