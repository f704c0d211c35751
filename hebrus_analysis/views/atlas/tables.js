// Each heading of a table becomes a button that sorts by its column.
"use strict";

const collator = new Intl.Collator("en", { numeric: true });

/** Return what a cell is sorted by: a code point, or a number with its thousands parted, as a number; else its text. */
function sortKey(cell) {
  const text = cell.textContent.trim();
  if (/^U\+[0-9A-F]+/.test(text)) return parseInt(text.slice(2), 16);
  if (/^-?[\d,]+$/.test(text)) return Number(text.replaceAll(",", ""));
  return text;
}

function compareKeys(one, other) {
  return typeof one === "number" && typeof other === "number" ? one - other : collator.compare(one, other);
}

function sortBy(heading) {
  const table = heading.closest("table");
  const descending = heading.getAttribute("aria-sort") === "ascending";
  const rows = [...table.tBodies[0].rows].map((row) => [sortKey(row.cells[heading.cellIndex]), row]);
  rows.sort(([one], [other]) => (descending ? compareKeys(other, one) : compareKeys(one, other)));
  table.tBodies[0].append(...rows.map(([, row]) => row));
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
}

for (const heading of document.querySelectorAll("thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = heading.textContent;
  button.addEventListener("click", () => sortBy(heading));
  heading.replaceChildren(button);
}
