//! Pointers into one of several memories, or nowhere, as the program decides (MEM-8).
//!
//! Such a pointer is a condition and two pointers; a variable that is assigned several has a number that says which of
//! them it is. What is read through it is a conditional expression, what is written an `if`.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::cpp::{
    Arms, Base, BundleId, CellViewId, Choice, ChoiceId, Either, Entity, Env, KnownMemory, Lowered, Place, Pointer,
    PointerId, PointerTarget, Value,
    types::{CType, INDEX},
    value::{self, binary, convert},
};
use crate::kernel::ir::{ArrayId, Binary, Conversion, Expr, ExprKind, LocalId, LocalRole, Space, StmtKind, Type};
use crate::syntax::tree::BinaryOp;

use super::{
    homes::{Home, Storage},
    pointee, pointer, storage, temporaries,
};

/// The memories that a base may be.
fn memories(env: &Env, base: Base, found: &mut BTreeSet<KnownMemory>) {
    if pointee::is_nowhere(env, base) {
        found.insert(KnownMemory::Nowhere);
        return;
    }
    match base {
        Base::Array(array) => {
            let data = &env.kernel.arrays[array.index()];
            found.insert(KnownMemory::Array(data.span, data.name.clone()));
        }
        Base::Bundle(bundle) => {
            let data = &env.memory.bundles[bundle.0];
            found.insert(KnownMemory::Bundle(data.span, data.name.clone()));
        }
        Base::CellView(cell_view) => {
            let cell_view = &env.memory.cell_views[cell_view.0];
            let data = &env.kernel.arrays[cell_view.cells.index()];
            found.insert(KnownMemory::CellView(data.span, data.name.clone(), cell_view.element.name()));
        }
        Base::Choice(choice) => {
            let Choice { first, second, .. } = &env.memory.choices[choice.0];
            let (first, second) = (first.base, second.base);
            memories(env, first, found);
            memories(env, second, found);
        }
        Base::Local(_) | Base::PointerArray(_) => {}
    }
}

/// Notes that a pointer variable leads into these memories: the kernel is lowered anew with a choice.
pub fn wish(env: &mut Env, id: PointerId, bases: &[Base], nowhere: bool) {
    let mut found = BTreeSet::new();
    bases.iter().for_each(|base| memories(env, *base, &mut found));
    found.extend(nowhere.then_some(KnownMemory::Nowhere));
    let variable = &env.memory.pointers[id.0];
    let key = (variable.span, variable.name.clone());
    env.rounds.several_wishes.entry(key).or_default().extend(found);
}

/// The memory as it is in this kernel.
fn find(env: &mut Env, memory: &KnownMemory, element: &CType, span: Span) -> Option<Base> {
    let found = match memory {
        KnownMemory::Nowhere => return nowhere(env, element, span).ok(),
        KnownMemory::Array(place, name) => {
            let here = env.kernel.arrays.iter().rposition(|array| array.span == *place && array.name == *name)?;
            Base::Array(ArrayId(here as u32))
        }
        KnownMemory::Bundle(place, name) => {
            let here = env.memory.bundles.iter().rposition(|bundle| bundle.span == *place && bundle.name == *name)?;
            Base::Bundle(BundleId(here))
        }
        KnownMemory::CellView(place, name, shown) => {
            let here = env.memory.cell_views.iter().rposition(|cell_view| {
                let data = &env.kernel.arrays[cell_view.cells.index()];
                data.span == *place && data.name == *name && cell_view.element.name() == *shown
            })?;
            Base::CellView(CellViewId(here))
        }
    };
    let pointer = Pointer::to(found, false);
    pointee::element_of(env, &pointer).same(element).then_some(found)
}

/// Memory without elements: an access through the null pointer leaves it.
pub fn nowhere(env: &mut Env, element: &CType, span: Span) -> Lowered<Base> {
    if let Some((_, base)) = env.memory.nowheres.iter().find(|(of, _)| of.same(element)) {
        return Ok(*base);
    }
    let storage = Storage {
        name: "null".into(),
        home: Home::Memory(Space::Global),
        extents: vec![Some(value::zero(INDEX, span))],
        is_restrict: true,
        ..Storage::local("null", false, span)
    };
    let base = storage::make(env, element, &storage)?;
    env.memory.nowheres.push((element.clone(), base));
    Ok(base)
}

/// The null pointer as a pointer to elements of this type.
pub fn null(env: &mut Env, element: &CType, span: Span) -> Lowered<Pointer> {
    let base = nowhere(env, element, span)?;
    Ok(Pointer::to(base, false))
}

