//! Loops of the host.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::syntax::tree::{Condition, Expr, ExprKind, Function, Stmt, StmtKind, traverse};

use super::forms::condition_place;
use super::machine::{Host, Unit};
use super::state::{Cell, Place, State, Value};
use super::term::{self, Node, Op, Term};
use super::types::HostType;

/// Rounds of a loop that are executed one by one, and steps of these after which that ends.
const MOST_UNROLLED: usize = 64;
const MOST_UNROLLED_STEPS: usize = 1_000;
/// Rounds in which the variables that a loop changes are found.
const MOST_ROUNDS: usize = 6;

/// The parts of a loop.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    pub cond: Option<&'a Condition>,
    pub step: Option<&'a Expr>,
    pub body: &'a Stmt,
    /// The body comes before the condition.
    pub is_do: bool,
    pub place: Span,
}

/// How many loops of a function stand in each other.
pub fn depth(function: &Function) -> usize {
    let mut open: Vec<(&Stmt, usize)> =
        function.body.iter().flat_map(|body| &body.stmts).map(|stmt| (stmt, 0)).collect();
    let mut deepest = 0;
    while let Some((stmt, around)) = open.pop() {
        let is_loop = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. });
        let depth = around + usize::from(is_loop);
        deepest = deepest.max(depth);
        traverse::Node::Stmt(stmt).children(&mut |child| {
            if let traverse::Node::Stmt(inner) = child {
                open.push((inner, depth));
            }
        });
    }
    deepest
}

impl<'a> Host<'a> {
    /// One round from a state at its begin: the state at its end, and those in which the loop is left.
    fn round(&mut self, parts: Parts<'a>, mut state: State) -> (State, Vec<State>) {
        let outer = self.frame().map(|frame| (std::mem::take(&mut frame.breaks), std::mem::take(&mut frame.continues)));
        let mut left = Vec::new();
        if let Some(cond) = parts.cond {
            let place = condition_place(cond);
            let known = self.condition(cond, &mut state);
            let mut ends = state.clone();
            self.assume(known.as_ref(), true, place, &mut state);
            self.assume(known.as_ref(), false, place, &mut ends);
            left.push(ends);
        }
        let mut end = self.stmt(parts.body, state);
        let (breaks, continues) = match (self.frame(), outer) {
            (Some(frame), Some((breaks, continues))) => {
                (std::mem::replace(&mut frame.breaks, breaks), std::mem::replace(&mut frame.continues, continues))
            }
            _ => (Vec::new(), Vec::new()),
        };
        for state in continues {
            end = end.join(state);
        }
        left.extend(breaks);
        match parts.step {
            Some(cond) if parts.is_do && !end.is_dead => {
                let value = self.value(cond, &mut end);
                let known = self.truth(&value);
                let mut ends = end.clone();
                self.assume(known.as_ref(), true, cond.span, &mut end);
                self.assume(known.as_ref(), false, cond.span, &mut ends);
                left.push(ends);
            }
            Some(step) if !end.is_dead => {
                self.value(step, &mut end);
            }
            _ => {}
        }
        (end, left)
    }

    /// Executes a loop round by round, as long as it is known in each whether another one follows; nothing where it is not.
    fn unrolled(&mut self, parts: Parts<'a>, mut state: State) -> Option<State> {
        let before = self.steps;
        for _ in 0..MOST_UNROLLED {
            if self.steps > before + MOST_UNROLLED_STEPS {
                return None;
            }
            let (end, left) = self.round(parts, state);
            let mut left = left.into_iter().filter(|state| !state.is_dead);
            match (end.is_dead, left.next(), left.next()) {
                (true, Some(after), None) => return Some(after),
                (false, None, _) => state = end,
                _ => return None,
            }
        }
        None
    }

    /// Whether a launch may stand in a loop, or in what it calls.
    fn may_launch(&self, parts: Parts<'a>) -> bool {
        let mut found = false;
        let cond = match parts.cond {
            Some(Condition::Expr(e)) => Some(e),
            _ => None,
        };
        let of_head = parts.step.into_iter().chain(cond).map(traverse::Node::Expr);
        traverse::Node::walk(of_head.chain([traverse::Node::Stmt(parts.body)]), &mut |node| {
            if let traverse::Node::Expr(e) = node {
                found |= match &e.kind {
                    ExprKind::Launch(_) | ExprKind::Lambda(_) => true,
                    ExprKind::Name(name) => self.is_launching(&name.ident),
                    ExprKind::Member { member, .. } => self.is_launching(&member.ident),
                    _ => false,
                };
            }
        });
        found
    }

