"""Traces of requests, socket messages and commits, with OpenTelemetry (`pip install cardroom[otel]`).

Tracing is off until `start` or `use` is called. While it is off, `span` costs one function call and loads nothing.
Spans never contain names of users, cards or secrets.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from cardroom.errors import InputError
from cardroom.version import version

__all__ = ["ENDPOINTS", "current", "is_wanted", "note", "span", "start", "use"]

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""The variables that name a collector. OpenTelemetry defines them."""
TIMEOUTS = ("OTEL_EXPORTER_OTLP_TIMEOUT", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT")
"""The variables that say how long a collector is waited for."""
PATIENCE = 2.0
"""Seconds to wait for a collector otherwise. A server that closes sends its last spans, and must not be held up."""
_NOTHING: AbstractContextManager[Any] = nullcontext()
_tracer: Any = None


def is_wanted(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the environment names a collector.

    >>> is_wanted({}), is_wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"})
    (False, True)
    """
    disabled = environment.get("OTEL_SDK_DISABLED", "").lower() == "true"
    return not disabled and any(environment.get(name) for name in ENDPOINTS)


def start() -> None:
    """Send spans to the collector that the environment names, if it names one."""
    if not is_wanted():
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ModuleNotFoundError:
        named = next(name for name in ENDPOINTS if os.environ.get(name))
        raise InputError(f"{named} is set, but tracing needs OpenTelemetry. Install cardroom[otel].") from None
    service = os.environ.get("OTEL_SERVICE_NAME", "cardroom")
    provider = TracerProvider(resource=Resource.create({"service.name": service, "service.version": version()}))
    patience = None if any(os.environ.get(name) for name in TIMEOUTS) else PATIENCE
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(timeout=patience)))
    use(provider)


def use(provider: Any) -> None:
    """Create spans with a tracer provider from now on. None switches tracing off."""
    global _tracer  # noqa: PLW0603  # the only one in a process, like the log
    _tracer = provider.get_tracer("cardroom", version()) if provider is not None else None


def span(
    name: str,
    attributes: Mapping[str, Any] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    links: Iterable[Any] = (),
) -> AbstractContextManager[Any]:
    """A span around some work: `with span("commit Join", {...}) as it`. `it` is None while tracing is off.

    With `headers`, it is the span of a request, and its parent is the one that the headers name. `links` are the
    results of `current` elsewhere; a span with links has no parent.
    """
    if _tracer is None:
        return _NOTHING
    from opentelemetry.context import Context  # noqa: PLC0415
    from opentelemetry.propagate import extract  # noqa: PLC0415
    from opentelemetry.trace import Link, SpanKind  # noqa: PLC0415

    # The text of an error may name users.
    options: dict[str, Any] = {"attributes": attributes, "record_exception": False, "set_status_on_exception": False}
    if headers is not None:
        options |= {"context": extract(headers), "kind": SpanKind.SERVER}
    if linked := [Link(each) for each in links if each is not None]:
        options |= {"context": Context(), "links": linked}
    started: AbstractContextManager[Any] = _tracer.start_as_current_span(name, **options)
    return started


def note(it: Any, name: str = "", **attributes: Any) -> None:
    """Add attributes to a span, and rename it. Two underscores in a name are a dot. Without a span, do nothing."""
    if it is None:
        return
    if name:
        it.update_name(name)
    for key, value in attributes.items():
        it.set_attribute(key.replace("__", "."), value)


def current() -> Any:
    """The context of the current span, to link to it; None while tracing is off."""
    if _tracer is None:
        return None
    from opentelemetry.trace import get_current_span  # noqa: PLC0415

    return get_current_span().get_span_context()
