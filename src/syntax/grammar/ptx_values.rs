//! What PTX's arithmetic instructions compute, and what its special registers hold, as expressions of C++.

use num_bigint::{BigInt, Sign};

use super::ptx::{PtxType, U32};
use crate::syntax::tree::maker::Maker;
use crate::syntax::tree::{BinaryOp, CastStyle, Expr, ExprKind, Name, Type, UnaryOp};

/// The number that an operand is.
fn literal(e: &Expr) -> Option<BigInt> {
    match &e.kind {
        ExprKind::Cast(_, _, inner) => literal(inner),
        ExprKind::Int(known) => Some(known.value.clone()),
        _ => None,
    }
}

/// An instruction on integers.
pub fn int(make: Maker, name: &str, mods: &[&str], ty: &'static PtxType, values: Vec<Expr>) -> Option<Expr> {
    let is_wide = ty.letter == 'l';
    let mut values = values.into_iter();
    let (a, b, c) = (values.next()?, values.next(), values.next());
    let both = |op: BinaryOp| Some(make.binary(op, a.clone(), b.clone()?));
    let none = mods.is_empty();
    Some(match (name, &b, &c) {
        ("mov", None, None) if none => a,
        ("add", Some(_), None) if none => both(BinaryOp::Add)?,
        ("sub", Some(_), None) if none => both(BinaryOp::Sub)?,
        ("mul", Some(_), None) if mods == ["lo"] => both(BinaryOp::Mul)?,
        ("mad", Some(_), Some(c)) if mods == ["lo"] => make.binary(BinaryOp::Add, both(BinaryOp::Mul)?, c.clone()),
        ("mul", Some(b), None) if mods == ["hi"] && !is_wide => {
            make.call(if ty.is_signed() { "__mulhi" } else { "__umulhi" }, vec![a, b.clone()])
        }
        ("and", Some(_), None) if none => both(BinaryOp::BitAnd)?,
        ("or", Some(_), None) if none => both(BinaryOp::BitOr)?,
        ("xor", Some(_), None) if none => both(BinaryOp::BitXor)?,
        ("not", None, None) if none => make.unary(UnaryOp::BitNot, a),
        ("neg", None, None) if none && ty.is_signed() => make.unary(UnaryOp::Minus, a),
        ("abs", None, None) if none && ty.is_signed() => make.call("llabs", vec![a]),
        ("min" | "max", Some(b), None) if none => make.call(&format!("ll{name}"), vec![a, b.clone()]),
        ("shl" | "shr", Some(b), None) if none => shifted(make, name, ty, a, b.clone()),
        ("prmt", Some(b), Some(c)) if none && ty.name == "b32" => {
            // Another mode, or a byte of signs, is another function.
            let known = literal(c)?;
            if (0..4).any(|at| known.bit(4 * at + 3)) || known.sign() == Sign::Minus {
                return None;
            }
            make.call("__byte_perm", vec![a, b.clone(), make.number(known)])
        }
        ("shf", Some(b), Some(c)) if ty.name == "b32" => {
            let name = match mods {
                ["l", "wrap"] => "__funnelshift_l",
                ["l", "clamp"] => "__funnelshift_lc",
                ["r", "wrap"] => "__funnelshift_r",
                ["r", "clamp"] => "__funnelshift_rc",
                _ => return None,
            };
            make.call(name, vec![a, b.clone(), c.clone()])
        }
        ("popc", None, None) if none => make.call(if is_wide { "__popcll" } else { "__popc" }, vec![a]),
        ("clz", None, None) if none => make.call(if is_wide { "__clzll" } else { "__clz" }, vec![a]),
        ("brev", None, None) if none => make.call(if is_wide { "__brevll" } else { "__brev" }, vec![a]),
        _ => return None,
    })
}

/// `lop3`: any function of three bits, as the sum without carry of the products that Reed and Muller give it.
pub fn tabled(make: Maker, inputs: Vec<Expr>, table: u32) -> Option<Expr> {
    let [a, b, c] = <[Expr; 3]>::try_from(inputs).ok()?;
    if table > 255 {
        return None;
    }
    let inputs = [(4, a), (2, b), (1, c)];
    let has = |product: u32| (0..8).filter(|row| row & !product == 0 && table >> row & 1 == 1).count() % 2 == 1;
    let terms = (0..8).filter(|product| has(*product)).map(|product| {
        let factors = inputs.iter().filter(|(bit, _)| product & bit != 0).map(|(_, input)| input.clone());
        let ones = || cast(make, U32, make.number(u32::MAX));
        factors.reduce(|x, y| make.binary(BinaryOp::BitAnd, x, y)).unwrap_or_else(ones)
    });
    let sum = terms.reduce(|x, y| make.binary(BinaryOp::BitXor, x, y));
    Some(sum.unwrap_or_else(|| cast(make, U32, make.number(BigInt::ZERO))))
}

/// A shift by all bits or more leaves none, or the sign alone.
fn shifted(make: Maker, name: &str, ty: &PtxType, a: Expr, by: Expr) -> Expr {
    let width = |less: i64| make.number(ty.byte_size() * 8 - less);
    let within = make.binary(BinaryOp::Lt, by.clone(), width(0));
    let choice = |then: Expr, other: Expr| make.conditional(within.clone(), then, other);
    match (name, ty.is_signed()) {
        ("shr", true) => make.binary(BinaryOp::Shr, a, choice(by, cast(make, U32, width(1)))),
        ("shr", false) => choice(make.binary(BinaryOp::Shr, a, by), cast(make, ty, make.number(BigInt::ZERO))),
        _ => choice(make.binary(BinaryOp::Shl, a, by), cast(make, ty, make.number(BigInt::ZERO))),
    }
}

