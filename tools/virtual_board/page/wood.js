// Walnut, drawn and not photographed: the page carries no pictures.

// A canvas of width x height pixels, its grain running along the x axis. The same seed draws the
// same plank.
export function plank(width, height, seed, scale = 1) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const pen = canvas.getContext("2d");
  const random = generator(seed);
  const ground = pen.createLinearGradient(0, 0, 0, canvas.height);
  ground.addColorStop(0, "#4a2f1f");
  ground.addColorStop(0.5, "#3d2618");
  ground.addColorStop(1, "#442b1c");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const lines = Math.round((canvas.height / scale) * 0.9) + 12;
  for (let i = 0; i < lines; i++) grainLine(pen, canvas, random, scale);
  for (let i = 0; i < canvas.width / (scale * 9); i++) pore(pen, canvas, random, scale);
  return canvas;
}

function grainLine(pen, canvas, random, scale) {
  const y = random() * canvas.height;
  const sway = (random() - 0.5) * 10 * scale;
  const light = random() < 0.4;
  pen.strokeStyle = light
    ? `rgba(178, 122, 78, ${0.03 + random() * 0.08})`
    : `rgba(18, 9, 4, ${0.05 + random() * 0.16})`;
  pen.lineWidth = (0.4 + random() * 1.5) * scale;
  pen.beginPath();
  pen.moveTo(-5, y);
  const third = canvas.width / 3;
  pen.bezierCurveTo(third, y + sway, 2 * third, y - sway, canvas.width + 5, y + sway * 0.4);
  pen.stroke();
}

function pore(pen, canvas, random, scale) {
  const x = random() * canvas.width;
  const y = random() * canvas.height;
  pen.fillStyle = `rgba(12, 6, 3, ${0.15 + random() * 0.25})`;
  pen.fillRect(x, y, (3 + random() * 9) * scale, 0.7 * scale);
}

function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
