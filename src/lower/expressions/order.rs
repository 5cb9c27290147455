//! The order of evaluation: operands whose side effects meet.

use crate::base::Span;
use crate::cpp::{Base, Env, Lowered, Object, Place, Pointer, Value};
use crate::kernel::ir::{Expr, LocalId, LocalRole, Stmt, StmtKind, Written, occurs, written};
use crate::memory::{
    choice,
    mentioned::{self, Clash, Mentioned},
    object, pointer, read, storage,
};
use crate::syntax::tree;

use super::expr;

/// Lowers operands that C++ leaves unordered among each other. Where one writes what another reads or
/// writes the result would depend on the compiler, and that is unsupported.
pub fn operands(env: &mut Env, exprs: &[&tree::Expr]) -> Lowered<Vec<Value>> {
    operands_by(env, exprs, &mut |env, _, e| expr::lower(env, e))
}

/// The same where operands are lowered by what their places ask for.
pub fn operands_by<'a>(
    env: &mut Env<'a>,
    exprs: &[&tree::Expr],
    lower: &mut dyn FnMut(&mut Env<'a>, usize, &tree::Expr) -> Lowered<Value>,
) -> Lowered<Vec<Value>> {
    let first_new = LocalId(env.kernel.locals.len() as u32);
    let mut segments: Vec<mentioned::Mentioned> = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    for (at, e) in exprs.iter().enumerate() {
        let mark = env.out.len();
        let value = lower(env, at, e)?;
        let mut mentioned = Mentioned::of_statements(&env.out[mark..]);
        mentioned.add_value(env, &value);
        for earlier in &segments {
            refuse_clash(env, earlier, &mentioned, first_new, e.span)?;
        }
        protect(env, mark, &mut values, e.span);
        segments.push(mentioned);
        values.push(value);
    }
    Ok(values)
}

/// The two sides of an assignment. C++17 puts the right one first, older dialects and GCC's `op=` do
/// not: where that matters the assignment is unsupported.
pub struct RightSide {
    first_new: LocalId,
    mentioned: mentioned::Mentioned,
    mark: usize,
}

/// Notes what the right side did since `mark`, when there were `locals` variables.
pub fn right_side(env: &Env, locals: usize, mark: usize, value: &Value) -> RightSide {
    let mut mentioned = Mentioned::of_statements(&env.out[mark..]);
    mentioned.add_value(env, value);
    RightSide { first_new: LocalId(locals as u32), mentioned, mark: env.out.len() }
}

/// Checks the left side, lowered since, against the right one. `reads`: the old value is used.
pub fn left_side(env: &mut Env, right: &RightSide, place: &Place, reads: bool, span: Span) -> Lowered<()> {
    let mut mentioned = Mentioned::of_statements(&env.out[right.mark..]);
    if reads {
        mentioned.add_value(env, &Value::Place(place.clone()));
    } else {
        choice::place_exprs(place).into_iter().for_each(|e| mentioned.add_expr(e));
    }
    refuse_clash(env, &right.mentioned, &mentioned, right.first_new, span)
}

fn refuse_clash(
    env: &mut Env,
    a: &mentioned::Mentioned,
    b: &mentioned::Mentioned,
    first_new: LocalId,
    span: Span,
) -> Lowered<()> {
    let name = match a.clash(b, first_new) {
        None => return Ok(()),
        Some(Clash::Local(local)) => env.kernel.locals[local.index()].name.clone(),
        Some(Clash::Array(array)) => env.kernel.arrays[array.index()].name.clone(),
    };
    Err(env.unsupported(format!("order of evaluation: unordered operands use and change `{name}`"), span))
}

/// Keeps earlier values where the statements made since `mark` could change them.
pub fn protect(env: &mut Env, mark: usize, earlier: &mut [Value], span: Span) {
    if env.out.len() == mark {
        return;
    }
    let since = written(&env.out[mark..]);
    let barrier = env.out[mark..].iter().any(has_barrier);
    let mut copies = Vec::new();
    for value in earlier {
        for e in value_exprs(value) {
            let mentioned = Mentioned::of_expr(e);
            let changed = mentioned.reads_locals.iter().any(|local| since.locals.contains_key(local))
                || mentioned.reads_arrays.iter().any(|array| since.arrays.contains_key(array))
                || (barrier && !mentioned.reads_arrays.is_empty());
            if changed {
                let local = env.new_local("operand", e.ty, LocalRole::Temporary, span);
                let span = e.span;
                let kept = env.read_local(local, span);
                let value = std::mem::replace(e, kept);
                copies.push(Stmt { kind: StmtKind::Assign { local, value }, span });
            }
        }
        if is_moved(env, value, &since, barrier) {
            save(env, value, &mut copies, span);
        }
    }
    env.counts.size += copies.len();
    env.out.splice(mark..mark, copies);
}

