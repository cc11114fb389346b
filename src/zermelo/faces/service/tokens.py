"""Who may ask: tokens, compared in constant time; whoever sends wrong ones has to wait."""

from __future__ import annotations

import hmac
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic

from zermelo.faces.service import logs
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem

TRIES_AT_ONCE = 10  # wrong tokens from one address
SECONDS_A_TRY = 6.0  # after which one more may be wrong
MOST_ADDRESSES = 10_000  # that are remembered


@dataclass
class Tries:
    """A token bucket (Turner 1986) of the wrong tokens that one address may still send."""

    left: float
    since: float

    def refill(self, now: float) -> None:
        """What time gives back."""
        self.left = min(TRIES_AT_ONCE, self.left + (now - self.since) / SECONDS_A_TRY)
        self.since = now


class Tokens:
    """The token of a service, and the addresses that did not have it."""

    def __init__(
        self, token: str, metrics: Metrics, clock: Callable[[], float] = monotonic
    ) -> None:
        self.token = token.encode("latin-1")
        self.metrics = metrics
        self.clock = clock
        self.tries: OrderedDict[str, Tries] = OrderedDict()

    def refusal(self, sent: str, address: str) -> ServiceProblem | None:
        """None for the right token; an address that has guessed too often is not even heard."""
        tries = self.tries.get(address)
        if tries is not None:
            tries.refill(self.clock())
            if tries.left < 1:
                return self._refused("throttled", address, _wait(tries))
        if self._is_right(sent):
            return None
        if sent:  # a page that has no token yet is no guess
            self._charge(address)
        return self._refused("wrong" if sent else "missing", address, _no_token())

    def _is_right(self, sent: str) -> bool:
        scheme, _, token = sent.partition(" ")
        same = hmac.compare_digest(token.strip().encode("latin-1"), self.token)
        return same and scheme.casefold() == "bearer"

    def _charge(self, address: str) -> None:
        tries = self.tries.setdefault(address, Tries(TRIES_AT_ONCE, self.clock()))
        tries.left -= 1
        self.tries.move_to_end(address)
        if len(self.tries) > MOST_ADDRESSES:
            self.tries.popitem(last=False)

    def _refused(self, reason: str, address: str, problem: ServiceProblem) -> ServiceProblem:
        self.metrics.tokens_refused.labels(reason).inc()
        logs.log_event("token refused", level=logging.WARNING, reason=reason, client=address)
        return problem


def _no_token() -> ServiceProblem:
    return ServiceProblem(
        "unauthorised",
        "This service asks for a token.",
        field="Authorization",
        fix="Send the header Authorization: Bearer TOKEN.",
    )


def _wait(tries: Tries) -> ServiceProblem:
    seconds = ceil((1 - tries.left) * SECONDS_A_TRY)
    problem = ServiceProblem(
        "throttled",
        "Too many wrong tokens came from this address.",
        field="Authorization",
        fix=f"Ask again in {seconds} seconds.",
    )
    problem.retry_after = seconds
    return problem
