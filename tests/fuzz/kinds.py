"""The kinds of fuzzed input: how each is made, and what must hold when it is run.

An input is a JSON value, so that it can be stored and run again. Running one raises nothing if all is well: it was
accepted, or refused with the error of its kind, in a message without hidden characters.
"""

import atexit
import io
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from typer.testing import CliRunner

import cardroom
from cardroom import clean
from cardroom.cards.reading import from_transcript
from cardroom.cli.app import app
from cardroom.cli.play.rules import markdown_page, print_page
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.cli.study.round_files import read_rounds, replay_round
from cardroom.cli.terminal.common import console
from cardroom.errors import InputError, Refused
from cardroom.games import all_games, game_of
from cardroom.histories.phh import PHHError, write_phh
from cardroom.histories.sites import read_log
from cardroom.limits import json_value
from cardroom.play import Record, Round, Table, record, replay
from cardroom.players import play_round, random_legal
from cardroom.players.bots import answer_next
from cardroom.poker import range_of
from cardroom.poker.ranges import normal_form
from cardroom.rulebook import RuleBookError, load, rule_sets, slugs
from cardroom.show.rules.data import page
from cardroom.show.words.transcript import round_text
from cardroom.verifier import check_lines, check_shuffle
from fuzz import doors
from fuzz.mutation import json_spoiled, spoiled, toml_spoiled
from fuzz.proofs import make_proofs, verifier_output
from fuzz.values import HOSTILE_NUMBERS, HOSTILE_TEXTS, hostile, made
from histories.pokerstars_text import VARIANT, Printer
from histories.site_hands import HANDS as SITE_HANDS
from support.memory import memory_folder

SHARED = Path(__file__).parents[3] / "shared" / "phh"


LEAKS = ("`$", "Expected `", "object has no attribute", "Exceeds the limit", "maximum recursion", "<class ", "[Errno")
"""Phrases of Python's and decoders' messages, which users must not see."""


class Kind(NamedTuple):
    """A kind of input."""

    name: str
    share: int
    """The percentage of inputs of this kind."""
    make: Callable[[Random], Any]
    give: Callable[[Any], int]
    """Runs an input, and returns how many it counts for. Raises an error if something is wrong."""


class Broken(Exception):
    """A check failed."""


def hold(holds: bool, says: str) -> None:
    """Raise an error if a condition is false."""
    if not holds:
        raise Broken(says)


def nothing_hidden(text: str) -> None:
    """Raise an error if a text contains control characters."""
    plain = clean.visible(text, keep="\n\t")
    if plain != text:
        place = next(place for place, letter in enumerate(text) if not plain.startswith(letter, place))
        raise Broken(f"hidden characters are shown: {text[max(0, place - 20) : place + 20]!r}")


@contextmanager
def refused(*kinds: type[Exception]) -> Iterator[None]:
    """Allow errors of these types and no others. Their messages must be short and without hidden characters."""
    try:
        yield
    except kinds as error:
        hold(
            type(error) in kinds or isinstance(error, InputError), f"refused by a bare {type(error).__name__}: {error}"
        )
        text = clean.decoder_error_text(str(error))  # as the command line does when it prints one
        hold(bool(text), "refused without a word")
        for leak in LEAKS:
            hold(leak not in text, f"a decoder's words: {text[:200]}")


@cache
def folder() -> Path:
    """A folder for files, in memory if possible."""
    made_in = tempfile.mkdtemp(prefix="cardroom-fuzz-", dir=memory_folder())
    atexit.register(shutil.rmtree, made_in, ignore_errors=True)
    return Path(made_in)


_NUMBER = iter(range(10**12))


@contextmanager
def file_of(text: str, name: str) -> Iterator[Path]:
    """A new file with these bytes, one for each character of the text."""
    place = folder() / name.replace("#", str(next(_NUMBER)))
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(text.encode("latin-1"))
    try:
        yield place
    finally:
        place.unlink()


