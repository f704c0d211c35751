// The crate icu_normalizer of ICU4X, which states no Unicode version; lane.rs serves it.
include!("lane.rs");

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

fn main() {
    serve(&Lane {
        version: std::env::args().nth(1).unwrap_or_default(),
        unicode: String::new(),
        predicates: &[],
        trims: &[],
        normalizers: &[
            ("NFC", |text| ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()),
            ("NFD", |text| DecomposingNormalizerBorrowed::new_nfd().normalize(text).into_owned()),
            ("NFKC", |text| ComposingNormalizerBorrowed::new_nfkc().normalize(text).into_owned()),
            ("NFKD", |text| DecomposingNormalizerBorrowed::new_nfkd().normalize(text).into_owned()),
        ],
    });
}
