"""How often Python looks for objects that only keep each other alive."""

import gc

NEW = 50_000  # objects that come before it looks among the youngest; Python's own measure is 700


def seldom() -> None:
    """Look seldom, and never again in what is there now: call it before the work begins.

    Views, journals and search trees are thousands of small objects without a cycle among them:
    looking for one took a quarter of the server's time and a sixth of a search's.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, 10, 10)
