//! Divisibility solved by substitution: `u mod m = r` makes `u` the term `m·z + r` with a new `z`, `(u div a) mod m = r` makes it
//! `a·(m·z + r) + s` with a new digit `s` below `a` (SIMP-14), a power of two from 2 on is twice another one, and of two powers of two the larger is a multiple of the smaller. What is substituted is
//! simplified by every law of products (`cancel.rs`, `solve.rs`, `radix.rs`), where a solver that is given the same as
//! facts searches in vain.
//!
//! Where the order of two powers of two, or whether one is 1, is not known, the part becomes two: all of its cases have
//! to be proved.

use std::collections::BTreeSet;

use num_traits::{One, Signed, Zero};

use crate::base::config::Facts;
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};

use super::named::divisor_named;
use crate::simplify::engine::Engine;
use crate::simplify::instances::dividends;
use crate::simplify::rules::rule::Rule;

/// Equations that one part may get.
const MAX_EQUATIONS: usize = 8;
/// Cases that one part may become.
const MAX_CASES: usize = 6;

/// The part with its equations solved, and as many more as there are cases.
pub fn multiples(engine: &mut Engine) {
    if engine.definitions.facts == Facts::Defining {
        return;
    }
    // Guards that have been decided may have left equations.
    let (constants, bounds) = (engine.read_late_constants(), dividends::lower_bounds(engine));
    if constants || bounds {
        engine.normalise();
    }
    let mut open = vec![(engine.clone(), MAX_EQUATIONS)];
    let mut done: Vec<Engine> = Vec::new();
    while let Some((mut case, fuel)) = open.pop() {
        let room = done.len() + open.len() + 1 < MAX_CASES;
        let step = if fuel == 0 || case.is_proved() { None } else { next_step(&mut case, room) };
        match step {
            None => done.push(case),
            Some(Cases { common, alternatives }) => {
                case.facts.splice(0..0, common);
                let are_several = alternatives.len() > 1;
                // The last one is taken up first.
                for facts in alternatives.into_iter().rev() {
                    let mut next = case.clone();
                    if are_several {
                        next.known = next.known.in_case(&facts);
                    }
                    next.substitute(&facts);
                    open.push((next, fuel - 1));
                }
            }
        }
    }
    let mut cases = done.into_iter();
    if let Some(first) = cases.next() {
        *engine = first;
    }
    engine.cases.extend(cases.map(|mut case| {
        case.known = case.known.on_its_own();
        case
    }));
}

/// Facts to go on with.
struct Cases {
    /// Those of all cases. They come before what is known already.
    common: Vec<TermId>,
    /// One list for each case.
    alternatives: Vec<Vec<TermId>>,
}

impl Cases {
    fn of(alternatives: Vec<Vec<TermId>>) -> Cases {
        Cases { common: Vec::new(), alternatives }
    }

    /// Each case with all that it says.
    fn whole(&self) -> Vec<Vec<TermId>> {
        self.alternatives.iter().map(|facts| [&self.common[..], facts].concat()).collect()
    }
}

type Step = fn(&mut Engine, &[Division], bool) -> Option<Cases>;

/// What solves an equation, in the order in which it is tried; whether the part may be split is said last.
const STEPS: &[(Rule, Step)] = &[
    (Rule::DivisorNamed, |engine, divisions, _| {
        divisor_named(engine, divisions.iter().map(|division| division.divisor)).map(|fact| Cases::of(vec![vec![fact]]))
    }),
    (Rule::MultipleOf, |engine, divisions, _| remainder_solved(engine, divisions)),
    (Rule::HalvedPower, halved),
    (Rule::LargerPower, larger_power),
    (Rule::DigitSolved, |engine, _, _| digit_solved(engine)),
    (Rule::Parity, parity),
    (Rule::GuardedBound, |engine, _, may_split| guarded_bound(engine, may_split)),
    (Rule::ChoiceBesideFold, |engine, _, may_split| choice_beside_fold(engine, may_split)),
    (Rule::RowEdge, |engine, _, may_split| row_edge(engine, may_split)),
];

