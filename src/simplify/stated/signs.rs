//! The sign of a sum from those of its values, where the goal asks for it.

use std::collections::BTreeSet;

use crate::logic::poly::remove_factors;
use crate::logic::{FoldKind, Number, Op, Poly, Sort, TermId, Terms, VarId};
use crate::tasks::Schema;

use crate::simplify::engine::Engine;
use crate::simplify::rules::families::Family;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Law, Premise};

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
    let compared = compared(&engine.terms, engine.goal);
    let mut new = false;
    for fold in closed_folds(engine) {
        let is_asked = compared.contains(&fold.term) || done.asked.contains(&fold.term);
        let is_sum = fold.kind == FoldKind::Sum && engine.terms.sort(fold.term).is_numeric();
        if !is_asked || !is_sum || done.sums.len() >= MAX_SUMS || !done.sums.insert(fold.term) {
            continue;
        }
        if let Some(fact) = of_squares(&mut engine.terms, &fold) {
            new |= engine.learn_from(Family::SumSign, fact);
            continue;
        }
        for (fact, value) in signs(&mut engine.terms, &fold) {
            let inside = engine.terms.postorder(&[value]);
            done.asked.extend(inside.iter().copied().filter(|term| Fold::of(&engine.terms, *term).is_some()));
            // First, so that the fact is plain.
            for term in inside {
                new |= positive(engine, term);
            }
            new |= engine.learn_from(Family::SumSign, fact);
        }
    }
    new
}

/// What a lemma says of a value that is positive; true if it is new.
fn positive(engine: &mut Engine, value: TermId) -> bool {
    if !engine.known.is_on(Rule::InstanceOfLemma) {
        return false;
    }
    let terms = &engine.terms;
    let Some(schema) = engine.schemas.iter().find(|schema| is_positive(terms, schema, value)).cloned() else {
        return false;
    };
    let values = terms.args(value).to_vec();
    let bound = schema.vars.iter().copied().zip(values.iter().copied()).collect();
    let instance = engine.terms.substitute(schema.fact, &bound);
    engine.known.used(Rule::InstanceOfLemma);
    let premise = Premise::Schema { schema: &schema, values: &values, functions: &[] };
    let instance = engine.stated(Law::Rule(Rule::InstanceOfLemma), &[premise], instance);
    engine.learn_instance(instance)
}

/// Whether the lemma is `0 < f(x, ..)` for the function whose value this is.
fn is_positive(terms: &Terms, schema: &Schema, value: TermId) -> bool {
    let (Op::Lt, [zero, of]) = (terms.op(schema.fact), terms.args(schema.fact)) else { return false };
    let is_zero = terms.poly(*zero).terms.is_empty();
    let is_function = matches!(terms.op(value), Op::Apply(_)) && terms.op(*of) == terms.op(value);
    let is_var = |(var, arg): (&VarId, &TermId)| *terms.op(*arg) == Op::Var(*var);
    let of_all = schema.vars.len() == terms.args(*of).len() && schema.vars.iter().zip(terms.args(*of)).all(is_var);
    is_zero && is_function && of_all && schema.functions.is_empty()
}

/// What is known of sums of squares in the goal, whatever became of them.
pub fn squares(engine: &mut Engine) {
    for term in compared(&engine.terms, engine.goal) {
        let fold = Fold::of(&engine.terms, term).filter(|fold| fold.kind == FoldKind::Sum);
        let fact = fold.and_then(|fold| of_squares(&mut engine.terms, &fold));
        if let Some(fact) = fact.filter(|fact| engine.terms.is_closed(*fact)) {
            engine.learn_from(Family::SumSign, fact);
        }
    }
    for fact in distances(&mut engine.terms, engine.goal) {
        engine.learn_from(Family::SumSquareDistance, fact);
    }
}

