//! The head of a declaration: what its lexemes up to the body or `;` say.

use super::names::is_keyword;
use crate::syntax::tokens::scan::Scan;

/// What the head of a declaration (up to its body or `;`) says.
#[derive(Default)]
pub struct Head {
    pub is_template: bool,
    pub class_key: Option<usize>,
    pub is_device: bool,
    pub is_storage: bool,
    pub is_constant: bool,
    /// The parenthesis of the parameters.
    pub params: Option<usize>,
    pub assigned: bool,
    /// The brace of a function's body.
    pub body: Option<usize>,
    /// The lexeme after the declaration.
    pub end: usize,
    /// Annotations in it (their lexemes).
    pub annotations: Vec<usize>,
}

impl Head {
    /// Reads the declaration that starts at `start`; the heads of its templates, if it is one, end before `at`.
    pub fn read(scan: &Scan<'_>, start: usize, mut at: usize, is_template: bool) -> Head {
        let mut head = Head { is_template, ..Head::default() };
        head.end = loop {
            if at >= scan.len() {
                break at;
            }
            if scan.annotation(at).is_some() {
                head.annotations.push(at);
                at += 1;
                continue;
            }
            match scan.at(at) {
                ";" => break at + 1,
                // The end of the namespace: a declaration that was not finished.
                "}" => break at,
                // A second kernel starts where the first declaration has not ended.
                "__global__" if at > start && (head.params.is_some() || head.assigned) => {
                    break start_of_kernel(scan, at, start);
                }
                "{" if head.params.is_some() && !head.assigned => {
                    head.body = Some(at);
                    break after_bracket(scan, at);
                }
                "{" => {
                    at = after_bracket(scan, at);
                    if head.class_key.is_none() && !head.assigned && head.params.is_none() && scan.at(at) != ";" {
                        // A brace that belongs to nothing known.
                        break at;
                    }
                }
                "(" => {
                    if head.params.is_none() && !head.assigned && head.opens_parameters(scan, at, start) {
                        head.params = Some(at);
                    }
                    at = after_bracket(scan, at);
                }
                "[" => at = after_bracket(scan, at),
                word if has_operand(word) && scan.at(at + 1) == "(" => {
                    let end = scan.after_group(at + 1);
                    if word == "__attribute__" {
                        (at + 2..end).for_each(|inside| head.attribute(scan.at(inside)));
                    }
                    at = end;
                }
                word => {
                    head.word(word, at);
                    at += 1;
                }
            }
        };
        head
    }

    fn word(&mut self, word: &str, at: usize) {
        match word {
            "=" => self.assigned = true,
            "struct" | "class" | "union" | "enum" if self.params.is_none() && self.class_key.is_none() => {
                self.class_key = Some(at);
            }
            "__global__" | "__device__" => self.is_device = true,
            "__constant__" | "__shared__" | "__managed__" => self.is_storage = true,
            "const" | "constexpr" if self.params.is_none() => self.is_constant = true,
            _ => {}
        }
    }

    fn attribute(&mut self, word: &str) {
        match word {
            "global" | "device" => self.is_device = true,
            "shared" | "constant" => self.is_storage = true,
            _ => {}
        }
    }

    /// Whether a parenthesis opens the parameters of a function: what is called so stands before it.
    fn opens_parameters(&self, scan: &Scan<'_>, at: usize, start: usize) -> bool {
        let is_specialized = self.is_template && at > start && scan.at(at - 1) == ">";
        // `real (*p)[4]`, `real (&r)[4]`: what is declared stands in the parentheses.
        let is_inside = matches!(scan.at(at + 1), "*" | "&" | "&&");
        let is_named =
            !is_inside && at > start && (scan.is_word(at - 1) || is_specialized || is_operator(scan, at, start));
        is_named && !(is_keyword(scan.at(at - 1)) && scan.at(at - 1) != "operator")
    }
}

/// Words with something in parentheses that are no parameters.
fn has_operand(word: &str) -> bool {
    matches!(
        word,
        "__launch_bounds__"
            | "__attribute__"
            | "__attribute"
            | "__declspec"
            | "__align__"
            | "alignas"
            | "decltype"
            | "noexcept"
            | "requires"
            | "__cluster_dims__"
            | "__maxnreg__"
            | "__block_size__"
    )
}

/// After the bracket's partner; where there is none, at the next kernel.
fn after_bracket(scan: &Scan<'_>, at: usize) -> usize {
    if scan.partner(at).is_some() {
        return scan.after_group(at);
    }
    let mut next = at + 1;
    while next < scan.len() && scan.at(next) != "__global__" {
        next += 1;
    }
    if next < scan.len() { start_of_kernel(scan, next, at + 1) } else { next }
}

/// Where the declaration with `__global__` at `kernel` starts: after the last `;`, `}` or `{`,
/// with its annotations.
fn start_of_kernel(scan: &Scan<'_>, kernel: usize, least: usize) -> usize {
    let mut start = kernel;
    while start > least {
        let before = scan.at(start - 1);
        let goes_on = scan.annotation(start - 1).is_some()
            || matches!(before, "template" | "<" | ">" | "typename" | "class" | "," | "static" | "extern" | "inline")
            || before.starts_with('"')
            || (scan.is_word(start - 1) && in_template_head(scan, start - 1, least));
        if !goes_on {
            break;
        }
        start -= 1;
    }
    start
}

/// Whether a `template` stands shortly before, with nothing between that ends a declaration.
fn in_template_head(scan: &Scan<'_>, mut at: usize, least: usize) -> bool {
    while at > least {
        at -= 1;
        match scan.at(at) {
            "template" => return true,
            ";" | "{" | "}" | ")" => return false,
            _ => {}
        }
    }
    false
}

fn is_operator(scan: &Scan<'_>, at: usize, start: usize) -> bool {
    (1..=3).any(|back| at >= start + back && scan.at(at - back) == "operator")
}

/// After the list between angle brackets that opens here, or where it ends without one.
pub fn after_angles(scan: &Scan<'_>, open: usize) -> usize {
    let mut depth = 0usize;
    let mut at = open;
    while at < scan.len() {
        match scan.at(at) {
            "<" => depth += 1,
            ">" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            ";" | "{" | "}" => return at,
            "(" | "[" => {
                at = after_bracket(scan, at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    at
}