/// `fma.rn.f32` and its kin. Approximations have the names of their instructions (VALUE-29).
pub fn float(make: Maker, name: &str, mods: &[&str], ty: &'static PtxType, values: Vec<Expr>) -> Option<Expr> {
    let flushes = mods.contains(&"ftz");
    let mods: Vec<&str> = mods.iter().copied().filter(|word| *word != "ftz").collect();
    let is_single = ty.letter == 'f';
    let exact = mods.is_empty() || mods == ["rn"];
    let called = match (name, values.len()) {
        ("mov", 1) if mods.is_empty() && !flushes => return values.into_iter().next(),
        ("add" | "sub" | "mul", 2) if exact && is_single && flushes => format!("{name}.ftz.f32"),
        ("add" | "sub" | "mul", 2) if exact && !flushes => {
            let bits = if is_single { 'f' } else { 'd' };
            format!("__{bits}{name}_rn")
        }
        ("div", 2) | ("rcp" | "sqrt", 1) if mods == ["rn"] && !flushes => {
            format!("__{}{name}_rn", if is_single { 'f' } else { 'd' })
        }
        ("fma", 3) if mods == ["rn"] && is_single && flushes => "fma.rn.ftz.f32".to_owned(),
        ("fma", 3) if mods == ["rn"] && !flushes => (if is_single { "fmaf" } else { "fma" }).to_owned(),
        ("min", 2) if mods.is_empty() && !flushes => (if is_single { "fminf" } else { "fmin" }).to_owned(),
        ("max", 2) if mods.is_empty() && !flushes => (if is_single { "fmaxf" } else { "fmax" }).to_owned(),
        ("abs", 1) if mods.is_empty() && !flushes => (if is_single { "fabsf" } else { "fabs" }).to_owned(),
        ("neg", 1) if mods.is_empty() && !flushes => {
            let given = values.into_iter().next()?;
            return Some(make.unary(UnaryOp::Minus, given));
        }
        ("ex2" | "lg2" | "sin" | "cos" | "tanh" | "rcp" | "sqrt" | "rsqrt", 1) | ("div", 2)
            if is_single && (mods == ["approx"] || name == "div" && mods == ["full"]) =>
        {
            format!("{name}.{}{}.f32", mods[0], if flushes { ".ftz" } else { "" })
        }
        _ => return None,
    };
    Some(make.call(&called, values))
}

/// A special register.
pub fn register(make: Maker, name: &str, ty: &PtxType) -> Option<Expr> {
    let of_32_bits = ty.letter == 'r';
    let built_in = match name.split_once('.') {
        Some(("tid", axis)) => Some(("threadIdx", axis)),
        Some(("ntid", axis)) => Some(("blockDim", axis)),
        Some(("ctaid", axis)) => Some(("blockIdx", axis)),
        Some(("nctaid", axis)) => Some(("gridDim", axis)),
        _ => None,
    };
    if let Some((variable, axis)) = built_in {
        return (of_32_bits && matches!(axis, "x" | "y" | "z")).then(|| coordinate(make, variable, axis));
    }
    let unsigned = |value: u32| cast(make, U32, make.number(value));
    // `1 << lane` has a bit for the own lane alone.
    let own = || make.binary(BinaryOp::Shl, unsigned(1), lane(make));
    let below = || make.binary(BinaryOp::Sub, own(), unsigned(1));
    let not = |e: Expr| make.unary(UnaryOp::BitNot, e);
    Some(match name {
        "laneid" if of_32_bits => lane(make),
        "lanemask_eq" if of_32_bits => own(),
        "lanemask_lt" if of_32_bits => below(),
        "lanemask_le" if of_32_bits => make.binary(BinaryOp::BitOr, below(), own()),
        "lanemask_gt" if of_32_bits => not(make.binary(BinaryOp::BitOr, below(), own())),
        "lanemask_ge" if of_32_bits => not(below()),
        // Where and when a thread runs is any number, a new one each time.
        "clock" | "clock_hi" | "smid" | "nsmid" | "warpid" | "nwarpid" | "gridid" | "globaltimer_lo"
        | "globaltimer_hi"
            if of_32_bits =>
        {
            make.call("clock64", Vec::new())
        }
        "clock64" | "globaltimer" | "gridid" if ty.letter == 'l' => make.call("clock64", Vec::new()),
        _ => return None,
    })
}

/// The number of the thread in its block, first coordinates first, within its warp.
fn lane(make: Maker) -> Expr {
    let [index, dim] = ["threadIdx", "blockDim"].map(|variable| move |axis: &str| (variable, axis.to_owned()));
    let of = |(variable, axis): (&str, String)| coordinate(make, variable, &axis);
    let plane = make.binary(BinaryOp::Mul, of(index("z")), of(dim("y")));
    let plane = make.binary(BinaryOp::Add, plane, of(index("y")));
    let row = make.binary(BinaryOp::Mul, plane, of(dim("x")));
    let rank = make.binary(BinaryOp::Add, row, of(index("x")));
    make.binary(BinaryOp::Rem, rank, cast(make, U32, make.number(32)))
}

fn coordinate(make: Maker, variable: &str, axis: &str) -> Expr {
    let name = Name { is_global: true, ..make.name(variable) };
    make.member(make.expr(ExprKind::Name(name)), axis)
}

/// A value as one of a type.
pub fn cast(make: Maker, ty: &PtxType, value: Expr) -> Expr {
    let ty = Box::new(Type::new(ty.kind.clone(), make.0));
    make.expr(ExprKind::Cast(CastStyle::C, ty, Box::new(value)))
}
