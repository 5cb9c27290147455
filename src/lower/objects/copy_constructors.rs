//! Copy constructors that do what copying does: each member from the same member (CLASS-3, CLASS-4).
//!
//! Objects are copied in many places without a call: others than these would have to run there.

use crate::cpp::{Entity, Env, classes, methods, types::CType, value};
use crate::kernel::ir;
use crate::lower::names::resolve;
use crate::memory::layout;
use crate::syntax::tree::{
    self, Expr, ExprKind, Function, FunctionKind, Initializer, Record, StmtKind, TemplateArg, Type, TypeKind,
};

/// Whether a class, whose names are in scope, has a constructor from an object of its own that does something else than to copy
/// it.
pub fn differs(env: &mut Env, id: usize) -> bool {
    let Some(class) = env.met.records[id].tree else { return false };
    class.methods.iter().any(|method| {
        takes_own(env, id, method) && !definition(env, class, method).is_some_and(|own| is_plain(env, id, class, own))
    })
}

/// Whether a constructor may be called to copy an object: it takes one of its own class.
pub fn takes_own(env: &mut Env, id: usize, method: &Function) -> bool {
    let Some(first) = from_one(method) else { return false };
    match &first.ty.kind {
        // Where a template would do as well as the copy constructor, that is called.
        TypeKind::Reference(to) if !method.template.is_empty() => {
            (!to.qualifiers.is_const || changes_source(env, id)) && may_be_own(env, id, method, to)
        }
        TypeKind::Reference(to) => may_be_own(env, id, method, to),
        // By value it would be no constructor, but the name may be one of a reference.
        TypeKind::Named(_) | TypeKind::Decltype(_) if method.template.is_empty() => {
            matches!(resolved(env, id, &first.ty), Some(CType::Reference { .. }))
                && may_be_own(env, id, method, &first.ty)
        }
        TypeKind::Other(what) => what.contains("rvalue"),
        _ => false,
    }
}

/// The first parameter of a constructor that may be called with one argument.
pub fn from_one(method: &Function) -> Option<&tree::Param> {
    let needed = method.params.iter().filter(|param| param.default.is_none()).count();
    method.params.first().filter(|_| method.kind == FunctionKind::Constructor && needed <= 1)
}

/// Whether there is a copy constructor that objects which are `const` cannot be given to.
fn changes_source(env: &mut Env, id: usize) -> bool {
    let methods = env.met.records[id].tree.map_or(&[][..], |tree| &tree.methods);
    methods.iter().filter(|method| method.template.is_empty()).any(|method| {
        from_one(method).is_some_and(|first| match &first.ty.kind {
            TypeKind::Reference(to) => !to.qualifiers.is_const && may_be_own(env, id, method, to),
            _ => false,
        })
    })
}

/// Whether a type, as a constructor's parameter names it, may be the class itself.
fn may_be_own(env: &mut Env, id: usize, method: &Function, ty: &Type) -> bool {
    let name = match &ty.kind {
        TypeKind::Named(name) => name,
        TypeKind::Decltype(_) | TypeKind::Other(_) => return true,
        _ => return false,
    };
    let own = env.met.records[id].tree.and_then(|tree| tree.name.as_ref());
    let is_own_name = own.is_some_and(|own| own.text == name.ident);
    let of_template =
        |name: &str| method.template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name));
    if !method.template.is_empty() {
        // `template <class U> S(S<U> &)`, `template <class U> S(U &)`.
        let is_other = env.table.classes.records.contains_key(name.ident.as_str())
            && !is_own_name
            && !env.table.typedefs.contains_key(name.ident.as_str())
            && !is_local(env, &name.ident);
        return of_template(&name.ident) || !is_other;
    }
    match &name.template_args {
        None if is_own_name && name.path.is_empty() => true,
        // It need not be made to be compared, which might go on without end.
        Some(args) if is_own_name && name.path.is_empty() => {
            let known = env.met.records[id].ty.args.clone();
            args.iter().zip(known.iter()).all(|(arg, known)| may_be_alike(env, arg, known))
        }
        _ => {
            let is_class = env.table.classes.records.contains_key(name.ident.as_str())
                && !is_own_name
                && !env.table.typedefs.contains_key(name.ident.as_str())
                && !is_local(env, &name.ident);
            !is_class
                && match resolved(env, id, ty) {
                    Some(CType::Record(found)) => found.id == id,
                    Some(CType::Reference { to, .. }) => matches!(*to, CType::Record(found) if found.id == id),
                    Some(CType::Other(_)) | None => true,
                    Some(_) => false,
                }
        }
    }
}

fn is_local(env: &Env, name: &str) -> bool {
    env.scopes.iter().any(|scope| scope.contains_key(name))
}

