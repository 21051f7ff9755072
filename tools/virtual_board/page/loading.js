// What the board is started with, and how far its loading is.

// {firmware: path -> text, null of what lies beside (`beside`), device, linked, alone}. `get(name)` fetches, a
// Response.
export async function bundle(get) {
  return (await get("./firmware.json")).json();
}

// Where a file lies that the bundle has not.
export function beside(path) {
  return `./firmware/${path}`;
}

// A Response; rejects with what the server says where it refuses.
export async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

export class Loading {
  // `element` has a progress in it, and goes when the board is there.
  constructor(element) {
    this._element = element;
    this._bar = element.querySelector("progress");
  }

  // From now on so many bytes come through `get`.
  expect(bytes) {
    this._bar.max = bytes;
    this._bar.value = 0;
  }

  async get(name) {
    const { body, headers } = await fetched(name);
    const counted = new TransformStream({
      transform: (piece, through) => {
        this._bar.value += piece.byteLength;
        through.enqueue(piece);
      },
    });
    return new Response(body.pipeThrough(counted), { headers });
  }

  end() {
    this._element.hidden = true;
  }
}
