//! A kernel's parameters: scalars are locals, pointers are arrays of global memory.

use crate::base::Span;
use crate::cpp::{
    Base, BundleId, Entity, Env, Lowered, Member, Place, Pointer, PointerArrayKind, Scope, Value,
    types::{CType, INDEX},
    value, volatile,
};
use crate::kernel::ir::{LocalRole, Space};
use crate::lower::{
    names::{decltype, globals, resolve},
    statements::declare,
};
use crate::memory::{
    homes::{Home, Storage},
    object, pointee, storage, views,
};
use crate::syntax::tree::{self, Block, Function, Param, TypeKind};

/// Declares the parameters as the contract sees them, and notes what is assumed of them.
pub fn declare(env: &mut Env, function: &Function) {
    let mut arrays = Vec::new();
    for param in &function.params {
        let entity = parameter(env, param);
        let Some(name) = &param.name else { continue };
        let entity = entity.unwrap_or(Entity::Reported);
        arrays.extend(memories(env, &entity));
        env.declare(&name.text, entity);
        volatile::note(env, &name.text, &param.ty, None);
    }
    let all_restrict = arrays.iter().all(|(_, is_restrict)| *is_restrict);
    if arrays.len() > 1 && !all_restrict {
        let names: Vec<&str> = arrays.iter().map(|(name, _)| name.as_str()).collect();
        let assumption = format!("distinct array parameters do not alias: {}", names.join(", "));
        env.kernel.assumptions.push(assumption);
    }
    env.facts.parameter_memory = arrays;
}

/// The memory that a parameter points or refers to, and that of its members, with whether it is `__restrict__`.
fn memories(env: &Env, entity: &Entity) -> Vec<(String, bool)> {
    match entity {
        Entity::Array(array) | Entity::Alias(Place::Cell { array, .. }) => {
            let data = &env.kernel.arrays[array.index()];
            vec![(data.name.clone(), data.is_restrict)]
        }
        Entity::Alias(Place::Object { bundle, .. }) => vec![(env.memory.bundles[bundle.0].name.clone(), false)],
        Entity::Bundle(bundle) if env.memory.bundles[bundle.0].rank > 0 => {
            vec![(env.memory.bundles[bundle.0].name.clone(), false)]
        }
        Entity::Bundle(bundle) => members(env, *bundle),
        Entity::Pointer(Pointer { base: Base::CellView(cell_view), .. }) => {
            let data = &env.kernel.arrays[env.memory.cell_views[cell_view.0].cells.index()];
            vec![(data.name.clone(), data.is_restrict)]
        }
        _ => Vec::new(),
    }
}

/// The memory that the pointers in a parameter of record type point to.
fn members(env: &Env, bundle: BundleId) -> Vec<(String, bool)> {
    let mut all = Vec::new();
    for member in &env.memory.bundles[bundle.0].members {
        match member {
            Member::Fixed(Pointer { base: Base::PointerArray(pointer_array), .. }) => {
                if let PointerArrayKind::Fixed(each) = &env.memory.pointer_arrays[pointer_array.0].kind {
                    let name = |pointer: &Pointer| (pointee::base_name(env, pointer.base), false);
                    all.extend(each.iter().flatten().map(name));
                }
            }
            Member::Fixed(pointer) => all.push((pointee::base_name(env, pointer.base), false)),
            Member::Stored(Base::Bundle(inner)) => all.extend(members(env, *inner)),
            Member::Stored(_)
            | Member::Within { .. }
            | Member::Pointer(_)
            | Member::Rows(_)
            | Member::Known(_)
            | Member::Surface(_)
            | Member::Missing(_) => {}
        }
    }
    all
}

fn parameter(env: &mut Env, param: &Param) -> Lowered<Entity> {
    let (name, span) = match &param.name {
        Some(name) => (name.text.clone(), name.span),
        None => ("unnamed".to_string(), param.span),
    };
    if let Some(reported) = resolve::undeclared_name(env, &param.ty) {
        return Err(reported);
    }
    let ty = resolve::parameter(env, &param.ty)?;
    if let Some(scope) = env.scopes.last_mut() {
        decltype::note(scope, &name, &ty);
    }
    match ty {
        CType::Scalar(scalar) => {
            let local = env.new_local(&name, scalar, LocalRole::Param, span);
            if !env.frame.modified.contains(&name) {
                env.variables.stable.insert(local);
            }
            if resolve::is_const(&param.ty) {
                env.variables.constants.insert(local);
            }
            Ok(Entity::Local(local))
        }
        CType::Record(_) => {
            let is_stable = !env.frame.modified.contains(&name);
            let storage = Storage { home: Home::Param, is_stable, ..Storage::local(&name, is_stable, span) };
            match storage::make(env, &ty, &storage)? {
                Base::Bundle(bundle) => {
                    env.memory.bundles[bundle.0].is_const = resolve::is_const(&param.ty);
                    Ok(Entity::Bundle(bundle))
                }
                Base::Array(_) | Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => {
                    Ok(Entity::Reported)
                }
            }
        }
        CType::Pointer { to, to_const } => pointed(env, param, (name, span), *to, to_const),
        // A variable in memory of the device, of which the host gave a reference.
        CType::Reference { to, to_const } if matches!(*to, CType::Scalar(_) | CType::Record(_)) => {
            let storage = Storage {
                home: Home::Memory(Space::Global),
                extents: vec![Some(value::int(1, INDEX, span))],
                is_const: to_const,
                ..Storage::local(&name, false, span)
            };
            let index = vec![value::int(0, INDEX, span)];
            match storage::make(env, &to, &storage)? {
                Base::Array(array) => Ok(Entity::Alias(Place::Cell { array, index, is_const: to_const })),
                Base::Bundle(bundle) => Ok(Entity::Alias(Place::Object { bundle, index, is_const: to_const })),
                _ => Err(env.unsupported(format!("parameter `{name}` of {} &", to.name()), span)),
            }
        }
        CType::Surface => Ok(Entity::Object(Value::Surface(storage::surface(env, &name, span)))),
        other => Err(env.unsupported(format!("parameter `{name}` of {}", other.name()), span)),
    }
}

