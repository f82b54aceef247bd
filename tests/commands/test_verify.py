"""`filon verify`: an honest match passes, and every kind of cheating is named with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from commands.test_cli import filon
from filon.core.fair import FIRST, Fair, commitment
from filon.core.game import CHANCE, OVER
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs

SEED = bytes(range(32))
ENTROPY = ["00ff", ""]


def honest(slug: str) -> tuple[dict[str, Any], Record]:
    """A match of two as a table would draw it, its proof and its record."""
    spec, rng = load(slug), Rng(slug)
    fair = Fair(SEED, "m-1", [bytes.fromhex(part) for part in ENTROPY])
    options = spec.agree({})
    state, kept = spec.start(2, options), Record(agreed(spec, 2, options))
    draws = []
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            legal, weights = state.legal(), state.weights()
            step = legal[fair.draw(len(kept.steps), weights)]
            names = [spec.layout.text(one) for one in legal]
            draws.append({"n": len(kept.steps), "legal": names, "weights": weights,
                          "step": spec.layout.text(step)})  # fmt: skip
        else:
            step = state.pick(rng)
        kept.steps.append(spec.layout.text(step))
        state.apply(step)
    proof = {"scheme": FIRST, "match": "m-1", "game": slug, "edition": spec.edition, "players": 2,
             "commitment": commitment(SEED), "seed": SEED.hex(), "entropy": ENTROPY,
             "draws": draws}  # fmt: skip
    return proof, kept


def saved(folder: Path, proof: dict[str, Any], kept: Record) -> tuple[str, str]:
    """Write proof and record to files."""
    files = folder / "proof.json", folder / "record.txt"
    files[0].write_text(json.dumps(proof), "utf-8")
    files[1].write_text(kept.text(), "utf-8")
    return str(files[0]), str(files[1])


@pytest.mark.parametrize("slug", slugs())
def test_an_honest_match_passes_and_it_is_said_what_was_checked(tmp_path: Path, slug: str) -> None:
    proof, kept = honest(slug)
    files = saved(tmp_path, proof, kept)
    number = len(proof["draws"])
    done = filon("verify", *files, "--commitment", commitment(SEED).upper())
    assert done.returncode == 0
    assert "fingerprint you noted" in done.stdout
    assert f"{number} of {number} draw" in done.stdout
    assert "what the rules give" in done.stdout
    alone = filon("verify", files[0])
    assert alone.returncode == 0
    assert "told in the proof" in alone.stdout
    assert "Not checked" in alone.stdout
    assert "what the rules give" not in alone.stdout


def test_a_changed_die_is_found(tmp_path: Path) -> None:
    proof, kept = honest("claim_it")
    draw = proof["draws"][3]
    draw["step"] = next(one for one in draw["legal"] if one != draw["step"])
    done = filon("verify", saved(tmp_path, proof, kept)[0])
    assert done.returncode == 1
    number = len(proof["draws"])
    assert f"Step {draw['n']}: “{draw['step']}” was not drawn" in done.stdout
    assert f"{number - 1} of {number} draws follow" in done.stdout


def test_a_changed_seed_is_found_and_does_not_fill_the_screen(tmp_path: Path) -> None:
    proof, kept = honest("claim_it")
    files = saved(tmp_path, proof | {"seed": SEED[::-1].hex()}, kept)
    done = filon("verify", *files)
    assert done.returncode == 1
    assert "The seed is not the promised one" in done.stdout
    assert "more." in done.stdout
    assert len(done.stdout.splitlines()) < 20
    noted = filon("verify", *saved(tmp_path, proof, kept), "--commitment", "ab" * 32)
    assert noted.returncode == 1
    assert "ab" * 32 in noted.stdout.replace("\n", "")


def test_weighted_dice_are_found_with_the_record(tmp_path: Path) -> None:
    """Lists that favour someone can agree with the seed: only the rules tell."""
    proof, kept = honest("claim_it")
    draw = proof["draws"][1]
    draw["legal"], draw["weights"] = [draw["step"]], [1]
    files = saved(tmp_path, proof, kept)
    assert filon("verify", files[0]).returncode == 0
    done = filon("verify", *files)
    assert done.returncode == 1
    assert f"Step {draw['n']}: the outcomes listed" in done.stdout


def test_a_swapped_step_a_missing_draw_and_another_game_are_found(tmp_path: Path) -> None:
    proof, kept = honest("claim_it")
    spec = load("claim_it")
    last = proof["draws"][-1]
    other = next(one for one in last["legal"] if one != last["step"])
    swapped = Record(kept.setup, [*kept.steps[: last["n"]], other])
    done = filon("verify", *saved(tmp_path, proof, swapped))
    assert done.returncode == 1
    assert f"Step {last['n']}: the proof says “{last['step']}”, the record says" in done.stdout
    short = proof | {"draws": proof["draws"][:-1]}
    done = filon("verify", *saved(tmp_path, short, kept), lang="fr")
    assert done.returncode == 1
    assert f"Coup {last['n']}" in done.stdout
    assert "passe sous silence" in done.stdout
    extra = proof | {"draws": [*proof["draws"], last | {"n": 99_999}]}
    assert "Step 99999: the proof tells" in filon("verify", *saved(tmp_path, extra, kept)).stdout
    butin = filon("verify", *saved(tmp_path, proof | {"game": "butin"}, kept))
    assert butin.returncode == 1
    assert f"The proof is of butin {spec.edition} 2" in butin.stdout


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"scheme": 1}', "first 0"])
def test_a_file_that_is_no_proof_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text, "utf-8")
    done = filon("verify", str(file))
    assert done.returncode == 2
    assert "not the proof of a match" in done.stderr
    assert filon("verify", str(tmp_path / "none")).returncode == 2


def test_an_unknown_scheme_is_named(tmp_path: Path) -> None:
    proof, kept = honest("claim_it")
    done = filon("verify", saved(tmp_path, proof | {"scheme": "dice-2"}, kept)[0])
    assert done.returncode == 1
    assert "“dice-2”" in done.stdout
