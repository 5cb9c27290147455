//! Arithmetic on the bytes and halves of a word (VALUE-42).

use num_bigint::BigInt;

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Reported,
    types::promote,
    value::{self, binary, convert},
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type, Unary};
use crate::memory::temporaries;

use super::functions::{Call, Function};

/// What an instruction computes of the parts of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Each {
    Abs,
    Neg,
    /// The absolute value of the difference.
    Distance,
    Add,
    Sub,
    Max,
    Min,
    /// Half of the sum, rounded down or up.
    Mean,
    MeanUp,
    /// A comparison, as all ones or none.
    Compared(Binary),
    /// A comparison, as 1 or 0.
    Set(Binary),
    /// The sum of all distances, in no part but the whole word.
    Distances,
}

/// The instructions without `__v` and the number of parts: what it does, whether the parts have a sign, whether results
/// that do not fit become the nearest that does. Else they wrap.
const INSTRUCTIONS: &[(&str, Each, bool, bool)] = &[
    ("abs", Each::Abs, true, false),
    ("absss", Each::Abs, true, true),
    ("neg", Each::Neg, true, false),
    ("negss", Each::Neg, true, true),
    ("absdiffs", Each::Distance, true, false),
    ("absdiffu", Each::Distance, false, false),
    ("add", Each::Add, false, false),
    ("addss", Each::Add, true, true),
    ("addus", Each::Add, false, true),
    ("sub", Each::Sub, false, false),
    ("subss", Each::Sub, true, true),
    ("subus", Each::Sub, false, true),
    ("maxs", Each::Max, true, false),
    ("maxu", Each::Max, false, false),
    ("mins", Each::Min, true, false),
    ("minu", Each::Min, false, false),
    ("haddu", Each::Mean, false, false),
    ("avgu", Each::MeanUp, false, false),
    ("sads", Each::Distances, true, false),
    ("sadu", Each::Distances, false, false),
];

/// The comparisons: `__vcmpeq4`, `__vsetgtu2`.
const COMPARISONS: &[(&str, Binary, bool)] = &[
    ("eq", Binary::Eq, false),
    ("ne", Binary::Ne, false),
    ("ges", Binary::Ge, true),
    ("geu", Binary::Ge, false),
    ("gts", Binary::Gt, true),
    ("gtu", Binary::Gt, false),
    ("les", Binary::Le, true),
    ("leu", Binary::Le, false),
    ("lts", Binary::Lt, true),
    ("ltu", Binary::Lt, false),
];

/// An instruction on the parts of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Instruction {
    each: Each,
    signed: bool,
    saturates: bool,
    parts: u32,
}

impl Instruction {
    fn named(name: &str) -> Option<Instruction> {
        let stem = name.strip_prefix("__v")?;
        let (stem, parts) = match stem.strip_suffix('2') {
            Some(stem) => (stem, 2),
            None => (stem.strip_suffix('4')?, 4),
        };
        let comparison = |prefix: &str, each: fn(Binary) -> Each| {
            let (_, op, signed) = *COMPARISONS.iter().find(|row| Some(row.0) == stem.strip_prefix(prefix))?;
            Some((each(op), signed, false))
        };
        let plain = INSTRUCTIONS.iter().find(|row| row.0 == stem).map(|row| (row.1, row.2, row.3));
        let (each, signed, saturates) =
            plain.or_else(|| comparison("cmp", Each::Compared)).or_else(|| comparison("set", Each::Set))?;
        Some(Instruction { each, signed, saturates, parts })
    }

    /// The bits of a part.
    fn bits(self) -> u8 {
        if self.parts == 2 { 16 } else { 8 }
    }

    fn part(self) -> Type {
        Type::Int { signed: self.signed, bits: self.bits() }
    }
}

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    match name {
        "__dp4a" | "__dp2a_lo" | "__dp2a_hi" => Some(Function::numbers(3, products)),
        _ => {
            let needed = if matches!(Instruction::named(name)?.each, Each::Abs | Each::Neg) { 1 } else { 2 };
            Some(Function::numbers(needed, part_wise))
        }
    }
}

/// A word that is looked at part by part: evaluated once.
pub fn word(env: &mut Env, e: Expr) -> Expr {
    let e = convert(e, Type::UINT, Conversion::Explicit);
    if value::weight(&e) == 1 { e } else { temporaries::temporary(env, "word", e) }
}

/// The part of that type at a position, as an `int`.
pub fn part(word: &Expr, at: u32, ty: Type, span: Span) -> Expr {
    let bits = match ty {
        Type::Int { bits, .. } => u32::from(bits),
        _ => 32,
    };
    let moved = match at {
        0 => word.clone(),
        at => binary(Binary::Shr, word.clone(), value::int(bits * at, Type::INT, span)),
    };
    convert(convert(moved, ty, Conversion::Explicit), Type::INT, Conversion::Implicit)
}

