// The theme. This runs before anything is painted, so that a remembered choice does not flash.
"use strict";

const THEME = "hebrus-analysis-theme";

function rememberedTheme() {
  try {
    const remembered = localStorage.getItem(THEME);
    return ["light", "dark"].includes(remembered) ? remembered : "system";
  } catch {
    return "system"; // a browser may refuse a file its storage
  }
}

function chooseTheme(name) {
  document.documentElement.dataset.theme = name;
  try {
    localStorage.setItem(THEME, name);
  } catch {
    // then the choice lasts as long as the page
  }
}

document.documentElement.dataset.theme = rememberedTheme();
document.addEventListener("DOMContentLoaded", () => {
  const select = document.getElementById("theme");
  select.value = rememberedTheme();
  select.addEventListener("change", () => chooseTheme(select.value));
  select.parentElement.hidden = false;
});
