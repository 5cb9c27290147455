//! Locals that an iteration assigns under a condition: what they were assigned last, and why (LOOP-29). So the index of a maximum is known.

use std::collections::BTreeMap;

use crate::kernel::ir::{LocalId, Written};
use crate::logic::{Op, Sort, TermId};

use super::iterates::Iteration;
use crate::exec::analysis::Level;
use crate::exec::state::Executor;

/// Locals that are assigned under one condition, and what is known of them, over self.
pub struct Choice {
    pub locals: Vec<LocalId>,
    pub facts: Vec<TermId>,
}

/// A local, as it is called at the head, and what it is assigned.
struct Chosen {
    local: LocalId,
    first: TermId,
    value: TermId,
}

impl Executor<'_> {
    /// Of locals about which nothing else is known; `steps` is how many iterations a thread has finished.
    pub fn choices(
        &mut self,
        iteration: &mut Iteration<'_>,
        written: &Written,
        is_known: &dyn Fn(LocalId) -> bool,
        steps: TermId,
    ) -> Vec<Choice> {
        let mut groups: BTreeMap<TermId, Vec<Chosen>> = BTreeMap::new();
        for local in written.locals.keys().copied() {
            let first = self.own(iteration.head.store.locals[local.index()]);
            let last = self.own(self.memory.now.locals[local.index()]);
            let last = self.with_assigned(iteration, last);
            if let Some((condition, value)) = self.chosen(last, first) {
                groups.entry(condition).or_default().push(Chosen { local, first, value });
            }
        }
        let mut known = Vec::new();
        for (condition, chosen) in groups {
            if chosen.iter().all(|chosen| is_known(chosen.local)) {
                continue;
            }
            known.extend(self.choice(iteration, condition, &chosen, steps));
        }
        known
    }

    /// Under which condition a local gets which value, where else it keeps what it is at the head; `x || c` and `x && c` are choices of
    /// truth values (LOOP-61).
    fn chosen(&mut self, last: TermId, first: TermId) -> Option<(TermId, TermId)> {
        let args = self.terms.args(last).to_vec();
        match (self.terms.op(last), &args[..]) {
            (Op::Ite, &[condition, then, other]) if (then == first) != (other == first) => {
                Some(if other == first { (condition, then) } else { (self.terms.not(condition), other) })
            }
            (op @ (Op::Or | Op::And), _) if args.contains(&first) => {
                let is_either = *op == Op::Or;
                let others: Vec<TermId> = args.into_iter().filter(|arg| *arg != first).collect();
                let condition = if is_either { self.terms.or(&others) } else { self.terms.and(&others) };
                let condition = if is_either { condition } else { self.terms.not(condition) };
                Some((condition, self.terms.bool(is_either)))
            }
            _ => None,
        }
    }

    fn choice(
        &mut self,
        iteration: &mut Iteration<'_>,
        condition: TermId,
        chosen: &[Chosen],
        steps: TermId,
    ) -> Option<Choice> {
        let head = iteration.head;
        let name = &self.kernel.locals[chosen[0].local.index()].name;
        let name = self.symbols.names.fresh(&format!("{name}.chosen"));
        let symbol = self.terms.declare(name, &self.grid.level_sorts(Level::Thread), Sort::Int);
        let args = self.grid.level_args(Level::Thread, &self.grid.me);
        // The number of the last iteration that assigned, or -1.
        let at = self.terms.apply(symbol, &args);
        let zero = self.terms.int(0);
        let is_some = self.terms.le(zero, at);
        let next = self.terms.plus(at, 1);
        let mut facts = vec![self.terms.le(zero, next), self.terms.lt(at, steps)];
        let (comparison, is_first) = self.beside_first(iteration, condition);
        let best = chosen.iter().find_map(|own| self.best(iteration, (comparison, is_first), own, (at, steps)));
        let about = match (best, self.seen_from(iteration, condition)) {
            (Some(facts), _) => facts,
            (None, Some(condition)) => {
                let held = self.terms.substitute(condition, &[(iteration.var, at)].into());
                let never = self.terms.not(condition);
                let after = self.in_iterations(iteration, [next, steps], never);
                vec![self.terms.implies(is_some, held), after]
            }
            (None, None) => return None,
        };
        facts.extend(about);
        for Chosen { local, first, value } in chosen {
            let before = self.own(head.before.locals[local.index()]);
            let (unchanged, none) = (self.terms.eq(*first, before), self.terms.not(is_some));
            facts.push(self.terms.implies(none, unchanged));
            if let Some(value) = self.seen_from(iteration, *value) {
                let value = self.terms.substitute(value, &[(iteration.var, at)].into());
                let (first, value) = self.same_sort(*first, value);
                let assigned = self.terms.eq(first, value);
                facts.push(self.terms.implies(is_some, assigned));
            }
        }
        let entered: Vec<TermId> = facts.into_iter().map(|fact| self.for_all(head.entry, fact)).collect();
        Some(Choice { locals: chosen.iter().map(|chosen| chosen.local).collect(), facts: entered })
    }

    /// A condition without what makes it true in the first iteration, `j == 0 || ..`, and whether there is that.
    fn beside_first(&mut self, iteration: &mut Iteration<'_>, condition: TermId) -> (TermId, bool) {
        let (Op::Or, &[one, other]) = (self.terms.op(condition), self.terms.args(condition)) else {
            return (condition, false);
        };
        let (j, zero) = (self.terms.var(iteration.var), self.terms.int(0));
        let first = self.terms.eq(j, zero);
        for (part, rest) in [(one, other), (other, one)] {
            if self.seen_from(iteration, part) == Some(first) {
                return (rest, true);
            }
        }
        (condition, false)
    }

    /// `if (f(x) < v) x = e` with `v = f(e)`, as in `if (top < v) top = v` and `if (a[at] < a[i]) at = i`: `f(x)` is the largest of all, and that
    /// of the first such iteration; with `<=`, of the last one. With the sides exchanged it is the smallest. Where the first iteration assigns in
    /// any case, what was there before does not count.
    fn best(
        &mut self,
        iteration: &mut Iteration<'_>,
        (condition, is_first): (TermId, bool),
        Chosen { local, first, value }: &Chosen,
        (at, steps): (TermId, TermId),
    ) -> Option<Vec<TermId>> {
        let is_strict = match self.terms.op(condition) {
            Op::Lt => true,
            Op::Le => false,
            _ => return None,
        };
        let [left, right] = self.terms.args(condition)[..] else { return None };
        let value = self.seen_from(iteration, *value)?;
        let of = |executor: &mut Self, side: TermId, number: TermId| {
            executor.terms.rewrite(side, &mut |_, part| (part == *first).then_some(number))
        };
        for (own, other, is_less) in [(left, right, true), (right, left, false)] {
            let Some(other) = self.seen_from(iteration, other) else { continue };
            let here = of(self, own, value);
            if self.seen_from(iteration, here) != Some(other) {
                continue;
            }
            let before = self.own(iteration.head.before.locals[local.index()]);
            let [best, start] = [*first, before].map(|number| of(self, own, number));
            // Of the loop it mentions the local, and nothing else.
            if start == own || !self.is_older(start, iteration.head.symbols) {
                continue;
            }
            let zero = self.terms.int(0);
            let order = |executor: &mut Self, one: TermId, two: TermId, strictly: bool| {
                let (one, two) = if is_less { (one, two) } else { (two, one) };
                if strictly { executor.terms.lt(one, two) } else { executor.terms.le(one, two) }
            };
            let (at_most, below) = (order(self, other, best, false), order(self, other, best, true));
            let (start_at_most, start_below) = (order(self, start, best, false), order(self, start, best, true));
            let is_some = self.terms.le(zero, at);
            let next = self.terms.plus(at, 1);
            let apart = if is_strict { [zero, at] } else { [next, steps] };
            let mut facts = vec![
                self.in_iterations(iteration, [zero, steps], at_most),
                self.in_iterations(iteration, apart, below),
            ];
            if is_first {
                let some_runs = self.terms.lt(zero, steps);
                facts.push(self.terms.implies(some_runs, is_some));
            } else {
                facts.push(start_at_most);
                facts.extend(is_strict.then(|| self.terms.implies(is_some, start_below)));
            }
            return Some(facts);
        }
        None
    }

    /// What holds in each iteration from the first number on and before the second.
    fn in_iterations(&mut self, iteration: &Iteration<'_>, [from, to]: [TermId; 2], fact: TermId) -> TermId {
        let own = self.terms.fresh_var("i", Sort::Int);
        let i = self.terms.var(own);
        let fact = self.terms.substitute(fact, &[(iteration.var, i)].into());
        let range = [self.terms.le(from, i), self.terms.lt(i, to)];
        let range = self.terms.and(&range);
        let in_range = self.terms.implies(range, fact);
        self.terms.forall(&[own], in_range)
    }
}
