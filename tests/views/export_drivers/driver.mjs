// See README.md.
import { readFileSync } from "node:fs";
import { isWhitespace, trim, trimLeft, trimRight } from "./whitespace.mjs";

const hex = (bytes) => Buffer.from(bytes).toString("hex");

const members = [];
for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
  if (isWhitespace(codePoint)) {
    members.push(codePoint.toString(16));
  }
}
const lines = readFileSync(0, "ascii").split("\n").slice(0, -1);
const trimmed = lines.map((line) => {
  const data = Uint8Array.from(Buffer.from(line, "hex"));
  return [trimLeft(data), trimRight(data), trim(data)].map(hex).join("\t");
});
process.stdout.write([members.join(" "), ...trimmed, ""].join("\n"));
