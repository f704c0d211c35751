// Packages of npm, one of them for each start: node packages.cjs FOLDER PACKAGE, where FOLDER has node_modules.
"use strict";
const fs = require("fs");
const path = require("path");
const { serve } = require("./serve.cjs");

const [folder, name] = process.argv.slice(2);
const root = path.join(folder, "node_modules", name);
const own = (inside) => require(path.join(root, inside || ""));
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));

const SEPARATOR = "<|next|>";

// A function of one text, and of many at once: one template that has all of them, SEPARATOR after each, is faster.
function inOneTemplate(one, joined) {
  const bulk = (texts) => {
    try {
      const made = joined(texts).split(SEPARATOR);
      return made.length === texts.length + 1 ? made.slice(0, -1) : undefined;
    } catch (error) {
      return undefined;
    }
  };
  return Object.assign(one, { bulk });
}

// Text that stands in a template itself.
function between(before, text, after) {
  if (text.endsWith("{")) throw new Error("a brace would open an expression");
  return before + text + after;
}

const packages = {
  unorm() {
    const unorm = own();
    const normalizers = {};
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) normalizers[form] = unorm[form.toLowerCase()];
    return { unicode: /Unicode ([\d.]+)/.exec(manifest.description)[1], normalizers };
  },
  // A template is rendered in an environment of its own, and a string there brings all of its methods: both cost far
  // more than the trim. So one of each is kept for all texts.
  "@huggingface/jinja"() {
    const { Template, Environment, Interpreter, tokenize } = own();
    const expression = (source) => {
      const node = new Template(`{{ ${source} }}`).parsed.body[0];
      const environment = new Environment();
      const interpreter = new Interpreter(environment);
      environment.set("x", "");
      const x = environment.lookupVariable("x");
      return (text) => {
        x.value = text;
        return interpreter.evaluate(node, environment).value;
      };
    };
    const parts = expression("x.split() | length");
    return {
      predicates: { "split()": (text) => parts(text) === 0 },
      trims: {
        "| trim": expression("x | trim"),
        "strip()": expression("x.strip()"),
        "lstrip()": expression("x.lstrip()"),
        "rstrip()": expression("x.rstrip()"),
        // Whitespace control is the lexer's work.
        "{%- -%}": (text) => {
          const tokens = tokenize(between("{%a-%}", text, "{%-a%}"), { lstrip_blocks: true, trim_blocks: true });
          return tokens.filter(({ type }) => type === "Text").map(({ value }) => value).join("");
        },
      },
    };
  },
  nunjucks() {
    const trim = new (own().Environment)(null).getFilter("trim");
    return { trims: { "| trim": (text) => String(trim(text)) } };
  },
  "minijinja-js"() {
    const environment = new (own().Environment)();
    const render = (source, context) => environment.renderStr(source, context || {});
    const written = (text) => between("{% if true -%}", text, "{%- endif %}");
    return {
      trims: {
        "| trim": inOneTemplate(
          (x) => render("{{ x | trim }}", { x }),
          (xs) => render(`{% for x in xs %}{{ x | trim }}${SEPARATOR}{% endfor %}`, { xs }),
        ),
        "{%- -%}": inOneTemplate(
          (text) => render(written(text)),
          (texts) => render(texts.map((text) => written(text) + SEPARATOR).join("")),
        ),
      },
    };
  },
  xregexp() {
    const XRegExp = own();
    const white = XRegExp("^\\p{White_Space}$", "A");
    const separator = XRegExp("^\\p{Z}$", "A");
    return {
      unicode: /Unicode ([\d.]+\d)/.exec(fs.readFileSync(path.join(root, "README.md"), "utf8"))[1],
      predicates: { "\\p{White_Space}": (text) => white.test(text), "\\p{Z}": (text) => separator.test(text) },
    };
  },
  lodash() {
    const { trim, trimStart, trimEnd } = own();
    return { trims: { trim: (t) => trim(t), trimStart: (t) => trimStart(t), trimEnd: (t) => trimEnd(t) } };
  },
  validator() {
    const { trim, ltrim, rtrim, isEmpty } = own();
    return {
      trims: { trim: (t) => trim(t), ltrim: (t) => ltrim(t), rtrim: (t) => rtrim(t) },
      predicates: { isEmpty: (text) => isEmpty(text, { ignore_whitespace: true }) },
    };
  },
  // The two polyfills of String.prototype.trim; asked past the engine's own, which they would rather call.
  "core-js-pure"() {
    const { trim, start, end } = own("internals/string-trim");
    return { trims: { trim: (t) => trim(t), trimStart: (t) => start(t), trimEnd: (t) => end(t) } };
  },
  "string.prototype.trim"() {
    const trim = own("implementation");
    return { trims: { trim: (text) => trim.call(text) } };
  },
};

const nothing = { unicode: "", predicates: {}, trims: {}, normalizers: {} };
serve(Object.assign({ version: `${name} ${manifest.version}` }, nothing, packages[name]()));
