//! One part of a task on its way to the solvers: ground facts, universals that wait to be instantiated, rules.

pub mod congruence;
pub mod import;
pub mod merging;
mod reading;
mod writers;

use std::collections::{BTreeMap, BTreeSet};

use crate::base::config::Facts;
use crate::logic::{Op, Sort, SymbolId, TermId, Terms};
use crate::simplify::egraph::closure::Run;
use crate::simplify::egraph::definitions::{Definitions, own_cell};
use crate::simplify::egraph::normal::normalise;
use crate::simplify::known::{Known, conjuncts};
use crate::simplify::quantifiers::open::{Universal, has_quantifier, prenex};
use crate::simplify::rules::families::Family;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Conclusion, Law, Premise, Said, Step};
use crate::tasks::{Form, Schema, SchemaKind};

use import::{FoldNames, Imported};
use writers::with_own_variables;

/// Rule applications that one part may use.
pub const FUEL: usize = 20_000;
/// Ground facts beyond which nothing more is instantiated.
pub const MAX_FACTS: usize = 500;

/// The state of one part.
#[derive(Clone, Debug)]
pub struct Engine {
    pub terms: Terms,
    /// Closed and quantifier-free, in order of arrival.
    pub facts: Vec<TermId>,
    seen: BTreeSet<TermId>,
    pub universals: Vec<Universal>,
    pub known: Known,
    pub definitions: Definitions,
    pub goal: TermId,
    /// Symbols of the launch configuration: never rewritten, and known to be positive.
    launch: BTreeSet<SymbolId>,
    /// Lemmas and definitions, to be instantiated where their triggers match.
    pub schemas: Vec<Schema>,
    folds: FoldNames,
    /// Limits that stopped a pass.
    pub limits: Vec<&'static str>,
    /// What the runs of the e-graph did.
    pub runs: Vec<Run>,
    pub introduced: Introduced,
    pub tries: Tries,
    /// Further cases of the part, which have to be proved as well.
    pub cases: Vec<Engine>,
}

/// What is tried beside what every part is tried with.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tries {
    /// The e-graph is asked between rounds of instances.
    pub early: bool,
    /// The part becomes one where a cell was written, and one where it was not (SIMP-46).
    pub by_writer: bool,
}

/// Constants that the simplifier has brought in.
#[derive(Clone, Default, Debug)]
pub struct Introduced {
    /// Reads of assigned arrays that no equation solves: their writers have names. Whether there is one.
    pub writers_of: BTreeMap<TermId, TermId>,
    /// Constants for quotients.
    pub factors: BTreeSet<TermId>,
    /// Constants for digits of others, which an equation replaces by them.
    pub digits: BTreeSet<SymbolId>,
}

impl Engine {
    /// A part with its hypotheses opened and its rules read off, nothing normalised yet.
    /// A part of a task in a context in which nothing is known.
    pub fn new(task: &Imported, assumptions: &[TermId], goal: TermId, facts: Facts, known: Known) -> Engine {
        let mut engine = Engine {
            terms: task.terms.clone(),
            facts: Vec::new(),
            seen: BTreeSet::new(),
            universals: Vec::new(),
            known,
            definitions: Definitions::new(facts, FUEL),
            goal,
            launch: task.launch.clone(),
            schemas: Vec::new(),
            folds: task.folds.clone(),
            limits: Vec::new(),
            runs: Vec::new(),
            introduced: Introduced::default(),
            tries: Tries::default(),
            cases: Vec::new(),
        };
        for form in &task.forms {
            match form {
                Form::Schema(schema) => engine.schemas.push(schema.clone()),
                Form::Proposition(term) => engine.assert(*term),
                Form::Assign(assign) => {
                    let from = assign;
                    let assign = with_own_variables(&mut engine.terms, from);
                    engine.says(Said::Assign { from, assign: &assign });
                    engine.definitions.assign(assign);
                }
            }
        }
        for assumption in assumptions {
            engine.assert(*assumption);
        }
        engine
    }

    /// Adds a closed hypothesis.
    pub fn assert(&mut self, hypothesis: TermId) {
        self.says(Said::Hypothesis(hypothesis));
        for universal in self.opened(hypothesis) {
            self.says(Said::Given { vars: &universal.vars, body: universal.body });
            self.add(universal);
        }
    }

