"""People meet in a house, play and watch; nothing is lost, and nobody disturbs the others."""

from __future__ import annotations

import asyncio

from tests.tui.house.clients import house, new_key, people

ANN, BOB, CAT = new_key(), new_key(), new_key()


async def known(served, **keys) -> None:
    for name, key in keys.items():
        await served.say(key, f"name {name}")


async def test_who_comes_first_is_asked_for_a_name_once(tmp_path) -> None:
    async with house(tmp_path / "house") as served, people(served) as come:
        ann = await come(ANN, "ann")
        await ann.sees("Your name:")
        ann.type("\r")
        await ann.sees("Open a table")
        again = await come(ANN, "other")
        await again.sees("Open a table")
        assert "   ann" in again.screen.display[0]
        bob = await come(BOB, "Ann")
        await bob.sees("Your name:")
        bob.type("\r")
        await bob.sees("somebody else is called 'Ann'")
        bob.type("\x7f\x7f\x7fbob\r")
        await bob.sees("Open a table")
        await ann.sees("bob")


async def test_two_play_to_the_end_while_a_third_watches(tmp_path) -> None:
    async with house(tmp_path / "house") as served, people(served) as come:
        await known(served, ann=ANN, bob=BOB, cat=CAT)
        ann = await come(ANN, "ann")
        await ann.sees("Open a table")
        await served.say(ANN, "new oust:size-3+no-pie")
        await ann.sees("WAITING FOR OTHERS")
        bob = await come(BOB, "bob", (100, 30))
        await bob.sees("OPEN TABLES")
        bob.type("\r")
        ann.type("\r")
        await bob.sees("is to move")
        await ann.sees("YOUR TURN")
        cat = await come(CAT, "cat", (120, 40))
        await cat.sees("BEING PLAYED")
        cat.type("\r")
        await cat.sees("You are watching")
        players = {"ann": ann, "bob": bob}
        looked = False
        for _ in range(60):
            turn = (await served.say(ANN, "turn 1"))[0]
            if turn.startswith("END"):
                break
            mover = "ann" if " ann" in turn else "bob"
            key = ANN if mover == "ann" else BOB
            steps = (await served.say(key, "legal 1"))[0].split(": ")[1].split()
            captures = [step for step in steps if step not in ("swap", "pass", "stop")]
            await players[mover].sees("YOUR TURN")
            await players[mover].play((captures or steps)[-1])
            if not looked:
                cat.type("[")
                await cat.sees("LOOKING BACK")
                looked = True
        assert turn.startswith("END")
        for one in (ann, bob):
            await one.sees("GAME OVER")
        assert "LOOKING BACK" in cat.text
        cat.type("}")
        await cat.sees("GAME OVER")


async def test_what_is_offered_is_answered_by_its_letter_and_chat_is_seen(tmp_path) -> None:
    async with house(tmp_path / "house") as served, people(served) as come:
        await known(served, ann=ANN, bob=BOB)
        await served.say(ANN, "new oust:size-3+no-pie")
        await served.say(BOB, "join 1")
        await served.say(BOB, "chat 1 \x1b]2;x\x07[b]good luck")
        ann, bob = await come(ANN, "ann"), await come(BOB, "bob")
        for one in (ann, bob):
            await one.sees("against")
            one.type("\r")
            await one.sees("]2;x[b]good luck")
        bob.type("od")
        await ann.sees("Bob offers a draw.")
        await asyncio.sleep(1)  # for so long no offer can be answered
        ann.type("d")
        for one in (ann, bob):
            await one.sees("both have agreed to it")
        bob.type("r")
        await ann.sees("Bob offers a rematch.")
        await asyncio.sleep(1)
        ann.type("r")
        for one in (ann, bob):
            await one.sees("to the rematch")
            one.type("a")
            await one.sees(lambda text: "both have agreed" not in text)
        await bob.sees("YOUR TURN")


async def test_news_are_on_other_screens_at_once(tmp_path) -> None:
    async with house(tmp_path / "house") as served, people(served) as come:
        await known(served, ann=ANN, bob=BOB)
        bob = await come(BOB, "bob")
        await bob.sees("Open a table")
        async with await served.connect(ANN) as line:
            process = await line.create_process()
            process.stdin.write("new oust:size-4\n")
            async for told in process.stdout:
                if told.startswith("TABLE"):
                    break
            began = asyncio.get_running_loop().time()
            await bob.sees("OPEN TABLES")
            assert asyncio.get_running_loop().time() - began < 5
            process.stdin.write_eof()
