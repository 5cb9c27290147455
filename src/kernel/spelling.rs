//! How the text form spells types, operators and names: shared by the printer and the parser, so that
//! each spelling stands in one place.

use std::collections::BTreeMap;

use crate::kernel::ir::{
    ArrayId, AssertOrigin, AtomicOp, AtomicScope, Axis, Binary, BoundId, Builtin, Combine, ExprKind, FoldKind, Kernel,
    LocalId, LocalRole, LoopId, MemoryOrder, Space, Speaker, Type, Unary, VoteOp, WarpOp,
};

/// Binding strength, from loose to tight; a child is bracketed where it binds less than its place asks.
pub mod level {
    pub const QUANTIFIER: u8 = 0;
    pub const IMPLIES: u8 = 2;
    pub const CONDITIONAL: u8 = 3;
    pub const OR: u8 = 4;
    pub const UNARY: u8 = 14;
    pub const POSTFIX: u8 = 15;
    pub const PRIMARY: u8 = 16;
}

/// An infix operator: associates to the left, but for implication.
pub struct Infix {
    pub operator: Binary,
    pub symbol: &'static str,
    pub level: u8,
}

/// Longer symbols stand before their prefixes, for the reader of tokens.
pub const INFIX: [Infix; 20] = [
    Infix { operator: Binary::Iff, symbol: "<==>", level: 1 },
    Infix { operator: Binary::Implies, symbol: "==>", level: level::IMPLIES },
    Infix { operator: Binary::Or, symbol: "||", level: level::OR },
    Infix { operator: Binary::And, symbol: "&&", level: 5 },
    Infix { operator: Binary::Shl, symbol: "<<", level: 11 },
    Infix { operator: Binary::Shr, symbol: ">>", level: 11 },
    Infix { operator: Binary::Eq, symbol: "==", level: 9 },
    Infix { operator: Binary::Ne, symbol: "!=", level: 9 },
    Infix { operator: Binary::Le, symbol: "<=", level: 10 },
    Infix { operator: Binary::Ge, symbol: ">=", level: 10 },
    Infix { operator: Binary::Lt, symbol: "<", level: 10 },
    Infix { operator: Binary::Gt, symbol: ">", level: 10 },
    Infix { operator: Binary::BitOr, symbol: "|", level: 6 },
    Infix { operator: Binary::BitXor, symbol: "^", level: 7 },
    Infix { operator: Binary::BitAnd, symbol: "&", level: 8 },
    Infix { operator: Binary::Add, symbol: "+", level: 12 },
    Infix { operator: Binary::Sub, symbol: "-", level: 12 },
    Infix { operator: Binary::Mul, symbol: "*", level: 13 },
    Infix { operator: Binary::Div, symbol: "/", level: 13 },
    Infix { operator: Binary::Rem, symbol: "%", level: 13 },
];

/// The row of an infix operator; none for one that is written as a function.
pub fn infix(operator: Binary) -> Option<&'static Infix> {
    INFIX.iter().find(|row| row.operator == operator)
}

pub const BINARY_FUNCTIONS: [(Binary, &str); 3] = [(Binary::Min, "min"), (Binary::Max, "max"), (Binary::Pow, "pow")];

pub const UNARY_FUNCTIONS: [(Unary, &str); 5] = [
    (Unary::Abs, "abs"),
    (Unary::Floor, "floor"),
    (Unary::Ceil, "ceil"),
    (Unary::Log2, "log2"),
    (Unary::IsPow2, "is_pow2"),
];

pub const PREFIXES: [(Unary, &str); 3] = [(Unary::Neg, "-"), (Unary::Not, "!"), (Unary::BitNot, "~")];

/// Folds over integers, and the same over threads or blocks.
pub const FOLDS: [(FoldKind, &str, &str); 5] = [
    (FoldKind::Sum, "sum", "sum_threads"),
    (FoldKind::Prod, "prod", "prod_threads"),
    (FoldKind::Count, "count", "count_threads"),
    (FoldKind::MinOver, "min_over", "min_over_threads"),
    (FoldKind::MaxOver, "max_over", "max_over_threads"),
];

