//! Enumerations: the type that holds their values, and the values (LOOKUP-20).

use num_bigint::BigInt;

use crate::base::Span;
use crate::cpp::{
    Entity, Env, KnownEnumeration, Lowered,
    types::{CType, INDEX, SIZE},
    value, vectors,
};
use crate::kernel::ir::Type;
use crate::lower::{expressions::expr, objects::member};
use crate::syntax::tree::{self, Enumeration, Function, TypeKind, UnaryOp};

use super::{record, resolve};

/// The enumeration with its values, where it stands. Within the list the names are known as they are.
fn known(env: &mut Env, enumeration: &Enumeration) -> Lowered<KnownEnumeration> {
    met(env, enumeration);
    let written = match &enumeration.underlying {
        Some(ty) => match resolve::resolve(env, ty)? {
            CType::Scalar(ty) => Some(ty),
            other => return Err(env.unsupported(format!("enumeration of {}", other.name()), enumeration.span)),
        },
        None => None,
    };
    let values = env.scoped(|env| {
        let (mut next, mut values) = (Some(BigInt::from(0)), Vec::new());
        for (name, given) in &enumeration.values {
            if let Some(given) = given {
                // What is wrong with it is said where the enumerator is used.
                next = env.attempt(|env| expr::constant(env, given).ok());
            }
            let entity = match &next {
                Some(next) => Entity::Value(value::int(next.clone(), written.unwrap_or(holding([next])), name.span)),
                None => Entity::Unsupported(format!("`{}`, whose value is not known", name.text)),
            };
            env.declare(&name.text, entity);
            values.push(next.clone());
            next = next.map(|next| next + 1);
        }
        Ok(values)
    })?;
    // Where nothing is written it is the first that holds them all.
    let ty = written.unwrap_or_else(|| holding(values.iter().flatten()));
    Ok(KnownEnumeration { ty, values })
}

fn met(env: &mut Env, enumeration: &Enumeration) {
    env.met.enums_met = true;
    env.met.enums_named.extend(enumeration.name.as_ref().map(|name| name.text.clone()));
}

/// The first type from `int` on that holds all of the values.
fn holding<'v>(values: impl IntoIterator<Item = &'v BigInt>) -> Type {
    let values: Vec<&BigInt> = values.into_iter().collect();
    let fits =
        |ty: &Type| ty.range().is_some_and(|(low, high)| values.iter().all(|known| low <= **known && **known <= high));
    [Type::INT, Type::UINT, INDEX].into_iter().find(fits).unwrap_or(SIZE)
}

/// An enumeration of file level.
pub fn of_file(env: &mut Env, enumeration: &Enumeration) -> Lowered<KnownEnumeration> {
    met(env, enumeration);
    if let Some(known) = env.met.enums.get(&enumeration.span) {
        return Ok(known.clone());
    }
    let known = env.in_namespace((enumeration.scope.clone(), enumeration.order), |env| known(env, enumeration))?;
    env.met.enums.insert(enumeration.span, known.clone());
    Ok(known)
}

/// The enumerator of file level at a position.
pub fn enumerator(env: &mut Env, enumeration: &Enumeration, at: usize) -> Lowered<Entity> {
    let known = of_file(env, enumeration)?;
    let (name, given) = &enumeration.values[at];
    match (&known.values[at], given) {
        (Some(value), _) => Ok(Entity::Value(value::int(value.clone(), known.ty, name.span))),
        (None, Some(given)) => {
            let value = expr::constant(env, given)?;
            Ok(Entity::Value(value::int(value, known.ty, name.span)))
        }
        (None, None) => Ok(Entity::Unsupported(format!("`{}`, whose value is not known", name.text))),
    }
}

