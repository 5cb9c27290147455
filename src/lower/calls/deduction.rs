//! Template arguments: given, deduced from the arguments of a call, or by default; and the specialisation that they mean.

use crate::base::Span;
use crate::cpp::{
    Entity, Env, Group, Lowered, Note, Scope, Value, candidates,
    types::{CType, RecordRef},
    value,
};
use crate::kernel::ir::{Conversion, Expr, Type};
use crate::lower::{
    expressions::expr,
    names::{record, resolve, specialisation, traits},
};
use crate::memory::{constness, pointee, read};
use crate::syntax::tree::{self, Function, TemplateArg, TemplateParamKind, TypeKind};

use super::{closure, passing};

/// Explicit, deduced and default template arguments; `None` when one stays open or does not fit.
pub fn template_arguments(
    env: &mut Env,
    name: &tree::Name,
    callable: candidates::Callable,
    args: &[Value],
) -> Lowered<Option<Scope>> {
    let function = callable.function;
    // What a class declares is known in its member functions.
    let mut bindings = callable.record.map_or_else(Scope::default, |record| env.met.records[record].scope.clone());
    let own: Vec<&str> =
        function.template.iter().filter_map(|param| Some(param.name.as_ref()?.text.as_str())).collect();
    bindings.retain(|name, _| !own.contains(&name.as_str()));
    let is_constructor = function.kind == tree::FunctionKind::Constructor;
    let explicit = name.template_args.as_deref().filter(|_| !is_constructor).unwrap_or_default();
    if explicit.len() > function.template.len() {
        return Ok(None);
    }
    for (param, arg) in function.template.iter().zip(explicit) {
        let Some(entity) = argument_after(env, &bindings, &param.kind, arg)? else { return Ok(None) };
        if let Some(name) = &param.name {
            if matches!(arg, TemplateArg::Type(ty) if ty.qualifiers.is_const || resolve::stands_for_const(env, ty)) {
                bindings.note(Note::ConstType, &name.text, Entity::Reported);
            }
            bindings.insert(name.text.clone(), entity);
        }
    }
    let mut deduced = Scope::default();
    for (param, value) in function.params.iter().zip(args) {
        let given = given_type(env, value, &param.ty);
        let given = base_of_template(env, &function.template, &param.ty, given);
        let hidden = traits::note_const(env, &function.template, &param.ty, &given);
        match (constness::of(env, value), constness::open_name(&param.ty)) {
            (Some(true), Some(name)) if hidden => {
                bindings.note(Note::ConstType, name, Entity::Reported);
            }
            (Some(false), _) => {}
            _ => env.met.const_hidden |= hidden,
        }
        deduce(&function.template, &param.ty, &given, &mut deduced);
    }
    let explicit: Vec<String> = function
        .template
        .iter()
        .zip(explicit)
        .filter_map(|(param, _)| Some(param.name.as_ref()?.text.clone()))
        .collect();
    if deduced.all_noted(Note::TwoTypes).any(|(name, _)| !explicit.contains(name)) {
        return Ok(None);
    }
    deduced.retain(|name, _| !explicit.contains(name));
    bindings.extend(deduced.iter().map(|(name, entity)| (name.clone(), entity.clone())));
    with_parameter_types(env, &function.template, &deduced, &mut bindings)?;
    let open = |param: &tree::TemplateParam| {
        let has_default = matches!(param.kind, TemplateParamKind::Type(Some(_)) | TemplateParamKind::Value(_, Some(_)));
        param.name.as_ref().is_some_and(|name| !bindings.contains_key(&name.text)) && !has_default
    };
    if !function.template.iter().any(open) && !traits::allowed(env, callable, &bindings)? {
        return Ok(None);
    }
    for param in &function.template {
        let Some(name) = &param.name else { continue };
        if bindings.contains_key(&name.text) {
            continue;
        }
        let scopes = vec![bindings.clone()];
        let entity = match &param.kind {
            TemplateParamKind::Type(Some(default)) => {
                Entity::Type(env.with_scopes(scopes, |env| resolve::resolve(env, default))?)
            }
            TemplateParamKind::Value(ty, Some(default)) => {
                Entity::Value(env.with_scopes(scopes, |env| default_value(env, ty, default))?)
            }
            TemplateParamKind::Type(None) | TemplateParamKind::Value(_, None) => return Ok(None),
            TemplateParamKind::Other(what) => return Err(env.unsupported(what.clone(), param.span)),
        };
        bindings.insert(name.text.clone(), entity);
    }
    Ok(Some(bindings))
}

