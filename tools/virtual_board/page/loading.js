// What the board is started with, and how far its loading is.

import { beside, bundle, fetched } from "./python.js";

export { beside, bundle, fetched };

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
    return new Response(/** @type {ReadableStream} */ (body).pipeThrough(counted), { headers });
  }

  end() {
    this._element.hidden = true;
  }
}
