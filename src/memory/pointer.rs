//! Pointers: a base and an offset, and what C does with them.

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Either, Entity, Env, Lowered, Place, Pointer, PointerId, PointerTarget, Reported, Value,
    types::{CType, INDEX, promote, type_name},
    value::{self, convert},
};
use crate::kernel::ir::{Conversion, Expr, ExprKind, LocalId, LocalRole, StmtKind};

use super::{cell_views, choice, constness, flat, pointee, pointer_arrays, temporaries};

/// `*p`.
pub fn deref(env: &mut Env, pointer: Pointer, span: Span) -> Lowered<Value> {
    index(env, pointer, value::zero(INDEX, span), span)
}

/// `p[i]`.
pub fn index(env: &mut Env, pointer: Pointer, by: Expr, span: Span) -> Lowered<Value> {
    let value = element(env, pointer, by, span)?;
    match value {
        Value::Place(Place::Either(either)) => {
            let mut check = |env: &mut Env, place: Place| checked(env, &Value::Place(place), span);
            choice::each(env, (*either).clone(), span, &mut check)?;
            Ok(Value::Place(Place::Either(either)))
        }
        value => checked(env, &value, span).map(|()| value),
    }
}

/// Whether an element is aligned is an obligation, where it is part of a cell view.
fn checked(env: &mut Env, value: &Value, span: Span) -> Lowered<()> {
    let cell_view = match value {
        Value::Place(Place::Wide { cell_view, index, .. }) => Some((*cell_view, index.clone())),
        Value::Place(Place::Object { bundle, index, .. }) => {
            cell_views::of_bundle(env, *bundle).map(|cell_view| (cell_view, index.clone()))
        }
        _ => None,
    };
    if let Some((cell_view, index)) = cell_view {
        cell_views::aligned(env, cell_view, &index, span)?;
    }
    match value {
        Value::Place(Place::Either(either)) => {
            let mut check = |env: &mut Env, place: Place| checked(env, &Value::Place(place), span);
            choice::each(env, (**either).clone(), span, &mut check)
        }
        _ => Ok(()),
    }
}

/// The element at a distance, which need not be aligned.
pub fn element(env: &mut Env, pointer: Pointer, by: Expr, span: Span) -> Lowered<Value> {
    if !promote(by.ty).is_integral() {
        return Err(env.error(codes::E0302, by.span, format!("an index cannot be of type {}", type_name(by.ty))));
    }
    if let Base::Choice(_) = pointer.base
        && let Some(value) = choice::element(env, pointer.clone(), by.clone(), span)?
    {
        return Ok(value);
    }
    let rank = pointee::rank(env, pointer.base);
    let by = pointee::in_cells(env, pointer.base, by);
    let at = match &pointer.offset {
        None => {
            let ty = promote(by.ty);
            convert(by, ty, Conversion::Implicit)
        }
        Some(offset) if value::is_zero(&by) => offset.clone(),
        Some(offset) => pointee::add(offset.clone(), by),
    };
    if let Base::PointerArray(pointer_array) = pointer.base {
        return pointer_arrays::element(env, pointer_array, at, span);
    }
    if pointer.prefix.len() == rank {
        // The address of one variable, cell or field.
        let known_zero = value::constant_int(&at).is_some_and(|at| at == 0.into());
        if !known_zero {
            let (name, element) = (pointee::base_name(env, pointer.base), pointee::element_of(env, &pointer));
            flat::wish_cells(env, pointer.base, &element);
            return Err(env.unsupported(format!("pointer arithmetic on the address of `{name}`"), span));
        }
        if let (Base::Local(local), true) = (pointer.base, pointer.to_const) {
            constness::note(env, &Place::Local(local));
        }
        return Ok(Value::Place(place(env, pointer.base, pointer.prefix, pointer.to_const)));
    }
    let mut index = pointer.prefix;
    index.push(at);
    if env.facts.rows.get(&pointer.base) == Some(&index.len()) {
        let to_const = pointee::is_const(env, pointer.base);
        return Ok(Value::Pointer(Pointer {
            base: pointer.base,
            prefix: index,
            offset: None,
            to_const,
            is_void: false,
        }));
    }
    if index.len() < rank {
        return Ok(Value::Row(Pointer {
            base: pointer.base,
            prefix: index,
            offset: None,
            to_const: pointer.to_const,
            is_void: false,
        }));
    }
    Ok(Value::Place(place(env, pointer.base, index, pointer.to_const)))
}

