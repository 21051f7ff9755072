"""Acts on the page as a person does, and reads what the page says and keeps."""

from tools import ROOT

SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))  # a phone first
SAID = "document.getElementById('said').textContent"
# What the live region says from now on.
HEAR = """() => {
    const region = document.getElementById("heard");
    window.heard = [region.textContent].filter(Boolean); // it may have spoken already
    new MutationObserver(() => region.textContent && heard.push(region.textContent))
        .observe(region, { childList: true });
}"""
BOX = """(element) => {
    const { x, y, right, bottom } = element.getBoundingClientRect();
    return [x, y, right, bottom];
}"""
# The page fits the board to the window one frame after the window changes.
_FITTED = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame().then(frame);
}"""
# Asks the store of the browser's matches, which are {path: bytes} by their number.
_STORE = """const asked = (mode, ask) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("picogammon");
    opening.onerror = reject;
    opening.onsuccess = () => {
        const { result: database } = opening;
        const transaction = database.transaction("kept", mode);
        const request = ask(transaction.objectStore("kept"));
        transaction.onabort = reject;
        transaction.oncomplete = () => resolve((database.close(), request.result));
    };
});"""
# The files of the first match.
KEPT = f"""async () => {{
    {_STORE}
    const files = await asked("readonly", (store) => store.get(1));
    const bytes = Object.entries(files ?? {{}}).map(([path, bytes]) => [path, [...bytes]]);
    return Object.fromEntries(bytes);
}}"""
_KEEP = f"""async (files) => {{
    {_STORE}
    const kept = Object.entries(files).map(([path, bytes]) => [path, Uint8Array.from(bytes)]);
    await asked("readwrite", (store) => store.put(Object.fromEntries(kept), 1));
}}"""
_AXE = ROOT / "tools" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
# Fields of which iOS zooms in on the page.
_SMALL_FIELDS = """[...document.querySelectorAll(
    "input:not([type=checkbox], [type=file], [type=radio]), select, textarea"
)].filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map(({ outerHTML }) => `small: ${outerHTML}`)"""
# Whoever drops loses the match.
_LAST_CUBE = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:0:1:0:3:10"


def keep(board, files):
    """Loads a VirtualBoard's page again, with a board that has those files: path -> bytes."""
    board.page.evaluate(_KEEP, {path: list(content) for path, content in files.items()})
    board.reload()


def violations(page):
    """Returns what axe-core finds wrong with a page, and fields that are too small for iOS, in
    words."""
    page.evaluate(_AXE.read_text())
    return page.evaluate(
        "axe.run().then(({ violations }) => violations.map("
        "({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`))"
    ) + page.evaluate(_SMALL_FIELDS)


def menu(page, item):
    """Chooses an item of the page's menu."""
    page.locator("#more").click()
    page.locator(item).click()


def says(page, text, dialog="matches"):
    """Waits until a dialog says that."""
    page.locator(f"#{dialog} [role=status]", has_text=text).wait_for()


def saved(page, act):
    """Returns what `act` saves, as Playwright's Download."""
    with page.expect_download() as download:
        act()
    return download.value


def resize(page, width, height):
    """Gives the window another size, and waits until the board fits."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_FITTED, [width, height])


def go_to(board, xgid):
    """Begins a match at a position by the page's address."""
    board.page.evaluate("(xgid) => (location.hash = xgid)", xgid)


def begin(board, *words, opener="#begin", **names):
    """Begins a match with these words of the dialog, and with names by their fields."""
    board.page.locator(opener).click()
    dialog = board.page.locator("#beginning")
    for word in words:
        dialog.get_by_text(word, exact=True).click()
    for field, name in names.items():
        dialog.locator(f"[name={field}]").fill(name)
    dialog.get_by_role("button", name="Play", exact=True).click()
    board.wait_until_ready()


def lose(board, name="Anna", before_end=lambda: None):
    """Loses a match to 3 points by a drop, after `before_end()`."""
    begin(board, name=name)
    go_to(board, _LAST_CUBE)
    board.wait_for("document.getElementById('controls').textContent.includes('Drop')")
    board.page.get_by_role("button", name="Drop").click()
    board.wait_for(f"{SAID}.includes('drop the cube?')")
    before_end()
    board.press("ok")
