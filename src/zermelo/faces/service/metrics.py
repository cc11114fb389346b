"""What an operator can watch: answers, times, workers, and the checks that must not fail."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """One registry for each service, so that two of them can live in one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.answers = Counter(
            "zermelo_answers",
            "Answers by operation and code",
            ["operation", "code"],
            registry=registry,
        )
        self.seconds = Histogram(
            "zermelo_answer_seconds",
            "Time from question to answer",
            ["operation", "lane"],
            buckets=BUCKETS,
            registry=registry,
        )
        self.cached = Counter(
            "zermelo_table_hits", "Answers from a table that was there", registry=registry
        )
        self.shared = Counter(
            "zermelo_answers_shared",
            "Answers that were kept, or worked on for somebody else",
            registry=registry,
        )
        self.tokens_refused = Counter(
            "zermelo_tokens_refused",
            "Requests with a wrong token or none, or too soon after one",
            ["reason"],
            registry=registry,
        )
        self.waiting = Gauge(
            "zermelo_waiting", "Questions in line for a worker", ["lane"], registry=registry
        )
        self.busy = Gauge("zermelo_busy_workers", "Workers at work", ["lane"], registry=registry)
        self.alive = Gauge("zermelo_workers", "Workers that are up", ["lane"], registry=registry)
        self.lost = Counter(
            "zermelo_workers_lost",
            "Workers that ended, and why",
            ["lane", "reason"],
            registry=registry,
        )
        self.jobs = Gauge("zermelo_jobs", "Jobs that are not finished", registry=registry)
        self.checks = Counter(
            "zermelo_self_play_checks",
            "Sampled answers whose line of play was played out",
            ["result"],
            registry=registry,
        )
        self.proofs_failed = Counter(
            "zermelo_proofs_failed",
            "Answers withheld because parity or self-play contradicts them; must stay 0",
            registry=registry,
        )
        for result in ("passed", "skipped", "failed"):
            self.checks.labels(result)

    def text(self) -> bytes:
        """As Prometheus reads it."""
        return generate_latest(self.registry)
