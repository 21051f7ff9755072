// The board's USB port, for a page of `make opponent`: what goes over its cable is carried to the
// server and back (tools/opponent/page.py). Elsewhere there is no such port.

const PLUGGED_MS = 30; // from one exchange to the next
const ALONE_MS = 500;
const AT_ONCE = 512; // letters, as the server takes no long ones

export class Port {
  // `exchange(told)`: a promise of the server's answer, null where it has no cable for this page.
  constructor(exchange = post) {
    this._exchange = exchange;
    this._page = crypto.randomUUID();
    this._came = [];
    this._said = "";
    this._plugged = false;
  }

  // The next byte that has come, -1 where there is none.
  read() {
    return this._came.length ? this._came.shift() : -1;
  }

  // Whether there was room for a byte; where nobody is plugged in it is lost.
  write(byte) {
    if (this._said.length >= AT_ONCE) return false;
    if (this._plugged) this._said += String.fromCharCode(byte);
    return true;
  }

  // Carries bytes for as long as there is a cable for this page.
  async carry() {
    for (let begins = true; ; ) {
      const said = this._said;
      let answer = { plugged: false, came: "" };
      try {
        answer = await this._exchange({ page: this._page, begins, said });
        begins = false;
      } catch {
        // The server is not there now.
      }
      if (answer === null) return;
      this._said = answer.plugged ? this._said.slice(said.length) : "";
      this._plugged = answer.plugged;
      this._came.push(...Array.from(answer.came, (letter) => letter.charCodeAt(0)));
      await new Promise((resolve) => setTimeout(resolve, answer.plugged ? PLUGGED_MS : ALONE_MS));
    }
  }
}

async function post(told) {
  const answer = await fetch("./cable", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(told),
  });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