/// The null pointer as a pointer of a type, if its elements are scalars or records.
pub fn typed_null(env: &mut Env, ty: &CType, span: Span) -> Option<Pointer> {
    let CType::Pointer { to, to_const } = ty else { return None };
    let (element, inner) = to.elements()?;
    if !inner.is_empty() || !matches!(element, CType::Scalar(_) | CType::Record(_)) {
        return None;
    }
    let pointer = null(env, &element, span).ok()?;
    Some(Pointer { to_const: *to_const, ..pointer })
}

/// The choice between two pointers.
fn new(env: &mut Env, cond: Expr, first: Pointer, second: Pointer) -> Pointer {
    let (to_const, is_void) = (first.to_const || second.to_const, first.is_void || second.is_void);
    env.memory.choices.push(Choice { cond, first, second, extents: vec![None] });
    let base = Base::Choice(ChoiceId(env.memory.choices.len() - 1));
    Pointer { is_void, ..Pointer::to(base, to_const) }
}

/// `cond ? first : second`, of different memories.
pub fn between(env: &mut Env, cond: Expr, first: Pointer, second: Pointer, span: Span) -> Lowered<Pointer> {
    for pointer in [&first, &second] {
        if pointee::rank(env, pointer.base) != pointer.prefix.len() + 1 {
            let name = pointee::base_name(env, pointer.base);
            return Err(env.unsupported(format!("choice of a pointer into rows of `{name}`, or to one variable"), span));
        }
    }
    let (one, other) = (pointee::element_of(env, &first), pointee::element_of(env, &second));
    let (first, second) = match one.same(&other) {
        true => (first, second),
        false if pointee::is_nowhere(env, first.base) => (null(env, &other, span)?, second),
        false if pointee::is_nowhere(env, second.base) => (first, null(env, &one, span)?),
        false => {
            let (one, other) = (one.name(), other.name());
            return Err(env.unsupported(format!("choice between pointers to {one} and to {other}"), span));
        }
    };
    let cond = temporaries::settle_expr(env, cond, "chosen");
    let first = pointer::settle(env, first, "first");
    let second = pointer::settle(env, second, "second");
    Ok(new(env, cond, first, second))
}

/// The pointer of this number, and none beyond the last.
pub fn indexed(env: &mut Env, all: Vec<Pointer>, at: Expr, span: Span) -> Lowered<Pointer> {
    let at = temporaries::settle_expr(env, convert(at, INDEX, Conversion::Implicit), "chosen");
    let Some(first) = all.first() else { return Err(env.unsupported(pointee::NULL, span)) };
    let element = pointee::element_of(env, first);
    let mut chosen = null(env, &element, span)?;
    for (number, pointer) in all.into_iter().enumerate().rev() {
        let cond = binary(Binary::Eq, at.clone(), value::int(number, INDEX, span));
        chosen = between(env, cond, pointer, chosen, span)?;
    }
    Ok(chosen)
}

/// The two pointers that a pointer may be, moved as it is, and what says which.
pub fn arms(env: &mut Env, pointer: &Pointer, span: Span) -> Lowered<Option<(Expr, Pointer, Pointer)>> {
    let Base::Choice(id) = pointer.base else { return Ok(None) };
    let Choice { cond, first, second, .. } = env.memory.choices[id.0].clone();
    let mut moved = |arm: Pointer| match &pointer.offset {
        None => Ok(arm),
        Some(by) => pointee::moved(env, BinaryOp::Add, arm, by.clone(), span),
    };
    let (first, second) = (moved(first)?, moved(second)?);
    let constant = |arm: Pointer| Pointer { to_const: arm.to_const || pointer.to_const, ..arm };
    Ok(Some((cond, constant(first), constant(second))))
}

/// The same choice between what becomes of the pointers.
pub fn map(
    env: &mut Env,
    pointer: &Pointer,
    span: Span,
    change: &mut dyn FnMut(&mut Env, Pointer) -> Lowered<Pointer>,
) -> Lowered<Pointer> {
    match arms(env, pointer, span)? {
        None => change(env, pointer.clone()),
        Some((cond, first, second)) => {
            let first = map(env, &first, span, change)?;
            let second = map(env, &second, span, change)?;
            Ok(new(env, cond, first, second))
        }
    }
}

/// A choice that a name can stand for.
pub fn settle(env: &mut Env, id: ChoiceId, name: &str) -> Base {
    let Choice { cond, first, second, .. } = env.memory.choices[id.0].clone();
    let cond = temporaries::settle_expr(env, cond, name);
    let first = pointer::settle(env, first, name);
    let second = pointer::settle(env, second, name);
    new(env, cond, first, second).base
}