/// The word of which these are the parts, as unsigned numbers, the lowest first.
pub fn composed(parts: impl Iterator<Item = Expr>, bits: u8, span: Span) -> Expr {
    let placed = parts.enumerate().map(|(at, part)| {
        let part = convert(part, Type::UINT, Conversion::Implicit);
        let power = value::int(BigInt::from(1) << (usize::from(bits) * at), Type::UINT, span);
        if at == 0 { part } else { binary(Binary::Mul, part, power) }
    });
    placed.reduce(|sum, part| binary(Binary::Add, sum, part)).unwrap_or_else(|| value::zero(Type::UINT, span))
}

/// `c + a0 * b0 + a1 * b1 + ...`, of bytes, or of halves and bytes. It is unsigned if all operands are.
fn products(env: &mut Env, Call { name, args, span }: Call) -> Lowered<Expr> {
    let mut operands = args.into_iter();
    let mut next = || operands.next().unwrap_or_else(|| value::zero(Type::INT, span));
    let (a, b, c) = (next(), next(), next());
    let signed = match [&a, &b, &c].map(|e| promote(e.ty)) {
        [Type::INT, Type::INT, Type::INT] => true,
        [Type::UINT, Type::UINT, Type::UINT] => false,
        // Which of the functions is meant is C++'s to say.
        _ => return Err(env.unsupported(format!("`{name}` on arguments of several types"), span)),
    };
    let ty = Type::Int { signed, bits: 32 };
    let (of_a, count) = if name == "__dp4a" { (8, 4) } else { (16, 2) };
    let first = if name == "__dp2a_hi" { 2 } else { 0 };
    let c = convert(c, ty, Conversion::Implicit);
    let (a, b) = (word(env, a), word(env, b));
    Ok((0..count).fold(c, |sum, at| {
        let of = |word: &Expr, at: u32, bits: u8| {
            convert(part(word, at, Type::Int { signed, bits }, span), ty, Conversion::Implicit)
        };
        let product = binary(Binary::Mul, of(&a, at, of_a), of(&b, first + at, 8));
        binary(Binary::Add, sum, product)
    }))
}

/// An operation on each part, or on each pair of parts.
fn part_wise(env: &mut Env, Call { name, args, span }: Call) -> Lowered<Expr> {
    let Some(it) = Instruction::named(name) else { return Err(Reported) };
    let words: Vec<Expr> = args.into_iter().map(|e| word(env, e)).collect();
    let results = (0..it.parts).map(|at| {
        let operands = words.iter().map(|word| part(word, at, it.part(), span)).collect();
        of_parts(it, operands, span)
    });
    if it.each == Each::Distances {
        let sum = results.reduce(|sum, distance| binary(Binary::Add, sum, distance));
        let sum = sum.unwrap_or_else(|| value::zero(Type::INT, span));
        return Ok(convert(sum, Type::UINT, Conversion::Implicit));
    }
    let unsigned = Type::Int { signed: false, bits: it.bits() };
    Ok(composed(results.map(|result| convert(result, unsigned, Conversion::Explicit)), it.bits(), span))
}

/// Of numbers that are small: nothing overflows.
fn of_parts(it: Instruction, operands: Vec<Expr>, span: Span) -> Expr {
    let int = |known: BigInt| value::int(known, Type::INT, span);
    let mut operands = operands.into_iter();
    let mut next = || operands.next().unwrap_or_else(|| value::zero(Type::INT, span));
    let x = next();
    let mut both = |op: Binary| binary(op, x.clone(), next());
    let truth =
        |cond: Expr, yes: BigInt| Expr::new(ExprKind::Conditional(cond, int(yes), int(BigInt::ZERO)), Type::INT, span);
    let halved = |sum: Expr| binary(Binary::Shr, sum, value::int(1, Type::INT, span));
    let result = match it.each {
        Each::Abs => value::unary(Unary::Abs, x, span),
        Each::Neg => value::unary(Unary::Neg, x, span),
        Each::Distance | Each::Distances => value::unary(Unary::Abs, both(Binary::Sub), span),
        Each::Add => both(Binary::Add),
        Each::Sub => both(Binary::Sub),
        Each::Max => both(Binary::Max),
        Each::Min => both(Binary::Min),
        Each::Mean => halved(both(Binary::Add)),
        Each::MeanUp => halved(binary(Binary::Add, both(Binary::Add), value::int(1, Type::INT, span))),
        Each::Compared(op) => truth(both(op), (BigInt::from(1) << it.bits()) - 1),
        Each::Set(op) => truth(both(op), BigInt::from(1)),
    };
    match it.part().range() {
        Some((least, greatest)) if it.saturates => {
            binary(Binary::Max, binary(Binary::Min, result, int(greatest)), int(least))
        }
        _ => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_piece_by_piece() {
        let known = |each, signed, saturates, parts| Some(Instruction { each, signed, saturates, parts });
        assert_eq!(Instruction::named("__vaddss4"), known(Each::Add, true, true, 4));
        assert_eq!(Instruction::named("__vcmpgtu2"), known(Each::Compared(Binary::Gt), false, false, 2));
        assert_eq!(Instruction::named("__vsetles4"), known(Each::Set(Binary::Le), true, false, 4));
        assert_eq!(Instruction::named("__vadd3"), None);
        assert_eq!(Instruction::named("__vcmpeqs4"), None);
        assert_eq!(Instruction::named("__vavgs4"), None);
    }
}
