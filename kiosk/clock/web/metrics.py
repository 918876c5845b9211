"""The clock's figures for a monitoring system. They need their own token, or a sign-in that may view them."""

from fastapi import APIRouter, Depends, Request, Response
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from kiosk.clock.metrics import metrics_of
from kiosk.clock.web.answers import Asking, check_key, token_of

METRICS = CONTENT_TYPE_PLAIN_0_0_4
"""The media type of the answer."""


async def check_scraper(request: Request) -> None:
    """Raises `Denied` without the token for metrics from the settings or a sign-in that may view metrics."""
    if not request.app.state.service.access.is_scraper(token_of(request)):
        await check_key(request)


metrics = APIRouter(dependencies=[Depends(check_scraper)])
"""The route /api/metrics."""


@metrics.get("/metrics")
async def read_metrics(ask: Asking) -> Response:
    return Response(generate_latest(metrics_of(ask.service)), media_type=METRICS)
