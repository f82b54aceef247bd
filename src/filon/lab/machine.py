"""What a measurement was made on: enough to compare, nothing that names a person or a place."""

import datetime
import os
import platform
from pathlib import Path

from filon.build_info import this_build


def machine() -> dict[str, str]:
    """Date, processor, cores, memory, system and Python."""
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu": _cpu(),
        "cores": str(os.cpu_count() or 1),
        "memory": _memory(),
        "os": _system(),
        "python": platform.python_version(),
        "build": str(this_build()),
    }


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return "unknown"
    return f"{round(pages / 2**30)} GB"


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.release()}"
