//! Conversions that say in their name from what, to what and how they round, and functions that give the nearest integer
//! (VALUE-31).

use crate::base::config::FloatMode;
use crate::cpp::{
    Env, Lowered, Reported,
    types::promote,
    value::{self, convert},
};
use crate::kernel::ir::{Conversion, Expr, ExprKind, Type, Unary};
use crate::memory::temporaries::{self, opaque};

use super::functions::{Call, Function, OfNumbers};

const fn int(signed: bool, bits: u8) -> Type {
    Type::Int { signed, bits }
}

const HALF: Type = Type::Float { bits: 16 };

const FLOAT: Type = Type::Float { bits: 32 };

const DOUBLE: Type = Type::Float { bits: 64 };

/// The types as those names have them.
const TYPES: [(&str, Type); 12] = [
    ("float", FLOAT),
    ("double", DOUBLE),
    ("half", HALF),
    ("bfloat16", HALF),
    ("int", int(true, 32)),
    ("uint", int(false, 32)),
    ("ll", int(true, 64)),
    ("ull", int(false, 64)),
    ("short", int(true, 16)),
    ("ushort", int(false, 16)),
    ("char", int(true, 8)),
    ("uchar", int(false, 8)),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rounding {
    Nearest,
    Zero,
    Up,
    Down,
}

/// `__float2int_ru`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Named {
    from: Type,
    to: Type,
    rounding: Rounding,
    /// One of the types is the brain float, which is another one than `half`.
    brain: bool,
}

impl Named {
    fn read(name: &str) -> Option<Named> {
        Named::with_words(name).map(|(named, _)| named)
    }

    /// With the words for the types.
    fn with_words(name: &str) -> Option<(Named, [&'static str; 2])> {
        let body = name.strip_prefix("__")?;
        let (body, suffix) = match body.rsplit_once('_') {
            Some((body, suffix)) => (body, Some(suffix)),
            None => (body, None),
        };
        let (from, to, of) = TYPES.iter().find_map(|(word, from)| {
            let rest = body.strip_prefix(word)?.strip_prefix('2')?;
            let (to_word, to) = TYPES.iter().find(|row| row.0 == rest)?;
            Some((*from, *to, [*word, *to_word]))
        })?;
        let rounding = match suffix {
            None | Some("rn") => Rounding::Nearest,
            Some("rz") => Rounding::Zero,
            Some("ru") => Rounding::Up,
            Some("rd") => Rounding::Down,
            Some(_) => return None,
        };
        let brain = of.contains(&"bfloat16");
        exists(from, to, rounding, suffix.is_some()).then_some((Named { from, to, rounding, brain }, of))
    }
}

/// Whether CUDA's headers have such a conversion.
fn exists(from: Type, to: Type, rounding: Rounding, is_said: bool) -> bool {
    let narrow = |ty| matches!(ty, Type::Int { bits: 16, .. });
    let tiny = |ty| matches!(ty, Type::Int { bits: 8, .. });
    match (from, to) {
        (HALF, FLOAT) | (DOUBLE, HALF) => !is_said,
        (DOUBLE, FLOAT) => is_said,
        (FLOAT, HALF) => true,
        (Type::Float { .. }, Type::Float { .. }) | (Type::Int { .. }, Type::Int { .. }) => false,
        (HALF, whole) => is_said && (!tiny(whole) || rounding == Rounding::Zero),
        (_, HALF) => is_said && !tiny(from),
        (Type::Int { bits: 32, .. }, DOUBLE) => is_said && rounding == Rounding::Nearest,
        (a, b) => is_said && ![a, b].into_iter().any(|ty| narrow(ty) || tiny(ty)),
    }
}

/// The types that such a name says, as C++ writes them.
pub fn types(name: &str) -> Option<[&'static str; 2]> {
    let written = |word| match word {
        "half" => "__half",
        "bfloat16" => "__nv_bfloat16",
        "uint" => "unsigned",
        "ll" => "long long",
        "ull" => "unsigned long long",
        "ushort" => "unsigned short",
        "uchar" => "unsigned char",
        plain => plain,
    };
    Named::with_words(name).map(|(_, words)| words.map(written))
}

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    let (needed, meaning): (usize, OfNumbers) = match name {
        "lrint" | "lrintf" | "llrint" | "llrintf" => (1, |_, call| Ok(whole(call, "rint", int(true, 64)))),
        "lround" | "lroundf" | "llround" | "llroundf" => (1, |_, call| Ok(whole(call, "round", int(true, 64)))),
        "ilogb" | "ilogbf" => (1, |_, call| Ok(whole(call, "ilogb", Type::INT))),
        "jn" | "jnf" | "yn" | "ynf" => (2, bessel),
        _ => (Named::read(name).map(|_| 1)?, converted),
    };
    Some(Function::numbers(needed, meaning))
}

