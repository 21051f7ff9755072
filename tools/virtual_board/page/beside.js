// What stands beside the board: its display and piezo, who plays, what is said to who listens, and the moves.

import { Moves } from "./moves.js";
import { Oled, fitDots } from "./oled.js";
import { Seats } from "./seats.js";
import { Sound } from "./sound.js";
import { SSD1306 } from "./ssd1306.js";
import { Words } from "./words.js";

/**
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountBeside(app, root) {
  const find = (id) => root.querySelector(`#${id}`);
  const chip = new SSD1306();
  const glass = new Oled(find("oled"), chip);
  const sound = new Sound(find("sound"));
  const words = new Words(find("said"), find("heard"), [find("side-0"), find("side-1")]);
  const seats = new Seats([find("above"), find("below")], root.querySelector("main"));
  const moves = new Moves(
    find("moves"),
    (run) => app.source().games(run),
    (game, stop) => app.source().lead(game, stop),
  );
  Object.assign(app.wires, {
    oled: (bytes) => {
      chip.take(bytes);
      glass.show();
    },
    rows: (count) => glass.resize(count),
    tone: ({ pin, frequency, duty }) => {
      if (pin === app.state.board.piezo) sound.tone(frequency, duty);
    },
    said: (text) => words.say(text),
    played: (played) => moves.show(played),
  });
  app.on("board", ({ oled }) => {
    glass.flip(!app.state.mirror && oled.flip);
    glass.resize(oled.height);
  });
  app.on("dark", () => {
    chip.reset();
    sound.tone(0, 0);
    glass.show();
    words.hush();
    seats.show(null);
    moves.show(null);
  });
  app.on("told", (told) => {
    words.tell(told);
    seats.show(told.seats);
    if (told.played) moves.show(told.played);
    else moves.note(told.fresh);
  });
  app.on("flash", () => moves.kept());
  app.on("mirrored", (on) => (find("legend").hidden = on));
  glass.onTouch((x, y) => app.power.act("touch", x, y));
  fitDots(document.documentElement);
  addEventListener("resize", () => fitDots(document.documentElement));
  app.seen.oled = () => chip.gddram();
}
