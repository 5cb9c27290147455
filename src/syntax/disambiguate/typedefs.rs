//! `typedef`: which names it declares.

use super::names::is_keyword;
use crate::syntax::tokens::scan::Scan;

/// The names that the `typedef` at lexeme `at` declares.
pub fn typedef_names(scan: &Scan<'_>, at: usize, end: usize) -> Vec<usize> {
    let mut names = Vec::new();
    let mut last = None;
    let mut angles = 0;
    let mut here = at + 1;
    while here < end {
        match scan.at(here) {
            ";" => break,
            "<" => angles += 1,
            ">" => angles -= 1,
            "," if angles == 0 => names.extend(last.take()),
            "(" if angles == 0 => {
                // `(*name)(...)`: a pointer to function or array.
                if scan.at(here + 1) == "*" && scan.is_word(here + 2) {
                    names.push(here + 2);
                    last = None;
                    here = scan.after_group(here);
                    while matches!(scan.at(here), "(" | "[") {
                        here = scan.after_group(here);
                    }
                    continue;
                }
                here = scan.after_group(here);
                continue;
            }
            "[" | "{" => {
                here = scan.after_group(here);
                continue;
            }
            word if angles == 0 && scan.is_word(here) && !is_keyword(word) => last = Some(here),
            _ => {}
        }
        here += 1;
    }
    names.extend(last);
    names
}
