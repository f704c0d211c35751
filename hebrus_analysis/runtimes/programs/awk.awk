# awk: one answer per line; see runtimes/wire.py. Only what can be said of one character is asked.
# gawk in a UTF-8 locale makes a character of a number; an awk of bytes has none beyond U+00FF, and says so.
BEGIN {
  wide = length("\303\244") == 1
  classes["[[:space:]]"] = "^[[:space:]]$"
  classes["[[:blank:]]"] = "^[[:blank:]]$"
  if (wide) classes["\\s"] = "^\\s$"
}

function about(   name, names) {
  for (name in classes) {
    gsub(/\\/, "\\\\", name)
    names = names (names ? "," : "") "\"" name "\""
  }
  return "\"version\":\"" version "\",\"unicode\":\"\",\"predicates\":[" names "],\"trims\":[],\"normalizers\":[]"
}

function answer(line,   name, number, place, texts, text, true, failed) {
  match(line, /"name":"[^"]*"/)
  name = substr(line, RSTART + 8, RLENGTH - 9)
  if (index(name, "\\\\")) name = "\\s"
  sub(/.*"texts":\[\[/, "", line)
  sub(/\]\]\}$/, "", line)
  number = split(line, texts, /\],\[/)
  for (place = 0; place < number; place++) {
    text = texts[place + 1]
    if (text == 0 && !wide || text > 255 && !wide || text >= 55296 && text < 57344)
      failed = failed (failed ? "," : "") "\"" place "\":\"no character of this awk\""
    else if (sprintf("%c", text + 0) ~ classes[name])
      true = true (true != "" ? "," : "") place
  }
  return "\"true\":[" true "],\"failed\":{" failed "}"
}

{
  match($0, /"id":[0-9]+/)
  id = substr($0, RSTART + 5, RLENGTH - 5)
  printf "{\"id\":%s,%s}\n", id, /"ask":"about"/ ? about() : answer($0)
  fflush()
}
