//! What a thread has summed up after some iterations: the part of a fold of the postcondition that they cover.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use crate::kernel::ir::{
    ArrayId, Binary, BoundId, Expr, ExprKind, FoldKind, LocalId, Quantifier, Space, Stmt, StmtKind, walk, written,
};

use super::around::{Around, MOST_VALUES, Numbers, cell, guarded, is_local, number, numbered};
use super::cells::replaced;
use super::terms::{Build, Linear, any, factors, is_fixed};
use super::{Guesses, is_carried};

/// Accumulators, folds and counts of what an iteration covers that are looked at.
const MOST: usize = 4;
/// Cells of private arrays; the proof for more of them takes minutes.
const MOST_CELLS: usize = 8;

/// A fold that a postcondition speaks of, for the cell that a thread writes.
struct Wanted {
    kind: FoldKind,
    var: BoundId,
    body: Expr,
    lo: Expr,
    /// Where the cell is written.
    guards: Vec<Expr>,
    /// The cell of a private array that is stored there.
    from: Option<(ArrayId, Expr)>,
}

impl Guesses<'_, '_> {
    pub fn accumulators(&mut self) {
        let (locals, counts) = (self.summed(), self.covered());
        let build = self.build;
        let stored = written(&self.site.inner.body).arrays;
        for wanted in wanted(build) {
            let places = match &wanted.from {
                Some((array, cell)) => stored.contains_key(array).then(|| cell.clone()).into_iter().collect(),
                None => locals.iter().map(|local| build.local(*local)).collect::<Vec<Expr>>(),
            };
            for place in places {
                let name = build.text(&place);
                for count in &counts {
                    let var = build.variable("q");
                    let end = build.binary(Binary::Add, wanted.lo.clone(), count.clone());
                    let end = build.binary(Binary::Sub, end, build.int(1));
                    let body = replaced(&wanted.body, wanted.var, &build.bound(var));
                    let fold = build.fold(wanted.kind, var, body, (wanted.lo.clone(), end));
                    let clause = build.compare(Binary::Eq, place.clone(), fold);
                    self.add(format!("sum in {name}"), false, clause.clone());
                    if !wanted.guards.is_empty() {
                        let guard = build.all(wanted.guards.clone());
                        let clause = build.compare(Binary::Implies, guard, clause);
                        self.add(format!("sum in {name}"), false, clause);
                    }
                }
            }
        }
    }

    /// The locals that may gather something: of those that the loop hands on, those that are no counters.
    fn summed(&self) -> Vec<LocalId> {
        let (inner, counters) = (self.site.inner, self.counters());
        let locals = written(&inner.body).locals.into_keys();
        let gathers =
            |local: &LocalId| !counters.contains(local) && is_carried(*local, inner) && is_numeric(self.build, *local);
        locals.filter(gathers).take(MOST).collect()
    }

    /// How many elements the iterations so far may have covered: a counter, by itself or times something that does not change.
    pub fn covered(&self) -> Vec<Expr> {
        let (build, inner) = (self.build, self.site.inner);
        let counters = self.counters();
        let changed = written(&inner.body).locals;
        let mut products: Vec<(LocalId, Expr)> =
            counters.iter().map(|counter| (*counter, build.local(*counter))).collect();
        walk(&inner.body, &mut |stmt| {
            for e in stmt.kind.exprs() {
                e.walk(&mut |part| {
                    let is_product = part.ty.is_integral() && matches!(&*part.kind, ExprKind::Binary(Binary::Mul, ..));
                    let Some(part) = build.exact(part).filter(|_| is_product) else { return };
                    for (product, times) in build.linear(&part).summands() {
                        let counter_of = |factor: &Expr| counters.iter().copied().find(|own| is_local(factor, *own));
                        let (own, others): (Vec<Expr>, Vec<Expr>) =
                            factors(product).into_iter().partition(|factor| counter_of(factor).is_some());
                        if let [own] = &own[..]
                            && others.iter().all(|other| is_fixed(other, &changed))
                        {
                            let product = build.sum(&Linear::one(product, times));
                            products.extend(counter_of(own).map(|counter| (counter, product)));
                        }
                    }
                });
            }
        });
        let (mut found, mut texts): (Vec<Expr>, Vec<String>) = Default::default();
        for (counter, product) in products {
            // A counter may not begin at 0.
            let first = self.first(counter).map(|first| numbered(build, &product, &Numbers::from([(counter, first)])));
            let since = first.map(|first| build.binary(Binary::Sub, product.clone(), build.tidy(&first)));
            // The last iteration may go beyond the end.
            let end = self.end(counter).filter(|_| is_local(&product, counter));
            let cut = end.map(|end| build.binary(Binary::Min, product.clone(), end));
            for count in since.into_iter().chain([product]).chain(cut) {
                let text = build.text(&count);
                if found.len() < 2 * MOST && !texts.contains(&text) {
                    texts.push(text);
                    found.push(count);
                }
            }
        }
        found
    }