fn next_step(engine: &mut Engine, may_split: bool) -> Option<Cases> {
    let (divisions, facts) = (divisions(engine), engine.facts.clone());
    let first_new = engine.next_symbol();
    let mut by = |(rule, step): &(Rule, Step)| {
        let cases = engine.known.is_on(*rule).then(|| step(engine, &divisions, may_split))??;
        Some((*rule, cases))
    };
    let (rule, cases) = STEPS.iter().find_map(&mut by)?;
    engine.record_cases(rule, &facts, &cases.whole(), first_new);
    Some(cases)
}

/// `c -> a <= b` where `b <= a` is known, of something that the goal mentions: the part with `c` and `a = b`, and the part without `c`. So the
/// end of a loop that may not have been entered is the limit of its counter, or its start.
fn guarded_bound(engine: &mut Engine, may_split: bool) -> Option<Cases> {
    if !may_split {
        return None;
    }
    let asked: BTreeSet<TermId> = engine.terms.postorder(&[engine.goal]).into_iter().collect();
    for fact in engine.facts.clone() {
        if *engine.terms.op(fact) != Op::Implies {
            continue;
        }
        let (guard, bound) = (engine.terms.args(fact)[0], engine.terms.args(fact)[1]);
        if *engine.terms.op(bound) != Op::Le || engine.terms.sort(engine.terms.args(bound)[0]) != Sort::Int {
            continue;
        }
        let (least, most) = (engine.terms.args(bound)[0], engine.terms.args(bound)[1]);
        let room = engine.terms.poly(most).sub(&engine.terms.poly(least));
        let is_asked = room.atoms().iter().any(|atom| asked.contains(atom) && is_constant(engine, *atom));
        let opposite = engine.terms.le(most, least);
        if is_asked && engine.known.decide_by_bounds(&mut engine.terms, opposite) == Some(true) {
            engine.known.used(Rule::GuardedBound);
            let (equal, without) = (engine.terms.eq(least, most), engine.terms.not(guard));
            return Some(Cases::of(vec![vec![guard, equal], vec![without]]));
        }
    }
    None
}

/// What the goal divides, if it is at least minus the divisor and below it: the part where it is not negative, and the part where it is. So the
/// element before another one is in the same row, or in the one before. What is divided by numbers has cases of its own (SIMP-23).
fn row_edge(engine: &mut Engine, may_split: bool) -> Option<Cases> {
    let terms = &engine.terms;
    let is_division = |part: &TermId| matches!(terms.op(*part), Op::Div | Op::Mod);
    let divisions: Vec<TermId> = terms.postorder(&[engine.goal]).into_iter().filter(is_division).collect();
    if !may_split || divisions.iter().any(|part| terms.as_int(terms.args(*part)[1]).is_some()) {
        return None;
    }
    let dividend = divisions.into_iter().find_map(|part| {
        let &[dividend, divisor] = terms.args(part) else { return None };
        (terms.is_closed(part) && is_at_edge(engine, dividend, divisor)).then_some(dividend)
    })?;
    engine.known.used(Rule::RowEdge);
    let zero = engine.terms.int(0);
    let (natural, negative) = (engine.terms.le(zero, dividend), engine.terms.lt(dividend, zero));
    Some(Cases::of(vec![vec![natural], vec![negative]]))
}

fn is_at_edge(engine: &Engine, dividend: TermId, divisor: TermId) -> bool {
    let (value, most) = (engine.terms.poly(dividend), engine.terms.poly(divisor));
    let is_natural = |number: &Poly| engine.known.non_negative(&engine.terms, number);
    let (mut room, mut above) = (most.sub(&value), value.clone());
    room.add_constant(-Number::one());
    above.add(&most);
    is_natural(&room) && is_natural(&above) && !is_natural(&value)
}

/// A goal that equates a fold with a choice of a sum: the part where it is chosen, and the part where it is not. What is known of folds
/// and sums is known of equations of them.
fn choice_beside_fold(engine: &mut Engine, may_split: bool) -> Option<Cases> {
    let terms = &engine.terms;
    let (true, Op::Eq, &[left, right]) = (may_split, terms.op(engine.goal), terms.args(engine.goal)) else {
        return None;
    };
    if !terms.sort(left).is_numeric() {
        return None;
    }
    let atoms = terms.poly(left).sub(&terms.poly(right)).atoms();
    if !atoms.iter().any(|atom| matches!(terms.op(*atom), Op::Fold(..))) {
        return None;
    }
    let is_sum = |value: &TermId| terms.poly(*value).terms.len() > 1;
    let chosen = atoms.iter().filter(|atom| *terms.op(**atom) == Op::Ite && terms.is_closed(**atom));
    let condition = chosen.map(|atom| terms.args(*atom)).find(|args| args[1..].iter().any(is_sum))?[0];
    engine.known.used(Rule::ChoiceBesideFold);
    let without = engine.terms.not(condition);
    Some(Cases::of(vec![vec![condition], vec![without]]))
}

