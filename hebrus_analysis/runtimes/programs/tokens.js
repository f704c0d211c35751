// Ids of texts by @huggingface/tokenizers: one JSON value per line in, one out.
const fs = require("fs");
const path = require("path");
const readline = require("readline");

const [module_, file] = process.argv.slice(2);
const { Tokenizer } = require(module_);
const { version } = JSON.parse(fs.readFileSync(path.join(path.dirname(module_), "..", "package.json"), "utf-8"));
const tokenizer = new Tokenizer(JSON.parse(fs.readFileSync(file, "utf-8").replace(/^\ufeff/, "")), {});

function encode(text) {
  try {
    return Array.from(tokenizer.encode(text, { add_special_tokens: false }).ids, Number);
  } catch (error) {
    return `${error.name}: ${error.message}`.split("\n")[0];
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  const answer = asked.ask === "about" ? { version } : { ids: asked.strings.map(encode) };
  process.stdout.write(JSON.stringify({ id: asked.id, ...answer }) + "\n");
});