/// What is deduced is a value; its type is the parameter's (C++ [temp.deduct.type]).
fn with_parameter_types(
    env: &mut Env,
    template: &[tree::TemplateParam],
    deduced: &Scope,
    bindings: &mut Scope,
) -> Lowered<()> {
    for param in template {
        let (Some(name), TemplateParamKind::Value(ty, _)) = (&param.name, &param.kind) else { continue };
        let Some(Entity::Value(given)) = deduced.get(&name.text) else { continue };
        let scopes = vec![bindings.clone()];
        let CType::Scalar(ty) = env.with_scopes(scopes, |env| resolve::resolve(env, ty))? else { continue };
        let converted = value::convert(given.clone(), ty, Conversion::Implicit);
        if let Some(known) = value::constant(&converted).and_then(|known| value::literal(&known, ty, given.span)) {
            bindings.insert(name.text.clone(), Entity::Value(known));
        }
    }
    Ok(())
}

/// A template argument as written, if it is of the parameter's kind.
pub fn argument(env: &mut Env, kind: &TemplateParamKind, arg: &TemplateArg) -> Lowered<Option<Entity>> {
    argument_after(env, &Scope::default(), kind, arg)
}

/// The same; the parameter's type may mention the parameters before it.
pub fn argument_after(
    env: &mut Env,
    before: &Scope,
    kind: &TemplateParamKind,
    arg: &TemplateArg,
) -> Lowered<Option<Entity>> {
    Ok(match (kind, arg) {
        (TemplateParamKind::Type(_), TemplateArg::Type(ty)) => {
            let is_qualified = traits::is_qualified(env, ty);
            env.met.const_arguments |= is_qualified;
            env.met.const_hidden |= is_qualified;
            Some(Entity::Type(resolve::resolve(env, ty)?))
        }
        (TemplateParamKind::Value(ty, _), TemplateArg::Value(e)) => {
            env.scopes.push(before.clone());
            let ty = resolve::resolve(env, ty);
            env.scopes.pop();
            let ty = ty?;
            if matches!(&ty, CType::Other(name) if name == closure::FUNCTION_POINTER) {
                return function_argument(env, &ty, e).map(Some);
            }
            Some(Entity::Value(value_argument(env, &ty, e)?))
        }
        // `f<C::T>` says only by what `C` is that `T` is a type; a name that nothing declares may be a type's.
        (TemplateParamKind::Type(_), TemplateArg::Value(e @ tree::Expr { kind: tree::ExprKind::Name(name), span })) => {
            if let Some(ty) = member_type(env, e) {
                return Ok(Some(Entity::Type(ty)));
            }
            match resolve::named(env, name)? {
                CType::Other(what) => return Err(env.unsupported(format!("template argument of {what}"), *span)),
                ty => Some(Entity::Type(ty)),
            }
        }
        (TemplateParamKind::Other(what), _) => return Err(env.unsupported(what.clone(), argument_span(arg))),
        _ => None,
    })
}

/// The type of a class that an expression names.
pub fn member_type(env: &mut Env, e: &tree::Expr) -> Option<CType> {
    let tree::ExprKind::Name(name) = &e.kind else { return None };
    if name.path.is_empty() {
        return None;
    }
    match record::qualified(env, name)? {
        Ok(Entity::Type(ty)) => Some(ty),
        _ => None,
    }
}

fn argument_span(arg: &TemplateArg) -> Span {
    match arg {
        TemplateArg::Type(ty) => ty.span,
        TemplateArg::Value(e) => e.span,
    }
}

/// The function that a pointer to functions among the template parameters is.
pub fn function_argument(env: &mut Env, ty: &CType, e: &tree::Expr) -> Lowered<Entity> {
    let value = match &e.kind {
        tree::ExprKind::Unary(tree::UnaryOp::AddressOf, function) => expr::lower(env, function)?,
        _ => expr::lower(env, e)?,
    };
    if closure::fits(ty, &value) {
        return Ok(Entity::Object(value));
    }
    Err(env.unsupported(format!("template parameter of {}", ty.name()), e.span))
}

/// The default of a template parameter of this type.
pub fn default_value(env: &mut Env, ty: &tree::Type, e: &tree::Expr) -> Lowered<Expr> {
    match resolve::resolve(env, ty)? {
        ty @ CType::Scalar(_) => value_argument(env, &ty, e),
        _ => resolve::extent(env, e),
    }
}

