"""Monitoring: counts for Prometheus, without names and notation, and the readiness probe."""

import asyncio
import time
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from filon.store.contract import TableStore, Unavailable
from filon.thinking.brain import Brain

PATIENCE = 0.5  # seconds until a silent store counts as away; a probe answers within a second
FRESH = 1.0  # seconds an answer stays true: frequent probes cost nothing


class Thinking(Collector):
    """Collects what a brain has counted, when Prometheus asks."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain

    def collect(self) -> Iterator[Metric]:
        """Thoughts by percentage of the budget, thoughts begun again by why, questions in line."""
        thoughts = CounterMetricFamily("filon_thoughts", "Bots' answers", labels=["budget"])
        for divisor, count in sorted(self._brain.thoughts.items()):
            thoughts.add_metric([f"{100 / divisor:g}"], count)
        failures = CounterMetricFamily("filon_failures", "Thoughts begun again", labels=["why"])
        for why, count in sorted(self._brain.failures.items()):
            failures.add_metric([why], count)
        waiting = GaugeMetricFamily("filon_questions", "In line", self._brain.waiting)
        yield from (thoughts, failures, waiting)


class Metrics:
    """One registry per server."""

    def __init__(self, brain: Brain) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(Thinking(brain))
        self.acts = Counter("filon_acts_total", "Acts taken", ["type"], registry=self.registry)
        self.looks = Counter(
            "filon_looks_total", "Asked and nothing stored", ["type"], registry=self.registry
        )
        self.refusals = Counter(
            "filon_refusals_total", "Requests refused", ["code"], registry=self.registry
        )
        self.seconds = Histogram(
            "filon_act_seconds",
            "Time from an act to its being stored",
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )
        self.sockets = Gauge("filon_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("filon_tables", "Tables in memory", registry=self.registry)

        self._children: dict[tuple[Counter, str], Counter] = {}

    def count(self, counter: Counter, label: str) -> None:
        """Count one more under this label; the library would look the child up each time."""
        child = self._children.get((counter, label))
        if child is None:
            child = self._children[counter, label] = counter.labels(label)
        child.inc()

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self.registry)


class Readiness:
    """Whether the store takes writes: proven by writing a mark, one at a time."""

    def __init__(self, store: TableStore, patience: float = PATIENCE, fresh: float = FRESH) -> None:
        self._store = store
        self._patience = patience
        self._fresh = fresh
        self._proven = -fresh
        self._writing: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Unavailable unless the store has just taken a write."""
        if time.monotonic() - self._proven < self._fresh:
            return
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())
        writing = self._writing
        # Not wait_for: a caller that leaves must not cancel the write.
        done, _ = await asyncio.wait({writing}, timeout=self._patience)
        if not done:
            raise Unavailable("the store does not answer")
        writing.result()

    async def _write(self) -> None:
        try:
            await self._store.set_meta("ready", str(time.time_ns() // 1_000_000))
            self._proven = time.monotonic()
        finally:
            self._writing = None
