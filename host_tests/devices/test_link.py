"""Lines over USB: neither input nor a missing reader makes a round of the board's loop long."""

from io import BytesIO

from fakes.wires import Port
from picogammon.devices.link import MAX_LINE, Link, Serial
from portable import no_allocation


class Flood:
    """A stand-in for Port.coming that pretends to hold a number of letters, and stores none."""

    def __init__(self, letters):
        self.left = letters

    def __bool__(self):
        return self.left > 0

    def pop(self, at):
        self.left -= 1
        return 121


class Talk:
    """A Link over a fake Port. answers(line) yields the answers to a line, by default an echo."""

    def __init__(self, answers=None):
        self.port = Port()
        self.asked = []
        self.link = Link(self.port, answers or self.echo)
        self.now = (1 << 30) - 100  # the clock wraps soon

    def echo(self, text):
        self.asked.append(text)
        yield None
        yield "<" + text + ">"

    def wait(self, rounds=400, ms=5):
        for _ in range(rounds):
            self.port.calls = 0
            self.link.run_round(self.now & (1 << 30) - 1)
            assert self.port.calls <= 100
            self.now += ms

    def hear(self, data):
        self.port.coming += list(data)
        self.port.gone = bytearray()
        self.wait()
        return bytes(self.port.gone)


def test_a_line_of_any_bytes_is_answered_whichever_way_it_ends_and_in_whatever_pieces_it_comes():
    talk = Talk()
    for end in (b"\n", b"\r", b"\r\n"):
        assert talk.hear(b"ubgi" + end) == b"<ubgi>\r\n"
    assert talk.hear(b"a\r\nb\nc\r\r") == b"<a>\r\n<b>\r\n<c>\r\n"
    assert talk.hear(b"ub") == talk.hear(b"gi") == b""
    assert talk.hear(b"\n") == b"<ubgi>\r\n"
    talk.hear(bytes([0, 1, 2, 4, 127, 128, 255]) + b"\n")
    assert talk.asked[-1] == "\x00\x01\x02\x04\x7f\x80\xff"


def test_bytes_past_the_bound_are_left_out_and_the_next_line_is_heard():
    talk = Talk()
    most = b"x" * MAX_LINE
    assert talk.hear(most + b"\n") == b"<" + most + b">\r\n"
    assert talk.hear(most + b"yz\nok\n") == b"<" + most + b">\r\n<ok>\r\n"
    assert talk.asked[-1] == "ok"
    assert talk.hear(most) == b""
    flood = talk.port.coming = Flood(5000)
    talk.now = 0  # a small number, which takes no memory
    with no_allocation():
        talk.wait()
    assert not flood.left
    talk.port.coming = []
    assert talk.hear(b"\n") == b"<" + most + b">\r\n"


def test_a_long_answer_is_made_as_it_drains():
    made = [0]

    def answers(text):
        for i in range(400):
            made[0] += 1
            yield "play %d" % i

    talk = Talk(answers)
    talk.port.room = 1000
    talk.port.coming += list(b"plays\n")
    talk.wait()
    assert len(talk.port.gone) == 1000 and made[0] < 115
    talk.port.room = 1 << 30
    talk.now -= 2000
    talk.wait(4000)
    assert bytes(talk.port.gone) == b"".join([b"play %d\r\n" % i for i in range(400)])


def test_thinking_takes_a_round_a_slice():
    slices = []

    def answers(text):
        for i in range(50):
            slices.append(i)
            yield None
        yield "done"

    talk = Talk(answers)
    talk.port.coming += list(b"go\n")
    assert not talk.link.busy
    talk.wait(1)
    for i in range(50):
        assert talk.link.busy
        talk.wait(1)
        assert len(slices) == i + 1
    talk.wait(3)
    assert bytes(talk.port.gone) == b"done\r\n" and not talk.link.busy


_UNREAD = b"\r\nerror unread the rest of the last answer was not read\r\n"


def test_what_nobody_reads_is_dropped_and_input_still_drains():
    talk = Talk()
    talk.port.room = 0
    talk.port.coming += list(b"first\n" + b"again\n" * 300)
    talk.wait(350)
    assert talk.asked == ["first"], "two seconds it waits"
    talk.wait(2000)
    assert not talk.port.coming and not talk.link.busy, "then all else is dropped at once"
    talk.port.room = 1 << 30
    assert talk.hear(b"back\n") == _UNREAD + b"<back>\r\n"
    assert talk.hear(b"and\n") == b"<and>\r\n"


def test_a_slow_reader_loses_nothing():
    talk = Talk()
    talk.port.room = 0
    talk.port.coming += list(b"hello\n")
    for _ in range(9):
        talk.wait(300)
        talk.port.room = 1
    assert bytes(talk.port.gone) == b"<hello>\r"


def test_news_wait_for_the_end_of_an_answer_and_do_not_pile_up():
    def answers(text):
        yield "one"
        talk.link.say("the OLED is back")
        yield "two"

    talk = Talk(answers)
    assert talk.hear(b"x\n") == b"one\r\ntwo\r\ninfo string the OLED is back\r\n"
    for room in (1 << 30, 0):
        talk = Talk()
        talk.port.room = room
        for i in range(100):
            talk.link.say("news %d" % i)
        talk.wait(1000)
        talk.port.room = 1 << 30
        told = b"".join([b"info string news %d\r\n" % i for i in range(8)])
        assert bytes(talk.port.gone) == (told if room else b"")
        assert talk.hear(b"back\n") == (b"" if room else _UNREAD) + b"<back>\r\n"


class _Select:
    """A fake of the module select and of its poll objects. `ready`: the poll events to report."""

    POLLIN, POLLOUT = 1, 4
    ready = []

    def poll(self):
        return _Select()

    def register(self, stream, wanted):
        self.wanted = wanted

    def ipoll(self, timeout):
        assert timeout == 0, "nothing waits"
        return [self] if self.wanted in self.ready else []


class _Stream:
    def __init__(self, data=b""):
        self.buffer = BytesIO(data)


def test_a_serial_port_never_waits():
    coming, gone = _Stream(b"\x00a\xff"), _Stream()
    port = Serial(_Select(), coming, gone)
    assert port.read() == -1 and not port.write(65)
    _Select.ready.append(_Select.POLLIN)
    assert [port.read() for _ in range(3)] == [0, 97, 255] and not port.write(65)
    _Select.ready.append(_Select.POLLOUT)
    assert port.write(0) and port.write(98) and gone.buffer.getvalue() == b"\x00b"
    assert port.read() == -1, "the other end was closed"
    coming.buffer.write(b"c")
    coming.buffer.seek(3)
    assert port.read() == -1
