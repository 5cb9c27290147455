//! Calls of CUDA's functions: their arguments are evaluated, but where the text of one says something.

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Value,
    types::{CType, shown},
    value,
};
use crate::cuda;
use crate::cuda::{
    functions::{Argument, Call, Function, Meaning, check_count},
    hints, limits, surfaces,
};
use crate::kernel::ir::{BarrierScope, Expr, Type};
use crate::lower::{
    expressions::{
        expr::{self, read},
        order,
    },
    names::resolve,
    objects::{construction, conversion, copy_assignment, pointer_like},
};
use crate::memory::{pointee, temporaries};
use crate::syntax::tree::{self, BinaryOp, TemplateArg, TypeKind};

use super::{barriers, call};

/// A call of a function that no declaration in the file gives.
pub fn call(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if let Some(made) = construction::maker(env, &called.ident, args, span) {
        return Some(made);
    }
    if let Some(result) = by_text(env, called, args, span) {
        return Some(result);
    }
    let function = cuda::named(called, args.len())?;
    Some(evaluated(env, &function, &called.ident, args, span))
}

/// A call whose arguments are evaluated first.
pub fn evaluated(env: &mut Env, function: &Function, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    function.check(env, name, args.len(), span)?;
    let args = arguments(env, args)?;
    apply(env, function, Call { name, args, span })
}

/// The values of arguments.
pub fn arguments(env: &mut Env, args: &[tree::Expr]) -> Lowered<Vec<Argument>> {
    let (values, spans) = call::arguments(env, args)?;
    Ok(values.into_iter().zip(spans).map(|(value, span)| Argument { value, span }).collect())
}

/// Arguments of which those that are objects are the numbers that their classes convert to, if they convert to no pointers.
pub fn as_numbers(env: &mut Env, args: Vec<Argument>) -> Lowered<Vec<Argument>> {
    let mut numbers = Vec::new();
    for Argument { value, span } in args {
        let converts = pointee::record_of(env, &value).is_some_and(|ty| {
            !pointer_like::has_pointer_conversion(env, &ty) && conversion::scalar_conversion(env, &ty).is_some()
        });
        let value = if converts { conversion::number_of(env, value, span)? } else { value };
        numbers.push(Argument { value, span });
    }
    Ok(numbers)
}

/// Objects are swapped by their copies, not by an `operator=` of the program.
fn refuse_assigned(env: &mut Env, args: &[Argument], span: Span) -> Lowered<()> {
    for Argument { value, .. } in args {
        let Some(ty) = pointee::record_of(env, value) else { continue };
        let is_plain = copy_assignment::is_copied_plainly(env, &ty) && !copy_assignment::may_take_template(env, &ty);
        if !is_plain || copy_assignment::has_assigned_parts(env, &ty) {
            return Err(env.unsupported(format!("`swap` of `{}`, which has an `operator=`", ty.name), span));
        }
    }
    Ok(())
}

/// What a function makes of its arguments.
pub fn apply(env: &mut Env, function: &Function, call: Call<Argument>) -> Lowered<Value> {
    let Call { name, args, span } = call;
    if name == "swap" {
        refuse_assigned(env, &args, span)?;
    }
    match function.meaning {
        Meaning::Numbers(meaning) => {
            let mut numbers = Vec::new();
            for Argument { value, span } in args {
                numbers.push(read(env, value, span)?);
            }
            let result = meaning(env, Call { name, args: numbers, span })?;
            Ok(Value::Scalar(Expr { span, ..result }))
        }
        Meaning::Values(meaning) => {
            let args = as_numbers(env, args)?;
            meaning(env, Call { name, args, span })
        }
        Meaning::Objects(meaning) => meaning(env, Call { name, args, span }),
        Meaning::Barrier(vote) => match (vote, args.into_iter().next()) {
            (Some(op), Some(Argument { value, span: at })) => {
                let said = read(env, value, at)?;
                Ok(barriers::vote(env, op, said, span))
            }
            _ => Ok(barriers::barrier(env, BarrierScope::Block, span)),
        },
    }
}

/// What the text of a call says: types, the names of modes, strings.
fn by_text(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let name = called.ident.as_str();
    if limits::is_limit(called) {
        return Some(limit(env, called, args, span));
    }
    match name {
        "printf" => Some(print(env, args)),
        // The second is what the texts of headers say: `NDEBUG` leaves it alone.
        "assert" | "gpuhoare_assert" => Some(assertion(env, args, span)),
        "__builtin_assume" | "__assume" => Some(promised(env, name, args, span)),
        "nan" | "nanf" => Some(one(name, env, args, span).map(|_| {
            let bits = if name == "nan" { 64 } else { 32 };
            Value::Scalar(limits::nan(env, bits, span))
        })),
        _ if surfaces::is_fetch(name) => fetch(env, called, args, span),
        _ => surfaces::Access::named(name).map(|access| surface(env, called, access, args, span)),
    }
}

