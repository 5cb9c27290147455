//! A copy of the state for each meaning of a loop (RACE-5).

use std::collections::BTreeMap;

use crate::exec::launch::Coordinates;
use crate::exec::log::{Log, Moment, RunId};
use crate::kernel::ir::ArrayId;
use crate::logic::{Op, SymbolId, TermId};
use crate::tasks::{Assign, Form, Hypothesis, TaskSet};

/// What the versions born behind the head of a loop stand for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// An iteration that both accesses are in.
    Same,
    /// The first access's iteration.
    First,
    /// The second access's.
    Second,
    /// The last state, for what follows the loop.
    Last,
}

/// What loops mean at a moment of one of the two threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Loops whose iteration both accesses share.
    pub same: Vec<RunId>,
    /// The meaning of the other loops around the moment.
    pub own: Label,
    /// The loops whose bodies are around the moment.
    pub inside: Vec<RunId>,
}

impl Side {
    /// What loops mean at a moment: those around it that are not in `same` have the label `own`.
    pub fn new(same: &[RunId], own: Label, moment: &Moment) -> Side {
        Side { same: same.to_vec(), own, inside: moment.inside.to_vec() }
    }

    fn label(&self, run: RunId) -> Label {
        match (self.inside.contains(&run), self.same.contains(&run)) {
            (false, _) => Label::Last,
            (true, true) => Label::Same,
            (true, false) => self.own,
        }
    }

    /// What the heads of these loops mean. The iterations that a task meets first keep the names of the execution:
    /// no task speaks of two of them.
    fn key(&self, heads: &[RunId]) -> Option<Vec<Label>> {
        let labels: Vec<Label> = heads.iter().map(|run| self.label(*run)).collect();
        let original = labels.iter().all(|label| matches!(label, Label::Same | Label::First));
        (!original).then_some(labels)
    }
}

/// Symbols and hypotheses under their other meanings.
pub struct Copies<'a> {
    log: &'a Log,
    symbols: BTreeMap<(SymbolId, Vec<Label>), SymbolId>,
    hypotheses: BTreeMap<(usize, Vec<Label>), usize>,
    /// What each copy is a copy of.
    originals: BTreeMap<SymbolId, SymbolId>,
}

impl<'a> Copies<'a> {
    /// No copies yet.
    pub fn new(log: &'a Log) -> Copies<'a> {
        Copies { log, symbols: BTreeMap::new(), hypotheses: BTreeMap::new(), originals: BTreeMap::new() }
    }

    /// A term over self as a thread at a moment means it.
    pub fn at(&mut self, set: &mut TaskSet, term: TermId, side: &Side, thread: &Coordinates) -> TermId {
        let term = self.rename(set, term, side);
        self.log.grid.instantiate(&mut set.terms, term, thread)
    }

    /// The number of a loop's iteration.
    pub fn count(&mut self, set: &mut TaskSet, run: RunId, side: &Side) -> Option<TermId> {
        let count = self.log.runs[run].count?;
        Some(self.rename(set, count, side))
    }

    /// The array that the symbol is a version of.
    pub fn array(&self, symbol: SymbolId) -> Option<ArrayId> {
        self.log.arrays.get(&self.original(symbol)).copied()
    }

    /// Behind how many heads a symbol was born.
    pub fn age(&self, symbol: SymbolId) -> usize {
        self.log.birth_of_symbol(self.original(symbol)).len()
    }

    fn original(&self, symbol: SymbolId) -> SymbolId {
        self.originals.get(&symbol).copied().unwrap_or(symbol)
    }

    /// The term with each symbol under its meaning.
    pub fn rename(&mut self, set: &mut TaskSet, term: TermId, side: &Side) -> TermId {
        let mut map = BTreeMap::new();
        for symbol in set.terms.symbols_in(&[term]) {
            let copy = self.symbol(set, symbol, side);
            if copy != symbol {
                map.insert(symbol, copy);
            }
        }
        if map.is_empty() {
            return term;
        }
        set.terms.rewrite(term, &mut |terms, term| {
            let Op::Apply(symbol) = terms.op(term) else { return None };
            let copy = *map.get(symbol)?;
            let args = terms.args(term).to_vec();
            Some(terms.apply(copy, &args))
        })
    }

    fn symbol(&mut self, set: &mut TaskSet, symbol: SymbolId, side: &Side) -> SymbolId {
        let Some(key) = side.key(self.log.birth_of_symbol(symbol)) else { return symbol };
        if let Some(copy) = self.symbols.get(&(symbol, key.clone())) {
            return *copy;
        }
        let info = set.terms.symbol_info(symbol).clone();
        let copy = set.terms.declare_named(&info.name, &info.args, info.result);
        self.originals.insert(copy, symbol);
        self.symbols.insert((symbol, key), copy);
        copy
    }

    /// The position of a hypothesis under its meaning.
    pub fn hypothesis(&mut self, set: &mut TaskSet, at: usize, side: &Side) -> usize {
        let Some(key) = side.key(self.log.birth_of_hypothesis(at)) else { return at };
        if let Some(copy) = self.hypotheses.get(&(at, key.clone())) {
            return *copy;
        }
        let Hypothesis { form, origin } = set.hypotheses[at].clone();
        let form = match form {
            Form::Proposition(term) => Form::Proposition(self.rename(set, term, side)),
            // A lemma is about no state.
            form @ Form::Schema(_) => form,
            Form::Assign(assign) => Form::Assign(Assign {
                new: self.symbol(set, assign.new, side),
                old: self.symbol(set, assign.old, side),
                range: self.rename(set, assign.range, side),
                mask: self.rename(set, assign.mask, side),
                index: assign.index.iter().map(|index| self.rename(set, *index, side)).collect(),
                value: self.rename(set, assign.value, side),
                vars: assign.vars,
            }),
        };
        set.hypotheses.push(Hypothesis { form, origin });
        self.hypotheses.insert((at, key), set.hypotheses.len() - 1);
        set.hypotheses.len() - 1
    }
}
