export { cssOf } from "./paint.js";
