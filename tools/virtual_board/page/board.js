// The board on the page: a canvas that shows the painted board, over it the lights' glow, and over them what lies there.

import { Strip } from "./chips.js";
import { withNextPicture } from "./clock.js";
import { layOut, lightSpots } from "./geometry.js";
import { halo, outline, paintBoard, paintPieces, shine } from "./paint.js";
import { find, part } from "./state.js";

// Until it is known which board is shown.
const EMPTY = { points: Array.from({ length: 24 }, () => []), bars: [[], []], offs: [[], []], homeLeft: false };

/**
 * Emits "layout" with how the board lies in its room.
 * @param {import("./state.js").App} app
 */
export function mountBoard(app) {
  const { state, wires, seen } = app;
  const canvas = find("board");
  let strip = new Strip(0, "RGB");
  let ratio = 1; // device pixels of a CSS pixel
  let layout = layOut(1, 1);
  let spots = /** @type {import("./geometry.js").Spot[]} */ ([]);
  // Painted once for all the pictures in which lights pulse: what lies below them, and what lies over them.
  let wood = /** @type {HTMLCanvasElement | null} */ (null);
  let pieces = /** @type {HTMLCanvasElement | null} */ (null);

  const penOf = (of) => {
    const pen = of.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return pen;
  };
  // A canvas as large as the board's, painted by `paint(pen)` in CSS pixels.
  const sheet = (paint) => {
    const made = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    paint(penOf(made));
    return made;
  };
  const layPieces = () => {
    const table = state.told?.table;
    pieces = table ? sheet((pen) => paintPieces(pen, layout, spots, table)) : null;
  };
  const draw = () => {
    const pen = penOf(canvas);
    const lay = (painted) => painted && pen.drawImage(painted, 0, 0, painted.width / ratio, painted.height / ratio);
    pen.clearRect(0, 0, layout.width + 1, layout.height + 1);
    lay(wood);
    pen.save();
    outline(pen, layout);
    pen.clip();
    const lit = spots.filter(({ index }) => strip.lights[index]?.some(Boolean));
    for (const paint of [halo, shine]) for (const spot of lit) paint(pen, spot, strip.lights[spot.index], layout.unit);
    pen.restore();
    lay(pieces);
  };
  const fit = () => {
    const { clientWidth, clientHeight } = find("room");
    if (!clientWidth || !clientHeight) return;
    const board = state.board ?? EMPTY;
    ratio = Math.max(1, devicePixelRatio);
    layout = layOut(clientWidth, clientHeight, board.homeLeft);
    spots = lightSpots(layout, board);
    const { width, height } = layout;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    wood = sheet((pen) => paintBoard(pen, layout, spots));
    layPieces();
    draw();
    app.emit("layout", layout);
  };

  wires.lights = (lights) => {
    strip.lights = lights;
    withNextPicture(draw);
  };
  wires.wave = ({ pin, bytes }) => {
    if (pin !== state.board?.strip.pin) return;
    strip.take(bytes);
    withNextPicture(draw);
  };
  part(({ board }) => {
    if (board) strip = new Strip(board.strip.lights, board.strip.order);
    fit();
  }, "board");
  app.on("dark", () => wires.lights(strip.lights.map(() => [0, 0, 0])));
  let laid = ""; // the table whose pieces are painted
  part(({ told }) => {
    const table = JSON.stringify(told?.table);
    if (table === laid) return;
    laid = table;
    layPieces();
    withNextPicture(draw);
  }, "told");
  seen.lights = () => strip.lights.map((light) => [...light]);
  seen.spots = () => spots;
  new ResizeObserver(fit).observe(find("room"));
}
