// QR codes, read from a photo where the browser can.

// Whether this browser reads QR codes from pictures.
async function canRead() {
  if (!("BarcodeDetector" in window)) return false;
  return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
}

// What the code in a photo, a Blob, says; rejects where that is no picture, or has none.
async function codeIn(photo) {
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
