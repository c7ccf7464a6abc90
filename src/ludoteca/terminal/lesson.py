"""A game's lesson in the terminal: the same steps as on the page."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.lessons import SEPARATOR, Attempt, Lesson, StepTrial
from ludoteca.core.translations import Text
from ludoteca.table.bot_names import NAMES
from ludoteca.terminal.terminal import Terminal
from ludoteca.terminal.texts import game_words, t


class LessonConsole:
    """Plays the steps of a lesson, one after the other."""

    def __init__(self, game: Game[Any], lesson: Lesson, terminal: Terminal, number: int = 1) -> None:
        self._game = game
        self._lesson = lesson
        self._terminal = terminal
        lesson.step(number)
        self._number = number

    def run(self) -> None:
        """Play from the first step on until the learner quits or has finished."""
        last = len(self._lesson.steps)
        self._terminal.print(f"{t('lesson_heading', game=self._game.title, count=last)} {t('lesson_help')}")
        while self._number <= last:
            trial = StepTrial(self._game, self._lesson.step(self._number))
            change = self._play(trial)
            if change is None:
                self._terminal.print(
                    t("lesson_go_on", command=f"ludoteca learn {self._game.name} --step {self._number}")
                )
                return
            self._number = max(1, self._number + change)
        self._terminal.print(self._text("lesson_end"))
        self._terminal.print(t("lesson_play", command=f"ludoteca play {self._game.name}"))

    def _play(self, trial: StepTrial) -> int | None:
        """Play one step; return how many steps to go on, or None to quit."""
        number, last = self._number, len(self._lesson.steps)
        self._terminal.print(
            "\n" + t("lesson_step_title", step=number, last=last, title=self._text(f"lesson_{number}_title"))
        )
        self._terminal.print(self._text(f"lesson_{number}_text"))
        moves: list[str] = []
        attempt = trial.play(moves)
        self._print_board(trial, attempt)
        self._terminal.print(t("lesson_goal", goal=self._text(f"lesson_{number}_goal")))
        while (line := self._terminal.ask("> ")) is not None:
            word = " ".join(line.split()).lower()
            if word in ("quit", "q"):
                break
            if word in ("back", "next"):
                return {"back": -1, "next": 1}[word]
            if word == "moves":
                self._print_moves(attempt)
            elif word in ("", "?", "help"):
                self._terminal.print(t("lesson_help"))
            elif word == "show":
                self._terminal.print(f"> {trial.step.accept[0].replace(SEPARATOR, t('lesson_then'))}")
                self._print_attempt(trial, trial.play(trial.step.accept[0].split(SEPARATOR)))
                return 1
            else:
                attempt = trial.play([*moves, word])
                moves = self._answer(trial, attempt, [*moves, word])
                if trial.outcome(attempt) == "goal":
                    return 1
                attempt = trial.play(moves)
        return None

    def _answer(self, trial: StepTrial, attempt: Attempt, moves: list[str]) -> list[str]:
        """Say where a line has led; return the moves to go on from."""
        comment = trial.comment(attempt, moves)
        if attempt.refusal is not None:
            self._terminal.print(self._text(comment) if comment else self._format(trial, attempt.refusal))
            return list(attempt.line)
        self._print_attempt(trial, attempt)
        outcome = trial.outcome(attempt)
        if outcome == "goal":
            self._terminal.print(t("lesson_done"))
        elif outcome == "miss":
            self._terminal.print(self._text(comment) if comment else self._text(f"lesson_{self._number}_goal"))
            self._terminal.print(t("lesson_again"))
            self._print_board(trial, trial.play([]))
            return []
        return list(attempt.line)

    def _print_attempt(self, trial: StepTrial, attempt: Attempt) -> None:
        for text in attempt.texts:
            self._terminal.print(self._format(trial, text))
        self._print_board(trial, attempt)

    def _print_board(self, trial: StepTrial, attempt: Attempt) -> None:
        view = self._game.make_view(attempt.state, trial.seat)
        self._terminal.print_board(self._game, view)

    def _print_moves(self, attempt: Attempt) -> None:
        moves = [self._game.write_move(attempt.state, move) for move in attempt.state.moves()]
        shown = moves[:20]
        listed = ", ".join(shown)
        more = len(moves) - len(shown)
        self._terminal.print(t("lesson_moves_more", moves=listed, count=more) if more else listed)

    def _format(self, trial: StepTrial, text: Text) -> str:
        others = iter(NAMES[1])
        count = len(trial.start.scores())
        names = [self._text("lesson_you") if seat == trial.seat else next(others) for seat in range(count)]
        return game_words(self._game).format(text, names)

    def _text(self, code: str) -> str:
        return game_words(self._game).format(Text(code))