/// The same over a declared operator.
pub const OVER: &str = "fold";

pub const ROLES: [(LocalRole, &str); 7] = [
    (LocalRole::Param, "param"),
    (LocalRole::Template, "template"),
    (LocalRole::Ghost, "ghost"),
    (LocalRole::Global, "global"),
    (LocalRole::Variable, "var"),
    (LocalRole::Temporary, "temp"),
    (LocalRole::Opaque, "opaque"),
];

pub const SPACES: [(Space, &str); 6] = [
    (Space::Global, "global"),
    (Space::Constant, "constant"),
    (Space::Shared, "shared"),
    (Space::Private, "private"),
    (Space::Ghost, "ghost"),
    (Space::Surface, "surface"),
];

pub const SPEAKERS: [(Speaker, &str); 3] =
    [(Speaker::Launch, "launch"), (Speaker::Block, "block"), (Speaker::Thread, "thread")];

pub const ATOMICS: [(AtomicOp, &str); 13] = [
    (AtomicOp::Add, "add"),
    (AtomicOp::Sub, "sub"),
    (AtomicOp::Min, "min"),
    (AtomicOp::Max, "max"),
    (AtomicOp::And, "and"),
    (AtomicOp::Or, "or"),
    (AtomicOp::Xor, "xor"),
    (AtomicOp::Exch, "exch"),
    (AtomicOp::Inc, "inc"),
    (AtomicOp::Dec, "dec"),
    (AtomicOp::Cas, "cas"),
    (AtomicOp::Load, "load"),
    (AtomicOp::Store, "store"),
];

/// Where an assertion comes from; that of an annotation is not said.
pub const ORIGINS: [(AssertOrigin, &str); 5] = [
    (AssertOrigin::Program, "program"),
    (AssertOrigin::Barrier, "barrier"),
    (AssertOrigin::Aligned, "aligned"),
    (AssertOrigin::Initialised, "initialised"),
    (AssertOrigin::Written, "written"),
];

pub const VOTES: [(VoteOp, &str); 3] = [(VoteOp::Any, "any"), (VoteOp::All, "all"), (VoteOp::Count, "count")];

pub const ATOMIC_SCOPES: [(AtomicScope, &str); 3] =
    [(AtomicScope::Block, "block"), (AtomicScope::Device, "device"), (AtomicScope::System, "system")];

pub const MEMORY_ORDERS: [(MemoryOrder, &str); 4] = [
    (MemoryOrder::Relaxed, "relaxed"),
    (MemoryOrder::Acquire, "acquire"),
    (MemoryOrder::Release, "release"),
    (MemoryOrder::AcqRel, "acq_rel"),
];

pub const WARP_OPS: [(WarpOp, &str); 25] = [
    (WarpOp::Shfl, "shfl"),
    (WarpOp::ShflUp, "shfl_up"),
    (WarpOp::ShflDown, "shfl_down"),
    (WarpOp::ShflXor, "shfl_xor"),
    (WarpOp::Ballot, "ballot"),
    (WarpOp::Any, "any"),
    (WarpOp::All, "all"),
    (WarpOp::Sync, "sync"),
    (WarpOp::Active, "active"),
    (WarpOp::Reduce(Combine::Add), "reduce_add"),
    (WarpOp::Reduce(Combine::Min), "reduce_min"),
    (WarpOp::Reduce(Combine::Max), "reduce_max"),
    (WarpOp::Reduce(Combine::And), "reduce_and"),
    (WarpOp::Reduce(Combine::Or), "reduce_or"),
    (WarpOp::Reduce(Combine::Xor), "reduce_xor"),
    (WarpOp::Inclusive(Combine::Add), "inclusive_add"),
    (WarpOp::Inclusive(Combine::Min), "inclusive_min"),
    (WarpOp::Inclusive(Combine::Max), "inclusive_max"),
    (WarpOp::Exclusive, "exclusive_add"),
    (WarpOp::ShflRank, "shfl_rank"),
    (WarpOp::MatchAny, "match_any"),
    (WarpOp::MatchAll, "match_all"),
    (WarpOp::Rank, "rank"),
    (WarpOp::Size, "size"),
    (WarpOp::Coalesced, "coalesced"),
];

