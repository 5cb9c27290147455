//! What is known of the threads that have left a loop from inside its body (LOOP-3).

use std::collections::BTreeSet;

use crate::exec::state::Executor;
use crate::kernel::ir::{self, ArrayId, Expr, Label, LocalId, Loop, Stmt, StmtKind, Written};
use crate::logic::TermId;

/// Something that a thread knows at a place in the body, and still knows when it leaves there.
#[derive(Clone, Copy, Debug)]
pub enum Fact<'k> {
    Holds(&'k Expr),
    Fails(&'k Expr),
    /// The value last assigned.
    Equals(LocalId, &'k Expr),
}

/// A `Leave` of the loop's own label or an outer one.
#[derive(Clone, Debug)]
pub struct Site<'k> {
    pub label: Label,
    pub facts: Vec<Fact<'k>>,
}

/// The places where threads leave the loop. No fact reads an array of `changing`.
pub fn sites<'k>(inner: &'k Loop, changing: &BTreeSet<ArrayId>) -> Vec<Site<'k>> {
    let mut walk = Walk { changing, inside: BTreeSet::new(), sites: Vec::new() };
    let mut facts = Vec::new();
    walk.learn(&mut facts, Fact::Holds(&inner.guard));
    walk.list(&inner.body, &mut facts);
    walk.sites
}

struct Walk<'k, 'c> {
    changing: &'c BTreeSet<ArrayId>,
    /// Labels that the body opens.
    inside: BTreeSet<Label>,
    sites: Vec<Site<'k>>,
}

impl<'k> Walk<'k, '_> {
    /// Goes through the statements; afterwards `facts` are those known behind them.
    fn list(&mut self, stmts: &'k [Stmt], facts: &mut Vec<Fact<'k>>) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Assign { local, value } => {
                    facts.retain(|fact| !fact.mentions_local(*local));
                    self.learn(facts, Fact::Equals(*local, value));
                }
                StmtKind::If { cond, then, else_ } => {
                    let mut known = facts.clone();
                    self.learn(&mut known, Fact::Holds(cond));
                    self.list(then, &mut known);
                    let mut known = facts.clone();
                    self.learn(&mut known, Fact::Fails(cond));
                    self.list(else_, &mut known);
                    drop_written(facts, std::slice::from_ref(stmt));
                    let leaves = matches!(then.last().map(|last| &last.kind), Some(StmtKind::Leave(_)));
                    if leaves && unwritten(cond, then) && unwritten(cond, else_) {
                        self.learn(facts, Fact::Fails(cond));
                    }
                }
                StmtKind::Loop(inner) => {
                    self.inside.insert(inner.label);
                    drop_written(facts, &inner.body);
                    let mut known = facts.clone();
                    self.learn(&mut known, Fact::Holds(&inner.guard));
                    self.list(&inner.body, &mut known);
                }
                StmtKind::Scope { label, body } => {
                    self.inside.insert(*label);
                    self.list(body, &mut facts.clone());
                    drop_written(facts, body);
                }
                StmtKind::Leave(label) => {
                    if !self.inside.contains(label) {
                        self.sites.push(Site { label: *label, facts: facts.clone() });
                    }
                    // Nobody comes further.
                    return;
                }
                StmtKind::Wraps(body) => {
                    // Expressions mean something else there; what was known before is known.
                    let mut known = facts.clone();
                    drop_written(&mut known, body);
                    self.wrapped(body, &known);
                    *facts = known;
                }
                StmtKind::Declare(_)
                | StmtKind::DeclareArray(_)
                | StmtKind::Store { .. }
                | StmtKind::Atomic(_)
                | StmtKind::Warp(_)
                // Nobody leaves the body of a call for a place outside of it.
                | StmtKind::Call(_) => {
                    drop_written(facts, std::slice::from_ref(stmt));
                }
                StmtKind::Barrier { .. } => drop_written(facts, std::slice::from_ref(stmt)),
                StmtKind::Fence(_) | StmtKind::Assert { .. } | StmtKind::Assume(_) => {}
            }
        }
    }

    /// Records the sites in the statements with what was known before them.
    fn wrapped(&mut self, stmts: &'k [Stmt], known: &[Fact<'k>]) {
        for stmt in stmts {
            if let StmtKind::Leave(label) = &stmt.kind
                && !self.inside.contains(label)
            {
                self.sites.push(Site { label: *label, facts: known.to_vec() });
            }
            if let StmtKind::Loop(ir::Loop { label, .. }) | StmtKind::Scope { label, .. } = &stmt.kind {
                self.inside.insert(*label);
            }
            for list in stmt.kind.bodies() {
                self.wrapped(list, known);
            }
        }
    }

    fn learn(&self, facts: &mut Vec<Fact<'k>>, fact: Fact<'k>) {
        let about_itself = matches!(fact, Fact::Equals(local, value) if value.mentions(local));
        if !about_itself && !fact.expr().arrays_read().iter().any(|array| self.changing.contains(array)) {
            facts.push(fact);
        }
    }
}

