//! Invariants that a loop may have, in terms of the program's own (LOOP-53). Nothing rests on them: each is tried on small launches,
//! and then proved as if somebody had written it.

mod accumulators;
mod around;
mod cells;
mod contents;
mod finite;
mod left;
mod rows;
mod terms;

use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::{
    ArrayId, Axis, BarrierScope, Binary, Builtin, Clause, Expr, ExprKind, FoldKind, Kernel, LocalId, LocalRole, Loop,
    LoopId, OperatorId, Space, Speaker, Stmt, StmtKind, Type, occurs, walk, written,
};

pub use finite::finite;
use terms::Build;

/// Counters of a loop, and numbers that may be the size of what it works on, that are looked at.
const MOST_COUNTERS: usize = 4;
const MOST_SIZES: usize = 4;

/// A clause that may be an invariant of a loop.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The loop.
    pub at: LoopId,
    /// What it is about: of the candidates about one thing one is enough.
    pub about: String,
    /// It says something of some cells only.
    pub is_partial: bool,
    /// The same in the IR.
    pub clause: Clause,
    /// As one writes it behind `invariant`.
    pub text: String,
}

/// A loop, and what stands before it in its block and in those around: the nearest last.
struct Site<'k> {
    inner: &'k Loop,
    before: Vec<&'k Stmt>,
    /// It stands in a function with a contract.
    is_called: bool,
}

/// The candidates of a kernel's loops. The kernel gets the variables that they bind.
pub fn candidates(kernel: &mut Kernel) -> Vec<Candidate> {
    let (found, bound) = {
        let build = Build::new(kernel);
        let mut sites = Vec::new();
        collect(&kernel.body, false, &mut Vec::new(), &mut sites);
        let mut found = Vec::new();
        for site in &sites {
            let guesses = Guesses { build: &build, site, found: &mut found };
            guesses.make();
        }
        (found, build.bound.into_inner())
    };
    kernel.bound.extend(bound);
    found
}

fn collect<'k>(stmts: &'k [Stmt], is_called: bool, before: &mut Vec<&'k Stmt>, sites: &mut Vec<Site<'k>>) {
    let known = before.len();
    for stmt in stmts {
        if let StmtKind::Loop(inner) = &stmt.kind {
            sites.push(Site { inner, before: before.clone(), is_called });
        }
        for body in stmt.kind.bodies() {
            collect(body, is_called || matches!(stmt.kind, StmtKind::Call(_)), before, sites);
        }
        before.push(stmt);
    }
    before.truncate(known);
}

/// The candidates of a loop, as they are made.
struct Guesses<'k, 'a> {
    build: &'a Build<'k>,
    site: &'a Site<'k>,
    found: &'a mut Vec<Candidate>,
}

