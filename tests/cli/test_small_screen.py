"""A terminal of 80 columns and 24 lines shows everything at once: at each question and after each round."""

import random
from io import StringIO

import pytest
from rich.console import Console

import cardroom
from cardroom.cards import UNKNOWN, pretty
from cardroom.cli.play.human import LeaveTable, choices_of
from cardroom.cli.play.seating import SeatOptions
from cardroom.cli.play.table import PlayOptions, TableSession
from cardroom.show import picture
from show.rounds import answer

WIDTH, HEIGHT = 80, 24
GAMES = sorted({game.slug for game in cardroom.all_games()})
ROUNDS = 3
SHY = "fold", "sit-out", "surrender", "house-way", "muck"
"""Answers that end a hand early, before most cards are on the table."""


class Screen:
    """What a player sees at each question: the last lines of a small terminal."""

    def __init__(self, slug, seats):
        self.page, self.rng, self.asked, self.kinds, self.ended = StringIO(), random.Random(slug), 0, set(), None
        screen = Console(file=self.page, width=WIDTH, height=HEIGHT, force_terminal=True, color_system=None)
        options = PlayOptions(SeatOptions(seats=seats), seed=slug)
        self.session = TableSession(cardroom.game(slug), options, screen, self)

    def seen(self):
        """The visible lines, without the table's borders and spaces."""
        return " ".join(" ".join(self.page.getvalue().split("\n")[-HEIGHT:]).replace("│", " ").split())

    def key(self):
        """The next hand, or another buy-in: the only keys of a question between hands."""
        last = self.page.getvalue().split("\n")[-3:]
        if "[n] Next hand" not in "".join(last):
            return "b"
        self.shows(self.ended, over=True)
        return "n"

    def answer(self, prompt, _held):
        """Show the question as the terminal does, check the screen, and answer at random."""
        human = self.session.human
        choices = {key: each.words for key, each in choices_of(prompt, {}, (*human.commands, "q")).items()}
        human._show(choices, human.commands, "", prompt)
        if self.session.table.rounds >= ROUNDS:
            raise LeaveTable
        now = picture(self.session.round.view(self.session.you))
        self.shows(now)
        if self.ended and not self.session.rules.nobody_banks and not any(each.mine for each in now.spreads):
            self.shows(self.ended, over=True)  # the result is still there when the next bet is asked for
        visible = self.seen()
        for words in (prompt.title, *choices.values()):
            assert " ".join(words.split()) in visible, (words, self.page.getvalue()[-2500:])
        self.asked += 1
        self.kinds |= {offer.kind for offer in prompt.offers}
        ask = self.session.round.ask_of(prompt.spot)
        for _ in range(8):
            given = answer(ask, self.rng)
            if given.action not in SHY:
                break
        return given.action, given.value

    def shows(self, now, over=False):
        visible = self.seen()
        for spread in now.spreads:
            if spread.mine or spread.dealer or not spread.seat:
                cards = [pretty(card) for card in spread.cards if card != UNKNOWN]
                assert all(card in visible for card in cards), (spread.title, self.page.getvalue()[-2500:])
                # in columns the words of a hand take several lines
                assert all(word in visible for word in spread.says.split()), self.page.getvalue()[-2500:]
        for box in now.boxes:
            assert not box.mine or over or box.label in visible
        you = next((chair for chair in now.chairs if chair.you), None)
        if over and you:
            assert "You: " in visible


@pytest.mark.sampled(12)
@pytest.mark.parametrize("slug", GAMES)
def test_a_small_terminal_shows_cards_words_areas_and_options_at_once(slug, monkeypatch):
    screen = Screen(slug, cardroom.game(slug).rules.seats.most)
    session = screen.session
    monkeypatch.setattr(session.human, "answer", screen.answer)
    finish = session._finish

    def finished(round):
        screen.ended = picture(round.view(session.you))
        finish(round)

    monkeypatch.setattr(session, "_finish", finished)
    try:
        session.welcome()
        while True:
            session.play_round()
    except LeaveTable:
        pass
    assert screen.asked
