"""The one writer: all or nothing, in order, answered after the commit, and one commit for those that wait for each other."""

import asyncio

import pytest
from sqlalchemy import event, text

from bot.store import Bankroll, ConstraintBroken, Overdraft, Store, StoreUnavailable
from tests.store.people import ANN, BOB, GUILD, bankroll, grant


def count_commits(store: Store) -> list[int]:
    """A list that grows by one at each COMMIT."""
    commits: list[int] = []
    event.listen(store._database.writers.sync_engine, "commit", lambda _: commits.append(1))
    return commits


async def give(store: Store, transfer_id: str, user_id: int = ANN, amount: int = 1) -> None:
    async with store.transaction() as t:
        await t.ledger.book(grant(transfer_id, user_id, amount))


async def test_an_exception_takes_everything_back(store: Store) -> None:
    async def fail_late() -> None:
        async with store.transaction() as t:
            await t.ledger.book(grant("a", ANN, 5))
            await t.meta.set("seen", "yes")
            raise LookupError

    with pytest.raises(LookupError):
        await fail_late()
    assert await bankroll(store, ANN) == 0
    async with store.reading() as t:
        assert await t.meta.get("seen") is None


async def test_whoever_waits_shares_a_commit(store: Store) -> None:
    commits = count_commits(store)
    await asyncio.gather(*(give(store, f"p{number}") for number in range(50)))
    assert await bankroll(store, ANN) == 50
    assert len(commits) <= 40


async def test_who_resumes_is_on_the_disk(store: Store) -> None:
    async def give_and_look(number: int) -> int:
        await give(store, f"p{number}", user_id=1_000 + number)
        return await bankroll(store, 1_000 + number)

    assert await asyncio.gather(*(give_and_look(number) for number in range(20))) == [1] * 20


async def test_nobody_sees_what_is_not_committed(store: Store) -> None:
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 5))
        assert await bankroll(store, ANN) == 0
    assert await bankroll(store, ANN) == 5


async def test_one_that_fails_is_taken_back_alone(store: Store) -> None:
    async def overdraw(number: int) -> None:
        async with store.transaction() as t:
            await t.ledger.book(grant(f"lost {number}", BOB, 7))
            await t.ledger.book(grant(f"bad {number}", BOB, 9, debit=Bankroll(GUILD, 404)))

    async def break_a_rule() -> None:
        async with store.transaction() as t:
            await t.ledger.book(grant("lost", BOB, 7))
            await t.ledger._work.run(text("UPDATE account SET balance = -1 WHERE kind <> 'house'"))

    jobs = [
        overdraw(0),
        give(store, "a"),
        give(store, "b"),
        overdraw(1),
        give(store, "c"),
        break_a_rule(),
        give(store, "d"),
        overdraw(2),
    ]
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    kinds = [type(outcome) for outcome in outcomes]
    nothing = type(None)
    assert kinds == [Overdraft, nothing, nothing, Overdraft, nothing, ConstraintBroken, nothing, Overdraft]
    assert (await bankroll(store, ANN), await bankroll(store, BOB)) == (4, 0)


async def test_a_failure_that_was_swallowed_is_not_saved(store: Store) -> None:
    async def go_on() -> None:
        async with store.transaction() as t:
            await t.ledger.book(grant("a", ANN, 5))
            with pytest.raises(ConstraintBroken):
                await t.ledger._work.run(text("UPDATE account SET balance = -1 WHERE kind <> 'house'"))
            with pytest.raises(StoreUnavailable):
                await t.ledger.book(grant("b", ANN, 5))

    with pytest.raises(StoreUnavailable):
        await go_on()
    assert await bankroll(store, ANN) == 0


async def test_transactions_run_in_the_order_in_which_they_were_asked_for(store: Store) -> None:
    seen: list[int] = []

    async def note(number: int) -> None:
        async with store.transaction():
            seen.append(number)

    await asyncio.gather(*(note(number) for number in range(200)))
    assert seen == list(range(200))