impl<'k> Guesses<'k, '_> {
    fn make(mut self) {
        let in_step =
            occurs(&self.site.inner.body, &|kind| matches!(kind, StmtKind::Barrier { scope: BarrierScope::Block, .. }));
        if in_step {
            self.cells();
        }
        if in_step || occurs(&self.site.inner.body, &|kind| matches!(kind, StmtKind::Warp(_))) {
            self.accumulators();
            self.left();
            self.rows();
        }
    }

    fn add(&mut self, about: String, is_partial: bool, expr: Expr) {
        let span = self.build.kernel.loops.get(self.site.inner.id.index()).map_or(Span::default(), |info| info.span);
        // At its loop, a count of iterations is its own.
        let mut text = self.build.text(&expr);
        while let Some((before, behind)) = text.split_once("loop_count(") {
            let behind = behind.split_once(')').map_or(behind, |(_, behind)| behind);
            text = format!("{before}loop_count{behind}");
        }
        if self.found.iter().any(|known| known.at == self.site.inner.id && known.text == text) {
            return;
        }
        let clause = Clause { expr, speaker: Speaker::Thread, span };
        self.found.push(Candidate { at: self.site.inner.id, about, is_partial, clause, text });
    }

    /// Integers that the loop changes from iteration to iteration.
    fn counters(&self) -> Vec<LocalId> {
        let inner = self.site.inner;
        let is_integer = |local: &LocalId| self.build.kernel.locals[local.index()].ty.is_integral();
        let changed = inner.body.iter().filter_map(|stmt| stmt.kind.assigned()).filter(is_integer);
        let mut found: Vec<LocalId> = Vec::new();
        for local in changed {
            if !found.contains(&local) && is_carried(local, inner) {
                found.push(local);
            }
        }
        // Those of the guard first.
        found.sort_by_key(|local| !mentions(&inner.guard, *local));
        found.truncate(MOST_COUNTERS);
        found
    }

    /// Numbers of the launch that may be how many elements the loop works on.
    fn sizes(&self) -> Vec<Expr> {
        let build = self.build;
        let block = || build.builtin(Builtin::BlockDim(Axis::X));
        let locals = build.kernel.locals.iter().enumerate();
        let params = locals.filter(|(_, local)| local.role == LocalRole::Param && local.ty.is_integral());
        let in_contract =
            |at: usize| build.kernel.contract.requires.iter().any(|clause| mentions(&clause.expr, LocalId(at as u32)));
        let written = written(&build.kernel.body);
        let params = params.map(|(at, _)| at).filter(|at| in_contract(*at));
        let params = params.map(|at| LocalId(at as u32)).filter(|local| !written.locals.contains_key(local));
        let params = params.map(|local| build.local(local)).take(MOST_SIZES);
        // The larger ones first: they say more, where they are not too large.
        params.chain([build.binary(Binary::Mul, build.int(2), block()), block()]).collect()
    }

    /// By which operations the loop may put values together.
    fn kinds(&self) -> Vec<FoldKind> {
        let mut kinds = BTreeSet::new();
        let mut values: Vec<Expr> = Vec::new();
        let mut locals: BTreeSet<LocalId> = BTreeSet::new();
        walk(&self.site.inner.body, &mut |stmt| match &stmt.kind {
            StmtKind::Store { value, .. } => values.push(value.clone()),
            StmtKind::Assign { value, .. } if value.ty.is_fractional() => values.push(value.clone()),
            _ => {}
        });
        while let Some(value) = values.pop() {
            match &*value.kind {
                // What computes an index puts no values together.
                ExprKind::Read { .. } => continue,
                ExprKind::Local(local) if locals.insert(*local) => walk(&self.site.inner.body, &mut |stmt| {
                    let StmtKind::Assign { local: assigned, value } = &stmt.kind else { return };
                    values.extend((assigned == local).then(|| value.clone()));
                }),
                ExprKind::Binary(Binary::Add, ..) => drop(kinds.insert(FoldKind::Sum)),
                ExprKind::Binary(Binary::Mul, ..) => drop(kinds.insert(FoldKind::Prod)),
                ExprKind::Binary(Binary::Min, ..) => drop(kinds.insert(FoldKind::MinOver)),
                ExprKind::Binary(Binary::Max, ..) => drop(kinds.insert(FoldKind::MaxOver)),
                ExprKind::Conditional(..) => kinds.extend([FoldKind::MinOver, FoldKind::MaxOver]),
                ExprKind::Logic(name, _) => {
                    let operators = &self.build.kernel.declared.operators;
                    let known = operators.iter().position(|operator| operator.name == *name);
                    kinds.extend(known.map(|at| FoldKind::Over(OperatorId(at as u32))));
                }
                _ => {}
            }
            values.extend(value.children().into_iter().cloned());
        }
        kinds.into_iter().collect()
    }
}

/// The arrays that a loop writes, of one dimension or two, those in shared memory if there are any.
fn written_arrays(kernel: &Kernel, inner: &Loop) -> Vec<ArrayId> {
    let written: Vec<ArrayId> = written(&inner.body).arrays.into_keys().collect();
    let of_space = |space: Space| {
        let is_fit = |array: &&ArrayId| {
            let info = &kernel.arrays[array.index()];
            info.space == space && (1..=2).contains(&info.extents.len()) && !matches!(info.element, Type::Bool)
        };
        written.iter().filter(is_fit).copied().collect::<Vec<_>>()
    };
    let shared = of_space(Space::Shared);
    if shared.is_empty() { of_space(Space::Global) } else { shared }
}

fn mentions(e: &Expr, local: LocalId) -> bool {
    terms::any(e, &|kind| matches!(kind, ExprKind::Local(other) if *other == local))
}

/// Whether the value of an earlier iteration is read: by the guard, or before the body assigns another one.
fn is_carried(local: LocalId, inner: &Loop) -> bool {
    if mentions(&inner.guard, local) {
        return true;
    }
    let mut reads = false;
    for stmt in &inner.body {
        walk(std::slice::from_ref(stmt), &mut |stmt| {
            reads |= stmt.kind.exprs().into_iter().any(|e| mentions(e, local));
        });
        if reads || stmt.kind.assigned() == Some(local) {
            break;
        }
    }
    reads
}