/// What a type means in its class; nothing where that cannot be said, about which nothing is reported here.
fn resolved(env: &mut Env, id: usize, ty: &Type) -> Option<CType> {
    if let TypeKind::Named(name) = &ty.kind
        && name.template_args.is_none()
        && name.path.is_empty()
        && env.table.classes.records.contains_key(name.ident.as_str())
        && !is_local(env, &name.ident)
    {
        // Another class by value.
        return env.met.records[id].tree.map(|_| CType::Void);
    }
    env.ask(|env| resolve::resolve(env, ty)).ok()
}

/// Whether a template argument may be the one that is known.
fn may_be_alike(env: &mut Env, arg: &TemplateArg, known: &Entity) -> bool {
    let name = match arg {
        TemplateArg::Type(Type { kind: TypeKind::Named(name), .. })
        | TemplateArg::Value(Expr { kind: ExprKind::Name(name), .. }) => name,
        TemplateArg::Type(ty) => {
            let basic = match &ty.kind {
                TypeKind::Bool => CType::Scalar(ir::Type::Bool),
                TypeKind::Int { signed, bits } => CType::Scalar(ir::Type::Int { signed: *signed, bits: *bits }),
                TypeKind::Float { bits } => CType::Scalar(ir::Type::Float { bits: *bits }),
                _ => return true,
            };
            return matches!(known, Entity::Type(known) if known.same(&basic));
        }
        TemplateArg::Value(Expr { kind: ExprKind::Int(literal), .. }) => {
            return match known {
                Entity::Value(known) => {
                    value::constant_int(known).is_none_or(|known| known.to_string() == literal.value.to_string())
                }
                _ => false,
            };
        }
        TemplateArg::Value(_) => return true,
    };
    if !name.path.is_empty() || name.template_args.is_some() {
        return true;
    }
    match (env.scopes.iter().rev().find_map(|scope| scope.get(&name.ident)), known) {
        (Some(Entity::Type(ty)), Entity::Type(known)) => ty.same(known),
        (Some(Entity::Value(e)), Entity::Value(known)) => match (value::constant(e), value::constant(known)) {
            (Some(e), Some(known)) => e == known,
            _ => true,
        },
        _ => true,
    }
}

/// Where the constructor is defined: in the class or outside of it.
fn definition<'a>(env: &Env<'a>, class: &Record, method: &'a Function) -> Option<&'a Function> {
    if method.body.is_some() {
        return Some(method);
    }
    let named = env.table.functions.get(method.name.text.as_str())?;
    let pointee = |function: &'a Function| match &function.params.first()?.ty.kind {
        TypeKind::Reference(to) => Some(&**to),
        _ => None,
    };
    let wanted = pointee(method)?;
    let mut outside = named.iter().copied().filter(|function| {
        function.body.is_some()
            && function.params.len() == method.params.len()
            && is_of_class(class, method, function)
            && pointee(function).is_some_and(|to| to.qualifiers.is_const == wanted.qualifiers.is_const)
    });
    outside.next().filter(|_| outside.next().is_none())
}

/// Whether a function that is defined outside of a class may be a member of this one, and not of another specialisation.
pub fn is_of_class(class: &Record, method: &Function, function: &Function) -> bool {
    let Some((last, name)) = function.scope.last().zip(class.name.as_ref()) else { return false };
    let (of, args) = match last.split_once('<') {
        Some((of, args)) => (of, args.strip_suffix('>')),
        None => (last.as_str(), None),
    };
    let is_in_template = function.scope.iter().rev().skip(1).any(|outer| outer.contains('<'));
    let parameters = class.template.len() + method.template.len();
    if of != name.text || function.template.len() != parameters && !is_in_template {
        return false;
    }
    let Some(args) = args else { return true };
    let mut depth = 0;
    let parts = args.split(|sign| {
        depth += i32::from(matches!(sign, '<' | '(')) - i32::from(matches!(sign, '>' | ')'));
        sign == ',' && depth == 0
    });
    let numbers: Vec<Option<u64>> = parts.map(|arg| arg.parse().ok()).collect();
    let number = |arg: &TemplateArg| match arg {
        TemplateArg::Value(Expr { kind: ExprKind::Int(literal), .. }) => literal.value.to_string().parse().ok(),
        _ => None,
    };
    match &class.template_args {
        Some(own) => numbers == own.iter().map(number).collect::<Vec<Option<u64>>>(),
        None => numbers.iter().all(Option::is_none),
    }
}