# -- rule sets ---------------------------------------------------------------------------------------------------------


@cache
def rule_texts() -> tuple[tuple[str, bytes], ...]:
    """All built-in rule sets, and house rule sets that extend one."""
    shipped = [(game, path.read_bytes()) for game in slugs() for path in rule_sets(game).values()]
    own = b'extends = "%s"\nname = "Ours"\n[settings]\n'
    return (*shipped, *((game, own % name.encode()) for game in slugs() for name in rule_sets(game)))


def make_rules(rng: Random) -> Any:
    """A corrupted rule set."""
    texts = rule_texts()
    game, text = rng.choice(texts)
    return {"game": game, "text": toml_spoiled(rng, text, [each for _, each in texts]).decode("latin-1")}


def give_rules(data: Any) -> int:
    """Load a rule set. If it loads, its pages have no hidden characters, and it can be dealt."""
    with file_of(data["text"], f"{data['game']}/own-#.toml") as path, refused(RuleBookError):
        game = game_of(load(path))
        message = page(game)
        nothing_hidden("\n".join(markdown_page(message)))
        if len(data["text"]) % 8 == 0:  # drawing takes longer than all else
            shown = console(file=io.StringIO(), width=100)
            print_page(shown, message)
            nothing_hidden(shown.file.getvalue())
        for seats in {game.rules.seats.least, game.rules.seats.most}:
            table = Table(game, seats, seed=1)
            for number in range(2):
                table.finish(play_round(table.start(), dict.fromkeys(table.stacks, random_legal), Random(number)))
    return 1


# -- house rules -------------------------------------------------------------------------------------------------------


def make_settings(rng: Random) -> Any:
    """A game under hostile values of its house rules."""
    game = rng.choice(_games())
    names = [*game.rules.house_rules, "surprise"]
    chosen = {rng.choice(names): hostile(rng) for _ in range(rng.choice((1, 1, 2)))}
    return {"game": game.slug, "rules": game.rules.rules, "settings": chosen}


def give_settings(data: Any) -> int:
    """Load a game with these settings. It is refused, or can be shown and dealt."""
    with refused(RuleBookError):
        game = cardroom.game(data["game"], data["rules"], **made(data["settings"]))
        page(game)
        Table(game, game.rules.seats.least, seed=1).start()
    return 1


@cache
def _games() -> tuple[Any, ...]:
    return all_games()


# -- records -----------------------------------------------------------------------------------------------------------


@cache
def record_texts() -> tuple[bytes, ...]:
    """Bot rounds of every game with their shuffles, a few lines each."""
    texts = []
    for game in _games():
        table = Table(game, max(game.rules.seats.least, min(3, game.rules.seats.most)), seed="fuzz")
        rounds = []
        for number in range(2):
            round = play_round(table.start(), dict.fromkeys(table.stacks, random_legal), Random(number))
            rounds.append(DealtRound(table.finish(round), round.shuffle))
        texts.append("".join(f"{line}\n" for line in record_lines(rounds)).encode())
    return tuple(texts)


def make_records(rng: Random) -> Any:
    """A file of rounds, with one line or the whole file corrupted."""
    texts = record_texts()
    text = rng.choice(texts)
    if rng.random() < 0.2:
        return {"text": spoiled(rng, text, texts).decode("latin-1")}
    lines = text.splitlines(keepends=True)
    place = rng.randrange(len(lines))
    lines[place] = json_spoiled(rng, lines[place].rstrip(b"\n"), texts) + b"\n"
    return {"text": b"".join(lines).decode("latin-1")}


def give_records(data: Any) -> int:
    """Replay the rounds of a file: each is consistent, or refused."""
    with file_of(data["text"], "rounds-#.jsonl") as path, refused(InputError):
        for written in read_rounds(str(path)):
            with refused(InputError):
                replay_round(written)
    return 1


# -- recorded hands ----------------------------------------------------------------------------------------------------


