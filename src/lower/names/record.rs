//! Record types: structs, classes and CUDA's vector types, with their template arguments.

use std::rc::Rc;

use crate::base::Span;
use crate::cpp::{
    Entity, Env, Field, Lowered, Note, RecordInfo, Scope, methods,
    types::{self, CType, RecordRef},
    value,
};
use crate::lower::objects::copy_constructors;
use crate::memory::unions;
use crate::syntax::tree::{self, Record};

use super::{
    enums, globals,
    lookup::{self, Spot},
    resolve, specialisation,
};

/// The record type that a name means at file level; `None` when there is none of the name.
pub fn named(env: &mut Env, name: &tree::Name) -> Lowered<Option<CType>> {
    let Some(all) = env.table.classes.records.get(name.ident.as_str()) else { return Ok(None) };
    let found = visible(env, all, name);
    let primary: Vec<&Record> = found.iter().copied().filter(|record| record.template_args.is_none()).collect();
    let forward = env.table.classes.forwards.get(name.ident.as_str()).map_or(Vec::new(), |all| visible(env, all, name));
    let primary: &Record = match (primary.as_slice(), forward.first()) {
        ([primary], _) => primary,
        ([], Some(forward)) => forward,
        ([], None) if env.table.classes.not_read.contains(name.ident.as_str()) => {
            return Ok(Some(CType::Other(format!("class template `{}`, {}", name.ident, specialisation::UNREAD))));
        }
        _ => return Ok(Some(CType::Other(format!("type `{}`, declared several times", types::shown(name))))),
    };
    if primary.template.is_empty() {
        return instance(env, primary, Scope::default(), &name.ident).map(Some);
    }
    let Some(args) = &name.template_args else {
        // `using Hasher = lib::Hasher<int, 3>;`
        if env.table.typedefs.contains_key(name.ident.as_str()) {
            return Ok(None);
        }
        return Ok(Some(CType::Other(format!("class template `{}` without arguments", name.ident))));
    };
    specialisation::instance(env, specialisation::Template { primary, forward: &forward, all: &found }, args, name)
        .map(Some)
}

/// Those declarations that a name can mean.
fn visible<'a>(env: &Env<'a>, all: &[&'a Record], name: &tree::Name) -> Vec<&'a Record> {
    let spots: Vec<Spot> = all.iter().map(|record| Spot { scope: &record.scope, order: record.order }).collect();
    lookup::visible(env, &spots, name).places.into_iter().map(|(at, _)| all[at]).collect()
}

/// A template argument as the names of instances show it.
pub fn shown_argument(entity: &Entity) -> String {
    match entity {
        Entity::Type(ty) => ty.name(),
        Entity::Value(e) => match value::constant(e) {
            Some(value::Constant::Int(known)) => known.to_string(),
            Some(value::Constant::Bool(known)) => known.to_string(),
            Some(value::Constant::Real(known)) => known.to_string(),
            None => value::shape(e).trim_end().to_string(),
        },
        _ => "?".to_string(),
    }
}

/// The type of a record's declaration with its template parameters bound.
pub fn instance<'a>(env: &mut Env<'a>, tree: &'a Record, bindings: Scope, shown: &str) -> Lowered<CType> {
    with_arguments(env, tree, bindings, shown, Rc::from([]))
}

/// The same for an instance of a class template, with its template arguments.
pub fn with_arguments<'a>(
    env: &mut Env<'a>,
    tree: &'a Record,
    bindings: Scope,
    shown: &str,
    args: Rc<[Entity]>,
) -> Lowered<CType> {
    let key = (std::ptr::from_ref(tree).addr(), shown.to_string());
    if let Some(known) = env.met.records.iter().find(|known| known.key == key) {
        return Ok(CType::Record(known.ty.clone()));
    }
    let ty = RecordRef { id: env.met.records.len(), name: shown.into(), args };
    let mut unsupported = tree.unsupported.first().map(|first| first.construct.clone());
    let destructor = tree.methods.iter().find(|method| {
        method.kind == tree::FunctionKind::Destructor && method.body.as_ref().is_none_or(|body| !body.stmts.is_empty())
    });
    if destructor.is_some() {
        unsupported = Some("a destructor".into());
    }
    let mut scope = bindings;
    if let Some(name) = &tree.name {
        scope.insert(name.text.clone(), Entity::Type(CType::Record(ty.clone())));
    }
    env.met.records.push(RecordInfo {
        ty: ty.clone(),
        tree: Some(tree),
        scope: scope.clone(),
        fields: Vec::new(),
        is_union: tree.is_union,
        bases: Vec::new(),
        is_complete: false,
        parts: 0,
        unsupported,
        key,
        is_merged: false,
    });
    let place = (tree.scope.clone(), tree.order);
    // An instance may have one of itself, and so on for ever.
    env.deeper(tree.span, |env| {
        env.standing_in(place, |env| env.with_scopes(vec![scope], |env| fill(env, tree, ty.id)))
    })?;
    Ok(CType::Record(ty))
}

