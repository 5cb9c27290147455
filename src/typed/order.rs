//! The order of evaluation: operands whose side effects meet.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::{ArrayId, Expr, ExprKind, LocalId, LocalRole, Stmt, StmtKind, occurs, walk, written};
use crate::syntax::tree;

use super::choice;
use super::expr::{self, Value};
use super::object::{self, Object};
use super::pointer;
use super::scope::{Base, Env, Lowered, Place, Pointer};

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
    let mut segments: Vec<Mentioned> = Vec::new();
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
    mentioned: Mentioned,
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

fn refuse_clash(env: &mut Env, a: &Mentioned, b: &Mentioned, first_new: LocalId, span: Span) -> Lowered<()> {
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
        let moved = match value {
            Value::Place(Place::Local(local)) => since.locals.contains_key(local),
            Value::Place(Place::Cell { array, .. }) => barrier || since.arrays.contains_key(array),
            Value::Place(Place::Wide { window, .. }) => {
                barrier || since.arrays.contains_key(&env.memory.windows[window.0].cells)
            }
            Value::Place(Place::Either(_)) | Value::Pointer(Pointer { base: Base::Choice(_), .. }) => {
                let mut mentioned = Mentioned::default();
                mentioned.add_value(env, value);
                mentioned.reads_locals.iter().any(|local| since.locals.contains_key(local))
                    || mentioned.reads_arrays.iter().any(|array| barrier || since.arrays.contains_key(array))
            }
            Value::Place(Place::Object { bundle, .. }) => {
                let (locals, arrays) = object::parts(env, *bundle);
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
        };
        if let (true, Value::Pointer(pointer)) = (moved, &*value) {
            // Where it pointed before.
            let pointer = pointer.clone();
            let (stmts, settled) = env.captured(|env| pointer::settle(env, pointer, "operand"));
            copies.extend(stmts);
            *value = Value::Pointer(settled);
            continue;
        }
        if let (true, Value::Place(Place::Object { bundle, index, is_const })) = (moved, &*value) {
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
            continue;
        }
        if let (true, Value::Place(place)) = (moved, &*value) {
            let place = place.clone();
            let (stmts, from) = env.captured(|env| expr::place_value(env, &place, span));
            copies.extend(stmts);
            let local = env.new_local("operand", from.ty, LocalRole::Temporary, span);
            copies.push(Stmt { kind: StmtKind::Assign { local, value: from }, span });
            *value = Value::Scalar(env.read_local(local, span));
        }
    }
    env.counts.size += copies.len();
    env.out.splice(mark..mark, copies);
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

enum Clash {
    Local(LocalId),
    Array(ArrayId),
}

/// What an operand reads and writes.
#[derive(Default)]
pub struct Mentioned {
    reads_locals: BTreeSet<LocalId>,
    reads_arrays: BTreeSet<ArrayId>,
    writes_locals: BTreeSet<LocalId>,
    writes_arrays: BTreeSet<ArrayId>,
}

impl Mentioned {
    pub fn of_expr(e: &Expr) -> Mentioned {
        let mut all = Mentioned::default();
        all.add_expr(e);
        all
    }

    fn of_statements(stmts: &[Stmt]) -> Mentioned {
        let mut all = Mentioned::default();
        let written = written(stmts);
        all.writes_locals = written.locals.into_keys().collect();
        all.writes_arrays = written.arrays.into_keys().collect();
        walk(stmts, &mut |stmt| {
            if let StmtKind::Atomic(atomic) = &stmt.kind {
                all.reads_arrays.insert(atomic.array);
            }
            stmt.kind.exprs().into_iter().for_each(|e| all.add_expr(e));
        });
        all
    }

    pub fn write_local(&mut self, local: LocalId) {
        self.writes_locals.insert(local);
    }

    pub fn write_array(&mut self, array: ArrayId) {
        self.writes_arrays.insert(array);
    }

    /// Whether something is read here that is written there.
    pub fn reads_what(&self, written: &Mentioned) -> bool {
        !self.reads_locals.is_disjoint(&written.writes_locals) || !self.reads_arrays.is_disjoint(&written.writes_arrays)
    }

    fn add_value(&mut self, env: &Env, value: &Value) {
        match value {
            Value::Place(Place::Object { bundle, index, .. }) => {
                let (locals, arrays) = object::parts(env, *bundle);
                self.reads_locals.extend(locals);
                self.reads_arrays.extend(arrays);
                index.iter().for_each(|e| self.add_expr(e));
            }
            Value::Record(_, values) => values.iter().for_each(|value| self.add_value(env, value)),
            Value::Closure(_) | Value::Missing(_) => {}
            Value::Scalar(e) => self.add_expr(e),
            Value::Place(Place::Local(local)) => {
                self.reads_locals.insert(*local);
            }
            Value::Place(Place::Cell { array, index, .. }) => {
                self.reads_arrays.insert(*array);
                index.iter().for_each(|e| self.add_expr(e));
            }
            Value::Place(Place::Wide { window, index, .. }) => {
                self.reads_arrays.insert(env.memory.windows[window.0].cells);
                index.iter().for_each(|e| self.add_expr(e));
            }
            Value::Place(Place::Either(either)) => {
                self.add_expr(&either.cond);
                self.add_value(env, &Value::Place(either.first.clone()));
                self.add_value(env, &Value::Place(either.second.clone()));
            }
            Value::Pointer(Pointer { base, prefix, offset, .. }) | Value::Row(Pointer { base, prefix, offset, .. }) => {
                prefix.iter().chain(offset).for_each(|e| self.add_expr(e));
                choice::exprs(env, *base).iter().for_each(|e| self.add_expr(e));
            }
            Value::Group(_) | Value::Surface(_) | Value::Void => {}
        }
    }

    fn add_expr(&mut self, e: &Expr) {
        e.walk(&mut |e| match &*e.kind {
            ExprKind::Local(local) => {
                self.reads_locals.insert(*local);
            }
            ExprKind::Read { array, .. } => {
                self.reads_arrays.insert(*array);
            }
            _ => {}
        });
    }

    /// A variable older than the operands that one of them writes and the other mentions.
    fn clash(&self, other: &Mentioned, first_new: LocalId) -> Option<Clash> {
        let local = |writer: &Mentioned, user: &Mentioned| {
            let used = |local: &&LocalId| user.reads_locals.contains(local) || user.writes_locals.contains(local);
            writer.writes_locals.iter().filter(|local| **local < first_new).find(used).copied()
        };
        let array = |writer: &Mentioned, user: &Mentioned| {
            let used = |array: &&ArrayId| user.reads_arrays.contains(array) || user.writes_arrays.contains(array);
            writer.writes_arrays.iter().find(used).copied()
        };
        let locals = local(self, other).or_else(|| local(other, self));
        let arrays = || array(self, other).or_else(|| array(other, self));
        locals.map(Clash::Local).or_else(|| arrays().map(Clash::Array))
    }
}
