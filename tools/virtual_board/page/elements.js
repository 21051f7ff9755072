// What dialogs are filled with, and what is said in them.

const MOST_LINES = 12;

export function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

// `label`: what it is called for who does not see its row.
export function button(words, label, look, act) {
  const made = element("button", words);
  made.type = "button";
  made.className = look;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

// A row of a list of matches: its title, what there is to know of it, its buttons.
export function row(title, about, ...buttons) {
  const made = document.createElement("li");
  const told = document.createElement("div");
  told.append(element("b", title), element("span", about));
  made.append(told, ...buttons);
  return made;
}

// Says lines in a dialog's status; the last of many say most.
export function say(status, ...lines) {
  const left = lines.length - MOST_LINES;
  const shown = left > 0 ? [lines[0], ...lines.slice(1 - MOST_LINES), `(${left} more)`] : lines;
  status.textContent = shown.join("\n");
}

// What a match is called that `kept.list()` tells of.
export function titleOf({ id, name, names }) {
  return name || (names ? `${names[0]} – ${names[1]}` : `Match ${id}`);
}

// How a match stands.
export function standing({ scores, length }) {
  return scores ? `${scores[0]}–${scores[1]}${length ? `, match to ${length}` : ", money"}` : "";
}
