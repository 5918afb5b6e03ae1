"""Motion and sound in a real browser: both follow what happened, never hold a player up, and can be switched off."""

import pytest

from support.table_page import acts, open_table, plays, rests, sits

RECORD = """
window.moved = [];
window.paused = false;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const animation = animate.call(this, frames, how);
  moved.push({ card: this.matches('.card'), chips: Boolean(this.querySelector('.stack')),
    button: Boolean(this.querySelector('.btnmark')), face: Boolean(this.querySelector('.card:not(.back)')),
    time: how.duration, lasts: how.delay + how.duration, changes: frames.flatMap((frame) => Object.keys(frame)) });
  if (paused) animation.pause();
  return animation;
};
window.shifted = 0;
new PerformanceObserver((list) => { for (const entry of list.getEntries()) shifted += entry.value; })
  .observe({ type: 'layout-shift' });
"""
LISTEN = """
window.contexts = 0;
window.notes = 0;
const Real = AudioContext;
window.AudioContext = class extends Real { constructor() { super(); contexts += 1; } };
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...at) { notes += 1; return start.apply(this, at); };
}
"""
TRY = """
addEventListener('load', async () => {
  window.sound = await import('/files/-/table/sound.js');
  sound.playSound('turn');
  console.log(`contexts: ${contexts}`);
});
"""
FLYING = "document.querySelectorAll('.flying > div').length"
VISIBLE = "[...document.querySelectorAll('.felt .card')].every((each) => getComputedStyle(each).opacity === '1')"
TOKEN = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
MOVING = {"reduced_motion": "no-preference"}


def test_cards_and_chips_move_without_a_shift_and_leave_nothing_behind(room, visit):
    table = open_table(room, "heads-up-holdem")
    page = visit(table, RECORD, **MOVING)
    sits(page)
    rests(room, table)
    page.wait_for_function("() => table.moment === 'bets' && table.rulesCache.rules")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.evaluate("shifted = 0")
    plays(page, "moves")
    page.wait_for_function(f"() => !{FLYING} && document.getAnimations().every((each) => each.playState !== 'running')")
    moved = page.evaluate("moved")
    assert sum(each["card"] for each in moved) >= 2 + 2 + 5, "my cards, the dealer's and the board"
    assert any(each["chips"] for each in moved)
    assert {change for each in moved for change in each["changes"]} <= {
        *("translate", "rotate", "scale", "opacity"),
        *("offset", "easing"),
    }
    assert max(each["lasts"] for each in moved) <= 900
    assert page.evaluate("shifted") <= 0.05
    assert page.evaluate(VISIBLE)


@pytest.mark.proof
def test_a_player_never_waits_for_motion(room, visit):
    table = open_table(room, "texas-holdem")
    page = visit(table, RECORD, **MOVING)
    page.evaluate("paused = true")  # motion that never ends
    sits(page)
    rests(room, table)
    plays(page, "waits")
    assert page.evaluate("table.moment") == "over"
    assert page.evaluate(FLYING) > 0
    page.keyboard.press("Space")
    assert page.evaluate(FLYING) == 0
    assert page.evaluate(VISIBLE)


@pytest.mark.proof
def test_a_hidden_tab_and_a_reload_end_motion(room, visit):
    table = open_table(room, "three-card-poker-6-card-bonus")
    page = visit(table, RECORD, **MOVING)
    sits(page)
    rests(room, table)
    page.wait_for_function("() => table.moment === 'bets'")
    page.evaluate("paused = true")
    acts(page)
    page.wait_for_function(f"() => {FLYING} > 0")
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'));"
    )
    assert page.evaluate(FLYING) == 0
    page.reload()
    page.wait_for_function("() => window.table?.loaded && document.querySelector('.felt .card')")
    assert page.evaluate("moved.length") == 0, "a page that has just been opened shows the table as it is"


@pytest.mark.proof
def test_motion_is_off_by_the_system_or_by_the_menu(room, visit):
    table = open_table(room, "heads-up-holdem", bots=2)
    still, chosen = visit(table, RECORD), visit(table, RECORD, **MOVING)
    chosen.get_by_role("button", name="Menu").click()
    chosen.locator("fieldset").filter(has_text="Motion").get_by_text("Off").click()
    chosen.keyboard.press("Escape")
    sits(chosen)
    rests(room, table)
    plays(chosen, "still")
    still.wait_for_function("() => table.moment === 'over'")
    for page in (still, chosen):
        assert page.locator(".felt .card").count() > 5
        assert page.evaluate("moved.length") == 0


