"""A table's program follows the size of its glass, also if a page sends many sizes."""

import socket

from kiosk.protocol.glass import GlassScale
from kiosk.protocol.link.wire import encode
from kiosk.table.program.glass_line import GlassLine


def test_only_the_newest_of_many_scales_is_drawn(qtbot):
    host, program = socket.socketpair()
    line = GlassLine(program.detach(), 5.0)
    drawn: list[float] = []
    line.scaled.connect(drawn.append)
    with host:
        many = b"".join(encode(GlassScale(4 + number / 1000)).encode() + b"\n" for number in range(2000))
        host.sendall(many)

        qtbot.waitUntil(lambda: line.px_per_mm == 4 + 1999 / 1000)

        assert len(drawn) < 10
        host.sendall(encode(GlassScale(6.5)).encode()[:5])
        host.sendall(encode(GlassScale(6.5)).encode()[5:] + b"\n")
        qtbot.waitUntil(lambda: line.px_per_mm == 6.5)
        with qtbot.waitSignal(line.ended):
            host.close()
    line._line.close()
