"""The texts of a table that nobody has opened, and of one that plays without a clock."""

import msgspec


class StartWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    waiting: str
    refuses: str
    not_begun: str
    own: str
    at: str
    silent: str
    check_power: str
    check_network: str
    check_address: str
    note: str
    found: str
    found_help: str
    alone: str
    alone_help: str

    seat: str
    seat_small: str
    readers: str
    no_reader: str

    seats_title: str
    seats_help: str
    stack_small: str
    stack_all: str
    fill: str
    fill_small: str
    ready: str
    ready_small: str
    nameless: str
    no_name: str
    rename: str
    button_here: str
    has_button: str
    empty_seat: str
    back: str

    blinds_title: str
    blinds_help: str
    ante_on: str
    ante_off: str
    ante_small: str
    button_title: str
    draw_title: str
    draw_next: str
    draw_best: str
    draw_erase: str
    draw_ok: str

    two_first: str
    blinds_first: str
    button_first: str

    called: str
    called_chips: str
    called_help: str
    called_go: str
    called_go_small: str
    called_stay: str
    called_stay_small: str
