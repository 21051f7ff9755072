"""The page of a release, behind a web server that knows nothing of it."""


def test_it_plays_without_our_server(open_board, serve_files):
    with serve_files() as address:
        board = open_board(address + "?seed=7")
        assert any(any(light) for light in board.lights())
        before = list(board.oled())
        board.press("ok")
        board.wait_for("before => picogammon.oled().some((byte, i) => byte !== before[i])", before)
        assert board.faults == [] and board.errors() == []
