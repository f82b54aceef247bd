"""How a message says what its fields may hold: pydantic checks it wherever it is installed.

A page that plays without a server has no pydantic: there the marks only stand beside the types,
messages come from our own page, and the match judges every step of them as it always does.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import BeforeValidator, ConfigDict, Field
else:
    try:
        from pydantic import BeforeValidator, ConfigDict, Field
    except ImportError:
        BeforeValidator = ConfigDict = Field = lambda *said, **more: (said, *more.items())

__all__ = ["BeforeValidator", "ConfigDict", "Field"]
