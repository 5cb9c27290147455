//! Splitting SMT-LIB text into commands: parentheses count outside `|..|`, strings and comments.

/// Collects text as it arrives and gives back the commands that are complete.
#[derive(Default)]
pub struct Splitter {
    pending: Vec<u8>,
    /// How much of `pending` was scanned, and the state there.
    scanned: usize,
    inside: Inside,
    depth: usize,
    /// The end of the last complete command in `pending`.
    complete: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Inside {
    #[default]
    Plain,
    String,
    Symbol,
    Comment,
}

impl Splitter {
    /// Adds text; returns all complete commands that are now there, as one text.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.pending.extend_from_slice(bytes);
        for at in self.scanned..self.pending.len() {
            let byte = self.pending[at];
            let was_open = self.depth > 0;
            (self.inside, self.depth) = step(self.inside, self.depth, byte);
            if was_open && self.depth == 0 {
                self.complete = at + 1;
            }
        }
        let rest = self.pending.split_off(self.complete);
        self.complete = 0;
        self.scanned = rest.len();
        std::mem::replace(&mut self.pending, rest)
    }
}

/// The state after one more byte. A quote within a string is doubled, which leaves and enters it.
fn step(inside: Inside, depth: usize, byte: u8) -> (Inside, usize) {
    match (inside, byte) {
        (Inside::Plain, b'(') => (Inside::Plain, depth + 1),
        (Inside::Plain, b')') => (Inside::Plain, depth.saturating_sub(1)),
        (Inside::Plain, b'"') => (Inside::String, depth),
        (Inside::Plain, b'|') => (Inside::Symbol, depth),
        (Inside::Plain, b';') => (Inside::Comment, depth),
        (Inside::String, b'"') | (Inside::Symbol, b'|') | (Inside::Comment, b'\n') => (Inside::Plain, depth),
        (Inside::Plain | Inside::String | Inside::Symbol | Inside::Comment, _) => (inside, depth),
    }
}

/// The deepest nesting of parentheses in a text.
pub fn deepest_nesting(text: &str) -> usize {
    let mut deepest = 0;
    let mut state = (Inside::Plain, 0);
    for byte in text.bytes() {
        state = step(state.0, state.1, byte);
        deepest = deepest.max(state.1);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(pieces: &[&str]) -> Vec<String> {
        let mut splitter = Splitter::default();
        pieces.iter().map(|piece| String::from_utf8(splitter.push(piece.as_bytes())).unwrap()).collect()
    }

    #[test]
    fn a_command_comes_out_when_its_last_parenthesis_is_there() {
        assert_eq!(pushed(&["(a (b", ") c) (d)", "(e"]), ["", "(a (b) c) (d)", ""]);
    }

    #[test]
    fn parentheses_in_strings_symbols_and_comments_do_not_count() {
        assert_eq!(pushed(&["(echo \"a)\"\"(\"", ")"]), ["", "(echo \"a)\"\"(\")"]);
        assert_eq!(pushed(&["(f |)(|", ")"]), ["", "(f |)(|)"]);
        assert_eq!(pushed(&["(g ; )\n", ")"]), ["", "(g ; )\n)"]);
    }

    #[test]
    fn nesting_is_measured() {
        assert_eq!(deepest_nesting("(a (b \"((((\") ()) (c)"), 2);
    }
}
