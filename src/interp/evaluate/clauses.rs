//! Quantifiers, folds and clauses: three-valued, with the reason when a clause is false (MACHINE-12, MACHINE-15).

use crate::kernel::ir::{Binary, FoldKind, Speaker, Unary};

use crate::interp::arith::Domain;
use crate::interp::code::{Binder, ClauseCode, Meaning, Node, NodeId, Range};
use crate::interp::machine::Machine;
use crate::interp::monoid;
use crate::interp::outcome::{Reason, Seen, ViolationKind};
use crate::interp::value::Value;

/// Values that are tried for a variable without a bound on one side.
const TRIED: i64 = 24;

/// Ranges with more values than this are not gone through.
const LARGEST: i64 = 1 << 17;

impl Machine<'_> {
    // ── clauses ─────────────────────────────────────────────────────────────────────────────────

    /// Evaluates a clause for the threads of its domain, which is sorted; records a violation or that it is undecided.
    /// Whether it is true.
    pub fn check(&mut self, clause: ClauseCode, kind: ViolationKind, domain: &[u32]) -> Option<bool> {
        let mut known = true;
        let mut last_block = None;
        for thread in domain {
            let block = thread / self.block;
            match clause.speaker {
                Speaker::Launch if last_block.is_some() => break,
                Speaker::Block if last_block == Some(block) => continue,
                Speaker::Launch | Speaker::Block | Speaker::Thread => last_block = Some(block),
            }
            match self.annotation(clause.node, *thread).truth() {
                Some(true) => {
                    if !self.findings.held.contains(&clause.span) && self.says_something(clause.node, *thread) {
                        self.findings.held.insert(clause.span);
                    }
                }
                Some(false) => {
                    // An address is no text of the program.
                    let by_itself = matches!(kind, ViolationKind::Aligned | ViolationKind::Initialised);
                    let reason = (!by_itself).then(|| self.reason(clause.node, *thread));
                    let speaks = clause.speaker != Speaker::Launch;
                    self.violate(kind, clause.span, speaks.then_some(*thread), describe(kind), reason);
                    return Some(false);
                }
                None => known = false,
            }
            if self.end.is_some() {
                return None;
            }
        }
        if !known {
            self.findings.undecided.insert(clause.span);
        }
        known.then_some(true)
    }

    /// Whether a true clause is true of something: its premises are met, or those of one of its instances.
    fn says_something(&mut self, node: NodeId, thread: u32) -> bool {
        let code = self.code;
        let outer = std::mem::replace(&mut self.view.spec, true);
        let says = match &code.nodes[node as usize] {
            Node::And(a, b) => self.says_something(*a, thread) || self.says_something(*b, thread),
            Node::Implies(a, b) => self.eval(*a, thread).truth() == Some(true) && self.says_something(*b, thread),
            Node::Quantified(at) if code.annotations.quantifiers[*at as usize].universal => {
                let quantifier = &code.annotations.quantifiers[*at as usize];
                let mut body = |machine: &mut Self| Some(machine.says_something(quantifier.body, thread));
                self.instances(&quantifier.binders, thread, &mut true, &mut body, true)
            }
            _ => true,
        };
        self.view.spec = outer;
        says
    }

    /// The value of an annotation's expression.
    pub fn annotation(&mut self, node: NodeId, thread: u32) -> Value {
        let outer = std::mem::replace(&mut self.view.spec, true);
        let value = self.eval(node, thread);
        self.view.spec = outer;
        value
    }

    // ── quantifiers ─────────────────────────────────────────────────────────────────────────────

    pub fn quantified(&mut self, at: u32, thread: u32) -> Value {
        let code = self.code;
        let quantifier = &code.annotations.quantifiers[at as usize];
        let decisive = !quantifier.universal;
        let mut complete = true;
        let found = self.instances(
            &quantifier.binders,
            thread,
            &mut complete,
            &mut |machine| machine.eval(quantifier.body, thread).truth(),
            decisive,
        );
        match found {
            true => Value::Bool(decisive),
            false if complete => Value::Bool(!decisive),
            false => Value::Unknown,
        }
    }

    /// Whether an instance has the decisive truth value, which stays bound then. `complete` ends false when some
    /// instance was not looked at or is not decided.
    fn instances(
        &mut self,
        binders: &[Binder],
        thread: u32,
        complete: &mut bool,
        body: &mut dyn FnMut(&mut Self) -> Option<bool>,
        decisive: bool,
    ) -> bool {
        let Some((first, rest)) = binders.split_first() else {
            if !self.step(1) {
                *complete = false;
                return false;
            }
            return match body(self) {
                Some(truth) => truth == decisive,
                None => {
                    *complete = false;
                    false
                }
            };
        };
        let Some((mut low, mut high)) = self.range(&first.range, thread, complete) else { return false };
        if high.saturating_sub(low) > LARGEST {
            // That of a type.
            *complete = false;
            (low, high) = (low.max(-2), high.min(low.max(-2).saturating_add(TRIED)));
        }
        let mut value = low;
        while value <= high {
            self.view.bound[first.bound as usize] = match first.range {
                Range::Truths => Value::Bool(value != 0),
                Range::Threads | Range::Blocks | Range::Integers { .. } => Value::Int(value),
            };
            if self.instances(rest, thread, complete, body, decisive) {
                return true;
            }
            if self.end.is_some() {
                *complete = false;
                return false;
            }
            value += 1;
        }
        false
    }

    /// The values to look at; none where a bound is not known.
    fn range(&mut self, range: &Range, thread: u32, complete: &mut bool) -> Option<(i64, i64)> {
        let (low, high) = match range {
            Range::Threads => return Some((0, i64::from(self.threads) - 1)),
            Range::Truths => return Some((0, 1)),
            Range::Blocks => return Some((0, i64::from(self.threads / self.block) - 1)),
            Range::Integers { low, high } => (low, high),
        };
        let mut limit = |nodes: &[NodeId], tighter: fn(i64, i64) -> i64| {
            let mut found: Option<i64> = None;
            for node in nodes {
                // A bound that is not known bounds nothing.
                if let Value::Int(value) = self.eval(*node, thread) {
                    found = Some(found.map_or(value, |known| tighter(known, value)));
                }
            }
            found
        };
        let (low, high) = (limit(low, i64::max), limit(high, i64::min));
        match (low, high) {
            (Some(low), Some(high)) if high < i64::MAX => Some((low, high)),
            (Some(low), _) => {
                *complete = false;
                Some((low, low.saturating_add(TRIED)))
            }
            (None, Some(high)) => {
                *complete = false;
                Some((high.saturating_sub(TRIED), high.min(i64::MAX - 1)))
            }
            (None, None) => {
                *complete = false;
                Some((-2, TRIED))
            }
        }
    }

    // ── folds ───────────────────────────────────────────────────────────────────────────────────

    pub fn fold(&mut self, at: u32, thread: u32) -> Value {
        let code = self.code;
        let fold = &code.annotations.folds[at as usize];
        let mut complete = true;
        let Some((low, high)) = self.range(&fold.binder.range, thread, &mut complete) else { return Value::Unknown };
        if !complete {
            return Value::Unknown;
        }
        let number = |value: i64| match fold.domain {
            Domain::Real => Value::Ratio { num: value, den: 1 },
            Domain::Float(_) => Value::Float(value as f64),
            Domain::Int | Domain::Bool => Value::Int(value),
        };
        let (op, mut result) = match fold.kind {
            FoldKind::Sum => (Ok(Binary::Add), Some(number(0))),
            FoldKind::Count => (Ok(Binary::Add), Some(Value::ZERO)),
            FoldKind::Prod => (Ok(Binary::Mul), Some(number(1))),
            FoldKind::MinOver => (Ok(Binary::Min), None),
            FoldKind::MaxOver => (Ok(Binary::Max), None),
            FoldKind::Over(operator) => {
                (Err(operator.0), Some(self.eval(code.annotations.operators[operator.index()].identity, thread)))
            }
        };
        let domain = if fold.kind == FoldKind::Count { Domain::Int } else { fold.domain };
        let outer = self.view.bound[fold.binder.bound as usize];
        let mut value = low;
        while value <= high {
            if !self.step(1) {
                return Value::Unknown;
            }
            self.view.bound[fold.binder.bound as usize] = Value::Int(value);
            let mut part = self.eval(fold.body, thread);
            if fold.kind == FoldKind::Count {
                part = part.truth().map_or(Value::Unknown, |truth| Value::Int(i64::from(truth)));
            }
            result = Some(match (result, op) {
                (None, _) => part,
                (Some(before), Ok(op)) => self.pool.binary(op, domain, before, part),
                (Some(before), Err(operator)) => self.operate(operator, before, part, thread),
            });
            if matches!(result, Some(Value::Unknown)) || value == i64::MAX {
                break;
            }
            value += 1;
        }
        self.view.bound[fold.binder.bound as usize] = outer;
        result.unwrap_or(Value::Unknown)
    }

    /// A declared operator at two values (OPERATOR-7).
    pub fn operate(&mut self, operator: u32, left: Value, right: Value, thread: u32) -> Value {
        let code = self.code.annotations.operators[operator as usize];
        if !self.step(1) {
            return Value::Unknown;
        }
        match code.meaning {
            Meaning::Free => {
                let identity = self.eval(code.identity, thread);
                monoid::compose(self.pool, identity, left, right)
            }
            Meaning::Defined { operands: [one, other], body } => {
                let outer = [one, other].map(|operand| self.view.bound[operand as usize]);
                (self.view.bound[one as usize], self.view.bound[other as usize]) = (left, right);
                let value = self.eval(body, thread);
                [self.view.bound[one as usize], self.view.bound[other as usize]] = outer;
                value
            }
            Meaning::Unknown => Value::Unknown,
        }
    }

    // ── reasons ─────────────────────────────────────────────────────────────────────────────────

    /// Why the expression is false: the way down to one comparison.
    fn reason(&mut self, node: NodeId, thread: u32) -> Reason {
        let outer = std::mem::replace(&mut self.view.spec, true);
        let mut bound = Vec::new();
        let (leaf, viewer) = self.guilty(node, thread, &mut bound);
        let span = self.code.spans[leaf as usize];
        let (sides, equality) = match self.code.nodes[leaf as usize] {
            Node::Same(a, b, _, positive) => (Some((a, b)), positive),
            Node::Binary(op, _, a, b) => (Some((a, b)), op == Binary::Eq),
            _ => (None, false),
        };
        let (left, right) = match sides {
            Some((a, b)) => (Some(self.seen(a, viewer)), Some(self.seen(b, viewer))),
            None => (None, None),
        };
        self.view.spec = outer;
        Reason { span, bound, left, right, equality }
    }

    fn seen(&mut self, node: NodeId, thread: u32) -> Seen {
        let value = self.eval(node, thread);
        let unwritten = self.unwritten(node, thread);
        Seen { span: self.code.spans[node as usize], value: self.pool.scalar(value), unwritten }
    }

    fn unwritten(&mut self, node: NodeId, thread: u32) -> Option<String> {
        let code = self.code;
        let site = match code.nodes[node as usize] {
            Node::Peek(site) => site,
            Node::Number(inner, _) | Node::Fraction(inner, _) => return self.unwritten(inner, thread),
            _ => return None,
        };
        let index = self.locate(site, thread).ok()?;
        let number = code.cells[site as usize].array;
        let array = &code.arrays[number as usize];
        let untouched = array.written && self.is_untouched(number, index);
        (untouched && array.extents.len() == 1).then(|| format!("{}[{index}]", array.name))
    }

    /// The part whose falsehood makes the whole false, with the thread that sees it.
    fn guilty(
        &mut self,
        node: NodeId,
        thread: u32,
        bound: &mut Vec<(String, crate::interp::value::Scalar)>,
    ) -> (NodeId, u32) {
        let code = self.code;
        match &code.nodes[node as usize] {
            Node::And(a, b) => {
                let left_is_false = self.eval(*a, thread).truth() == Some(false);
                self.guilty(if left_is_false { *a } else { *b }, thread, bound)
            }
            Node::Implies(_, b) => self.guilty(*b, thread, bound),
            Node::Or(_, b) if !matches!(code.nodes[*b as usize], Node::Unary(Unary::Not, ..)) => {
                self.guilty(*b, thread, bound)
            }
            Node::Conditional(cond, then, else_) => {
                let chosen = if self.eval(*cond, thread).truth() == Some(true) { then } else { else_ };
                self.guilty(*chosen, thread, bound)
            }
            Node::Quantified(at) if code.annotations.quantifiers[*at as usize].universal => {
                // Evaluating it leaves the decisive instance bound.
                self.quantified(*at, thread);
                let quantifier = &code.annotations.quantifiers[*at as usize];
                for binder in &quantifier.binders {
                    let value = self.view.bound[binder.bound as usize];
                    let name = self.kernel.bound[binder.bound as usize].name.clone();
                    if let Some(value) = self.pool.scalar(value) {
                        bound.push((name, value));
                    }
                }
                self.guilty(quantifier.body, thread, bound)
            }
            _ => (node, thread),
        }
    }
}

fn describe(kind: ViolationKind) -> String {
    let text = match kind {
        ViolationKind::Requires => "this launch does not meet the contract, so it was not run",
        ViolationKind::Ensures => "the postcondition is false",
        ViolationKind::InvariantEntry => "the invariant is false when the loop is reached",
        ViolationKind::InvariantPreserved => "the invariant is false after an iteration",
        ViolationKind::Assert => "the assertion is false",
        ViolationKind::Aligned => "the address of the access is not aligned",
        ViolationKind::Initialised => "this is not initialised",
        ViolationKind::Precondition => "the precondition of the called function is false",
        ViolationKind::BarrierInvariant => "the barrier invariant is false",
        ViolationKind::Variant => "the variant does not decrease",
        ViolationKind::Writes
        | ViolationKind::Bounds
        | ViolationKind::Division
        | ViolationKind::Overflow
        | ViolationKind::Barrier
        | ViolationKind::Race => "",
    };
    text.to_owned()
}
