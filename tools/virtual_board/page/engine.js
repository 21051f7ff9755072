export { engineIfAny, engineOf } from "./python.js";
