//! Texts with words and bytes cut, doubled, replaced and put in.

use gpuhoare::syntax::tokens::lexer;

/// One change, by numbers that choose what and where.
#[derive(Clone, Debug)]
pub struct Edit(pub [u32; 4]);

/// Words that mean something to one of the readers.
const WORDS: &[&str] = &[
    "(", ")", "[", "]", "{", "}", "<", ">", "<<", ">>", "<=", "==", "=", "+", "-", "*", "/", "%", "&", "&&", "|", "^",
    "!", "~", "?", ":", "::", ";", ",", ".", "->", "++", "--", "#", "##", "#define", "#if", "#endif", "#include",
    "#undef", "\\\n", "\n", "//@", "/*@", "*/", "//", "/*", "\"", "'", "R\"(", "\\forall", "\\exists", "\\sum",
    "\\old", "\\length", "\\active", "\\result", "@", "requires", "ensures", "invariant", "variant", "ghost", "assert",
    "assume", "writes", "logic", "predicate", "lemma", "decreases", "trigger", "by", "induction", "on", "use",
    "kernel", "loop", "barrier", "int", "unsigned", "long", "float", "double", "bool", "char", "void", "const",
    "static", "auto", "struct", "enum", "union", "class", "template", "typename", "typedef", "using", "namespace",
    "operator", "sizeof", "goto", "return", "if", "else", "for", "while", "do", "switch", "case", "default", "break",
    "continue", "extern", "__shared__", "__global__", "__device__", "__constant__", "__syncthreads()", "__restrict__",
    "threadIdx.x", "blockIdx.y", "blockDim.z", "gridDim.x", "loop_count", "sum(k, k, 0, n)", "count", "prod",
    "min_over", "x", "n", "a", "a[i]", "f(x)", "0", "1", "-1", "2147483648", "99999999999999999999999999999999",
    "1e400", "0x", "0b2", "1.5f", "1u", "7LL", "'a'", "true", "false", "nullptr", "forall", "exists", "task",
    "hypothesis", "goal", "assign", "local", "array", "scope", "leave", "store", "thread", "block", "é", "\u{0}",
    "\u{feff}", "𝕏",
];

pub fn word(number: u32) -> &'static str {
    WORDS[number as usize % WORDS.len()]
}

/// A text of the corpus with the changes.
pub fn mangled(corpus: &[String], at: u32, edits: &[Edit]) -> String {
    let start = &corpus[at as usize % corpus.len()];
    edits.iter().fold(start.clone(), |text, edit| edited(&text, &corpus[edit.0[3] as usize % corpus.len()], edit))
}

fn edited(text: &str, other: &str, Edit([what, from, to, with]): &Edit) -> String {
    let tokens = lexer::tokens(text);
    if tokens.is_empty() {
        return word(*with).to_owned();
    }
    let place = |number: u32| tokens[number as usize % tokens.len()];
    let (first, second) = (place(*from), place(*to));
    let (lo, hi) = (first.lo.min(second.lo), first.hi.max(second.hi));
    let put = |lo: usize, new: &str, hi: usize| format!("{}{new}{}", &text[..lo], &text[hi..]);
    match what % 9 {
        // A word goes, comes twice, becomes another one of this text or of another text or of the list.
        0 => put(first.lo, "", first.hi),
        1 => put(first.hi, &format!(" {} ", first.text(text)), first.hi),
        2 => put(first.lo, second.text(text), first.hi),
        3 => {
            let tokens = lexer::tokens(other);
            let word = tokens.get(*to as usize % tokens.len().max(1)).map_or("", |token| token.text(other));
            put(first.lo, word, first.hi)
        }
        4 => put(first.lo, word(*with), first.hi),
        5 => put(first.hi, &format!(" {} ", word(*with)), first.hi),
        // A stretch goes, or comes twice; the text ends early.
        6 if hi - lo < 200 => put(lo, "", hi),
        7 if hi - lo < 400 => put(hi, &text[lo..hi], hi),
        8 => text[..first.hi].to_owned(),
        // Any character.
        _ => put(first.lo, &char::from_u32(with % 0x2_0000).unwrap_or('\u{fffd}').to_string(), first.hi),
    }
}