/// Whether a place holds, or a pointer leads to, something else after these writes.
fn is_moved(env: &Env, value: &Value, since: &Written, barrier: bool) -> bool {
    match value {
        Value::Place(Place::Local(local)) => since.locals.contains_key(local),
        Value::Place(Place::Cell { array, .. }) => barrier || since.arrays.contains_key(array),
        Value::Place(Place::Wide { cell_view, .. }) => {
            barrier || since.arrays.contains_key(&env.memory.cell_views[cell_view.0].cells)
        }
        Value::Place(Place::Either(_)) | Value::Pointer(Pointer { base: Base::Choice(_), .. }) => {
            let mut mentioned = Mentioned::default();
            mentioned.add_value(env, value);
            mentioned.reads_locals.iter().any(|local| since.locals.contains_key(local))
                || mentioned.reads_arrays.iter().any(|array| barrier || since.arrays.contains_key(array))
        }
        Value::Place(Place::Object { bundle, .. }) => {
            let (locals, arrays) = storage::of_object(env, *bundle);
            locals.iter().any(|local| since.locals.contains_key(local))
                || arrays.iter().any(|array| barrier || since.arrays.contains_key(array))
        }
        Value::Scalar(_)
        | Value::Pointer(_)
        | Value::Row(_)
        | Value::Record(..)
        | Value::Closure(_)
        | Value::Missing(_)
        | Value::Group(_)
        | Value::Surface(_)
        | Value::Void => false,
    }
}

/// Keeps what a value is, by statements that go before what changes it.
fn save(env: &mut Env, value: &mut Value, copies: &mut Vec<Stmt>, span: Span) {
    if let Value::Pointer(pointer) = &*value {
        // Where it pointed before.
        let pointer = pointer.clone();
        let (stmts, settled) = env.captured(|env| pointer::settle(env, pointer, "operand"));
        copies.extend(stmts);
        *value = Value::Pointer(settled);
        return;
    }
    if let Value::Place(Place::Object { bundle, index, is_const }) = &*value {
        // A copy of the object, made before.
        let object = Object { bundle: *bundle, index: index.clone(), is_const: *is_const };
        let (stmts, copy) = env.captured(|env| {
            let loaded = object::load(env, &object, span)?;
            object::materialise(env, loaded, "operand", true, span)
        });
        copies.extend(stmts);
        *value = match copy {
            Ok(copy) => Value::Place(copy.place()),
            Err(_) => Value::Missing("copy of this struct".into()),
        };
        return;
    }
    if let Value::Place(place) = &*value {
        let place = place.clone();
        let (stmts, from) = env.captured(|env| read::place_value(env, &place, span));
        copies.extend(stmts);
        let local = env.new_local("operand", from.ty, LocalRole::Temporary, span);
        copies.push(Stmt { kind: StmtKind::Assign { local, value: from }, span });
        *value = Value::Scalar(env.read_local(local, span));
    }
}

/// The expressions inside a value.
fn value_exprs(value: &mut Value) -> Vec<&mut Expr> {
    match value {
        Value::Scalar(e) => vec![e],
        Value::Place(place) => choice::place_exprs_mut(place),
        Value::Record(_, values) => values.iter_mut().flat_map(value_exprs).collect(),
        Value::Pointer(Pointer { prefix, offset, .. }) | Value::Row(Pointer { prefix, offset, .. }) => {
            prefix.iter_mut().chain(offset).collect()
        }
        Value::Closure(_) | Value::Missing(_) | Value::Group(_) | Value::Surface(_) | Value::Void => Vec::new(),
    }
}

/// Whether other threads' accesses are ordered around the statement or one inside of it.
pub fn has_barrier(stmt: &Stmt) -> bool {
    occurs(std::slice::from_ref(stmt), &|kind| {
        matches!(kind, StmtKind::Barrier { .. } | StmtKind::Warp(_) | StmtKind::Fence(_))
    })
}