/// What a class declares besides its variables and functions.
enum Declared<'a> {
    Record(&'a Record),
    Enum(&'a tree::Enumeration),
    Static(&'a tree::Declaration),
    Typedef(&'a tree::Typedef),
}

/// The declarations of a class in the order of the text. A type that a `typedef` defines ends before it.
fn in_order(tree: &Record) -> Vec<Declared<'_>> {
    let mut all: Vec<(Span, Declared)> = Vec::new();
    all.extend(tree.names.records.iter().map(|inner| (inner.span, Declared::Record(inner))));
    all.extend(tree.names.enums.iter().map(|inner| (inner.span, Declared::Enum(inner))));
    all.extend(tree.statics.iter().map(|inner| (inner.span, Declared::Static(inner))));
    all.extend(tree.names.typedefs.iter().map(|inner| (inner.span, Declared::Typedef(inner))));
    if all.iter().all(|(span, _)| span.file == tree.span.file && span.expansion == tree.span.expansion) {
        all.sort_by_key(|(span, _)| span.hi);
    }
    all.into_iter().map(|(_, declared)| declared).collect()
}

fn declare<'a>(env: &mut Env<'a>, declared: Declared<'a>, id: usize) -> Lowered<()> {
    match declared {
        Declared::Record(inner) => {
            let Some(name) = &inner.name else { return Ok(()) };
            let outer = env.met.records[id].ty.name.clone();
            let ty = if inner.template.is_empty() {
                let scope = env.scopes.last().cloned().unwrap_or_default();
                instance(env, inner, scope, &format!("{outer}::{}", name.text))?
            } else {
                CType::Other(format!("class template `{}` inside a class", name.text))
            };
            env.declare(&name.text, Entity::Type(ty));
        }
        Declared::Enum(enumeration) => enums::declare(env, enumeration)?,
        Declared::Static(declaration) => {
            for declarator in &declaration.declarators {
                let entity = globals::static_member(env, declaration, declarator)?;
                env.declare(&declarator.name.text, entity);
            }
        }
        Declared::Typedef(typedef) => {
            env.met.const_hidden |= resolve::is_const(&typedef.ty);
            let ty = if typedef.template.is_empty() {
                resolve::resolve(env, &typedef.ty)?
            } else {
                CType::Other(format!("alias template `{}`", typedef.name.text))
            };
            env.declare(&typedef.name.text, Entity::Type(ty));
        }
    }
    Ok(())
}

/// Resolves what a record declares. Each declaration may mention those before it.
fn fill<'a>(env: &mut Env<'a>, tree: &'a Record, id: usize) -> Lowered<()> {
    for declared in in_order(tree) {
        declare(env, declared, id)?;
    }
    let mut fields = Vec::new();
    let mut bases = Vec::new();
    for written in &tree.bases {
        match resolve::resolve(env, written)? {
            CType::Record(base) if env.met.records[base.id].is_complete => {
                let info = &env.met.records[base.id];
                fields.extend(info.fields.iter().cloned().map(|field| Field { declared: None, ..field }));
                let (names, is_merged) = (info.scope.clone(), info.is_merged);
                if let Some(unsupported) = info.unsupported.clone() {
                    env.met.records[id].unsupported = Some(unsupported);
                }
                env.met.records[id].is_merged |= is_merged;
                let of_template = methods::is_dependent(tree, written);
                for (name, entity) in names.iter() {
                    if of_template && !methods::is_used(tree, name) && env.table.declares(name) {
                        continue;
                    }
                    if let Some(scope) = env.scopes.last_mut().filter(|scope| !scope.contains_key(name)) {
                        scope.insert(name.clone(), entity.clone());
                        if let Some(entity) = names.noted(Note::ConstType, name) {
                            scope.note(Note::ConstType, name, entity.clone());
                        }
                    }
                }
                bases.push(base);
            }
            other => env.met.records[id].unsupported = Some(format!("the base class {}", other.name())),
        }
    }
    for (at, field) in tree.fields.iter().enumerate() {
        let Some(name) = &field.name else {
            env.met.records[id].unsupported = Some("an unnamed member".into());
            continue;
        };
        let mut ty = resolve::resolve(env, &field.ty)?;
        if is_incomplete(env, &ty) {
            let what = format!("member `{}` of a class that is not complete", name.text);
            env.met.records[id].unsupported = Some(what.clone());
            ty = CType::Other(what);
        }
        if fields.iter().any(|known: &Field| known.name == name.text) {
            env.met.records[id].unsupported = Some(format!("member `{}` that hides one of a base class", name.text));
        }
        let (ty, is_reference) = match ty {
            CType::Reference { to, to_const } if matches!(*to, CType::Scalar(_) | CType::Record(_)) => {
                (CType::Pointer { to, to_const }, true)
            }
            other => (other, false),
        };
        let is_mutable = tree.fields[at].is_mutable;
        let is_const = resolve::is_const(&field.ty);
        let known = (name.text.clone(), name.span);
        fields.push(Field { name: known.0, ty, span: known.1, declared: Some(at), is_reference, is_mutable, is_const });
    }
    let scope = env.scopes.last().cloned().unwrap_or_default();
    let parts = fields.iter().map(|field| parts(env, &field.ty)).fold(0, usize::saturating_add);
    let info = &mut env.met.records[id];
    if parts > MOST_PARTS {
        info.unsupported = Some("a class of very many members".into());
        fields.clear();
    }
    info.parts = parts.min(MOST_PARTS);
    info.is_complete = true;
    info.fields = fields;
    info.bases = bases;
    info.scope = scope;
    if info.is_union {
        unions::lay_out(env, id);
    }
    if copy_constructors::differs(env, id) {
        env.met.records[id].unsupported = Some("a copy constructor that does not copy each member".into());
    }
    Ok(())
}

