"""Short tunes on a piezo. Each pass of the main loop plays the note that is due."""

from micropython import const

from picogammon.ground import reached, ticks_add

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from machine import PWM

_UNIT_MS = const(10)
_LOUD = const(32768)  # duty_u16 of a square wave, the loudest
_QUIET = const(1638)  # a fortieth of the period, which gives a thirteenth of the amplitude
# MIDI notes 108 to 119 (C8 to B8) in Hz, A4 = 440; an octave lower has half the frequency.
_TOP_OCTAVE = (4186, 4435, 4699, 4978, 5274, 5588, 5920, 6272, 6645, 7040, 7459, 7902)
_HIGHEST = const(119)

# In the order of their numbers in ground.py. A tune is pairs of bytes: MIDI note (36 to 119, 0 is
# silence), length in 10 ms.
TUNES = (
    b"\x60\x01",  # TUNE_CLICK
    b"\x34\x08",  # TUNE_REFUSED
    b"\x54\x02\x00\x02\x58\x02\x00\x02\x5b\x03",  # TUNE_ROLL
    b"\x54\x04\x48\x08",  # TUNE_HIT
    b"\x48\x08\x4f\x08\x54\x0c",  # TUNE_DOUBLE
    b"\x48\x08\x4c\x08\x4f\x08\x54\x0c\x4f\x06\x54\x14",  # TUNE_WIN
    b"\x48\x0c\x46\x0c\x43\x18",  # TUNE_LOSE
    b"\x4f\x05\x00\x05\x4f\x0f",  # TUNE_YOUR_TURN
)


class Sound:
    """A player of tunes. `pwm`: a machine.PWM on the piezo's pin, or None without a piezo."""

    def __init__(self, pwm: "PWM | None") -> None:
        self._pwm = pwm
        self._tune: "bytes | None" = None
        self._at = 0  # offset of the next note
        self._due = 0  # time of the next note
        self._duty = _LOUD
        if pwm is not None:
            pwm.duty_u16(0)

    @property
    def playing(self) -> bool:
        return self._tune is not None

    def play(self, tune: bytes, now: int, quiet: bool = False) -> None:
        """Stops the present tune and starts `tune`; an empty `tune` only stops.

        `tune`: pairs of bytes: a MIDI note (0 for silence), and its length in 10 ms.
        """
        if self._pwm is not None:
            self._tune = tune
            self._at = 0
            self._due = now
            self._duty = _QUIET if quiet else _LOUD
            self.tick(now)

    def tick(self, now: int) -> None:
        """Plays the next note if it is due. Call this every few milliseconds."""
        tune = self._tune
        pwm = self._pwm
        if tune is None or pwm is None or not reached(now, self._due):
            return
        at = self._at
        if at == len(tune):
            self._tune = None
            pwm.duty_u16(0)
            return
        note = tune[at]
        if note:
            pwm.freq(_TOP_OCTAVE[note % 12] >> (_HIGHEST - note) // 12)
        pwm.duty_u16(self._duty if note else 0)
        self._due = ticks_add(now, tune[at + 1] * _UNIT_MS)
        self._at = at + 2
