//! Small models: numbers for the constants, a table for the array, evaluation.

use std::cell::RefCell;
use std::collections::BTreeMap;

use gpuhoare::logic::{FoldKind, Op, TermId, Terms, VarId};
use gpuhoare::tasks::{Assign, Form, TaskSet};
use num_traits::ToPrimitive;

use crate::generate::Random;

/// Quantified variables range over these values; the generator's guards leave no others that matter for most tasks,
/// and where they do, a hypothesis is only stronger here, so it is evaluated over [`WIDE`].
const WIDE: std::ops::RangeInclusive<i64> = -12..=20;

/// Values of symbols. The array has a value everywhere, from a hash of the index.
pub struct Model {
    constants: BTreeMap<String, i64>,
    table: u64,
    writers: Option<Assign>,
    /// Cells of the written array that were asked for.
    written: RefCell<BTreeMap<i64, i64>>,
}

type Bindings = Vec<(VarId, i64)>;

impl Model {
    pub fn random(set: &TaskSet, random: &mut Random) -> Model {
        let mut constants = BTreeMap::new();
        for (_, symbol) in set.terms.symbols().filter(|(_, symbol)| symbol.args.is_empty()) {
            let value = match symbol.name.as_str() {
                "blockDim.x" | "gridDim.x" => random.between(1, 4),
                _ => random.between(-3, 7),
            };
            constants.insert(symbol.name.clone(), value);
        }
        let writers = set.hypotheses.iter().find_map(|hypothesis| match &hypothesis.form {
            Form::Assign(assign) => Some(assign.clone()),
            Form::Proposition(_) | Form::Schema(_) => None,
        });
        Model { constants, table: random.next(), writers, written: RefCell::default() }
    }

    /// Whether a hypothesis holds. The write always does: the new array is defined by it.
    pub fn meets(&self, set: &TaskSet, form: &Form) -> bool {
        match form {
            Form::Proposition(proposition) => self.holds(&set.terms, *proposition),
            Form::Assign(_) => true,
            Form::Schema(_) => unreachable!("the generator makes no schemas"),
        }
    }

    pub fn holds(&self, terms: &Terms, proposition: TermId) -> bool {
        self.eval(terms, proposition, &mut Vec::new()) != 0
    }

    pub fn show(&self, set: &TaskSet) -> String {
        let values = |symbol: &str| {
            let cells = (-2..10).map(|at| format!("{symbol}({at}) = {}", self.read(&set.terms, symbol, at)));
            cells.collect::<Vec<_>>().join(", ")
        };
        format!("{:?}; {}; {}", self.constants, values("f"), values("f!1"))
    }

