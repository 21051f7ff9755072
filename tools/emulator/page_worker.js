// Stands in for the virtual board's worker.js: the circuit board is the emulated one, at the other
// end of the server. The page says what its contacts do and is told what the board did meanwhile.

const PAUSE_MS = 10;

const contacts = []; // pin, level, when
let started = false;

async function ask(what) {
  const answer = await fetch("./chip", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(what),
  });
  if (!answer.ok) throw new Error(await answer.text());
  for (const event of await answer.json()) postMessage(event);
}

async function run() {
  await ask({ start: true });
  postMessage({ what: "started" });
  for (;;) {
    const edges = contacts.splice(0);
    await ask({ contacts: edges.map(([pin, level, at]) => [pin, level, at - edges[0][2]]) });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

addEventListener("message", ({ data }) => {
  if (data.what === "contact") contacts.push([data.value.pin, data.value.level, data.value.at]);
  if (data.what !== "start" || started) return;
  started = true;
  run().catch((error) => postMessage({ what: "failed", value: error.message }));
});
