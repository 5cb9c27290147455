//! Loops that end, as their counters tell (LOOP-20, LOOP-24).

use num_traits::ToPrimitive;

use super::head::Head;
use super::iterates::Iteration;
use super::signs::Sign;
use crate::exec::state::{Executor, conjuncts};
use crate::logic::{Sort, TermId};

impl Executor<'_> {
    /// Whoever goes on has a positive number that each iteration halves, or a number with a limit that each doubles or adds to: so
    /// everybody stops.
    pub fn ends_by_counters(&mut self, head: &Head) -> bool {
        let entered = conjuncts(&self.terms, head.entry);
        let parts = conjuncts(&self.terms, head.guard);
        let by_geometric = head.geometric.iter().any(|counter| {
            if counter.halves {
                return parts.iter().any(|part| {
                    let least = self.least_by(*part, counter.head);
                    least.is_some_and(|least| self.is_older(least, head.symbols) && self.is_at_least_one(least))
                });
            }
            let is_limited = parts.iter().any(|part| {
                let most = self.most_by(*part, counter.head);
                most.is_some_and(|most| self.is_older(most, head.symbols))
            });
            let entry = self.with_entered(counter.entry, &entered);
            is_limited && self.is_at_least_one(entry)
        });
        by_geometric || self.grows_to_limit(head, &parts) || self.reaches_goal(head, &parts, &entered)
    }

    /// A counter moves by one, to a goal that it has not passed at entry.
    fn reaches_goal(&mut self, head: &Head, parts: &[TermId], entered: &[TermId]) -> bool {
        head.counters.iter().any(|counter| {
            parts.iter().any(|part| {
                let goal = self.avoided(*part, counter.head).filter(|goal| self.is_older(*goal, head.symbols));
                let step = self.terms.as_int(counter.step).and_then(|step| step.to_i64());
                let (Some(goal), Some(step @ (1 | -1))) = (goal, step) else { return false };
                let (entry, goal) = (self.with_entered(counter.entry, entered), self.with_entered(goal, entered));
                let way = if step == 1 { self.terms.sub(goal, entry) } else { self.terms.sub(entry, goal) };
                let next = self.terms.plus(way, 1);
                self.is_at_least_one(next)
            })
        })
    }

    fn grows_to_limit(&mut self, head: &Head, parts: &[TermId]) -> bool {
        let var = self.terms.fresh_var("j", Sort::Int);
        let mut iteration = Iteration::new(self, head, var);
        let known = self.least_values();
        parts.iter().any(|part| {
            let seen = self.seen_unwritten(&mut iteration, *part);
            seen.is_some_and(|seen| self.growth(&known, var, seen) == Some(Sign::Positive))
        })
    }
}
