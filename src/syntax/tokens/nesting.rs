//! How deeply a text is nested, before anything recursive looks at it.

use super::scan::{LexemeKind, Scan};

/// Brackets in each other.
const MAX_BRACKETS: usize = 256;
/// Operators and nested statements that are open at one place, over all brackets around it.
const MAX_CHAIN: usize = 2_000;

/// The first lexeme that is nested too deeply, and by what.
pub fn too_deep(scan: &Scan<'_>, range: std::ops::Range<usize>) -> Option<(usize, &'static str)> {
    // Operators and statements since the last end of a statement: those of the brackets around,
    // and here.
    let mut outer: Vec<usize> = Vec::new();
    let mut around = 0;
    let mut here = 0;
    // Conditional operators stay open over commas.
    let mut questions = vec![0usize];
    // A chain of `else if` nests although statements end in between.
    let mut elses = vec![0usize];
    for at in range {
        let lexeme = scan.lexemes[at];
        match (lexeme.kind, scan.at(at)) {
            (LexemeKind::Punct, "(" | "[" | "{") => {
                outer.push(here);
                around += here;
                here = 0;
                elses.push(0);
                questions.push(0);
                if outer.len() > MAX_BRACKETS {
                    return Some((at, "brackets are nested too deeply"));
                }
            }
            (LexemeKind::Punct, closer @ (")" | "]" | "}")) => {
                if let Some(before) = outer.pop() {
                    around -= before;
                    // Calls, indices and casts nest one after the other.
                    here = before + 1;
                    elses.pop();
                    questions.pop();
                }
                if closer == "}" {
                    end_statement(scan, at, &mut here, &mut elses, &mut questions);
                }
            }
            (LexemeKind::Punct, ";") => end_statement(scan, at, &mut here, &mut elses, &mut questions),
            // The next element of a list. (Comma operators are counted where they are built.)
            (LexemeKind::Punct, ",") => here = questions.last().copied().unwrap_or(0),
            (LexemeKind::Punct, "::") => {}
            (LexemeKind::Punct, operator) => {
                here += 1;
                if let Some(last) = questions.last_mut().filter(|_| operator == "?") {
                    *last += 1;
                }
            }
            (LexemeKind::Word, "if" | "for" | "while" | "do" | "switch" | "case" | "sizeof" | "return") => here += 1,
            (LexemeKind::Word, "else") => {
                if let Some(last) = elses.last_mut() {
                    *last += 1;
                    here += 1;
                }
            }
            _ => {}
        }
        if around + here + outer.len() > MAX_CHAIN {
            return Some((at, "too many operators or statements are nested in each other"));
        }
    }
    None
}

fn end_statement(scan: &Scan<'_>, at: usize, here: &mut usize, elses: &mut [usize], questions: &mut [usize]) {
    if let Some(last) = questions.last_mut() {
        *last = 0;
    }
    let goes_on = scan.at(at + 1) == "else";
    if let Some(last) = elses.last_mut() {
        if !goes_on {
            *last = 0;
        }
        *here = *last;
    }
}
