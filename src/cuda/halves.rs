//! Functions and operators of halves and of pairs of halves (LIB-6).

use crate::base::{Span, config::FloatMode};
use crate::cpp::{
    Env, Lowered, Reported, Value,
    types::RecordRef,
    value::{self, binary, convert},
    vectors,
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, FUSED, Type, Unary};
use crate::memory::{copy, object, pointee, read};

use super::functions::{Argument, Call, Function, OfNumbers, OfValues};

const HALF: Type = Type::Float { bits: 16 };

const FLOAT: Type = Type::Float { bits: 32 };

/// Pairs of the other floats of 16 bits.
const BRAIN: &str = "__nv_bfloat162";

/// What a function does with each half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Each {
    Negated,
    Absolute,
    Floor,
    Ceil,
    /// An unknown function of this name, another one in exact floats.
    Math(&'static str),
    /// The same function, which IEEE arithmetic defines.
    Exact(&'static str),
    Inverse,
    Arithmetic(Binary),
    /// A comparison, as 1 or 0.
    Compared(Binary),
    MulAdd,
}

/// The functions on pairs.
const PAIRS: &[(&str, Each)] = &[
    ("__hneg2", Each::Negated),
    ("__habs2", Each::Absolute),
    ("h2floor", Each::Floor),
    ("h2ceil", Each::Ceil),
    ("h2trunc", Each::Exact("trunc")),
    ("h2rint", Each::Exact("rint")),
    ("h2sqrt", Each::Exact("sqrt")),
    ("h2rsqrt", Each::Math("rsqrt")),
    ("h2exp", Each::Math("exp")),
    ("h2exp2", Each::Math("exp2")),
    ("h2exp10", Each::Math("exp10")),
    ("h2log", Each::Math("log")),
    ("h2log2", Each::Math("log2")),
    ("h2log10", Each::Math("log10")),
    ("h2sin", Each::Math("sin")),
    ("h2cos", Each::Math("cos")),
    ("h2rcp", Each::Inverse),
    ("__hadd2", Each::Arithmetic(Binary::Add)),
    ("__hadd2_rn", Each::Arithmetic(Binary::Add)),
    ("__hsub2", Each::Arithmetic(Binary::Sub)),
    ("__hsub2_rn", Each::Arithmetic(Binary::Sub)),
    ("__hmul2", Each::Arithmetic(Binary::Mul)),
    ("__hmul2_rn", Each::Arithmetic(Binary::Mul)),
    ("__h2div", Each::Arithmetic(Binary::Div)),
    ("h2div", Each::Arithmetic(Binary::Div)),
    ("__hmin2", Each::Arithmetic(Binary::Min)),
    ("__hmax2", Each::Arithmetic(Binary::Max)),
    ("__heq2", Each::Compared(Binary::Eq)),
    ("__hne2", Each::Compared(Binary::Ne)),
    ("__hlt2", Each::Compared(Binary::Lt)),
    ("__hle2", Each::Compared(Binary::Le)),
    ("__hgt2", Each::Compared(Binary::Gt)),
    ("__hge2", Each::Compared(Binary::Ge)),
    ("__hfma2", Each::MulAdd),
];

/// Comparisons, of halves and (all of a pair) of pairs.
const COMPARISONS: &[(&str, &str, Binary)] = &[
    ("__heq", "__hbeq2", Binary::Eq),
    ("__hne", "__hbne2", Binary::Ne),
    ("__hlt", "__hblt2", Binary::Lt),
    ("__hle", "__hble2", Binary::Le),
    ("__hgt", "__hbgt2", Binary::Gt),
    ("__hge", "__hbge2", Binary::Ge),
];

/// The function of this name, if it is one of halves or of pairs.
pub fn named(name: &str) -> Option<Function> {
    if let Some((_, each)) = PAIRS.iter().find(|row| row.0 == name) {
        let needed = match each {
            Each::MulAdd => 3,
            Each::Arithmetic(_) | Each::Compared(_) => 2,
            _ => 1,
        };
        return Some(Function::objects(needed, on_pairs));
    }
    if let Some((half, ..)) = COMPARISONS.iter().find(|row| row.0 == name || row.1 == name) {
        let of_halves = *half == name;
        return Some(if of_halves {
            Function::numbers(2, |_, call| compared(call))
        } else {
            Function::objects(2, all)
        });
    }
    on_halves(name).or_else(|| with_pairs(name))
}

fn on_halves(name: &str) -> Option<Function> {
    let (needed, meaning): (usize, OfNumbers) = match name {
        "__hneg" => (1, |_, call| Ok(one(call, Unary::Neg))),
        "__habs" => (1, |_, call| Ok(one(call, Unary::Abs))),
        "__hadd_sat" => (2, |env, call| saturated(env, call, Binary::Add)),
        "__hsub_sat" => (2, |env, call| saturated(env, call, Binary::Sub)),
        "__hmul_sat" => (2, |env, call| saturated(env, call, Binary::Mul)),
        _ => return None,
    };
    Some(Function::numbers(needed, meaning))
}

fn with_pairs(name: &str) -> Option<Function> {
    let (needed, meaning): (usize, OfValues) = match name {
        "__float2half2_rn" | "__half2half2" => (1, |env, call| both_halves(env, "half2", call)),
        "__float2bfloat162_rn" | "__bfloat162bfloat162" => (1, |env, call| both_halves(env, BRAIN, call)),
        "__floats2half2_rn" => (2, |env, call| two_floats(env, "half2", call)),
        "__floats2bfloat162_rn" | "__halves2bfloat162" => (2, |env, call| two_floats(env, BRAIN, call)),
        "__low2half" | "__high2half" | "__low2float" | "__high2float" | "__low2bfloat16" | "__high2bfloat16" => {
            (1, one_half)
        }
        "__low2half2" | "__low2bfloat162" => (1, |env, call| chosen(env, &[(0, 0), (0, 0)], call)),
        "__high2half2" | "__high2bfloat162" => (1, |env, call| chosen(env, &[(0, 1), (0, 1)], call)),
        "__lowhigh2highlow" => (1, |env, call| chosen(env, &[(0, 1), (0, 0)], call)),
        "__lows2half2" | "__lows2bfloat162" => (2, |env, call| chosen(env, &[(0, 0), (1, 0)], call)),
        "__highs2half2" | "__highs2bfloat162" => (2, |env, call| chosen(env, &[(0, 1), (1, 1)], call)),
        "__half22float2" | "__bfloat1622float2" => (1, |env, call| converted_pair(env, "float2", FLOAT, call)),
        "__float22half2_rn" => (1, |env, call| converted_pair(env, "half2", HALF, call)),
        "__float22bfloat162_rn" => (1, |env, call| converted_pair(env, BRAIN, HALF, call)),
        _ => return None,
    };
    Some(Function::objects(needed, meaning))
}

// ── halves ──────────────────────────────────────────────────────────────────────────────────────

fn one(Call { mut args, span, .. }: Call, op: Unary) -> Expr {
    value::unary(op, convert(args.remove(0), HALF, Conversion::Implicit), span)
}

fn two(mut args: Vec<Expr>) -> (Expr, Expr) {
    let b = convert(args.remove(1), HALF, Conversion::Implicit);
    (convert(args.remove(0), HALF, Conversion::Implicit), b)
}

fn compared(Call { name, args, .. }: Call) -> Lowered<Expr> {
    let Some((.., op)) = COMPARISONS.iter().find(|row| row.0 == name) else { return Err(Reported) };
    let (a, b) = two(args);
    Ok(binary(*op, a, b))
}

/// A result within 0 and 1.
fn saturated(env: &mut Env, Call { name, args, span }: Call, op: Binary) -> Lowered<Expr> {
    if env.config.float == FloatMode::Exact {
        return Err(env.unsupported(format!("`{name}` in exact floats"), span));
    }
    let (a, b) = two(args);
    let at_least = binary(Binary::Max, binary(op, a, b), value::zero(HALF, span));
    Ok(binary(Binary::Min, at_least, value::number(1, HALF, span)))
}

// ── pairs ───────────────────────────────────────────────────────────────────────────────────────

fn values(call: Call<Argument>) -> Vec<Value> {
    call.args.into_iter().map(|argument| argument.value).collect()
}

/// The type and the fields of records, argument by argument.
fn fields(env: &mut Env, values: Vec<Value>, span: Span) -> Lowered<(RecordRef, Vec<Vec<Expr>>)> {
    let (mut first, mut all) = (None, Vec::new());
    for value in values {
        let object = object::of_value(env, value, "pair", span)?;
        let Value::Record(ty, fields) = object::load(env, &object, span)? else { return Err(Reported) };
        let fields: Vec<Expr> =
            fields.into_iter().map(|field| read::scalar(env, field, span)).collect::<Lowered<_>>()?;
        if fields.len() != 2 {
            return Err(env.unsupported(format!("a pair of halves from `{}`", ty.name), span));
        }
        first.get_or_insert(ty);
        all.push(fields);
    }
    Ok((first.ok_or(Reported)?, all))
}

fn pair(env: &mut Env, name: &str, values: Vec<Expr>, span: Span) -> Lowered<Value> {
    let Some(ty) = vectors::vector(env, name) else {
        return Err(env.unsupported(format!("type `{name}` in exact floats"), span));
    };
    Ok(Value::Record(ty, values.into_iter().map(Value::Scalar).collect()))
}

fn on_pairs(env: &mut Env, call: Call<Argument>) -> Lowered<Value> {
    let Some((_, each)) = PAIRS.iter().find(|row| row.0 == call.name) else { return Err(Reported) };
    let span = call.span;
    let (ty, operands) = fields(env, values(call), span)?;
    let made = (0..2).map(|field| {
        let of_field = operands.iter().map(|operand| operand[field].clone()).collect();
        Value::Scalar(applied(env, *each, of_field, span))
    });
    Ok(Value::Record(ty, made.collect()))
}

fn applied(env: &Env, each: Each, mut operands: Vec<Expr>, span: Span) -> Expr {
    let exact = env.config.float == FloatMode::Exact;
    let unknown = |name: &str, operands| Expr::new(ExprKind::Math(name.into(), operands), HALF, span);
    let mut next = || operands.remove(0);
    let result = match each {
        Each::Negated => value::unary(Unary::Neg, next(), span),
        Each::Absolute => value::unary(Unary::Abs, next(), span),
        Each::Floor => value::unary(Unary::Floor, next(), span),
        Each::Ceil => value::unary(Unary::Ceil, next(), span),
        Each::Exact(name) => unknown(name, operands),
        // As `hexp` and its kin are called there.
        Each::Math(name) if exact => unknown(&format!("h{name}"), operands),
        Each::Math(name) => unknown(name, operands),
        Each::Inverse if exact => unknown("hrcp", operands),
        Each::Inverse => binary(Binary::Div, value::number(1, HALF, span), next()),
        Each::Arithmetic(op) => {
            let first = next();
            binary(op, first, next())
        }
        Each::Compared(op) => {
            let first = next();
            let truth = binary(op, first, next());
            let (one, zero) = (value::number(1, HALF, span), value::zero(HALF, span));
            Expr::new(ExprKind::Conditional(truth, one, zero), HALF, span)
        }
        Each::MulAdd => unknown(FUSED, operands),
    };
    Expr { span, ..result }
}

/// Whether a comparison holds of both halves.
fn all(env: &mut Env, call: Call<Argument>) -> Lowered<Value> {
    let Some((.., op)) = COMPARISONS.iter().find(|row| row.1 == call.name) else { return Err(Reported) };
    let span = call.span;
    let (_, operands) = fields(env, values(call), span)?;
    Ok(Value::Scalar(both(*op, &operands, span)))
}

fn both(op: Binary, operands: &[Vec<Expr>], span: Span) -> Expr {
    let of = |field: usize| binary(op, operands[0][field].clone(), operands[1][field].clone());
    Expr { span, ..binary(Binary::And, of(0), of(1)) }
}

fn both_halves(env: &mut Env, to: &str, call: Call<Argument>) -> Lowered<Value> {
    let span = call.span;
    let given = read::scalar(env, values(call).remove(0), span)?;
    let given = convert(given, HALF, Conversion::Explicit);
    pair(env, to, vec![given.clone(), given], span)
}

fn two_floats(env: &mut Env, to: &str, call: Call<Argument>) -> Lowered<Value> {
    let span = call.span;
    let given = values(call).into_iter().map(|value| read::scalar(env, value, span)).collect::<Lowered<Vec<Expr>>>()?;
    pair(env, to, given.into_iter().map(|given| convert(given, HALF, Conversion::Explicit)).collect(), span)
}

fn one_half(env: &mut Env, call: Call<Argument>) -> Lowered<Value> {
    let (name, span) = (call.name, call.span);
    let mut fields = fields(env, values(call), span)?.1.remove(0);
    let field = fields.swap_remove(usize::from(name.starts_with("__high")));
    let ty = if name.ends_with("float") { FLOAT } else { HALF };
    Ok(Value::Scalar(convert(field, ty, Conversion::Explicit)))
}

/// A pair of these halves of the arguments.
fn chosen(env: &mut Env, halves: &[(usize, usize)], call: Call<Argument>) -> Lowered<Value> {
    let span = call.span;
    let (ty, operands) = fields(env, values(call), span)?;
    let made = halves.iter().map(|(argument, field)| Value::Scalar(operands[*argument][*field].clone()));
    Ok(Value::Record(ty, made.collect()))
}

fn converted_pair(env: &mut Env, to: &str, ty: Type, call: Call<Argument>) -> Lowered<Value> {
    let span = call.span;
    let fields = fields(env, values(call), span)?.1.remove(0);
    let fields = fields.into_iter().map(|field| convert(field, ty, Conversion::Explicit)).collect();
    pair(env, to, fields, span)
}

/// The type and the halves of a pair, if the value is one.
pub fn pair_of(env: &mut Env, value: &Value, span: Span) -> Option<Lowered<(RecordRef, Vec<Expr>)>> {
    if !is_pair(env, value) {
        return None;
    }
    Some(fields(env, vec![value.clone()], span).and_then(|(ty, mut all)| Ok((ty, all.pop().ok_or(Reported)?))))
}

fn is_pair(env: &Env, value: &Value) -> bool {
    pointee::record_of(env, value).is_some_and(|ty| matches!(&*ty.name, "__half2" | "__nv_bfloat162"))
}

/// The header's operators on pairs of halves: `a + b`, `a += b`, `-a`, `a == b`.
pub fn operator(env: &mut Env, symbol: &str, operands: &[Value], span: Span) -> Option<Lowered<Value>> {
    if operands.is_empty() || !operands.iter().all(|value| is_pair(env, value)) {
        return None;
    }
    let (assigns, plain) = match symbol.strip_suffix('=') {
        Some(plain @ ("+" | "-" | "*" | "/")) => (true, plain),
        _ => (false, symbol),
    };
    let op = match (plain, operands.len()) {
        ("+", 2) => Each::Arithmetic(Binary::Add),
        ("-", 2) => Each::Arithmetic(Binary::Sub),
        ("*", 2) => Each::Arithmetic(Binary::Mul),
        ("/", 2) => Each::Arithmetic(Binary::Div),
        ("-", 1) => Each::Negated,
        ("==", 2) => Each::Compared(Binary::Eq),
        _ => return None,
    };
    Some(fields(env, operands.to_vec(), span).and_then(|(ty, values)| {
        if let Each::Compared(op) = op {
            return Ok(Value::Scalar(both(op, &values, span)));
        }
        let made = (0..2).map(|field| {
            let of_field = values.iter().map(|operand| operand[field].clone()).collect();
            Value::Scalar(applied(env, op, of_field, span))
        });
        let result = Value::Record(ty, made.collect());
        if assigns {
            copy::assign(env, operands[0].clone(), result, span)?;
            return Ok(operands[0].clone());
        }
        Ok(result)
    }))
}
