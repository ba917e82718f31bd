"""A moment of a match in words, for line mode: the board, its rows and cells, who stands how.

Everything is a line of text or a list of them; nothing here is laid out for a width.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.errors import GameError
from core.language.problems import nearest
from core.match.records.text import result_of
from core.match.session import Played, Seat, Session, Turn, round_after
from core.rules.game import Piece, Position
from core.words import either
from tui.ascii import bare_text
from tui.language import _, said
from tui.news import cell_words, outcome_words
from tui.picture import Picture
from tui.seating import called
from tui.view import look_of, picture_of, side_look
from tui.widgets.seats import standing


@dataclass(frozen=True, slots=True)
class Moment:
    """A match as it stands, or stood."""

    session: Session
    turns: Sequence[Turn]
    """Those of the session."""
    at: int
    """How many of its steps have been made."""

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.session.steps[self.at - 1].position if self.at else self.session.start

    @property
    def turn(self) -> Turn | None:
        """The last turn, perhaps unfinished; None at the start."""
        return next((turn for turn in reversed(self.turns) if turn.first < self.at), None)

    @property
    def made(self) -> tuple[Played, ...]:
        """The steps of that turn that have been made."""
        turn = self.turn
        return self.session.steps[turn.first : self.at] if turn else ()

    @property
    def number(self) -> int:
        """The round it belongs to, as the log numbers it."""
        return round_after(self.turns, self.at, self.position)

    @property
    def picture(self) -> Picture:
        """What it looks like, the cells of the last turn marked."""
        return picture_of(
            self.session.game,
            self.position,
            last=[step.step.cells[-1] for step in self.made if step.step.cells],
            captured=[cell for step in self.made for cell in step.captured],
        )


def side_id(session: Session, position: Position, seat: Seat) -> str:
    """The side that a seat plays, as the game file names it in every language."""
    return session.game.definition.players[position.side(seat)].name


def game_line(session: Session) -> str:
    """Which match is at hand."""
    position = session.position
    seats = ", ".join(
        f"{side_id(session, position, seat)} {called(player)}"
        for seat, player in enumerate(session.seats)
    )
    return f"GAME {session.game.id}: {said(session.game.title)}; {seats}"


def turn_line(moment: Moment) -> str:
    """Whose turn it is and what can be done, or how the match ended."""
    session, position = moment.session, moment.position
    if session.outcome:
        return end_line(session)
    mover = position.mover
    assert mover is not None
    who = called(session.seats[mover])
    if position.step:
        who = _("{name}, step {number}").format(name=who, number=position.step + 1)
    side = side_id(session, position, mover)
    return f"TURN {moment.number} {side} {who}: {said(position.prompt)}"


def end_line(session: Session) -> str:
    """How a match ended."""
    return f"END {result_of(session)}: {outcome_words(session)}"


def step_line(session: Session, turns: Sequence[Turn], number: int) -> str:
    """A step that was made.

    Args:
        session: The match.
        turns: Its turns.
        number: Of the step, counted from 1.
    """
    made = session.steps[number - 1]
    before = Moment(session, turns, number - 1)
    turn = next(turn for turn in reversed(turns) if turn.first < number)
    name, cells = called(session.seats[made.seat]), " ".join(made.captured)
    told = _("by {name}; captures {cells}") if cells else _("by {name}")
    side = side_id(session, before.position, made.seat)
    return f"MOVE {turn.number} {side} {made.text} {told.format(name=name, cells=cells)}"


def look_line(moment: Moment) -> str:
    """Which moment of the match is looked at."""
    session = moment.session
    if moment.at == len(session.steps):
        return f"LIVE {moment.at}"
    text = f"LOOK {moment.at} of {len(session.steps)}"
    turn = moment.turn
    if turn is None:
        return f"{text}: {_('the start')}"
    made = ",".join(step.text for step in moment.made)
    return f"{text}: {_log_text(session, turn)} {made}"


def last_line(moment: Moment) -> str:
    """The last turn and what it captured."""
    turn = moment.turn
    if turn is None:
        return f"LAST none: {_('nothing has been played yet')}"
    captured = [cell for step in moment.made for cell in step.captured]
    taken = f"; {_('captures {cells}').format(cells=' '.join(captured))}" if captured else ""
    made = ",".join(step.text for step in moment.made)
    return f"LAST {_log_text(moment.session, turn)} {made}{taken}"


def log_lines(moment: Moment, count: int | None) -> list[str]:
    """The last so many turns, the oldest first; None is all."""
    turns = [turn for turn in moment.turns if turn.first < moment.at]
    shown = turns if count is None else turns[len(turns) - min(count, len(turns)) :]
    if not shown:
        return [f"LOG 0: {_('nothing has been played yet')}"]
    return [f"LOG {_log_text(moment.session, turn)} {turn.text}" for turn in shown]


def _log_text(session: Session, turn: Turn) -> str:
    before = session.positions[turn.first]
    name = called(session.seats[turn.seat])
    return f"{turn.number} {side_id(session, before, turn.seat)} {name}:"


def board_lines(moment: Moment) -> list[str]:
    """The board in letters, the top row first, then what they mean."""
    picture = moment.picture
    wide = max(len(row.label) for row in picture.rows)
    lines = []
    for row in picture.rows:
        cells = "".join("  " if cell is None else _letter(picture, cell) for cell in row.cells)
        lines.append(f"{row.label:>{wide}} {' ' * row.offset}{cells}".rstrip())
    if picture.columns:
        lines.append(f"{'':{wide}} {''.join(f'{name:>2}' for name in picture.columns)}")
    return [*lines, _legend(moment.position)]


def _letter(picture: Picture, cell: str) -> str:
    spot = picture.spot(cell)
    return ("*" if "last" in spot.marks else " ") + (spot.glyph or ".")


def _legend(position: Position) -> str:
    """What each letter on the board means."""
    meanings: dict[str, str] = {}
    for piece in position.pieces.values():
        glyph = look_of(position.game.definition, piece).glyph
        meanings.setdefault(glyph, _piece_words(position, piece))
    told = [f"{glyph} {words}" for glyph, words in sorted(meanings.items())]
    return ", ".join([*told, f". {_('empty')}", f"* {_('last turn')}"])


def _piece_words(position: Position, piece: Piece) -> str:
    cell = next(cell for cell, one in position.pieces.items() if one == piece)
    return cell_words(position, cell).partition(": ")[2]


def cell_line(moment: Moment, cell: str) -> str:
    """What is on a cell, and what has just happened there.

    Raises:
        GameError: There is no such cell.
    """
    cell = known_cell(moment.position, cell)
    words = [cell_words(moment.position, cell), *_news_of(moment, cell)]
    return f"CELL {', '.join(words)}"


def row_lines(moment: Moment, label: str) -> list[str]:
    """A row in words, from left to right; "" is all rows, the top one first.

    Raises:
        GameError: There is no such row.
    """
    rows = [row for row in moment.picture.rows if label in ("", row.label)]
    if not rows:
        labels = [row.label for row in moment.picture.rows]
        if moment.position.game.cells[0] not in moment.picture.rows[0].cells:
            labels.reverse()
        raise GameError(
            _("there is no row {row}; rows run from {low} to {high}").format(
                row=repr(label[:40]), low=labels[0], high=labels[-1]
            )
        )
    return [
        f"ROW {row.label}: {run_words(moment, [cell for cell in row.cells if cell])}"
        for row in rows
    ]


def column_line(moment: Moment, letter: str) -> str:
    """A column in words, from the top.

    Raises:
        GameError: There is no such column.
    """
    picture = moment.picture
    if letter not in picture.columns:
        if not picture.columns:
            raise GameError(_("this board has no columns; ask for a row"))
        raise GameError(
            _("there is no column {column}; columns run from {low} to {high}").format(
                column=repr(letter[:40]), low=picture.columns[0], high=picture.columns[-1]
            )
        )
    place = picture.columns.index(letter)
    cells = [row.cells[place - row.offset // 2] for row in picture.rows]
    return f"COLUMN {letter}: {run_words(moment, [cell for cell in cells if cell])}"


def run_words(moment: Moment, cells: Sequence[str]) -> str:
    """Cells in words, in their order; those next to each other that are alike are told together."""
    parts: list[str] = []
    seen = [(cell, cell_words(moment.position, cell).partition(": ")[2]) for cell in cells]
    seen = [(cell, ", ".join([words, *_news_of(moment, cell)])) for cell, words in seen]
    for words, group in groupby(seen, key=lambda one: one[1]):
        run = [cell for cell, _words in group]
        told = "{first} {what}" if len(run) == 1 else _("{first} to {last} {what}")
        parts.append(told.format(first=run[0], last=run[-1], what=words))
    return "; ".join(parts)


def _news_of(moment: Moment, cell: str) -> list[str]:
    """What the last turn did to a cell, the latest only."""
    for played in reversed(moment.made):
        cells = played.step.cells
        if cells and cells[-1] == cell:
            return [
                {
                    "place": _("just placed"),
                    "take": _("just taken"),
                    "move": _("just moved here"),
                }.get(played.step.verb, _("just chosen"))
            ]
        if cells and cells[0] == cell:
            return [_("just left")]
        if cell in played.captured:
            return [_("just captured")]
    return []


def where_line(moment: Moment, what: str) -> str:
    """The cells of what goes by a letter or a name.

    Raises:
        GameError: Nothing in this game is called so.
    """
    position = moment.position
    cells = moment.picture.cells
    named = _names(position)
    key = what if what in named else what.lower()
    if key in _empty():
        found = [cell for cell in cells if cell not in position.pieces]
    elif key in named:
        pieces = position.pieces
        found = [
            cell for cell in cells if cell in pieces and key in _called(position, pieces[cell])
        ]
    else:
        told = _("nothing here is called {what}").format(what=repr(what[:40]))
        if near := nearest(what, [*named, *_empty()]):
            meant = said(either(near))
            told = _("{fault}; did you mean {meant}?").format(fault=told, meant=meant)
        raise GameError(told)
    return f"WHERE {what} {len(found)}: {' '.join(found) or _('no cell')}"


def _empty() -> tuple[str, ...]:
    """What goes for empty cells: a fixed word, and what they are called where nobody stands."""
    return "empty", _("empty"), bare_text(_("empty"))


def _called(position: Position, piece: Piece) -> set[str]:
    """Everything that a piece goes by: its letter, its side, its color, its kind.

    In other languages with accents, and without them.
    """
    game = position.game
    definition = game.definition
    names = {look_of(definition, piece).glyph, piece.kind.lower()}
    names.add(said(definition.piece_name(piece.kind)).lower())
    if piece.color is not None:
        names.add(said(game.words(f"colors.{piece.color}", str(piece.color + 1))).lower())
    if piece.side is not None:
        names.add(definition.players[piece.side].name.lower())
        names.add(said(definition.player_name(piece.side)).lower())
    return names.union(map(bare_text, names))


def _names(position: Position) -> set[str]:
    """Everything that a piece of this game may go by."""
    game = position.game
    definition = game.definition
    names: set[str] = set()
    for sort in definition.pieces:
        for color in range(sort.colors) if sort.colors else (None,):
            for side in range(len(definition.players)) if sort.owned else (None,):
                names |= _called(position, Piece(side, sort.name, color, side))
    return names


def score_lines(moment: Moment) -> list[str]:
    """How each seat stands: its score, what the game counts, what it holds."""
    session, position = moment.session, moment.position
    return [
        f"SCORE {side_id(session, position, seat)} {called(player)}: "
        + ("; ".join(_standing(position, seat)) or _("this game keeps no score"))
        for seat, player in enumerate(session.seats)
    ]


def _standing(position: Position, seat: Seat) -> Iterable[str]:
    game = position.game
    told = standing(position)
    if told.counts and told.label:
        yield f"{told.label} {told.counts[seat]}"
    elif position.scores is not None:
        yield f"{_('score')} {' : '.join(map(str, position.scores[seat]))}"
    for measure in position.progress(seat):
        if measure.name != told.measure:
            told_of = "{what} {have}" if measure.need is None else _("{what} {have}, {need} needed")
            yield told_of.format(what=said(measure.label), have=measure.have, need=measure.need)
    held = [
        f"{said(game.words(f'colors.{color}', str(color + 1)))} {count}"
        for color, count in enumerate(position.held(seat))
        if count
    ]
    if held:
        yield _("holds {what}").format(what=", ".join(held))


def seat_lines(moment: Moment) -> list[str]:
    """Who plays what, and whose turn it is."""
    session, position = moment.session, moment.position
    lines = []
    for seat, player in enumerate(session.seats):
        side = position.side(seat)
        glyph = side_look(session.game.definition, side)[0]
        moves = seat == position.mover and session.begun and not session.outcome
        told = _("{name}, letter {letter}, to move") if moves else _("{name}, letter {letter}")
        words = told.format(name=called(player), letter=glyph)
        lines.append(f"SEAT {seat + 1} {side_id(session, position, seat)} {words}")
    return lines


def known_cell(position: Position, cell: str) -> str:
    """A cell as the board writes it.

    Raises:
        GameError: There is no such cell.
    """
    name = cell.lower()
    if name not in position.game.board.index:
        cells = position.game.cells
        raise GameError(
            _("there is no cell {cell}; cells run from {low} to {high}").format(
                cell=repr(cell[:40]), low=cells[0], high=cells[-1]
            )
        )
    return name
