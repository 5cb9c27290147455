//! The tokens of the text form of tasks.

use crate::base::codes;
use crate::base::cursor::TextForm;
use crate::logic::{FloatOp, FoldKind, Op};

/// Plain names are such as `i!2`, `blockDim.x`, `tx'2`. The id and the kind of a task are not made of tokens.
pub const FORM: TextForm = TextForm {
    code: codes::E0011,
    symbols: &[
        "->", "|-", "||", "&&", "==", "!=", "<=", ">=", "<", ">", "=", "!", "+", "-", "*", "/", "(", ")", ",", ":",
        ".", "?",
    ],
    within_words: b".!'",
    has_variables: true,
    before_runs: Some(("task", 2)),
};

/// Operators that are written like calls.
pub const CALLS: [Op; 14] = [
    Op::Ite,
    Op::Div,
    Op::Mod,
    Op::TruncDiv,
    Op::TruncRem,
    Op::Pow,
    Op::Log2,
    Op::IsPow2,
    Op::Min,
    Op::Max,
    Op::Abs,
    Op::ToReal,
    Op::Floor,
    Op::BitAnd,
];

pub const FOLDS: [FoldKind; 5] = [FoldKind::Sum, FoldKind::Prod, FoldKind::Count, FoldKind::MinOver, FoldKind::MaxOver];

/// The word before a fold over a declared operator.
pub const OVER: &str = "fold";

/// What is known of a declared operator: nothing but its laws, a definition with the laws, a definition alone.
pub const LAWS: [&str; 3] = ["abstract", "lawful", "unproved"];

/// The name needs no backquotes.
pub fn is_plain(name: &str) -> bool {
    FORM.is_word(name) && !is_word(name)
}

/// A task's id that needs no quotes.
pub fn is_run(id: &str) -> bool {
    !id.is_empty() && !id.contains(char::is_whitespace) && !id.starts_with('"') && !id.starts_with("//")
}

/// Words that have a meaning where a name may stand.
fn is_word(name: &str) -> bool {
    ["true", "false", "forall", "exists", "assign", "task", OVER].contains(&name)
        || CALLS.iter().any(|op| op.row().name == name)
        || FOLDS.iter().any(|kind| kind.row().name == name)
        || FloatOp::ALL.iter().any(|op| op.name() == name)
}
