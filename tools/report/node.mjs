// `node node.mjs < told.json > page.html`: render.js in node, where linkedom is the document.

import { readFileSync, writeFileSync } from "node:fs";
import * as chartist from "../npm/node_modules/chartist/dist/index.js";
import { parseHTML } from "../npm/node_modules/linkedom/worker.js";
import mustache from "../npm/node_modules/mustache/mustache.mjs";
import { render } from "./render.js";

const { document, Element } = parseHTML("<!doctype html><html><body></body></html>");
Object.assign(globalThis, { document, Element, window: { matchMedia: () => null, addEventListener() {}, removeEventListener() {} } });
const template = readFileSync(new URL("page.html", import.meta.url), "utf8");
writeFileSync(1, await render(JSON.parse(readFileSync(0, "utf8")), template, mustache, chartist));
