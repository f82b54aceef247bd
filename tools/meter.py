"""Processor time of a process's descendants, also of those that no process waits for.

Chromium's own processes are such: `os.wait4` is told nothing of them. Without /proc (macOS) nothing
is seen, and what `os.wait4` tells has to do.
"""

import os
from pathlib import Path

Process = tuple[int, int]  # its number, and when it began: numbers are given out again
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Meter:
    """Adds up the time of a process and its descendants at each call of `look`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.used: dict[Process, int] = {}

    @property
    def seconds(self) -> float:
        """Processor seconds, as of the last look at each process."""
        return sum(self.used.values()) / TICKS

    def look(self, processes: "dict[int, Sample]") -> None:
        """Record the present time of each process; orphans stay in the sum."""
        family = {pid for pid, began in self.used if pid in processes
                  and processes[pid].began == began} | {self.pid}  # fmt: skip
        grown = True
        while grown:
            children = {pid for pid, sample in processes.items() if sample.parent in family}
            grown = not children <= family
            family |= children
        for pid in family & processes.keys():
            self.used[pid, processes[pid].began] = processes[pid].ticks


class Sample:
    """One process at one moment, read from its line in /proc."""

    def __init__(self, line: str) -> None:
        fields = line.rpartition(")")[2].split()  # the name before it may hold spaces
        self.parent, self.began = int(fields[1]), int(fields[19])
        self.ticks = int(fields[11]) + int(fields[12])


def processes(proc: Path = Path("/proc")) -> dict[int, Sample]:
    """Every process of this machine; none where there is no /proc."""
    samples = {}
    for file in proc.glob("[0-9]*/stat"):
        try:
            samples[int(file.parent.name)] = Sample(file.read_text("utf-8", "replace"))
        except OSError:
            continue  # it has just ended
    return samples
