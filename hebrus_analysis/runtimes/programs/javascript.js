// One answer per line: see runtimes/wire.py. Runs in Node.js, Deno and Bun.
const space = { "\\s": /^\s$/, "\\s u": /^\s$/u, "\\s v": new RegExp("^\\s$", "v") };
const white = /^\p{White_Space}$/u;
const predicates = {
  ...Object.fromEntries(Object.entries(space).map(([name, pattern]) => [name, (text) => pattern.test(text)])),
  "\\p{White_Space}": (text) => white.test(text),
};
const trims = { trim: (t) => t.trim(), trimStart: (t) => t.trimStart(), trimEnd: (t) => t.trimEnd() };
const forms = ["NFC", "NFD", "NFKC", "NFKD"];

function about() {
  const versions = globalThis.process?.versions ?? {};
  const name = versions.bun ? `Bun ${versions.bun}` : versions.deno ? `Deno ${versions.deno}` : `Node.js ${versions.node}`;
  const engine = versions.bun ? `JavaScriptCore ${versions.webkit}` : `V8 ${versions.v8}`;
  return {
    version: `${name}, ${engine}, ICU ${versions.icu ?? "?"}`,
    unicode: versions.unicode ?? "",
    predicates: Object.keys(predicates),
    trims: Object.keys(trims),
    normalizers: forms,
  };
}

function answer({ ask, name, texts }) {
  if (ask === "about") return about();
  const read = (codepoints) => codepoints.map((codepoint) => String.fromCodePoint(codepoint)).join("");
  const found = { true: [], changed: [], failed: {} };
  texts.forEach((codepoints, place) => {
    try {
      const text = read(codepoints);
      if (ask === "predicate") {
        if (predicates[name](text)) found.true.push(place);
        return;
      }
      const made = ask === "trim" ? trims[name](text) : text.normalize(name);
      if (made !== text) found.changed.push([place, ...Array.from(made, (char) => char.codePointAt(0))]);
    } catch (error) {
      found.failed[place] = String(error);
    }
  });
  return found;
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
});
