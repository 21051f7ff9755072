// QR codes: of a text, drawn for another screen's camera; and read from a photo, where the browser can.

const BORDER = 4; // light modules around it
const MOST_BYTES = 2953; // that a code can hold at its lowest correction

// Draws the code of `text` (ASCII) onto a canvas, dark on light, in as many whole pixels a module as `width` CSS
// pixels have room for. Whether it could: no code holds a text that is too long.
export async function drawCode(canvas, text, width) {
  if (text.length > MOST_BYTES) return false;
  const { qrcode } = await import("./qrcode.mjs");
  const code = qrcode(0, "L"); // what a screen shows is not damaged: large modules count for more
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const across = count + 2 * BORDER;
  const scale = Math.max(1, Math.floor((width * devicePixelRatio) / across));
  canvas.width = canvas.height = across * scale;
  canvas.style.width = `${canvas.width / devicePixelRatio}px`;
  const ink = canvas.getContext("2d");
  ink.fillStyle = "#fff";
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.fillStyle = "#000";
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (code.isDark(row, column)) ink.fillRect((column + BORDER) * scale, (row + BORDER) * scale, scale, scale);
    }
  }
  return true;
}

// Whether this browser reads QR codes from pictures.
export async function canRead() {
  if (!("BarcodeDetector" in window)) return false;
  return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
}

// What the code in a photo, a Blob, says; rejects where that is no picture, or has none.
export async function codeIn(photo) {
  const [code] = await new BarcodeDetector({ formats: ["qr_code"] }).detect(await createImageBitmap(photo));
  if (!code) throw new Error("there is no code in it. Hold the camera closer, and straight");
  return code.rawValue;
}

// Shows a label with an input of photos where they can be read; `take(text)` gets what a chosen one says, and
// `complain(why)` why it says nothing.
export function readPhotos(label, take, complain) {
  const input = label.querySelector("input");
  input.addEventListener("change", async () => {
    const [photo] = input.files;
    input.value = "";
    try {
      take(await codeIn(photo));
    } catch (error) {
      complain(`The photo cannot be read: ${error.message}.`);
    }
  });
  canRead().then((can) => (label.hidden = !can));
}
