"""The page with its Python as a folder for any static web host: `make site` writes dist/site."""

import shutil
import sys
from pathlib import Path

import device
import page
from stage import ROOT, say

SITE = ROOT / "dist" / "site"
# The server sends this as a header; here the page says it itself.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def write(site: Path = SITE) -> Path:
    """Write the whole folder from the built page."""
    page.build()
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(page.PAGE, site, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    front = site / "index.html"
    text = front.read_text("utf-8").replace('="/', '="./')
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
        '    <meta name="filon-line" content="device" />\n    <title>'
    )
    front.write_text(text.replace("<title>", head, 1), "utf-8")
    device.listed(site, alone=True)
    return site


if __name__ == "__main__":
    made = write(Path(sys.argv[1]).resolve() if sys.argv[1:] else SITE)
    size = sum(file.stat().st_size for file in made.rglob("*") if file.is_file())
    place = made.relative_to(ROOT) if made.is_relative_to(ROOT) else made
    say(f"  {place} is ready: {size / 1e6:.1f} MB. Any static web server plays it, such as")
    say(f"  python3 -m http.server --directory {place}")
