// What the clerk's `re` and `unicodedata` ask of the browser (clerk/re.py).

// [[where, [the whole, each group or null]], ...] as JSON.
export function search(pattern, flags, text) {
  const found = [...text.matchAll(new RegExp(pattern, flags))];
  return JSON.stringify(found.map((match) => [match.index, [...match].map((group) => group ?? null)]));
}

export function normalize(form, text) {
  return text.normalize(form);
}
