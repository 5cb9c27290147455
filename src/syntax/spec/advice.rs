//! What to write in place of what other languages have.

use super::grammar::Failure;
use super::mask;

/// Words of other languages for connectives, and ours.
const CONNECTIVES: [(&str, &str); 5] = [("and", "&&"), ("or", "||"), ("not", "!"), ("implies", "->"), ("iff", "<->")];

/// Advice for a place in the text of an annotation where something else is expected.
pub fn at(text: &str, at: usize, failure: &Failure) -> Option<String> {
    let (before, behind) = (text[..at].trim_end(), &text[at..]);
    let found = mask::token(text, at);
    let word_before = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let connective = |word: &str| CONNECTIVES.iter().find(|(theirs, _)| *theirs == word).map(|(_, ours)| *ours);
    if let Some(ours) = connective(found).or_else(|| connective(word_before)) {
        return Some(format!("write `{ours}`"));
    }
    let expects = |what: &str| failure.expected.contains(&what);
    match found {
        "=" if behind.starts_with("=>") => Some("write `>=` for a comparison, `->` for an implication".to_owned()),
        "=" => Some("comparison is `==`; an annotation cannot assign".to_owned()),
        "++" | "--" | "+=" | "-=" | "*=" | "/=" => Some("an annotation cannot change a variable".to_owned()),
        "," if expects("an operator") => Some("for two conditions write `&&`".to_owned()),
        "(" if expects("a name") && !word_before.is_empty() => {
            Some(format!("`{word_before}` is the name of a type: choose another name"))
        }
        _ if before.ends_with('@') => {
            Some("`@` takes a thread or a block, such as the `t` of `\\forall t : thread`".to_owned())
        }
        _ if has_colons(before) => Some("write a dot: `\\forall i. P`".to_owned()),
        _ => None,
    }
}

/// Whether a text ends with a quantifier, its variables and two colons, and perhaps a name behind them.
fn has_colons(before: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let head = before.trim_end_matches(is_of_name).trim_end();
    let Some(head) = head.strip_suffix("::") else { return false };
    let variables = head.rfind("forall").or_else(|| head.rfind("exists"));
    variables.is_some_and(|start| head[start..].chars().all(|c| is_of_name(c) || c == ',' || c == ' '))
}
