"""What parsers read: sound inputs, and those that once found a fault or lead far into the code
(host_tests/data/parsed.jsonl). `make soak` looks for more."""

import pytest

from tools import soak
from tools.soak import parsing
from tools.soak.__main__ import rows_of
from tools.soak.parsing import PARSERS


@pytest.mark.parametrize("name", PARSERS)
def test_what_is_sound_is_taken(name):
    seeds = PARSERS[name].seeds()
    assert len(seeds) > 1 and [seed for seed in seeds if not PARSERS[name].read(seed)] == []


@pytest.mark.parametrize("name", PARSERS)
def test_what_was_kept_is_taken_or_refused_and_nothing_else_comes_of_it(name):
    taken = [PARSERS[name].read(data) for data in parsing.kept(name)]
    assert len(taken) >= 10 and taken.count(False) > 3


def test_every_kept_input_has_a_parser():
    assert sum(len(parsing.kept(name)) for name in PARSERS) == len(parsing.kept())


def test_where_there_is_no_atheris_it_is_said_that_a_run_was_left_out(monkeypatch):
    monkeypatch.setattr(soak.importlib.util, "find_spec", lambda name: None)
    ((what, said),) = rows_of("parsers", soak.parsers(1))
    assert what == "parsers: left out" and said.startswith("atheris is built for")