/// Objects of more parts are not modelled.
const MOST_PARTS: usize = 4096;

fn parts(env: &Env, ty: &CType) -> usize {
    match ty {
        CType::Record(record) => env.met.records[record.id].parts.max(1),
        CType::Array { of, .. } => parts(env, of),
        _ => 1,
    }
}

/// Whether it is a class whose declaration has not ended, or an array of such: a class cannot contain itself.
fn is_incomplete(env: &Env, ty: &CType) -> bool {
    match ty {
        CType::Record(record) => !env.met.records[record.id].is_complete,
        CType::Array { of, .. } => is_incomplete(env, of),
        _ => false,
    }
}

/// The member without name in which there is one of a name.
pub fn unnamed_with(env: &Env, id: usize, name: &str) -> Option<usize> {
    env.met.records[id].fields.iter().position(|field| match &field.ty {
        CType::Record(inner) if field.name.starts_with(tree::UNNAMED) => {
            let fields = &env.met.records[inner.id].fields;
            fields.iter().any(|field| field.name == name) || unnamed_with(env, inner.id, name).is_some()
        }
        _ => false,
    })
}

/// What a qualified name means whose last qualifier is a record: `None` when it is none.
pub fn qualified(env: &mut Env, name: &tree::Name) -> Option<Lowered<Entity>> {
    let record = match qualifier(env, name)? {
        Ok(CType::Record(record)) => record,
        Ok(CType::Other(what)) => return Some(Ok(Entity::Unsupported(what))),
        Ok(_) => return None,
        Err(reported) => return Some(Err(reported)),
    };
    let found = env.met.records[record.id].scope.get(&name.ident).cloned();
    Some(Ok(match found {
        Some(entity) => entity,
        None => Entity::Unsupported(format!("member `{}`", types::shown(name))),
    }))
}

/// Under which name a scope knows an enumerator by way of its enumeration.
pub fn enumerator_key(enumeration: &str, value: &str) -> String {
    format!("{enumeration}::{value}")
}

/// What a name like `Kind::value` or `Class::Kind::value` means where a function or class declares the enumeration.
pub fn enumerator(env: &mut Env, name: &tree::Name) -> Option<Lowered<Entity>> {
    let enumeration = name.path.last()?;
    let key = enumerator_key(enumeration, &name.ident);
    if name.path.len() == 1 && !name.is_global {
        let declares = |scope: &&Scope| scope.contains_key(enumeration.as_str());
        return env.scopes.iter().rev().find(declares)?.get(&key).cloned().map(Ok);
    }
    let path = name.path[..name.path.len() - 1].to_vec();
    let path_args = name.path_args.iter().take(path.len()).cloned().collect();
    let of = tree::Name {
        is_global: name.is_global,
        path,
        path_args,
        ident: enumeration.clone(),
        template_args: None,
        span: name.span,
    };
    match qualifier(env, &of)? {
        Ok(CType::Record(record)) => env.met.records[record.id].scope.get(&key).cloned().map(Ok),
        Ok(_) => None,
        Err(reported) => Some(Err(reported)),
    }
}

/// The type before the last `::` of a name, if there is one that is a type.
pub fn qualifier(env: &mut Env, name: &tree::Name) -> Option<Lowered<CType>> {
    let last = name.path.last()?;
    let ident = last.split('<').next().unwrap_or(last).to_string();
    let path = name.path[..name.path.len() - 1].to_vec();
    let template_args = name.path_args.last().cloned().flatten();
    let is_record = env.table.classes.records.contains_key(ident.as_str());
    let local = env.scopes.iter().rev().find_map(|scope| scope.get(&ident));
    let local = matches!(local, Some(Entity::Type(_)) if path.is_empty());
    let is_typedef = env.table.typedefs.contains_key(ident.as_str());
    if !is_record && !local && !is_typedef {
        return None;
    }
    let path_args = name.path_args.iter().take(path.len()).cloned().collect();
    let qualifier = tree::Name { is_global: name.is_global, path, path_args, ident, template_args, span: name.span };
    Some(resolve::named(env, &qualifier))
}
