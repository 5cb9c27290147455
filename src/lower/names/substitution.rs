//! Whether there are the types that a template mentions, for its arguments: where one is missing C++ leaves the
//! template out.

use crate::cpp::{Entity, Env, Scope, types::CType};
use crate::lower::expressions::expr;
use crate::syntax::tree::{self, ExprKind, Function, TemplateArg, TemplateParamKind, TypeKind};

use super::{resolve, traits};

/// What the arguments make of what a template mentions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Substitution {
    /// Everything is there.
    Holds,
    /// Something may be missing, or is not modelled.
    Unknown,
    /// Something is missing.
    Fails,
}

/// Of the template parameters, result and parameters of a function, and of what the template parameters are by default.
pub fn of_function(env: &mut Env, function: &Function, bindings: &Scope) -> Substitution {
    let mut found = Substitution::Holds;
    for param in &function.template {
        found = found.max(match &param.kind {
            TemplateParamKind::Type(Some(ty)) => of_type(env, ty, bindings),
            TemplateParamKind::Value(ty, default) => {
                let of_default = default.as_ref().map_or(Substitution::Holds, |e| of_value(env, e, bindings));
                of_type(env, ty, bindings).max(of_default)
            }
            TemplateParamKind::Type(None) | TemplateParamKind::Other(_) => Substitution::Holds,
        });
    }
    if function.template.is_empty() {
        return found;
    }
    let types = function.params.iter().map(|param| &param.ty).chain([&function.return_type]);
    types.fold(found, |found, ty| found.max(of_type(env, ty, bindings)))
}

/// Of a type, and of the types and values in it.
pub fn of_type(env: &mut Env, ty: &tree::Type, bindings: &Scope) -> Substitution {
    match &ty.kind {
        TypeKind::Pointer(to) | TypeKind::Reference(to) => of_type(env, to, bindings),
        TypeKind::Array(of, extent) => {
            let of_extent = extent.as_ref().map_or(Substitution::Holds, |e| of_value(env, e, bindings));
            of_type(env, of, bindings).max(of_extent)
        }
        TypeKind::Decltype(_) => resolved(env, ty, bindings),
        TypeKind::Named(name) if !name.is_plain() => of_name(env, ty, name, bindings),
        _ => Substitution::Holds,
    }
}

fn of_name(env: &mut Env, ty: &tree::Type, name: &tree::Name, bindings: &Scope) -> Substitution {
    let of_args = name.all_args().fold(Substitution::Holds, |found, arg| found.max(of_arg(env, arg, bindings)));
    // A number has no members.
    let of_number = match name.path.first().and_then(|first| bindings.get(first)) {
        Some(Entity::Type(CType::Scalar(_) | CType::Pointer { .. } | CType::Void)) => Substitution::Fails,
        _ => Substitution::Holds,
    };
    // An instance of a class need not be made.
    let is_class = name.path.is_empty() && env.table.classes.records.contains_key(name.ident.as_str());
    let of_all = of_args.max(of_number);
    if is_class || of_all == Substitution::Fails { of_all } else { of_all.max(resolved(env, ty, bindings)) }
}

/// The grammar may take a type's name for a value's, and the other way round.
fn of_arg(env: &mut Env, arg: &TemplateArg, bindings: &Scope) -> Substitution {
    match arg {
        TemplateArg::Type(ty @ tree::Type { kind: TypeKind::Named(name), span, .. }) if !name.is_plain() => {
            let e = tree::Expr { kind: ExprKind::Name(name.clone()), span: *span };
            match of_type(env, ty, bindings) {
                Substitution::Holds => Substitution::Holds,
                found => {
                    if of_value(env, &e, bindings) == Substitution::Holds {
                        Substitution::Holds
                    } else {
                        found
                    }
                }
            }
        }
        TemplateArg::Type(ty) => of_type(env, ty, bindings),
        TemplateArg::Value(tree::Expr { kind: ExprKind::Name(name), span }) => {
            let arg = tree::Type::new(TypeKind::Named(name.clone()), *span);
            let e = tree::Expr { kind: ExprKind::Name(name.clone()), span: *span };
            match of_value(env, &e, bindings) {
                Substitution::Holds => Substitution::Holds,
                found => found.min(of_type(env, &arg, bindings)),
            }
        }
        TemplateArg::Value(e) => of_value(env, e, bindings),
    }
}

fn of_value(env: &mut Env, e: &tree::Expr, bindings: &Scope) -> Substitution {
    let is_known = match &e.kind {
        ExprKind::Int(_) | ExprKind::Float { .. } | ExprKind::Bool(_) | ExprKind::Char(_) | ExprKind::Nullptr => true,
        ExprKind::Name(name) => name.is_plain(),
        _ => false,
    };
    let scopes = vec![bindings.clone()];
    let lowers = is_known || env.ask(|env| env.with_scopes(scopes, |env| expr::rvalue(env, e).is_ok()));
    if lowers { Substitution::Holds } else { Substitution::Unknown }
}

fn resolved(env: &mut Env, ty: &tree::Type, bindings: &Scope) -> Substitution {
    let scopes = vec![bindings.clone()];
    let found = env.ask(|env| env.with_scopes(scopes, |env| resolve::resolve(env, ty)));
    match found {
        Ok(CType::Other(what)) if what.starts_with(traits::MISSING) => Substitution::Fails,
        Ok(ty) if !traits::some_part(&ty, &|part| matches!(part, CType::Other(_))) => Substitution::Holds,
        _ => Substitution::Unknown,
    }
}
