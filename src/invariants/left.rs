//! What an iteration leaves for the next one: the half of a double buffer that it fills ahead, what it loads into a register.

use std::collections::BTreeMap;

use crate::kernel::ir::{Binary, Expr, ExprKind, LocalId, Loop, Space, Stmt, StmtKind, walk, written};

use super::around::{Around, Numbers, guarded, numbered};
use super::terms::{Build, any, is_fixed};
use super::{Guesses, is_carried, mentions};

/// Statements that are looked at, those of loops over a few numbers once for each.
const MOST: usize = 16;

/// A place in the body for each statement.
pub type Places = BTreeMap<*const Stmt, usize>;

/// The body of a loop, as what is said in it looks from the head of the next iteration.
pub struct Ahead<'k, 'b> {
    build: &'b Build<'k>,
    inner: &'k Loop,
    /// Where the body assigns its locals, in the order of its statements.
    assigned: BTreeMap<LocalId, Vec<(usize, Option<&'k Expr>)>>,
    /// What a local is then of which nothing better is known.
    pub guess: Option<LocalId>,
}

impl<'k> Guesses<'k, '_> {
    pub fn left(&mut self) {
        let (build, inner) = (self.build, self.site.inner);
        let before = self.site.before.iter().flat_map(|stmt| written(std::slice::from_ref(*stmt)).arrays.into_keys());
        let filled: Vec<_> = before.collect();
        let stored = written(&inner.body).arrays;
        let places = places(&inner.body);
        let mut ahead = Ahead::new(build, inner, &places);
        let turning = self.turning(&ahead);
        let mut found: Vec<(String, Expr)> = Vec::new();
        let mut around = Around { guards: Vec::new(), numbers: Numbers::new(), times: 1 };
        guarded(&inner.body, &mut around, &mut |stmt, around| {
            let (target, value, name) = match &stmt.kind {
                StmtKind::Store { array, index, value } if filled.contains(array) => {
                    let info = &build.kernel.arrays[array.index()];
                    let read = build.expr(ExprKind::Read { array: *array, index: index.clone() }, info.element);
                    (read, value, (info.space != Space::Global).then(|| info.name.clone()))
                }
                StmtKind::Assign { local, value } => {
                    let info = &build.kernel.locals[local.index()];
                    let is_fit = info.ty.is_fractional() && is_carried(*local, inner) && !mentions(value, *local);
                    (build.local(*local), value, is_fit.then(|| info.name.clone()))
                }
                _ => return,
            };
            // What is put together from iteration to iteration is not left as it is.
            let is_new =
                !any(value, &|kind| matches!(kind, ExprKind::Read { array, .. } if stored.contains_key(array)));
            let Some(name) = name.filter(|_| is_new && found.len() < MOST) else { return };
            let place = places[&std::ptr::from_ref(stmt)];
            let number = found.len();
            for guess in std::iter::once(None).chain(turning.iter().copied().map(Some)) {
                ahead.guess = guess;
                let seen = |e: &Expr| {
                    Some(build.tidy(&ahead.seen(&numbered(build, &build.exact(e)?, &around.numbers), place)?))
                };
                let guards: Option<Vec<Expr>> = around.guards.iter().map(|guard| seen(guard)).collect();
                // A local is what it was assigned, whatever that is made of then.
                let target =
                    if matches!(stmt.kind, StmtKind::Assign { .. }) { Some(target.clone()) } else { seen(&target) };
                let (Some(target), Some(value), Some(guards)) = (target, seen(value), guards) else { continue };
                let mut clause = build.compare(Binary::Eq, target, value);
                if !guards.is_empty() {
                    clause = build.compare(Binary::Implies, build.all(guards), clause);
                }
                found.push((format!("left in {name}[{number}]"), clause));
                if guess.is_none() {
                    break;
                }
            }
        });
        for (about, clause) in found {
            self.add(about, false, clause);
        }
    }

    /// Integers that iterations hand on, that do not tell when the loop ends, and to which nothing is added and that are not
    /// scaled: they may take turns.
    pub fn turning(&self, ahead: &Ahead<'_, '_>) -> Vec<LocalId> {
        let inner = self.site.inner;
        let moves = |local: LocalId| ahead.step(local).is_some() || ahead.is_scaled(local);
        let is_fit = |local: &LocalId| !moves(*local) && !mentions(&inner.guard, *local);
        self.counters().into_iter().filter(is_fit).collect()
    }

