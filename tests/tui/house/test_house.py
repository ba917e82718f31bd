"""People meet in a house, play and watch; nothing is lost, and nobody disturbs the others."""

from __future__ import annotations

import asyncio
from statistics import median

from tests.tui.house.clients import in_the_house, log_of, new_key, people

ROUNDS = 5


@in_the_house
async def test_who_comes_first_is_asked_for_a_name_once(served) -> None:
    ada, ben = new_key(), new_key()
    async with people(served) as come:
        first = await come(ada, "ada")
        await first.sees("Your name:")
        first.type("\r")
        await first.sees("Open a table")
        again = await come(ada, "other")
        await again.sees("Open a table")
        assert "   ada" in again.screen.display[0]
        other = await come(ben, "Ada")
        await other.sees("Your name:")
        other.type("\r")
        await other.sees("somebody else is called 'Ada'")
        other.type("\x7f\x7f\x7fben\r")
        await other.sees("Open a table")
        await first.sees("ben")


@in_the_house
async def test_two_play_to_the_end_while_a_third_watches(served) -> None:
    keys = await served.newcomers("cal", "dee", "eve")
    match = await served.table(keys[0], "oust:size-3+no-pie")
    async with people(served) as come:
        cal = await come(keys[0], "cal")
        await cal.sees("WAITING FOR OTHERS")
        cal.type("\r")
        dee = await come(keys[1], "dee", (100, 30))
        await dee.sees("OPEN TABLES")
        dee.type("\r")
        await dee.sees("is to move")
        await cal.sees("YOUR TURN")
        eve = await come(keys[2], "eve", (120, 40))
        await eve.sees("BEING PLAYED")
        eve.type("\r")
        await eve.sees("You are watching")
        looked = False
        for _ in range(60):
            turn = (await served.say(keys[0], f"turn {match}"))[0]
            if turn.startswith("END"):
                break
            mover, key = (cal, keys[0]) if " cal" in turn else (dee, keys[1])
            steps = await served.steps(match, key)
            captures = [step for step in steps if step not in ("swap", "pass", "stop")]
            await mover.sees("YOUR TURN")
            await mover.play((captures or steps)[-1])
            if not looked:
                eve.type("[")
                await eve.sees("LOOKING BACK")
                looked = True
        assert turn.startswith("END")
        for one in (cal, dee):
            await one.sees("GAME OVER")
        assert "LOOKING BACK" in eve.text
        eve.type("}")
        await eve.sees("GAME OVER")


@in_the_house
async def test_what_is_offered_is_answered_by_its_letter_and_chat_is_seen(served) -> None:
    keys = await served.newcomers("fin", "gus")
    match = await served.table(keys[0], "oust:size-3+no-pie", keys[1])
    await served.say(keys[1], f"chat {match} \x1b]2;x\x07[b]good luck")
    async with people(served) as come:
        fin, gus = await come(keys[0], "fin"), await come(keys[1], "gus")
        for one in (fin, gus):
            await one.sees("against")
            one.type("\r")
            await one.sees("]2;x[b]good luck")
        gus.type("od")
        await fin.sees("Gus offers a draw.")
        await asyncio.sleep(1)  # for so long no offer can be answered
        fin.type("d")
        for one in (fin, gus):
            await one.sees("both have agreed to it")
        gus.type("r")
        await fin.sees("Gus offers a rematch.")
        await asyncio.sleep(1)
        fin.type("r")
        for one in (fin, gus):
            await one.sees(lambda text: "both have agreed" not in text)
        await gus.sees("YOUR TURN")
        gus.type("mxyzzy\r")
        await gus.sees("xyzzy")
    log = log_of(served.folder).read_text()
    assert log
    assert not any(typed in log for typed in ("good luck", "xyzzy"))


async def took(cause, person, happens) -> float:
    """Seconds from a cause until something is on a screen."""
    began = asyncio.get_running_loop().time()
    cause()
    await person.sees(happens)
    return asyncio.get_running_loop().time() - began


@in_the_house
async def test_news_are_on_other_screens_hardly_later_than_what_is_pressed_there(served) -> None:
    keys = await served.newcomers("hal", "ida", "jon")
    match = await served.table(keys[0], "reversi", keys[1])
    async with people(served) as come, await served.connect(keys[0]) as line:
        jon = await come(keys[2], "jon", (120, 40))
        await jon.sees("turn 1,")
        hal = await line.create_process(f"watch {match}")
        await hal.stdout.readline()
        news, pressed = [], []
        for turn in range(ROUNDS):
            mover = keys[turn % 2]
            (step, *_) = await served.steps(match, mover)
            # What the one who moves has been answered is the cause of the news.
            moving = asyncio.create_task(served.say(mover, f"move {match} {step}"))
            await hal.stdout.readline()
            news.append(await took(lambda: None, jon, f"turn {turn + 2},"))
            await moving
            pressed.append(await took(lambda: jon.type("?"), jon, "Everywhere"))
            jon.type("q")
            await jon.sees("BEING PLAYED")
        hal.close()
    assert median(news) < 0.3 + 5 * median(pressed)
