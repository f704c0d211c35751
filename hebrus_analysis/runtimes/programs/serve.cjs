// Lines in, lines out, for everything that runs in Node.js, Deno or Bun.
"use strict";
const path = require("path");
const fs = require("fs");
const { answer, languageOffers } = new Function(
  "module",
  fs.readFileSync(path.join(__dirname, "answer.js"), "utf8") + "; return module.exports;",
)({});

// Answer each line of standard input, with offers as answer.js wants them or with a function of a line.
function serve(offers) {
  const one = typeof offers === "function" ? offers : (line) => JSON.stringify(answer(offers, JSON.parse(line)));
  require("readline")
    .createInterface({ input: process.stdin })
    .on("line", (line) => process.stdout.write(one(line) + "\n"));
}

module.exports = { serve, languageOffers };
