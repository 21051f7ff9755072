// What dialogs are filled with, and what is said in them.

const MOST_LINES = 12;

export function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

// A dialog of the page, still closed. `id`: its title's is that and "-title"; `content`: HTML.
export function dialogOf(id, content) {
  const dialog = document.createElement("dialog");
  dialog.id = id;
  dialog.className = "paper";
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  dialog.innerHTML = content;
  document.body.append(dialog);
  return dialog;
}

// Opens a dialog over what is open. When it is closed, the keyboard is again where it was: with a click of
// the mouse on the board's page, it is the board's.
export function openOver(dialog, { detail, currentTarget }) {
  if (detail && !currentTarget.closest("dialog")) currentTarget.blur();
  dialog.showModal();
}

// Closes all of them. No hidden button keeps the keyboard, not even for a moment.
export function closeDialogs() {
  for (const dialog of [...document.querySelectorAll("dialog[open]")].reverse()) dialog.close();
  if (!document.activeElement?.getClientRects().length) document.activeElement?.blur();
}

// Closes all of them to play: the keyboard is the board's.
export function toBoard() {
  closeDialogs();
  document.activeElement?.blur();
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
export function titleOf({ id, name, names, levels }) {
  const called = (text, side) => (levels?.[side] ? `${text} (${levels[side]})` : text);
  return name || (names ? names.map(called).join(" – ") : `Match ${id}`);
}

// How a match stands, and who has won it.
export function standing({ scores, length, won }) {
  if (!scores) return "";
  const stands = `${scores[0]}–${scores[1]}${length ? `, match to ${length}` : ", money"}`;
  return won ? `${stands}, ${won} has won` : stands;
}