/// A constant of a value parameter's type, or an expression over the caller's template parameters.
fn value_argument(env: &mut Env, ty: &CType, e: &tree::Expr) -> Lowered<Expr> {
    let CType::Scalar(scalar) = ty else {
        return Err(env.unsupported(format!("template parameter of type {}", ty.name()), e.span));
    };
    let (effects, given) = env.captured(|env| expr::rvalue(env, e));
    let given = value::convert(given?, *scalar, Conversion::Implicit);
    if let Some(known) = value::constant(&given).and_then(|known| value::literal(&known, *scalar, e.span)) {
        return Ok(known);
    }
    if let (true, Some(known)) = (effects.is_empty(), resolve::launch_constant(env, &given)) {
        return Ok(value::constant(&known).and_then(|known| value::literal(&known, *scalar, e.span)).unwrap_or(known));
    }
    Err(resolve::no_constant(env, e, &given, "a template argument"))
}

/// Where a parameter is an instance of a class template and the argument is of none: its one base class that is.
pub fn base_of_template(env: &Env, template: &[tree::TemplateParam], param: &tree::Type, given: CType) -> CType {
    let (mut param, mut own) = (param, &given);
    if let TypeKind::Reference(to) = &param.kind {
        param = to;
    }
    if let (TypeKind::Pointer(to), CType::Pointer { to: inner, .. }) = (&param.kind, &given) {
        (param, own) = (to, &**inner);
    }
    let (TypeKind::Named(name), CType::Record(record)) = (&param.kind, own) else { return given };
    let is_parameter = template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident));
    if is_parameter || name.template_args.is_none() {
        return given;
    }
    let is_of = |record: &RecordRef| record.name.split('<').next() == Some(&name.ident);
    let (mut found, mut work) = (Vec::new(), vec![record.clone()]);
    while let Some(record) = work.pop() {
        match is_of(&record) {
            true => found.push(record),
            false => work.extend(env.met.records[record.id].bases.iter().cloned()),
        }
    }
    match (found.as_slice(), &given) {
        ([only], CType::Pointer { to_const, .. }) => {
            CType::Pointer { to: Box::new(CType::Record(only.clone())), to_const: *to_const }
        }
        ([only], _) => CType::Record(only.clone()),
        _ => given,
    }
}

/// The type that a parameter sees.
pub fn given_type(env: &Env, value: &Value, param: &tree::Type) -> CType {
    match value {
        Value::Row(row) if matches!(param.kind, TypeKind::Reference(_)) => match pointee::type_of(env, row) {
            CType::Pointer { to, .. } => {
                let extent = pointee::extents(env, row.base).get(row.prefix.len()).cloned().flatten();
                CType::Array { of: to, extent }
            }
            other => other,
        },
        other => read::value_type(env, other),
    }
}

/// Binds the template parameters in a parameter's type by the type given for it.
pub fn deduce(template: &[tree::TemplateParam], param: &tree::Type, given: &CType, bindings: &mut Scope) {
    let is_value = |name: &str| template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name));
    match (&param.kind, given) {
        (TypeKind::Named(name), _) if name.path.is_empty() && name.template_args.is_none() => {
            let is_parameter = template.iter().any(|param| {
                passing::is_type_parameter(&param.kind) && param.name.as_ref().is_some_and(|own| own.text == name.ident)
            });
            if is_parameter {
                match bindings.get(&name.ident) {
                    Some(Entity::Type(before)) if !before.same(given) => {
                        bindings.note(Note::TwoTypes, &name.ident, Entity::Reported);
                    }
                    Some(_) => {}
                    None => {
                        bindings.insert(name.ident.clone(), Entity::Type(given.clone()));
                    }
                }
            }
        }
        // `thread_block_tile<N>`
        (TypeKind::Named(name), CType::Group(Group::Tile(size))) if name.ident == "thread_block_tile" => {
            let written = match name.template_args.as_deref().and_then(<[_]>::first) {
                Some(TemplateArg::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }))
                | Some(TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. })) => Some(name),
                _ => None,
            };
            let own = |name: &&tree::Name| {
                template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident))
            };
            if let Some(name) = written.filter(own) {
                let known = value::int(*size, Type::INT, name.span);
                bindings.entry(name.ident.clone()).or_insert_with(|| Entity::Value(known));
            }
        }
        // `Complex<T>` from `Complex<float>`: the arguments are those that the instance was made with.
        (TypeKind::Named(name), CType::Record(record)) if record.name.split('<').next() == Some(&name.ident) => {
            let args = name.template_args.as_deref().unwrap_or_default();
            for (arg, known) in args.iter().zip(record.args.iter()) {
                match (arg, known) {
                    (TemplateArg::Type(inner), Entity::Type(ty)) => deduce(template, inner, ty, bindings),
                    (TemplateArg::Value(e), value @ Entity::Value(_)) => {
                        if let tree::ExprKind::Name(name) = &e.kind
                            && is_value(&name.ident)
                        {
                            bindings.entry(name.ident.clone()).or_insert_with(|| value.clone());
                        }
                    }
                    _ => {}
                }
            }
        }
        (TypeKind::Reference(inner), CType::Reference { to, .. }) => deduce(template, inner, to, bindings),
        (TypeKind::Reference(inner), _) => deduce(template, inner, given, bindings),
        (TypeKind::Pointer(inner), CType::Pointer { to, .. }) => deduce(template, inner, to, bindings),
        (TypeKind::Array(inner, extent), CType::Array { of, extent: known }) => {
            if let (Some(extent), Some(known)) = (extent, known)
                && let tree::ExprKind::Name(name) = &extent.kind
                && is_value(&name.ident)
            {
                bindings.entry(name.ident.clone()).or_insert_with(|| Entity::Value(known.clone()));
            }
            deduce(template, inner, of, bindings);
        }
        (TypeKind::Array(inner, _), CType::Pointer { to, .. }) => deduce(template, inner, to, bindings),
        _ => {}
    }
}