/// The only argument.
fn one<'e>(name: &str, env: &mut Env, args: &'e [tree::Expr], span: Span) -> Lowered<&'e tree::Expr> {
    check_count(env, name, 1..=1, args.len(), span).map(|()| &args[0])
}

/// `std::numeric_limits<T>::max()` and the like, also without the call: `::digits`.
pub fn limit(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    check_count(env, &name.ident, 0..=0, args.len(), span)?;
    let known = match name.path_args.last() {
        Some(Some(of)) if let Some(TemplateArg::Type(of)) = of.first() => {
            let ty = resolve::resolve(env, of)?;
            limits::limit(env, &ty, &name.ident, span)
        }
        _ => None,
    };
    known.map(Value::Scalar).ok_or_else(|| env.unsupported(format!("call of `{}`", shown(name)), span))
}

/// `printf` has no effect, but what it prints is evaluated.
fn print(env: &mut Env, args: &[tree::Expr]) -> Lowered<Value> {
    let printed: Vec<&tree::Expr> = args.iter().filter(|arg| !matches!(arg.kind, tree::ExprKind::Str(_))).collect();
    for (value, arg) in order::operands(env, &printed)?.into_iter().zip(printed) {
        if !matches!(value, Value::Pointer(_) | Value::Row(_)) {
            let value = read(env, value, arg.span)?;
            temporaries::keep(env, value);
        }
    }
    Ok(Value::Scalar(value::zero(Type::INT, Span::default())))
}

/// `assert(e)`; a string joined to it by `&&` is its message.
fn assertion(env: &mut Env, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let mut asserted = one("assert", env, args, span)?;
    while let tree::ExprKind::Binary(BinaryOp::And, left, right) = &asserted.kind {
        match (&left.kind, &right.kind) {
            (_, tree::ExprKind::Str(_)) => asserted = left,
            (tree::ExprKind::Str(_), _) => asserted = right,
            _ => break,
        }
    }
    let expr = expr::proposition(env, asserted)?;
    hints::asserted(env, expr, span);
    Ok(Value::Void)
}

/// What the program promises the compiler is proved, as `assert` is: where it is false, the behaviour is undefined.
fn promised(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let promise = one(name, env, args, span)?;
    let (effects, promise) = env.captured(|env| expr::proposition(env, promise));
    let promise = promise?;
    if !effects.is_empty() {
        return Err(env.unsupported(format!("side effects in `{name}`"), span));
    }
    hints::asserted(env, promise, span);
    Ok(Value::Void)
}

/// The type among the template arguments of a call.
fn given_type(env: &mut Env, called: &tree::Name) -> Option<Lowered<CType>> {
    match called.template_args.as_deref() {
        Some([TemplateArg::Type(ty), ..]) => Some(resolve::resolve(env, ty)),
        _ => None,
    }
}

/// A read of a texture.
fn fetch(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    env.facts.fetches = true;
    let [handle, coordinates @ ..] = args else { return None };
    let Some(element) = given_type(env, called).or_else(|| reference(env, handle)) else {
        return Some(Err(env.unsupported(format!("call of `{}` without a type", called.ident), span)));
    };
    Some(element.and_then(|element| {
        let coordinates = arguments(env, coordinates)?;
        let coordinates = as_numbers(env, coordinates)?;
        surfaces::fetch(env, element, coordinates, span)
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
    Some(if normalised { element.map(|element| surfaces::floats(env, &element)) } else { element })
}

/// An access of a surface, with or without a boundary mode.
fn surface(
    env: &mut Env,
    called: &tree::Name,
    access: surfaces::Access,
    args: &[tree::Expr],
    span: Span,
) -> Lowered<Value> {
    let name = &called.ident;
    let (mode, args) = match args.split_last() {
        Some((last, rest)) if let Some(mode) = surfaces::mode(last) => (mode, rest),
        _ => (surfaces::Mode::Trap, args),
    };
    let Some(has_data) = access.has_data(args.len()) else {
        return Err(env.unsupported(format!("call of `{name}` with these arguments"), span));
    };
    if env.nesting.contracts > 0 {
        return Err(env.unsupported(format!("call of `{name}` in a function that has a contract"), span));
    }
    let mut args = arguments(env, args)?;
    let coordinates = args.split_off(usize::from(has_data));
    args.extend(as_numbers(env, coordinates)?);
    let element = given_type(env, called).transpose()?;
    if element.is_none() && !has_data {
        return Err(env.unsupported(format!("call of `{name}` without a type"), span));
    }
    surfaces::access(env, access, (mode, element), args, span)
}
