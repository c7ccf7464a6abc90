"""The console: a board, a prompt, a move or a command."""

from __future__ import annotations

import time
from pathlib import Path
from textwrap import fill

from ludoteca.bots.pace import SHORTEST_S, STEP, pause, shown_at_ms
from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote
from ludoteca.terminal.local_game import LocalGame
from ludoteca.terminal.save_files import SaveFile, write_file
from ludoteca.terminal.terminal import Terminal

MOST_MOVES_SHOWN = 200
WIDTH = 80

HELP = """Type a move, or one of these:
  moves [TEXT]  the legal moves, or those that contain TEXT
  board         the board again
  undo          take the last move back, and the bots' replies with it
  hint          what the best bot would play, and why
  bot           let the best bot play the rest of this turn
  save FILE     write the game to a file, for `ludoteca replay FILE`
  rules         the rules of the game
  help          this
  quit          leave; the game is saved and can be continued"""


class Console:
    """One game from where it stands to its end, or until the player leaves."""

    def __init__(self, session: LocalGame, save: SaveFile, lines: Terminal, database: Path | None = None) -> None:
        """With a database, a game that is finished enters its lists of the best."""
        self._database = database
        self._session = session
        self._save = save
        self._lines = lines
        self._left = False
        self._saving = True
        self._written: set[Path] = set()
        people = session.people
        self._curtain = session.game.curtain and len(people) > 1 and lines.interactive
        self._looker: int | None = None
        """Behind a curtain: who has the screen now."""
        self._seen_by: int | None = people[0] if len(people) == 1 else None
        self._untold: dict[int, list[str]] = {seat: [] for seat in people}

    def run(self) -> None:
        try:
            self._play()
        except KeyboardInterrupt:
            self._leave()
            raise

    def _play(self) -> None:
        session = self._session
        self._say(self._greeting())
        show = True
        while not session.over and not self._left:
            move = self._bot_move()
            if move is not None:
                self._make(move)
                continue
            if show:
                self._show_board()
            show = not self._left and self._turn()
        if session.over:
            self._show_board()
            self._end()

    def _bot_move(self) -> int | None:
        """What the bot to move plays; where it has a hand, not sooner for an easy choice. None: a person is to move."""
        session, begun_ms = self._session, _now_ms()
        move = session.bot_move()
        if move is not None and session.game.curtain and session.people and self._lines.interactive:
            level, shortest_ms = session.record.seats[session.state.seat()].bot, 1000 * SHORTEST_S
            share = pause(session.game, level, first=not session.turn_goes_on)
            ready_ms = _now_ms()
            shown_ms = shown_at_ms(begun_ms, ready_ms, round(shortest_ms * share), round(shortest_ms * STEP))
            time.sleep((shown_ms - ready_ms) / 1000)
        return move

    def _turn(self) -> bool:
        """One line from the player to move; True when the board has changed."""
        seat = self._session.state.seat()
        line = self._lines.ask(f"{self._session.game.role(seat)}> ")
        if line is None:
            self._leave()
            return False
        word, _, rest = line.strip().partition(" ")
        commands = {
            "help": lambda: self._say(HELP + "\n\n" + self._how()),
            "moves": lambda: self._list_moves(rest),
            "board": self._show_board,
            "save": lambda: self._write(rest.strip()),
            "rules": lambda: self._say(self._session.game.rules()),
            "hint": self._hint,
            "quit": self._leave,
        }
        if word.lower() == "undo":
            return self._undo()
        if word.lower() == "bot" and not rest:
            return self._let_the_bot_move()
        if word.lower() in commands:
            commands[word.lower()]()
            return False
        if not word:
            self._say(self._how())
            return False
        move = self._session.game.read_move(self._session.state, line)
        if isinstance(move, Refusal):
            self._say(self._session.game.translations.format(move))
            return False
        self._make(move)
        return True

    def _make(self, move: int) -> None:
        """Play a move, save the game, tell what happened."""
        session = self._session
        mover = session.state.seat()
        session.play(move)
        self._keep()
        reader = mover if mover in session.people and self._seen_by is None else self._seen_by
        self._say("\n".join(session.news(move, reader)))
        for seat, untold in self._untold.items():
            if seat != mover:
                untold += session.news(move, seat)

    def _show_board(self) -> None:
        seat = self._session.state.seat() if self._seen_by is None else self._seen_by
        perspective = seat if seat in self._session.people else None
        if perspective is not None and not self._may_look(perspective):
            self._leave()
            return
        self._lines.draw(self._session.board(perspective), self._session.game.colours)

    def _may_look(self, seat: int) -> bool:
        """Whether the screen is this seat's: it has no curtain, it is up already, or it was lifted now."""
        return not self._curtain or seat == self._looker or self._lift_curtain(seat)

    def _lift_curtain(self, seat: int) -> bool:
        """Hand the screen over: what the last player saw goes, what this one missed is told.

        Only Enter lifts the curtain; False when the input ended, or was interrupted, instead.
        """
        name = self._session.name(seat)
        if self._lines.ask(f"\nPress Enter, and pass the screen to {name}. ") is None:
            return False
        self._lines.clear()
        if self._lines.ask(f"Only {name} should be looking. Press Enter to see the board. ") is None:
            return False
        self._looker = seat
        if self._untold[seat]:
            self._say("\n" + "\n".join(self._untold[seat]))
        self._untold[seat] = []
        return True

    def _list_moves(self, wanted: str) -> None:
        state = self._session.state
        texts = [self._session.game.write_move(state, move) for move in state.moves()]
        chosen = [text for text in texts if wanted.strip().lower() in text.lower()]
        if not chosen:
            self._say(f"No legal move contains {quote(wanted.strip())}; there are {len(texts)} without it.")
            return
        # A hard blank keeps the parts of one move on one line.
        listed = "   ".join(text.replace(" ", "\xa0") for text in chosen[:MOST_MOVES_SHOWN])
        self._say(fill(listed, WIDTH).replace("\xa0", " "))
        if len(chosen) > MOST_MOVES_SHOWN:
            self._say(f"... {len(chosen)} moves in all; `moves TEXT` lists those that contain TEXT.")

    def _undo(self) -> bool:
        if not self._session.undo():
            self._say("There is nothing to take back.")
            return False
        self._keep()
        self._untold = {seat: [] for seat in self._untold}
        self._say("Taken back.")
        return True

    def _hint(self) -> None:
        if not self._session.game.bots:
            self._say("This game has no bot that could help.")
            return
        move, why = self._session.advice()
        self._keep()
        self._say("\n".join([f"I would play: {self._session.game.write_move(self._session.state, move)}", *why]))

    def _let_the_bot_move(self) -> bool:
        """The best bot plays the rest of the turn."""
        session = self._session
        if not session.game.bots:
            self._say("This game has no bot that could help.")
            return False
        seat, turn = session.state.seat(), session.state.turn()
        while (session.state.seat(), session.state.turn()) == (seat, turn):
            move = session.advice()[0]
            self._say(f"The bot plays for you: {session.game.write_move(session.state, move)}")
            self._make(move)
        return True

    def _write(self, name: str) -> None:
        if not name:
            self._say("Say where to: save FILE.")
            return
        path = Path(name).expanduser()
        if path.exists() and path not in self._written:
            self._say(f"{path} is there already; choose another name.")
            return
        try:
            write_file(path, self._session.record.text())
        except (OSError, ValueError) as error:
            self._say(f"{path} cannot be written: {_reason(error)}.")
            return
        self._written.add(path)
        self._say(f"Saved to {path}.")

    def _keep(self) -> None:
        """Save the running game; a folder that cannot be written to is no reason to stop playing."""
        if not self._saving:
            return
        try:
            self._save.keep(self._session.record, self._session.casual)
        except OSError as error:
            self._saving = False
            self._say(f"This game is not being saved: {_reason(error)}.")

    def _leave(self) -> None:
        self._left = True
        if self._curtain:  # nobody's hand stays behind
            self._lines.clear()
        if self._save.path is None or not self._saving:
            self._say("Goodbye.")
        else:
            self._say(f"Goodbye. `ludoteca play {self._session.game.name}` continues this game.")

    def _end(self) -> None:
        if self._database is not None and not self._session.casual:
            # Only here: nobody should wait for a database before the first move.
            from ludoteca.terminal.highscores import enter

            self._say(enter(self._session, self._database))
        try:
            path = self._save.finish() if self._saving else None
        except OSError:
            path = self._save.path
        if path is not None:
            self._say(f"`ludoteca replay {path}` shows this game again.")

    def _greeting(self) -> str:
        session = self._session
        players = ", ".join(session.name(seat) for seat in range(len(session.record.seats)))
        return f"{session.game.title}: {players}. Type a move, or `help`."

    def _how(self) -> str:
        translations = self._session.game.translations
        role = self._session.game.role(self._session.state.seat())
        return translations.find(f"how_{role}") or translations.find("how") or "`moves` lists the moves."

    def _say(self, text: str) -> None:
        if text:
            self._lines.say(text)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _reason(error: Exception) -> str:
    if isinstance(error, LudotecaError):
        return error.sentence
    return (isinstance(error, OSError) and error.strerror) or str(error)
