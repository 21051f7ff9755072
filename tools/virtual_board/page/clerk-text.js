export { normalize, search } from "./python.js";
