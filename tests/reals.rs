//! Holds each axiom about real functions (`specs/reals.spec`) against intervals: arguments are drawn, functions are computed with
//! bounds on their errors, and no axiom may be false of what lies between these. Each has to be decided often.

use std::collections::BTreeMap;
use std::path::PathBuf;

use num_traits::ToPrimitive;

use gpuhoare::base::{Config, Files};
use gpuhoare::exec;
use gpuhoare::logic::{Op, TermId, Terms, VarId};
use gpuhoare::pipeline;
use gpuhoare::tasks::Form;

/// Arguments that are drawn for each axiom, and how many of them have to decide it at least.
const DRAWN: usize = 4_000;
const DECIDED: usize = 400;

/// What `libm` computes is right but for a few units in the last place, of which one is at most 2^-52 of the number.
const ERROR: f64 = 16.0 * f64::EPSILON;

/// One of these numbers is meant.
#[derive(Clone, Copy, Debug)]
struct Between {
    low: f64,
    high: f64,
}

/// A number or a truth value; nothing where it is not known.
#[derive(Clone, Copy, Debug)]
enum Value {
    Number(Between),
    Truth(Option<bool>),
}

struct Evaluator<'t> {
    terms: &'t Terms,
    values: BTreeMap<VarId, f64>,
}

impl Between {
    fn exactly(value: f64) -> Between {
        Between { low: value, high: value }
    }

    /// These numbers, each rounded in any direction.
    fn around(values: &[f64]) -> Between {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Between { low: low.next_down(), high: high.next_up() }
    }

    fn add(self, other: Between) -> Between {
        Between::around(&[self.low + other.low, self.high + other.high])
    }

    fn mul(self, other: Between) -> Between {
        let of = |one: f64| [one * other.low, one * other.high];
        Between::around(&[of(self.low), of(self.high)].concat())
    }

    fn is_point(self) -> bool {
        self.low == self.high
    }

    /// A monotone function's values, with their errors.
    fn through(self, function: impl Fn(f64) -> f64) -> Between {
        let with_error = |value: f64| [value - value.abs() * ERROR, value + value.abs() * ERROR];
        Between::around(&[with_error(function(self.low)), with_error(function(self.high))].concat())
    }
}

impl Evaluator<'_> {
    fn term(&self, term: TermId) -> Option<Value> {
        let args = self.terms.args(term);
        Some(match self.terms.op(term) {
            Op::Bool(value) => Value::Truth(Some(*value)),
            Op::Int(value) => Value::Number(Between::exactly(value.to_f64()?)),
            Op::Real(value) => Value::Number(Between::exactly(value.to_f64()?)),
            Op::Var(var) => Value::Number(Between::exactly(*self.values.get(var)?)),
            Op::ToReal => self.term(args[0])?,
            Op::Add => self.combined(args, Between::add)?,
            Op::Mul => self.combined(args, Between::mul)?,
            Op::Floor => {
                let of = self.number(args[0])?;
                Value::Number(Between { low: of.low.floor(), high: of.high.floor() })
            }
            Op::Not => Value::Truth(self.truth(args[0]).map(|value| !value)),
            Op::And => Value::Truth(self.connected(args, false)),
            Op::Or => Value::Truth(self.connected(args, true)),
            Op::Implies => match (self.truth(args[0]), self.truth(args[1])) {
                (Some(false), _) | (_, Some(true)) => Value::Truth(Some(true)),
                (Some(true), then) => Value::Truth(then),
                (None, _) => Value::Truth(None),
            },
            Op::Eq | Op::Le | Op::Lt => Value::Truth(self.compared(term)?),
            Op::Apply(symbol) => {
                let args: Option<Vec<Between>> = args.iter().map(|arg| self.number(*arg)).collect();
                Value::Number(function(&self.terms.symbol_info(*symbol).name, &args?)?)
            }
            other => panic!("no axiom is known to use {other:?}"),
        })
    }

    /// What may be equal is taken to be.
    fn compared(&self, term: TermId) -> Option<Option<bool>> {
        let args = self.terms.args(term);
        let (one, two) = match (self.term(args[0])?, self.term(args[1])?) {
            (Value::Truth(one), Value::Truth(two)) => return Some(one.zip(two).map(|(one, two)| one == two)),
            (Value::Number(one), Value::Number(two)) => (one, two),
            _ => return None,
        };
        Some(match self.terms.op(term) {
            Op::Eq => Some(one.low <= two.high && two.low <= one.high),
            Op::Le if one.high <= two.low => Some(true),
            Op::Le if one.low > two.high => Some(false),
            Op::Lt if one.high < two.low => Some(true),
            Op::Lt if one.low >= two.high => Some(false),
            _ => None,
        })
    }

    fn combined(&self, args: &[TermId], with: fn(Between, Between) -> Between) -> Option<Value> {
        let values: Option<Vec<Between>> = args.iter().map(|arg| self.number(*arg)).collect();
        values?.into_iter().reduce(with).map(Value::Number)
    }

    /// As soon as one part is decisive, so is all.
    fn connected(&self, args: &[TermId], decisive: bool) -> Option<bool> {
        let values: Vec<Option<bool>> = args.iter().map(|arg| self.truth(*arg)).collect();
        if values.contains(&Some(decisive)) {
            return Some(decisive);
        }
        (!values.contains(&None)).then_some(!decisive)
    }

    fn number(&self, term: TermId) -> Option<Between> {
        match self.term(term)? {
            Value::Number(value) => Some(value),
            Value::Truth(_) => None,
        }
    }

    fn truth(&self, term: TermId) -> Option<bool> {
        match self.term(term)? {
            Value::Truth(value) => value,
            Value::Number(_) => None,
        }
    }
}

