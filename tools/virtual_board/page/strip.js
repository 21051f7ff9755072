export { Strip } from "./chips.js";