/// A quotient or remainder, of which the dividend may mention bound variables.
struct Division {
    dividend: TermId,
    divisor: TermId,
}

fn divisions(engine: &Engine) -> Vec<Division> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    roots.extend(engine.universals.iter().map(|universal| universal.body));
    for assign in engine.definitions.assigns().values() {
        roots.extend(assign.index.iter().chain([&assign.mask, &assign.value]));
    }
    let terms = &engine.terms;
    let is_division = |term: &TermId| matches!(terms.op(*term), Op::Div | Op::Mod | Op::TruncDiv | Op::TruncRem);
    let all = terms.postorder(&roots).into_iter().filter(is_division);
    all.map(|term| Division { dividend: terms.args(term)[0], divisor: terms.args(term)[1] })
        .filter(|division| terms.is_closed(division.divisor))
        .collect()
}

/// `u mod m = r` with a constant of `u` that an equation determines: `u = m·z + r`.
fn remainder_solved(engine: &mut Engine, divisions: &[Division]) -> Option<Cases> {
    for fact in engine.facts.clone() {
        if *engine.terms.op(fact) != Op::Eq || engine.terms.sort(engine.terms.args(fact)[0]) != Sort::Int {
            continue;
        }
        let args = engine.terms.args(fact);
        let equation = engine.terms.poly(args[0]).sub(&engine.terms.poly(args[1]));
        for atom in equation.atoms() {
            if !matches!(engine.terms.op(atom), Op::Mod | Op::TruncRem) {
                continue;
            }
            let Some((coefficient, rest)) = equation.linear_in(atom) else { continue };
            let Some(factor) = coefficient.as_constant().filter(|factor| factor.abs().is_one()) else { continue };
            let remainder = rest.scale(&-factor);
            let (dividend, divisor) = (engine.terms.args(atom)[0], engine.terms.args(atom)[1]);
            // Of numbers the solvers know, but not of their products.
            if engine.terms.as_int(divisor).is_some() && !is_in_divided_product(engine, dividend, divisions) {
                continue;
            }
            if let Some(facts) = solved(engine, dividend, divisor, &remainder) {
                return Some(Cases::of(vec![facts]));
            }
        }
    }
    None
}

fn solved(engine: &mut Engine, dividend: TermId, divisor: TermId, remainder: &Poly) -> Option<Vec<TermId>> {
    let value = engine.terms.poly(dividend);
    if !engine.known.positive(&engine.terms, divisor) || !engine.known.non_negative(&engine.terms, &value) {
        return None;
    }
    let remainder = engine.terms.from_poly(remainder, Sort::Int);
    if !is_solvable(engine, dividend, &[divisor, remainder]) {
        return None;
    }
    let terms = &mut engine.terms;
    engine.known.used(Rule::MultipleOf);
    let quotient = terms.constant_named("z", Sort::Int);
    engine.introduced.factors.insert(quotient);
    let product = terms.mul(divisor, quotient);
    let whole = terms.add(&[product, remainder]);
    let zero = terms.int(0);
    Some(vec![terms.le(zero, quotient), terms.eq(dividend, whole)])
}

/// Whether something that the number is made of is a factor of a product that is divided by a number: with `m·z` for `x`,
/// `(x·y + t) div m` is `z·y + t div m`.
fn is_in_divided_product(engine: &Engine, number: TermId, divisions: &[Division]) -> bool {
    let terms = &engine.terms;
    let atoms = terms.poly(number).atoms();
    divisions.iter().filter(|division| terms.as_int(division.divisor).is_some()).any(|division| {
        let dividend = terms.poly(division.dividend);
        let is_product = |monomial: &[TermId]| monomial.len() > 1 && monomial.iter().any(|atom| atoms.contains(atom));
        dividend.terms.keys().any(|monomial| is_product(monomial))
    })
}

