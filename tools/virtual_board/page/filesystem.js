export { FileSystem } from "./python.js";
