// The fields of a board's data: how a value stands in a form, and how it is written again.

const NUMBER = "number";
const LIST = "list";
const RUNS = "runs";
const WORD = "word";
const SWITCH = "switch";

// [title, [[constant, label, kind, its choices: [word, what it is called], and its place in a list]]]
export const FIELDS = [
  ["Light strip", [
    ["STRIP_PIN", "Data pin", NUMBER],
    ["STRIP_ORDER", "Order of colours", WORD, ["GRB", "RGB", "RBG", "GBR", "BRG", "BGR"]],
    ["LIGHTS_PER_POINT", "Lights a point", NUMBER],
    ["HOME_LEFT", "Home boards", SWITCH, ["at the right", "at the left"]],
    ["WIRING", "What it passes, from its data input", RUNS],
  ]],
  ["Buttons", ["Previous", "Next", "OK", "Back"].map((name, at) => ["BUTTON_PINS", name, NUMBER, [], at])],
  ["Display", [
    ["OLED_DRIVER", "Chip", WORD, ["ssd1306", "sh1106", "sh1106_0"]],
    ["OLED_ADDRESS", "Address", NUMBER, [[60, "0x3C"], [61, "0x3D"]]],
    ["OLED_HEIGHT", "Rows", NUMBER, [64, 32]],
    ["OLED_FLIP", "Mounted", SWITCH, ["upright", "upside down"]],
    ["I2C_ID", "Bus", NUMBER, [[0, "I2C0"], [1, "I2C1"]]],
    ["I2C_SDA_PIN", "SDA", NUMBER],
    ["I2C_SCL_PIN", "SCL", NUMBER],
  ]],
  ["Supply, in mA", [
    ["SUPPLY_MA", "All together", NUMBER],
    ["OTHERS_MA", "All but the strip", NUMBER],
    ["STRIP_MA_PER_CHANNEL", "One colour of a light", NUMBER],
    ["STRIP_IDLE_MA", "A dark light", NUMBER],
  ]],
  ["If there are any", [
    ["PIEZO_PIN", "Piezo", NUMBER],
    ["PLACE_ROW_PINS", "Places' buttons: rows", LIST],
    ["PLACE_COLUMN_PINS", "Columns", LIST],
  ]],
]; // prettier-ignore

const DEFAULTS = { HOME_LEFT: false, OLED_HEIGHT: 64 };

// A label with the field of one constant.
export function fieldOf([name, label, kind, choices = [], at], config) {
  const row = document.createElement("label");
  row.append(label);
  const whole = config[name] ?? DEFAULTS[name];
  const value = at === undefined ? whole : whole?.[at];
  const field = choices.length ? chosen(kind, choices, value) : typed(kind, value);
  Object.assign(field.dataset, { name, kind, label, at: at ?? "" });
  if (kind === RUNS) row.className = "wide";
  row.append(field);
  return row;
}

// {text: the data as constants, lines: the label of the field that each line is of}, of what stands in
// `form`, and of `config` what has no field.
export function textOf(form, config) {
  const rows = new Map();
  const shown = [...form.querySelectorAll("[data-name]")];
  for (const { dataset, value } of shown) {
    const { name, kind, label, at } = dataset;
    const written = writtenOf(kind, value.trim().replace(/\s+/g, " "));
    if (at !== "") rows.set(name, { label: "Buttons", parts: [...(rows.get(name)?.parts ?? []), written] });
    else if (written || name === "PIEZO_PIN") rows.set(name, { label, parts: [written || "None"] });
  }
  const known = new Set(shown.map(({ dataset }) => dataset.name));
  for (const [name, value] of Object.entries(config)) {
    if (!known.has(name)) rows.set(name, { label: name, parts: [constant(value)] });
  }
  const entries = [...rows];
  return {
    text: entries.map(([name, { parts }]) => `${name} = ${parts.length > 1 ? `(${parts.join(", ")})` : parts[0]}`).join("\n"),
    lines: entries.map(([, { label }]) => label),
  };
}

function chosen(kind, choices, value) {
  const select = document.createElement("select");
  choices.forEach((choice, at) => {
    const [is, called] = Array.isArray(choice) ? choice : [kind === SWITCH ? Boolean(at) : choice, choice];
    select.add(new Option(called, is));
  });
  select.value = String(value);
  if (select.selectedIndex < 0) {
    select.add(new Option(value ?? "", value ?? ""));
    select.value = String(value ?? "");
  }
  return select;
}

function typed(kind, value) {
  const field = document.createElement(kind === RUNS ? "textarea" : "input");
  field.spellcheck = false;
  field.autocomplete = "off";
  if (kind === NUMBER) field.inputMode = "numeric";
  if (kind === RUNS) field.value = (value ?? []).map(constant).join(",\n");
  else field.value = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  if (kind === RUNS) field.rows = Math.max(2, (value ?? []).length);
  return field;
}

function writtenOf(kind, text) {
  if (kind === LIST || kind === RUNS) return text && `(${text.replace(/,$/, "")},)`;
  if (kind === WORD) return `"${text}"`;
  if (kind === SWITCH) return text === "true" ? "True" : "False";
  return text;
}

// A value as a constant of Python.
function constant(value) {
  if (Array.isArray(value)) return `(${value.map(constant).join(", ")}${value.length === 1 ? "," : ""})`;
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : String(value);
}