/// Whether an equation of the number with something made of these terms determines a constant that it may replace.
fn is_solvable(engine: &Engine, number: TermId, others: &[TermId]) -> bool {
    let (value, mentioned) = (engine.terms.poly(number), engine.terms.symbols_in(others));
    value.terms.iter().any(|(monomial, coefficient)| {
        let [atom] = monomial.as_slice() else { return false };
        matches!(engine.terms.op(*atom), Op::Apply(symbol) if engine.may_be_replaced(*symbol) && !mentioned.contains(symbol))
            && coefficient.abs().is_one()
            && value.linear_in(*atom).is_some_and(|(factor, _)| factor.as_constant().is_some())
    })
}

/// `(u div a) mod m = r` with a constant of `u` that an equation determines: `u = a·(m·z + r) + s` and `0 <= s < a`.
fn digit_solved(engine: &mut Engine) -> Option<Cases> {
    for fact in engine.facts.clone() {
        let Some((atom, digit)) = known_remainder(&engine.terms, fact) else { continue };
        let (quotient, base) = (engine.terms.args(atom)[0], engine.terms.args(atom)[1]);
        let [number, weight] = *engine.terms.args(quotient) else { continue };
        // What is divided by numbers the solvers know.
        if *engine.terms.op(quotient) != Op::Div
            || engine.terms.as_int(weight).is_some()
            || !engine.known.positive(&engine.terms, weight)
            || !engine.known.positive(&engine.terms, base)
            || !is_solvable(engine, number, &[weight, base, digit])
        {
            continue;
        }
        // What is put in its place says so.
        engine.facts.retain(|other| *other != fact);
        engine.known.used(Rule::DigitSolved);
        let terms = &mut engine.terms;
        let [higher, lower] = ["z", "s"].map(|name| terms.constant_named(name, Sort::Int));
        if let Op::Apply(symbol) = *terms.op(lower) {
            engine.introduced.digits.insert(symbol);
        }
        let (product, zero) = (terms.mul(base, higher), terms.int(0));
        let quotient = terms.add(&[product, digit]);
        let product = terms.mul(weight, quotient);
        let value = terms.add(&[product, lower]);
        // What is divided by the weight is simplified by them.
        let common = vec![terms.le(zero, lower), terms.lt(lower, weight)];
        return Some(Cases { common, alternatives: vec![vec![terms.eq(number, value)]] });
    }
    None
}

/// A remainder by a number and what a fact says that it is: `x mod m = r`, `x mod m <= 0`, or that it is not below the greatest one.
fn known_remainder(terms: &Terms, fact: TermId) -> Option<(TermId, TermId)> {
    let (op, args) = (terms.op(fact), terms.args(fact));
    if !matches!(op, Op::Eq | Op::Le) || terms.sort(args[0]) != Sort::Int {
        return None;
    }
    let is_remainder = |term: &TermId| *terms.op(*term) == Op::Mod;
    let at = args.iter().position(is_remainder)?;
    let (remainder, other) = (args[at], args[1 - at]);
    let (base, value) = (terms.as_int(terms.args(remainder)[1])?, terms.as_int(other)?);
    let is_known = match (op, at) {
        (Op::Eq, _) => !value.is_negative() && value < base,
        (_, 0) => value.is_zero(),
        _ => value + 1 == *base,
    };
    is_known.then_some((remainder, other))
}

/// A power of two of which a half occurs: `a = 2·h`, unless it is 1.
fn halved(engine: &mut Engine, divisions: &[Division], may_split: bool) -> Option<Cases> {
    let two = engine.terms.int(2);
    for division in divisions {
        let value = division.dividend;
        let is_power = engine.terms.is_pow2(value);
        if division.divisor != two || !is_constant(engine, value) || !engine.known.contains(is_power) {
            continue;
        }
        engine.known.used(Rule::HalvedPower);
        let terms = &mut engine.terms;
        let half = terms.constant_named("h", Sort::Int);
        let double = terms.mul(two, half);
        let facts = vec![terms.is_pow2(half), terms.eq(value, double)];
        let at_least_two = terms.le(two, value);
        if engine.known.decide_by_bounds(&mut engine.terms, at_least_two) == Some(true) {
            return Some(Cases::of(vec![facts]));
        }
        if may_split {
            let one = engine.terms.int(1);
            return Some(Cases::of(vec![facts, vec![engine.terms.eq(value, one)]]));
        }
    }
    None
}

