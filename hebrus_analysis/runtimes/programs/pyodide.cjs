// CPython as WebAssembly: node pyodide.cjs FOLDER, where FOLDER has pyodide in node_modules.
"use strict";
const fs = require("fs");
const path = require("path");
const { serve } = require("./serve.cjs");

const folder = path.join(process.argv[2], "node_modules", "pyodide");

async function main() {
  const { loadPyodide } = require(path.join(folder, "pyodide.js"));
  const pyodide = await loadPyodide({ indexURL: folder + path.sep, stdout: () => {}, stderr: () => {} });
  pyodide.runPython(fs.readFileSync(path.join(__dirname, "pyodide.py"), "utf8"));
  const answer = pyodide.globals.get("answer_line");
  serve((line) => answer(line, pyodide.version));
}

main();
