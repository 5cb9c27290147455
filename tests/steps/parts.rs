//! Whole parts of tasks: what a part begins with and its steps together leave nothing to prove. Each step is checked by itself
//! ([`super::check`]); here it is taken as it stands, without premises and under the literals that it knew. Each solver is asked
//! alone, and no quantifier stands in what it gets. So a part that the simplifier closes without a step that says why is noticed.
//!
//! A fold whose body is rewritten is a question of its own: that the bodies are equal where the variable is within the range, by the
//! steps before. Variables that are free in a step stand for any value, so that they are constants here.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use gpuhoare::logic::traverse::{Importer, rebind};
use gpuhoare::logic::{Op, Sort, SymbolId, TermId, Terms, VarId};
use gpuhoare::simplify::rules::step::{Conclusion, Law, Premise, Recorder, Said, Step};
use gpuhoare::simplify::{self, Way};
use gpuhoare::smt;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Prover, definitions, each_task, threads};

/// A part that the simplifier has proved, as a question.
pub struct Proved {
    pub id: String,
    /// Of the part, and of the folds in it.
    pub texts: Vec<String>,
    pub shown: String,
    /// Statements and steps.
    pub size: usize,
}

/// Which solvers prove a part from what it begins with and its steps.
pub fn check(files: &[PathBuf], seconds: f64) -> Vec<(Proved, [bool; 2])> {
    let prover = Prover::new(seconds);
    threads().install(|| {
        let parts: Vec<Proved> = files.par_iter().flat_map(|file| proved(file)).collect();
        let asked = parts.into_par_iter().map(|part| {
            let all = part.texts.iter().map(|text| prover.proves(text));
            let by = all.reduce(|one, other| [one[0] && other[0], one[1] && other[1]]);
            (part, by.expect("there is a question"))
        });
        asked.collect()
    })
}

/// The parts of a file's tasks that need no solver.
fn proved(file: &Path) -> Vec<Proved> {
    let mut questions = Vec::new();
    each_task(file, &mut |set, task, config| {
        let seen = Arc::new(Parts::default());
        let recorder: Arc<dyn Recorder> = seen.clone();
        let done = simplify::recorded(set, task, Way::Whole, config, &recorder);
        let parts = std::mem::take(&mut *seen.0.lock().expect("no thread has failed"));
        // A part becomes several where it has cases; all of them are proved from the steps of all of them.
        let is_proved = |part: &Part| {
            let case = format!("{}/case", part.id);
            let mut own = done.iter().filter(|other| other.id == part.id || other.id.starts_with(&case));
            own.all(|other| other.proved)
        };
        questions.extend(parts.into_iter().filter(is_proved).map(Part::question));
    });
    questions
}

/// The parts of a task, in the order in which they begin.
#[derive(Default, Debug)]
struct Parts(Mutex<Vec<Part>>);

#[derive(Default, Debug)]
struct Part {
    id: String,
    pool: Pool,
    goal: Option<TermId>,
    /// In the order in which they are met, each once.
    said: Vec<TermId>,
    are_said: FxHashSet<TermId>,
    folds: Vec<Fold>,
}

/// Bodies that are equal in a range.
#[derive(Debug)]
struct Fold {
    /// Only what was said before counts.
    after: usize,
    goal: TermId,
}

impl Part {
    fn question(mut self) -> Proved {
        let goal = self.goal.expect("a part begins with its goal");
        let folds = std::mem::take(&mut self.folds);
        let mut texts: Vec<String> = folds.iter().map(|fold| self.encoded(fold.after, fold.goal)).collect();
        texts.push(self.encoded(self.said.len(), goal));
        let shown = simplify::show(&self.pool.terms, &self.said, &[], goal);
        Proved { id: self.id, texts, shown, size: self.said.len() }
    }

    /// That the goal follows from the first statements.
    fn encoded(&mut self, statements: usize, goal: TermId) -> String {
        let terms = &mut self.pool.terms;
        let mut said = self.said[..statements].to_vec();
        said.push(goal);
        let defined = definitions(terms, &said);
        said.pop();
        said.extend(defined);
        smt::encode(terms, &said, goal).text
    }

    /// Takes in a statement without quantifiers: others would have to be instantiated.
    fn says(&mut self, under: &[TermId], fact: TermId) {
        let terms = &mut self.pool.terms;
        // What has been said anyway is no guard.
        let guard: Vec<TermId> = under.iter().copied().filter(|literal| !self.are_said.contains(literal)).collect();
        let guard = terms.and(&guard);
        let fact = terms.implies(guard, fact);
        let binds = |term: &TermId| matches!(terms.op(*term), Op::Forall(_) | Op::Exists(_));
        let is_open = !terms.is_true(fact) && !terms.postorder(&[fact]).iter().any(binds);
        if is_open && self.are_said.insert(fact) {
            self.said.push(fact);
        }
    }

