"""The test bench as a board's host: a Circuit, a Disk, counted time, and chance from a seed."""

from fakes import own_data
from fakes.circuit import WATCHDOG
from fakes.disk import files_on
from picogammon.devices.files import MATCHES, Files
from picogammon.devices.nor import Flash, SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from picogammon.ground import TICKS_MASK, ticks_diff
from picogammon.host import Host

_ROUND_MS = 4  # apparent length of a round in which the board's loop works


class Time:
    """Time that passes only in waiting: `power` has `now`, in ms, and `pass_time(ms)`."""

    def __init__(self, power):
        self._power = power
        self._worked = 0

    def ticks_ms(self):
        return self._power.now & TICKS_MASK

    def ticks_us(self):
        return self._power.now * 1000 & TICKS_MASK

    def ticks_diff(self, end, start):
        """Adds the time of a round of work, which the power's clock does not count."""
        self._worked += _ROUND_MS
        return ticks_diff(end, start) + self._worked

    def sleep_ms(self, ms):
        self._worked = 0
        self._power.pass_time(ms)


class Desk(Host):
    """A Circuit, with the computer's own files, time and chance."""

    def __init__(self, circuit, port):
        Host.__init__(self, circuit, Files(), port)

    def load_data(self, own=False):
        return own_data


class Bench(Desk):
    """A host with `power`'s circuit, disk, port, entropy, data and time."""

    def __init__(self, power):
        self._power = power
        Desk.__init__(self, power.circuit, power.port)
        self.files = files_on(power.disk)
        self._clock = Time(power)
        self.watchdog = WATCHDOG
        self.counts_starts = power.counts_starts
        self.ticks_ms, self.ticks_us = self._clock.ticks_ms, self._clock.ticks_us
        self.urandom = lambda count: power.entropy.urandom(count)
        self.dupterm = self._dupterm
        self.file_system = power.file_system
        self.ring = Ring(self.ring_flash(), lambda: power.today)

    def ring_flash(self):
        power = self._power
        if power.in_files:
            return SectorFiles(files_on(power.disk), MATCHES, SECTORS)
        system = power.file_system
        barred = system is not None and (system.newer or system.needs)
        return Flash(power.flash, 0 if barred else len(power.flash.blocks))

    def jedec_id(self):
        return self._power.jedec

    def passed(self, since):
        return self._clock.ticks_diff(self.ticks_ms(), since)

    async def pause(self, ms):
        self._clock.sleep_ms(max(ms, self._power.pace))

    def let_ctrl_c(self, interrupt):
        self._power.hears_ctrl_c = not interrupt

    def _dupterm(self, terminal):
        byte = bytearray(1)
        if terminal and terminal.readinto(byte):
            self._power.handed_back.append(byte[0])

    def load_data(self, own=False):
        power = self._power
        return own_data if own or power.data_on_flash is None else power.data_on_flash()

    def shown(self, shows):
        self._power.shown(shows)