@cache
def hand_texts() -> tuple[bytes, ...]:
    """Public recorded hands, if they are available, and our own hands in the format."""
    before = [path.read_bytes() for path in sorted(SHARED.rglob("*.phh*"))[:200]]
    ours = []
    for text in record_texts():
        round = _last_round(text)
        if round.rules.poker:
            try:
                ours.append(write_phh(round).encode())
            except PHHError:
                continue
    collection = b"".join(b"[%d]\n%s\n\n" % (number, hand) for number, hand in enumerate(ours[:4], 1))
    return (*before, *ours, collection)


def _last_round(text: bytes) -> Round:
    with file_of(text.decode("latin-1"), "rounds-#.jsonl") as path:
        *_, last = read_rounds(str(path))
        return replay_round(last).round


def make_hands(rng: Random) -> Any:
    """A corrupted recorded hand."""
    texts = hand_texts()
    return {"text": toml_spoiled(rng, rng.choice(texts), texts).decode("latin-1")}


def give_hands(data: Any) -> int:
    """Replay recorded hands: each ends as recorded, or is refused. Replayed hands can be shown and written."""
    with file_of(data["text"], "hands-#.phhs") as path, refused(InputError):
        for written in read_rounds(str(path)):
            with refused(PHHError):
                round = replay_round(written).round
                round_text(round)
                write_phh(round)
    return 1


# -- logs --------------------------------------------------------------------------------------------------------------


@cache
def log_texts() -> tuple[bytes, ...]:
    """The same hands as PokerStars logs, and all in one log."""
    texts = []
    for text in record_texts():
        round = _last_round(text)
        if (round.rules.game, round.rules.poker and round.rules.house("limit")) in VARIANT:
            texts.append(Printer(game_of(round.rules), round, rake=5).log().encode())
    sites = [hand.encode() for hand in SITE_HANDS.values()]
    return (*texts, *sites, *sites, b"".join(texts), b"\n\n".join(sites))


RANGES = {
    "texas-holdem": ("TT+, AQs+, 0.5(AJs)", "A5s-A2s,T9s-65s@25%", "{AA,KK}:$o!AhKh", "5%-10%", "[A-T][A-T]:$o"),
    "seven-card-stud": ("(AA)x", "(AsKs)Qs,AAK@0.3", "AK[2-5]:$s"),
    "badugi": ("A234:$r", "A23/K, 8432"),
}


def make_ranges(rng: Random) -> Any:
    """A range, spoiled, or its signs in any order."""
    game = rng.choice(sorted(RANGES))
    if rng.random() < 0.5:
        return {"game": game, "text": "".join(rng.choices("AKQT92x$sodrmnp@:!(){}[]-+,/%.05 h", k=rng.randint(1, 14)))}
    texts = [text.encode() for text in RANGES[game]]
    return {"game": game, "text": spoiled(rng, rng.choice(texts), texts).decode("latin-1").replace("`", "'")}


def give_ranges(data: Any) -> int:
    """Read a range. It is refused, or its weights are from 0 to 1 and its normal form reads back to the same range."""
    with refused(InputError):
        found = range_of(data["game"], data["text"])
        hold(all(0 < weight <= 1 for weight in found.weights), "a weight is not from 0 to 1")
        written = normal_form(found) if len(found) < 2000 else ""
        if 0 < len(written) < 500:
            hold(range_of(data["game"], written).same(found), f"it does not read back: {written}")
    return 1


def make_logs(rng: Random) -> Any:
    """A log, spoiled: bytes are changed, it is cut off, parts of others are mixed in, or lines change places."""
    texts = log_texts()
    data = rng.choice(texts)
    if rng.random() < 0.3:
        lines = data.splitlines(keepends=True)
        first = rng.randrange(len(lines))
        some = lines[first : first + rng.randint(2, 12)]
        rng.shuffle(some)
        lines[first : first + len(some)] = some
        data = b"".join(lines)
        if rng.random() < 0.5:
            return {"text": data.decode("latin-1").replace("`", "'")}
    text = spoiled(rng, data, texts).decode("latin-1")
    return {"text": text.replace("`", "'")}  # in a refusal that quotes it, it would look like a decoder's word


