//! CUDA's intrinsics on bits, what a kernel reads from outside (clocks, textures), and pairs of halves.

use num_bigint::BigInt;

use crate::base::Span;
use crate::base::config::IntMode;
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, LocalRole, StmtKind, Type};
use crate::syntax::tree::{self, BinaryOp, TemplateArg, TypeKind};

use super::builtins::count;
use super::call;
use super::construction;
use super::expr::{self, read};
use super::halves;
use super::memory::object;
use super::memory::read;
use super::model::types::{CType, RecordRef, size_of};
use super::model::value::{self, binary, convert};
use super::model::{Env, Lowered, Value};
use super::packed;
use super::record;
use super::resolve;
use super::rounding;
use super::surfaces;
use super::words;

const LONG: Type = Type::Int { signed: true, bits: 64 };
const ULONG: Type = Type::Int { signed: false, bits: 64 };
const HALF: Type = Type::Float { bits: 16 };
const FLOAT: Type = Type::Float { bits: 32 };

/// A call of one of these functions.
pub fn call(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let name = called.ident.as_str();
    if name.starts_with("tex") {
        return texture(env, called, args, span);
    }
    if name.starts_with("surf") {
        return surfaces::call(env, called, args, span);
    }
    Some(match name {
        "__popc" | "__popcll" => {
            bits(env, name, args, span, |x, width, span| sum((0..width).map(|at| bit(x, at, span)), span))
        }
        "__clz" | "__clzll" => bits(env, name, args, span, |x, width, span| {
            sum((0..width).map(|at| one_if(binary(Binary::Lt, x.clone(), power(at, x.ty, span)), span)), span)
        }),
        "__ffs" | "__ffsll" => bits(env, name, args, span, |x, width, span| {
            let zero = binary(Binary::Eq, x.clone(), value::zero(x.ty, span));
            let low = |at: u32| {
                let mask = value::int((BigInt::from(1) << at) - 1, x.ty, span);
                let masked = binary(Binary::BitAnd, x.clone(), mask);
                one_if(binary(Binary::Eq, masked, value::zero(x.ty, span)), span)
            };
            let least = sum(std::iter::once(value::int(1, Type::INT, span)).chain((1..width).map(low)), span);
            Expr::new(ExprKind::Conditional(zero, value::zero(Type::INT, span), least), Type::INT, span)
        }),
        "__brev" | "__brevll" => bits(env, name, args, span, |x, width, span| {
            let moved = |at: u32| {
                let one = binary(Binary::BitAnd, shifted(x, at, span), value::int(1, x.ty, span));
                binary(Binary::Mul, one, power(width - 1 - at, x.ty, span))
            };
            sum((0..width).map(moved), span)
        }),
        "__mul24" | "__umul24" => product24(env, name, args, span),
        "__mulhi" => high(env, name, Type::INT, LONG, args, span),
        "__umulhi" => high(env, name, Type::UINT, ULONG, args, span),
        "__sad" | "__usad" => sad(env, name, args, span),
        "clock" | "clock64" | "__clock64" => any_of(env, name, args, 0, LONG, span),
        "__globaltimer" => any_of(env, name, args, 0, ULONG, span),
        "__float_as_int" => bits_of(env, name, args, Type::INT, span),
        "__float_as_uint" => bits_of(env, name, args, Type::UINT, span),
        "__int_as_float" | "__uint_as_float" => bits_of(env, name, args, FLOAT, span),
        "__double_as_longlong" => bits_of(env, name, args, LONG, span),
        "__longlong_as_double" => bits_of(env, name, args, Type::Float { bits: 64 }, span),
        // Equal reals may have different ones: 0.0 and -0.0.
        "signbit" | "__signbitf" | "__signbit" => bits_of(env, name, args, Type::Bool, span),
        "__double2hiint" | "__double2loint" => bits_of(env, name, args, Type::INT, span),
        "__hiloint2double" => {
            return Some(scalars(env, name, args, 2, span).map(|given| {
                given.into_iter().for_each(|given| read::keep(env, given));
                Value::Scalar(read::opaque(env, Type::Float { bits: 64 }, span))
            }));
        }
        "__half_as_short"
        | "__short_as_half"
        | "__half_as_ushort"
        | "__ushort_as_half"
        | "__bfloat16_as_short"
        | "__short_as_bfloat16"
        | "__bfloat16_as_ushort"
        | "__ushort_as_bfloat16" => {
            let is_float = name.ends_with("half") || name.ends_with("bfloat16");
            let ty = if is_float { HALF } else { Type::Int { signed: name.ends_with("_short"), bits: 16 } };
            bits_of(env, name, args, ty, span)
        }
        _ => {
            return halves::call(env, name, args, span)
                .or_else(|| packed::call(env, name, args, span))
                .or_else(|| words::call(env, name, args, span))
                .or_else(|| rounding::call(env, name, args, span));
        }
    })
}

