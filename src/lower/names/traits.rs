//! The part of `<type_traits>` that kernels use: what is known of types when a template is instantiated (TEMPLATE-22).

use crate::base::Span;
use crate::cpp::Note;
use crate::cpp::{
    Entity, Env, Lowered, Scope,
    candidates::Callable,
    types::{CType, shown},
    value,
};
use crate::kernel::ir::{Expr, Type};
use crate::lower::expressions::expr;
use crate::syntax::{
    disambiguate::names::is_trait,
    tree::{self, TemplateArg, TemplateParam, TemplateParamKind, TypeKind},
};

use super::resolve;

/// A trait by its name without `_v` and `_t`, and its arguments: `is_same<A, B>::value`, `is_same_v<A, B>`.
fn named<'n>(name: &'n tree::Name, member: &str, suffix: &str) -> Option<(&'n str, &'n [TemplateArg])> {
    let (class, args) = match name.path.split_last() {
        Some((class, of)) if name.ident == member && of.first().is_some_and(|space| is_standard(space)) => {
            (class.split('<').next()?, name.path_args.last()?.as_deref()?)
        }
        Some((_, _)) if is_standard(&name.path[0]) => {
            (name.ident.strip_suffix(suffix)?, name.template_args.as_deref()?)
        }
        _ => return None,
    };
    is_trait(class).then_some((class, args))
}

/// Whether a name is `std::enable_if<...>::type` or `std::enable_if_t<...>`.
pub fn is_enable_if(name: &tree::Name) -> bool {
    matches!(named(name, "type", "_t"), Some(("enable_if", _)))
}

fn is_standard(space: &str) -> bool {
    matches!(space, "std" | "cuda")
}

/// `std::is_same<A, B>::value`, `std::is_integral_v<T>`.
pub fn value(env: &mut Env, name: &tree::Name, span: Span) -> Option<Lowered<Expr>> {
    let (class, args) = named(name, "value", "_v")?;
    Some(predicate(env, class, args, span).and_then(|known| match known {
        Some(_) if of_numbers(class) && args.iter().any(|arg| may_be_enumeration(env, arg)) => {
            Err(env.unsupported(format!("`std::{class}` of a type that may be an enumeration"), span))
        }
        Some(known) => Ok(value::boolean(known, span)),
        None => Err(env.unsupported(format!("`{}`", shown(name)), span)),
    }))
}

/// Whether what a trait says of an integer differs from what it says of an enumeration of that type.
fn of_numbers(class: &str) -> bool {
    matches!(class, "is_integral" | "is_arithmetic" | "is_signed" | "is_unsigned")
}

/// Whether a template argument may be an enumeration, which is a number here. A type that is written out is none.
fn may_be_enumeration(env: &mut Env, arg: &TemplateArg) -> bool {
    let TemplateArg::Type(ty) = arg else { return false };
    match resolve::resolve(env, ty) {
        Ok(CType::Scalar(own)) => matches!(ty.kind, TypeKind::Named(_)) && is_of_enumeration(env, own),
        _ => false,
    }
}

/// Whether an enumeration that was met may have its values in the type.
fn is_of_enumeration(env: &Env, own: Type) -> bool {
    let is_wide = matches!(own, Type::Int { bits, .. } if bits >= 32 || env.table.enumerations.has_sized);
    env.met.enums_met && is_wide || env.met.enums.values().any(|known| known.ty == own)
}

fn predicate(env: &mut Env, class: &str, args: &[TemplateArg], span: Span) -> Lowered<Option<bool>> {
    let mut types = Vec::new();
    for arg in args {
        let TemplateArg::Type(ty) = arg else { return Ok(None) };
        types.push((ty, resolve::resolve(env, ty)?));
    }
    Ok(match (class, types.as_slice()) {
        (_, [(_, CType::Other(_))]) => None,
        ("is_same", [a, b]) => same(env, a, b, span)?,
        ("is_integral", [(_, ty)]) => Some(matches!(ty, CType::Scalar(Type::Bool | Type::Int { .. }))),
        ("is_floating_point", [(_, ty)]) => Some(is_float(ty)),
        // In our own headers, where an enumeration is taken as the integer that it is here.
        ("is_arithmetic" | "gpuhoare_is_number", [(_, ty)]) => {
            Some(is_float(ty) || matches!(ty, CType::Scalar(Type::Bool | Type::Int { .. })))
        }
        ("is_signed", [(_, ty)]) => Some(is_float(ty) || matches!(ty, CType::Scalar(Type::Int { signed: true, .. }))),
        ("is_unsigned", [(_, ty)]) => Some(matches!(ty, CType::Scalar(Type::Bool | Type::Int { signed: false, .. }))),
        ("is_pointer", [(_, ty)]) => Some(matches!(ty, CType::Pointer { .. })),
        ("is_void", [(_, ty)]) => Some(matches!(ty, CType::Void)),
        _ => None,
    })
}

/// Halves are classes.
fn is_float(ty: &CType) -> bool {
    matches!(ty, CType::Scalar(Type::Float { bits: 32 | 64 }))
}

