// How a light looks to an eye: its lens, the halo around it, and the point's glass that it shines
// into.

import { trianglePath } from "./paint.js";

// A WS2812's current is proportional to its byte; what an eye makes of that, and what a screen
// wants, is about its 1/2.2th power.
const SEEN = Array.from({ length: 256 }, (_, byte) => (byte / 255) ** (1 / 2.2));

// A colour as on the wire, as CSS has it.
export function cssOf(wire) {
  return `rgb(${wire.map((byte) => Math.round(255 * SEEN[byte])).join(" ")})`;
}

// Adds `spot`'s light, of colour [r, g, b] as on the wire, to what `pen` has painted.
export function shine(pen, spot, wire, unit) {
  const seen = wire.map((byte) => SEEN[byte]);
  const strength = Math.max(...seen);
  if (strength === 0) return;
  const hue = seen.map((part) => part / strength);
  pen.save();
  pen.globalCompositeOperation = "lighter";
  if (spot.point) wash(pen, spot, hue, strength);
  halo(pen, spot, hue, strength, unit);
  pen.restore();
  cap(pen, spot, hue, strength);
}

function wash(pen, { point, y, share }, hue, strength) {
  const part = strength * share;
  const light = pen.createLinearGradient(0, y, 0, point.tip);
  light.addColorStop(0, colour(hue, 0.55 * part));
  light.addColorStop(0.35, colour(hue, 0.26 * part));
  light.addColorStop(1, colour(hue, 0.05 * part));
  trianglePath(pen, point.x, point.rim, point.tip, point.half);
  pen.fillStyle = light;
  pen.fill();
}

function halo(pen, { x, y, radius, share }, hue, strength, unit) {
  const reach = radius + unit * (0.45 + 1.15 * strength) * (0.45 + 0.55 * share);
  const light = pen.createRadialGradient(x, y, 0, x, y, reach);
  const core = radius / reach;
  light.addColorStop(0, colour(hue, 0.6 * strength));
  light.addColorStop(core, colour(hue, 0.42 * strength));
  light.addColorStop(core + (1 - core) * 0.3, colour(hue, 0.15 * strength));
  light.addColorStop(core + (1 - core) * 0.62, colour(hue, 0.045 * strength));
  light.addColorStop(1, colour(hue, 0));
  pen.fillStyle = light;
  pen.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
}

function cap(pen, { x, y, radius }, hue, strength) {
  const white = 0.15 + 0.6 * strength ** 1.5;
  const centre = hue.map((part) => part + (1 - part) * white);
  const light = pen.createRadialGradient(x, y, 0, x, y, radius);
  const solid = Math.min(1, 0.25 + 0.85 * strength);
  light.addColorStop(0, colour(centre, solid));
  light.addColorStop(0.45, colour(centre, solid * 0.95));
  light.addColorStop(0.85, colour(hue, solid * 0.9));
  light.addColorStop(1, colour(hue, solid * 0.55));
  pen.fillStyle = light;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function colour(parts, alpha) {
  const [r, g, b] = parts.map((part) => Math.round(255 * Math.min(1, part)));
  return `rgba(${r}, ${g}, ${b}, ${Math.min(1, alpha).toFixed(3)})`;
}