def give_logs(data: Any) -> int:
    """Replay the hands of a log: each ends as the log says, or is refused. Messages have no hidden characters."""
    with file_of(data["text"], "session-#.txt") as path, refused(InputError):
        for written in read_rounds(str(path)):
            with refused(PHHError):
                round = replay_round(written).round
                round_text(round)
                nothing_hidden(read_log(written.text).phh.replace("\n", " "))
    return 1


# -- shuffles, and whatever is JSON ------------------------------------------------------------------------------------


def make_values(rng: Random) -> Any:
    """JSON that may be a shuffle's transcript, a record, carried state, or none of these."""
    lines = rng.choice(record_texts()).splitlines()
    return {"text": json_spoiled(rng, rng.choice(lines), lines).decode("latin-1"), "shown": hostile(rng)}


def give_values(data: Any) -> int:
    """Read JSON as each of the things it may be, and format the value for each kind of reader."""
    text = data["text"].encode("latin-1")
    with refused(InputError):
        Record.from_json(text)
    with refused(InputError):
        value = json_value(text.decode(errors="replace"))
        with refused(ValueError):
            from_transcript(value)
        check_shuffle(value)
        with refused(ValueError):
            _games()[-1].round(2, seed=1, carry=value)
    check_lines([("", text.decode(errors="replace"))])
    shown = made(data["shown"])
    report = clean.quoted(shown)
    hold(len(report) < 2000, "a value is told at length")
    nothing_hidden(report)
    if isinstance(shown, str):
        nothing_hidden(clean.visible(shown))
        nothing_hidden(clean.markdown(shown))
        hold("<" not in clean.markdown(shown), "HTML in Markdown")
        nothing_hidden(str(clean.cell(shown)))
        nothing_hidden(clean.plain_json(json.dumps(shown, ensure_ascii=False)))
    return 1


# -- answers -----------------------------------------------------------------------------------------------------------

SPOTS = ("1", "2", "3", "house", "dealer", "1.2", "bank", 1, 2, 0, -1)
ACTIONS = (
    "bet",
    "bank",
    "pass",
    "fold",
    "play",
    "raise",
    "call",
    "check",
    "discard",
    "show",
    "meter",
    "sit-out",
    "set",
    "place",
    "declare",
)


def make_answers(rng: Random) -> Any:
    """A round, with hostile answers before each real answer."""
    game = rng.choice(_games())
    seats = rng.randint(game.rules.seats.least, min(4, game.rules.seats.most))
    return {
        "game": game.slug,
        "rules": game.rules.rules,
        "seats": seats,
        "seed": rng.randrange(10**6),
        "answers": [_answer(rng) for _ in range(rng.choice((20, 60)))],
    }


def _answer(rng: Random) -> Any:
    """A spot, an action and a value. None means a valid one from the ask."""
    spot = rng.choice(("", "", "", "", rng.choice(SPOTS), hostile(rng, 1)))
    action = rng.choice(("", "", "", "", rng.choice(ACTIONS), hostile(rng, 1)))
    value = rng.choice((hostile(rng), {"!near": rng.choice((-1, 0, 1, 0.5)), "of": rng.choice(HOSTILE_NUMBERS)}))
    return [spot, action, value]


