//! The hypotheses that a race task depends on (RACE-16).

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::ir::ArrayId;
use crate::logic::{Op, SymbolId, TermId};
use crate::tasks::{Form, TaskSet};

use super::copies::Copies;

/// What each hypothesis speaks of, found once: a hypothesis stands in many tasks.
#[derive(Default)]
pub struct Relevance {
    subjects: Vec<Option<Subject>>,
    /// The hypotheses that always matter.
    always: BTreeSet<usize>,
    /// The hypotheses that matter where a symbol does.
    about: BTreeMap<SymbolId, Vec<usize>>,
}

/// What a hypothesis speaks of.
enum Subject {
    /// Of what may always matter.
    Anything,
    /// That some thread runs a loop says nothing of two others.
    Nothing,
    Assign {
        new: SymbolId,
        /// What it is made of.
        from: Vec<SymbolId>,
    },
    Proposition {
        constants: Vec<SymbolId>,
        functions: Vec<Function>,
        /// The age of the youngest function.
        latest: usize,
        has_binder: bool,
    },
}

/// A function of a proposition; the array of which it is a version, if it is one.
struct Function {
    symbol: SymbolId,
    age: usize,
    array: Option<ArrayId>,
}

impl Relevance {
    /// Those of the hypotheses that say something about the facts: what defines their symbols, and what else speaks of
    /// these. Propositions about memory count only if all of that memory does, or
    /// a later state of it.
    pub fn relevant(
        &mut self,
        set: &TaskSet,
        copies: &Copies<'_>,
        hypotheses: &[usize],
        facts: &[TermId],
    ) -> Vec<usize> {
        for at in hypotheses {
            self.add(set, copies, *at);
        }
        let mut given = hypotheses.to_vec();
        given.sort_unstable();
        let mut reached: BTreeSet<SymbolId> = BTreeSet::new();
        let always = self.always.iter().copied().filter(|at| given.binary_search(at).is_ok());
        let mut taken: BTreeSet<usize> = always.collect();
        let mut open = set.terms.symbols_in(facts);
        open.extend(taken.iter().flat_map(|at| self.subject(*at).symbols()));
        while let Some(symbol) = open.pop() {
            if !reached.insert(symbol) {
                continue;
            }
            for at in self.about.get(&symbol).into_iter().flatten() {
                let subject = self.subject(*at);
                if !taken.contains(at) && given.binary_search(at).is_ok() && subject.matters(&reached) {
                    taken.insert(*at);
                    open.extend(subject.symbols());
                }
            }
        }
        taken.into_iter().collect()
    }

    fn subject(&self, at: usize) -> &Subject {
        self.subjects[at].as_ref().expect("a hypothesis is added before it is looked at")
    }

    fn add(&mut self, set: &TaskSet, copies: &Copies<'_>, at: usize) {
        if self.subjects.len() <= at {
            self.subjects.resize_with(at + 1, || None);
        }
        if self.subjects[at].is_some() {
            return;
        }
        let subject = Subject::of(set, copies, at);
        if subject.matters(&BTreeSet::new()) {
            self.always.insert(at);
        }
        let about: Vec<SymbolId> = match &subject {
            Subject::Anything | Subject::Nothing => Vec::new(),
            Subject::Assign { new, .. } => vec![*new],
            Subject::Proposition { functions, .. } => functions.iter().map(|function| function.symbol).collect(),
        };
        for symbol in about {
            self.about.entry(symbol).or_default().push(at);
        }
        self.subjects[at] = Some(subject);
    }
}

impl Subject {
    fn of(set: &TaskSet, copies: &Copies<'_>, at: usize) -> Subject {
        match &set.hypotheses[at].form {
            Form::Schema(_) => Subject::Anything,
            Form::Assign(assign) => {
                let mut terms = vec![assign.range, assign.mask, assign.value];
                terms.extend(&assign.index);
                let mut from = set.terms.symbols_in(&terms);
                from.push(assign.old);
                Subject::Assign { new: assign.new, from }
            }
            Form::Proposition(term) if matches!(set.terms.op(*term), Op::Exists(_)) => Subject::Nothing,
            Form::Proposition(term) => {
                let is_constant = |symbol: &SymbolId| set.terms.symbol_info(*symbol).args.is_empty();
                let (constants, functions): (Vec<SymbolId>, Vec<SymbolId>) =
                    set.terms.symbols_in(&[*term]).into_iter().partition(is_constant);
                let function = |symbol| Function { symbol, age: copies.age(symbol), array: copies.array(symbol) };
                let functions: Vec<Function> = functions.into_iter().map(function).collect();
                // What a later loop says in passing of an earlier state is about the loop.
                let latest = functions.iter().map(|function| function.age).max().unwrap_or(0);
                let mut parts = set.terms.postorder(&[*term]).into_iter();
                let has_binder = parts.any(|part| !set.terms.op(part).binds().is_empty());
                Subject::Proposition { constants, functions, latest, has_binder }
            }
        }
    }

    /// Whether it says something of what is reached.
    fn matters(&self, reached: &BTreeSet<SymbolId>) -> bool {
        let (functions, latest, has_binder) = match self {
            Subject::Anything => return true,
            Subject::Nothing => return false,
            Subject::Assign { new, .. } => return reached.contains(new),
            Subject::Proposition { functions, latest, has_binder, .. } => (functions, *latest, *has_binder),
        };
        let is_latest = |function: &Function| function.age == latest && reached.contains(&function.symbol);
        let speaks = functions.is_empty() || functions.iter().any(is_latest);
        // What it says of memory it may say by an earlier state of the same array.
        let of_reached = |array| functions.iter().any(|other| other.array == Some(array) && is_latest(other));
        let is_reached =
            |function: &Function| reached.contains(&function.symbol) || function.array.is_none_or(of_reached);
        // Of single cells it says little, and may say what others are.
        speaks && (!has_binder || functions.iter().all(is_reached))
    }

    /// The symbols that matter once it does.
    fn symbols(&self) -> Vec<SymbolId> {
        match self {
            Subject::Anything | Subject::Nothing => Vec::new(),
            Subject::Assign { from, .. } => from.clone(),
            Subject::Proposition { constants, functions, .. } => {
                constants.iter().copied().chain(functions.iter().map(|function| function.symbol)).collect()
            }
        }
    }
}
