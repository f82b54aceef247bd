"""filon-fair-2 by vectors that the page's tests read too: hashes, an honest proof, forged ones."""

import copy
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from commands.test_cli import filon
from filon.commands.verify import read_proof, read_receipts
from filon.core.fair import Frozen, hashed, promise, seed_promise
from filon.core.game import CHANCE, OVER
from filon.core.proof import Fault, check, check_receipts, check_rules
from filon.core.record import read
from filon.core.rng import Rng
from filon.games import load
from support.games import defaults, take

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "support" / "fair_vectors.json").read_text("utf-8")
)


def faults(proof: dict[str, Any]) -> list[Fault]:
    """All faults that `filon verify` finds with the record and the page's stored values."""
    text = json.dumps(proof | {"kept": VECTORS["kept"]})
    told = read_proof(text)
    record = read(VECTORS["record"], load(proof["game"]))
    return check(told) + check_receipts(told, read_receipts(text)) + check_rules(told, record)


def changed(proof: dict[str, Any], changes: list[Any]) -> dict[str, Any]:
    """The proof with other values at these paths."""
    forged = copy.deepcopy(proof)
    for path, value in changes:
        at: Any = forged
        for name in path[:-1]:
            at = at[name]
        at[path[-1]] = value
    return forged


def test_parts_are_hashed_behind_their_lengths() -> None:
    for one in VECTORS["hashed"]:
        plain = b"".join(
            len(part.encode()).to_bytes(4, "big") + part.encode() for part in one["parts"]
        )
        assert hashed(*one["parts"]) == one["hash"] == hashlib.sha256(plain).hexdigest()


@pytest.mark.parametrize("name", ["frozen", "strange"])
def test_the_frozen_values_have_one_serialisation(name: str) -> None:
    told = VECTORS[name]
    value: dict[str, Any] = {
        key: tuple(one) if isinstance(one, list) else one for key, one in told["value"].items()
    }
    frozen = Frozen(**value)
    assert frozen.text() == told["text"]
    assert frozen.hash() == told["hash"]
    assert json.loads(told["text"]) == told["value"]


def test_commitments_and_draws_agree_with_a_second_implementation() -> None:
    """The scheme with nothing of ours but the hash of parts."""
    proof, frozen = VECTORS["proof"], VECTORS["frozen"]["hash"]
    own, seed = VECTORS["opening"], VECTORS["seed"]
    assert promise(frozen, 0, bytes.fromhex(own["opening"])) == own["promise"]
    assert hashed("filon-fair-2", frozen, "0", own["opening"]) == own["promise"]
    assert seed_promise(frozen, bytes.fromhex(seed["seed"])) == seed["promise"]
    assert hashed("filon-fair-2", frozen, seed["seed"]) == seed["promise"]
    assert proof["listed"] == [own["promise"], "none", "none", seed["promise"]]
    mix = hashed(*proof["listed"], *proof["entropy"])
    assert mix == VECTORS["mix"]
    draw = proof["draws"][1]
    message = f"filon-fair-2|{proof['match']}|{mix}|{draw['n']}|0".encode()
    digest = hmac.new(bytes.fromhex(seed["seed"]), message, hashlib.sha256).digest()
    left = int.from_bytes(digest[:8], "big") % sum(draw["weights"])
    at = next(i for i in range(99) if sum(draw["weights"][: i + 1]) > left)
    assert draw["legal"][at] == draw["step"]


def test_the_honest_proofs_pass_in_both_schemes() -> None:
    assert faults(VECTORS["proof"]) == []
    assert check(read_proof(json.dumps(VECTORS["first"]))) == []


@pytest.mark.parametrize("forged", VECTORS["forged"], ids=lambda one: one["name"])
def test_a_forged_proof_is_refused(forged: dict[str, Any]) -> None:
    found = faults(changed(VECTORS["proof"], forged["changes"]))
    assert sorted({fault.kind for fault in found}) == forged["terminal"]
    assert forged["terminal"]


def test_the_terminal_says_what_it_checked_and_what_not(tmp_path: Path) -> None:
    proof, record = tmp_path / "proof.json", tmp_path / "record.txt"
    proof.write_text(json.dumps(VECTORS["proof"]), "utf-8")
    record.write_text(VECTORS["record"], "utf-8")
    alone = filon("verify", str(proof))
    assert alone.returncode == 0
    assert "1 device promised its number" in alone.stdout
    assert "cancelled once" in alone.stdout
    assert "Not checked: whether these were the outcomes and chances" in alone.stdout
    assert "Not checked: whether this list is the one you saw" in alone.stdout
    assert "Never proven" in alone.stdout
    proof.write_text(json.dumps(VECTORS["proof"] | {"kept": VECTORS["kept"]}), "utf-8")
    both = filon("verify", str(proof), str(record))
    assert both.returncode == 0
    assert "Not checked" not in both.stdout
    assert "what the rules give" in both.stdout
    first = VECTORS["first"]
    proof.write_text(json.dumps(first), "utf-8")
    assert "Nobody promised a number" in filon("verify", str(proof)).stdout


def test_a_verb_is_for_chance_or_for_seats_only() -> None:
    """The page has no rules: by its verb it finds a draw that a proof leaves out."""
    hands: dict[tuple[str, str], bool] = {}
    for box in defaults():
        state, rng = box.start(), Rng(1)
        while state.actor() != OVER:
            step = take(state, rng)
            verb = (box.slug, box.spec.layout.text(step).split()[0])
            chance = state.actor() == CHANCE
            assert hands.setdefault(verb, chance) == chance
            state.apply(step)