/// Two powers of two of known order that meet in a division: the larger one is a multiple of the smaller.
fn larger_power(engine: &mut Engine, divisions: &[Division], may_split: bool) -> Option<Cases> {
    let atoms = |engine: &Engine, term: TermId| engine.terms.poly(term).atoms();
    let (mut divides, mut occurs) = (BTreeSet::new(), BTreeSet::new());
    for division in divisions {
        let divisor = atoms(engine, division.divisor);
        if !divisor.is_empty() {
            occurs.extend(atoms(engine, division.dividend));
        }
        divides.extend(divisor);
    }
    occurs.extend(&divides);
    let asked = engine.terms.postorder(&[engine.goal]);
    // What the goal takes by a power of two is below a multiple of it.
    let is_taken = |term: &&TermId| matches!(engine.terms.op(**term), Op::Div | Op::Mod);
    let taken: BTreeSet<TermId> =
        asked.iter().filter(is_taken).flat_map(|term| atoms(engine, engine.terms.args(*term)[0])).collect();
    let limits = engine.known.atom_bounds().filter(|bound| bound.upper && taken.contains(&bound.atom));
    occurs.extend(limits.flat_map(|bound| &bound.mentions));
    occurs.extend(asked);
    let powers: Vec<TermId> = engine
        .facts
        .iter()
        .filter(|fact| *engine.terms.op(**fact) == Op::IsPow2)
        .map(|fact| engine.terms.args(*fact)[0])
        .collect();
    for small in &powers {
        for large in &powers {
            let [one, other] = [*small, *large].map(|power| atoms(engine, power));
            let both_occur = [&one, &other].iter().all(|atoms| atoms.iter().any(|atom| occurs.contains(atom)));
            let divided = one.iter().chain(&other).any(|atom| divides.contains(atom));
            if small == large || !divided || !is_constant(engine, *large) {
                continue;
            }
            if let Some(cases) = ordered_powers(engine, *small, *large, may_split && both_occur) {
                return Some(cases);
            }
        }
    }
    None
}

fn ordered_powers(engine: &mut Engine, small: TermId, large: TermId, may_split: bool) -> Option<Cases> {
    let Op::Apply(symbol) = *engine.terms.op(large) else { return None };
    if engine.terms.symbols_in(&[small]).contains(&symbol) {
        return None;
    }
    // Below twice the other one is at most the other one.
    let two = engine.terms.int(2);
    let twice = engine.terms.mul(two, large);
    let (less, at_most) = (engine.terms.lt(small, large), engine.terms.lt(small, twice));
    let is_less = engine.known.decide_by_bounds(&mut engine.terms, less) == Some(true);
    let is_at_most = may_split && engine.known.decide_by_bounds(&mut engine.terms, at_most) == Some(true);
    if !is_less && !is_at_most {
        return None;
    }
    engine.known.used(Rule::LargerPower);
    let terms = &mut engine.terms;
    let factor = terms.constant_named("c", Sort::Int);
    let double = terms.mul(two, small);
    let multiple = terms.mul(double, factor);
    let mut alternatives = vec![vec![terms.is_pow2(factor), terms.eq(large, multiple)]];
    if !is_less {
        alternatives.push(vec![terms.eq(small, large)]);
    }
    Some(Cases::of(alternatives))
}

/// A factor that the pass has brought in and of which the remainder by 2 is asked: even and odd.
fn parity(engine: &mut Engine, divisions: &[Division], may_split: bool) -> Option<Cases> {
    let two = engine.terms.int(2);
    for division in divisions.iter().filter(|division| may_split && division.divisor == two) {
        let atoms = engine.terms.poly(division.dividend).atoms();
        let factor =
            atoms.into_iter().find(|atom| engine.introduced.factors.contains(atom) && is_constant(engine, *atom));
        if let Some(factor) = factor {
            engine.known.used(Rule::Parity);
            let half = engine.terms.constant_named("w", Sort::Int);
            engine.introduced.factors.insert(half);
            let terms = &mut engine.terms;
            let even = terms.mul(two, half);
            let odd = terms.plus(even, 1);
            return Some(Cases::of([even, odd].map(|value| vec![terms.eq(factor, value)]).to_vec()));
        }
    }
    None
}

