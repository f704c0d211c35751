// Finds a divergent code point or a rule of the map, and shows the card of a rule. Nothing is read before it is asked for.
"use strict";

const SHOWN = 50;
let read; // the promise of what the page carries
let isRead = false;

/** Return a text as code points, U+0061 U+0302. */
function spell(text, separator = " ") {
  const label = (char) => "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return Array.from(text, label).join(separator);
}

/** Read the map and the names: every divergence, then every other rule, as key, value and family; and each character. */
async function open() {
  const facts = JSON.parse(new TextDecoder().decode(await unpack("facts")));
  const rules = rulesOf(await unpack("map"));
  const entries = new Map();
  for (const [label, family] of Object.entries(facts.families)) {
    const key = String.fromCodePoint(parseInt(label.slice(2), 16));
    entries.set(key, { key, value: rules.get(key) ?? key, family });
  }
  for (const [key, value] of rules) if (!entries.has(key)) entries.set(key, { key, value, family: "" });
  const characters = new Map();
  for (const [label, [name, block]] of Object.entries(facts.characters)) {
    const char = String.fromCodePoint(parseInt(label.slice(2), 16));
    characters.set(char, { label, name, block, text: `${label} ${name} ${block}`.toLowerCase() });
  }
  return { entries: [...entries.values()], byKey: entries, characters };
}

/** Return whether an entry holds a word: a character itself, its number, a part of its name or block, a family. */
function matcher(word, characters) {
  if (Array.from(word).length === 1 || !/^[\x20-\x7e]*$/.test(word)) {
    return ({ key, value }) => key.includes(word) || value.includes(word);
  }
  const small = word.toLowerCase();
  const digits = /^(?:u\+|0x)?([0-9a-f]{4,6})$/.exec(small)?.[1].replace(/^0+(?=.{4})/, "");
  const isNumber = /^(?:u\+|0x)/.test(small);
  const hits = new Set();
  for (const [char, { label, text }] of characters) {
    if (label.slice(2).toLowerCase() === digits || (!isNumber && text.includes(small))) hits.add(char);
  }
  return ({ key, value, family }) => {
    if (small === family) return true;
    for (const char of key) if (hits.has(char)) return true;
    for (const char of value) if (hits.has(char)) return true;
    return false;
  };
}

/** Return what a query finds: what it names itself, then what is divergent, then rules, the shortest first. */
function find(query, { entries, characters }) {
  // A blank parts words, but alone it is what is looked for; so are the other spaces, everywhere.
  const words = query.split(" ").filter(Boolean);
  const matchers = (words.length ? words : [query]).map((word) => matcher(word, characters));
  const asked = query.trim().toUpperCase().replace(/^0X/, "U+");
  const rank = ({ key, family }) => {
    const spelled = spell(key);
    if (key === query || [spelled, spelled.slice(2), characters.get(key)?.name].includes(asked)) return 0;
    return family ? 1 : 1 + key.length;
  };
  return entries
    .filter((entry) => matchers.every((matches) => matches(entry)))
    .map((entry) => [rank(entry), entry])
    .sort(([one], [other]) => one - other)
    .map(([, entry]) => entry);
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

function made({ key, value }) {
  if (value === key) return "is left alone";
  return value ? `becomes ${spell(value)}` : "is deleted";
}

function resultItem(entry, characters) {
  const item = element("li");
  const link = element("a", named(entry.key, characters), { href: `#${spell(entry.key, "_")}` });
  item.append(link, ` ${made(entry)} `);
  if (entry.family) item.append(element("span", entry.family, { class: "family" }));
  return item;
}

function showResults(found, { entries, characters }) {
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
    `${number(found.length)} of ${number(entries.length)} found: ${number(divergent)} divergent, ` +
    `${number(found.length - divergent)} on which the map and NFKC agree.`;
}

/** Show the card of a rule that has none on the page, since map and NFKC agree on it. */
function showRule(anchor, { byKey, characters }) {
  const key = String.fromCodePoint(...anchor.split("_").map((label) => parseInt(label.slice(2), 16)));
  const entry = byKey.get(key);
  const card = element("article", "", { class: "card", id: anchor, tabindex: "-1" });
  const rows = entry
    ? {
        "the map makes": entry.value ? named(entry.value, characters) : "(nothing)",
        NFKC: "makes the same of it",
        block: [...new Set(Array.from(key, (char) => characters.get(char).block))].join(", "),
      }
    : { "the map": "has no rule for exactly this, so it leaves it alone or applies shorter rules" };
  const command = key.length > 2 || Array.from(key).length > 1 ? `explain "${spell(key)}"` : `show ${anchor}`;
  const list = element("dl");
  for (const [term, said] of Object.entries(rows)) list.append(element("dt", term), element("dd", said));
  const reproduce = element("dd");
  reproduce.append(element("code", `hebrus-analysis ${command}`, { class: "command" }));
  list.append(element("dt", "reproduce"), reproduce);
  const inside = element("div");
  inside.append(list);
  card.append(element("h3", entry ? named(key, characters) : spell(key)), inside);
  document.getElementById("rule").replaceChildren(card);
  card.scrollIntoView();
  card.focus();
}

/** Open the card that the address names. */
async function follow() {
  const anchor = decodeURIComponent(location.hash.slice(1));
  const wanted = /^u\+/i.test(anchor) ? anchor.toUpperCase() : anchor;
  const there = document.getElementById(wanted);
  const details = there?.closest("details");
  if (details) {
    details.open = true;
    there.scrollIntoView();
    details.firstElementChild.focus({ preventScroll: true });
  } else if (/^U\+[0-9A-F]{4,6}(_U\+[0-9A-F]{4,6})*$/.test(wanted)) {
    showRule(wanted, await atlas());
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
