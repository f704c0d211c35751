// Hermes, which reads one script and ends: node hermes.cjs HERMES, its binary in the package. Each line starts it once.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const { serve } = require("./serve.cjs");

const hermes = process.argv[2];
const packaged = JSON.parse(fs.readFileSync(path.join(hermes, "..", "..", "package.json"), "utf8")).version;
const source = fs.readFileSync(path.join(__dirname, "answer.js"), "utf8");
const release = /release version: ([\d.]+)/.exec(execFileSync(hermes, ["--version"]))[1];

serve((line) => {
  const script = `${source}\nprint(answerLine(${JSON.stringify(line)}));\n`;
  const said = execFileSync(hermes, ["-"], { input: script, maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "ignore"] });
  return String(said).trim().replace('"version":""', `"version":"Hermes ${release}, hermes-engine-cli ${packaged}"`);
});
