// No module, so it runs where the page's modules do not: it says so in their place.

addEventListener(
  "error",
  ({ target }) => {
    if (target?.localName !== "script") return;
    const why =
      location.protocol === "file:"
        ? "A browser loads no parts of a page that lies in a file."
        : `The browser does not take ${target.src} as a script: the server calls it something else, or does not have it.`;
    document.getElementById("loading").textContent = `${why} In the folder of the page run "python serve.py" (on Windows: py serve.py), and open the address that it says.`;
  },
  true,
);
