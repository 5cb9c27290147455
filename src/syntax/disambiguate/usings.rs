//! `using A::f;` and `using namespace A;`: which names they bring in.

use crate::syntax::tree::Using;

/// What a declaration says, from the words after `using` to before the `;`. What it means is for the place to say.
pub fn read(text: &str) -> Vec<Using> {
    let text = text.trim();
    let (is_namespace, text) = match text.strip_prefix("namespace") {
        Some(rest) if rest.starts_with([' ', '\n', '\t', ':']) => (true, rest),
        _ => (false, text),
    };
    parts(text, ",").iter().filter_map(|written| one(written, is_namespace)).collect()
}

fn one(text: &str, is_namespace: bool) -> Option<Using> {
    let text = text.trim();
    let text = match text.strip_prefix("typename") {
        Some(rest) if rest.starts_with([' ', '\n', '\t', ':']) => rest.trim(),
        _ => text,
    };
    let mut path: Vec<String> = parts(text, "::").iter().map(|part| stem(part)).collect();
    let is_global = path.first().is_some_and(String::is_empty);
    path.retain(|part| !part.is_empty());
    let ident = if is_namespace { None } else { Some(path.pop()?) };
    Some(Using { scope: Vec::new(), path, ident, is_global, order: 0 })
}

/// A name without its template arguments.
fn stem(part: &str) -> String {
    let part = part.trim();
    let is_operator = part.starts_with("operator");
    let stem = if is_operator { part } else { part.split('<').next().unwrap_or(part) };
    stem.split_whitespace().collect()
}

/// What stands between separators outside of brackets.
fn parts<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut parts, mut depth, mut start, mut at) = (Vec::new(), 0i32, 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if depth == 0 && rest.starts_with(separator) {
            parts.push(&text[start..at]);
            at += separator.len();
            start = at;
            continue;
        }
        match rest.as_bytes()[0] {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            _ => {}
        }
        at += rest.chars().next().map_or(1, char::len_utf8);
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_and_directives_are_read() {
        let shown = |text: &str| {
            let read = read(text);
            let one = |using: &Using| format!("{} {:?} {:?}", using.is_global, using.path, using.ident);
            read.iter().map(one).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(shown("A::f"), r#"false ["A"] Some("f")"#);
        assert_eq!(shown("namespace A :: B"), r#"false ["A", "B"] None"#);
        assert_eq!(shown("::f"), r#"true [] Some("f")"#);
        assert_eq!(shown("typename B<T, C::d>::U, B<T>::g"), r#"false ["B"] Some("U"); false ["B"] Some("g")"#);
    }
}
