"""The options that a program can set, as the lines that declare them, which `check` reads."""

from picogammon.app.ubgi.words import BAD, UNSUPPORTED, Trouble, number, one_of
from picogammon.engine.levels import levels
from picogammon.rules.position import VARIANTS

LEVEL = "Level"
EVAL_MODE = "EvalMode"
DETERMINISTIC = "Deterministic"
VARIANT = "Variant"
_COMBO = "combo default %s var %s"


class Options:
    """The options. `values`: {name: text}. `level`: the default of Level."""

    def __init__(self, level: str) -> None:
        names = _variants()
        self._declared = (
            (LEVEL, _COMBO % (level, " var ".join(levels()))),
            (EVAL_MODE, _COMBO % ("cubeful", "cubeless var cubeful")),
            (DETERMINISTIC, "check default true"),
            ("Seed", "spin default 0 min 0 max 2147483647"),
            ("Threads", "spin default 1 min 1 max 1"),
            (VARIANT, _COMBO % (names[0], " var ".join(names))),
        )
        self.values = {name: says.split()[2] for name, says in self._declared}

    @property
    def variant(self) -> int:
        """The number of the variant."""
        return _variants().index(self.values[VARIANT])

    def lines(self) -> list[str]:
        """The lines that declare the options."""
        return ["option name %s type %s" % declared for declared in self._declared]

    def check(self, name: str, value: str) -> None:
        """Raises Trouble unless the option can have that value."""
        says = [says for known, says in self._declared if known == name]
        if not says:
            names = ", ".join([known for known, _ in self._declared])
            raise Trouble(BAD, "no option '%s'. Options: %s" % (name, names))
        words = says[0].split()
        if words[0] == "spin":
            number(name, value, int(words[4]), int(words[6]))
        else:
            one_of(name, value, words[4::2] if words[0] == "combo" else ("true", "false"))
        if name == DETERMINISTIC and value == "false":
            raise Trouble(UNSUPPORTED, "all answers are deterministic: leave Deterministic at true")


def _variants() -> list[str]:
    return [row[0].lower() for row in VARIANTS]