    /// What a counter is below in each iteration.
    fn end(&self, counter: LocalId) -> Option<Expr> {
        let changed = written(&self.site.inner.body).locals;
        let ExprKind::Binary(Binary::Lt, below, end) = &*self.site.inner.guard.kind else { return None };
        let end = self.build.exact(end).filter(|_| is_local(below, counter))?;
        is_fixed(&end, &changed).then_some(end)
    }

    /// The number that a local is at the loop's entry.
    pub fn first(&self, local: LocalId) -> Option<i64> {
        let assigned = |stmt: &&&Stmt| stmt.kind.assigned() == Some(local);
        match &self.site.before.iter().rev().find(assigned)?.kind {
            StmtKind::Assign { value, .. } => number(value),
            _ => None,
        }
    }
}

fn is_numeric(build: &Build<'_>, local: LocalId) -> bool {
    let ty = build.kernel.locals[local.index()].ty;
    ty.is_integral() || ty.is_fractional()
}

/// The folds of the postconditions, with what a thread stores to for the cell that they speak of.
fn wanted(build: &Build<'_>) -> Vec<Wanted> {
    let mut found: Vec<Wanted> = Vec::new();
    for clause in &build.kernel.contract.ensures {
        let mut e = &clause.expr;
        let mut vars: Vec<BoundId> = Vec::new();
        loop {
            e = match &*e.kind {
                ExprKind::Quantified(Quantifier::Forall, bound, body) => {
                    vars.extend(bound);
                    body
                }
                ExprKind::Binary(Binary::Implies, _, body) => body,
                _ => break,
            };
        }
        equations(e, &mut |left, right| {
            let ExprKind::Read { array, index } = cell(left) else { return };
            let [index] = &index[..] else { return };
            let mut visit = |stmt: &Stmt, around: &Around<'_>| {
                let from = private_cell(build, stmt, &around.numbers);
                let most = if from.is_some() { MOST_VALUES } else { MOST };
                let Some(values) = stored_at(build, (stmt, &around.numbers), *array, index, &vars) else { return };
                right.walk(&mut |part| {
                    let ExprKind::Fold { kind, var, body, lo, .. } = &*part.kind else { return };
                    let at = |e: &Expr| values.iter().fold(e.clone(), |e, (var, value)| replaced(&e, *var, value));
                    if found.len() < most {
                        let guards = around.guards.iter().filter_map(|guard| build.exact(guard));
                        let guards = guards.map(|guard| numbered(build, &guard, &around.numbers)).collect();
                        let (body, lo, from) = (at(body), at(lo), from.clone());
                        found.push(Wanted { kind: *kind, var: *var, body, lo, guards, from });
                    }
                });
            };
            let mut around = Around { guards: Vec::new(), numbers: Numbers::new(), times: 1 };
            guarded(&build.kernel.body, &mut around, &mut visit);
        });
    }
    if found.iter().filter(|wanted| wanted.from.is_some()).count() > MOST_CELLS {
        found.retain(|wanted| wanted.from.is_none());
    }
    found
}

/// The cell of a private array that a statement stores.
fn private_cell(build: &Build<'_>, stmt: &Stmt, numbers: &Numbers) -> Option<(ArrayId, Expr)> {
    let StmtKind::Store { value, .. } = &stmt.kind else { return None };
    let ExprKind::Read { array, .. } = cell(value) else { return None };
    let read = numbered(build, &build.exact(value)?, numbers);
    let ExprKind::Read { index, .. } = cell(&read) else { return None };
    let is_private = build.kernel.arrays[array.index()].space == Space::Private;
    (is_private && index.iter().all(|index| number(index).is_some())).then_some((*array, read))
}

fn equations<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr, &'e Expr)) {
    match &*e.kind {
        ExprKind::Binary(Binary::And, one, other) => {
            equations(one, visit);
            equations(other, visit);
        }
        ExprKind::Binary(Binary::Eq, one, other) => {
            visit(one, other);
            visit(other, one);
        }
        _ => {}
    }
}