    fn read(&self, terms: &Terms, array: &str, at: i64) -> i64 {
        match (&self.writers, array) {
            (Some(writers), "f!1") => {
                let known = self.written.borrow().get(&at).copied();
                known.unwrap_or_else(|| {
                    let value = self.written(terms, writers, at);
                    self.written.borrow_mut().insert(at, value);
                    value
                })
            }
            _ => {
                let mixed = (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.table;
                // Half of the tables are constant, so that equations over the array can hold.
                let mixed = if self.table & 1 == 0 { self.table } else { mixed ^ (mixed >> 29) };
                (mixed >> 7) as i64 % 3
            }
        }
    }

    /// What a cell holds after the write: the value of one of its writers, else the old one.
    fn written(&self, terms: &Terms, assign: &Assign, at: i64) -> i64 {
        let (block, grid) = (self.constants["blockDim.x"], self.constants["gridDim.x"]);
        let mut result = None;
        for tx in 0..block {
            for bx in 0..grid {
                let mut bound = vec![(assign.vars[0], tx), (assign.vars[1], bx)];
                let writes = self.eval(terms, assign.range, &mut bound) != 0
                    && self.eval(terms, assign.mask, &mut bound) != 0
                    && self.eval(terms, assign.index[0], &mut bound) == at;
                // Any writer may win: which one differs from model to model.
                if writes && (result.is_none() || self.table & 2 == 0) {
                    result = Some(self.eval(terms, assign.value, &mut bound));
                }
            }
        }
        result.unwrap_or_else(|| self.read(terms, "f", at))
    }

    fn eval(&self, terms: &Terms, term: TermId, bound: &mut Bindings) -> i64 {
        let args = terms.args(term);
        let mut arg = |at: usize| self.eval(terms, args[at], bound);
        match terms.op(term) {
            Op::Bool(value) => i64::from(*value),
            Op::Int(value) => value.to_i64().expect("generated numbers are small"),
            Op::Var(var) => bound.iter().rev().find(|(own, _)| own == var).expect("bound").1,
            Op::Apply(symbol) => {
                let name = terms.symbol_info(*symbol).name.clone();
                match args {
                    [] => self.constants[&name],
                    [_] => {
                        let at = arg(0);
                        self.read(terms, &name, at)
                    }
                    _ => unreachable!("the generator declares no others"),
                }
            }
            Op::Not => i64::from(arg(0) == 0),
            Op::And => i64::from((0..args.len()).all(|at| arg(at) != 0)),
            Op::Or => i64::from((0..args.len()).any(|at| arg(at) != 0)),
            Op::Implies => i64::from(arg(0) == 0 || arg(1) != 0),
            Op::Ite => match arg(0) {
                0 => arg(2),
                _ => arg(1),
            },
            Op::Eq => i64::from(arg(0) == arg(1)),
            Op::Le => i64::from(arg(0) <= arg(1)),
            Op::Lt => i64::from(arg(0) < arg(1)),
            Op::Add => (0..args.len()).map(arg).sum(),
            Op::Mul => (0..args.len()).map(arg).product(),
            // Division by zero may be anything: this is one choice.
            Op::Div => arg(0).checked_div_euclid(arg(1)).unwrap_or(0),
            Op::Mod => arg(0).checked_rem_euclid(arg(1)).unwrap_or(0),
            Op::Min => arg(0).min(arg(1)),
            Op::Max => arg(0).max(arg(1)),
            Op::Abs => arg(0).abs(),
            Op::Forall(vars) => i64::from(self.over(terms, vars, args[0], bound, true)),
            Op::Exists(vars) => i64::from(!self.over(terms, vars, args[0], bound, false)),
            // A proposition counts as 0 or 1 anyhow.
            Op::Fold(FoldKind::Sum | FoldKind::Count, var) => {
                let (low, high) = (arg(0), arg(1));
                let mut total = 0;
                for value in low..=high {
                    bound.push((*var, value));
                    total += self.eval(terms, args[2], bound);
                    bound.pop();
                }
                total
            }
            // Over an empty range one value for each kind, which differs from model to model (R36).
            Op::Fold(kind @ (FoldKind::MinOver | FoldKind::MaxOver), var) => {
                let (low, high) = (arg(0), arg(1));
                let mut values = Vec::new();
                for value in low..=high {
                    bound.push((*var, value));
                    values.push(self.eval(terms, args[2], bound));
                    bound.pop();
                }
                let extremum = match kind {
                    FoldKind::MinOver => values.iter().min(),
                    _ => values.iter().max(),
                };
                extremum.copied().unwrap_or((self.table >> 5) as i64 % 5 - 2)
            }
            other => unreachable!("the generator does not make {other:?}"),
        }
    }

    /// Whether the body has the value everywhere.
    fn over(&self, terms: &Terms, vars: &[VarId], body: TermId, bound: &mut Bindings, expected: bool) -> bool {
        let Some((first, rest)) = vars.split_first() else {
            return (self.eval(terms, body, bound) != 0) == expected;
        };
        WIDE.into_iter().all(|value| {
            bound.push((*first, value));
            let holds = self.over(terms, rest, body, bound, expected);
            bound.pop();
            holds
        })
    }
}
