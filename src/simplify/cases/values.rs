//! Cases by value (SIMP-23): what hangs on the digits of a number of few values, as what the lanes of a warp exchange hangs on the lane,
//! is proved value by value. So it is with a number of any size of which nothing but its remainder matters.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::ToPrimitive;

use crate::base::config::Facts;
use crate::logic::{Number, Op, Sort, TermId, Terms};

use crate::simplify::engine::Engine;
use crate::simplify::instances::saturate::closes;
use crate::simplify::rules::rule::Rule;

/// A warp has so many lanes.
const MOST: i64 = 32;
/// Fewer cases the solvers tell apart themselves, unless the number is divided by something that is no number. In a case they are not
/// asked.
const LEAST: i64 = 4;
/// Cases of numbers in cases of numbers.
const MOST_CASES: usize = 64;

/// A number and the values that it is tried at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cases {
    /// A constant that is at least and at most this.
    Values { constant: TermId, least: i64, most: i64 },
    /// A constant of which the remainder by this matters.
    Remainders { constant: TermId, modulus: i64 },
}

/// SIMP-23: the part is proved if it is in each case.
pub fn by_values(engine: &mut Engine) {
    // Further cases of the part know other facts.
    let may_try = engine.definitions.facts == Facts::Library && engine.known.is_on(Rule::CasesByValue);
    if may_try && !engine.is_proved() && engine.cases.is_empty() && proves(engine, MOST_CASES, LEAST) {
        engine.goal = engine.terms.bool(true);
    }
}

/// Whether each case of a number proves the part, with at most so many cases in all, of at least so many values. The first case that
/// does not ends it; a case may hang on the digits of another number.
fn proves(engine: &mut Engine, most: usize, fewest: i64) -> bool {
    let Some(cases) = Cases::of(engine, fewest) else { return false };
    let first_new = engine.next_symbol();
    let facts = cases.facts(&mut engine.terms);
    if most < facts.len() {
        return false;
    }
    let alternatives: Vec<Vec<TermId>> = facts.iter().map(|fact| vec![*fact]).collect();
    engine.record_cases(Rule::CasesByValue, &engine.facts, &alternatives, first_new);
    let mut general = engine.clone();
    let mut read = general.facts.clone();
    read.push(general.goal);
    read.extend(general.universals.iter().map(|universal| universal.body));
    general.definitions.forget_unread(&general.terms, &read);
    let each = most / facts.len();
    let all = facts.into_iter().all(|fact| {
        let mut case = general.clone();
        case.known = case.known.on_its_own().in_case(&[fact]);
        case.substitute(&[fact]);
        closes(&mut case) || proves(&mut case, each, 2)
    });
    if all {
        engine.known.used(Rule::CasesByValue);
    }
    all
}

impl Cases {
    /// What to try, if the goal is an equation of numbers that hangs on digits of a constant, with so many values at least.
    fn of(engine: &Engine, fewest: i64) -> Option<Cases> {
        let (terms, goal) = (&engine.terms, engine.goal);
        if *terms.op(goal) != Op::Eq || !terms.sort(terms.args(goal)[0]).is_numeric() {
            return None;
        }
        let mut moduli: BTreeMap<TermId, i64> = BTreeMap::new();
        let mut divided: BTreeSet<TermId> = BTreeSet::new();
        for term in terms.postorder(&[goal]) {
            if let (Op::Div | Op::Mod, [dividend, divisor]) = (terms.op(term), terms.args(term))
                && terms.as_int(*divisor).is_none()
            {
                divided.extend(terms.poly(*dividend).atoms());
            }
            let Some((constant, modulus)) = digit(engine, term) else { continue };
            let known = moduli.entry(constant).or_insert(modulus);
            *known = (*known).max(modulus);
        }
        let (constant, modulus) = moduli
            .into_iter()
            .max_by_key(|(constant, modulus)| (fewest.max(*modulus), divided.contains(constant), *modulus))?;
        let number = |bound: Option<Number>| bound.and_then(|bound| bound.to_integer().to_i64());
        let [least, most] = [engine.known.lower(terms, constant), engine.known.upper(terms, constant)].map(number);
        match (least, most) {
            _ if modulus < fewest && !divided.contains(&constant) => None,
            (Some(least), Some(most)) if most - least < MOST => Some(Cases::Values { constant, least, most }),
            _ => (modulus <= MOST).then_some(Cases::Remainders { constant, modulus }),
        }
    }

    /// The equation of each case.
    fn facts(self, terms: &mut Terms) -> Vec<TermId> {
        match self {
            Cases::Values { constant, least, most } => (least..=most)
                .map(|value| {
                    let value = terms.int(value);
                    terms.eq(constant, value)
                })
                .collect(),
            Cases::Remainders { constant, modulus } => (0..modulus)
                .map(|value| {
                    let quotient = terms.constant_named("z", Sort::Int);
                    let modulus = terms.int(modulus);
                    let product = terms.mul(modulus, quotient);
                    let whole = terms.plus(product, value);
                    terms.eq(constant, whole)
                })
                .collect(),
        }
    }
}

/// A constant and the number by whose remainder a digit of it is determined: `m` of `x mod m`, `a*m` of `(x div a) mod m`.
fn digit(engine: &Engine, term: TermId) -> Option<(TermId, i64)> {
    let terms = &engine.terms;
    if *terms.op(term) != Op::Mod {
        return None;
    }
    let [dividend, divisor] = terms.args(term)[..] else { return None };
    let modulus = terms.as_int(divisor)?.to_i64().filter(|modulus| (1..=MOST).contains(modulus))?;
    let (number, weight) = match terms.op(dividend) {
        Op::Div => (terms.args(dividend)[0], terms.as_int(terms.args(dividend)[1])?.to_i64()?),
        _ => (dividend, 1),
    };
    let constant = terms.poly(number).atoms().into_iter().find(|atom| is_constant(engine, *atom))?;
    Some((constant, modulus.checked_mul(weight).filter(|modulus| *modulus > 0)?))
}

fn is_constant(engine: &Engine, term: TermId) -> bool {
    let terms = &engine.terms;
    matches!(terms.op(term), Op::Apply(symbol) if terms.args(term).is_empty()
        && engine.may_be_replaced(*symbol) && !engine.is_launch(*symbol))
        && terms.sort(term) == Sort::Int
}