/// Whatever the pointer depends on.
pub fn exprs(env: &Env, base: Base) -> Vec<Expr> {
    let Base::Choice(id) = base else { return Vec::new() };
    let Choice { cond, first, second, .. } = &env.memory.choices[id.0];
    let mut all = vec![cond.clone()];
    for arm in [first, second] {
        all.extend(arm.prefix.iter().chain(&arm.offset).cloned());
        all.extend(exprs(env, arm.base));
    }
    all
}

// ── variables ───────────────────────────────────────────────────────────────────────────────────

/// Gives a variable its memories, if it leads into several.
fn materialise(env: &mut Env, id: PointerId) -> bool {
    let variable = env.memory.pointers[id.0].clone();
    if variable.arms.is_some() {
        return true;
    }
    let Some(known) = env.rounds.several.get(&(variable.span, variable.name.clone())).cloned() else { return false };
    let Some((element, inner)) = variable.element.elements() else { return false };
    if variable.target.is_some() || !inner.is_empty() {
        return false;
    }
    let mut targets = Vec::new();
    for memory in &known {
        let Some(base) = find(env, memory, &element, variable.span) else { continue };
        let rank = pointee::rank(env, base);
        if rank == 0 {
            continue;
        }
        let index = |env: &mut Env| env.new_local(&variable.name, INDEX, LocalRole::Temporary, variable.span);
        let prefix = (1..rank).map(|_| index(env)).collect();
        targets.push(PointerTarget { base, prefix, offset: index(env) });
    }
    if targets.len() < 2 {
        return false;
    }
    let which = env.new_local(&variable.name, Type::INT, LocalRole::Temporary, variable.span);
    let mut pointers = targets.iter().map(|target| read(env, target, &variable.to_const, variable.span));
    let pointers: Vec<Pointer> = pointers.by_ref().collect();
    let mut all = pointers.into_iter().enumerate().rev();
    let Some((_, mut chosen)) = all.next() else { return false };
    for (at, pointer) in all {
        let number = value::int(at, Type::INT, variable.span);
        let cond = binary(Binary::Eq, env.read_local(which, variable.span), number);
        chosen = new(env, cond, pointer, chosen);
    }
    let Base::Choice(choice) = chosen.base else { return false };
    env.memory.pointers[id.0].arms = Some(Arms { which, targets, choice });
    true
}

fn read(env: &Env, target: &PointerTarget, to_const: &bool, span: Span) -> Pointer {
    let local = |id: &LocalId| env.read_local(*id, span);
    Pointer {
        base: target.base,
        prefix: target.prefix.iter().map(local).collect(),
        offset: Some(local(&target.offset)),
        to_const: *to_const,
        is_void: false,
    }
}

/// Lets a variable of several memories point somewhere; whether it is one.
pub fn point(env: &mut Env, id: PointerId, to: &Pointer, span: Span) -> Lowered<bool> {
    if !materialise(env, id) {
        return Ok(false);
    }
    let Some(Arms { which, targets, .. }) = env.memory.pointers[id.0].arms.clone() else { return Ok(false) };
    if let Some((cond, first, second)) = arms(env, to, span)? {
        let cond = temporaries::settle_expr(env, cond, "chosen");
        let (then, one) = env.captured(|env| point(env, id, &first, span));
        let (else_, other) = env.captured(|env| point(env, id, &second, span));
        one.and(other)?;
        env.emit(StmtKind::If { cond, then, else_ }, span);
        return Ok(true);
    }
    let fits = |target: &PointerTarget| target.base == to.base && target.prefix.len() == to.prefix.len();
    let Some(at) = targets.iter().position(fits) else {
        let (name, base) = (env.memory.pointers[id.0].name.clone(), pointee::base_name(env, to.base));
        wish(env, id, &[to.base], false);
        return Err(env.unsupported(format!("pointer `{name}` that points into `{base}`, too"), span));
    };
    let values: Vec<Expr> = to.prefix.iter().cloned().chain([pointee::offset(to, span)]).collect();
    // All new values are taken before the first old one is lost.
    let values: Vec<Expr> = values.into_iter().map(|e| convert(e, INDEX, Conversion::Implicit)).collect();
    let several = values.len() > 1;
    let values: Vec<Expr> =
        values.into_iter().map(|e| if several { temporaries::temporary(env, "index", e) } else { e }).collect();
    for (local, value) in targets[at].prefix.iter().copied().chain([targets[at].offset]).zip(values) {
        let unchanged = matches!(&*value.kind, ExprKind::Local(same) if *same == local);
        if !unchanged {
            env.emit(StmtKind::Assign { local, value }, span);
        }
    }
    env.emit(StmtKind::Assign { local: which, value: value::int(at, Type::INT, span) }, span);
    Ok(true)
}

