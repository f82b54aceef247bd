"""Counts for Prometheus; no names, no notation."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """One registry per server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
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

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self.registry)
