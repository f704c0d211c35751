// The crate unicode-normalization; lane.rs serves it.
include!("lane.rs");

use unicode_normalization::{UnicodeNormalization, UNICODE_VERSION};

fn main() {
    let (major, minor, update) = UNICODE_VERSION;
    serve(&Lane {
        version: std::env::args().nth(1).unwrap_or_default(),
        unicode: format!("{major}.{minor}.{update}"),
        predicates: &[],
        trims: &[],
        normalizers: &[
            ("NFC", |text| text.nfc().collect()),
            ("NFD", |text| text.nfd().collect()),
            ("NFKC", |text| text.nfkc().collect()),
            ("NFKD", |text| text.nfkd().collect()),
        ],
    });
}
