// Finds a divergent code point or a rule of the map, and shows the card of a rule. Nothing is read before it is asked for.
"use strict";

const SHOWN = 50;
/** A number: one to six digits behind U+ or 0x, four to six without. */
const NUMBER = /^(?:(?:u\+|0x)([0-9a-f]{1,6})|([0-9a-f]{4,6}))$/i;
const SPELLED = /^U\+[0-9A-F]{1,6}([ _]U\+[0-9A-F]{1,6})*$/;
let read; // the promise of what the page carries
let isRead = false;

/** Return a text as code points, U+0061 U+0302. */
function spell(text, separator = " ") {
  const label = (char) => "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return Array.from(text, label).join(separator);
}

/** Return the text that code points spell, U+0061 U+0302 or U+0061_U+0302; "" where one is beyond the last. */
function unspell(labels) {
  const numbers = labels.split(/[ _]/).map((label) => parseInt(label.slice(2), 16));
  return numbers.every((number) => number <= 0x10ffff) ? String.fromCodePoint(...numbers) : "";
}

/** Read the map and the names: every divergence, then every other rule, as key, value and family; and each character. */
async function open() {
  const facts = JSON.parse(new TextDecoder().decode(await unpack("facts")));
  const rules = rulesOf(await unpack("map"));
  const entries = new Map();
  for (const [label, family] of Object.entries(facts.families)) {
    const key = unspell(label);
    entries.set(key, { key, value: rules.get(key) ?? key, family });
  }
  for (const [key, value] of rules) if (!entries.has(key)) entries.set(key, { key, value, family: "" });
  const characters = new Map();
  const byName = new Map();
  for (const [label, [name, block, ...aliases]] of Object.entries(facts.characters)) {
    const char = unspell(label);
    characters.set(char, { label, name, block, text: [label, name, block, ...aliases].join(" ").toLowerCase() });
    for (const each of [name, ...aliases]) byName.set(each, char);
  }
  return { entries: [...entries.values()], byKey: entries, characters, byName };
}

/** Return whether an entry holds a word: a character itself, its number, a part of its name or block, a family. */
function matcher(word, characters) {
  if (Array.from(word).length === 1 || !/^[\x20-\x7e]*$/.test(word)) {
    return ({ key, value }) => key.includes(word) || value.includes(word);
  }
  const small = word.toLowerCase();
  const digits = NUMBER.exec(small)?.slice(1).join("").replace(/^0+/, "").padStart(4, "0");
  const isNumber = /^(?:u\+|0x)/.test(small);
  const hits = new Set();
  for (const [char, { label, text }] of characters) {
    if (label.slice(2).toLowerCase() === digits || (!isNumber && text.includes(small))) hits.add(char);
  }
  return ({ key, value, family }) => {
    if (small === family || (small === "deleted" && value === "")) return true;
    for (const char of key) if (hits.has(char)) return true;
    for (const char of value) if (hits.has(char)) return true;
    return false;
  };
}

/** Return what a query finds: what it names itself, then what is divergent, then rules, the shortest first. */
function find(query, { entries, characters, byName }) {
  // A blank parts words, but alone it is what is looked for; so are the other spaces, everywhere.
  const words = query.split(" ").filter(Boolean);
  const matchers = (words.length ? words : [query]).map((word) => matcher(word, characters));
  const asked = query.trim().toUpperCase();
  const alone = character(query);
  const itself = new Set([query, alone, byName.get(asked), SPELLED.test(asked) ? unspell(asked) : ""]);
  const ranked = [[], []];
  for (const entry of entries) {
    if (!matchers.every((matches) => matches(entry))) continue;
    const rank = itself.has(entry.key) ? 0 : entry.family ? 1 : 1 + entry.key.length;
    (ranked[rank] ??= []).push(entry);
  }
  // A character without a rule of its own is no entry, yet it may be all that is asked for.
  if (alone && !entries.some(({ key }) => key === alone)) ranked[0].unshift({ key: alone, value: alone, family: "" });
  return ranked.flat();
}

/** Return the one character that a query is, or is the number of; "" if it is neither. */
function character(query) {
  const digits = NUMBER.exec(query.trim())?.slice(1).join("");
  if (!digits) return Array.from(query).length === 1 ? query : "";
  return isSurrogate(parseInt(digits, 16)) ? "" : unspell(`U+${digits}`);
}

function isSurrogate(number) {
  return number >= 0xd800 && number < 0xe000;
}