/// Variances: where the goal compares `a*sum(f*f) - 2*a*m*sum(f)` with something, or gives it to a function, that `a` times the sum of
/// `(f - m)*(f - m)` is at least 0 for `0 <= a`. A body is multiplied out before anybody sees that it was a square.
fn distances(terms: &mut Terms, goal: TermId) -> Vec<TermId> {
    let mut rooms = Vec::new();
    for term in terms.postorder(&[goal]).into_iter().filter(|term| terms.is_closed(*term)) {
        match (terms.op(term), terms.args(term)) {
            (Op::Le | Op::Lt, &[left, right]) => {
                rooms.push((terms.poly(right).sub(&terms.poly(left)), terms.sort(left)));
            }
            (Op::Apply(_), args) => {
                let reals = args.iter().filter(|arg| terms.sort(**arg) == Sort::Real);
                rooms.extend(reals.map(|arg| (terms.poly(*arg), Sort::Real)));
            }
            _ => {}
        }
    }
    rooms.into_iter().flat_map(|(room, sort)| distances_in(terms, &room, sort)).collect()
}

fn distances_in(terms: &mut Terms, room: &Poly, sort: Sort) -> Vec<TermId> {
    let folds: Vec<Fold> = room.atoms().into_iter().filter_map(|atom| Fold::of(terms, atom)).collect();
    let sums: Vec<Fold> = folds.into_iter().filter(|fold| fold.kind == FoldKind::Sum).collect();
    let mut facts = Vec::new();
    for (squares, values) in sums.iter().flat_map(|one| sums.iter().map(move |other| (one, other))) {
        if (squares.lo, squares.hi) != (values.lo, values.hi) || terms.sort(squares.term) != sort {
            continue;
        }
        let at = terms.constant_named("k", Sort::Int);
        let [square, value] = [squares, values].map(|fold| fold.body_at(terms, at));
        let product = terms.mul(value, value);
        let Some((factor, rest)) = room.linear_in(squares.term).filter(|_| square == product) else { continue };
        let [(weight, number)] = factor.terms.iter().collect::<Vec<_>>()[..] else { continue };
        // `-2*a*m` times the sum: what `m` is.
        let divisor: Vec<TermId> = weight.iter().copied().chain([values.term]).collect();
        for (monomial, coefficient) in rest.terms.iter().filter(|(_, coefficient)| coefficient.is_negative()) {
            let Some(center) = remove_factors(monomial, &divisor) else { continue };
            let ratio = -(coefficient / &(number + number));
            // What is stated is about integers where the sums are.
            if sort == Sort::Int && !ratio.is_integer() {
                continue;
            }
            let center = Poly { terms: [(center, ratio)].into() };
            let count = terms.poly(squares.hi).sub(&terms.poly(squares.lo));
            let count = terms.from_poly(&count, Sort::Int);
            let count = terms.plus(count, 1);
            let zero = terms.int(0);
            let counts = terms.le(zero, count);
            let count = if sort == Sort::Real { terms.to_real(count) } else { count };
            let linear = center.mul(&Poly::atom(values.term)).scale(&Number::from(2));
            let mut distance = Poly::atom(squares.term).sub(&linear);
            distance.add(&center.mul(&center).mul(&terms.poly(count)));
            let distance = terms.from_poly(&factor.mul(&distance), sort);
            let weight = terms.from_poly(&factor, sort);
            let zero = terms.number(num_traits::Zero::zero(), sort);
            let (is_weight, holds) = (terms.le(zero, weight), terms.le(zero, distance));
            let guard = terms.and(&[counts, is_weight]);
            facts.push(terms.implies(guard, holds));
        }
    }
    facts
}

/// `0 <= sum`
fn of_squares(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    if !terms.sort(fold.term).is_numeric() || !is_natural(terms, fold.body) {
        return None;
    }
    let zero = terms.number(num_traits::Zero::zero(), terms.sort(fold.term));
    Some(terms.le(zero, fold.term))
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

/// A number that is at least 0 wherever it is: made of squares, under whatever conditions.
fn is_natural(terms: &Terms, term: TermId) -> bool {
    match (terms.op(term), terms.args(term)) {
        (Op::Ite, [_, then, other]) => is_natural(terms, *then) && is_natural(terms, *other),
        (Op::Fold(FoldKind::Sum, _), [.., body]) => is_natural(terms, *body),
        _ => terms.poly(term).terms.iter().all(|(monomial, factor)| {
            let is_even = |atom: &TermId| monomial.iter().filter(|other| *other == atom).count() % 2 == 0;
            !factor.is_negative() && monomial.iter().all(is_even)
        }),
    }
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
