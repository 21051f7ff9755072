"""The page's serial port, joined to whatever answers: a function `usb` that the test exposes."""

from tools.matches.places import Place

# `usb` gets what is written and returns what is answered, both in base64.
PORT = """
let sink = null;
const port = {
    async open() {},
    async close() {},
    async setSignals() {},
    readable: new ReadableStream({ start: (made) => (sink = made) }),
    writable: new WritableStream({
        async write(bytes) {
            const answer = atob(await window.usb(btoa(String.fromCharCode(...bytes))));
            sink.enqueue(Uint8Array.from(answer, (letter) => letter.charCodeAt(0)));
        },
    }),
};
Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
"""


class Copied(Place):
    """A board's files, in memory."""

    def __init__(self):
        self._files = {}

    def names(self, folder=""):
        found = [path.rpartition("/") for path in self._files]
        return [name for where, _, name in found if where == folder]

    def read(self, path):
        return self._files.get(path)

    def put(self, path, content):
        self._files[path] = content

    def remove(self, path):
        self._files.pop(path, None)