    /// A closed proposition as universals, shown to whoever looks on.
    fn opened(&mut self, proposition: TermId) -> Vec<Universal> {
        let (recorder, cases) = (self.known.ledger().recorder(), self.known.cases());
        prenex(&mut self.terms, proposition, &mut |terms, quantifier, values| {
            if let Some(recorder) = recorder {
                recorder.says(terms, cases, Said::Opened { quantifier, values });
            }
        })
    }

    /// Says something of the part to whoever looks on.
    fn says(&self, said: Said<'_>) {
        if let Some(recorder) = self.known.ledger().recorder() {
            recorder.says(&self.terms, self.known.cases(), said);
        }
    }

    /// Shows a step in the cases that the part is in to whoever looks on.
    pub fn record(&self, law: Law, premises: &[Premise<'_>], conclusion: Conclusion<'_>) {
        if let Some(recorder) = self.known.ledger().recorder() {
            let (terms, known) = (&self.terms, self.known.cases());
            recorder.record(&Step { law, terms, premises, known, conclusion });
        }
    }

    /// Adds an opened hypothesis; true if it is new.
    pub fn add(&mut self, universal: Universal) -> bool {
        if !universal.vars.is_empty() {
            if self.universals.contains(&universal) {
                return false;
            }
            self.universals.push(universal);
            return true;
        }
        if self.terms.is_true(universal.body) || !self.seen.insert(universal.body) {
            return false;
        }
        if self.facts.len() >= MAX_FACTS {
            if !self.limits.contains(&"facts") {
                self.limits.push("facts");
            }
            return false;
        }
        self.facts.push(universal.body);
        let body = universal.body;
        self.known.assume(&mut self.terms, body);
        true
    }

    /// Shows the cases that these facts leave, with symbols from the first new one on, to whoever looks on.
    pub fn record_cases(&self, rule: Rule, facts: &[TermId], alternatives: &[Vec<TermId>], first_new: SymbolId) {
        let premises: Vec<Premise> = facts.iter().copied().map(Premise::Fact).collect();
        self.record(Law::Rule(rule), &premises, Conclusion::OneOf { alternatives, first_new });
    }

    /// The symbol that is declared next.
    pub fn next_symbol(&self) -> SymbolId {
        SymbolId(self.terms.symbol_count() as u32)
    }

    /// A fact by a law, shown to whoever looks on.
    pub fn stated(&mut self, law: Law, premises: &[Premise<'_>], fact: TermId) -> TermId {
        let fact = match self.known.ledger().recorder() {
            Some(recorder) => recorder.altered(law, &mut self.terms, fact),
            None => fact,
        };
        self.record(law, premises, Conclusion::Holds(fact));
        fact
    }

    /// Normalises rules, facts, universals and goal with the rules.
    pub fn normalise(&mut self) {
        // What is found to be a power of two says more of the literals before it, of their bits; so does a quotient that is found to
        // be a number, of remainders.
        if self.normalise_once() {
            self.normalise_once();
        }
    }

    /// Whether something has turned out to be a power of two that was a conclusion before, or a quotient that is a number.
    fn normalise_once(&mut self) -> bool {
        let mut is_more_known = false;
        self.normalise_assigns();
        let scope = self.known.clone();
        self.definitions.scope = Some(scope.clone());
        let facts = std::mem::take(&mut self.facts);
        self.seen.clear();
        let mut literals = Vec::new();
        let mut others = Vec::new();
        for fact in facts {
            if is_literal(&self.terms, fact) { literals.push(fact) } else { others.push(fact) }
        }
        // Powers of two and quotients that are known say more of the others than these of them.
        literals.sort_by_key(|literal| match self.terms.op(*literal) {
            Op::IsPow2 => 0,
            _ if is_known_quotient(&self.terms, *literal) => 1,
            _ => 2,
        });
        // A literal must not decide itself, so it is normalised under those before it; the equations that rewrite it are
        // stated beside it (`Rules::used`), so nothing is lost where a guard is the literal itself.
        self.known = self.known.nothing();
        for literal in &literals {
            let known = self.known.clone();
            let normal = normalise(&mut self.definitions, &mut self.terms, *literal, &known);
            drop(known);
            if *self.terms.op(normal) == Op::IsPow2 {
                // Solvers are told, who do not know what a power of two is.
                let (one, power) = (self.terms.int(1), self.terms.args(normal)[0]);
                let positive = self.terms.le(one, power);
                self.keep(positive);
            }
            is_more_known |= is_known_quotient(&self.terms, normal) && !is_known_quotient(&self.terms, *literal);
            self.known.assume(&mut self.terms, normal);
            self.keep(normal);
        }
        for other in others {
            let known = self.known.clone();
            self.definitions.scope = Some(scope.clone());
            let normal = self.normal_under(other, &known);
            self.definitions.scope = None;
            drop(known);
            let is_power = |fact: &TermId| *self.terms.op(*fact) == Op::IsPow2;
            is_more_known |= conjuncts(&self.terms, normal).iter().any(is_power);
            for universal in self.opened(normal) {
                self.add(universal);
            }
        }
        self.definitions.scope = Some(self.known.clone());
        let universals = std::mem::take(&mut self.universals);
        for universal in universals {
            let known = self.known.clone();
            let body = normalise(&mut self.definitions, &mut self.terms, universal.body, &known);
            let free = self.terms.free(body).clone();
            let vars = universal.vars.iter().copied().filter(|var| free.contains(var)).collect();
            if !self.terms.is_true(body) {
                if body != universal.body {
                    self.says(Said::Becomes(body));
                }
                self.add(Universal { vars, body });
            }
        }
        self.read_bounds();
        self.goal = self.normal(self.goal);
        is_more_known
    }

    fn keep(&mut self, fact: TermId) {
        for part in conjuncts(&self.terms, fact) {
            if self.seen.insert(part) {
                self.facts.push(part);
            }
        }
    }

    /// Masks, indices and values of array writes in normal form, so that their index equations can be solved.
    fn normalise_assigns(&mut self) {
        // A writer's range and mask hold wherever its index and value are used, so they decide guards here.
        self.definitions.scope = None;
        let symbols: Vec<SymbolId> = self.definitions.assigns().keys().copied().collect();
        for symbol in symbols {
            let Some(from) = self.definitions.assigns().get(&symbol).cloned() else { continue };
            if own_cell(&self.terms, &from) {
                continue;
            }
            let mut assign = from.clone();
            let mut known = self.known.clone();
            // The range in the form that guards have, without context: it must not decide itself.
            assign.range = normalise(&mut self.definitions, &mut self.terms, assign.range, &known.nothing());
            known.assume(&mut self.terms, assign.range);
            assign.mask = normalise(&mut self.definitions, &mut self.terms, assign.mask, &known);
            known.assume(&mut self.terms, assign.mask);
            for index in &mut assign.index {
                *index = normalise(&mut self.definitions, &mut self.terms, *index, &known);
            }
            assign.value = normalise(&mut self.definitions, &mut self.terms, assign.value, &known);
            self.says(Said::Assign { from: &from, assign: &assign });
            self.definitions.assign(assign);
        }
    }

    /// Goes on with fewer facts; what is known stays.
    pub fn replace_facts(&mut self, facts: Vec<TermId>) {
        self.seen = facts.iter().copied().collect();
        self.facts = facts;
    }

    /// A closed term's normal form under everything that is known.
    pub fn normal(&mut self, term: TermId) -> TermId {
        let known = self.known.clone();
        self.normal_under(term, &known)
    }

    /// The normal form; a substitution may have named a fold's variable anew.
    fn normal_under(&mut self, term: TermId, known: &Known) -> TermId {
        let normal = normalise(&mut self.definitions, &mut self.terms, term, known);
        self.folds.rename(&mut self.terms, normal)
    }

    /// States a fact of a family, if it may be used here (LEMMA-17); true if it is new.
    pub fn learn_from(&mut self, family: Family, fact: TermId) -> bool {
        if !family.is_available(self.definitions.facts) {
            return false;
        }
        let fact = self.stated(Law::Family(family), &[], fact);
        let new = self.learn(fact);
        if new {
            self.known.ledger().stated(family);
        }
        new
    }

    /// States an instance of a lemma or definition; true if it is new.
    pub fn learn_instance(&mut self, instance: TermId) -> bool {
        let instance = self.folds.rename(&mut self.terms, instance);
        self.learn(instance)
    }

    /// Normalises and adds a fact that has come up; true if it is new.
    pub fn learn(&mut self, fact: TermId) -> bool {
        let known = self.known.clone();
        self.definitions.scope = Some(known.clone());
        let fact = self.normal_under(fact, &known);
        // Nobody else holds on to what is known now, so that adding to it opens no new layer.
        self.definitions.scope = None;
        drop(known);
        let mut new = false;
        for universal in self.opened(fact) {
            new |= self.add(universal);
        }
        new
    }

    /// The goal is true or the hypotheses are contradictory, by what is known already.
    pub fn is_proved(&mut self) -> bool {
        if self.terms.is_true(self.goal) || self.facts.iter().any(|fact| self.terms.is_false(*fact)) {
            return true;
        }
        match self.definitions.facts {
            Facts::Library => self.known.decide_by_bounds(&mut self.terms, self.goal) == Some(true),
            Facts::Defining => false,
        }
    }

    /// Hypotheses that quantify: universals and the writes that reads under binders still mention.
    pub fn quantified(&mut self) -> Vec<TermId> {
        let mut result = Vec::new();
        for universal in self.universals.clone() {
            result.push(self.terms.forall(&universal.vars, universal.body));
        }
        // A definition is unfolded where it occurs and never without bound; a lemma is true as it stands.
        for schema in self.schemas.clone() {
            if schema.kind == SchemaKind::Lemma {
                result.extend(schema.closed(&mut self.terms));
            }
        }
        let mut roots = result.clone();
        roots.extend(&self.facts);
        roots.push(self.goal);
        let mut done = BTreeSet::new();
        loop {
            let used: Vec<SymbolId> = self
                .terms
                .symbols_in(&roots)
                .into_iter()
                .filter(|symbol| self.definitions.assigns().contains_key(symbol) && done.insert(*symbol))
                .collect();
            if used.is_empty() {
                return result;
            }
            for symbol in used {
                let Some(assign) = self.definitions.assigns().get(&symbol).cloned() else { continue };
                let axiom = assign.expand(&mut self.terms);
                result.push(axiom);
                roots.push(axiom);
            }
        }
    }

    /// States the guarded equations that were used, as they are.
    pub fn state_used_equations(&mut self) {
        let mut roots = self.facts.clone();
        roots.push(self.goal);
        let occurs: BTreeSet<TermId> = self.terms.postorder(&roots).into_iter().collect();
        for (head, value) in std::mem::take(&mut self.definitions.used) {
            if !occurs.contains(&head) {
                continue;
            }
            let fact = self.terms.eq(head, value);
            self.add(Universal { vars: Vec::new(), body: fact });
        }
    }

    /// No write and no equation defines it already.
    pub fn may_be_replaced(&self, symbol: SymbolId) -> bool {
        !self.definitions.assigns().contains_key(&symbol) && !self.definitions.equations.contains_key(&symbol)
    }

    /// Constants of the launch configuration.
    pub fn is_launch(&self, symbol: SymbolId) -> bool {
        self.launch.contains(&symbol)
    }
}

fn is_literal(terms: &Terms, fact: TermId) -> bool {
    match terms.op(fact) {
        Op::Not => is_literal(terms, terms.args(fact)[0]),
        Op::Le | Op::Lt | Op::Apply(_) | Op::IsPow2 => true,
        Op::Eq => terms.sort(terms.args(fact)[0]) != Sort::Bool || !has_quantifier(terms, fact),
        _ => false,
    }
}

/// Whether an equation says which number a quotient is.
fn is_known_quotient(terms: &Terms, equation: TermId) -> bool {
    let (Op::Eq, &[left, right]) = (terms.op(equation), terms.args(equation)) else { return false };
    let is_quotient = |term: TermId| matches!(terms.op(term), Op::Div | Op::TruncDiv);
    let is_it = |quotient: TermId, number: TermId| is_quotient(quotient) && terms.as_int(number).is_some();
    is_it(left, right) || is_it(right, left)
}
