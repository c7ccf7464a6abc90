"""The console: print a board, ask for a move or a command."""

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

MAX_MOVES_SHOWN = 200
WIDTH = 80

HELP = """Type a move, or one of these:
  moves [TEXT]  list the legal moves, or those that contain TEXT
  board         show the board again
  undo          take back your last move, and the bots' replies
  hint          show what the best bot would play, and why
  bot           let the best bot finish this turn
  save FILE     save the game to a file, for `ludoteca replay FILE`
  rules         show the rules
  help          show this list
  quit          leave; the game is saved, and you can continue it later"""


class Console:
    """Plays one game to its end, or until the player quits."""

    def __init__(self, local: LocalGame, save_file: SaveFile, terminal: Terminal, database: Path | None = None) -> None:
        """With a database, a finished game enters its high scores."""
        self._database = database
        self._local = local
        self._game = local.game
        self._save_file = save_file
        self._terminal = terminal
        self._has_quit = False
        self._saves = True
        self._written: set[Path] = set()
        people = local.people
        self._curtain = local.game.curtain and len(people) > 1 and terminal.interactive
        self._screen_seat: int | None = None
        """With a curtain: the seat that has the screen."""
        self._only_person: int | None = people[0] if len(people) == 1 else None
        self._missed: dict[int, list[str]] = {seat: [] for seat in people}

    def run(self) -> None:
        try:
            self._play_game()
        except KeyboardInterrupt:
            self._quit()
            raise

    def _play_game(self) -> None:
        local = self._local
        self._print(self._greeting())
        show = True
        while not local.is_over and not self._has_quit:
            move = self._bot_move()
            if move is not None:
                self._play_move(move)
                continue
            if show:
                self._print_board()
            show = not self._has_quit and self._read_turn()
        if local.is_over:
            self._print_board()
            self._finish()

    def _bot_move(self) -> int | None:
        """Choose a move if it is a bot's turn. With hidden hands, easy choices take as long as hard ones."""
        local, begun_ms = self._local, _now_ms()
        move = local.bot_move()
        if move is not None and self._game.curtain and local.people and self._terminal.interactive:
            level, shortest_ms = local.record.seats[local.state.seat()].bot, 1000 * SHORTEST_S
            share = pause(self._game, level, first=not local.is_mid_turn)
            ready_ms = _now_ms()
            shown_ms = shown_at_ms(begun_ms, ready_ms, round(shortest_ms * share), round(shortest_ms * STEP))
            time.sleep((shown_ms - ready_ms) / 1000)
        return move

    def _read_turn(self) -> bool:
        """Read a line from the player to move; True if the board has changed."""
        seat = self._local.state.seat()
        line = self._terminal.ask(f"{self._game.role(seat)}> ")
        if line is None:
            self._quit()
            return False
        word, _, rest = line.strip().partition(" ")
        commands = {
            "help": lambda: self._print(HELP + "\n\n" + self._how_to_move()),
            "moves": lambda: self._list_moves(rest),
            "board": self._print_board,
            "save": lambda: self._save_to_file(rest.strip()),
            "rules": lambda: self._print(self._game.rules()),
            "hint": self._hint,
            "quit": self._quit,
        }
        if word.lower() == "undo":
            return self._undo()
        if word.lower() == "bot" and not rest:
            return self._autoplay_turn()
        if word.lower() in commands:
            commands[word.lower()]()
            return False
        if not word:
            self._print(self._how_to_move())
            return False
        move = self._game.read_move(self._local.state, line)
        if isinstance(move, Refusal):
            self._print(self._game.translations.format(move))
            return False
        self._play_move(move)
        return True

    def _play_move(self, move: int) -> None:
        """Play a move, save the game, and describe what happened."""
        local = self._local
        mover = local.state.seat()
        local.play(move)
        self._save_game()
        reader = mover if mover in local.people and self._only_person is None else self._only_person
        self._print("\n".join(local.describe_last_move(move, reader)))
        for seat, missed in self._missed.items():
            if seat != mover:
                missed += local.describe_last_move(move, seat)

    def _print_board(self) -> None:
        seat = self._local.state.seat() if self._only_person is None else self._only_person
        perspective = seat if seat in self._local.people else None
        if perspective is not None and not self._may_see(perspective):
            self._quit()
            return
        self._terminal.print_board(self._local.board(perspective), self._game.colours)

    def _may_see(self, seat: int) -> bool:
        """Return whether this seat may see the screen, after lifting the curtain if there is one."""
        return not self._curtain or seat == self._screen_seat or self._lift_curtain(seat)

    def _lift_curtain(self, seat: int) -> bool:
        """Hand the screen over: clear what the last player saw, and print what this one missed.

        Only Enter lifts the curtain; False if the input ended or was interrupted instead.
        """
        name = self._local.name(seat)
        if self._terminal.ask(f"\nPress Enter and pass the screen to {name}. ") is None:
            return False
        self._terminal.clear()
        if self._terminal.ask(f"{name} only: press Enter to see the board. ") is None:
            return False
        self._screen_seat = seat
        if self._missed[seat]:
            self._print("\n" + "\n".join(self._missed[seat]))
        self._missed[seat] = []
        return True

    def _list_moves(self, wanted: str) -> None:
        state = self._local.state
        texts = [self._game.write_move(state, move) for move in state.moves()]
        chosen = [text for text in texts if wanted.strip().lower() in text.lower()]
        if not chosen:
            self._print(f"None of the {len(texts)} legal moves contains {quote(wanted.strip())}.")
            return
        # A no-break space keeps the parts of one move on one line.
        listed = "   ".join(text.replace(" ", "\xa0") for text in chosen[:MAX_MOVES_SHOWN])
        self._print(fill(listed, WIDTH).replace("\xa0", " "))
        if len(chosen) > MAX_MOVES_SHOWN:
            self._print(f"... {len(chosen)} moves in all. `moves TEXT` lists those that contain TEXT.")

    def _undo(self) -> bool:
        if not self._local.undo():
            self._print("There is no move to take back.")
            return False
        self._save_game()
        self._missed = {seat: [] for seat in self._missed}
        self._print("Taken back.")
        return True

    def _hint(self) -> None:
        if not self._game.bots:
            self._print("This game has no bots.")
            return
        move, why = self._local.advise()
        self._save_game()
        self._print("\n".join([f"I would play: {self._game.write_move(self._local.state, move)}", *why]))

    def _autoplay_turn(self) -> bool:
        """Let the best bot play the rest of the turn."""
        local = self._local
        if not self._game.bots:
            self._print("This game has no bots.")
            return False
        seat, turn = local.state.seat(), local.state.turn()
        while (local.state.seat(), local.state.turn()) == (seat, turn):
            move = local.advise()[0]
            self._print(f"The bot plays: {self._game.write_move(local.state, move)}")
            self._play_move(move)
        return True

    def _save_to_file(self, name: str) -> None:
        if not name:
            self._print("Give a file name: save FILE.")
            return
        path = Path(name).expanduser()
        if path.exists() and path not in self._written:
            self._print(f"{path} exists already; choose another name.")
            return
        try:
            write_file(path, self._local.record.text())
        except (OSError, ValueError) as error:
            self._print(f"{path} cannot be written: {_reason(error)}.")
            return
        self._written.add(path)
        self._print(f"Saved to {path}.")

    def _save_game(self) -> None:
        """Save the running game. If that fails, say so once and play on."""
        if not self._saves:
            return
        try:
            self._save_file.write(self._local.record, self._local.casual)
        except OSError as error:
            self._saves = False
            self._print(f"The game cannot be saved: {_reason(error)}.")

    def _quit(self) -> None:
        self._has_quit = True
        if self._curtain:  # leave no hand on the screen
            self._terminal.clear()
        if self._save_file.path is None or not self._saves:
            self._print("Goodbye.")
        else:
            self._print(f"Goodbye. To continue this game: ludoteca play {self._game.name}")

    def _finish(self) -> None:
        if self._database is not None and not self._local.casual:
            # Imported late, so that the first move does not wait for the database module.
            from ludoteca.terminal.highscores import add_high_scores

            self._print(add_high_scores(self._local, self._database))
        try:
            path = self._save_file.finish() if self._saves else None
        except OSError:
            path = self._save_file.path
        if path is not None:
            self._print(f"To replay this game: ludoteca replay {path}")

    def _greeting(self) -> str:
        local = self._local
        players = ", ".join(local.name(seat) for seat in range(len(local.record.seats)))
        return f"{self._game.title}: {players}. Type a move, or `help`."

    def _how_to_move(self) -> str:
        translations = self._game.translations
        role = self._game.role(self._local.state.seat())
        return translations.find(f"how_{role}") or translations.find("how") or "`moves` lists the moves."

    def _print(self, text: str) -> None:
        if text:
            self._terminal.print(text)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _reason(error: Exception) -> str:
    if isinstance(error, LudotecaError):
        return error.sentence
    return (isinstance(error, OSError) and error.strerror) or str(error)
