"""Posts from other threads: none is lost, each thread's order is kept, and the owner is woken."""

import threading

from kiosk.table.host import Inbox


def test_posts_are_taken_once_in_the_order_they_came():
    inbox: Inbox[str] = Inbox(wake=lambda: None)
    inbox.post("Qh")
    inbox.post("As")

    assert inbox.take() == ["Qh", "As"]
    assert inbox.take() == []


def test_the_owner_is_woken_once_for_a_burst_and_again_after_taking():
    wakes: list[int] = []
    inbox: Inbox[str] = Inbox(wake=lambda: wakes.append(1))
    for card in ("Qh", "As", "2c"):
        inbox.post(card)
    assert len(wakes) == 1

    inbox.take()
    inbox.post("3d")
    assert len(wakes) == 2


def test_an_equal_post_is_not_dropped():
    inbox: Inbox[str] = Inbox(wake=lambda: None)
    inbox.post("Qh")
    inbox.post("Qh")

    assert inbox.take() == ["Qh", "Qh"]


def test_only_the_newest_of_a_readers_health_messages_is_kept():
    inbox: Inbox[str] = Inbox(wake=lambda: None)
    inbox.post("board reader lost", latest="board")
    inbox.post("Qh")
    inbox.post("seat 3 reader lost", latest="seat 3")
    inbox.post("board reader back", latest="board")

    assert inbox.take() == ["Qh", "seat 3 reader lost", "board reader back"]


def test_posts_of_many_threads_all_arrive_and_keep_each_threads_order():
    """
    The owner sleeps until it is woken. A lost wake would leave it asleep past its deadline.
    """
    woken = threading.Event()
    inbox: Inbox[tuple[int, int]] = Inbox(wake=woken.set)

    def post(thread: int) -> None:
        for n in range(500):
            inbox.post((thread, n))

    threads = [threading.Thread(target=post, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    taken: list[tuple[int, int]] = []
    while len(taken) < 2000 and woken.wait(timeout=120):
        woken.clear()
        taken += inbox.take()
    for thread in threads:
        thread.join()

    assert sorted(taken) == [(thread, n) for thread in range(4) for n in range(500)]
    assert all([n for poster, n in taken if poster == thread] == list(range(500)) for thread in range(4))
