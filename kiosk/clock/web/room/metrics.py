"""The clock's figures for a monitoring system. Access to them requires their own token, or a sign-in that may view
them."""

from fastapi import Request
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from kiosk.clock.web.answers import Asking, context_of, token_of
from kiosk.clock.web.operations import Example, Operations
from kiosk.clock.web.prometheus import metrics_of

METRICS = CONTENT_TYPE_PLAIN_0_0_4
"""The media type of the response."""

metrics = Operations()


def is_scraper(request: Request) -> bool:
    """Whether the request has the token for metrics from the settings."""
    return context_of(request).service.access.keys.is_scraper(token_of(request))


@metrics.operation(
    "GET", "/metrics", may="look", accept=is_scraper, media=METRICS,
    summary="The clock's figures in the text format of Prometheus, by the settings' `metrics_token` too",
    examples=(Example("over"),),
)  # fmt: skip
async def read_metrics(ask: Asking) -> bytes:
    return generate_latest(metrics_of(ask.service))