/// For which values of its variables a clause speaks of the cell that a statement stores to.
fn stored_at(
    build: &Build<'_>,
    (stmt, numbers): (&Stmt, &Numbers),
    array: ArrayId,
    pattern: &Expr,
    vars: &[BoundId],
) -> Option<BTreeMap<BoundId, Expr>> {
    let StmtKind::Store { array: stored, index, .. } = &stmt.kind else { return None };
    let [index] = &index[..] else { return None };
    if *stored != array {
        return None;
    }
    let index = numbered(build, &build.exact(index)?, numbers);
    let mut values = BTreeMap::new();
    let everything = |_: LocalId| true;
    let is_met = matches(build, pattern, &index, vars, &mut values)
        || by_factors(build, pattern, &index, vars, &mut values)
        || by_factors(build, pattern, &build.expanded(&index, &everything), vars, &mut values);
    (is_met && vars.iter().all(|var| values.contains_key(var) || !any(pattern, &|kind| is_bound(kind, *var))))
        .then_some(values)
}

/// Whether an expression is a pattern such as `i * n + j`, and for which values of its variables: the summands with the factor `n`
/// make `i`, and the others `j`.
fn by_factors(
    build: &Build<'_>,
    pattern: &Expr,
    e: &Expr,
    vars: &[BoundId],
    values: &mut BTreeMap<BoundId, Expr>,
) -> bool {
    let var_of = |factor: &Expr| match cell(factor) {
        ExprKind::Bound(var) if vars.contains(var) => Some(*var),
        _ => None,
    };
    let mut places: Vec<(BoundId, Vec<Expr>, BigInt)> = Vec::new();
    let mut rest = build.linear(e);
    for (summand, times) in build.linear(pattern).summands() {
        let (own, others): (Vec<Expr>, Vec<Expr>) = factors(summand).into_iter().partition(|f| var_of(f).is_some());
        match &own[..] {
            [] => rest = rest.minus(&build.linear(&build.sum(&Linear::one(summand, times)))),
            [own] => places.extend(var_of(own).map(|var| (var, others, times.clone()))),
            _ => return false,
        }
    }
    values.clear();
    places.sort_by_key(|(_, by, _)| std::cmp::Reverse(by.len()));
    for (var, by, times) in places {
        let (own, others) = rest.divided(build, &by);
        rest = others;
        let Some(own) = own.over(&times) else { return false };
        if values.insert(var, build.sum(&own)).is_some() {
            return false;
        }
    }
    rest.is_zero()
}

fn is_bound(kind: &ExprKind, var: BoundId) -> bool {
    matches!(kind, ExprKind::Bound(other) if *other == var)
}

/// Whether a pattern with variables is an expression, and for which values of these. Locals may stand for what they are.
fn matches(
    build: &Build<'_>,
    pattern: &Expr,
    e: &Expr,
    vars: &[BoundId],
    values: &mut BTreeMap<BoundId, Expr>,
) -> bool {
    if let ExprKind::Bound(var) = &*pattern.kind
        && vars.contains(var)
    {
        return match values.get(var) {
            Some(known) => build.linear(known).minus(&build.linear(e)).is_zero(),
            None => values.insert(*var, e.clone()).is_none(),
        };
    }
    if !vars.iter().any(|var| any(pattern, &|kind| is_bound(kind, *var))) {
        let everything = |_: LocalId| true;
        let [one, other] = [pattern, e].map(|e| build.linear(&build.expanded(e, &everything)));
        return one.minus(&other).is_zero();
    }
    if let (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) = (&*pattern.kind, &*e.kind)
        && op == other
    {
        let pairs = if matches!(op, Binary::Add | Binary::Mul) { vec![(c, d), (d, c)] } else { vec![(c, d)] };
        for (c, d) in pairs {
            let mut tried = values.clone();
            if matches(build, a, c, vars, &mut tried) && matches(build, b, d, vars, &mut tried) {
                *values = tried;
                return true;
            }
        }
    }
    let ExprKind::Convert(_, of) = &*e.kind else { return false };
    let ExprKind::Local(local) = &*of.kind else { return false };
    let value = build.value_of(*local).and_then(|value| build.exact(value));
    value.is_some_and(|value| matches(build, pattern, &value, vars, values))
}
