// Rust's standard library; one answer per line: see runtimes/wire.py.
include!("lane.rs");

fn main() {
    let version = format!("rustc {}", std::env::args().nth(1).unwrap_or_default());
    let (major, minor, update) = char::UNICODE_VERSION;
    serve(&Lane {
        version,
        unicode: format!("{major}.{minor}.{update}"),
        predicates: &[
            ("char::is_whitespace", |c| c.is_whitespace()),
            ("char::is_ascii_whitespace", |c| c.is_ascii_whitespace()),
            ("u8::is_ascii_whitespace", |c| u8::try_from(u32::from(c)).is_ok_and(|byte| byte.is_ascii_whitespace())),
        ],
        trims: &[
            ("trim", |text| text.trim().to_string()),
            ("trim_start", |text| text.trim_start().to_string()),
            ("trim_end", |text| text.trim_end().to_string()),
            ("trim_ascii", |text| text.trim_ascii().to_string()),
        ],
        normalizers: &[],
    });
}
