"""What axe finds in a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def serious(page: Page) -> list[str]:
    """The serious and critical findings, one line each; none is the aim."""
    # Animations that fade in would be read as poor contrast.
    page.wait_for_timeout(400)
    page.evaluate(SOURCE.read_text("utf-8") + ";0")
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