@pytest.mark.proof
def test_sound_is_off_until_it_is_switched_on_and_waits_for_a_gesture(room, visit):
    table = open_table(room, "heads-up-holdem")
    page = visit(table, LISTEN)
    sits(page)
    rests(room, table)
    page.wait_for_function("() => table.moment === 'bets'")
    acts(page)
    page.wait_for_function("() => table.moment === 'act'")
    assert page.evaluate("[contexts, notes]") == [0, 0]
    page.get_by_role("button", name="Sound").click()
    assert page.evaluate("[contexts, notes]") == [1, 1], "a chip, to hear how loud it is"
    plays(page, "sound")
    assert page.evaluate("notes") > 1
    page.add_init_script(TRY)  # a call from here is a gesture for the browser
    with page.expect_console_message(lambda message: message.text.startswith("contexts")) as tried:
        page.reload()
    assert tried.value.text == "contexts: 0", "nothing was pressed since the page was opened"
    page.wait_for_function("() => window.table?.loaded")
    button = page.get_by_role("button", name="Sound")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    page.evaluate("sound.playSound('turn')")
    assert page.evaluate("[contexts, notes]") == [0, 0]


@pytest.mark.proof
def test_cards_are_collected_and_the_button_travels_when_the_next_round_begins(room, visit):
    page = visit(open_table(room, "texas-holdem"), RECORD, **MOVING)
    sits(page)
    collected = "moved.some((each) => each.face)"
    for _ in range(30):  # more questions than two rounds have
        page.wait_for_function(f"() => {collected} || (table.moment === 'act' && !table.ui.sent)")
        if page.evaluate(collected):
            break
        question = page.evaluate("table.question")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)
    assert set(page.evaluate("moved.filter((each) => each.face).map((each) => each.time)")) == {240}
    page.wait_for_function("() => moved.some((each) => each.button)")
    assert set(page.evaluate("moved.filter((each) => each.button).map((each) => each.time)")) == {180}
    page.keyboard.press("Space")
    assert page.evaluate(FLYING) == 0
    assert page.evaluate(VISIBLE)


def test_durations_are_those_of_the_design(page_of_none):
    for name, lasts in {"move": 180, "turn": 220, "result": 320, "collect": 240, "deal-gap": 70}.items():
        assert page_of_none.evaluate(TOKEN, f"--t-{name}") == f"{lasts}ms"
        page_of_none.evaluate("document.documentElement.dataset.motion = 'off'")
        assert page_of_none.evaluate(TOKEN, f"--t-{name}") == "0ms"
        page_of_none.evaluate("delete document.documentElement.dataset.motion")


def test_there_are_six_short_sounds(page_of_none):
    sounds = page_of_none.evaluate(
        """async () => {
            const { SOUNDS } = await import("/files/-/table/sound.js");
            return Object.entries(SOUNDS).map(([name, tones]) =>
              [name, Math.round(1000 * Math.max(...tones.map((tone) => tone.at + tone.lasts)))]);
        }"""
    )
    assert [name for name, _ in sounds] == ["card", "chip", "paid", "turn", "ten", "message"]
    assert all(50 <= lasts <= 220 for _, lasts in sounds)


def test_a_payment_sounds_the_same_for_every_amount_and_a_loss_is_silent(page_of_none):
    heard = page_of_none.evaluate(
        """async () => {
            document.documentElement.dataset.sound = "on";
            const { playMoves, noteFelt } = await import("/files/-/table/motion.js");
            const hear = (transfers, over) => {
              notes = 0;
              const changes = { fresh: new Map(), transfers, folded: [], over, collected: false, buttons: [] };
              playMoves(document.body, noteFelt(document.body, changes), changes, 2);
              return notes;
            };
            const [house, bet] = [{ at: "house" }, { at: "bet", seat: 2, wager: "ante" }];
            return [
              hear([{ from: house, to: bet, amount: 100 }], true),
              hear([{ from: house, to: bet, amount: 100000 }], true),
              hear([{ from: bet, to: house, amount: 100000 }], true),
              hear([{ from: house, to: { ...bet, seat: 3 }, amount: 100 }], true),
              hear([{ from: { at: "chips", seat: 3 }, to: { ...bet, seat: 3 }, amount: 100 }], false),
            ];
        }"""
    )
    assert heard == [3, 3, 0, 0, 1]


@pytest.fixture
def page_of_none(visit, room):
    """A page on which modules can be tried. Something was pressed on it."""
    page = visit(open_table(room, "heads-up-holdem"), LISTEN, **MOVING)
    page.wait_for_function("() => window.table?.loaded")
    page.keyboard.press("Shift")
    page.mouse.click(5, 5)
    return page