def give_answers(data: Any) -> int:
    """Refused answers change nothing. With the accepted ones the round ends, and its record can be written, read and
    replayed."""
    game = cardroom.game(data["game"], data["rules"])
    round = game.round(data["seats"], seed=data["seed"])
    rng = Random(data["seed"])
    for spot, action, value in data["answers"]:
        if round.done:
            break
        ask = rng.choice(round.waiting)
        option = rng.choice(ask.options)
        before = len(round.events), len(round.answers), dict(round.chips.balances), round.waiting
        try:
            round.answer(made(spot) or ask.spot, made(action) or option.action, _valued(option, value))
        except Refused as error:
            hold(len(str(error)) < 2000, "a refusal is long")
            now = len(round.events), len(round.answers), dict(round.chips.balances), round.waiting
            hold(before == now, "a refused answer has changed something")
        if not round.done and rng.random() < 0.3:
            answer_next(round, dict.fromkeys(round.stacks, random_legal), rng)
    while not round.done:
        answer_next(round, dict.fromkeys(round.stacks, random_legal), rng)
    replay(Record.from_json(record(round).json()), game, round.shuffle)
    return len(data["answers"])


def _valued(option: Any, value: Any) -> Any:
    """A value: as generated, or close to what the option accepts."""
    if not (isinstance(value, dict) and "!near" in value):
        return made(value)
    if hasattr(option, "areas"):
        return {area.wager: area.least + value["!near"] for area in option.areas if value["of"] or area.required}
    if hasattr(option, "rows"):
        some = [row for row in option.rows if value["of"] or row.room]
        return {row.name: [*option.cards[: max(0, int(row.room + value["!near"]))]] for row in some}
    if hasattr(option, "cards"):
        return [*option.cards[: option.most]] + [True] * (value["!near"] == 1)
    if hasattr(option, "least"):
        return option.least + value["!near"]
    return None


# -- command lines -----------------------------------------------------------------------------------------------------

NUMBERS = ("0", "-1", "1e9", "1e999999999", "9" * 5000, "nan", "1.5", "٣", "0x10", "", "1_0", "10" * 20)
COMMANDS = (
    ["games"],
    ["games", "--json"],
    ["rules", "GAME"],
    ["rules", "GAME", "--markdown"],
    ["rules", "GAME", "--json"],
    ["rules", "GAME", "--rules", "TEXT"],
    ["rules", "GAME", "--set", "RULE=TEXT"],
    ["rules", "GAME", "--set", "RULE=NUMBER", "--set", "TEXT"],
    ["rules", "TEXT"],
    ["rules", "FILE"],
    ["deal", "GAME", "--rounds", "2", "--seats", "NUMBER"],
    ["deal", "GAME", "--rounds", "1", "--seed", "TEXT", "--bots", "TEXT"],
    ["deal", "GAME", "--rounds", "1", "--json", "--seed", "TEXT"],
    ["deal", "GAME", "--rounds", "1", "--set", "RULE=TEXT"],
    ["replay", "FILE"],
    ["replay", "FILE", "--json"],
    ["replay", "FILE", "--check", "--json"],
    ["replay", "FILE", "--phh"],
    ["replay", "FILE", "--as", "TEXT"],
    ["replay", "FILE", "--shuffles", "FILE"],
    ["replay", "TEXT"],
    ["verify", "FILE"],
    ["verify", "FILE", "--commitment", "TEXT"],
    ["analyze", "GAME", "--set-pay", "TEXT"],
    ["analyze", "GAME", "--vary", "TEXT", "--target-edge", "NUMBER"],
    ["evaluate", "GAME", "--hand", "TEXT", "--board", "TEXT"],
    ["evaluate", "GAME", "--hand", "TEXT", "--wager", "NUMBER", "--json"],
    ["simulate", "GAME", "--rounds", "NUMBER", "--strategy", "TEXT"],
    ["simulate", "GAME", "--workers", "NUMBER", "--engine", "TEXT"],
    ["certify", "GAME", "--out", "FILE"],
    ["submit", "GAME", "--rounds", "1", "--resettle", "1", "--out", "FILE"],
    ["play", "GAME", "--name", "TEXT"],
    ["play", "GAME", "--seed", "TEXT", "--seats", "NUMBER", "--circles", "NUMBER"],
    ["play", "GAME", "--buy-in", "NUMBER", "--behind", "NUMBER"],
    ["play", "GAME", "--my-seed", "TEXT", "--bank"],
    ["TEXT"],
    ["TEXT", "TEXT"],
)
TYPED = ("10 5 5", "5", "r", "p", "f", "c", "y", "n", "b", "w", "l", "v", "?", "1 3", "a10", "$", "1e3", "q", "0", "")


