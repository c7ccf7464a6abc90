"""The prompt of the line console stays in sight while messages arrive."""

from __future__ import annotations

import pytest

from ludoteca.terminal.prompt import CLEAR_LINE, PROMPT, Prompt


def test_the_prompt_is_shown_again_after_what_was_printed_while_it_appeared(capsys: pytest.CaptureFixture[str]) -> None:
    prompt = Prompt()
    prompt.print("Your turn.")  # readline has printed the prompt, but not said so yet
    prompt._on_prompt()
    assert capsys.readouterr().out == f"Your turn.\n{CLEAR_LINE}{PROMPT}"
    prompt.print("Bo joins.")
    assert capsys.readouterr().out == f"{CLEAR_LINE}Bo joins.\n{PROMPT}"


def test_a_prompt_that_nothing_followed_is_not_shown_twice(capsys: pytest.CaptureFixture[str]) -> None:
    Prompt()._on_prompt()
    assert capsys.readouterr().out == ""