function element(tag, text = "", attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function named(text, characters) {
  return Array.from(text, (char) => `${spell(char)} ${characters.get(char)?.name ?? ""}`.trim()).join(", ");
}

function made({ key, value, family }) {
  if (value === key) return family ? "is left alone" : "is left alone, by NFKC too";
  return value ? `becomes ${spell(value)}` : "is deleted";
}

function resultItem(entry, characters) {
  const item = element("li");
  const link = element("a", named(entry.key, characters), { href: `#${spell(entry.key, "_")}` });
  item.append(link, ` ${made(entry)} `);
  if (entry.family) item.append(element("span", entry.family, { class: "family" }));
  return item;
}

function showResults(found, { characters }) {
  const list = document.getElementById("found");
  const more = document.getElementById("more");
  const divergent = found.filter(({ family }) => family).length;
  const number = (n) => n.toLocaleString("en");
  list.replaceChildren();
  const add = () => {
    const start = list.children.length;
    list.append(...found.slice(start, start + SHOWN).map((entry) => resultItem(entry, characters)));
    more.hidden = list.children.length === found.length;
    more.textContent = `Show more of ${number(found.length)}`;
  };
  more.onclick = add;
  add();
  document.getElementById("status").textContent =
    `${number(found.length)} found: ${number(divergent)} divergent, ` +
    `${number(found.length - divergent)} on which the map and NFKC agree.` +
    (found.length ? "" : " Try fewer words, a number as U+200D, or the character itself.");
}

/** Show the card of a rule that has none on the page, since map and NFKC agree on it; or say what the address is. */
function showRule(anchor, { byKey, characters }) {
  const key = unspell(anchor);
  const entry = byKey.get(key);
  const card = element("article", "", { class: "card", id: anchor, tabindex: "-1" });
  const list = element("dl");
  const inside = element("div");
  const known = key && ![...key].some((char) => isSurrogate(char.codePointAt(0)));
  const rows = !known
    ? { "not a text": key ? "half a pair of UTF-16, no character" : "the last code point is U+10FFFF" }
    : entry
    ? {
        "the map makes": entry.value ? named(entry.value, characters) : "(nothing)",
        NFKC: "makes the same of it",
        block: [...new Set(Array.from(key, (char) => characters.get(char).block))].join(", "),
      }
    : { "the map": "has no rule for exactly this, so it leaves it alone or applies shorter rules" };
  for (const [term, said] of Object.entries(rows)) list.append(element("dt", term), element("dd", said));
  if (known) {
    const command = Array.from(key).length > 1 ? `explain "${spell(key)}"` : `show ${anchor}`;
    const reproduce = element("dd");
    reproduce.append(element("code", `hebrus-analysis ${command}`, { class: "command" }));
    list.append(element("dt", "reproduce"), reproduce);
  }
  inside.append(list);
  card.append(element("h3", entry ? named(key, characters) : anchor.replaceAll("_", " ")), inside);
  document.getElementById("rule").replaceChildren(card);
  card.scrollIntoView();
  card.focus();
}

/** Return the anchor of an address: of code points each with four digits at least, in capitals. */
function anchorOf(hash) {
  let anchor = hash.slice(1);
  try {
    anchor = decodeURIComponent(anchor);
  } catch {
    // a lone percent sign is no escape, and no anchor of ours
  }
  const upper = anchor.toUpperCase();
  if (!SPELLED.test(upper)) return anchor;
  return upper.replace(/U\+0*([0-9A-F]+)/g, (_, digits) => `U+${digits.padStart(4, "0")}`).replaceAll(" ", "_");
}

/** Open the card that the address names. */
async function follow() {
  const anchor = anchorOf(location.hash);
  const there = document.getElementById(anchor);
  const details = there?.closest("details");
  if (details) {
    document.getElementById("rule").replaceChildren();
    details.open = true;
    there.scrollIntoView();
    details.firstElementChild.focus({ preventScroll: true });
  } else if (SPELLED.test(anchor)) {
    showRule(anchor, await atlas());
  }
}

function atlas() {
  read ??= open().finally(() => (isRead = true));
  return read;
}

async function search(query) {
  if (!query) {
    document.getElementById("found").replaceChildren();
    document.getElementById("status").textContent = "";
    document.getElementById("more").hidden = true;
    return;
  }
  if (!isRead) document.getElementById("status").textContent = "Reading the map.";
  const known = await atlas();
  // What was typed meanwhile is looked for by its own call.
  if (query === document.getElementById("query").value) showResults(find(query, known), known);
}

document.getElementById("find").hidden = false;
document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("query").addEventListener("focus", atlas);
document.getElementById("query").addEventListener("input", (event) => search(event.target.value));
addEventListener("hashchange", follow);
follow();
