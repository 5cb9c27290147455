//! Functions that a call may mean, with what their parameters make of the arguments.

use crate::cpp::{
    Entity, Env, Lowered, Scope, Value,
    candidates::{self, Callable, Candidate, Doubt},
    types::{self, CType},
};
use crate::lower::names::{
    resolve,
    substitution::{self, Substitution},
    traits,
};
use crate::memory::constness;
use crate::syntax::tree::{self, Function, TemplateArg, TypeKind, rename};

use super::{deduction, fits, passing};

/// A function with its template arguments, if it can take the arguments.
pub fn candidate<'a>(
    env: &mut Env,
    name: &tree::Name,
    callable: Callable<'a>,
    args: &[Value],
) -> Lowered<Option<Candidate<'a>>> {
    let function = callable.function;
    let Some(bindings) = deduction::template_arguments(env, name, callable, args)? else { return Ok(None) };
    let substitution = match callable.is_of_cuda {
        true => Substitution::Holds,
        false => substitution::of_function(env, function, &bindings),
    };
    if substitution == Substitution::Fails {
        return Ok(None);
    }
    let scopes = vec![bindings.clone()];
    let params: Lowered<Vec<CType>> =
        env.with_scopes(scopes, |env| function.params.iter().map(|param| resolve::parameter(env, &param.ty)).collect());
    let mut params = params?;
    let mut fits = Vec::new();
    for (at, value) in args.iter().enumerate() {
        let Some(mut fit) = fits::fit(env, value, &params[at]) else { return Ok(None) };
        if fit.through == candidates::Through::Write
            && is_as_given(env, name, function, &bindings, &function.params[at].ty)
        {
            fit.through = candidates::Through::AsGiven;
            if constness::of(env, value) == Some(true)
                && let CType::Pointer { to_const, .. } | CType::Reference { to_const, .. } = &mut params[at]
            {
                *to_const = true;
            }
        }
        fits.push(fit);
    }
    let doubts = doubts(env, name, callable, &params, &fits);
    let class = callable.record.map_or_else(String::new, |record| format!("{}::", env.met.records[record].ty.name));
    let instance = format!("{class}{}{}", function.name.text, passing::bindings_name(function, &bindings));
    Ok(Some(Candidate {
        function,
        record: callable.record,
        bindings,
        params,
        instance,
        fits,
        doubts,
        is_doubtful: substitution == Substitution::Unknown,
        is_later: callable.is_later,
        is_of_cuda: callable.is_of_cuda,
    }))
}

/// The arguments of which it is not known whether they are of the parameter's type, or of one that is the same here (TEMPLATE-19).
pub fn doubts(
    env: &Env,
    name: &tree::Name,
    callable: Callable,
    params: &[CType],
    fits: &[candidates::Fit],
) -> Vec<Doubt> {
    let function = callable.function;
    let explicit = name.template_args.as_ref().map_or(0, Vec::len);
    let open: Vec<&str> =
        function.template.iter().skip(explicit).filter_map(|param| Some(param.name.as_ref()?.text.as_str())).collect();
    let mut found = Vec::new();
    let mut deduced: Vec<&str> = Vec::new();
    for (at, (param, fit)) in function.params.iter().zip(fits).enumerate() {
        if fit.rank > 0 || !traits::is_merged(env, &params[at]) {
            continue;
        }
        let by_value = match &params[at] {
            CType::Scalar(_) => true,
            CType::Reference { to, to_const } => *to_const && matches!(**to, CType::Scalar(_)),
            _ => false,
        };
        if !follows(&open, &param.ty) {
            let spelling = spelled(callable, &param.ty);
            found.push(Doubt { at, spelling, rank: if by_value { 2 } else { candidates::NEVER } });
            continue;
        }
        // Two arguments that give one parameter a type.
        for own in open.iter().filter(|own| rename::mentions(&param.ty, own)) {
            if deduced.contains(own) {
                let spelling = format!("{own} {:?}", function.name.span);
                found.push(Doubt { at, spelling, rank: candidates::NEVER });
            }
            deduced.push(own);
        }
    }
    found
}

/// Whether a parameter's type is what the argument's is, whichever of the types that are one here.
pub fn follows(open: &[&str], ty: &tree::Type) -> bool {
    match &ty.innermost().kind {
        TypeKind::Named(name) => match name.template_args.as_deref() {
            None => name.path.is_empty() && open.contains(&name.ident.as_str()),
            Some(args) => args.iter().all(|arg| match arg {
                TemplateArg::Type(ty) => follows(open, ty),
                TemplateArg::Value(_) => true,
            }),
        },
        _ => false,
    }
}

/// How a type is spelled, without `const` and references: parameters that are spelled alike are of one type.
pub fn spelled(callable: Callable, ty: &tree::Type) -> String {
    let params = &callable.function.template;
    let is_own = |name: &str| params.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name));
    match &ty.kind {
        TypeKind::Reference(inner) => spelled(callable, inner),
        TypeKind::Pointer(inner) | TypeKind::Array(inner, _) => format!("{}*", spelled(callable, inner)),
        TypeKind::Named(name) if name.template_args.is_none() && !is_own(&name.ident) => {
            format!("{} {:?} {:?}", types::shown(name), callable.function.scope, callable.record)
        }
        TypeKind::Int { .. } | TypeKind::Float { .. } => format!("{:?} {}", ty.kind, ty.qualifiers.is_second),
        _ => format!("{:?}", callable.function.name.span),
    }
}

/// Whether a pointer or reference leads to a type that may be `const` by what it stands for.
pub fn is_as_given(env: &Env, name: &tree::Name, function: &Function, bindings: &Scope, param: &tree::Type) -> bool {
    let Some(TypeKind::Named(of)) = param.inner().map(|inner| &inner.kind) else { return false };
    let own = function.template.iter().position(|param| param.name.as_ref().is_some_and(|own| own.text == of.ident));
    match own {
        Some(at) if at >= name.template_args.as_ref().map_or(0, Vec::len) => true,
        Some(_) => constness::is_hidden(env),
        None => {
            let is_class = env.table.classes.records.contains_key(of.ident.as_str());
            let is_type = matches!(bindings.get(&of.ident), Some(Entity::Type(_)))
                || env.table.typedefs.contains_key(of.ident.as_str())
                || !of.path.is_empty();
            constness::is_hidden(env) && is_type && !is_class
        }
    }
}
