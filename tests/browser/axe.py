"""What axe finds in a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

# Something that fades in would be read as poor contrast.
SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
  const runs = (one) => one.playState === "running" && ends(one); // what has ended may stay listed
  for (let left; (left = document.getAnimations().filter(runs)).length; await frame())
    await Promise.allSettled(left.map((one) => one.finished));
}"""


def serious(page: Page) -> list[str]:
    """The serious and critical findings, one line each; none is the aim."""
    page.evaluate(SETTLED)
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE.read_text("utf-8") + ";0")
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
