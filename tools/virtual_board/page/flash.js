export { decode, encode } from "./kept.js";
