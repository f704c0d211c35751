// How a line of runtimes/wire.py is answered, in the JavaScript of 2009: Duktape and Node.js 8 read it too.

function isSurrogate(text) {
  "use strict";
  return text >= "\ud800" && text < "\ue000";
}

// A class of characters, asked of many texts that are one character each: once about all of them in a row, which a slow
// engine answers ten times as fast.
function inARow(pattern) {
  "use strict";
  return function (texts) {
    var row = texts.join(""), members = [], place = 0, start = 0, found;
    for (place = 0; place < texts.length; place++) {
      if (texts[place].length !== 1 && texts[place].length !== 2) return undefined;
      if (isSurrogate(texts[place]) !== (texts[place].length === 2)) return undefined;
    }
    place = 0;
    pattern.lastIndex = 0;
    while ((found = pattern.exec(row))) {
      while (start < found.index) start += texts[place++].length;
      members[place] = start === found.index && found[0] === texts[place];
    }
    return members;
  };
}

// What the language itself offers, as far as this engine has it.
function languageOffers() {
  "use strict";
  var offers = { version: "", unicode: "", predicates: {}, trims: {}, normalizers: {} };
  function predicate(name, source, flags) {
    try {
      var pattern = new RegExp("^(?:" + source + ")$", flags), one = function (text) { return pattern.test(text); };
      one.bulk = inARow(new RegExp(source, flags + "g"));
      offers.predicates[name] = one;
    } catch (error) { /* an engine without this flag or property */ }
  }
  predicate("\\s", "\\s", "");
  predicate("\\s u", "\\s", "u");
  predicate("\\s v", "\\s", "v");
  predicate("\\p{White_Space}", "\\p{White_Space}", "u");
  ["trim", "trimStart", "trimEnd"].forEach(function (name) {
    var own = String.prototype[name] || String.prototype[{ trimStart: "trimLeft", trimEnd: "trimRight" }[name]];
    if (own) offers.trims[name] = function (text) { return own.call(text); };
  });
  ["NFC", "NFD", "NFKC", "NFKD"].forEach(function (form) {
    var own = String.prototype.normalize;
    if (own) offers.normalizers[form] = function (text) { return own.call(text, form); };
  });
  return offers;
}

function textOf(codepoints) {
  "use strict";
  var text = "", at, codepoint;
  if (String.fromCodePoint) return String.fromCodePoint.apply(String, codepoints);
  for (at = 0; at < codepoints.length; at++) {
    codepoint = codepoints[at];
    text += codepoint < 0x10000
      ? String.fromCharCode(codepoint)
      : String.fromCharCode(0xd7c0 + (codepoint >> 10), 0xdc00 + (codepoint & 0x3ff));
  }
  return text;
}

// Put the code points of a text at the end of a list.
function spell(text, list) {
  "use strict";
  var at, unit, next;
  for (at = 0; at < text.length; at++) {
    unit = text.charCodeAt(at);
    next = text.charCodeAt(at + 1);
    if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
      unit = 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
      at++;
    }
    list.push(unit);
  }
  return list;
}

// Answer a request with what some offers say: the version and Unicode version, and functions of a text by name. A
// function that is slow to call may have another, `bulk`, of all the texts; it returns nothing where it cannot.
function answer(offers, request) {
  "use strict";
  var kinds = { predicate: "predicates", trim: "trims", normalize: "normalizers" };
  if (request.ask === "about") {
    return {
      id: request.id,
      version: offers.version,
      unicode: offers.unicode,
      predicates: Object.keys(offers.predicates),
      trims: Object.keys(offers.trims),
      normalizers: Object.keys(offers.normalizers)
    };
  }
  var made = offers[kinds[request.ask]][request.name];
  var found = request.ask === "predicate" ? { id: request.id, "true": [] } : { id: request.id, changed: [] };
  var texts = request.texts.map(textOf), all = made.bulk && made.bulk(texts);
  texts.forEach(function (text, place) {
    try {
      var result = all ? all[place] : made(text);
      if (request.ask === "predicate") {
        if (result) found["true"].push(place);
      } else if (typeof result !== "string") {
        throw new TypeError("it made no text: " + typeof result);
      } else if (result !== text) {
        found.changed.push(spell(result, [place]));
      }
    } catch (error) {
      found.failed = found.failed || {};
      found.failed[place] = String(error).split("\n")[0];
    }
  });
  return found;
}

// For an engine inside something else: a line in, a line out. The version is known outside.
function answerLine(line) {
  "use strict";
  languageOffers.made = languageOffers.made || languageOffers();
  return JSON.stringify(answer(languageOffers.made, JSON.parse(line)));
}

if (typeof module !== "undefined") module.exports = { answer: answer, languageOffers: languageOffers };