/// The element at all indices.
fn place(env: &Env, base: Base, index: Vec<Expr>, is_const: bool) -> Place {
    match base {
        Base::CellView(cell_view) => match env.memory.cell_views[cell_view.0].bundle {
            Some(bundle) => Place::Object { bundle, index, is_const },
            None => Place::Wide { cell_view, index, is_const },
        },
        Base::Array(array) => Place::Cell { array, index, is_const },
        Base::Local(local) => Place::Local(local),
        Base::Bundle(bundle) => Place::Object { bundle, index, is_const },
        Base::PointerArray(_) => unreachable!("an element of an array of pointers is no place"),
        Base::Choice(_) => unreachable!("an element of one of two memories is made from those of both"),
    }
}

/// `&place`.
pub fn address(env: &mut Env, value: Value, span: Span) -> Lowered<Pointer> {
    match value {
        Value::Place(Place::Local(local)) => {
            let to_const = env.variables.constants.contains(&local);
            Ok(Pointer::to(Base::Local(local), to_const))
        }
        Value::Place(Place::Cell { array, index, is_const }) => {
            Ok(address_of(env, Base::Array(array), index, is_const))
        }
        Value::Place(Place::Wide { cell_view, index, is_const }) => {
            Ok(address_of(env, Base::CellView(cell_view), index, is_const))
        }
        Value::Place(Place::Object { bundle, index, is_const }) => {
            let is_const = is_const || env.memory.bundles[bundle.0].is_const;
            let base = cell_views::of_bundle(env, bundle).map_or(Base::Bundle(bundle), Base::CellView);
            Ok(address_of(env, base, index, is_const))
        }
        Value::Place(Place::Either(either)) => {
            let first = address(env, Value::Place(either.first), span)?;
            let second = address(env, Value::Place(either.second), span)?;
            choice::between(env, either.cond, first, second, span)
        }
        Value::Missing(what) => Err(env.unsupported(what, span)),
        // The address of a row is a pointer in the dimension around it.
        Value::Row(Pointer { base, mut prefix, to_const, .. }) => match prefix.pop() {
            Some(offset) => Ok(Pointer { base, prefix, offset: Some(offset), to_const, is_void: false }),
            None => Err(env.unsupported("address of a whole array", span)),
        },
        Value::Pointer(_) => Err(env.unsupported("pointer to a pointer", span)),
        Value::Surface(_) => Err(env.unsupported("address of a handle of a surface", span)),
        Value::Scalar(_) | Value::Record(..) | Value::Closure(_) | Value::Group(_) | Value::Void => {
            Err(env.error(codes::E0304, span, "the address of a value that is not stored anywhere"))
        }
    }
}

/// The address of an element. A field has no neighbours: its address is that of one cell.
fn address_of(env: &Env, base: Base, mut index: Vec<Expr>, to_const: bool) -> Pointer {
    if env.facts.fields.contains(&base) {
        return Pointer { base, prefix: index, offset: None, to_const, is_void: false };
    }
    let offset = index.pop();
    Pointer { base, prefix: index, offset, to_const, is_void: false }
}

