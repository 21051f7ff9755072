"""Sound: which tones are heard, and when."""

from fakes.wires import PWM
from picogammon.devices.sound import TUNES, Sound
from picogammon.ground import TUNE_LOSE, TUNE_WIN, TUNE_YOUR_TURN

_WRAP = 1 << 30


def _heard(tune, start=1000):
    """Plays `tune`; returns (ms since `start`, Hz) for each change of the tone."""
    pwm = PWM()
    sound = Sound(pwm)
    sound.play(tune, start)
    heard = [(0, pwm.heard[-1])]
    for ms in range(1, 5000):
        sound.tick((start + ms) % _WRAP)
        if pwm.heard[-1] != heard[-1][1]:
            heard.append((ms, pwm.heard[-1]))
    assert not sound.playing
    return heard


def test_notes_follow_one_another_and_end_in_silence_also_where_the_clock_wraps():
    assert _heard(b"\x45\x0a\x00\x05\x51\x14") == [(0, 440), (100, 0), (150, 880), (350, 0)]
    assert _heard(b"\x45\x0a\x51\x14", _WRAP - 50) == [(0, 440), (100, 880), (300, 0)]


def test_every_note_is_within_a_hertz_of_equal_temperament():
    for note in range(36, 120):
        pwm = PWM()
        Sound(pwm).play(bytes((note, 1)), 0)
        hertz = 440 * 2 ** ((note - 69) / 12)
        assert -1 < pwm.heard[-1] - hertz <= 0.5, "the top octave is rounded, the others cut"


def test_a_new_tune_takes_over_loud_or_quiet_and_an_empty_one_is_silence():
    pwm = PWM()
    sound = Sound(pwm)
    assert pwm.heard == [0] and pwm.duty == 0, "silent from the start"
    sound.play(b"\x45\xff", 0, True)
    assert 0 < pwm.duty < 32768 // 10
    sound.play(b"\x51\x01", 5)
    assert pwm.heard[-1] == 880 and pwm.duty == 32768
    sound.tick(15)
    assert pwm.heard[-1] == 0 and not sound.playing
    sound.play(b"\x45\xff", 20)
    sound.play(b"", 25)
    assert pwm.heard[-1] == 0 and not sound.playing


def test_without_a_piezo_nothing_happens():
    sound = Sound(None)
    for tune in TUNES:
        sound.play(tune, 0)
        sound.tick(10)
    assert not sound.playing


def _shape(tune):
    """Returns (length of each note and rest, direction from each note to the next).
    A direction is 1 if the next note is higher, -1 if it is lower, 0 if it is the same."""
    notes = [tune[i] for i in range(0, len(tune), 2) if tune[i]]
    rises = tuple([(b > a) - (b < a) for a, b in zip(notes, notes[1:])])
    return tuple([tune[i] for i in range(1, len(tune), 2)]), rises


def test_each_tune_is_short_and_has_a_rhythm_or_a_direction_of_its_own():
    shapes = [_shape(tune) for tune in TUNES]
    for i, tune in enumerate(TUNES):
        assert tune and len(tune) % 2 == 0
        for at in range(0, len(tune), 2):
            assert not tune[at] or 36 <= tune[at] <= 119
        ms, hertz = _heard(tune)[-1]
        assert hertz == 0 and ms < 1000, "none keeps on for long"
        assert shapes[i] not in shapes[:i]


def test_a_tune_has_its_number():
    numbers = range(len(TUNES))
    assert numbers[-1] == TUNE_YOUR_TURN
    assert max(numbers, key=lambda number: len(TUNES[number])) == TUNE_WIN
    assert [number for number in numbers if _shape(TUNES[number])[1] == (-1, -1)] == [TUNE_LOSE]
