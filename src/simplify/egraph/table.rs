//! The rules that say what a term equals, by its operator: each is one step, of a term whose arguments are in normal form.
//!
//! A rule answers with the other term, as it stands in the rule; whoever applies it brings that into normal form
//! ([`normal`](super::normal)). Conditions ask what is known; no rule applies another one.

use num_traits::ToPrimitive;

use super::definitions::{own_cell, read_own_cell, read_solved, read_untouched};
use crate::logic::{FoldKind, Op, Sort, SymbolId, TermId, Terms};
use crate::simplify::equalities::division::Division;
use crate::simplify::equalities::extrema::{self, Extremum};
use crate::simplify::equalities::sums::{self, Sum};
use crate::simplify::equalities::{adjoining, cancel, digits, guarded, powers, residues, strides};
use crate::simplify::rules::rule::Rule;

use super::language::Ground;

/// A rule from left to right.
pub struct Equality {
    pub rule: Rule,
    /// What the term equals, where the rule applies.
    pub other: fn(&mut Ground, TermId) -> Option<TermId>,
    /// What of the other term is new, and not in normal form yet.
    pub new: New,
}

/// What a rule brings in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum New {
    /// Terms that nobody has looked at.
    Terms,
    /// The outermost operator: what stands below is in normal form, or says most as it is.
    Operator,
    /// Folds over other ranges, whose bodies are in normal form.
    Ranges,
}

const fn equality(rule: Rule, other: fn(&mut Ground, TermId) -> Option<TermId>) -> Equality {
    Equality { rule, other, new: New::Terms }
}

const fn ranged(rule: Rule, other: fn(&mut Ground, TermId) -> Option<TermId>) -> Equality {
    Equality { rule, other, new: New::Ranges }
}

const fn at_top(rule: Rule, other: fn(&mut Ground, TermId) -> Option<TermId>) -> Equality {
    Equality { rule, other, new: New::Operator }
}

const READS: &[Equality] = &[
    equality(Rule::AssignOwnCell, assign_own_cell),
    equality(Rule::AssignUntouched, assign_untouched),
    equality(Rule::AssignSolved, assign_solved),
    equality(Rule::GuardedEquality, guarded_equality),
];
/// What one thread writes for all is a constant, too.
const CONSTANTS: &[Equality] =
    &[equality(Rule::AssignOwnCell, assign_own_cell), equality(Rule::ConstantEquation, guarded_equality)];
const LITERALS: &[Equality] = &[equality(Rule::Decide, decide)];
const COMPARISONS: &[Equality] = &[equality(Rule::Decide, decide), equality(Rule::Cancel, cancelled)];
const POWERS: &[Equality] =
    &[equality(Rule::PowerProduct, |Ground { terms, known, .. }, term| powers::product(terms, term, known))];
const BITS: &[Equality] = &[
    equality(Rule::BitOfPower, |Ground { terms, known, .. }, term| powers::bit(terms, term, known)),
    equality(Rule::PowerMask, |Ground { terms, known, .. }, term| powers::mask(terms, term, known)),
    equality(Rule::BitsApart, |Ground { terms, known, .. }, term| powers::apart(terms, term, known)),
];
const SUMS: &[Equality] = &[
    at_top(Rule::QuotientTimesDivisor, quotient_times_divisor),
    at_top(Rule::Digits, digits_of_one_number),
    RESIDUES,
    ADJOINING,
];
/// Of real numbers.
const TOTALS: &[Equality] = &[RESIDUES, ADJOINING];
const ADJOINING: Equality =
    equality(Rule::SumAdjoining, |Ground { terms, known, .. }, term| adjoining::joined(terms, term, known));
const RESIDUES: Equality = ranged(Rule::Residues, |Ground { terms, .. }, term| residues::joined(terms, term));
const QUOTIENTS: &[Equality] = &[
    equality(Rule::DigitQuotient, digit_quotient),
    equality(Rule::TwoStepQuotient, two_step_quotient),
    equality(Rule::CommonFactor, common_factor),
    equality(Rule::WholeQuotient, whole_quotient),
];
const REMAINDERS: &[Equality] = &[
    equality(Rule::EvenPower, |Ground { terms, known, .. }, term| powers::even(terms, term, known)),
    equality(Rule::DigitQuotient, digit_quotient),
    equality(Rule::CommonFactor, common_factor),
    equality(Rule::WholeQuotient, whole_quotient),
    equality(Rule::KnownRemainder, known_remainder),
];
const TRUNCATED: &[Equality] =
    &[equality(Rule::ExactQuotient, exact_quotient), equality(Rule::NaturalQuotient, natural_quotient)];
