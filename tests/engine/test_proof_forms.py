"""Proofs on the wire and in the database are written as version 0.2 wrote them first."""

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from filon.app.serialize import as_json
from filon.commands.verify import read_proof
from filon.core.proof import Part, Proof, prove
from filon.core.record import Record
from filon.protocol.play import Pact
from filon.store.encoding import PART, header_fields, header_from

FORMS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "support" / "proof_forms.json").read_text("utf-8")
)
HEADER = header_from(FORMS["row"])


def proven() -> Proof:
    """The proof of the match."""
    record = Record(HEADER.begun(), FORMS["steps"])
    return prove(HEADER.match_id, [*HEADER.earlier, HEADER.part()], record)


def test_a_stored_match_is_written_back_byte_for_byte() -> None:
    fields = header_fields(HEADER, "claim_it")
    assert {name: fields[name] for name in FORMS["row"]} == FORMS["row"]
    assert [part.since for part in HEADER.earlier] == [0]
    assert HEADER.earlier[0].opened() == [0]


def test_every_field_of_a_part_is_in_the_proof_and_in_the_store() -> None:
    kinds = {field.name: field.type for field in fields(Part)}
    proof = {field.name: field.type for field in fields(Proof)}
    assert {name: proof.get(name) for name in kinds} == kinds
    assert set(PART) == set(kinds)
    part = replace(HEADER.earlier[0], since=3)
    assert all(vars(part).values())  # none is what a missing field would be read as
    assert Part.read(vars(part)) == part


def test_a_proof_and_the_list_before_it_are_sent_byte_for_byte() -> None:
    assert as_json(proven()).decode() == FORMS["proof"]
    pact = Pact(
        match=2,
        round="r",
        frozen=HEADER.frozen(),
        restarts=HEADER.restarts,
        late=[],
        listed=list(HEADER.listed()),
    )
    assert as_json(pact).decode() == FORMS["pact"]


def test_a_saved_proof_reads_as_the_one_that_was_sent() -> None:
    assert read_proof(FORMS["proof"]) == proven()
    capitals = json.loads(FORMS["proof"])
    capitals["entropy"] = [number.upper() for number in capitals["entropy"]]
    assert read_proof(json.dumps(capitals)) == proven()
    assert read_proof(json.dumps(capitals | {"match": "other-2"})) == replace(
        proven(), match="other-2"
    )
