"""Reports on the page: those that `make report` makes with the same judge, by the page alone."""

import re
from html.parser import HTMLParser

from tools import ROOT
from tools.matches import writing
from tools.report.__main__ import main as make_report
from tools.soak.match_files import some_match

_AXE = ROOT / "tools" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
_NARROW = {"width": 360, "height": 740}
_FAR = "document.querySelector('#reporting progress').value"
_JUDGED = "[...document.querySelectorAll('#reporting li')].map((one) => one.textContent)"
_WIDEST = "document.documentElement.scrollWidth"
_MAT = b"""; [Player 1 "A<b>nn"]
; [Player 2 "O'$x$"]
; [Event "Club & <i>night"]

 0 point match

 Game 1
 A<b>nn : 0                     O'$x$ : 0
  1) 31: 8/5 6/5                 65: 24/13
  2)  Doubles => 2               Drops
      Wins 1 point

 Game 2
 A<b>nn : 1                     O'$x$ : 0
  1)                             21: 13/11 6/5
  2) 55: 13/3(2)                 Doubles => 2
  3)  Drops                     Wins 1 point
"""


class _Parts(HTMLParser):
    """The tags of a page with their attributes in order, and its texts: browsers and linkedom write
    the same elements differently."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        plain = sorted((name, (value or "").replace(" ", "").rstrip(";")) for name, value in attrs)
        self.found.append((tag, plain))

    def handle_data(self, data):
        self.found.append(data)


def _choose(page, what, name, content):
    file = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.locator(f"#matches .{what} input").set_input_files(file)


def test_without_the_compiled_engine_a_report_is_experts(shelf, tmp_path):
    shelf.route("**/engine.wasm", lambda route: route.fulfill(body=b""))
    made, expected = _reports(shelf, tmp_path, "--level", "expert")
    assert made == expected


def _reports(shelf, tmp_path, *options):
    """The parts of the page's report and of that which make report makes."""
    _choose(shelf, "report", "club.mat", _MAT)
    shelf.get_by_role("link", name="Open").wait_for(timeout=0)
    with shelf.expect_download() as download:
        shelf.get_by_role("link", name="Save").click()
    assert download.value.suggested_filename == "club.html"
    made = download.value.path().read_text("utf-8")
    (tmp_path / "club.mat").write_bytes(_MAT)
    assert make_report([str(tmp_path / "club.mat"), *options]) == 0
    expected = (tmp_path / "club.html").read_text("utf-8")
    return _Parts(made).found, _Parts(expected).found


def test_a_report_of_a_file_is_the_one_that_make_report_makes(shelf, tmp_path, engine):
    made, expected = _reports(shelf, tmp_path)
    assert made == expected
    told = "".join(map(str, made))
    assert "level grandmaster; the luck by" in told and "Club & <i>night" in told

    with shelf.expect_popup() as opened:
        shelf.get_by_role("link", name="Open").click()
    page = opened.value
    page.wait_for_load_state()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text))
    page.set_viewport_size(_NARROW)
    page.reload()
    assert page.title() == "A<b>nn against O'$x$, for money"
    assert page.evaluate(_WIDEST) == _NARROW["width"]
    page.locator("summary").first.click()
    assert page.locator(".lines .board").first.bounding_box()["width"] > 300
    course = page.locator(".course svg").first.bounding_box()
    assert course["width"] > 300 and course["height"] > 100
    page.evaluate(_AXE.read_text())
    assert page.evaluate("axe.run().then(({ violations }) => violations)") == []
    assert wrong == []


def test_a_report_shows_what_is_judged_goes_on_after_a_stop_and_what_cannot_be_read_is_said(shelf):
    _choose(shelf, "open", "long.mat", writing.write(some_match(3)).text.encode())
    report = shelf.locator("#matches li", has_text="long.mat").get_by_role("button", name="Report")
    report.click()
    shelf.get_by_text(re.compile(r"minutes? left\.")).wait_for(timeout=0)
    shelf.wait_for_function(f"{_JUDGED}.length > 3", timeout=0)
    judged = shelf.evaluate(_JUDGED)
    assert all(
        re.match(r"Game \d+, \d+\. .+: .+\. (Fine|\w+ −[\d.]+, better: )", one) for one in judged
    )
    far = shelf.evaluate(_FAR)
    shelf.get_by_role("button", name="Stop").click()
    assert not shelf.locator("#reporting").is_visible()
    report.click()
    shelf.wait_for_function(f"(far) => {_FAR} >= far && {_FAR}", arg=far, timeout=0)
    assert set(judged) <= set(shelf.evaluate(_JUDGED)), "it goes on where it was stopped"
    shelf.keyboard.press("Escape")
    assert shelf.locator("#matches").is_visible() and not shelf.locator("#reporting").is_visible()
    bad = _MAT.partition(b"  2)")[0].replace(b"8/5 6/5", b"8/5 6/4")
    _choose(shelf, "report", "bad.mat", bad)
    said = shelf.locator("#reporting [role=status]", has_text="bad: line 9: 31: not legal")
    said.wait_for(timeout=0)
    assert not shelf.locator("#reporting progress").is_visible()
    shelf.locator("#reporting").get_by_role("button", name="Close").click()
    assert shelf.locator("#matches").is_visible()