/// The explicit specialisation for the template arguments of a candidate, or the candidate itself.
pub fn specialised<'a>(
    env: &mut Env,
    chosen: candidates::Candidate<'a>,
    special: &[candidates::Callable<'a>],
    span: Span,
) -> Lowered<Option<candidates::Candidate<'a>>> {
    let mut fitting: Option<candidates::Callable<'a>> = None;
    for callable in special {
        let function = callable.function;
        if function.params.len() != chosen.function.params.len() || function.scope != chosen.function.scope {
            continue;
        }
        let args = function.template_args.as_deref().unwrap_or_default();
        let mut fits = true;
        for (param, arg) in chosen.function.template.iter().zip(args) {
            let wanted = param.name.as_ref().and_then(|name| chosen.bindings.get(&name.text));
            let given = env.at_file_level(|env| argument(env, &param.kind, arg))?;
            fits &= match (wanted, given) {
                (Some(Entity::Type(a)), Some(Entity::Type(b))) if a.same(&b) => {
                    if env.met.const_arguments || traits::is_ambiguous(env, a) {
                        let what = format!(
                            "specialisation of `{}` for {}",
                            function.name.text,
                            specialisation::NOT_TOLD_APART
                        );
                        return Err(env.unsupported(what, span));
                    }
                    true
                }
                (Some(Entity::Value(a)), Some(Entity::Value(b))) => match (value::constant(a), value::constant(&b)) {
                    (Some(a), Some(b)) => a == b,
                    // A symbolic value may be the one of the specialisation.
                    _ => {
                        let what = format!("specialisation of `{}` for a value that is not fixed", function.name.text);
                        return Err(env.unsupported(what, span));
                    }
                },
                _ => false,
            };
        }
        if !fits {
            continue;
        }
        // The arguments that are left out follow from the types of parameters and result.
        let same = has_types(env, function, &chosen)?;
        if !same && args.len() == chosen.function.template.len() {
            // Of another template of that name, perhaps.
            return Err(env.unsupported(format!("specialisation of one of several `{}`", function.name.text), span));
        }
        let ambiguous = chosen.params.iter().any(|ty| env.met.const_arguments || traits::is_ambiguous(env, ty));
        if same && ambiguous && args.len() < chosen.function.template.len() {
            let what = format!("specialisation of `{}` for {}", function.name.text, specialisation::NOT_TOLD_APART);
            return Err(env.unsupported(what, span));
        }
        if same {
            if fitting.is_some() {
                let what = format!("choice between several specialisations of `{}`", function.name.text);
                return Err(env.unsupported(what, span));
            }
            fitting = Some(*callable);
        }
    }
    Ok(Some(match fitting {
        Some(callable) => candidates::Candidate { function: callable.function, bindings: Scope::default(), ..chosen },
        None => chosen,
    }))
}

/// Whether a specialisation has the types of a template's instance.
pub fn has_types(env: &mut Env, special: &Function, instance: &candidates::Candidate) -> Lowered<bool> {
    for (param, ty) in special.params.iter().zip(&instance.params) {
        let own = env.at_file_level(|env| resolve::parameter(env, &param.ty))?;
        if !own.same(ty) {
            return Ok(false);
        }
    }
    let scopes = vec![instance.bindings.clone()];
    let result = env.with_scopes(scopes, |env| resolve::resolve(env, &instance.function.return_type))?;
    let own = env.at_file_level(|env| resolve::resolve(env, &special.return_type))?;
    Ok(own.same(&result))
}
