"""The page in Firefox: it plays by mouse and keys, and keeps the match."""

from browser import firefox

_ENTER = "\ue007"
_SAID = "document.getElementById('said').textContent"
_READY = "new Promise((resolve) => { const look = () => window.picogammon ? "
_READY += "resolve(picogammon.ready) : setTimeout(look, 10); look(); })"


def _middle(page, name):
    """Where the middle of the page's element of that name is."""
    box = f"document.getElementById('{name}').getBoundingClientRect()"
    return [page.evaluate(f"{box}.{start} + {box}.{size} / 2") for start, size in _SIDES]


_SIDES = (("x", "width"), ("y", "height"))


def test_a_turn_in_firefox(firmware_address):
    with firefox.opened(f"{firmware_address}?seed=20") as page:
        page.evaluate(_READY)
        assert "Firefox" in page.evaluate("navigator.userAgent")
        assert page.evaluate(_SAID).startswith("Roll to start")
        assert page.evaluate("picogammon.lights().length") == 140
        page.click(*_middle(page, "ok"))
        page.wait_for(f"{_SAID}.startsWith('Amber to roll')")
        page.press(_ENTER)
        page.wait_for(f"/cursor/.test({_SAID})")
        assert page.evaluate("navigator.serviceWorker.ready.then((at) => at.scope)")
        page.evaluate("location.reload()")
        page.wait_for("!window.picogammon")
        page.evaluate(_READY)
        page.wait_for(f"/cursor/.test({_SAID})")
        assert page.evaluate("String(picogammon.errors)") == ""
