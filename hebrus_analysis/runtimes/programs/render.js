// Chat templates by @huggingface/jinja: one JSON value per line in, one out.
const fs = require("fs");
const path = require("path");
const readline = require("readline");

const module_ = process.argv[2];
const { Template } = require(module_);
const { version } = JSON.parse(fs.readFileSync(path.join(path.dirname(module_), "..", "package.json"), "utf-8"));

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  const template = new Template(asked.template);
  const made = asked.contexts.map((context) => {
    try {
      return { text: template.render(context) };
    } catch (error) {
      return { error: `${error.name}: ${error.message}`.split("\n")[0] };
    }
  });
  process.stdout.write(JSON.stringify({ id: asked.id, version, made }) + "\n");
});
