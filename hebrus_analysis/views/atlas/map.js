// Reads the map itself, as hebrus_analysis/charsmap does; charsmap/trie.py has the layout of a unit.
"use strict";

/** Return every rule of a map, replaced text by replacing text, in code point order. */
function rulesOf(blob) {
  const size = new DataView(blob.buffer).getUint32(0, true);
  const units = new Uint32Array(blob.buffer.slice(4, 4 + size));
  const pool = blob.subarray(4 + size);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const texts = new Map();
  const children = new Map(); // equal subtrees are one, so each is looked at once

  function text(at) {
    if (!texts.has(at)) texts.set(at, utf8.decode(pool.subarray(at, pool.indexOf(0, at))));
    return texts.get(at);
  }
  function childrenOf(base) {
    if (!children.has(base)) {
      const found = [];
      for (let byte = 1; byte < 256; byte++) if ((units[base ^ byte] & 0x800000ff) === byte) found.push(byte);
      children.set(base, found);
    }
    return children.get(base);
  }

  const rules = new Map();
  const key = new Uint8Array(256);
  (function walk(node, length) {
    const unit = units[node];
    const base = node ^ ((unit >>> 10) << ((unit & 0x200) >>> 6));
    if (unit & 0x100) rules.set(utf8.decode(key.subarray(0, length)), text(units[base] & 0x7fffffff));
    for (const byte of childrenOf(base)) {
      key[length] = byte;
      walk(base ^ byte, length + 1);
    }
  })(0, 0);
  return rules;
}

/** Return the bytes that an element of the page carries, deflated and in base64. */
async function unpack(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
