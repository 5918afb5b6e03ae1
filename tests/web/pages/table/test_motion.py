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
    lasts: how.delay + how.duration, changes: frames.flatMap((frame) => Object.keys(frame)) });
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
MOVING = {"reduced_motion": "no-preference"}


def test_cards_and_chips_move_without_a_shift_and_leave_nothing_behind(room, visit):
    table = open_table(room, "heads-up-holdem")
    page = visit(table, RECORD, **MOVING)
    sits(page)
    rests(room, table)
    page.wait_for_function("() => table.moment === 'bets'")
    page.wait_for_timeout(300)  # the rules are loading
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
    assert page.evaluate("[contexts, notes]") == [1, 2], "a chip, to hear how loud it is"
    plays(page, "sound")
    assert page.evaluate("notes") > 2
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
