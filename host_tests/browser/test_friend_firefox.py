"""Two pages far apart in browsers of two makers, one in Firefox and one in Chromium."""

import json

import pytest

from browser import test_firefox as firefox
from browser.test_friend import DIALOG, HANDED, SAID, Side, browser, meet, play

__all__ = ["browser"]  # a fixture

# Where nobody hears what mDNS asks, pages of one computer find each other by its addresses.
_PLAIN = "media.peerconnection.ice.obfuscate_host_addresses"


class FirefoxSide:
    """What test_friend.Side is, in Firefox."""

    def __init__(self, page):
        self.page = page
        self.page.evaluate(firefox.READY)

    def said(self):
        return self.page.evaluate(SAID)

    def press_ok(self):
        self.click("#ok")

    def changes(self, was):
        self.page.wait_for(f"{SAID} !== {json.dumps(was)}")

    def pause(self):
        self.page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")

    def click(self, selector):
        self.page.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def shows(self, selector):
        self.page.wait_for(f"document.querySelector({json.dumps(selector)}).checkVisibility()")

    def handed(self):
        self.page.wait_for(HANDED)
        return self.page.evaluate(f"document.querySelector('{DIALOG} .text').value")

    def paste(self, text):
        self.page.evaluate(f"document.querySelector('{DIALOG} .came').value = {json.dumps(text)}")
        self.click(f"{DIALOG} .take")

    def open(self):
        self.click("#friend-too")

    def plays(self):
        self.page.wait_for(f"{SAID}.includes('You play with')")
        self.press_ok()


@pytest.mark.parametrize("inviting", ["firefox", "chromium"])
def test_firefox_and_chromium_play_with_each_other(browser, firmware_address, inviting):
    with firefox.opened(firmware_address, preferences=[_PLAIN]) as page:
        sides = [FirefoxSide(page), Side(browser, firmware_address)]
        if inviting == "chromium":
            sides.reverse()
        for side in sides:
            side.open()
        meet(*sides)
        assert play(sides, 12) == {0, 1}
        assert page.evaluate("String(picogammon.errors)") == ""
