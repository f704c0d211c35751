// The engine of Node.js, Deno or Bun itself.
"use strict";
const { serve, languageOffers } = require("./serve.cjs");

const offers = languageOffers();
const versions = process.versions;
const name = versions.bun ? `Bun ${versions.bun}` : versions.deno ? `Deno ${versions.deno}` : `Node.js ${versions.node}`;
const engine = versions.bun ? `JavaScriptCore ${versions.webkit}` : `V8 ${versions.v8}`;
offers.version = `${name}, ${engine}, ICU ${versions.icu || "?"}`;
offers.unicode = versions.unicode || "";
serve(offers);