/// Checks that a pointer is of a pointer type: the same element, the same inner dimensions.
pub fn cast(env: &mut Env, pointer: Pointer, to: &CType, span: Span) -> Lowered<Pointer> {
    let CType::Pointer { to: target, to_const } = to else {
        return Err(env.error(codes::E0302, span, format!("a pointer is not of type {}", to.name())));
    };
    match **target {
        CType::Void => return Ok(Pointer { to_const: *to_const, is_void: true, ..pointer }),
        CType::Auto => return Ok(Pointer { to_const: *to_const, ..pointer }),
        _ => {}
    }
    let pointer = Pointer { is_void: false, ..pointer };
    if let Base::Choice(_) = pointer.base {
        let cast = choice::map(env, &pointer, span, &mut |env, arm| cast(env, arm, to, span))?;
        return Ok(Pointer { to_const: *to_const, ..cast });
    }
    if let Base::PointerArray(pointer_array) = pointer.base {
        let found = pointee::element_type(env, pointer_array);
        let fits = match (&found, &**target) {
            (CType::Pointer { to: own, to_const: from }, CType::Pointer { to, to_const }) => {
                own.same(to) && (*to_const || !*from)
            }
            _ => false,
        };
        return match fits {
            true => Ok(Pointer { to_const: *to_const, ..pointer }),
            false => Err(env.unsupported(format!("array of {} used as one of {}", found.name(), target.name()), span)),
        };
    }
    if env.facts.rows.get(&pointer.base) == Some(&(pointer.prefix.len() + 1)) {
        let CType::Pointer { to: own, .. } = pointee::type_of(env, &pointer) else { return Err(Reported) };
        let fits = match (&*own, &**target) {
            (CType::Pointer { to: own, to_const: from }, CType::Pointer { to, to_const }) => {
                own.same(to) && (*to_const || !*from)
            }
            _ => false,
        };
        return match fits {
            true => Ok(Pointer { to_const: *to_const, ..pointer }),
            false => Err(env.unsupported(format!("pointer to {} used as one to {}", own.name(), target.name()), span)),
        };
    }
    let Some((element, extents)) = target.elements() else {
        return Err(env.unsupported(format!("pointer to {}", target.name()), span));
    };
    let found = pointee::element_of(env, &pointer);
    let pointer = match (&found, &element) {
        (CType::Record(own), CType::Record(base)) if own != base && !pointee::alike(env, own, base) => {
            return Err(env.unsupported(format!("pointer to {} used as a pointer to {}", own.name, base.name), span));
        }
        (CType::Record(_), CType::Record(_)) => pointer,
        (found, element) if !found.same(element) => {
            let (found, wanted) = (found.name(), element.name());
            return Err(env.unsupported(format!("pointer to {found} used as a pointer to {wanted}"), span));
        }
        _ => pointer,
    };
    let inner = pointee::rank(env, pointer.base).saturating_sub(pointer.prefix.len() + 1);
    if inner != extents.len() {
        return Err(env.unsupported("pointer cast that changes the dimensions of an array", span));
    }
    if inner > 0 {
        let own = pointee::extents(env, pointer.base)[pointer.prefix.len() + 1..].to_vec();
        let known = |extent: &Option<Expr>| extent.as_ref().and_then(value::constant_int);
        // Symbolic extents are the same expression only if they were written so.
        let same = own.iter().zip(&extents).all(|(a, b)| match (known(a), known(b)) {
            (Some(a), Some(b)) => a == b,
            (None, None) => a.as_ref().map(value::shape) == b.as_ref().map(value::shape),
            _ => false,
        });
        if !same {
            return Err(env.unsupported("pointer cast that changes the dimensions of an array", span));
        }
    }
    Ok(Pointer { to_const: *to_const, ..pointer })
}

/// A pointer that a name can stand for as long as it is in scope.
pub fn settle(env: &mut Env, pointer: Pointer, name: &str) -> Pointer {
    let prefix = pointer.prefix.into_iter().map(|e| temporaries::settle_expr(env, e, name)).collect();
    let offset = pointer.offset.map(|e| temporaries::settle_expr(env, e, name));
    let base = match pointer.base {
        Base::Choice(choice) => choice::settle(env, choice, name),
        base => base,
    };
    Pointer { base, prefix, offset, ..pointer }
}

/// A place that a name can stand for.
pub fn settle_place(env: &mut Env, place: Place, name: &str) -> Place {
    match place {
        Place::Local(local) => Place::Local(local),
        Place::Cell { array, index, is_const } => {
            let index = index.into_iter().map(|e| temporaries::settle_expr(env, e, name)).collect();
            Place::Cell { array, index, is_const }
        }
        Place::Wide { cell_view, index, is_const } => {
            let index = index.into_iter().map(|e| temporaries::settle_expr(env, e, name)).collect();
            Place::Wide { cell_view, index, is_const }
        }
        Place::Object { bundle, index, is_const } => {
            let index = index.into_iter().map(|e| temporaries::settle_expr(env, e, name)).collect();
            Place::Object { bundle, index, is_const }
        }
        Place::Either(either) => {
            let cond = temporaries::settle_expr(env, either.cond, name);
            let first = settle_place(env, either.first, name);
            let second = settle_place(env, either.second, name);
            Place::Either(Box::new(Either { cond, first, second }))
        }
    }
}

