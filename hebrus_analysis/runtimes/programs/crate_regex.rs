// The crate regex, which states no Unicode version; lane.rs serves it.
include!("lane.rs");

use regex::Regex;
use std::sync::LazyLock;

static SPACE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\A\s\z").unwrap());
static ASCII_SPACE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\A(?-u:\s)\z").unwrap());
static POSIX: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\A[[:space:]]\z").unwrap());
static WHITE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\A\p{White_Space}\z").unwrap());
static ENDS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\s+|\s+$").unwrap());

fn is(pattern: &Regex, char: char) -> bool {
    pattern.is_match(char.encode_utf8(&mut [0; 4]))
}

fn main() {
    serve(&Lane {
        version: std::env::args().nth(1).unwrap_or_default(),
        unicode: String::new(),
        predicates: &[
            (r"\s", |char| is(&SPACE, char)),
            (r"(?-u:\s)", |char| is(&ASCII_SPACE, char)),
            ("[[:space:]]", |char| is(&POSIX, char)),
            (r"\p{White_Space}", |char| is(&WHITE, char)),
        ],
        trims: &[(r"replace ^\s+|\s+$", |text| ENDS.replace_all(text, "").into_owned())],
        normalizers: &[],
    });
}
