"""A Discord on this machine, strict where Discord is strict. In a test, with the fixture `stage` of tests/conftest.py:

    async def test_a_press(stage):
        server = stage.world.add_server("Card club")
        poker = stage.world.add_channel(server, "poker")
        one = stage.person("one", server)
        await stage.start(make_bot)                              # a function that makes a discord.py bot
        opened = await one.slash(poker, "table start", seats=6)  # an Interaction: .message .text .ephemeral .modal .failed
        await one.press(poker, "Join")                           # or one.press(opened, "Join"); by label, custom_id or pattern
        await stage.world.until(lambda: "one" in one.last(poker).text)   # asked again after every change; never sleeps
        stage.faults.server_error(); held = stage.faults.hold("PATCH", "/channels/*")
        await stage.clock_on(3.0)                                # the world's clock is moved by hand
        await stage.restart(make_bot)                            # the same world, a new bot

`world` is the truth, `rest` and `gateway` translate it, `limits` refuses, `faults` misbehaves, `actors` are people, `traffic` records.
"""