async def test_one_at_a_time(store: Store) -> None:
    inside = 0

    async def enter(number: int) -> None:
        nonlocal inside
        async with store.transaction() as t:
            inside += 1
            await t.ledger.book(grant(f"p{number}", ANN, 1))
            await asyncio.sleep(0)
            assert inside == 1
            inside -= 1

    await asyncio.gather(*(enter(number) for number in range(20)))


@pytest.mark.parametrize("wait", range(6))
async def test_who_gives_up_waiting_holds_nobody_up(store: Store, wait: int) -> None:
    """Tasks are cancelled while they queue, are being served or wait for the commit: none is half saved, all others are whole."""

    async def give_twice(number: int) -> None:
        async with store.transaction() as t:
            await t.ledger.book(grant(f"x{number}", ANN, 1))
            await asyncio.sleep(0)
            await t.ledger.book(grant(f"y{number}", BOB, 1))

    tasks = [asyncio.create_task(give_twice(number)) for number in range(30)]
    for _ in range(wait * 3):
        await asyncio.sleep(0)
    for task in tasks[::3]:
        task.cancel()
    await asyncio.wait(tasks)
    assert not [task for task in tasks[1::3] + tasks[2::3] if task.cancelled() or task.exception()]
    saved = await bankroll(store, ANN)
    assert saved == await bankroll(store, BOB)
    assert 20 <= saved <= 30
    await give(store, "after")
    assert await bankroll(store, ANN) == saved + 1


async def test_closing_waits_for_what_was_asked(address: str) -> None:
    store = await Store.open(address)
    tasks = [asyncio.create_task(give(store, f"p{number}")) for number in range(10)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*tasks)
    store = await Store.open(address)
    assert await bankroll(store, ANN) == 10
    await store.close()


async def test_reading_cannot_write(store: Store) -> None:
    with pytest.raises(StoreUnavailable):
        async with store.reading() as t:
            await t.meta.set("a", "b")
    async with store.reading() as t:
        assert await t.meta.get("a") is None


async def test_reading_sees_one_state(store: Store) -> None:
    async with store.reading() as t:
        before = await t.ledger.balance(Bankroll(GUILD, ANN))
        await give(store, "a")
        assert await t.ledger.balance(Bankroll(GUILD, ANN)) == before


async def test_who_is_cancelled_during_the_commit_hears_of_it_first(store: Store) -> None:
    """What follows a transaction at once belongs to it: memory that is swapped there is as the file is. The cancellation comes after it."""
    memory: list[str] = []

    async def give_and_remember() -> None:
        await give(store, "a")
        memory.append("a")
        await asyncio.sleep(0)
        memory.append("never")

    giving = asyncio.create_task(give_and_remember())
    event.listen(store._database.writers.sync_engine, "commit", lambda _: giving.cancel())
    await asyncio.wait([giving])
    assert giving.cancelled()
    assert (memory, await bankroll(store, ANN)) == (["a"], 1)


async def test_a_time_limit_that_ends_during_the_commit_is_told_as_one(store: Store) -> None:
    limit = asyncio.timeout(None)

    def end(_: object) -> None:
        limit.reschedule(asyncio.get_running_loop().time())

    async def give_within_the_limit() -> None:
        async with limit:
            event.listen(store._database.writers.sync_engine, "commit", end, once=True)
            await give(store, "a")
            await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        await give_within_the_limit()
    assert await bankroll(store, ANN) == 1


async def test_a_closed_store_writes_nothing_and_reads_nothing(address: str) -> None:
    store = await Store.open(address)
    await store.close()
    with pytest.raises(StoreUnavailable):
        await give(store, "late")
    with pytest.raises(StoreUnavailable):
        await bankroll(store, ANN)
    store = await Store.open(address)
    assert await bankroll(store, ANN) == 0
    await store.close()


async def test_a_transaction_asked_for_while_the_store_closes_is_refused(address: str) -> None:
    """The lease is given back as soon as those before it are through: it would write beside the next owner."""
    store = await Store.open(address)
    first = asyncio.create_task(give(store, "first"))
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreUnavailable):
        await give(store, "late")
    await asyncio.gather(first, closing)
    store = await Store.open(address)
    assert await bankroll(store, ANN) == 1
    await store.close()
