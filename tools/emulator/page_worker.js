// Stands in for the virtual board's worker.js: the circuit board is the emulated one, at the other
// end of the server. The page says what its contacts do and is told what the board did meanwhile.

let line = null;
const waiting = []; // contacts, until the board is there

function start() {
  line = new WebSocket(new URL("./chip", location.href).href.replace(/^http/, "ws"));
  line.addEventListener("open", () => {
    postMessage({ what: "started" });
    for (const contact of waiting.splice(0)) line.send(contact);
  });
  line.addEventListener("message", ({ data }) => JSON.parse(data).forEach((event) => postMessage(event)));
  line.addEventListener("close", () => postMessage({ what: "failed", value: "The emulated board is gone." }));
}

addEventListener("message", ({ data: { what, value } }) => {
  if (what === "start" && !line) start();
  if (what !== "contact") return;
  const contact = JSON.stringify([value.pin, value.level, value.at]);
  if (line?.readyState === WebSocket.OPEN) line.send(contact);
  else waiting.push(contact);
});
