//! Small models: numbers for the constants, a table for the array, evaluation.

use std::cell::RefCell;
use std::collections::BTreeMap;

use gpuhoare::logic::{FoldKind, SymbolId, Terms};
use gpuhoare::tasks::{Assign, Form, TaskSet};

use crate::eval::{self, Model as _, written};
use crate::generate::Random;

/// Values of symbols. The array has a value everywhere, from a hash of the index.
pub struct Model {
    constants: BTreeMap<String, i64>,
    table: u64,
    writers: Option<Assign>,
    /// Cells of the written array that were asked for.
    written: RefCell<BTreeMap<i64, i64>>,
}

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
                    let mut values = written(self, terms, writers, at);
                    // Any writer may win: which one differs from model to model.
                    let value = if self.table & 2 == 0 { values.last() } else { values.next() };
                    let value = value.unwrap_or_else(|| self.read(terms, "f", at));
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
}

impl eval::Model for Model {
    /// The generator's guards leave no others that matter for most tasks, and where they do, a hypothesis is only stronger here.
    const QUANTIFIED: std::ops::RangeInclusive<i64> = -12..=20;

    fn constant(&self, name: &str) -> i64 {
        self.constants[name]
    }

    fn apply(&self, terms: &Terms, symbol: SymbolId, at: i64) -> i64 {
        self.read(terms, &terms.symbol_info(symbol).name, at)
    }

    /// Which differs from model to model.
    fn empty(&self, kind: FoldKind) -> i64 {
        (self.table >> if kind == FoldKind::MinOver { 5 } else { 6 }) as i64 % 5 - 2
    }
}
