"""What is wrong with a translation is found: codes, placeholders, plural forms, words left in English, rules pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.core.locale_check import check_rules, check_sentences, read_same
from ludoteca.translate import translate

ENGLISH = {"yes": "Yes", "lays": "{player} lays {tile}.", "cards_one": "{count} card", "cards_other": "{count} cards"}
FRENCH = {"yes": "Oui", "lays": "{player} : {tile}.", "cards_one": "{count} carte", "cards_other": "{count} cartes"}


def problems(same: str = "", changes: dict[str, object] | None = None) -> str:
    given = {code: text for code, text in {**FRENCH, **(changes or {})}.items() if text is not None}
    return " ".join(check_sentences(ENGLISH, given, "fr", read_same(same, "fr")))


def test_a_complete_translation_has_no_problems() -> None:
    assert problems() == ""
    assert problems(changes={"cards_many": "{count} de cartes"}) == "", "French has this form for millions"
    assert problems(changes={"cards_one": "une carte"}) == "", "one needs no number"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"yes": None}, "yes is missing."),
        ({"cards_one": None}, "cards_one is missing."),
        ({"cards_few": "x"}, "cards_few is superfluous: fr has no such plural form."),
        ({"maybe": "Peut-être"}, "maybe is superfluous: English has no such code."),
        ({"yes": "Yes"}, "yes is the same as in English"),
        ({"lays": "{player} pose."}, "lays must have the placeholders {player} {tile}, not {player}."),
        ({"lays": "{player} {tuile}"}, "lays must have the placeholders"),
        ({"lays": "{player} {tile"}, "lays has a brace"),
        ({"yes": ""}, "yes is empty in one language only."),
        ({"yes": 3}, "yes must be a text."),
        ({"cards_one": "1 carte"}, "cards_one stands for 0 too, so it must not say 1."),
    ],
)
def test_each_problem_is_named(changes: dict[str, object], words: str) -> None:
    assert words in problems(changes=changes)


def test_words_that_are_the_same_on_purpose_are_listed() -> None:
    assert problems("fr yes", {"yes": "Yes"}) == ""
    assert "is listed as the same in English, but is not" in problems("fr yes")
    assert "same as in English" in problems("de yes", {"yes": "Yes"})


def test_a_rules_page_keeps_headings_pictures_and_tables() -> None:
    page = "# Title\n\nText.\n\n![A move.](step:1 moves:a1)\n\n## More\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert list(check_rules(page, page.replace("Text", "Texte"))) == []
    for change, words in (("## More", "headings"), ("![A move.](step:1 moves:a1)", "picture"), ("| 1 | 2 |", "rows")):
        assert words in " ".join(check_rules(page, page.replace(change, "")))
    assert "picture" in " ".join(check_rules(page, page + "\n![B](step:2)\n"))


def test_the_command_checks_a_file(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text(json.dumps(ENGLISH))
    (tmp_path / "fr.json").write_text(json.dumps(FRENCH))
    (tmp_path / "de.json").write_text(json.dumps({**FRENCH, "yes": "Yes"}))
    run = CliRunner().invoke
    good, bad = (run(translate, ["check", str(tmp_path / f"{language}.json")]) for language in ("fr", "de"))
    assert (good.exit_code, good.output) == (0, "fr.json: nothing is wrong.\n")
    assert bad.exit_code == 1
    assert "yes is the same as in English" in bad.output


@pytest.mark.parametrize(
    ("name", "content"),
    [("en.json", "{}"), ("notes.txt", ""), ("fi.json", "["), ("fi.json", "[]"), ("fi.json", '{"a": "1", "a": "2"}')],
)
def test_a_file_that_is_no_translation_is_refused(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text("{}")
    (tmp_path / name).write_text(content)
    result = CliRunner().invoke(translate, ["check", str(tmp_path / name)])
    assert type(result.exception).__name__ == "TranslationError"
