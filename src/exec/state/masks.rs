//! Which threads are active, and from where they look at the state (STMT-11).

use std::collections::HashMap;
use std::rc::Rc;

use crate::exec::analysis::confined;
use crate::kernel::ir::{Label, LocalId, Stmt};
use crate::logic::{Op, TermId, Terms};

use super::Executor;
use super::here::View;
use super::launch::{conjuncts, forall_in};

impl Executor<'_> {
    /// STMT-11: the active mask.
    pub fn active(&mut self) -> TermId {
        let left: Vec<TermId> = self.here.control.left.iter().map(|(_, left)| *left).collect();
        self.without(self.here.control.path, &left)
    }

    /// Executes statements under a condition that the path has.
    pub fn region(&mut self, stmts: &[Stmt]) {
        let wider = confined(stmts, &self.mentions).into_iter().filter(|local| self.uniformity.is_wider[local.index()]);
        let wider: Vec<LocalId> = wider.collect();
        if !wider.is_empty() {
            let active = self.active();
            let active: Rc<[TermId]> = conjuncts(&self.terms, active).into();
            self.here.regions.extend(wider.into_iter().map(|local| (local, active.clone())));
        }
        self.list(stmts);
    }

    /// STMT-19: for whom a local changes where it changes for these threads.
    pub fn beyond(&mut self, local: LocalId, mask: TermId) -> TermId {
        let Some(region) = self.here.regions.get(&local) else { return mask };
        let mut parts = conjuncts(&self.terms, mask);
        parts.retain(|part| !region.contains(part));
        self.terms.and(&parts)
    }

    /// `mask` without the threads in any of the sets; what the mask says already is not repeated in them.
    pub fn without(&mut self, mask: TermId, sets: &[TermId]) -> TermId {
        let mut parts = conjuncts(&self.terms, mask);
        for set in sets {
            let outside = self.terms.not(*set);
            let outside = relative(&mut self.terms, &parts, outside, &mut HashMap::new());
            parts.extend(conjuncts(&self.terms, outside));
        }
        // Once more, with what the later sets say: each conjunct under all the others.
        for at in 0..parts.len() {
            if *self.terms.op(parts[at]) == Op::Or {
                let others: Vec<TermId> = parts[..at].iter().chain(&parts[at + 1..]).copied().collect();
                parts[at] = relative(&mut self.terms, &others, parts[at], &mut HashMap::new());
            }
        }
        self.terms.and(&parts)
    }

    /// A proposition that agrees with `term` wherever `fact` holds.
    pub fn given(&mut self, fact: TermId, term: TermId) -> TermId {
        let facts = conjuncts(&self.terms, fact);
        relative(&mut self.terms, &facts, term, &mut HashMap::new())
    }

    /// The threads that have exited the kernel.
    pub fn exited(&mut self) -> TermId {
        let since = self.left_of(Label::KERNEL);
        self.terms.or(&[self.here.control.exited_before, since])
    }

    /// Who has left an open label since the start of the innermost loop that LOOP-1 treats.
    pub fn left_of(&mut self, label: Label) -> TermId {
        match self.here.control.left.iter().find(|(open, _)| *open == label) {
            Some((_, left)) => *left,
            None => self.terms.bool(false),
        }
    }

    /// The proposition for every thread in the mask.
    pub fn for_all(&mut self, mask: TermId, fact: TermId) -> TermId {
        forall_in(&mut self.terms, &self.grid.self_scope(), mask, fact)
    }

    /// The view of program text under the active mask.
    pub fn program_view(&mut self) -> View {
        let mask = self.active();
        View { store: self.memory.now.clone(), at: self.grid.me, path: Some(mask), active: Some(mask), literals: true }
    }

    /// The same without obligations and literals.
    pub fn silent_view(&mut self) -> View {
        let nobody = self.terms.bool(false);
        View { path: Some(nobody), literals: false, ..self.program_view() }
    }

    /// The view of an annotation: no obligations, no literals.
    pub fn spec_view(&self, active: Option<TermId>) -> View {
        View { store: self.memory.now.clone(), at: self.grid.me, path: None, active, literals: false }
    }
}

/// A proposition that agrees with `term` wherever the facts hold: facts below `&&` and `||` become true or false.
fn relative(terms: &mut Terms, facts: &[TermId], term: TermId, memo: &mut HashMap<TermId, TermId>) -> TermId {
    if let Some(done) = memo.get(&term) {
        return *done;
    }
    let result = match terms.op(term).clone() {
        op @ (Op::And | Op::Or) => {
            let args = terms.args(term).to_vec();
            let args: Vec<TermId> = args.into_iter().map(|arg| relative(terms, facts, arg, memo)).collect();
            terms.rebuild(&op, &args)
        }
        _ if facts.contains(&term) => terms.bool(true),
        _ => {
            let negated = terms.not(term);
            if facts.contains(&negated) { terms.bool(false) } else { term }
        }
    };
    memo.insert(term, result);
    result
}