/// A constant that an equation may replace.
pub fn is_constant(engine: &Engine, term: TermId) -> bool {
    matches!(engine.terms.op(term), Op::Apply(symbol) if engine.terms.args(term).is_empty() && engine.may_be_replaced(*symbol))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simplify::engine::import::Imported;
    use crate::simplify::known::Known;
    use crate::tasks::Form;

    /// An engine that knows the facts, with `false` to prove.
    fn engine(terms: Terms, facts: Vec<TermId>) -> Engine {
        let mut terms = terms;
        let goal = terms.bool(false);
        let forms = facts.into_iter().map(Form::Proposition).collect();
        let mut engine = Engine::new(&Imported::of(terms, forms, goal), &[], goal, Facts::Library, Known::default());
        engine.read_rules();
        engine.normalise();
        multiples(&mut engine);
        engine
    }

    fn shown(engine: &Engine) -> Vec<String> {
        engine.facts.iter().map(|fact| engine.terms.show(*fact)).collect()
    }

    #[test]
    fn what_has_a_remainder_is_a_multiple_and_the_remainder() {
        let mut terms = Terms::new();
        let [u, m] = ["u", "m"].map(|name| terms.constant_named(name, Sort::Int));
        let (zero, one) = (terms.int(0), terms.int(1));
        let remainder = terms.modulo(u, m);
        let facts = vec![terms.le(one, m), terms.le(zero, u), terms.eq(remainder, zero), terms.le(u, m)];
        let engine = engine(terms, facts);
        // 0 <= u <= m with u = m·z: z is 0 or 1.
        assert!(shown(&engine).contains(&"z <= 1".to_string()), "{:?}", shown(&engine));
        assert!(!shown(&engine).iter().any(|fact| fact.contains("mod")), "{:?}", shown(&engine));
        assert!(engine.cases.is_empty());
    }

    #[test]
    fn a_remainder_by_what_may_be_zero_stays() {
        let mut terms = Terms::new();
        let [u, m] = ["u", "m"].map(|name| terms.constant_named(name, Sort::Int));
        let zero = terms.int(0);
        let remainder = terms.modulo(u, m);
        let facts = vec![terms.le(zero, m), terms.le(zero, u), terms.eq(remainder, zero)];
        let engine = engine(terms, facts);
        assert!(shown(&engine).iter().any(|fact| fact.contains("mod(u, m)")), "{:?}", shown(&engine));
    }

    #[test]
    fn the_half_of_a_power_of_two_has_the_case_of_one() {
        let mut terms = Terms::new();
        let [p, x] = ["p", "x"].map(|name| terms.constant_named(name, Sort::Int));
        let two = terms.int(2);
        let half = terms.div(p, two);
        let facts = vec![terms.is_pow2(p), terms.le(half, x)];
        let engine = engine(terms, facts);
        assert!(shown(&engine).contains(&"h <= x".to_string()), "{:?}", shown(&engine));
        assert_eq!(engine.cases.len(), 1);
        assert!(shown(&engine.cases[0]).contains(&"0 <= x".to_string()), "{:?}", shown(&engine.cases[0]));
    }

    #[test]
    fn the_larger_of_two_powers_is_an_even_multiple_of_the_smaller() {
        let mut terms = Terms::new();
        let [p, q, x] = ["p", "q", "x"].map(|name| terms.constant_named(name, Sort::Int));
        let zero = terms.int(0);
        let remainder = terms.modulo(x, q);
        let facts = vec![terms.is_pow2(p), terms.is_pow2(q), terms.lt(p, q), terms.le(remainder, x), terms.le(zero, x)];
        let mut engine = engine(terms, facts);
        assert!(shown(&engine).contains(&"is_pow2(c)".to_string()), "{:?}", shown(&engine));
        // q is gone: what is asked of it is asked of 2·p·c.
        let q = engine.terms.symbols().find(|(_, info)| info.name == "q").map(|(symbol, _)| symbol).unwrap();
        let q = engine.terms.apply(q, &[]);
        let value = engine.normal(q);
        assert_eq!(engine.terms.show(value), "2 * p * c");
    }
}
