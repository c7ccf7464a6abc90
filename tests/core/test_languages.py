"""Languages: which one a reader gets, how it writes numbers and lists, and what stands in for a missing sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game_texts import GameTexts, describe_options
from ludoteca.core.languages import (
    MAX_HEADER,
    PSEUDO,
    PSEUDO_SETTING,
    choose_language,
    format_enumeration,
    format_list,
    format_number,
    format_unit,
    plural_form,
    pseudo_translate,
    read_accept_language,
    read_environment,
)
from ludoteca.core.registry import find_game, game_names, known_languages
from ludoteca.core.translations import Refusal, Text, Translations, nested, read_translations, shared_translations

OURS = ("de", "en", "fi", "fr")


def test_four_languages_are_known_and_the_pseudo_language_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert known_languages() >= set(OURS)
    assert PSEUDO not in known_languages()
    monkeypatch.setenv(PSEUDO_SETTING, "1")
    assert PSEUDO in known_languages()


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("fi", "fi"),
        ("fi-FI,fi;q=0.9,en;q=0.8", "fi"),
        ("sv, de-AT;q=0.7, en;q=0.9", "en"),
        ("sv, de_CH", "de"),
        ("FR-ca", "fr"),
        ("fr;q=0, de", "de"),
        ("", None),
        ("*", None),
        ("xx, ../../etc/passwd, fi;q=nonsense", None),
        ("x" * 10_000 + ",fi", None),
        ("," * 10_000 + "fi", None),
    ],
)
def test_the_header_of_a_browser_chooses_the_language(header: str, wanted: str | None) -> None:
    assert choose_language(read_accept_language(header), OURS) == wanted
    assert sum(map(len, read_accept_language(header))) <= MAX_HEADER


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"LANG": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_DE@euro"}, "de"),
        ({"LANG": "de_DE", "LANGUAGE": "sv:fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, None),
        ({}, None),
    ],
)
def test_the_environment_chooses_the_language_of_a_terminal(environment: dict[str, str], wanted: str | None) -> None:
    assert choose_language(read_environment(environment), OURS) == wanted


@pytest.mark.parametrize("language", OURS)
def test_lists_of_any_length_are_joined(language: str) -> None:
    for items in ([], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]):
        for join in (format_list, format_enumeration):
            joined = join(language, items)
            assert [item for item in items if item in joined] == items
    assert (
        format_list(language, ["Ada", "Bo"]).split()[1] == {"de": "und", "en": "and", "fi": "ja", "fr": "et"}[language]
    )


def test_numbers_plurals_and_durations_are_those_of_the_language() -> None:
    assert [format_number("fi", number) for number in (3, -3, 2592000)] == ["3", "-3", "2592000"]
    assert format_number("de", 0.5) == "0,5"
    assert [plural_form("fr", count) for count in (0, 1, 2)] == ["one", "one", "other"]
    assert [plural_form("en", count) for count in (0, 1, 2)] == ["other", "one", "other"]
    assert [format_unit("de", count, "day") for count in (1, 3)] == ["1 Tag", "3 Tage"]


def test_a_code_with_plural_forms_takes_that_of_the_count() -> None:
    words = Translations({"cards_one": "{count} carte", "cards_other": "{count} cartes"}, language="fr")
    assert [words.format(Text("cards", {"count": count})) for count in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert words.format(Text("cards")) == "cards"


def test_english_stands_in_for_each_missing_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "half_translated" / "page" / "locales"
    folder.mkdir(parents=True)
    (tmp_path / "half_translated" / "__init__.py").touch()
    (folder / "en.json").write_text(json.dumps({"one": "One", "two": "Two"}))
    (folder / "fi.json").write_text(json.dumps({"one": "Yksi"}))
    monkeypatch.syspath_prepend(tmp_path)
    words = read_translations("half_translated").to("fi")
    assert [words.format(Text(code)) for code in ("one", "two", "game_over")] == [
        "Yksi",
        "Two",
        shared_translations("fi").find("game_over"),
    ]
    assert words.to("sv").format(Text("one")) == "One"
    assert words.to("../../etc/passwd").format(Text("one")) == "One"


def test_texts_within_texts_roles_guests_and_options_are_translated() -> None:
    game = find_game("flooding")
    german = game.translations.to("de")
    assert german.format(Text("table_seated", {"name": "Guest 2", "role": "weather"})).startswith("Gast 2")
    assert "Wetter" in german.format(Text("table_seated", {"name": "Ada", "role": "weather"}))
    assert german.format(Text("table_options_set", {"options": {"size": 6}})).endswith("Insel: 6 × 6.")
    outer = Text("record_move", {"number": 1, "move": "x", "reason": nested(Refusal("game_over"))})
    assert str(german.find("game_over")) in german.format(outer)
    assert german.format_params(outer.params)["reason"] == german.find("game_over")


@pytest.mark.parametrize("language", ["de", "fi", "fr"])
@pytest.mark.parametrize("name", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_a_game_speaks_of_itself_in_every_language(name: str, language: str) -> None:
    game = find_game(name)
    texts, english = GameTexts(game, language), GameTexts(game, "en")
    assert texts.about != english.about
    assert game.rules_in(language) != game.rules_in("en") == game.rules()
    for bot in game.levels:
        assert texts.bot_about(bot) != english.bot_about(bot)
        assert texts.level_name(bot) != english.level_name(bot)
    options = game.check_options(None)
    assert len(describe_options(game, options, language)) == len(options)


def test_an_error_has_its_english_sentence_and_any_other() -> None:
    error = LudotecaError(Refusal("game_over"))
    assert str(error) == "The game is over."
    assert error.sentence_in("fi") == shared_translations("fi").find("game_over") != error.sentence


def test_the_pseudo_language_keeps_placeholders_and_is_longer() -> None:
    changed = pseudo_translate("{player} lays {tile} with `rf@e5`.")
    assert "{player}" in changed
    assert "{tile}" in changed
    assert "`rf@e5`" in changed
    assert len(changed) > len("{player} lays {tile} with `rf@e5`.") + 4
    assert shared_translations(PSEUDO).format(Text("game_over")).startswith("[")


def test_importing_and_an_english_text_do_not_wait_for_babel() -> None:
    code = "import sys, ludoteca; ludoteca.game('waffe').new(seed=1); sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_game_of_this_machine_has_a_name_for_each_seat_in_every_language() -> None:
    for name in game_names():
        game = find_game(name)
        for language in OURS:
            assert all(game.seat_name(seat, language) for seat in range(game.seats[1]))