def make_commands(rng: Random) -> Any:
    """A command line, and its typed input."""
    game = rng.choice(_games())
    names = [game.slug, game.slug, game.slug[: rng.randrange(1, len(game.slug))], rng.choice(HOSTILE_TEXTS)]
    words = {
        "GAME": lambda: rng.choice(names),
        "RULE": lambda: rng.choice([*game.rules.house_rules, rng.choice(HOSTILE_TEXTS)]),
        "TEXT": lambda: rng.choice(HOSTILE_TEXTS),
        "NUMBER": lambda: rng.choice((*NUMBERS, "2", "3")),
    }
    arguments = []
    for pattern in rng.choice(COMMANDS):
        arguments.append(re.sub("|".join(words), lambda match: words[match[0]](), pattern))
    typed = [rng.choice((rng.choice(TYPED), rng.choice(HOSTILE_TEXTS))) for _ in range(rng.randrange(30))]
    kind = rng.choice((make_records, make_hands, make_logs, make_rules))
    suffix = {make_records: ".jsonl", make_hands: ".phh", make_logs: ".txt", make_rules: ".toml"}[kind]
    text = kind(rng)["text"]
    return {"arguments": arguments, "typed": "\n".join(typed), "file": text, "name": rng.choice((suffix, suffix, ""))}


def give_commands(data: Any) -> int:
    """Run a command. It must end by itself, with one of our exit codes and a message without hidden characters."""
    with file_of(data["file"], f"file-#{data['name']}") as path:
        arguments = [str(path) if argument == "FILE" else argument for argument in data["arguments"]]
        _run_command(arguments, data["typed"].encode(errors="replace"))
    return 1


def _run_command(arguments: list[str], typed: bytes = b"") -> None:
    result = CliRunner().invoke(app, arguments, input=typed, prog_name="cardroom")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    hold(result.exit_code in (0, 1, 2), f"exit code {result.exit_code}")
    for text in (result.stdout, result.stderr):
        hold("Traceback" not in text, text[-500:])
        nothing_hidden(text)
    if result.exit_code == 2:
        hold(result.stderr.startswith(("cardroom: ", "Usage")) or "\ncardroom: " in result.stderr, result.stderr[:200])


# -- proofs and evidence -----------------------------------------------------------------------------------------------


def give_proofs(data: Any) -> int:
    """Verify a proof beside evidence, by `cardroom verify` and by the verifier alone. Each gives a verdict."""
    with file_of(data["proof"], "proof-#.jsonl") as proof, file_of(data["evidence"], "evidence-#.jsonl") as evidence:
        arguments = [str(proof), "--evidence", str(evidence), *(("--key", data["key"]) if data["key"] else ())]
        code, output = verifier_output(*arguments)
        hold(code in (0, 1, 2), f"exit code {code}")
        nothing_hidden(output)
        _run_command(["verify", *arguments])
    return 1


KINDS = {
    kind.name: kind
    for kind in (
        Kind("rules", 10, make_rules, give_rules),
        Kind("settings", 5, make_settings, give_settings),
        Kind("records", 10, make_records, give_records),
        Kind("hands", 10, make_hands, give_hands),
        Kind("logs", 10, make_logs, give_logs),
        Kind("ranges", 5, make_ranges, give_ranges),
        Kind("values", 20, make_values, give_values),
        Kind("answers", 40, make_answers, give_answers),
        Kind("proofs", 5, make_proofs, give_proofs),
        Kind("commands", 5, make_commands, give_commands),
        Kind("lines", 5, doors.make_lines, doors.give_lines),
        Kind("requests", 5, doors.make_requests, doors.give_requests),
    )
}
"""The kinds by name."""