fn converted(env: &mut Env, Call { name, mut args, span }: Call) -> Lowered<Expr> {
    let Some(it) = Named::read(name) else { return Err(Reported) };
    if it.brain && env.config.float == FloatMode::Exact {
        return Err(env.unsupported(format!("`{name}` in exact floats"), span));
    }
    let given = convert(args.remove(0), it.from, Conversion::Implicit);
    if !it.to.is_integral() {
        if it.rounding != Rounding::Nearest && env.config.rounds_floats() {
            // Rounded otherwise than all other floats are.
            temporaries::keep(env, given);
            return Ok(opaque(env, it.to, span));
        }
        env.kernel.source.is_of_reals |= it.rounding != Rounding::Nearest;
        return Ok(convert(given, it.to, Conversion::Explicit));
    }
    let rounded = match it.rounding {
        Rounding::Zero => given,
        Rounding::Up => value::unary(Unary::Ceil, given, span),
        Rounding::Down => value::unary(Unary::Floor, given, span),
        Rounding::Nearest => Expr::new(ExprKind::Math("rint".into(), vec![given]), it.from, span),
    };
    Ok(convert(rounded, it.to, Conversion::Explicit))
}

/// The integer that a function of mathematics gives.
fn whole(Call { name, mut args, span }: Call, function: &str, to: Type) -> Expr {
    let given = args.remove(0);
    let ty = match promote(given.ty) {
        _ if name.ends_with('f') => FLOAT,
        ty @ Type::Float { bits: 32 | 64 } => ty,
        _ => DOUBLE,
    };
    let given = convert(given, ty, Conversion::Implicit);
    let result = Expr::new(ExprKind::Math(function.into(), vec![given]), ty, span);
    convert(result, to, Conversion::Explicit)
}

/// `jn(n, x)`: a function of doubles, as which every `n` and every `x` is itself.
fn bessel(env: &mut Env, Call { name, args: mut operands, span }: Call) -> Lowered<Expr> {
    let ty = if name.ends_with('f') || operands[1].ty == FLOAT { FLOAT } else { DOUBLE };
    let x = convert(convert(operands.remove(1), ty, Conversion::Implicit), DOUBLE, Conversion::Implicit);
    let n = convert(operands.remove(0), Type::INT, Conversion::Implicit);
    let n = convert(n, DOUBLE, Conversion::Implicit);
    let stem = name.trim_end_matches('f');
    // That of floats is rounded otherwise than that of doubles.
    let known = if ty == FLOAT && env.config.float == FloatMode::Exact { format!("{stem}f") } else { stem.to_owned() };
    let result = Expr::new(ExprKind::Math(known, vec![n, x]), DOUBLE, span);
    Ok(convert(result, ty, Conversion::Explicit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_converted() {
        let known = |from, to, rounding, brain| Some(Named { from, to, rounding, brain });
        assert_eq!(Named::read("__float2ull_ru"), known(FLOAT, int(false, 64), Rounding::Up, false));
        assert_eq!(Named::read("__ll2double_rd"), known(int(true, 64), DOUBLE, Rounding::Down, false));
        assert_eq!(Named::read("__bfloat162float"), known(HALF, FLOAT, Rounding::Nearest, true));
        assert_eq!(Named::read("__ushort2half_rn"), known(int(false, 16), HALF, Rounding::Nearest, false));
        for none in ["__float2int", "__half22float2", "__float2half2_rn", "__float2short_rn", "__half_as_short"] {
            assert_eq!(Named::read(none), None, "{none}");
        }
    }
}