    /// With the numbers that locals are at the loop's entry.
    pub fn at_entry(&self, e: &Expr) -> Expr {
        let mut numbers = Numbers::new();
        e.walk(&mut |part| {
            if let ExprKind::Local(local) = *part.kind {
                numbers.extend(self.first(local).map(|first| (local, first)));
            }
        });
        self.build.tidy(&numbered(self.build, e, &numbers))
    }
}

impl<'k, 'b> Ahead<'k, 'b> {
    pub fn new(build: &'b Build<'k>, inner: &'k Loop, places: &Places) -> Self {
        let mut assigned: BTreeMap<LocalId, Vec<_>> = BTreeMap::new();
        walk(&inner.body, &mut |stmt| {
            let value = match &stmt.kind {
                StmtKind::Assign { value, .. } => Some(value),
                _ => None,
            };
            if let Some(local) = stmt.kind.assigned() {
                assigned.entry(local).or_default().push((places[&std::ptr::from_ref(stmt)], value));
            }
        });
        Ahead { build, inner, assigned, guess: None }
    }

    /// What an expression of the statement at that place is in terms of what locals are at the next head.
    pub fn seen(&self, e: &Expr, place: usize) -> Option<Expr> {
        let build = self.build;
        if let ExprKind::Convert(conversion, of) = &*e.kind {
            let of = self.seen(of, place)?;
            return Some(if of.ty == e.ty { of } else { build.expr(ExprKind::Convert(*conversion, of), e.ty) });
        }
        let text = build.text(&self.flat(e));
        for (local, places) in &self.assigned {
            if let [(at, Some(value))] = places[..]
                && at > place
                && is_carried(*local, self.inner)
                && build.exact(value).is_some_and(|value| build.text(&self.flat(&value)) == text)
            {
                return Some(build.local(*local));
            }
        }
        if let ExprKind::Local(local) = &*e.kind {
            let Some(places) = self.assigned.get(local) else { return Some(e.clone()) };
            let is_later = places.iter().any(|(at, _)| *at > place);
            return match (is_later, is_carried(*local, self.inner), &places[..]) {
                (false, true, _) => Some(e.clone()),
                (false, false, [(at, Some(value))]) => self.seen(&build.exact(value)?, *at),
                _ => match self.step(*local) {
                    Some(step) => Some(build.binary(Binary::Sub, build.local(*local), step)),
                    None => self.guess.map(|guess| build.local(guess)),
                },
            };
        }
        let mut e = e.clone();
        for child in e.children_mut() {
            *child = self.seen(child, place)?;
        }
        Some(e)
    }

    /// The expression without the locals that the body sets once for itself.
    fn flat(&self, e: &Expr) -> Expr {
        let is_own = |local: LocalId| self.assigned.contains_key(&local);
        self.build.expanded(e, &is_own)
    }

    /// Whether each iteration multiplies or divides a local.
    fn is_scaled(&self, local: LocalId) -> bool {
        let value = match self.assigned.get(&local).map(|places| &places[..]) {
            Some([(_, Some(value))]) => self.build.exact(value),
            _ => None,
        };
        let scales = |op| matches!(op, Binary::Mul | Binary::Div | Binary::Shl | Binary::Shr);
        value.is_some_and(
            |value| matches!(&*value.kind, ExprKind::Binary(op, one, _) if scales(*op) && mentions(one, local)),
        )
    }

    /// What each iteration adds to a local.
    fn step(&self, local: LocalId) -> Option<Expr> {
        let [(_, Some(value))] = self.assigned.get(&local)?[..] else { return None };
        let build = self.build;
        let step = build.linear(&build.exact(value)?).minus(&build.linear(&build.local(local)));
        let step = build.sum(&step);
        is_fixed(&step, &written(&self.inner.body).locals).then_some(step)
    }
}

/// The numbers of statements, in their order.
pub fn places(stmts: &[Stmt]) -> Places {
    let mut all = BTreeMap::new();
    walk(stmts, &mut |stmt| {
        all.insert(std::ptr::from_ref(stmt), all.len());
    });
    all
}