/// The function's values between the arguments; nothing where it is not defined, or not known to be monotone between them.
fn function(name: &str, args: &[Between]) -> Option<Between> {
    let x = *args.first()?;
    match (name, &args[1..]) {
        ("exp", []) => Some(x.through(libm::exp)),
        ("exp2", []) => Some(x.through(libm::exp2)),
        ("tanh", []) => Some(x.through(libm::tanh)),
        ("erf", []) => Some(x.through(libm::erf)),
        ("log", []) if x.low > 0.0 => Some(x.through(libm::log)),
        ("sqrt", []) if x.low >= 0.0 => Some(x.through(libm::sqrt)),
        ("rsqrt", []) if x.low > 0.0 => Some(x.through(|x| 1.0 / libm::sqrt(x))),
        ("sin", []) if x.is_point() => Some(x.through(libm::sin)),
        ("cos", []) if x.is_point() => Some(x.through(libm::cos)),
        ("rint", []) => Some(Between { low: libm::rint(x.low), high: libm::rint(x.high) }),
        ("pow", [y]) if x.is_point() && y.is_point() => {
            let value = libm::pow(x.low, y.low);
            value.is_finite().then(|| Between::exactly(x.low).through(|x| libm::pow(x, y.low)))
        }
        _ => None,
    }
}

/// Numbers that kernels often have, and such between them; the same in every run.
fn drawn(state: &mut u64) -> f64 {
    let mut next = || {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    };
    let special = [0.0, 1.0, -1.0, 2.0, 0.5, -0.5, 1.5, 3.0];
    match next() % 3 {
        0 => special[(next() % 8) as usize],
        1 => (next() % 129) as f64 / 16.0 - 4.0,
        _ => next() as f64 / f64::from(1u32 << 28) - 4.0,
    }
}

#[test]
fn no_axiom_is_false_in_intervals() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let (mut files, config) = (Files::default(), Config::default());
    let program =
        pipeline::lower(&mut files, &root.join("specs/reals.spec"), &pipeline::front::Given::default(), &config);
    let made = exec::theory(&program.theory, &config);
    let terms = &made.set.terms;
    let axioms: Vec<_> = made.statements.iter().filter(|statement| statement.is_axiom).collect();
    assert!(axioms.len() > 30, "{} axioms", axioms.len());
    for axiom in axioms {
        let Form::Schema(schema) = &made.set.hypotheses[axiom.hypothesis].form else { panic!("{}", axiom.name) };
        let (mut state, mut decided) = (1, 0);
        for _ in 0..DRAWN {
            let values: BTreeMap<VarId, f64> = schema.vars.iter().map(|var| (*var, drawn(&mut state))).collect();
            let shown = format!("{values:?}");
            match (Evaluator { terms, values }).truth(schema.fact) {
                Some(true) => decided += 1,
                Some(false) => panic!("{} is false at {shown}", axiom.name),
                None => {}
            }
        }
        assert!(decided >= DECIDED, "{} is decided {decided} times", axiom.name);
    }
}