/// Every member gets the same member of the parameter, in the list or in the body, and nothing else is done.
fn is_plain(env: &Env, id: usize, class: &Record, constructor: &Function) -> bool {
    let ([only], Some(body)) = (constructor.params.as_slice(), &constructor.body) else { return false };
    let Some(from) = &only.name else { return false };
    let Some(cells) = cells(env, id) else { return false };
    let same = |a: &str, b: &str| cells.iter().any(|cell| cell.iter().any(|n| n == a) && cell.iter().any(|n| n == b));
    let mut copied: Vec<&str> = Vec::new();
    for (name, init) in &constructor.inits {
        let value = match init {
            Initializer::Construct(args) => match args.as_slice() {
                [only] => only,
                _ => return false,
            },
            Initializer::Expr(value) => value,
            Initializer::List(items, _) => match items.as_slice() {
                [Initializer::Expr(only)] => only,
                _ => return false,
            },
        };
        if !of_source(value, &from.text).is_some_and(|given| same(given, &name.ident)) {
            return false;
        }
        copied.push(&name.ident);
    }
    for stmt in &body.stmts {
        let StmtKind::Expr(Expr { kind: ExprKind::Assign(None, to, value), .. }) = &stmt.kind else { return false };
        let name = match &to.kind {
            ExprKind::Name(name) if name.path.is_empty() && name.ident != from.text => name.ident.as_str(),
            ExprKind::Member { base, member, .. } if matches!(base.kind, ExprKind::This) => member.ident.as_str(),
            _ => return false,
        };
        if !of_source(value, &from.text).is_some_and(|given| same(given, name)) {
            return false;
        }
        copied.push(name);
    }
    class.bases.is_empty()
        && !class.is_union
        && cells.iter().all(|cell| cell.iter().any(|name| copied.contains(&name.as_str())))
}

/// The places of a class, each with the names of the members that are all of it; those of unnamed members are among them.
fn cells(env: &Env, id: usize) -> Option<Vec<Vec<String>>> {
    let mut all = Vec::new();
    for field in env.met.records[id].fields.iter().filter(|field| !field.name.is_empty()) {
        match &field.ty {
            CType::Record(inner) if field.name.starts_with(tree::UNNAMED) => match env.met.records[inner.id].is_union {
                true => all.extend(of_union(env, inner.id)?),
                false => all.extend(cells(env, inner.id)?),
            },
            _ => all.push(vec![field.name.clone()]),
        }
    }
    Some(all)
}

/// The places of a union: those of its members that are as large as it and consist of the same types in the same order.
fn of_union(env: &Env, id: usize) -> Option<Vec<Vec<String>>> {
    let size = layout::byte_size(env, &CType::Record(env.met.records[id].ty.clone()))?;
    let mut found: Option<Vec<(Vec<String>, &CType)>> = None;
    for field in env.met.records[id].fields.iter().filter(|field| !field.name.is_empty()) {
        let leaves: Vec<(&str, &CType)> = match &field.ty {
            CType::Record(inner) if field.name.starts_with(tree::UNNAMED) && !env.met.records[inner.id].is_union => {
                env.met.records[inner.id].fields.iter().map(|field| (field.name.as_str(), &field.ty)).collect()
            }
            ty => vec![(field.name.as_str(), ty)],
        };
        let is_whole = layout::byte_size(env, &field.ty) == Some(size) && !layout::has_padding(env, &field.ty);
        let scalars = leaves.iter().all(|(_, ty)| matches!(ty, CType::Scalar(_)));
        if !is_whole || !scalars {
            continue;
        }
        match &mut found {
            None => found = Some(leaves.into_iter().map(|(name, ty)| (vec![name.to_owned()], ty)).collect()),
            Some(known) if known.len() == leaves.len() && known.iter().zip(&leaves).all(|(a, b)| a.1.same(b.1)) => {
                known.iter_mut().zip(leaves).for_each(|(known, (name, _))| known.0.push(name.to_owned()));
            }
            Some(_) => {}
        }
    }
    found.map(|found| found.into_iter().map(|(names, _)| names).collect())
}

/// The member of `from` that a value is.
fn of_source<'e>(value: &'e Expr, from: &str) -> Option<&'e str> {
    match &value.kind {
        ExprKind::Member { base, member, arrow: false } if member.path.is_empty() => {
            matches!(&base.kind, ExprKind::Name(of) if of.path.is_empty() && of.ident == from)
                .then_some(member.ident.as_str())
        }
        _ => None,
    }
}

/// Whether a class has constructors that may take an object of a class derived from it better than copying the base class's part.
pub fn takes_derived(env: &mut Env, id: usize, derived: usize) -> bool {
    methods::constructors(env, id).into_iter().any(|constructor| {
        let Some(first) = from_one(constructor) else { return false };
        if !constructor.template.is_empty() {
            return true;
        }
        let scope = env.met.records[id].scope.clone();
        match env.with_scopes(vec![scope], |env| resolved(env, id, &first.ty)) {
            Some(CType::Record(own)) => own.id != id && classes::base_offset(env, derived, own.id).is_some(),
            Some(CType::Reference { to, .. }) => match *to {
                CType::Record(own) => own.id != id && classes::base_offset(env, derived, own.id).is_some(),
                _ => false,
            },
            Some(_) | None => false,
        }
    })
}
