// See README.md.
use std::io::{self, BufRead};

mod whitespace;

fn hex(data: &[u8]) -> String {
    data.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn main() {
    let members: Vec<String> = (0..=0x10FFFF)
        .filter(|&code_point| whitespace::is_whitespace(code_point))
        .map(|code_point| format!("{code_point:X}"))
        .collect();
    println!("{}", members.join(" "));
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let data: Vec<u8> = (0..line.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&line[at..at + 2], 16).unwrap())
            .collect();
        let left = whitespace::trim_left(&data);
        let right = whitespace::trim_right(&data);
        println!("{}\t{}\t{}", hex(left), hex(right), hex(whitespace::trim(&data)));
    }
}
