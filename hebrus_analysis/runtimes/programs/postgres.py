"""PostgreSQL: one answer per line; see wire.py. `postgres --single` is no server; texts go in and out as hexadecimal.

Called with a cluster and with the command that starts it there. A cluster has one backend, so each program has a copy.
"""

import atexit
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PREDICATES = {
    r"\s C": r"""t COLLATE "C" ~ '^\s$'""",
    r"\s C.utf8": r"""t COLLATE "C.utf8" ~ '^\s$'""",
    r"\s und-x-icu": r"""t COLLATE "und-x-icu" ~ '^\s$'""",
}
TRIMS = {
    "btrim": "btrim(t)",
    r"regexp_replace \s und-x-icu": r"""regexp_replace(t COLLATE "und-x-icu", '^\s+|\s+$', '', 'g')""",
}
NORMALIZERS = {form: f"normalize(t, {form})" for form in ("NFC", "NFD", "NFKC", "NFKD")}

#: Asks in one query, and only where that fails text by text.
FUNCTIONS = [
    """create or replace function pg_temp.bulk(expression text, given text[]) returns text language plpgsql as $$
    declare made text; begin
    execute 'select coalesce(string_agg(n - 1 || '':'' || case when m is null then ''null'' else
    encode(convert_to(m, ''UTF8''), ''hex'') end, '';''), '''') from (select n, t, (' || expression || ')::text m from (
    select n, convert_from(decode(h, ''hex''), ''UTF8'') t from unnest($1) with ordinality u(h, n) offset 0) s) a
    where m collate "C" is distinct from t' into made using given; return made; end $$""",
    """create or replace function pg_temp.lane(expression text, given text[]) returns text language plpgsql as $$
    declare said text := ''; one text; begin
    begin return pg_temp.bulk(expression, given); exception when others then null; end;
    for n in 1 .. coalesce(array_length(given, 1), 0) loop begin
    one := pg_temp.bulk(expression, given[n:n]);
    if one <> '' then said := said || n - 1 || substr(one, 2) || ';'; end if;
    exception when others then said := said || n - 1 || '!' || encode(convert_to(sqlerrm, 'UTF8'), 'hex') || ';'; end;
    end loop; return rtrim(said, ';'); end $$""",
]


def own(cluster: Path) -> Path:
    """Copy a cluster for this process, and remove the copies of processes that were killed."""
    for copy in cluster.parent.glob(f"{cluster.name}-[0-9]*"):
        if not Path("/proc", copy.name.rpartition("-")[2]).exists():
            shutil.rmtree(copy, ignore_errors=True)
    mine = cluster.with_name(f"{cluster.name}-{os.getpid()}")
    subprocess.run(["cp", "-a", str(cluster), str(mine)], check=True)
    (mine / "postmaster.pid").unlink(missing_ok=True)
    atexit.register(shutil.rmtree, mine, ignore_errors=True)
    return mine


class Postgres:
    """A backend that answers one line of SQL with one value."""

    def __init__(self, command: Sequence[str]) -> None:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="ascii"
        )
        assert process.stdin
        assert process.stdout
        self.asked, self.said = process.stdin, process.stdout
        for function in FUNCTIONS:
            self.asked.write(" ".join(function.split()) + "\n")

    def value(self, query: str) -> str:
        """Return what a query makes, which has one row and one column."""
        self.asked.write(f"select '<' || ({query}) || '>' as said\n")
        self.asked.flush()
        for line in self.said:
            if found := re.search('said = "<(.*)>"', line):
                return found[1]
        raise SystemExit("postgres ended")


def answer(postgres: Postgres, ask: str, name: str, texts: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Answer one request about texts."""
    expression = {"predicate": PREDICATES, "trim": TRIMS, "normalize": NORMALIZERS}[ask][name]
    # What it makes of a text is sent only where it differs; of a test, where it is met.
    expression = f"case when {expression} then 'true' else t end" if ask == "predicate" else expression
    coded = ["".join(map(chr, codepoints)).encode("utf-8", "surrogatepass").hex() for codepoints in texts]
    quoted, array = expression.replace("'", "''"), ",".join(f'"{text}"' for text in coded)
    said = postgres.value(f"pg_temp.lane('{quoted}', '{{{array}}}'::text[])")
    found: dict[str, Any] = {"true": [], "changed": [], "failed": {}}
    for item in said.split(";") if said else []:
        place, mark, value = re.split("([:!])", item)
        if mark == "!" or value == "null":
            found["failed"][place] = bytes.fromhex(value).decode() if mark == "!" else "null"
        elif ask != "predicate":
            found["changed"].append([int(place), *map(ord, bytes.fromhex(value).decode())])
        else:
            found["true"].append(int(place))
    return found


def main() -> None:
    """Serve."""
    cluster = str(own(Path(sys.argv[1])))
    postgres = Postgres([cluster if part == sys.argv[1] else part for part in sys.argv[2:]])
    for line in sys.stdin:
        request = json.loads(line)
        number = request.pop("id")
        if request["ask"] == "about":
            said: dict[str, Any] = {
                "version": f"PostgreSQL {postgres.value('current_setting($$server_version$$)').split()[0]}",
                "unicode": "",
                "predicates": list(PREDICATES),
                "trims": list(TRIMS),
                "normalizers": list(NORMALIZERS),
            }
        else:
            said = answer(postgres, **request)
        print(json.dumps({"id": number, **said}), flush=True)


main()