    pub fn is_launching(&self, name: &str) -> bool {
        let of = |unit: &Unit<'a>| {
            let functions = unit.functions.get(name).into_iter().flatten();
            functions.into_iter().any(|function| self.launching.contains(&function.spans.whole))
        };
        self.units.iter().any(of)
    }

    /// Executes a loop: the variables that a round changes are found by rounds from states in which they are unknown.
    pub fn repeat(&mut self, parts: Parts<'a>, state: State) -> State {
        if self.is_recording
            && !self.may_launch(parts)
            && let Some(after) = self.unrolled(parts, state.clone())
        {
            return after;
        }
        let recording = std::mem::replace(&mut self.is_recording, false);
        // Where it was executed before it changes the same again, most likely; what does not change may well be unknown.
        let seen = self.seen.changed.get(&parts.place).cloned().unwrap_or_default();
        let is_seen = |cell: &Cell| seen.contains(&self.variables[cell.0].place);
        let mut changed: BTreeSet<Cell> = state.cells().map(|(cell, _)| cell).filter(is_seen).collect();
        let mut head = state.clone();
        let mut last = None;
        let mut led: BTreeSet<Cell> = BTreeSet::new();
        for round in 0.. {
            head = state.clone();
            if round == MOST_ROUNDS {
                self.forget_all(&mut head);
                break;
            }
            // Of what a pointer leads to that changes nothing is known.
            head.lost.extend(&led);
            changed.iter().for_each(|cell| head.forget(&Place::of(*cell)));
            let (before, facts) = (self.heads(&changed, &mut head), head.facts.len());
            let (end, left) = self.round(parts, head.clone());
            let differs = |(cell, value): (Cell, &Value)| {
                (!changed.contains(&cell) && end.value(cell) != Some(value)).then_some(cell)
            };
            let more: Vec<Cell> = if end.is_dead { Vec::new() } else { state.cells().filter_map(differs).collect() };
            let is_whole = more.is_empty();
            let places = more.iter().map(|cell| self.variables[cell.0].place).filter(|place| *place != Span::default());
            self.seen.changed.entry(parts.place).or_default().extend(places);
            changed.extend(more);
            let known = led.len();
            for end in left.iter().chain(std::iter::once(&end)) {
                led.extend(changed.iter().filter_map(|cell| end.value(*cell)).flat_map(Value::targets));
            }
            if is_whole && led.len() == known {
                last = Some((before, end, facts));
                break;
            }
        }
        if let Some((before, end, facts)) = last {
            head.facts.truncate(facts);
            self.count(&state, &before, &end, parts.place, &mut head);
        }
        self.is_recording = recording;
        let (_, left) = self.round(parts, head);
        let mut after = State::dead();
        for state in left {
            after = after.join(state);
        }
        after
    }

    /// The unknowns that stand for changed integers at the begin of a round.
    fn heads(&mut self, changed: &BTreeSet<Cell>, head: &mut State) -> Vec<(Cell, Term)> {
        let mut all = Vec::new();
        for cell in changed {
            if let HostType::Int(_) = self.variables[cell.0].ty
                && let Value::Int(term, _) = self.load(&Place::of(*cell), head)
            {
                all.push((*cell, term));
            }
        }
        all
    }

    /// What is known of variables that each round changes by a number: how they compare with their first value.
    fn count(&mut self, first: &State, before: &[(Cell, Term)], end: &State, place: Span, head: &mut State) {
        for (cell, begin) in before {
            let (Some(Value::Int(start, _)), Some(Value::Int(next, _))) = (first.value(*cell), end.value(*cell)) else {
                continue;
            };
            let mut say = |cond: Term| {
                if term::known(&cond).is_none() && !term::is_large(&cond) {
                    head.assume(&cond, place);
                }
            };
            if let Some(step) = term::sub(next, begin).as_ref().and_then(term::known) {
                say(if step >= 0 { term::le(start, begin) } else { term::le(begin, start) });
                if step.abs() > 1
                    && let Some(rest) = term::sub(begin, start).and_then(|way| term::rem(&way, &term::int(step.abs())))
                {
                    say(term::eq(&rest, &term::int(0)));
                }
                continue;
            }
            let known = term::known(start);
            match &**next {
                Node::Apply(Op::Mul, factors) if factors.len() == 2 && factors[1] == *begin => {
                    if let (Some(factor), Some(known)) = (term::known(&factors[0]), known)
                        && factor >= 1
                        && known >= 1
                    {
                        say(term::le(start, begin));
                        if term::known(&term::is_pow2(start)) == Some(1) && factor & (factor - 1) == 0 {
                            say(term::is_pow2(begin));
                        }
                    }
                }
                Node::Apply(Op::Div, args) if args[0] == *begin => {
                    let is_natural = known.is_none_or(|known| known >= 0);
                    if term::known(&args[1]).is_some_and(|by| by >= 1) && is_natural {
                        let natural = term::le(&term::int(0), start);
                        say(term::or(&term::not(&natural), &term::le(begin, start)));
                        say(term::or(&term::not(&natural), &term::le(&term::int(0), begin)));
                    }
                }
                _ => {}
            }
        }
    }
}
