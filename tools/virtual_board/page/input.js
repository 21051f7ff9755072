// What a person does to the board: its four buttons, and those on the board itself.

import { Keys } from "./keys.js";
import { Places } from "./places.js";

const BUTTONS = ["prev", "next", "ok", "back"];

/**
 * Emits "press" with a button's name, and whether it lies on the board itself.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountInput(app, root) {
  const places = new Places(root.querySelector("#places"));
  const keys = new Keys(
    {
      ...Object.fromEntries(BUTTONS.map((name) => [name, root.querySelector(`#${name}`)])),
      ...places.elements,
    },
    (name, pressed, at) => {
      app.emit("press", name, name in places.elements);
      const pin = app.state.board?.buttons[name];
      if (pin !== undefined) app.power.contact(pin, pressed ? 0 : 1, at);
      else if (pressed) app.power.act("place", name);
    },
    (from, to) => app.power.act("drop", from, to),
  );
  app.on("layout", (layout) => places.lay(layout));
  app.on("board", (board) => places.show(!app.state.mirror && Object.keys(board.places).length > 0));
  app.on("told", (told) => places.call(told.places));
  app.on("swap", () => keys.letGo());
  app.on("mirrored", (on) => {
    if (on) keys.letGo();
    root.querySelector("#keys").hidden = on;
  });
}