const EXTREMA: &[Equality] = &[
    equality(Rule::OrderedExtremum, ordered_extremum),
    ranged(Rule::ExtremumRange, |Ground { terms, known, .. }, term| extrema::beside_other(terms, term, known)),
    RESIDUES,
];
const ABSOLUTE: &[Equality] = &[equality(Rule::NaturalAbs, natural_abs)];
/// For folds whose bodies nobody has looked at.
const UNFOLDED: &[Equality] = &[equality(Rule::FoldUnfold, fold_unfold)];
const FOLDS: &[Equality] = &[
    ranged(Rule::SumConstant, |Ground { terms, known, .. }, term| Sum::of(terms, term)?.constant(terms, known)),
    at_top(Rule::ProductConstant, |Ground { terms, known, .. }, term| sums::power(terms, term, known)),
    ranged(Rule::SumLinear, |Ground { terms, .. }, term| Sum::of(terms, term)?.split(terms)),
    at_top(Rule::GuardPoint, |Ground { terms, known, .. }, term| Sum::of(terms, term)?.picked(terms, known, false)),
    ranged(Rule::GuardPoint, |Ground { terms, known, .. }, term| Extremum::of(terms, term)?.picked(terms, known)),
    equality(Rule::GuardStride, |Ground { terms, known, .. }, term| strides::strided(terms, term, known)),
    ranged(Rule::GuardRange, |Ground { terms, known, .. }, term| Sum::of(terms, term)?.clamped(terms, known)),
    ranged(Rule::ExtremumRange, |Ground { terms, known, .. }, term| Extremum::of(terms, term)?.clamped(terms, known)),
    ranged(Rule::GuardOutside, |Ground { terms, .. }, term| Sum::of(terms, term)?.lifted(terms)),
    ranged(Rule::SumFactor, |Ground { terms, .. }, term| Sum::of(terms, term)?.factored(terms)),
    ranged(Rule::SumAdjacent, |Ground { terms, known, .. }, term| Sum::of(terms, term)?.adjacent(terms, known)),
    ranged(Rule::ExtremumAdjacent, |Ground { terms, known, .. }, term| {
        Extremum::of(terms, term)?.adjacent(terms, known)
    }),
    equality(Rule::SumExchange, |Ground { terms, known, .. }, term| Sum::of(terms, term)?.exchanged(terms, known)),
    equality(Rule::ExtremumExchange, |Ground { terms, known, .. }, term| {
        Extremum::of(terms, term)?.exchanged(terms, known)
    }),
    ranged(Rule::ExtremumChoice, |Ground { terms, .. }, term| Extremum::of(terms, term)?.of_choice(terms)),
    ranged(Rule::ExtremumOutside, |Ground { terms, .. }, term| Extremum::of(terms, term)?.lifted(terms)),
    ranged(Rule::ExtremumLinear, |Ground { terms, .. }, term| Extremum::of(terms, term)?.split(terms)),
    at_top(Rule::ExtremumConstant, |Ground { terms, known, .. }, term| {
        Extremum::of(terms, term)?.constant(terms, known)
    }),
    ranged(Rule::SumShift, |Ground { terms, .. }, term| sums::shifted(terms, term)),
    ranged(Rule::SumMirror, |Ground { terms, .. }, term| sums::mirrored(terms, term)),
];

/// All rules of the table.
pub fn rules() -> impl Iterator<Item = Rule> {
    let all = [
        READS, CONSTANTS, LITERALS, COMPARISONS, POWERS, BITS, SUMS, TOTALS, QUOTIENTS, REMAINDERS, TRUNCATED, EXTREMA,
        ABSOLUTE, UNFOLDED, FOLDS,
    ];
    all.into_iter().flatten().map(|equality| equality.rule)
}