pub const AXES: [(Axis, &str); 3] = [(Axis::X, "x"), (Axis::Y, "y"), (Axis::Z, "z")];

pub const BUILTINS: [(fn(Axis) -> Builtin, &str); 4] = [
    (Builtin::ThreadIdx, "threadIdx"),
    (Builtin::BlockIdx, "blockIdx"),
    (Builtin::BlockDim, "blockDim"),
    (Builtin::GridDim, "gridDim"),
];

/// Words with a meaning in expressions; a variable of that name is written in backquotes. Words that
/// only start a statement or declaration are here too: a statement may start with a variable.
const WORDS: [&str; 43] = [
    "true", "false", "forall", "exists", "old", "active", "length", "loop_count", "convert", "logic", "cast", "math",
    "ratio", "declare", "call", "if", "else", "loop", "while", "invariant", "variant", "scope", "leave", "barrier",
    "atomic", "fence", "warp", "assert", "assume", "wraps", "kernel", "body", "block", "grid", "array", "bound",
    "labels", "requires", "ensures", "assumption", "unsupported", "launch", "thread",
];

fn is_word(name: &str) -> bool {
    WORDS.contains(&name)
        || name == OVER
        || UNARY_FUNCTIONS.iter().any(|(_, word)| *word == name)
        || BINARY_FUNCTIONS.iter().any(|(_, word)| *word == name)
        || FOLDS.iter().any(|(_, word, threads)| *word == name || *threads == name)
        || ROLES.iter().any(|(_, word)| *word == name)
        || BUILTINS.iter().any(|(_, word)| *word == name)
}

/// The value's spelling in a table of pairs.
pub fn word<T: PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|(entry, _)| *entry == value).map_or("?", |(_, word)| word)
}

/// The value spelled so.
pub fn spelled<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|(_, entry)| *entry == word).map(|(value, _)| *value)
}

pub fn type_name(ty: Type) -> String {
    match ty {
        Type::Bool => "bool".to_string(),
        Type::Int { signed: true, bits } => format!("i{bits}"),
        Type::Int { signed: false, bits } => format!("u{bits}"),
        Type::Float { bits } => format!("f{bits}"),
        Type::Integer => "integer".to_string(),
        Type::Real => "real".to_string(),
        Type::Thread => "thread".to_string(),
        Type::Block => "block".to_string(),
    }
}

pub fn type_named(name: &str) -> Option<Type> {
    match name {
        "bool" => return Some(Type::Bool),
        "integer" => return Some(Type::Integer),
        "real" => return Some(Type::Real),
        "thread" => return Some(Type::Thread),
        "block" => return Some(Type::Block),
        _ => {}
    }
    let bits = name.get(1..)?.parse().ok()?;
    match name.as_bytes()[0] {
        b'i' if bits > 0 => Some(Type::Int { signed: true, bits }),
        b'u' => Some(Type::Int { signed: false, bits }),
        b'f' => Some(Type::Float { bits }),
        _ => None,
    }
}

