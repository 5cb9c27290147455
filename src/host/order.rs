//! Expressions whose order of evaluation is open: arguments, operands. What one of them changes is unknown to the others.

use std::collections::BTreeSet;

use crate::syntax::tree::{BinaryOp, Expr, ExprKind, traverse};

use super::machine::Host;
use super::state::{Cell, Place, State, Value};

/// Rounds in which the variables that the expressions change are found.
const MOST_ROUNDS: usize = 6;

impl<'a> Host<'a> {
    /// Evaluates expressions in an order that is open.
    pub fn unordered(&mut self, all: &[&'a Expr], state: &mut State) -> Vec<Value> {
        let changes = self.changes(all, state);
        if changes.iter().all(BTreeSet::is_empty) && !self.launches_among(all) || state.is_dead {
            return all.iter().map(|e| self.value(e, state)).collect();
        }
        let mut after = state.clone();
        let mut values = Vec::new();
        for (at, e) in all.iter().enumerate() {
            let mut own = self.begin(&changes, at, state);
            values.push(self.value(e, &mut own));
            own.cells()
                .filter(|(cell, _)| {
                    let is_new = state.value(*cell).is_none() && !changes.iter().any(|others| others.contains(cell));
                    is_new || changes[at].contains(cell)
                })
                .for_each(|(cell, value)| after.write(&Place::of(cell), value.clone()));
            changes[at]
                .iter()
                .filter(|cell| own.value(**cell).is_none())
                .for_each(|cell| after.forget(&Place::of(*cell)));
            own.facts.iter().for_each(|fact| after.assume(&fact.cond, fact.place));
            after.lost.extend(own.lost);
            after.memory.retain(|of, _| !state.memory.contains_key(of) || own.memory.contains_key(of));
            after.memory.extend(own.memory);
            after.is_exact &= own.is_exact;
            after.is_dead |= own.is_dead;
        }
        // What several of them change holds what the last one left.
        for (at, own) in changes.iter().enumerate() {
            let shared = own.iter().filter(|cell| changes[..at].iter().any(|before| before.contains(cell)));
            shared.for_each(|cell| after.forget(&Place::of(*cell)));
        }
        *state = after;
        values
    }

    /// The value of an operator, which gives its operands no order.
    pub fn operators(&mut self, e: &'a Expr, state: &mut State) -> Value {
        let mut operands = Vec::new();
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match parts(e) {
                Some((_, left, right)) => open.extend([right, left]),
                None => operands.push(e),
            }
        }
        let values = self.unordered(&operands, state);
        self.composed(e, &mut values.into_iter(), state)
    }

    fn composed(&mut self, e: &'a Expr, values: &mut impl Iterator<Item = Value>, state: &mut State) -> Value {
        let Some((op, left, right)) = parts(e) else { return values.next().unwrap_or(Value::Unknown) };
        let first = self.composed(left, values, state);
        let second = self.composed(right, values, state);
        self.operator(op, &first, (right, &second), state)
    }