/// The arguments as scalars.
pub fn scalars(env: &mut Env, name: &str, args: &[tree::Expr], needed: usize, span: Span) -> Lowered<Vec<Expr>> {
    count(env, name, args, needed, span)?;
    let (values, spans) = call::arguments(env, args)?;
    values.into_iter().zip(spans).map(|(value, span)| read(env, value, span)).collect()
}

/// A function of the bits of one argument, taken as an unsigned number; `ll` names work on 64 bits.
fn bits(
    env: &mut Env,
    name: &str,
    args: &[tree::Expr],
    span: Span,
    make: impl FnOnce(&Expr, u32, Span) -> Expr,
) -> Lowered<Value> {
    let ty = if name.ends_with("ll") { ULONG } else { Type::UINT };
    let given = scalars(env, name, args, 1, span)?.remove(0);
    let given = convert(given, ty, Conversion::Explicit);
    // Every bit is looked at: the argument is evaluated once.
    let x = if value::weight(&given) == 1 { given } else { read::temporary(env, "bits", given) };
    let width = size_of(ty) as u32 * 8;
    Ok(Value::Scalar(Expr { span, ..make(&x, width, span) }))
}

fn power(at: u32, ty: Type, span: Span) -> Expr {
    value::int(BigInt::from(1) << at, ty, span)
}

fn shifted(x: &Expr, by: u32, span: Span) -> Expr {
    if by == 0 { x.clone() } else { binary(Binary::Shr, x.clone(), value::int(by, Type::INT, span)) }
}

/// The bit at a position, as an `int`.
fn bit(x: &Expr, at: u32, span: Span) -> Expr {
    let one = binary(Binary::BitAnd, shifted(x, at, span), value::int(1, x.ty, span));
    convert(one, Type::INT, Conversion::Explicit)
}

fn one_if(cond: Expr, span: Span) -> Expr {
    let (one, zero) = (value::int(1, Type::INT, span), value::zero(Type::INT, span));
    Expr::new(ExprKind::Conditional(cond, one, zero), Type::INT, span)
}

fn sum(terms: impl Iterator<Item = Expr>, span: Span) -> Expr {
    terms.reduce(|a, b| binary(Binary::Add, a, b)).unwrap_or_else(|| value::zero(Type::INT, span))
}

/// A product of which the hardware reads 24 bits of each operand.
fn product24(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let signed = name == "__mul24";
    let ty = if signed { Type::INT } else { Type::UINT };
    let mut operands = scalars(env, name, args, 2, span)?;
    if env.config.ints == IntMode::Math {
        let assumption = format!("operands of `{name}` fit in 24 bits");
        if !env.kernel.assumptions.contains(&assumption) {
            env.kernel.assumptions.push(assumption);
        }
    }
    let narrowed = |e: Expr| {
        let narrow =
            convert(convert(e, ty, Conversion::Implicit), Type::Int { signed, bits: 24 }, Conversion::Implicit);
        convert(narrow, ty, Conversion::Implicit)
    };
    let b = narrowed(operands.remove(1));
    let a = narrowed(operands.remove(0));
    expr::arithmetic(env, BinaryOp::Mul, a, b, span).map(Value::Scalar)
}

/// The upper half of a product.
fn high(env: &mut Env, name: &str, ty: Type, wide: Type, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let mut operands = scalars(env, name, args, 2, span)?;
    let widened = |e: Expr| convert(convert(e, ty, Conversion::Implicit), wide, Conversion::Explicit);
    let b = widened(operands.remove(1));
    let a = widened(operands.remove(0));
    let product = binary(Binary::Mul, a, b);
    let upper = binary(Binary::Shr, product, value::int(32, Type::INT, span));
    Ok(Value::Scalar(Expr { span, ..convert(upper, ty, Conversion::Explicit) }))
}

/// `|x - y| + z`.
fn sad(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let mut operands = scalars(env, name, args, 3, span)?;
    let ty = if name == "__sad" { Type::INT } else { Type::UINT };
    let z = convert(operands.remove(2), Type::UINT, Conversion::Implicit);
    let y = convert(operands.remove(1), ty, Conversion::Implicit);
    let x = convert(operands.remove(0), ty, Conversion::Implicit);
    let (most, least) = (binary(Binary::Max, x.clone(), y.clone()), binary(Binary::Min, x, y));
    let distance = convert(binary(Binary::Sub, most, least), Type::UINT, Conversion::Implicit);
    Ok(Value::Scalar(Expr { span, ..binary(Binary::Add, distance, z) }))
}

