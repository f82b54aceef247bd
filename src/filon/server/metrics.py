"""Counts for Prometheus; no names, no notation."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from filon.thinking.brain import Brain


class Thinking(Collector):
    """What a brain has counted by itself, read when somebody asks."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain

    def collect(self) -> Iterator[Metric]:
        """Thoughts by percentage of the budget, thoughts begun again by why, questions in line."""
        thoughts = CounterMetricFamily("filon_thoughts", "Bots' answers", labels=["budget"])
        for pace, count in sorted(self._brain.thoughts.items()):
            thoughts.add_metric([f"{100 / pace:g}"], count)
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

        self._kept: dict[tuple[Counter, str], Counter] = {}

    def count(self, counter: Counter, label: str) -> None:
        """One more under this label; the library looks it up anew each time."""
        found = self._kept.get((counter, label))
        if found is None:
            found = self._kept[counter, label] = counter.labels(label)
        found.inc()

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self.registry)
