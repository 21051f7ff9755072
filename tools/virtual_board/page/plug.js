// A board that is a program, at the other end of this page's server (tools/virtual_board/plug.py): what
// Web Serial's ports are, for cable.js.

export const HOW = "through this page's server";
const PATH = "./board";
const AT_ONCE = 512; // bytes of one request: their letters, as JSON writes them, are within what the server reads

// Stands for navigator.serial where the server has such a board.
export const plug = { requestPort: async () => new Plug() };

class Plug {
  async open() {
    this._page = crypto.randomUUID();
    await this._tell({ begins: true });
    this.readable = new ReadableStream({ pull: (sink) => this._pull(sink) });
    this.writable = new WritableStream({ write: (bytes) => this._say(bytes) });
    this._left = () => this.close();
    addEventListener("pagehide", this._left);
  }

  async close() {
    removeEventListener("pagehide", this._left);
    await this._tell({ ends: true }).catch(() => {});
  }

  // Waits for bytes, and hands them on; the stream ends where the cable is out.
  async _pull(sink) {
    try {
      let came = "";
      while (!came) ({ came } = await this._tell({}));
      sink.enqueue(Uint8Array.from(came, (letter) => letter.charCodeAt(0)));
    } catch {
      sink.close();
    }
  }

  async _say(bytes) {
    for (let at = 0; at < bytes.length; at += AT_ONCE) {
      await this._tell({ said: String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)) });
    }
  }

  async _tell(what) {
    const answer = await fetch(PATH, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ page: this._page, ...what }),
      keepalive: true, // a page that goes still says so
    });
    if (!answer.ok) throw new Error(answer.status === 404 ? "The cable came out" : (await answer.text()).trim());
    return answer.json();
  }
}