/// Whether two types are one. Types that differ here differ in C++; of some that are one here (`long` and `long long`, the two
/// floats of 16 bits, `char` and `signed char`, with and without `const`) C++ has two.
fn same(
    env: &mut Env,
    (left, a): &(&tree::Type, CType),
    (right, b): &(&tree::Type, CType),
    span: Span,
) -> Lowered<Option<bool>> {
    if matches!(a, CType::Other(_)) || matches!(b, CType::Other(_)) {
        return Ok(None);
    }
    if !a.same(b) {
        return Ok(Some(false));
    }
    let may_be_named = matches!(left.kind, TypeKind::Named(_)) || matches!(right.kind, TypeKind::Named(_));
    let may_differ = |part: &CType| match part {
        CType::Scalar(Type::Int { bits: 64, .. } | Type::Int { signed: true, bits: 8 } | Type::Float { bits: 16 }) => {
            true
        }
        CType::Scalar(own) => is_of_enumeration(env, *own) && (may_be_named || !matches!(a, CType::Scalar(_))),
        CType::Other(_) => true,
        _ => false,
    };
    let several = is_merged(env, a) || some_part(a, &may_differ);
    if several || env.met.const_arguments || is_qualified(env, left) || is_qualified(env, right) {
        return Err(env.unsupported("`std::is_same` of types that are not told apart", span));
    }
    Ok(Some(true))
}

/// Whether the type may stand for several types of C++ (TEMPLATE-18), by what the file names.
pub fn is_ambiguous(env: &Env, ty: &CType) -> bool {
    some_part(ty, &|part| match part {
        // An enumeration of that type.
        CType::Scalar(own @ Type::Int { bits, .. }) => {
            env.table.enumerations.has_sized
                || env.met.enums.values().any(|known| known.ty == *own)
                || *bits == 32 && env.met.enums_met
                || is_merged_scalar(env, *own)
        }
        CType::Scalar(own) => is_merged_scalar(env, *own),
        CType::Other(_) => true,
        _ => false,
    })
}

/// Whether the type is one of several types of numbers that are one here (TEMPLATE-19): `long` and `long long`, `char` and `signed char`.
pub fn is_merged(env: &Env, ty: &CType) -> bool {
    some_part(ty, &|part| match part {
        CType::Scalar(own) => is_merged_scalar(env, *own),
        CType::Record(record) => env.met.records[record.id].is_merged,
        _ => false,
    })
}

/// Whether the function that is lowered here may be several ones: instances for types that are one here (TEMPLATE-19).
pub fn in_merged(env: &Env) -> bool {
    let of_type = |entity: &Entity| matches!(entity, Entity::Type(ty) if is_merged(env, ty));
    env.scopes.first().is_some_and(|bindings| {
        env.frame.is_template && bindings.values().any(of_type)
            || bindings.all_noted(Note::AutoType).any(|(_, entity)| of_type(entity))
    }) || env.frame.record.is_some_and(|record| env.met.records[record].is_merged)
}

fn is_merged_scalar(env: &Env, ty: Type) -> bool {
    let spelt = &env.table.spellings;
    match ty {
        // The difference of two pointers is `long`, spelt or not.
        Type::Int { signed: true, bits: 64 } => spelt.long_long,
        Type::Int { signed: false, bits: 64 } => spelt.long_long && spelt.long,
        Type::Int { signed: true, bits: 8 } => spelt.signed_char && spelt.plain_char,
        Type::Int { .. } => spelt.wide_char,
        Type::Float { bits: 16 } => spelt.half && spelt.bfloat,
        Type::Float { bits: 64 } => spelt.long_double,
        _ => false,
    }
}

/// Whether something holds of a type or of what it leads to or is made with.
pub fn some_part(ty: &CType, holds: &dyn Fn(&CType) -> bool) -> bool {
    holds(ty)
        || match ty {
            CType::Pointer { to, .. } | CType::Reference { to, .. } | CType::Array { of: to, .. } => {
                some_part(to, holds)
            }
            CType::Record(record) => record.args.iter().any(|arg| match arg {
                Entity::Type(ty) => some_part(ty, holds),
                _ => false,
            }),
            _ => false,
        }
}

/// The type is `const` or `volatile`, or its name may stand for one that is.
pub fn is_qualified(env: &Env, ty: &tree::Type) -> bool {
    if ty.qualifiers.is_const || ty.qualifiers.is_volatile {
        return true;
    }
    let TypeKind::Named(name) = &ty.kind else { return false };
    let typedefs = env.table.typedefs.get(name.ident.as_str());
    typedefs.is_some_and(|all| all.iter().any(|typedef| resolve::is_const(&typedef.ty)))
}

/// How the type is called that an `enable_if` does not have.
pub const MISSING: &str = "a missing type";

/// `std::conditional<c, A, B>::type`, `std::enable_if_t<c, T>` and the like.
pub fn ty(env: &mut Env, name: &tree::Name) -> Option<Lowered<CType>> {
    let (class, args) = named(name, "type", "_t")?;
    let missing = if class == "enable_if" { MISSING } else { "type" };
    Some(
        transformed(env, class, args, name)
            .map(|found| found.unwrap_or_else(|| CType::Other(format!("{missing} `{}`", shown(name))))),
    )
}

