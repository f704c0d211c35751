// QuickJS as WebAssembly: node quickjs.cjs FOLDER VARIANT, where FOLDER has quickjs-emscripten in node_modules.
"use strict";
const fs = require("fs");
const path = require("path");
const { serve } = require("./serve.cjs");

const [folder, variant] = process.argv.slice(2);
const installed = (name) => path.join(folder, "node_modules", name);
const readme = fs.readFileSync(path.join(installed(variant), "README.md"), "utf8");
const { newQuickJSWASMModuleFromVariant } = require(installed("quickjs-emscripten"));

async function main() {
  const module = await newQuickJSWASMModuleFromVariant(require(installed(variant)).default);
  const context = module.newContext();
  context.unwrapResult(context.evalCode(fs.readFileSync(path.join(__dirname, "answer.js"), "utf8"))).dispose();
  const answerLine = context.getProp(context.global, "answerLine");
  const version = /Version \[?([\w.+-]+)/.exec(readme)[1];
  const packaged = JSON.parse(fs.readFileSync(path.join(installed(variant), "package.json"), "utf8")).version;
  serve((line) => {
    const asked = context.newString(line);
    const answered = context.unwrapResult(context.callFunction(answerLine, context.undefined, asked));
    const answer = context.getString(answered);
    asked.dispose();
    answered.dispose();
    const fork = variant.includes("-ng-") ? "QuickJS-ng" : "QuickJS";
    return answer.replace('"version":""', `"version":"${fork} ${version}, quickjs-emscripten ${packaged}"`);
  });
}

main();
