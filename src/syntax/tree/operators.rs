//! How operators and casts are spelled, in program text and in annotations: the one table of them.

use super::{BinaryOp, CastStyle, UnaryOp};

const BINARY: [(BinaryOp, &str); 20] = [
    (BinaryOp::Mul, "*"),
    (BinaryOp::Div, "/"),
    (BinaryOp::Rem, "%"),
    (BinaryOp::Add, "+"),
    (BinaryOp::Sub, "-"),
    (BinaryOp::Shl, "<<"),
    (BinaryOp::Shr, ">>"),
    (BinaryOp::Lt, "<"),
    (BinaryOp::Le, "<="),
    (BinaryOp::Gt, ">"),
    (BinaryOp::Ge, ">="),
    (BinaryOp::Eq, "=="),
    (BinaryOp::Ne, "!="),
    (BinaryOp::BitAnd, "&"),
    (BinaryOp::BitXor, "^"),
    (BinaryOp::BitOr, "|"),
    (BinaryOp::And, "&&"),
    (BinaryOp::Or, "||"),
    (BinaryOp::Implies, "->"),
    (BinaryOp::Iff, "<->"),
];

const UNARY: [(UnaryOp, &str); 6] = [
    (UnaryOp::Plus, "+"),
    (UnaryOp::Minus, "-"),
    (UnaryOp::Not, "!"),
    (UnaryOp::BitNot, "~"),
    (UnaryOp::Deref, "*"),
    (UnaryOp::AddressOf, "&"),
];

const CASTS: [(CastStyle, &str); 5] = [
    (CastStyle::C, "cast"),
    (CastStyle::Static, "static_cast"),
    (CastStyle::Reinterpret, "reinterpret_cast"),
    (CastStyle::Const, "const_cast"),
    (CastStyle::Dynamic, "dynamic_cast"),
];

/// What an alternative token of C++ stands for (lex.digraph).
pub fn alternative(text: &str) -> Option<&'static str> {
    Some(match text {
        "and" => "&&",
        "or" => "||",
        "not" => "!",
        "bitand" => "&",
        "bitor" => "|",
        "xor" => "^",
        "compl" => "~",
        "not_eq" => "!=",
        "and_eq" => "&=",
        "or_eq" => "|=",
        "xor_eq" => "^=",
        "<%" => "{",
        "%>" => "}",
        "<:" => "[",
        ":>" => "]",
        _ => return None,
    })
}

impl BinaryOp {
    /// The operator of program text that is spelled so. (The arrows of annotations have several spellings, which
    /// their grammar knows.)
    pub fn spelled(text: &str) -> Option<BinaryOp> {
        let found = spelled(&BINARY, text)?;
        (!matches!(found, BinaryOp::Implies | BinaryOp::Iff)).then_some(found)
    }

    pub fn symbol(self) -> &'static str {
        symbol(&BINARY, self)
    }
}

impl UnaryOp {
    pub fn spelled(text: &str) -> Option<UnaryOp> {
        spelled(&UNARY, text)
    }

    pub fn symbol(self) -> &'static str {
        symbol(&UNARY, self)
    }
}

impl CastStyle {
    /// The cast with this keyword.
    pub fn spelled(word: &str) -> Option<CastStyle> {
        spelled(&CASTS[1..], word)
    }

    /// The keyword; of C's cast, which has none, a word for it.
    pub fn word(self) -> &'static str {
        symbol(&CASTS, self)
    }
}

fn spelled<T: Copy>(table: &[(T, &str)], text: &str) -> Option<T> {
    table.iter().find(|(_, symbol)| *symbol == text).map(|(op, _)| *op)
}

fn symbol<T: Copy + PartialEq>(table: &[(T, &'static str)], op: T) -> &'static str {
    table.iter().find(|(other, _)| *other == op).map_or("?", |(_, symbol)| symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_one_row() {
        for (op, text) in BINARY {
            assert_eq!(op.symbol(), text);
            assert_eq!(BinaryOp::spelled(text), (!text.ends_with("->")).then_some(op));
        }
        for (op, text) in UNARY {
            assert_eq!((op.symbol(), UnaryOp::spelled(text)), (text, Some(op)));
        }
        assert_eq!((alternative("and"), alternative("not_eq"), alternative("xnor")), (Some("&&"), Some("!="), None));
        assert_eq!((CastStyle::spelled("const_cast"), CastStyle::spelled("cast")), (Some(CastStyle::Const), None));
    }
}
