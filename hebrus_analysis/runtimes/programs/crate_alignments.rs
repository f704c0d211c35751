// The crate unicode-normalization-alignments, which Hugging Face tokenizers uses; lane.rs serves it.
include!("lane.rs");

use unicode_normalization_alignments::{UnicodeNormalization, UNICODE_VERSION};

fn main() {
    let (major, minor, update) = UNICODE_VERSION;
    serve(&Lane {
        version: std::env::args().nth(1).unwrap_or_default(),
        unicode: format!("{major}.{minor}.{update}"),
        predicates: &[],
        trims: &[],
        normalizers: &[
            ("NFC", |text| text.nfc().map(|(char, _)| char).collect()),
            ("NFD", |text| text.nfd().map(|(char, _)| char).collect()),
            ("NFKC", |text| text.nfkc().map(|(char, _)| char).collect()),
            ("NFKD", |text| text.nfkd().map(|(char, _)| char).collect()),
        ],
    });
}
