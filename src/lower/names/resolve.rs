//! Types as written to types as meant: typedefs, template parameters, enumerations, array extents.

use num_traits::Signed;

use crate::base::{Diagnostic, codes};
use crate::cpp::{
    Entity, Env, Group, Lowered, Note, Reported, Scope,
    types::{self, CType, INDEX, known_type},
    value, vectors,
};
use crate::kernel::ir::{Expr, ExprKind, LocalRole, Type};
use crate::lower::{
    calls::{deduction, group_calls},
    expressions::expr,
};
use crate::syntax::tree::{self, TemplateParamKind, TypeKind};

use super::{
    decltype, enums,
    lookup::{self, Spot},
    record, traits, undeclared,
};

/// The type that a tree means here. What is not modelled is [`CType::Other`], and it is for the place
/// that needs the type to say so.
pub fn resolve(env: &mut Env, ty: &tree::Type) -> Lowered<CType> {
    env.deeper(ty.span, |env| resolve_kind(env, ty))
}

fn resolve_kind(env: &mut Env, ty: &tree::Type) -> Lowered<CType> {
    Ok(match &ty.kind {
        TypeKind::Void => CType::Void,
        TypeKind::Bool => CType::Scalar(Type::Bool),
        TypeKind::Int { signed, bits } => CType::Scalar(Type::Int { signed: *signed, bits: *bits }),
        TypeKind::Float { bits } => CType::Scalar(Type::Float { bits: *bits }),
        TypeKind::Auto => CType::Auto,
        TypeKind::Named(name) => named(env, name)?,
        TypeKind::Pointer(to) => {
            let to_const = stands_for_const(env, to);
            CType::Pointer { to: Box::new(resolve(env, to)?), to_const }
        }
        TypeKind::Reference(to) => {
            let to_const = stands_for_const(env, to);
            CType::Reference { to: Box::new(resolve(env, to)?), to_const }
        }
        TypeKind::Array(of, extent) => {
            let extent = match extent {
                Some(extent) => Some(self::extent(env, extent)?),
                None => None,
            };
            CType::Array { of: Box::new(resolve(env, of)?), extent }
        }
        TypeKind::Decltype(of) => decltype::resolve(env, of)?,
        TypeKind::Other(name) => CType::Other(name.clone()),
    })
}

/// Reports the name in a type that nothing declares, where nothing can (LOOKUP-26).
pub fn undeclared_name(env: &mut Env, ty: &tree::Type) -> Option<Reported> {
    let TypeKind::Named(name) = &ty.innermost().kind else { return None };
    if !undeclared::is_undeclared(env, name) {
        return None;
    }
    let meant = env.ask(|env| named(env, name));
    matches!(meant, Ok(CType::Other(_))).then(|| undeclared::report(env, name))
}

/// The type of a parameter: an array is a pointer to its elements.
pub fn parameter(env: &mut Env, ty: &tree::Type) -> Lowered<CType> {
    Ok(match resolve(env, ty)? {
        CType::Array { of, .. } => CType::Pointer { to: of, to_const: stands_for_const(env, ty) },
        other => other,
    })
}

/// Whether the object itself, or the elements of an array, are `const`.
pub fn is_const(ty: &tree::Type) -> bool {
    match &ty.kind {
        TypeKind::Array(of, _) => ty.qualifiers.is_const || is_const(of),
        _ => ty.qualifiers.is_const,
    }
}

/// The type that a name means here.
pub fn named(env: &mut Env, name: &tree::Name) -> Lowered<CType> {
    let local = env.scopes.iter().rev().find_map(|scope| scope.get(&name.ident)).cloned();
    match local.filter(|_| name.path.is_empty() && !name.is_global && name.template_args.is_none()) {
        Some(Entity::Type(ty)) => return Ok(ty),
        Some(Entity::Reported) => return Err(Reported),
        _ => {}
    }
    match record::qualified(env, name).transpose()? {
        Some(Entity::Type(ty)) => return Ok(ty),
        Some(_) => return Ok(CType::Other(format!("type `{}`", types::shown(name)))),
        None => {}
    }
    if let Some(ty) = traits::ty(env, name) {
        return ty;
    }
    // A program adds no types of these names to `std`; others may be called the same.
    let is_of_std = name.path.len() == 1 && name.path[0] == "std";
    if !(is_of_std && known_type(&name.ident).is_some())
        && let Some(ty) = of_file(env, name)?
    {
        return Ok(ty);
    }
    if name.ident == "thread_block_tile"
        && let Some(size) = name.template_args.as_deref().and_then(<[_]>::first)
    {
        return group_calls::tile_size(env, size, name.span).map(|size| CType::Group(Group::Tile(size)));
    }
    if let Some(ty) = known_type(&name.ident) {
        return Ok(ty);
    }
    if matches!(name.ident.as_str(), "__nv_bfloat16" | "nv_bfloat16") && env.config.has_bfloat() {
        env.kernel.source.is_of_reals = true;
        return Ok(CType::Scalar(Type::Float { bits: 16 }));
    }
    match vectors::vector(env, &name.ident) {
        Some(ty) => Ok(CType::Record(ty)),
        None => Ok(CType::Other(format!("type `{}`", types::shown(name)))),
    }
}