/// The memory that a pointer of the host leads to.
fn pointed(env: &mut Env, param: &Param, (name, span): (String, Span), to: CType, to_const: bool) -> Lowered<Entity> {
    let is_const = to_const || element_is_const(&param.ty);
    let is_restrict = param.ty.qualifiers.is_restrict;
    if matches!(to, CType::Void) {
        let array = env.new_array(views::raw(&name, is_const, is_restrict, span));
        env.facts.raws.insert(array);
        return Ok(Entity::Array(array));
    }
    let storage = Storage {
        name: name.clone(),
        home: Home::Memory(Space::Global),
        extents: vec![None],
        is_const,
        is_restrict,
        is_stable: false,
        address: None,
        span,
    };
    if let CType::Pointer { to, to_const } = &to
        && matches!(**to, CType::Scalar(_))
    {
        let base = storage::rows(env, to, *to_const, &storage)?;
        return Ok(match base {
            Base::Array(array) => Entity::Array(array),
            _ => Entity::Reported,
        });
    }
    if to.elements().is_none() {
        return Err(env.unsupported(format!("parameter `{name}`: pointer to {}", to.name()), span));
    }
    Ok(match storage::make(env, &to, &storage)? {
        Base::Array(array) => Entity::Array(array),
        Base::Bundle(bundle) => Entity::Bundle(bundle),
        base @ Base::CellView(_) => Entity::Pointer(Pointer::to(base, is_const)),
        Base::Local(_) | Base::PointerArray(_) | Base::Choice(_) => Entity::Reported,
    })
}

/// Whether what a parameter of array type holds is const.
fn element_is_const(ty: &tree::Type) -> bool {
    match &ty.kind {
        TypeKind::Array(of, _) => resolve::is_const(of),
        _ => false,
    }
}

/// Makes the dynamic shared arrays of the body known to the contract, for `\length`.
pub fn dynamic_shared(env: &mut Env, body: &Block) {
    for stmt in &body.stmts {
        if let tree::StmtKind::Declare(declaration) = &stmt.kind
            && declaration.specifiers.is_shared
            && declaration.declarators.iter().all(|declarator| matches!(declarator.ty.kind, TypeKind::Array(_, None)))
        {
            declare::declaration(env, declaration);
        }
    }
}

/// Opens the body's scope, where a pointer parameter that is assigned is a pointer variable.
pub fn enter_body(env: &mut Env, function: &Function) {
    let mut scope = Scope::default();
    for param in &function.params {
        let Some(name) = &param.name else { continue };
        if !env.frame.modified.contains(&name.text) {
            continue;
        }
        if let Some(Entity::Pointer(start)) = globals::entity_of_text(env, &name.text) {
            let ty = pointee::type_of(env, &start);
            let entity = declare::pointer_variable(env, name, &ty, Some((start, name.span)));
            scope.insert(name.text.clone(), entity.unwrap_or(Entity::Reported));
        } else if let Some(Entity::Array(array)) = globals::entity_of_text(env, &name.text) {
            let to_const = env.kernel.arrays[array.index()].is_const;
            let is_void = env.facts.raws.contains(&array);
            let start = Pointer { is_void, ..Pointer::to(Base::Array(array), to_const) };
            let ty = pointee::static_type(env, &start);
            let entity = declare::pointer_variable(env, name, &ty, Some((start, name.span)));
            scope.insert(name.text.clone(), entity.unwrap_or(Entity::Reported));
        } else if let Some(Entity::Bundle(bundle)) = globals::entity_of_text(env, &name.text) {
            let entity = if env.memory.bundles[bundle.0].rank == 0 {
                let value = Value::Place(Place::Object { bundle, index: Vec::new(), is_const: false });
                // The kernel has a copy of its own, in which also the pointers may be set.
                let copy = object::materialise(env, value, &name.text, false, name.span);
                copy.map(|copy| Entity::Alias(copy.place()))
            } else {
                let to_const = env.memory.bundles[bundle.0].is_const;
                let start = Pointer::to(Base::Bundle(bundle), to_const);
                let ty = pointee::type_of(env, &start);
                declare::pointer_variable(env, name, &ty, Some((start, name.span)))
            };
            scope.insert(name.text.clone(), entity.unwrap_or(Entity::Reported));
        }
    }
    env.frame.changed = (env.scopes.len(), scope.keys().cloned().collect());
    env.scopes.push(scope);
}

/// The parameters under the names of a prototype.
pub fn renamed(env: &mut Env, function: &Function, prototype: &Function) -> Scope {
    let mut scope = Scope::default();
    for (own, other) in function.params.iter().zip(&prototype.params) {
        if let (Some(own), Some(other)) = (&own.name, &other.name)
            && let Some(entity) = globals::entity_of_text(env, &own.text)
        {
            scope.insert(other.text.clone(), entity);
        }
    }
    scope
}
