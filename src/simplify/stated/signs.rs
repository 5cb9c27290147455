//! The sign of a sum from those of its values, where the goal asks for it.

use std::collections::BTreeSet;

use crate::logic::{FoldKind, Op, Sort, SymbolId, TermId, Terms};

use crate::simplify::engine::Engine;
use crate::simplify::rules::families::Family;

use super::folds::{Fold, closed_folds};

/// Sums of which the sign is stated for one task.
const MAX_SUMS: usize = 8;

/// What was stated.
#[derive(Default)]
pub struct Done {
    sums: BTreeSet<TermId>,
    /// Sums whose signs decide that of others.
    asked: BTreeSet<TermId>,
}

/// One round; true if something new was learnt.
pub fn facts(engine: &mut Engine, done: &mut Done) -> bool {
    let (compared, positive) = (compared(&engine.terms, engine.goal), Positive::of(engine));
    let mut new = false;
    for fold in closed_folds(engine) {
        let is_asked = compared.contains(&fold.term) || done.asked.contains(&fold.term);
        let is_sum = fold.kind == FoldKind::Sum && engine.terms.sort(fold.term).is_numeric();
        if !is_asked || !is_sum || done.sums.len() >= MAX_SUMS || !done.sums.insert(fold.term) {
            continue;
        }
        if let Some(fact) = positive.of_sum(&mut engine.terms, &fold) {
            new |= engine.learn_from(Family::SumSign, fact);
            continue;
        }
        for (fact, value) in signs(&mut engine.terms, &fold) {
            let inside = engine.terms.postorder(&[value]);
            done.asked.extend(inside.into_iter().filter(|term| Fold::of(&engine.terms, *term).is_some()));
            new |= engine.learn_from(Family::SumSign, fact);
        }
    }
    new
}

/// What is known of sums in the goal whose values show their signs, whatever became of them.
pub fn plain(engine: &mut Engine) {
    let positive = Positive::of(engine);
    for term in compared(&engine.terms, engine.goal) {
        let fold = Fold::of(&engine.terms, term).filter(|fold| fold.kind == FoldKind::Sum);
        let fact = fold.and_then(|fold| positive.of_sum(&mut engine.terms, &fold));
        if let Some(fact) = fact.filter(|fact| engine.terms.is_closed(*fact)) {
            engine.learn_from(Family::SumSign, fact);
        }
    }
}

/// Functions whose values are positive, by a hypothesis `forall x. 0 < f(x)`.
struct Positive(BTreeSet<SymbolId>);

impl Positive {
    fn of(engine: &Engine) -> Positive {
        let terms = &engine.terms;
        let function = |fact: &TermId| {
            let (Op::Forall(_), [body]) = (terms.op(*fact), terms.args(*fact)) else { return None };
            let (Op::Lt, [zero, value]) = (terms.op(*body), terms.args(*body)) else { return None };
            let (Op::Apply(function), args) = (terms.op(*value), terms.args(*value)) else { return None };
            let of_all = args
                .iter()
                .enumerate()
                .all(|(at, arg)| matches!(terms.op(*arg), Op::Var(_)) && !args[..at].contains(arg));
            (of_all && terms.poly(*zero).terms.is_empty()).then_some(*function)
        };
        Positive(engine.facts.iter().filter_map(function).collect())
    }

    /// `0 <= sum`, or `lo <= hi → 0 < sum`
    fn of_sum(&self, terms: &mut Terms, fold: &Fold) -> Option<TermId> {
        if !terms.sort(fold.term).is_numeric() {
            return None;
        }
        let sign = self.sign(terms, fold.body)?;
        let zero = terms.number(num_traits::Zero::zero(), terms.sort(fold.term));
        Some(match sign {
            Sign::Natural => terms.le(zero, fold.term),
            Sign::Positive => {
                let (occupied, positive) = (terms.le(fold.lo, fold.hi), terms.lt(zero, fold.term));
                terms.implies(occupied, positive)
            }
        })
    }

    /// Of what is made of squares and of positive values, under whatever conditions.
    fn sign(&self, terms: &Terms, term: TermId) -> Option<Sign> {
        match (terms.op(term), terms.args(term)) {
            (Op::Ite, [_, then, other]) => Some(self.sign(terms, *then)?.min(self.sign(terms, *other)?)),
            // Its range may be empty.
            (Op::Fold(FoldKind::Sum, _), [.., body]) => self.sign(terms, *body).map(|_| Sign::Natural),
            (Op::Abs, _) => Some(Sign::Natural),
            (Op::Apply(function), _) if self.0.contains(function) => Some(Sign::Positive),
            _ => {
                let mut sign = Sign::Natural;
                for (monomial, factor) in &terms.poly(term).terms {
                    let is_positive = |atom: &TermId| *atom != term && self.sign(terms, *atom) == Some(Sign::Positive);
                    let is_even = |atom: &TermId| monomial.iter().filter(|other| *other == atom).count() % 2 == 0;
                    if factor.is_negative() || !monomial.iter().all(|atom| is_even(atom) || is_positive(atom)) {
                        return None;
                    }
                    if monomial.iter().all(is_positive) {
                        sign = Sign::Positive;
                    }
                }
                Some(sign)
            }
        }
    }
}

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    /// It is at least 0.
    Natural,
    Positive,
}

/// The folds in sides of comparisons, and in what is said to be no number or another.
fn compared(terms: &Terms, goal: TermId) -> BTreeSet<TermId> {
    let mut found = BTreeSet::new();
    for term in terms.postorder(&[goal]) {
        let compares = match terms.op(term) {
            Op::Le | Op::Lt => true,
            Op::Not => *terms.op(terms.args(term)[0]) == Op::Eq,
            _ => false,
        };
        if compares {
            let inside = terms.postorder(&[term]);
            found.extend(inside.into_iter().filter(|inner| Fold::of(terms, *inner).is_some()));
        }
    }
    found
}

/// At a new constant `k`, which may be where the value has another sign: `(lo <= k <= hi → 0 <= f(k)) → 0 <= sum`, and
/// `lo <= hi && (lo <= k <= hi → 0 < f(k)) → 0 < sum`. With each the value there.
fn signs(terms: &mut Terms, fold: &Fold) -> [(TermId, TermId); 2] {
    let zero = terms.number(num_traits::Zero::zero(), terms.sort(fold.term));
    let occupied = terms.le(fold.lo, fold.hi);
    let always = terms.bool(true);
    [(always, false), (occupied, true)].map(|(guard, is_strict)| {
        let at = terms.constant_named("k", Sort::Int);
        let value = fold.body_at(terms, at);
        let positive =
            |terms: &mut Terms, term: TermId| if is_strict { terms.lt(zero, term) } else { terms.le(zero, term) };
        let (of_value, of_sum) = (positive(terms, value), positive(terms, fold.term));
        let range = [terms.le(fold.lo, at), terms.le(at, fold.hi)];
        let range = terms.and(&range);
        let all = terms.implies(range, of_value);
        let guard = terms.and(&[guard, all]);
        (terms.implies(guard, of_sum), value)
    })
}