/// Lets a pointer variable point somewhere. Its first pointer settles its base.
pub fn point(env: &mut Env, id: PointerId, to: Pointer, span: Span) -> Lowered<()> {
    let variable = env.memory.pointers[id.0].clone();
    let declared = CType::Pointer { to: Box::new(variable.element.clone()), to_const: variable.to_const };
    if to.to_const && !variable.to_const {
        drops_const(env, span)?;
    }
    let to = match variable.element {
        CType::Auto => to,
        _ => cast(env, to, &declared, span)?,
    };
    if choice::point(env, id, &to, span)? {
        return Ok(());
    }
    let was_null = variable.target.is_none() && variable.missing.as_deref() == Some(pointee::NULL);
    if was_null || matches!(to.base, Base::Choice(_)) {
        choice::wish(env, id, &[to.base], was_null);
        let (name, base) = (&variable.name, pointee::base_name(env, to.base));
        let construct = match was_null {
            true => format!("pointer `{name}` that is null or points into `{base}`"),
            false => format!("pointer `{name}` that points into `{base}`"),
        };
        return Err(env.unsupported(construct, span));
    }
    let target = match variable.target {
        Some(target) => target,
        None => {
            let name = &variable.name;
            let index = |env: &mut Env| env.new_local(name, INDEX, LocalRole::Temporary, variable.span);
            let prefix = to.prefix.iter().map(|_| index(env)).collect();
            PointerTarget { base: to.base, prefix, offset: index(env) }
        }
    };
    if target.base != to.base || target.prefix.len() != to.prefix.len() {
        let (name, first, second) =
            (&variable.name, pointee::base_name(env, target.base), pointee::base_name(env, to.base));
        let construct = format!("pointer `{name}` that points into `{first}` and into `{second}`");
        choice::wish(env, id, &[target.base, to.base], false);
        return Err(env.unsupported(construct, span));
    }
    let mut values: Vec<(LocalId, Expr)> = target
        .prefix
        .iter()
        .copied()
        .chain([target.offset])
        .zip(to.prefix.iter().cloned().chain([pointee::offset(&to, span)]))
        .map(|(local, e)| (local, convert(e, INDEX, Conversion::Implicit)))
        .filter(|(local, e)| !matches!(&*e.kind, ExprKind::Local(same) if same == local))
        .collect();
    if values.len() > 1 {
        // All new values are taken before the first old one is lost.
        values = values.into_iter().map(|(local, e)| (local, temporaries::temporary(env, "index", e))).collect();
    }
    for (local, value) in values {
        env.emit(StmtKind::Assign { local, value }, span);
    }
    env.memory.pointers[id.0].target = Some(target);
    Ok(())
}

/// A pointer to const becomes one through which one may write: an error, unless the type may be `const` by what it stands for.
pub fn drops_const(env: &mut Env, span: Span) -> Lowered<()> {
    if constness::is_hidden(env) {
        return Ok(());
    }
    Err(env.error(codes::E0304, span, "a pointer to const becomes a pointer through which one may write"))
}

/// The pointer that an entity is, if it is one and known to point somewhere.
pub fn of_entity(env: &Env, entity: &Entity) -> Option<Pointer> {
    match entity {
        Entity::Pointer(pointer) => Some(pointer.clone()),
        Entity::PointerVariable(id) => {
            let variable = &env.memory.pointers[id.0];
            if let Some(arms) = &variable.arms {
                let (base, to_const) = (Base::Choice(arms.choice), variable.to_const);
                let is_void = variable.is_void();
                return Some(Pointer { is_void, ..Pointer::to(base, to_const) });
            }
            let target = variable.target.as_ref()?;
            let read = |id: &LocalId| env.read_local(*id, variable.span);
            Some(Pointer {
                base: target.base,
                prefix: target.prefix.iter().map(read).collect(),
                offset: Some(read(&target.offset)),
                to_const: variable.to_const,
                is_void: variable.is_void(),
            })
        }
        Entity::Array(id) => Some(Pointer {
            is_void: env.facts.raws.contains(id),
            ..Pointer::to(Base::Array(*id), env.kernel.arrays[id.index()].is_const)
        }),
        Entity::Row(pointer) => Some(pointer.clone()),
        Entity::Bundle(id) => Some(Pointer::to(
            cell_views::of_bundle(env, *id).map_or(Base::Bundle(*id), Base::CellView),
            env.memory.bundles[id.0].is_const,
        )),
        Entity::Local(_)
        | Entity::Value(_)
        | Entity::Object(_)
        | Entity::Alias(_)
        | Entity::Group(_)
        | Entity::Type(_)
        | Entity::Unsupported(_)
        | Entity::Reported => None,
    }
}
