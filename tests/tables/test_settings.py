"""The settings of a table: stated as the table has them, as a client sends them, as a column."""

from dataclasses import fields

import pytest

from filon.core.errors import Refusal
from filon.match.settings import ShownSettings, TableSettings, TimeSettings
from filon.protocol.tables import NewTable, SetOptions, SettingsChange, TableInfo, Time
from filon.store.schema import TABLES


def names(kind: type) -> set[str]:
    return {field.name for field in fields(kind)}


def test_a_client_may_send_every_setting_and_leave_it_out() -> None:
    assert names(SettingsChange) == names(TableSettings)
    assert {field.default for field in fields(SettingsChange)} == {None}
    assert issubclass(NewTable, SettingsChange)
    assert issubclass(SetOptions, SettingsChange)


def test_every_setting_is_kept_and_shown() -> None:
    assert names(ShownSettings) <= {column.name for column in TABLES.columns}
    assert names(ShownSettings) <= names(TableInfo)
    assert names(TimeSettings) <= names(Time)
    assert names(ShownSettings) | names(TimeSettings) == names(TableSettings)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"pace": "hasty"}, "message"),
        ({"clock": "sand"}, "message"),
        ({"stand_in": "nobody"}, "bot"),
        ({"title": "x" * 41}, "name"),
    ],
)
def test_a_setting_that_does_not_exist_is_refused(values: dict[str, str], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        TableSettings().changed(**values)
    assert refused.value.code == code