    /// That the bodies of two folds over one range are equal in it, with the variable that stands for theirs.
    fn bodies(&mut self, under: &[TermId], before: TermId, after: TermId, at: TermId) {
        let terms = &mut self.pool.terms;
        let (Op::Fold(kind, var), Op::Fold(_, other)) = (terms.op(before).clone(), terms.op(after).clone()) else {
            return;
        };
        let (lo, hi, body) = (terms.args(before)[0], terms.args(before)[1], terms.args(before)[2]);
        let changed = terms.args(after)[2];
        let [body, changed] = [(var, body), (other, changed)].map(|(var, body)| terms.body_at(kind, var, body, at));
        let mut within = under.to_vec();
        within.extend([terms.le(lo, at), terms.le(at, hi)]);
        let (within, equal) = (terms.and(&within), terms.eq(body, changed));
        let goal = terms.implies(within, equal);
        self.folds.push(Fold { after: self.said.len(), goal });
    }
}

impl Recorder for Parts {
    fn begins(&self, part: &str, terms: &Terms, goal: TermId) {
        let mut part = Part { id: part.to_owned(), ..Part::default() };
        Importer::new(terms).all_operators(&mut part.pool.terms);
        part.goal = Some(part.pool.copy(terms).term(goal));
        self.0.lock().expect("no thread has failed").push(part);
    }

    fn says(&self, terms: &Terms, cases: &[TermId], said: Said<'_>) {
        let mut parts = self.0.lock().expect("no thread has failed");
        let Some(part) = parts.last_mut() else { return };
        if let Said::Given { vars: [], body } = said {
            let mut copy = part.pool.copy(terms);
            let (cases, body) = (copy.all(cases), copy.term(body));
            part.says(&cases, body);
        }
    }

    fn record(&self, step: &Step<'_>) {
        let mut parts = self.0.lock().expect("no thread has failed");
        // What is merged before the task is opened belongs to no part.
        let Some(part) = parts.last_mut() else { return };
        let mut copy = part.pool.copy(step.terms);
        let known = copy.all(step.known);
        let said = match step.conclusion {
            Conclusion::Holds(fact) => copy.term(fact),
            Conclusion::Equal(before, after) => {
                let [before, after] = [before, after].map(|term| copy.term(term));
                if let (Law::Inside, [Premise::Opened(own)]) = (step.law, step.premises) {
                    let own = copy.var(*own);
                    let own = part.pool.terms.var(own);
                    part.bodies(&known, before, after, own);
                }
                part.pool.terms.eq(before, after)
            }
            Conclusion::OneOf { alternatives, .. } => {
                let alternatives: Vec<Vec<TermId>> = alternatives.iter().map(|facts| copy.all(facts)).collect();
                let terms = &mut part.pool.terms;
                let closed = |terms: &mut Terms, facts: &[TermId]| {
                    let closed: Vec<TermId> = facts.iter().copied().filter(|fact| terms.is_closed(*fact)).collect();
                    terms.and(&closed)
                };
                let all: Vec<TermId> = alternatives.iter().map(|facts| closed(terms, facts)).collect();
                terms.or(&all)
            }
        };
        part.says(&known, said);
    }
}

/// The terms of a part, from pools that part ways where something is tried.
#[derive(Default, Debug)]
struct Pool {
    terms: Terms,
    /// By serial number.
    symbols: FxHashMap<u32, SymbolId>,
    /// Bound, or any value: which one it is matters to nobody.
    vars: FxHashMap<(VarId, Sort), VarId>,
}

impl Pool {
    fn copy<'a>(&'a mut self, from: &'a Terms) -> Copy<'a> {
        Copy { pool: self, from, done: FxHashMap::default() }
    }
}

/// Terms of another pool, copied.
struct Copy<'a> {
    pool: &'a mut Pool,
    from: &'a Terms,
    done: FxHashMap<TermId, TermId>,
}

impl Copy<'_> {
    fn all(&mut self, terms: &[TermId]) -> Vec<TermId> {
        terms.iter().map(|term| self.term(*term)).collect()
    }

    fn term(&mut self, term: TermId) -> TermId {
        if let Some(done) = self.done.get(&term) {
            return *done;
        }
        let args = self.all(self.from.args(term));
        let copied = match self.from.op(term) {
            Op::Apply(symbol) => {
                let symbol = self.symbol(*symbol);
                self.pool.terms.apply(symbol, &args)
            }
            Op::Var(var) => {
                let var = self.var(*var);
                self.pool.terms.var(var)
            }
            op => {
                let vars = op.binds().iter().map(|var| self.var(*var)).collect();
                self.pool.terms.rebuild(&rebind(op, vars), &args)
            }
        };
        self.done.insert(term, copied);
        copied
    }

    fn symbol(&mut self, symbol: SymbolId) -> SymbolId {
        let Pool { terms, symbols, .. } = &mut *self.pool;
        let info = self.from.symbol_info(symbol);
        let declare = || terms.declare(&info.name, &info.args, info.result);
        *symbols.entry(info.serial).or_insert_with(declare)
    }

    fn var(&mut self, var: VarId) -> VarId {
        let Pool { terms, vars, .. } = &mut *self.pool;
        let info = self.from.var_info(var);
        *vars.entry((var, info.sort)).or_insert_with(|| terms.fresh_var(&info.name, info.sort))
    }
}