impl<'k> Fact<'k> {
    fn expr(self) -> &'k Expr {
        match self {
            Fact::Holds(expr) | Fact::Fails(expr) | Fact::Equals(_, expr) => expr,
        }
    }

    fn mentions_local(self, local: LocalId) -> bool {
        matches!(self, Fact::Equals(own, _) if own == local) || self.expr().mentions(local)
    }
}

/// Whether the statements write nothing that the expression reads.
fn unwritten(expr: &Expr, stmts: &[Stmt]) -> bool {
    let written = ir::written(stmts);
    written.locals.keys().all(|local| !expr.mentions(*local)) && reads_none_of(expr, &written)
}

fn reads_none_of(expr: &Expr, written: &Written) -> bool {
    expr.arrays_read().iter().all(|array| !written.arrays.contains_key(array))
}

/// Forgets what the statements may make wrong.
fn drop_written(facts: &mut Vec<Fact<'_>>, stmts: &[Stmt]) {
    let written = ir::written(stmts);
    facts.retain(|fact| {
        let locals = written.locals.keys().all(|local| !fact.mentions_local(*local));
        locals && reads_none_of(fact.expr(), &written)
    });
}

impl Executor<'_> {
    /// LOOP-3: what holds of a thread that has left by this label, in the present state (the loop's head).
    pub fn known_of_leavers(&mut self, sites: &[Site<'_>], label: Label, dead: &BTreeSet<LocalId>) -> TermId {
        let mut cases = Vec::new();
        for site in sites.iter().filter(|site| site.label == label) {
            let mut parts = Vec::new();
            for fact in relevant(&site.facts, dead) {
                parts.push(self.fact(fact));
            }
            cases.push(self.terms.and(&parts));
        }
        self.terms.or(&cases)
    }

    fn fact(&mut self, fact: Fact<'_>) -> TermId {
        let view = self.silent_view();
        let value = self.eval(fact.expr(), &view);
        match fact {
            Fact::Holds(_) => value,
            Fact::Fails(_) => self.terms.not(value),
            Fact::Equals(local, _) => {
                let now = self.own(self.memory.now.locals[local.index()]);
                let (now, value) = self.same_sort(now, value);
                self.terms.eq(now, value)
            }
        }
    }
}

/// The facts without those that only say what a local of the body is which no other of them mentions.
fn relevant<'k>(facts: &[Fact<'k>], dead: &BTreeSet<LocalId>) -> Vec<Fact<'k>> {
    let is_idle = |fact: &Fact<'k>| matches!(fact, Fact::Equals(local, _) if dead.contains(local));
    let (mut idle, mut kept): (Vec<Fact<'k>>, Vec<Fact<'k>>) = facts.iter().partition(|fact| is_idle(fact));
    loop {
        let used = |fact: &Fact<'k>| matches!(fact, Fact::Equals(local, _) if kept.iter().any(|other| other.expr().mentions(*local)));
        let (more, rest): (Vec<Fact<'k>>, Vec<Fact<'k>>) = idle.iter().partition(|fact| used(fact));
        if more.is_empty() {
            return kept;
        }
        kept.extend(more);
        idle = rest;
    }
}