/// The type that an expression has by its form and its parts. Where an expression has another one,
/// the text says so: `(e : type)`. None where a part is missing from the kernel's tables.
pub fn natural_type(kernel: &Kernel, kind: &ExprKind) -> Option<Type> {
    Some(match kind {
        ExprKind::Bool(_) | ExprKind::Quantified(..) | ExprKind::Active(_) => Type::Bool,
        // Literals carry a suffix for every type that they can have.
        ExprKind::Int(_) => Type::INT,
        ExprKind::Real(_) => Type::Real,
        ExprKind::Local(local) => kernel.locals.get(local.index())?.ty,
        ExprKind::Builtin(_) => Type::UINT,
        ExprKind::Read { array, .. } => kernel.arrays.get(array.index())?.element,
        ExprKind::Unary(Unary::Neg | Unary::BitNot | Unary::Abs | Unary::Floor | Unary::Ceil | Unary::Log2, of) => {
            of.ty
        }
        ExprKind::Unary(Unary::Not | Unary::IsPow2, _) => Type::Bool,
        ExprKind::Binary(operator, left, _) => match operator {
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::Div
            | Binary::Rem
            | Binary::Min
            | Binary::Max
            | Binary::Pow
            | Binary::Shl
            | Binary::Shr
            | Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor => left.ty,
            Binary::Lt
            | Binary::Le
            | Binary::Gt
            | Binary::Ge
            | Binary::Eq
            | Binary::Ne
            | Binary::And
            | Binary::Or
            | Binary::Implies
            | Binary::Iff => Type::Bool,
        },
        ExprKind::Conditional(_, then, _) => then.ty,
        ExprKind::Math(_, arguments) => arguments.first().map_or(Type::Real, |first| first.ty),
        ExprKind::Bound(bound) => kernel.bound.get(bound.index())?.ty,
        ExprKind::Fold { kind: FoldKind::Count, .. } | ExprKind::FoldThreads { kind: FoldKind::Count, .. } => {
            Type::Integer
        }
        ExprKind::Fold { body, .. } | ExprKind::FoldThreads { body, .. } => body.ty,
        ExprKind::At(of, _) | ExprKind::Old(of) => of.ty,
        ExprKind::LoopCount(_) | ExprKind::Length(_) => Type::Integer,
        // The text always names the type.
        ExprKind::Convert(..) | ExprKind::Logic(..) => return None,
    })
}

/// The names of a kernel's variables, arrays and loops in its text form, each unlike all others:
/// the second `i` is `i#2`.
pub struct Names {
    locals: Vec<String>,
    arrays: Vec<String>,
    bound: Vec<String>,
    loops: Vec<String>,
}

impl Names {
    pub fn of(kernel: &Kernel) -> Names {
        let mut seen = BTreeMap::new();
        let locals = kernel.locals.iter().map(|local| unique(&mut seen, &local.name)).collect();
        let arrays = kernel.arrays.iter().map(|array| unique(&mut seen, &array.name)).collect();
        let bound = kernel.bound.iter().map(|bound| unique(&mut seen, &bound.name)).collect();
        let mut seen = BTreeMap::new();
        let loops = kernel.loops.iter().map(|info| unique(&mut seen, &info.name())).collect();
        Names { locals, arrays, bound, loops }
    }

    pub fn local(&self, id: LocalId) -> &str {
        self.locals.get(id.index()).map_or("?", String::as_str)
    }

    pub fn array(&self, id: ArrayId) -> &str {
        self.arrays.get(id.index()).map_or("?", String::as_str)
    }

    pub fn bound(&self, id: BoundId) -> &str {
        self.bound.get(id.index()).map_or("?", String::as_str)
    }

    pub fn loop_(&self, id: LoopId) -> &str {
        self.loops.get(id.index()).map_or("?", String::as_str)
    }
}

fn unique(seen: &mut BTreeMap<String, u32>, name: &str) -> String {
    let count = seen.entry(name.to_string()).or_default();
    *count += 1;
    let spelled = symbol(name);
    if *count == 1 { spelled } else { format!("{spelled}#{count}") }
}

/// A name as it stands in the text: in backquotes where it is no plain identifier.
pub fn symbol(name: &str) -> String {
    match is_plain(name) && !is_word(name) {
        true => name.to_string(),
        false => quoted(name, '`'),
    }
}

/// Letters, digits and underscores, not starting with a digit.
fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// A text between quotes; quotes, backslashes and line breaks in it are escaped.
pub fn quoted(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            letter if letter == quote => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out.push(quote);
    out
}
