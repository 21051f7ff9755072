// What dialogs are filled with, and what is said in them.

import { shortened } from "./dialogs.js";

export { closeDialogs, openOver, toBoard } from "./dialogs.js";
export { standing, titleOf } from "./kept.js";

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
  status.textContent = shortened(lines).join("\n");
}