/// Where a variable points now. One that has only been null leads nowhere: where it is assigned later, in a loop, it is
/// one of several.
pub fn current(env: &mut Env, id: PointerId, span: Span) -> Lowered<Pointer> {
    if let Some(pointer) = pointer::of_entity(env, &Entity::PointerVariable(id)) {
        return Ok(pointer);
    }
    let what = env.memory.pointers[id.0].untargeted();
    if what == pointee::NULL
        && let Some(nowhere) = null_of(env, id, span)
    {
        return Ok(nowhere);
    }
    Err(env.unsupported(what, span))
}

/// The null pointer of a variable's type.
pub fn null_of(env: &mut Env, id: PointerId, span: Span) -> Option<Pointer> {
    let variable = &env.memory.pointers[id.0];
    let ty = CType::Pointer { to: Box::new(variable.element.clone()), to_const: variable.to_const };
    typed_null(env, &ty, span)
}

/// Lets a variable be the null pointer.
pub fn point_nowhere(env: &mut Env, id: PointerId, span: Span) -> Lowered<()> {
    let variable = env.memory.pointers[id.0].clone();
    if let Some(target) = &variable.target {
        wish(env, id, &[target.base], true);
        return Err(env.unsupported(pointee::NULL, span));
    }
    if materialise(env, id)
        && let Some((element, _)) = variable.element.elements()
    {
        let to = null(env, &element, span)?;
        return point(env, id, &to, span).map(|_| ());
    }
    env.memory.pointers[id.0].missing = Some(pointee::NULL.into());
    Ok(())
}

// ── places ──────────────────────────────────────────────────────────────────────────────────────

/// The element at a distance of what a pointer of several memories may be.
pub fn element(env: &mut Env, pointer: Pointer, by: Expr, span: Span) -> Lowered<Option<Value>> {
    let by = match pointer.offset.clone() {
        None => by,
        Some(offset) => pointee::add(offset, by),
    };
    let pointer = Pointer { offset: Some(convert(by, INDEX, Conversion::Implicit)), ..pointer };
    let Some((cond, first, second)) = arms(env, &pointer, span)? else { return Ok(None) };
    let zero = || value::zero(INDEX, span);
    match (pointer::element(env, first, zero(), span)?, pointer::element(env, second, zero(), span)?) {
        (Value::Place(first), Value::Place(second)) if !is_object(&first) && !is_object(&second) => {
            Ok(Some(Value::Place(Place::Either(Box::new(Either { cond, first, second })))))
        }
        _ => Err(env.unsupported("struct or row of one of several memories", span)),
    }
}

fn is_object(place: &Place) -> bool {
    matches!(place, Place::Object { .. })
}

/// Does something to the one of two places that is meant.
pub fn each(
    env: &mut Env,
    either: Either,
    span: Span,
    act: &mut dyn FnMut(&mut Env, Place) -> Lowered<()>,
) -> Lowered<()> {
    let cond = temporaries::settle_expr(env, either.cond, "chosen");
    let (then, first) = env.captured(|env| act(env, either.first));
    let (else_, second) = env.captured(|env| act(env, either.second));
    first.and(second)?;
    if !then.is_empty() || !else_.is_empty() {
        env.emit(StmtKind::If { cond, then, else_ }, span);
    }
    Ok(())
}

/// The indices of a place, and what says which of several it is.
pub fn place_exprs(place: &Place) -> Vec<&Expr> {
    match place {
        Place::Local(_) => Vec::new(),
        Place::Cell { index, .. } | Place::Wide { index, .. } | Place::Object { index, .. } => index.iter().collect(),
        Place::Either(either) => {
            let mut all = vec![&either.cond];
            all.extend(place_exprs(&either.first));
            all.extend(place_exprs(&either.second));
            all
        }
    }
}

/// The same, to be changed.
pub fn place_exprs_mut(place: &mut Place) -> Vec<&mut Expr> {
    match place {
        Place::Local(_) => Vec::new(),
        Place::Cell { index, .. } | Place::Wide { index, .. } | Place::Object { index, .. } => {
            index.iter_mut().collect()
        }
        Place::Either(either) => {
            let mut all = vec![&mut either.cond];
            all.extend(place_exprs_mut(&mut either.first));
            all.extend(place_exprs_mut(&mut either.second));
            all
        }
    }
}

// ── questions ───────────────────────────────────────────────────────────────────────────────────

/// A difference or comparison that C++ leaves open.
pub fn unspecified(env: &mut Env, op: Binary, span: Span) -> Expr {
    temporaries::opaque(env, if op == Binary::Sub { INDEX } else { Type::Bool }, span)
}
