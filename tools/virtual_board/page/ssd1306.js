export { SSD1306 } from "./chips.js";
