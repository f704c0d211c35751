// What every Rust lane shares: it reads and writes the one known shape of JSON by hand; see runtimes/wire.py.
use std::io::{BufRead, Write};

type Tests<'a> = &'a [(&'a str, fn(char) -> bool)];
type Maps<'a> = &'a [(&'a str, fn(&str) -> String)];

struct Lane<'a> {
    version: String,
    unicode: String,
    predicates: Tests<'a>,
    trims: Maps<'a>,
    normalizers: Maps<'a>,
}

/// What stands between a key and the quote that ends its value.
fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let start = line.find(key).map_or(line.len(), |place| place + key.len());
    let rest = &line[start..];
    &rest[..rest.find(['"', ',', '}']).unwrap_or(rest.len())]
}

/// The name: a quoted string in which only quotes and backslashes are escaped.
fn name(line: &str) -> String {
    let (mut name, mut escaped) = (String::new(), false);
    let start = line.find("\"name\":\"").map_or(line.len(), |place| place + 8);
    for char in line[start..].chars() {
        match char {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => break,
            _ => {
                name.push(char);
                escaped = false;
            }
        }
    }
    name
}

/// The texts; an `Err` is the code point that is no scalar value.
fn texts(line: &str) -> Vec<Result<String, u32>> {
    let start = line.find("\"texts\":[").map_or(line.len(), |place| place + 9);
    let lists = line[start..].split('[').skip(1);
    lists.map(|list| {
        let numbers = list[..list.find(']').unwrap_or(0)].split(',').filter(|number| !number.is_empty());
        numbers.map(|number| number.parse().unwrap()).map(|n| char::from_u32(n).ok_or(n)).collect()
    }).collect()
}

fn quoted<T>(named: &[(&str, T)]) -> String {
    let names: Vec<String> = named.iter().map(|(name, _)| format!("\"{}\"", name.replace('\\', "\\\\"))).collect();
    names.join(",")
}

fn find<T: Copy>(named: &[(&str, T)], name: &str) -> T {
    named.iter().find(|(known, _)| *known == name).expect("a name from about").1
}

fn answer(lane: &Lane, line: &str) -> String {
    let (ask, name) = (value(line, "\"ask\":\""), name(line));
    if ask == "about" {
        return format!(
            r#""version":"{}","unicode":"{}","predicates":[{}],"trims":[{}],"normalizers":[{}]"#,
            lane.version, lane.unicode, quoted(lane.predicates), quoted(lane.trims), quoted(lane.normalizers)
        );
    }
    let (mut members, mut changed, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for (place, text) in texts(line).into_iter().enumerate() {
        let text = match text {
            Ok(text) => text,
            Err(number) => {
                failed.push(format!(r#""{place}":"U+{number:04X} is no scalar value""#));
                continue;
            }
        };
        if ask == "predicate" {
            if find(lane.predicates, &name)(text.chars().next().unwrap()) {
                members.push(place.to_string());
            }
            continue;
        }
        let made = find(if ask == "trim" { lane.trims } else { lane.normalizers }, &name)(&text);
        if made != text {
            let numbers: String = made.chars().map(|char| format!(",{}", u32::from(char))).collect();
            changed.push(format!("[{place}{numbers}]"));
        }
    }
    format!(r#""true":[{}],"changed":[{}],"failed":{{{}}}"#, members.join(","), changed.join(","), failed.join(","))
}

fn serve(lane: &Lane) {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        println!("{{\"id\":{},{}}}", value(&line, "\"id\":"), answer(lane, &line));
        std::io::stdout().flush().unwrap();
    }
}