/// Any value of a type; the arguments are evaluated.
fn any_of(env: &mut Env, name: &str, args: &[tree::Expr], needed: usize, ty: Type, span: Span) -> Lowered<Value> {
    for given in scalars(env, name, args, needed, span)? {
        read::keep(env, given);
    }
    Ok(Value::Scalar(any(env, name, ty, span)))
}

/// What only the bits of the argument say: any value of a type, and none that a run may be decided by.
fn bits_of(env: &mut Env, name: &str, args: &[tree::Expr], ty: Type, span: Span) -> Lowered<Value> {
    let given = scalars(env, name, args, 1, span)?.remove(0);
    read::keep(env, given);
    Ok(Value::Scalar(read::opaque(env, ty, span)))
}

/// Any value of a record type, and a defined one (R353).
pub fn any_record(env: &mut Env, ty: &RecordRef, name: &str, span: Span) -> Lowered<Value> {
    let object = construction::fresh(env, ty, name, span)?;
    for local in object::parts(env, object.bundle).0 {
        env.kernel.locals[local.index()].role = LocalRole::Temporary;
    }
    Ok(Value::Place(object.place()))
}

/// Any value of a type.
pub fn any(env: &mut Env, name: &str, ty: Type, span: Span) -> Expr {
    let local = env.new_local(name, ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Declare(local), span);
    env.read_local(local, span)
}

/// Functions that read a texture.
const TEXTURES: [&str; 11] = [
    "tex1Dfetch",
    "tex1D",
    "tex2D",
    "tex3D",
    "tex1DLod",
    "tex2DLod",
    "tex3DLod",
    "tex1DLayered",
    "tex2DLayered",
    "texCubemap",
    "tex2DGrad",
];

/// A texture's content is unknown: each fetch gives any value (R156).
fn texture(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if !TEXTURES.contains(&called.ident.as_str()) {
        return None;
    }
    env.facts.fetches = true;
    let [handle, coordinates @ ..] = args else { return None };
    let element = match called.template_args.as_deref() {
        Some([TemplateArg::Type(ty), ..]) => resolve::resolve(env, ty),
        _ => match reference(env, handle) {
            Some(element) => element,
            None => return Some(Err(env.unsupported(format!("call of `{}` without a type", called.ident), span))),
        },
    };
    Some(element.and_then(|element| {
        let (values, spans) = call::arguments(env, coordinates)?;
        for (value, span) in values.into_iter().zip(spans) {
            let coordinate = read(env, value, span)?;
            read::keep(env, coordinate);
        }
        match element {
            CType::Scalar(ty) => Ok(Value::Scalar(any(env, "texel", ty, span))),
            CType::Record(ty) => any_record(env, &ty, "texel", span),
            other => Err(env.unsupported(format!("texture of {}", other.name()), span)),
        }
    }))
}

/// What the elements of a texture reference are read as: `texture<float, 2> t;`.
fn reference(env: &mut Env, handle: &tree::Expr) -> Option<Lowered<CType>> {
    let tree::ExprKind::Name(name) = &handle.kind else { return None };
    let (_, declarator) = env.table.globals.get(name.ident.as_str())?.first()?;
    let TypeKind::Named(texture) = &declarator.ty.kind else { return None };
    let mut texture: &tree::Name = texture;
    // Behind names for it, of which there are few.
    for _ in 0..8 {
        if texture.ident == "texture" {
            break;
        }
        let [typedef] = env.table.typedefs.get(texture.ident.as_str())?[..] else { return None };
        let TypeKind::Named(meant) = &typedef.ty.kind else { return None };
        texture = meant;
    }
    if texture.ident != "texture" {
        return None;
    }
    let args = texture.template_args.as_deref()?;
    let TemplateArg::Type(element) = args.first()? else { return None };
    let normalised = args.iter().skip(1).any(|arg| {
        let name = match arg {
            TemplateArg::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }) => name,
            TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. }) => name,
            _ => return false,
        };
        name.ident == "cudaReadModeNormalizedFloat"
    });
    let element = resolve::resolve(env, element);
    Some(if normalised { element.map(|element| floats(env, &element)) } else { element })
}

/// The type of normalised texels: floats in place of integers.
fn floats(env: &mut Env, element: &CType) -> CType {
    let count = match element {
        CType::Record(record) => env.met.records[record.id].fields.len(),
        _ => return CType::Scalar(FLOAT),
    };
    match record::vector(env, &format!("float{count}")) {
        Some(ty) => CType::Record(ty),
        None => CType::Other("a normalised texture".into()),
    }
}