    /// Whether the order in which these are evaluated may matter.
    pub fn is_order_open(&mut self, all: &[&'a Expr], state: &mut State) -> bool {
        self.launches_among(all) || self.changes(all, state).iter().any(|own| !own.is_empty())
    }

    /// The value of an index. Nothing is known of what it changes where the array's own expression is evaluated.
    pub fn index(&mut self, base: &'a Expr, index: &'a Expr, state: &mut State) -> Value {
        if matches!(base.kind, ExprKind::Name(_)) {
            return self.value(index, state);
        }
        let changes = self.changes(&[base, index], state);
        if changes.iter().all(BTreeSet::is_empty) {
            return self.value(index, state);
        }
        let changed = |state: &mut State| changes.iter().flatten().for_each(|cell| state.forget(&Place::of(*cell)));
        changed(state);
        self.drop_value(index, state);
        changed(state);
        Value::Unknown
    }

    /// What each of these changes, where others may read or change it too; nothing where all but one are constants.
    fn changes(&mut self, all: &[&'a Expr], state: &mut State) -> Vec<BTreeSet<Cell>> {
        let mut changes = vec![BTreeSet::new(); all.len()];
        let has_others = all.iter().filter(|e| !is_constant(e)).count() > 1;
        if !has_others || !all.iter().any(|e| self.may_change(e)) {
            return changes;
        }
        let recording = std::mem::replace(&mut self.is_recording, false);
        let known = self.variables.len();
        let mut met: Vec<Place> = Vec::new();
        for round in 0.. {
            let mut is_whole = true;
            for (at, e) in all.iter().enumerate() {
                let begin = self.begin(&changes, at, state);
                let mut end = begin.clone();
                let reachable = (self.escaped.len(), state.lost.len());
                self.value(e, &mut end);
                state.lost.extend(&end.lost);
                is_whole &= reachable == (self.escaped.len(), state.lost.len());
                let cells = |state: &State| state.cells().map(|(cell, _)| cell).collect::<BTreeSet<Cell>>();
                for cell in cells(&begin).union(&cells(&end)).filter(|cell| cell.0 < known && !end.is_dead) {
                    // What was perhaps only read has a name since.
                    let mut named = Vec::new();
                    unnamed(begin.value(*cell), end.value(*cell), &Place::of(*cell), &mut named);
                    named.retain(|place| !met.contains(place));
                    if !named.is_empty() {
                        named.iter().for_each(|place| _ = self.load(place, state));
                        met.extend(named);
                        is_whole = false;
                    } else if begin.value(*cell) != end.value(*cell) {
                        is_whole &= !changes[at].insert(*cell);
                    }
                }
            }
            if is_whole {
                break;
            }
            if round == MOST_ROUNDS {
                self.forget_all(state);
                let all: BTreeSet<Cell> = (0..known).map(Cell).collect();
                changes.iter_mut().for_each(|own| own.extend(&all));
                break;
            }
        }
        self.is_recording = recording;
        changes
    }

    /// The state in which one of them begins: what the others change is unknown.
    fn begin(&mut self, changes: &[BTreeSet<Cell>], at: usize, state: &State) -> State {
        let mut begin = state.clone();
        for (_, others) in changes.iter().enumerate().filter(|(other, _)| *other != at) {
            for cell in others {
                begin.forget(&Place::of(*cell));
                self.load(&Place::of(*cell), &mut begin);
            }
        }
        begin
    }

    /// Whether an expression may do more than have a value: operators, conversions and constructors of the program may.
    fn may_change(&self, e: &Expr) -> bool {
        changes(e) || self.unit().file.host.has_unnamed_calls && !is_constant(e)
    }

    /// Whether one of several expressions may launch, and what holds behind another one need not hold there.
    fn launches_among(&self, all: &[&Expr]) -> bool {
        let may_launch = |e: &&&Expr| {
            let mut found = false;
            traverse::Node::walk([traverse::Node::Expr(e)], &mut |node| {
                if let traverse::Node::Expr(e) = node {
                    found |= match &e.kind {
                        ExprKind::Launch(_) => true,
                        ExprKind::Name(name) => self.is_launching(&name.ident),
                        ExprKind::Member { member, .. } => self.is_launching(&member.ident),
                        _ => false,
                    };
                }
            });
            found
        };
        all.iter().any(|e| may_launch(&e)) && all.iter().filter(|e| changes(e)).count() > 1
    }
}

/// The operator and operands of an operator that gives these no order.
fn parts(e: &Expr) -> Option<(BinaryOp, &Expr, &Expr)> {
    let ordered = [BinaryOp::And, BinaryOp::Or, BinaryOp::Shl, BinaryOp::Shr];
    match &e.kind {
        ExprKind::Binary(op, left, right) if !ordered.contains(op) => Some((*op, left, right)),
        _ => None,
    }
}

/// Parts of a variable that have a number now and had none.
fn unnamed(before: Option<&Value>, now: Option<&Value>, place: &Place, found: &mut Vec<Place>) {
    match (before, now) {
        (None | Some(Value::Unknown), Some(Value::Int(..) | Value::Dim3(_))) => found.push(place.clone()),
        (None | Some(Value::Unknown | Value::Record(_)), Some(Value::Record(fields))) => {
            for (name, now) in fields {
                let before = match before {
                    Some(Value::Record(fields)) => fields.get(name),
                    _ => None,
                };
                unnamed(before, Some(now), &place.member(name), found);
            }
        }
        _ => {}
    }
}

/// Whether an expression does more than have a value, wherever it stands.
fn changes(e: &Expr) -> bool {
    any(e, |kind| {
        matches!(
            kind,
            ExprKind::Assign(..)
                | ExprKind::Step { .. }
                | ExprKind::Call(..)
                | ExprKind::Launch(_)
                | ExprKind::Lambda(_)
                | ExprKind::Unsupported(_)
        )
    })
}

/// Whether no variable has anything to do with the value.
fn is_constant(e: &Expr) -> bool {
    let is_open = |kind: &ExprKind| matches!(kind, ExprKind::Name(_) | ExprKind::Member { .. } | ExprKind::This);
    !changes(e) && !any(e, is_open)
}

fn any(e: &Expr, is_one: impl Fn(&ExprKind) -> bool) -> bool {
    let mut found = false;
    traverse::Node::walk([traverse::Node::Expr(e)], &mut |node| {
        if let traverse::Node::Expr(e) = node {
            found |= is_one(&e.kind);
        }
    });
    found
}
