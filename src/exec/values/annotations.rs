//! Annotations as propositions, and that they are defined (CLAUSE-2, CLAUSE-12).

use crate::base::Span;
use crate::exec::state::{Executor, Regions, View};
use crate::kernel::ir::{Clause, Region, Speaker};
use crate::logic::TermId;
use crate::tasks::{DEFINED, FOOTPRINT, FRAME, TaskKind};

impl Executor<'_> {
    /// VALUE-7: what the contract lets a thread write, and a function's contract lets it read, in the state at entry.
    pub fn regions(&mut self) {
        let kernel = self.kernel;
        self.memory.writable = self.evaluated(&kernel.contract.writes, FRAME);
        self.memory.readable = self.evaluated(&kernel.contract.reads, FOOTPRINT);
    }

    fn evaluated(&mut self, regions: &[Region], word: &str) -> Regions {
        let everyone = self.here.control.path;
        let view = View { store: self.memory.entry.clone(), ..self.spec_view(None) };
        let mut evaluated = Regions::new();
        for (at, region) in regions.iter().enumerate() {
            self.needs.open.clear();
            let ranges = self.annotation(everyone, |executor| {
                region
                    .ranges
                    .iter()
                    .map(|(least, most)| (executor.eval(least, &view), executor.eval(most, &view)))
                    .collect()
            });
            self.prove_defined(&format!("{word}{}", at + 1), region.span, everyone);
            evaluated.push((region.array, ranges));
        }
        evaluated
    }

    /// Proves a clause for everyone in the domain, and that it is defined (CLAUSE-12); gives the closed proposition.
    pub fn prove(&mut self, id: &str, kind: TaskKind, clause: &Clause, domain: TermId, view: &View) -> TermId {
        let goal = self.clause(clause, domain, view);
        self.prove_defined(id, clause.span, domain);
        self.task(id, kind, clause.span, goal);
        goal
    }

    /// CLAUSE-12, for what was evaluated last.
    pub fn prove_defined(&mut self, id: &str, span: Span, domain: TermId) {
        let goal = self.take_defined(domain);
        if self.terms.is_true(goal) {
            return;
        }
        let before = self.output.tasks.len();
        self.task(&format!("{id}/{DEFINED}"), TaskKind::Division, span, goal);
        self.lighten(before);
    }

    /// CLAUSE-12: that what was evaluated last is defined for everyone in the domain.
    pub fn take_defined(&mut self, domain: TermId) -> TermId {
        let defined = self.take_needs();
        self.for_all(domain, defined)
    }

    /// CLAUSE-2: the clause for everyone in the domain, closed.
    pub fn clause(&mut self, clause: &Clause, domain: TermId, view: &View) -> TermId {
        self.needs.open.clear();
        let body = self.annotation(domain, |executor| executor.eval(&clause.expr, view));
        self.for_all(domain, body)
    }

    /// CLAUSE-2: whom an invariant is about: those that entered the loop, without those that exited in it.
    pub fn invariant_domain(&mut self, clause: &Clause, entry: TermId, exited: &[TermId]) -> TermId {
        match clause.speaker {
            Speaker::Launch => entry,
            Speaker::Block | Speaker::Thread => self.without(entry, exited),
        }
    }
}