/// Declares what an enumeration of a function or class does: its enumerators by their names, unless it is scoped,
/// and by way of its own name.
pub fn declare(env: &mut Env, enumeration: &Enumeration) -> Lowered<()> {
    let known = known(env, enumeration)?;
    env.met.enums.insert(enumeration.span, known.clone());
    for ((name, _), value) in enumeration.values.iter().zip(&known.values) {
        let entity = match value {
            Some(value) => Entity::Value(value::int(value.clone(), known.ty, name.span)),
            None => Entity::Unsupported(format!("`{}`, whose value is not known", name.text)),
        };
        if let Some(own) = &enumeration.name {
            env.declare(&record::enumerator_key(&own.text, &name.text), entity.clone());
        }
        if !enumeration.is_scoped {
            env.declare(&name.text, entity);
        }
    }
    if let Some(name) = &enumeration.name {
        env.declare(&name.text, Entity::Type(CType::Scalar(known.ty)));
    }
    Ok(())
}

/// An operator on numbers that may be one of the program's, for an enumeration, is `unsupported`: an enumerator is a number here.
pub fn refuse_operator(
    env: &mut Env,
    symbol: &str,
    operands: &[(&tree::Expr, Option<Type>)],
    span: Span,
) -> Lowered<()> {
    let Some(functions) = env.table.functions.get(format!("operator{symbol}").as_str()) else { return Ok(()) };
    let is_for_numbers = |function: &&&Function| {
        // C++ tells `x++` by another parameter.
        let is_postfix = operands.len() == 1 && function.params.len() == 2;
        let mut has_enumeration = false;
        let fits = function.params.iter().zip(operands).all(|(param, (operand, ty))| {
            let is_integral = matches!(ty, Some(Type::Int { .. } | Type::Bool));
            let may_be = is_open(function, &param.ty) && env.met.enums_met || is_met(env, &param.ty);
            let takes = may_be && is_integral && may_be_enumerator(operand);
            has_enumeration |= takes;
            takes || !may_be && !is_class(env, &param.ty)
        });
        (is_postfix || function.params.len() == operands.len()) && fits && has_enumeration
    };
    match functions.iter().find(is_for_numbers) {
        None => Ok(()),
        Some(_) => Err(env.unsupported(format!("`operator{symbol}` of an enumeration"), span)),
    }
}

/// Whether a type is an enumeration that was met. Of those by other names and of classes that is not known.
fn is_met(env: &Env, ty: &tree::Type) -> bool {
    let ty = match &ty.kind {
        TypeKind::Reference(to) => to,
        _ => ty,
    };
    let TypeKind::Named(name) = &ty.kind else { return false };
    let is_known = env.table.enumerations.named.contains_key(name.ident.as_str());
    env.table.is_enumeration(ty) && (!is_known || env.met.enums_named.contains(&name.ident))
}

/// Whether a parameter's type is a template parameter, which may stand for an enumeration.
fn is_open(function: &Function, ty: &tree::Type) -> bool {
    match &ty.kind {
        TypeKind::Reference(to) => is_open(function, to),
        TypeKind::Named(name) => {
            function.template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident))
        }
        _ => false,
    }
}

fn is_class(env: &Env, ty: &tree::Type) -> bool {
    match &ty.kind {
        TypeKind::Reference(to) => is_class(env, to),
        TypeKind::Named(name) => {
            env.table.classes.records.contains_key(name.ident.as_str()) || vectors::is_vector(&name.ident)
        }
        _ => false,
    }
}

/// Whether an expression may be of an enumeration, by its form.
fn may_be_enumerator(e: &tree::Expr) -> bool {
    use tree::ExprKind;
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Float { .. } | ExprKind::Bool(_) | ExprKind::Char(_) => false,
        ExprKind::Member { base, .. } => {
            !matches!(&base.kind, ExprKind::Name(name) if member::is_launch_variable(&name.ident))
        }
        ExprKind::Unary(UnaryOp::Deref, _) => true,
        // Of an enumeration they would be the program's.
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::SizeofType(_) | ExprKind::SizeofExpr(_) => false,
        ExprKind::Cast(_, ty, _) => matches!(ty.kind, TypeKind::Named(_)),
        _ => true,
    }
}

/// A comma between operands where the program has an operator of its own: it may be that.
pub fn refuse_comma(env: &mut Env, span: Span) -> Lowered<()> {
    if env.table.has_comma { Err(env.unsupported("an overloaded comma", span)) } else { Ok(()) }
}
