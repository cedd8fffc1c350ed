"""`open-draw verify FILE`: what it says of a proof, and its status."""

from bot.__main__ import main
from tests.deal.test_proofs import HONEST, set_in, tampered


def test_a_proof_that_holds_is_told_in_words_for_players(tmp_path, capsys):
    file = tmp_path / "hand.proof.json"
    file.write_text(HONEST["hand"], encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "PROVEN"
    assert any(line.endswith("of a deck sealed at 20:14, before anybody's words were known.") for line in lines)


def test_one_that_does_not_is_refused_with_the_reason(tmp_path, capsys):
    file = tmp_path / "hand.proof.json"
    for content, reason in (
        (tampered(HONEST["hand"], set_in("cards", 0, "card", "2c")).encode(), "2♣ is not the card that was sealed in slot"),
        (b"\xff", "it is no text"),
        (b"{}", "The file is damaged"),
    ):
        file.write_bytes(content)
        assert main(["verify", str(file)]) == 1
        said = capsys.readouterr()
        assert said.err.startswith("NOT PROVEN. ")
        assert reason in said.err
        assert "PROVEN" not in said.out
    assert main(["verify", str(tmp_path / "none.json")]) == 2