/// The type that a name means as one of the file's; `None` when there is none of the name.
fn of_file(env: &mut Env, name: &tree::Name) -> Lowered<Option<CType>> {
    let (table, ident) = (env.table, name.ident.as_str());
    let records = table.classes.records.get(ident).into_iter().chain(table.classes.forwards.get(ident)).flatten();
    let typedefs = table.typedefs.get(ident).map_or(&[][..], Vec::as_slice);
    let enums = table.enumerations.named.get(ident).map_or(&[][..], Vec::as_slice);
    let spot = |scope, order| Spot { scope, order };
    let spots: Vec<Spot> = records.map(|record| spot(&record.scope[..], record.order)).collect();
    let classes = spots.len();
    let of_typedefs = typedefs.iter().map(|typedef| spot(&typedef.scope[..], typedef.order));
    let of_enums = enums.iter().map(|enumeration| spot(&enumeration.scope[..], enumeration.order));
    let spots: Vec<Spot> = spots.into_iter().chain(of_typedefs).chain(of_enums).collect();
    if spots.is_empty() {
        return record::named(env, name);
    }
    let lookup::Visible { places, is_guess } = lookup::visible(env, &spots, name);
    // What no declaration in sight means is CUDA's, where it has one of the name.
    let is_of_cuda = || known_type(ident).is_some() || vectors::is_vector(ident);
    if is_guess && name.path.is_empty() && is_of_cuda() {
        return Ok(None);
    }
    if places.iter().any(|(at, _)| *at < classes)
        && let Some(ty) = record::named(env, name)?
    {
        return Ok(Some(ty));
    }
    let mut meant: Option<CType> = None;
    for (at, _) in &places {
        let Some(typedef) = at.checked_sub(classes).and_then(|at| typedefs.get(at)).copied() else { continue };
        // `using Kind = other::Kind;`
        if matches!(&typedef.ty.kind, TypeKind::Named(to) if to.ident == name.ident && to.path == name.path && !to.path.is_empty())
        {
            continue;
        }
        if !typedef.template.is_empty() {
            let outer = (env.frame.namespace.clone(), env.frame.order);
            let inside = (typedef.scope.clone(), typedef.order);
            return env.standing_in(inside, |env| alias(env, typedef, name, &outer)).map(Some);
        }
        env.met.const_hidden |= is_const(&typedef.ty);
        let ty = env.in_namespace((typedef.scope.clone(), typedef.order), |env| resolve(env, &typedef.ty))?;
        if meant.is_some_and(|other| format!("{other:?}") != format!("{ty:?}")) {
            return Ok(Some(CType::Other(format!("type `{}`, declared several times", types::shown(name)))));
        }
        meant = Some(ty);
    }
    if meant.is_some() {
        return Ok(meant);
    }
    let meant: Vec<&tree::Enumeration> =
        places.iter().filter_map(|(at, _)| enums.get(at.checked_sub(classes + typedefs.len())?)).copied().collect();
    match meant.as_slice() {
        [] => Ok(None),
        [enumeration] => enums::of_file(env, enumeration).map(|known| Some(CType::Scalar(known.ty))),
        _ => Ok(Some(CType::Other(format!("type `{}`, declared several times", types::shown(name))))),
    }
}

/// `template <class T> using Name = ...;`
fn alias(env: &mut Env, typedef: &tree::Typedef, name: &tree::Name, here: &(Vec<String>, usize)) -> Lowered<CType> {
    let (mut bindings, mut unknown) = (Scope::default(), None);
    let args = name.template_args.as_deref().unwrap_or_default();
    let other = || Ok(CType::Other(format!("alias template `{}`", name.ident)));
    if args.len() > typedef.template.len() {
        return other();
    }
    for (at, param) in typedef.template.iter().enumerate() {
        let entity = match (args.get(at), &param.kind) {
            // The arguments mean what they do where they stand.
            (Some(arg), kind) => env.standing_in(here.clone(), |env| deduction::argument(env, kind, arg))?,
            (None, TemplateParamKind::Type(Some(default))) => {
                let ty = env.with_scopes(vec![bindings.clone()], |env| resolve(env, default))?;
                Some(Entity::Type(ty))
            }
            (None, TemplateParamKind::Value(ty, Some(default))) => {
                let scopes = vec![bindings.clone()];
                Some(Entity::Value(env.with_scopes(scopes, |env| deduction::default_value(env, ty, default))?))
            }
            (None, _) => None,
        };
        let Some(entity) = entity else { return other() };
        if let (Entity::Type(ty @ CType::Other(_)), Some(_)) = (&entity, args.get(at)) {
            unknown.get_or_insert(ty.clone());
        }
        if let Some(name) = &param.name {
            bindings.insert(name.text.clone(), entity);
        }
    }
    env.met.const_hidden |= is_const(&typedef.ty);
    let ty = env.with_scopes(vec![bindings], |env| resolve(env, &typedef.ty))?;
    let is_known = !traits::some_part(&ty, &|part| matches!(part, CType::Other(_)));
    // The type that an argument names may be missing, though nothing is made of it: `void_t<typename T::type>`.
    Ok(unknown.filter(|_| is_known).unwrap_or(ty))
}