/// The rules for a term, in the order in which they are tried.
pub fn of(ground: &Ground, term: TermId) -> &'static [Equality] {
    let terms = &ground.terms;
    match terms.op(term) {
        Op::Apply(_) if terms.args(term).is_empty() => CONSTANTS,
        Op::Apply(_) => READS,
        Op::Lt | Op::Not => LITERALS,
        Op::Le | Op::Eq => COMPARISONS,
        Op::IsPow2 => POWERS,
        Op::BitAnd => BITS,
        Op::Add | Op::Mul if terms.sort(term) == Sort::Int => SUMS,
        Op::Add if terms.sort(term) == Sort::Real => TOTALS,
        Op::Div => QUOTIENTS,
        Op::Mod => REMAINDERS,
        Op::TruncDiv | Op::TruncRem => TRUNCATED,
        Op::Min | Op::Max => EXTREMA,
        Op::Abs => ABSOLUTE,
        Op::Fold(..) if ground.is_opened(term) => FOLDS,
        Op::Fold(..) => UNFOLDED,
        _ => &[],
    }
}

/// The symbol of an application, where rules may still be applied to one.
fn applied(ground: &Ground, term: TermId) -> Option<SymbolId> {
    match ground.terms.op(term) {
        Op::Apply(symbol) if ground.definitions.fuel > 0 => Some(*symbol),
        _ => None,
    }
}

fn assign_own_cell(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let symbol = applied(ground, term)?;
    let assign = ground.definitions.assigns().get(&symbol).filter(|assign| own_cell(&ground.terms, assign))?;
    let read = match ground.definitions.own_reads.get(&term) {
        Some(read) => *read,
        None => {
            let read = read_own_cell(&mut ground.terms, assign, term);
            ground.definitions.own_reads.insert(term, read);
            read
        }
    };
    ground.definitions.writer = ground.terms.args(term).to_vec();
    Some(read)
}

fn assign_untouched(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let symbol = applied(ground, term)?;
    let assign = ground.definitions.assigns().get(&symbol)?;
    let read = read_untouched(&mut ground.terms, assign, term, &ground.known)?;
    ground.definitions.writer.clear();
    Some(read)
}

fn assign_solved(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let symbol = applied(ground, term)?;
    let assign = ground.definitions.assigns().get(&symbol)?;
    let (read, writer) = read_solved(&mut ground.terms, assign, term, &ground.known)?;
    ground.definitions.writer = writer;
    Some(read)
}

fn guarded_equality(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let symbol = applied(ground, term)?;
    let Ground { terms, known, definitions, .. } = ground;
    let args = terms.args(term).to_vec();
    for equation in definitions.equations.get(&symbol)? {
        let (guard, value) = equation.at(terms, &args);
        let deciding = definitions.scope.as_ref().unwrap_or(known);
        if guard.iter().all(|literal| deciding.decide(terms, *literal) == Some(true)) {
            if equation.is_guarded() && terms.is_closed(term) {
                definitions.used.insert((term, value));
            }
            return Some(value);
        }
    }
    None
}

fn decide(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let value = ground.known.decide_by_bounds(&mut ground.terms, term)?;
    Some(ground.terms.bool(value))
}

fn cancelled(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let Ground { terms, known, definitions, .. } = ground;
    definitions.instances.clear();
    if let Some(simpler) = cancel::compare(terms, term, known) {
        return Some(simpler);
    }
    // Elsewhere facts are instances of the bounds.
    if !definitions.in_fold || *terms.op(term) != Op::Eq || terms.sort(terms.args(term)[0]) != Sort::Int {
        return None;
    }
    let known = definitions.with_bounds(terms, term, known)?;
    cancel::compare(terms, term, &known)
}

fn quotient_times_divisor(ground: &mut Ground, term: TermId) -> Option<TermId> {
    digits::one_multiple_less(&mut ground.terms, term, &ground.known)
}

fn digits_of_one_number(ground: &mut Ground, term: TermId) -> Option<TermId> {
    digits::of_one_number(&mut ground.terms, term, &ground.known)
}

fn digit_quotient(ground: &mut Ground, term: TermId) -> Option<TermId> {
    Division::of(&mut ground.terms, term, &ground.known)?.digit(&mut ground.terms, &ground.known)
}

