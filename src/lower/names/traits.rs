//! The part of `<type_traits>` that kernels use: what is known of types when a template is instantiated (R204).

use crate::base::Span;
use crate::cpp::Note;
use crate::cpp::{
    Entity, Env, Lowered, Scope,
    types::{CType, shown},
    value,
};
use crate::kernel::ir::{Expr, Type};
use crate::lower::expressions::expr;
use crate::syntax::{
    disambiguate::names::is_trait,
    tree::{self, Function, TemplateArg, TemplateParam, TemplateParamKind, TypeKind},
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
        Some(known) => Ok(value::boolean(known, span)),
        None => Err(env.unsupported(format!("`{}`", shown(name)), span)),
    }))
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
        ("is_arithmetic", [(_, ty)]) => {
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
    let several = matches!(
        a,
        CType::Scalar(Type::Int { bits: 64, .. } | Type::Int { signed: true, bits: 8 } | Type::Float { bits: 16 })
    );
    if several || env.met.const_arguments || is_qualified(env, left) || is_qualified(env, right) {
        return Err(env.unsupported("`std::is_same` of types that are not told apart", span));
    }
    Ok(Some(true))
}

/// Whether the type may stand for several types of C++ (R250), by what the file names.
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

/// Whether the type is one of several types of numbers that are one here (R290): `long` and `long long`, `char` and `signed char`.
pub fn is_merged(env: &Env, ty: &CType) -> bool {
    some_part(ty, &|part| match part {
        CType::Scalar(own) => is_merged_scalar(env, *own),
        CType::Record(record) => env.met.records[record.id].is_merged,
        _ => false,
    })
}

/// Whether the function that is lowered here may be several ones: instances for types that are one here (R290).
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
fn some_part(ty: &CType, holds: &dyn Fn(&CType) -> bool) -> bool {
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

/// `std::conditional<c, A, B>::type`, `std::enable_if_t<c, T>` and the like.
pub fn ty(env: &mut Env, name: &tree::Name) -> Option<Lowered<CType>> {
    let (class, args) = named(name, "type", "_t")?;
    Some(
        transformed(env, class, args, name)
            .map(|found| found.unwrap_or_else(|| CType::Other(format!("type `{}`", shown(name))))),
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

/// Whether the `enable_if`s in a function's template parameters, result and parameters let it take part.
pub fn allowed(env: &mut Env, function: &Function, bindings: &Scope) -> Lowered<bool> {
    let of_template = function.template.iter().filter_map(|param| match &param.kind {
        TemplateParamKind::Type(Some(ty)) | TemplateParamKind::Value(ty, _) => Some(ty),
        TemplateParamKind::Type(None) | TemplateParamKind::Other(_) => None,
    });
    let mentioned = of_template.chain([&function.return_type]).chain(function.params.iter().map(|param| &param.ty));
    for ty in mentioned {
        let TypeKind::Named(name) = &ty.innermost().kind else { continue };
        let Some(("enable_if", [test, ..])) = named(name, "type", "_t") else { continue };
        if !env.with_scopes(vec![bindings.clone()], |env| condition(env, test, name.span))? {
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
