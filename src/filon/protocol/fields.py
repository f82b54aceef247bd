"""What the fields of messages may hold. pydantic checks it wherever it is installed.

A page that plays without a server has no pydantic: there the marks only stand beside the types,
messages come from our own page, and the match judges every step of them as it always does.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, get_args

from filon.match.seating import NAME_LENGTH
from filon.match.settings import TITLE_LENGTH

Message = TypeVar("Message")
__all__ = ["BeforeValidator", "ConfigDict", "Field"]

if TYPE_CHECKING:
    from pydantic import BeforeValidator, ConfigDict, Field
else:
    try:
        from pydantic import BeforeValidator, ConfigDict, Field
    except ImportError:
        BeforeValidator = ConfigDict = Field = lambda *said, **more: (said, *more.items())


class Written(Generic[Message]):
    """A part of a message that is JSON already; its type is that of the part."""

    def __init__(self, json: str) -> None:
        self.json = json

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and self.json == other.json

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return handler(get_args(source)[0])


def whole(given: object) -> object:
    """A number without a fraction is whole, however it is written: JSON knows no other."""
    return int(given) if isinstance(given, float) and given.is_integer() else given


Whole = BeforeValidator(whole)
Text = Annotated[str, Field(max_length=80)]
Name = Annotated[str, Field(max_length=NAME_LENGTH)]  # a new name
KnownName = Text  # a name to look up: older ones may be longer than new ones
Title = Annotated[str, Field(max_length=TITLE_LENGTH)]
Seat = Annotated[int, Whole, Field(strict=True, ge=0, le=14)]
Count = Annotated[int, Whole, Field(strict=True, ge=0, le=1_000_000)]
Entropy = Annotated[str, Field(max_length=64, pattern="^([0-9a-f]{2})*$")]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$", max_length=64)]
Delay = Annotated[int, Whole, Field(strict=True, ge=0, le=60)]
Eyes = Annotated[str, Field(pattern=r"^(all|none|\d{1,2})$", max_length=4)]  # none: a spectator's
RECORD = 256 * 1024  # signs of a game that is brought to be seen again
Value = bool | int | Text
Options = Annotated[dict[Text, Value], Field(max_length=20)]
Steps = Annotated[list[Text], Field(min_length=1, max_length=12)]


class Closed:
    """A message whose fields are all known; anything more is refused, not skipped."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


View: TypeAlias = dict[str, Any]
Seen: TypeAlias = Mapping[str, Any]
Secret = Annotated[str, Field(min_length=16, max_length=64)]
Passphrase = Annotated[str, Field(max_length=200)]