fn two_step_quotient(ground: &mut Ground, term: TermId) -> Option<TermId> {
    Division::of(&mut ground.terms, term, &ground.known)?.in_two_steps(&mut ground.terms, &ground.known)
}

fn common_factor(ground: &mut Ground, term: TermId) -> Option<TermId> {
    Division::of(&mut ground.terms, term, &ground.known)?.common_factor(&mut ground.terms, &ground.known)
}

fn whole_quotient(ground: &mut Ground, term: TermId) -> Option<TermId> {
    Division::of(&mut ground.terms, term, &ground.known)?.whole(&mut ground.terms, &ground.known)
}

fn known_remainder(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let value = ground.known.value(&ground.terms, term)?;
    Some(ground.terms.int(value.to_integer()))
}

/// The quotient of a multiple, whatever its sign, by a positive divisor.
fn exact_quotient(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let Ground { terms, known, .. } = ground;
    let (value, divisor) = (terms.args(term)[0], terms.args(term)[1]);
    let divisor_poly = terms.poly(divisor);
    let [(monomial, factor)] = divisor_poly.terms.iter().collect::<Vec<_>>()[..] else { return None };
    let (quotient, remainder) = terms.poly(value).divide_by_monomial(monomial, factor);
    if !remainder.is_zero() || !known.positive(terms, divisor) {
        return None;
    }
    Some(match terms.op(term) {
        Op::TruncDiv => terms.from_poly(&quotient, Sort::Int),
        _ => terms.int(0),
    })
}

/// C's operators are Euclid's for a dividend that is not negative.
fn natural_quotient(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let Ground { terms, known, .. } = ground;
    let (value, divisor) = (terms.args(term)[0], terms.args(term)[1]);
    if !known.non_negative(terms, &terms.poly(value)) || !known.positive(terms, divisor) {
        return None;
    }
    Some(match terms.op(term) {
        Op::TruncDiv => terms.div(value, divisor),
        _ => terms.modulo(value, divisor),
    })
}

fn ordered_extremum(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let Ground { terms, known, .. } = ground;
    let (one, other) = (terms.args(term)[0], terms.args(term)[1]);
    match guarded::ordered(terms, one, other, known) {
        Some(ordered) => Some(if ordered == (*terms.op(term) == Op::Min) { one } else { other }),
        None => extrema::beyond_value(terms, term, known),
    }
}

fn natural_abs(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let value = ground.terms.args(term)[0];
    let poly = ground.terms.poly(value);
    ground.known.non_negative(&ground.terms, &poly).then_some(value)
}

/// Folds over this many values are written out.
const MAX_UNFOLD: i64 = 4;
/// The same where their values hang on a condition and the range on nothing: the taps of a stencil at an edge.
const MAX_UNFOLD_GUARDED: i64 = 16;

fn fold_unfold(ground: &mut Ground, term: TermId) -> Option<TermId> {
    let terms = &mut ground.terms;
    let Op::Fold(kind, var) = *terms.op(term) else { return None };
    let [lo, hi, body] = terms.args(term)[..] else { return None };
    let width = terms.poly(hi).sub(&terms.poly(lo)).as_constant()?.to_integer().to_i64()?;
    // A guard becomes a bound of the range, which is a number no more then.
    let is_guarded = terms.as_int(lo).is_some() && mentions_choice(terms, body);
    let most = if is_guarded { MAX_UNFOLD_GUARDED } else { MAX_UNFOLD };
    if !(0..most).contains(&width) || !may_unfold(terms, kind) || !terms.sort(term).is_numeric() {
        return None;
    }
    let mut total = terms.body_at(kind, var, body, lo);
    for step in 1..=width {
        let at = terms.plus(lo, step);
        let value = terms.body_at(kind, var, body, at);
        total = terms.combine(kind, total, value);
    }
    Some(total)
}

fn mentions_choice(terms: &Terms, body: TermId) -> bool {
    terms.postorder(&[body]).into_iter().any(|part| *terms.op(part) == Op::Ite)
}

/// That a fold over one value is that value needs the law of the identity.
fn may_unfold(terms: &Terms, kind: FoldKind) -> bool {
    match kind {
        FoldKind::Over(operator) => terms.operator(operator).is_lawful,
        _ => true,
    }
}