/// An array's extent: a constant, or an expression over template parameters.
pub fn extent(env: &mut Env, e: &tree::Expr) -> Lowered<Expr> {
    let (effects, extent) = env.captured(|env| expr::rvalue(env, e));
    let extent = extent?;
    if let Some(known) = value::constant_int(&extent) {
        if known.is_negative() {
            return Err(env.error(codes::E0305, e.span, format!("an array cannot have {known} elements")));
        }
        return Ok(value::int(known, INDEX, e.span));
    }
    if let (true, Some(known)) = (effects.is_empty() && extent.ty.is_integral(), launch_constant(env, &extent)) {
        return Ok(match value::constant_int(&known) {
            Some(known) => value::int(known, INDEX, e.span),
            None => known,
        });
    }
    Err(no_constant(env, e, &extent, EXTENT))
}

/// How messages name the extent of an array.
const EXTENT: &str = "an array's extent";

/// What must be a constant, and is none here: an error only where it is one in C++.
pub fn no_constant(env: &mut Env, e: &tree::Expr, lowered: &Expr, what: &str) -> Reported {
    let mut varies = false;
    lowered.walk(&mut |e| {
        varies |= match &*e.kind {
            ExprKind::Local(local) => {
                let data = &env.kernel.locals[local.index()];
                matches!(data.role, LocalRole::Variable | LocalRole::Param) && !env.variables.constants.contains(local)
            }
            ExprKind::Builtin(_) => true,
            _ => false,
        };
    });
    // A call's result is a variable here.
    if varies && env.table.functions.values().flatten().all(|function| !function.specifiers.is_constexpr) {
        let found = Diagnostic::error(codes::E0305, e.span, format!("{what} must be a constant"));
        env.diagnostic(match what == EXTENT {
            true => found.note(
                "a size that the launch decides: `extern __shared__ int s[];` and the third number of `<<<...>>>`",
            ),
            false => found,
        });
        return Reported;
    }
    env.unsupported(format!("{what} that is not known to be a constant"), e.span)
}

/// A launch's constant with the constants in it put in their places. It is one expression of the program's constants, in which
/// C++ lets nothing divide by zero (TEMPLATE-24).
pub fn launch_constant(env: &Env, e: &Expr) -> Option<Expr> {
    let mut expanded = e.clone();
    expand(env, &mut expanded);
    let small = value::weight(&expanded) <= LARGEST_CONSTANT;
    (small && is_launch_constant(env, &expanded)).then_some(expanded)
}

fn expand(env: &Env, e: &mut Expr) {
    match &*e.kind {
        ExprKind::Local(local) => {
            if let Some(known) = env.variables.expansions.get(local) {
                e.clone_from(known);
            }
        }
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Conditional(..) | ExprKind::Convert(..) => {
            e.children_mut().into_iter().for_each(|part| expand(env, part));
        }
        _ => {}
    }
}

/// Constants of more nodes than this are not put in their places.
const LARGEST_CONSTANT: usize = 256;

/// Whether an expression is made of literals and template parameters only.
pub fn is_launch_constant(env: &Env, e: &Expr) -> bool {
    let mut constant = true;
    e.walk(&mut |e| {
        constant &= match &*e.kind {
            ExprKind::Local(local) => env.kernel.locals[local.index()].role == LocalRole::Template,
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Conditional(..)
            | ExprKind::Convert(..) => true,
            _ => false,
        };
    });
    constant
}

/// Whether a type is `const`, as written or by what a template parameter stands for.
pub fn stands_for_const(env: &Env, ty: &tree::Type) -> bool {
    let by_name = match &ty.kind {
        TypeKind::Named(name) if name.path.is_empty() => env.noted(Note::ConstType, &name.ident).is_some(),
        TypeKind::Array(of, _) => stands_for_const(env, of),
        _ => false,
    };
    by_name || is_const(ty)
}
