//! The check itself: from the goal of each part back to what the task began with.

use std::collections::BTreeSet;

use super::laws::{self, Depth};
use super::print::{Quantifiers, question};
use super::read::Derivation;
use super::solve::{Hypothesis, solved};
use super::statements::{Claim, Statements};
use super::terms::{Id, Op};
use super::{Audited, By, Solver};

/// Audits the derivation of a task, of which `raw` is what was generated, written anew.
pub fn audit(raw: &str, derivation: &str, solvers: [&dyn Solver; 2]) -> Audited {
    if !derivation.starts_with(raw) {
        return Audited::refused(1, "the derivation is not one of the task that is generated now");
    }
    match Derivation::read(derivation) {
        Ok(read) => Checker { statements: Statements::of(read), solvers, audited: Audited::nothing() }.check(),
        Err(line) => Audited::refused(line, "the line is none of a derivation"),
    }
}

struct Checker<'s> {
    statements: Statements,
    solvers: [&'s dyn Solver; 2],
    audited: Audited,
}

impl Checker<'_> {
    fn check(mut self) -> Audited {
        let mut needed: BTreeSet<usize> = BTreeSet::new();
        let mut parts = Vec::new();
        for at in 0..self.statements.parts.len() {
            let (line, goal) = (self.statements.parts[at].line, self.statements.parts[at].goal);
            let said = self.said_in(Some(at), self.statements.all.len());
            let (by, used) = self.in_cases(&mut Vec::new(), &said, &said, goal);
            self.concludes(by, line, "the goal of the part does not follow from what is said");
            needed.extend(used);
            let assumed = self.statements.parts[at].assumed.clone();
            parts.push(self.statements.pool.implied(&assumed, goal));
        }
        match self.statements.goal {
            Some(goal) => {
                let said = self.said_in(None, self.statements.all.len());
                let (by, used) = self.follows(&parts, &said, goal, Quantifiers::Opaque, Depth::Definitions);
                self.concludes(by, 1, "the task's goal does not follow from those of its parts");
                needed.extend(used);
            }
            None => return Audited::refused(1, "the task has no goal"),
        }
        // What quantifiers were merged into the goal is the task's goal.
        needed.extend((0..self.statements.all.len()).filter(|at| self.statements.is_merged_goal(*at)));
        while let Some(at) = needed.pop_last() {
            needed.extend(self.needs(at));
        }
        self.audited
    }

    /// Whether the goal follows, if need be in each of the cases that statements tell apart.
    fn in_cases(&mut self, from: &mut Vec<Id>, said: &[usize], open: &[usize], goal: Id) -> (By, Vec<usize>) {
        let (by, used) = self.follows(from, said, goal, Quantifiers::Opaque, Depth::Definitions);
        let next = open.iter().position(|at| !self.statements.all[*at].cases.is_empty());
        let (By::Nobody, Some(next)) = (by, next) else { return (by, used) };
        let mut whole = (By::Structure, vec![open[next]]);
        for case in self.statements.all[open[next]].cases.clone() {
            from.push(case);
            let (by, used) = self.in_cases(from, said, &open[next + 1..], goal);
            from.pop();
            whole.0 = whole.0.max(by);
            whole.1.extend(used);
            if by == By::Nobody {
                break;
            }
        }
        // Where none of the cases needs to hold, since what tells them apart hangs on something.
        let split = self.statements.all[open[next]].formula;
        if *self.statements.pool.op(split) == Op::Word("->") && whole.0 != By::Nobody {
            let guard = self.statements.pool.args(split)[0];
            let none = self.statements.pool.not(guard);
            from.push(none);
            let (by, used) = self.in_cases(from, said, &open[next + 1..], goal);
            from.pop();
            whole.0 = whole.0.max(by);
            whole.1.extend(used);
        }
        whole
    }

    /// The statements that are seen in a part, of those before one.
    fn said_in(&self, part: Option<usize>, before: usize) -> Vec<usize> {
        let is_seen = |at: &usize| {
            let own = self.statements.all[*at].part;
            (own.is_none() || own == part) && !matches!(self.statements.all[*at].claim, Claim::Wrong(_))
        };
        (0..before).filter(is_seen).collect()
    }

    /// Checks a statement that is needed; those that it needs.
    fn needs(&mut self, at: usize) -> Vec<usize> {
        let statement = &self.statements.all[at];
        let (line, part, mut needs) = (statement.line, statement.part, statement.rests_on.clone());
        let (from, statements, goal, quantifiers) = match &statement.claim {
            Claim::Nothing => return needs,
            Claim::Wrong(why) => {
                let why = (*why).to_owned();
                self.concludes(By::Nobody, line, &why);
                return needs;
            }
            Claim::Follows { from, statements, goal } => (from.clone(), statements.clone(), *goal, Quantifiers::Opaque),
            Claim::FollowsFromAll { from, goal } => (from.clone(), self.said_in(part, at), *goal, Quantifiers::Opaque),
            Claim::Quantified { from, statements, goal } => {
                (from.clone(), statements.clone(), *goal, Quantifiers::Written)
            }
        };
        let (mut by, mut used) = (By::Nobody, Vec::new());
        // By induction where no depth is given.
        for depth in [Some(Depth::Definitions), Some(Depth::Laws), None, Some(Depth::Unfolded)] {
            let (other, others) = match depth {
                Some(depth) => self.follows(&from, &statements, goal, quantifiers, depth),
                None => self.by_induction(&from, &statements, goal),
            };
            if other < by {
                (by, used) = (other, others);
            }
            if by <= By::Both {
                break;
            }
        }
        self.concludes(by, line, "it does not follow");
        needs.extend(used);
        needs
    }

    /// The same by induction on the ranges of folds.
    fn by_induction(&mut self, from: &[Id], statements: &[usize], goal: Id) -> (By, Vec<usize>) {
        let (mut best, mut used) = (By::Nobody, Vec::new());
        for questions in laws::inductions(&mut self.statements.pool, &self.statements.operators, goal) {
            let (mut by, mut own) = (By::Structure, Vec::new());
            for (premises, goal) in questions {
                let all = [from, &premises].concat();
                let (other, others) = self.follows(&all, statements, goal, Quantifiers::Opaque, Depth::Laws);
                by = by.max(other);
                own.extend(others);
                if by >= best {
                    break;
                }
            }
            if by < best {
                (best, used) = (by, own);
            }
            if best <= By::Both {
                break;
            }
        }
        (best, used)
    }

    fn concludes(&mut self, by: By, line: usize, why: &str) {
        self.audited.claim(by);
        if by == By::Nobody {
            self.audited.open.push((line, why.to_owned()));
        }
    }

    /// Whether the goal follows from propositions and statements: by whom that is shown, and from which statements.
    fn follows(
        &mut self,
        from: &[Id],
        statements: &[usize],
        goal: Id,
        quantifiers: Quantifiers,
        depth: Depth,
    ) -> (By, Vec<usize>) {
        if from.contains(&goal) {
            return (By::Structure, Vec::new());
        }
        let formula = |at: &usize| self.statements.all[*at].formula;
        if let Some(same) = statements.iter().find(|at| formula(at) == goal) {
            return (By::Structure, vec![*same]);
        }
        let mut hypotheses: Vec<Hypothesis> = from.iter().map(|id| (*id, None)).collect();
        hypotheses.extend(statements.iter().map(|at| (formula(at), Some(*at))));
        let mut seen = rustc_hash::FxHashSet::default();
        hypotheses.retain(|(id, _)| seen.insert(*id));
        let (mut by, mut used) = self.asked(&hypotheses, goal, quantifiers, depth);
        if by > By::Both
            && let Some((solved, goal, equations)) = solved(&mut self.statements.pool, &hypotheses, goal)
        {
            let (other, others) = self.asked(&solved, goal, quantifiers, depth);
            if other < by {
                (by, used) = (other, [equations, others].concat());
            }
        }
        (by, used)
    }

    /// Puts a question to both solvers: who shows it, and from which statements.
    fn asked(
        &mut self,
        hypotheses: &[Hypothesis],
        goal: Id,
        quantifiers: Quantifiers,
        depth: Depth,
    ) -> (By, Vec<usize>) {
        let mut roots: Vec<Id> = hypotheses.iter().map(|(id, _)| *id).collect();
        roots.push(goal);
        let Statements { pool, operators, .. } = &mut self.statements;
        let laws = laws::of(pool, &roots, operators, depth).into_iter().map(|id| (id, None));
        let hypotheses: Vec<Hypothesis> = hypotheses.iter().copied().chain(laws).collect();
        let pool = &self.statements.pool;
        let ask = |solver: &dyn Solver, hypotheses: &[Hypothesis]| -> Option<Vec<Hypothesis>> {
            let ids: Vec<Id> = hypotheses.iter().map(|(id, _)| *id).collect();
            let core = solver.refuted(&question(pool, &ids, goal, quantifiers)?)?;
            core.into_iter().map(|at| hypotheses.get(at).copied()).collect()
        };
        let used = |core: &[Hypothesis]| core.iter().filter_map(|(_, at)| *at).collect::<Vec<usize>>();
        let [first, second] = self.solvers;
        match ask(first, &hypotheses) {
            Some(core) => match ask(second, &core).or_else(|| ask(second, &hypotheses)) {
                Some(other) => (By::Both, [used(&core), used(&other)].concat()),
                None => (By::One(0), used(&core)),
            },
            None => match ask(second, &hypotheses) {
                Some(core) => (By::One(1), used(&core)),
                None => (By::Nobody, Vec::new()),
            },
        }
    }
}
