"""A PC's engine plays a side: asked over the link, missed where it does not write, and back."""

from fakes.first_play import FirstPlay
from fakes.sitting import Sitting
from picogammon.app.session.players import FAR
from picogammon.rules import actions
from picogammon.rules.settings import Settings

_AFTER_31 = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def against_pc(dice, **fields):
    """Amber is a person, Blue a PC's engine. Blue has rolled 1-3 to begin with."""
    sitting = Sitting(dice, computers=[("first", FirstPlay())])
    sitting.session.players.linked = True
    sitting.begin(Settings(players=(0, FAR), **fields))
    sitting.press("OK")
    sitting.wait(20)
    return sitting


def say(sitting, *words):
    return sitting.session.players.far.reply(list(words))


def asked(sitting):
    """The number of what is asked, and how it goes on."""
    words = say(sitting).split(" ", 3)
    assert words[:2] == ["opponent", "ask"], words
    return words[2], words[3]


def test_what_is_asked_is_told_and_the_answer_is_played():
    sitting = against_pc([(1, 3)])
    number, xgid = asked(sitting)
    assert ":-1:31:" in xgid or ":-1:13:" in xgid, xgid
    assert say(sitting, number, "play", "8/5", "6/5") == "opponent ok"
    assert say(sitting) == "opponent none"
    sitting.wait(1000)
    assert sitting.log()[-1] == "play 8/5 6/5"


def test_an_answer_that_is_not_legal_changes_nothing_and_is_refused_with_the_reason():
    sitting = against_pc([(1, 3)])
    number, _ = asked(sitting)
    for words in (
        ["play", "8/5"],
        ["play", "8/5", "8/5"],
        ["play", "24/off", "x"],
        ["play", "bar/22", "6/5"],
        ["double"],
        ["roll"],
        ["resign", "everything"],
        ["resign"],
        ["juggle"],
        [],
        ["pass"],
        ["play"] + ["8/5"] * 40,
    ):
        reply = say(sitting, number, *words)
        assert reply.startswith("error bad_argument "), (words, reply)
    assert say(sitting, "99", "roll").startswith("error missing_context ")
    sitting.wait(1000)
    assert sitting.log()[-1].startswith("roll")
    assert asked(sitting)[0] == number


def test_without_a_word_from_the_pc_the_board_says_so_and_waits_until_it_is_there():
    sitting = against_pc([(1, 3)])
    sitting.wait(2900)
    assert sitting.sees.page is None
    sitting.wait(200)
    assert sitting.sees.page.title == "No PC engine"
    assert sitting.sees.keys == ["", "", "PLAY ON", "WAIT"]
    sitting.press("BACK")
    assert sitting.sees.page is None and sitting.sees.headline == "No PC engine: waiting"
    assert sitting.sees.keys == ["", "", "PLAY ON", ""]
    number, _ = asked(sitting)
    sitting.wait(20)
    assert sitting.sees.headline == "Blue is thinking" and sitting.sees.keys[2] == ""
    sitting.wait(3000)
    assert sitting.sees.page.title == "No PC engine", "said anew"
    asked(sitting)
    sitting.wait(20)
    sitting.press("OK")
    sitting.wait(500)
    assert sitting.log()[-1].startswith("roll"), "OK means nothing while the PC is there"
    assert say(sitting, number, "play", "8/5", "6/5") == "opponent ok"


def test_play_on_lets_the_boards_own_engine_play_until_the_pc_is_back():
    sitting = against_pc([(1, 3), (6, 5), (2, 1)], length=3)
    number, _ = asked(sitting)
    sitting.wait(3100)
    sitting.press("OK")
    assert sitting.sees.headline == "Blue is thinking" and sitting.sees.keys[2] == ""
    sitting.settle()
    assert sitting.log()[-1].startswith("play ")
    assert say(sitting, number, "play", "8/5", "6/5").startswith("error missing_context ")
    sitting.press("BACK NEXT OK")  # see no more, and double
    sitting.wait(100)
    assert asked(sitting)[1].endswith("XGID=" + asked(sitting)[1].split("XGID=")[1])
    assert say(sitting, asked(sitting)[0], "drop") == "opponent ok"


def test_a_resignation_is_put_to_it():
    sitting = against_pc([(3, 1)], length=3)
    sitting.navigator.commit(actions.resign(2), sitting.now)
    sitting.wait(20)
    number, question = asked(sitting)
    assert question.startswith("resign gammon XGID=")
    assert say(sitting, number, "take").startswith("error bad_argument ")
    assert say(sitting, number, "refuse") == "opponent ok"
    sitting.wait(1500)
    assert sitting.log()[-1] == "refuse"


def test_what_went_another_way_is_asked_no_more():
    sitting = against_pc([(1, 3)])
    asked(sitting)
    settings = sitting.match.settings.copy(players=(0, 0))
    sitting.navigator.commit(actions.settings(settings), sitting.now)
    sitting.navigator.commit(actions.play([8 << 3 | 3, 6 << 3 | 1]), sitting.now)
    assert say(sitting) == "opponent none"


def test_it_can_be_chosen_where_there_is_a_link_and_is_a_person_elsewhere():
    sitting = against_pc([(1, 3)])
    sitting.press("hold-OK")
    sitting.choose("This match")
    assert sitting.sees.page.items[1][1] == "PC engine"
    sitting.choose("Blue")
    page = sitting.sees.page
    assert page.items[page.selected][0] == "PC engine"
    sitting.session.players.linked = False
    assert sitting.session.players.is_person(1)
    assert sitting.session.players.called(FAR) == "human"
    assert FAR not in sitting.session.players.choices()