fn transformed(env: &mut Env, class: &str, args: &[TemplateArg], name: &tree::Name) -> Lowered<Option<CType>> {
    match (class, args) {
        ("conditional", [test, TemplateArg::Type(a), TemplateArg::Type(b)]) => {
            let chosen = if condition(env, test, name.span)? { a } else { b };
            return resolve::resolve(env, chosen).map(Some);
        }
        ("enable_if", [test, rest @ ..]) => {
            if !condition(env, test, name.span)? {
                return Ok(None);
            }
            return match rest {
                [] => Ok(Some(CType::Void)),
                [TemplateArg::Type(ty)] => resolve::resolve(env, ty).map(Some),
                _ => Ok(None),
            };
        }
        _ => {}
    }
    let [TemplateArg::Type(of)] = args else { return Ok(None) };
    let of = resolve::resolve(env, of)?;
    Ok(match (class, of) {
        ("remove_reference" | "remove_cvref" | "decay", CType::Reference { to, .. }) => Some(*to),
        ("decay", CType::Array { .. }) => None,
        // What is `const` is no part of the type of a value.
        ("remove_const" | "remove_volatile" | "remove_cv" | "remove_reference" | "remove_cvref" | "decay", of) => {
            Some(of)
        }
        ("remove_pointer", CType::Pointer { to, .. }) => Some(*to),
        ("make_signed", CType::Scalar(Type::Int { bits, .. })) => Some(CType::Scalar(Type::Int { signed: true, bits })),
        ("make_unsigned", CType::Scalar(Type::Int { bits, .. })) => {
            Some(CType::Scalar(Type::Int { signed: false, bits }))
        }
        _ => None,
    })
}

/// The truth of a template argument.
fn condition(env: &mut Env, arg: &TemplateArg, span: Span) -> Lowered<bool> {
    let (effects, lowered) = env.captured(|env| match arg {
        TemplateArg::Value(e) => expr::proposition(env, e),
        // The grammar takes a lone name for a type.
        TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. }) => {
            let name = tree::Expr { kind: tree::ExprKind::Name(name.clone()), span };
            expr::proposition(env, &name)
        }
        TemplateArg::Type(_) => Err(env.unsupported("a condition that is a type", span)),
    });
    let lowered = lowered?;
    match value::constant(&lowered) {
        Some(value::Constant::Bool(known)) if effects.is_empty() => Ok(known),
        _ => Err(env.unsupported("a condition of types that is no constant", span)),
    }
}

/// The same of CUDA's own functions on numbers, which take an enumeration as the integer that it converts to.
fn condition_of_cuda(env: &mut Env, arg: &TemplateArg, span: Span) -> Lowered<bool> {
    let (TemplateArg::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. })
    | TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. })) = arg
    else {
        return condition(env, arg, span);
    };
    let known = match named(name, "value", "_v") {
        Some((class, args)) => predicate(env, class, args, span)?,
        None => None,
    };
    known.map_or_else(|| condition(env, arg, span), Ok)
}

/// Whether the `enable_if`s in a function's template parameters, result and parameters let it take part.
pub fn allowed(env: &mut Env, callable: Callable, bindings: &Scope) -> Lowered<bool> {
    let function = callable.function;
    let of_template = function.template.iter().filter_map(|param| match &param.kind {
        TemplateParamKind::Type(Some(ty)) | TemplateParamKind::Value(ty, _) => Some(ty),
        TemplateParamKind::Type(None) | TemplateParamKind::Other(_) => None,
    });
    let mentioned = of_template.chain([&function.return_type]).chain(function.params.iter().map(|param| &param.ty));
    for ty in mentioned {
        let TypeKind::Named(name) = &ty.innermost().kind else { continue };
        let Some(("enable_if", [test, ..])) = named(name, "type", "_t") else { continue };
        let holds = env.with_scopes(vec![bindings.clone()], |env| match callable.is_of_cuda {
            true => condition_of_cuda(env, test, name.span),
            false => condition(env, test, name.span),
        });
        if !holds? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Notes where a template parameter may stand for a type with `const`, and says so: by an argument that is written so, or by what is passed for
/// `T *` or `T &`.
pub fn note_const(env: &mut Env, template: &[TemplateParam], param: &tree::Type, given: &CType) -> bool {
    let hidden = match (&param.kind, given) {
        (TypeKind::Pointer(inner), CType::Pointer { to_const, .. }) => {
            *to_const && !resolve::is_const(inner) && is_open(template, inner)
        }
        (TypeKind::Reference(inner), _) => !resolve::is_const(inner) && is_open(template, inner),
        _ => false,
    };
    env.met.const_arguments |= hidden;
    hidden
}

/// Whether what a pattern stands for is for the argument to say.
fn is_open(template: &[TemplateParam], pattern: &tree::Type) -> bool {
    match &pattern.kind {
        TypeKind::Named(name) => {
            template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident))
                || name.template_args.is_some()
        }
        TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } => false,
        _ => true,
    }
}
