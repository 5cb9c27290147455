//! One part of a task on its way to the solvers: ground facts, universals that wait to be instantiated, rules.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::base::config::Facts;
use crate::logic::traverse::{Importer, rebind};
use crate::logic::{Number, Op, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Assign, Form, Schema, SchemaKind, TaskSet};

use super::definitions::{Definitions, equation, own_cell};
use super::egraph;
use super::egraph::normal::{Context, normalise, normalise_in};
use super::families::Family;
use super::instantiate::is_coordinate;
use super::known::{Known, conjuncts};
use super::open::{Universal, has_quantifier, prenex};
use super::rule::Rule;

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
    /// Reads of assigned arrays that no equation solves, which have got a writer of their own.
    pub witnessed: BTreeSet<TermId>,
    /// Lemmas and definitions, to be instantiated where their triggers match.
    pub schemas: Vec<Schema>,
    folds: FoldNames,
    /// Limits that stopped a pass.
    pub limits: Vec<&'static str>,
    /// What the runs of the e-graph did.
    pub runs: Vec<egraph::Run>,
    /// Constants that stand for quotients (`multiples.rs`).
    pub factors: BTreeSet<TermId>,
    /// Constants that stand for digits of others, which an equation replaces by them.
    pub digits: BTreeSet<SymbolId>,
    /// Whether the e-graph is asked between rounds of instances.
    pub tries_early: bool,
    /// Further cases of the part, which have to be proved as well.
    pub cases: Vec<Engine>,
}

/// A task in a pool of its own.
#[derive(Clone)]
pub struct Imported {
    pub terms: Terms,
    pub forms: Vec<Form>,
    pub goal: TermId,
    launch: BTreeSet<SymbolId>,
    folds: FoldNames,
}

#[cfg(test)]
impl Imported {
    /// A task without a launch.
    pub fn of(terms: Terms, forms: Vec<Form>, goal: TermId) -> Imported {
        Imported { terms, forms, goal, launch: BTreeSet::new(), folds: FoldNames::default() }
    }
}

/// Copies a task's hypotheses and goal into a pool of their own, so that nothing else influences it.
pub fn import(set: &TaskSet, hypotheses: &[usize], goal: TermId) -> Imported {
    let mut terms = Terms::new();
    let mut importer = Importer::new(&set.terms);
    importer.all_operators(&mut terms);
    let mut launch = BTreeSet::new();
    for dim in set.launch.block_dim.iter().chain(&set.launch.grid_dim) {
        let copy = importer.term(&mut terms, *dim);
        if let Op::Apply(symbol) = terms.op(copy) {
            launch.insert(*symbol);
        }
    }
    let mut forms = Vec::with_capacity(hypotheses.len());
    for at in hypotheses {
        let form = match &set.hypotheses[*at].form {
            Form::Proposition(term) => Form::Proposition(importer.term(&mut terms, *term)),
            Form::Assign(assign) => Form::Assign(Assign {
                new: importer.symbol(&mut terms, assign.new),
                old: importer.symbol(&mut terms, assign.old),
                vars: assign.vars.iter().map(|var| importer.var(&mut terms, *var)).collect(),
                range: importer.term(&mut terms, assign.range),
                mask: importer.term(&mut terms, assign.mask),
                index: assign.index.iter().map(|term| importer.term(&mut terms, *term)).collect(),
                value: importer.term(&mut terms, assign.value),
            }),
            Form::Schema(schema) => Form::Schema(Schema {
                kind: schema.kind,
                functions: schema.functions.iter().map(|symbol| importer.symbol(&mut terms, *symbol)).collect(),
                vars: schema.vars.iter().map(|var| importer.var(&mut terms, *var)).collect(),
                triggers: schema
                    .triggers
                    .iter()
                    .map(|trigger| trigger.iter().map(|term| importer.term(&mut terms, *term)).collect())
                    .collect(),
                fact: importer.term(&mut terms, schema.fact),
            }),
        };
        forms.push(form);
    }
    let goal = importer.term(&mut terms, goal);
    let mut folds = FoldNames::default();
    let goal = folds.rename(&mut terms, goal);
    for form in &mut forms {
        match form {
            Form::Proposition(term) => *term = folds.rename(&mut terms, *term),
            Form::Assign(assign) => {
                assign.mask = folds.rename(&mut terms, assign.mask);
                assign.value = folds.rename(&mut terms, assign.value);
                for index in &mut assign.index {
                    *index = folds.rename(&mut terms, *index);
                }
            }
            // So that a fold in a trigger is the same term once its parts are known; instances are renamed again.
            Form::Schema(schema) => {
                schema.fact = folds.rename(&mut terms, schema.fact);
                for term in schema.triggers.iter_mut().flatten() {
                    *term = folds.rename(&mut terms, *term);
                }
            }
        }
    }
    Imported { terms, forms, goal, launch, folds }
}

/// Folds that differ in the name of their variable only become one term: the variable is named by how
/// deep folds are nested in its body.
#[derive(Clone, Default, Debug)]
struct FoldNames {
    vars: Vec<VarId>,
}

impl FoldNames {
    fn rename(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.visit(terms, term, &mut FxHashMap::default(), &mut FxHashMap::default())
    }

    /// From the outside to the inside: in the body of a fold that has its name already, no inner fold's name is free.
    fn visit(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        done: &mut FxHashMap<TermId, TermId>,
        depths: &mut FxHashMap<TermId, usize>,
    ) -> TermId {
        if fold_depth(terms, term, depths) == 0 {
            return term;
        }
        if let Some(renamed) = done.get(&term) {
            return *renamed;
        }
        let mut op = terms.op(term).clone();
        let mut args = terms.args(term).to_vec();
        if let Op::Fold(_, var) = op {
            let depth = fold_depth(terms, args[2], depths);
            let new = self.at(terms, depth);
            if var != new && !terms.free(args[2]).contains(&new) {
                let at = terms.var(new);
                args[2] = terms.substitute(args[2], &[(var, at)].into());
                op = rebind(&op, vec![new]);
            }
        }
        for arg in &mut args {
            *arg = self.visit(terms, *arg, done, depths);
        }
        let renamed = terms.rebuild(&op, &args);
        done.insert(term, renamed);
        renamed
    }

    /// The name of folds in whose bodies folds are nested that deep.
    fn at(&mut self, terms: &mut Terms, depth: usize) -> VarId {
        while self.vars.len() <= depth {
            let name = format!("k{}", self.vars.len());
            self.vars.push(terms.fresh_var(name, Sort::Int));
        }
        self.vars[depth]
    }
}

fn fold_depth(terms: &Terms, term: TermId, depths: &mut FxHashMap<TermId, usize>) -> usize {
    if let Some(depth) = depths.get(&term) {
        return *depth;
    }
    let deepest = terms.args(term).iter().map(|arg| fold_depth(terms, *arg, depths)).max().unwrap_or(0);
    let depth = deepest + usize::from(matches!(terms.op(term), Op::Fold(..)));
    depths.insert(term, depth);
    depth
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
            witnessed: BTreeSet::new(),
            schemas: Vec::new(),
            folds: task.folds.clone(),
            limits: Vec::new(),
            runs: Vec::new(),
            factors: BTreeSet::new(),
            digits: BTreeSet::new(),
            tries_early: false,
            cases: Vec::new(),
        };
        for form in &task.forms {
            match form {
                Form::Schema(schema) => engine.schemas.push(schema.clone()),
                Form::Proposition(term) => engine.assert(*term),
                Form::Assign(assign) => {
                    let assign = with_own_variables(&mut engine.terms, assign);
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
        for universal in prenex(&mut self.terms, hypothesis) {
            self.add(universal);
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

    /// Ground equalities with a constant in linear position become rules, and so do universals of that form.
    pub fn read_rules(&mut self) {
        // Constants first.
        self.join_bounds();
        self.read_constants(&self.facts.clone());
        self.read_universals();
    }

    /// Reads the equalities that have come up since, but those between coordinates of threads, which mixed radix takes
    /// apart. True if there is one.
    pub fn read_late_constants(&mut self) -> bool {
        self.join_bounds();
        let others: Vec<TermId> = self.facts.iter().copied().filter(|fact| !self.has_coordinates(*fact)).collect();
        self.read_constants(&others)
    }

    /// Learns equalities and uses them at once.
    pub fn substitute(&mut self, facts: &[TermId]) {
        let before = self.facts.len();
        for fact in facts {
            self.learn(*fact);
        }
        let new = self.facts[before..].to_vec();
        self.read_constants(&new);
        self.read_universals();
        self.normalise();
    }

    /// Ground equalities as rules for constants, in Gaussian order: each is normalised by those before it. True if there
    /// is a new one.
    fn read_constants(&mut self, facts: &[TermId]) -> bool {
        let mut new = false;
        let nothing = self.known.nothing();
        self.definitions.scope = Some(nothing.clone());
        let mut context = Context::default();
        for fact in facts {
            let fact = *fact;
            if *self.terms.op(fact) != Op::Eq {
                continue;
            }
            let fact = normalise_in(&mut context, &mut self.definitions, &mut self.terms, fact, &nothing);
            let (launch, digits) = (self.launch.clone(), self.digits.clone());
            let assigned: BTreeSet<SymbolId> = self.definitions.assigns().keys().copied().collect();
            let taken: BTreeSet<SymbolId> = self.definitions.equations.keys().copied().collect();
            // A constant of the launch is replaced only where nothing else can be.
            // What holds of an operator's identity is found by its name.
            let identities = self.identities();
            let rank = |symbol: SymbolId| {
                let is_last = launch.contains(&symbol) || digits.contains(&symbol);
                (!identities.contains(&symbol) && !assigned.contains(&symbol) && !taken.contains(&symbol))
                    .then_some(u64::from(symbol.0) + if is_last { 0 } else { 1 << 32 })
            };
            // A choice that is still to be decided would hide what the equation says of a thread's coordinates.
            let is_final =
                |terms: &Terms, value| terms.postorder(&[value]).iter().all(|term| *terms.op(*term) != Op::Ite);
            if let Some((symbol, equation)) = equation(&mut self.terms, &[], fact, &rank)
                && equation.is_of_constant()
                && self.terms.symbol_info(symbol).args.is_empty()
                && is_final(&self.terms, equation.value)
            {
                self.definitions.equations.entry(symbol).or_default().push(equation);
                context = Context::default();
                new = true;
            }
        }
        new
    }

    fn identities(&self) -> BTreeSet<SymbolId> {
        let of = |term: TermId| match self.terms.op(term) {
            Op::Apply(symbol) => Some(*symbol),
            _ => None,
        };
        self.terms.operators().filter_map(|(_, operator)| of(operator.identity)).collect()
    }

    fn read_universals(&mut self) {
        // Guards of the rules below have constants replaced, so what decides them must be known in that form, too.
        let nothing = self.known.nothing();
        let mut context = Context::default();
        self.definitions.scope = Some(nothing.clone());
        for fact in self.facts.clone() {
            if is_literal(&self.terms, fact) {
                let normal = normalise_in(&mut context, &mut self.definitions, &mut self.terms, fact, &nothing);
                self.known.assume(&mut self.terms, normal);
            }
        }
        for universal in self.universals.clone() {
            let body = normalise_in(&mut context, &mut self.definitions, &mut self.terms, universal.body, &nothing);
            let assigned: BTreeSet<SymbolId> = self.definitions.assigns().keys().copied().collect();
            let rank = |symbol: SymbolId| (!assigned.contains(&symbol)).then_some(u64::from(symbol.0));
            if let Some((symbol, equation)) = equation(&mut self.terms, &universal.vars, body, &rank) {
                let rules = self.definitions.equations.entry(symbol).or_default();
                if !rules.contains(&equation) {
                    rules.push(equation);
                    context = Context::default();
                }
            }
        }
    }

    /// `a <= b` and `b <= a` are `a = b`, also where a constant's bounds follow from others. Coordinates of threads stay:
    /// instances are made for them by name.
    fn join_bounds(&mut self) {
        for fact in self.facts.clone() {
            let args = self.terms.args(fact).to_vec();
            if *self.terms.op(fact) != Op::Le || self.terms.sort(args[0]) != Sort::Int {
                continue;
            }
            let opposite = self.terms.le(args[1], args[0]);
            if !self.has_coordinates(fact) && self.seen.contains(&opposite) {
                let equal = self.terms.eq(args[0], args[1]);
                self.known.used(Rule::JoinBounds);
                self.add(Universal { vars: Vec::new(), body: equal });
            }
        }
        for symbol in self.terms.symbols_in(&self.facts) {
            let info = self.terms.symbol_info(symbol);
            if !info.args.is_empty() || info.result != Sort::Int {
                continue;
            }
            let constant = self.terms.apply(symbol, &[]);
            let value = self.known.value(&self.terms, constant).filter(|_| !self.has_coordinates(constant));
            let Some(value) = value.filter(Number::is_integer) else { continue };
            let value = self.terms.int(value.to_integer());
            let equal = self.terms.eq(constant, value);
            if !self.seen.contains(&equal) {
                self.known.used(Rule::JoinBounds);
                self.add(Universal { vars: Vec::new(), body: equal });
            }
        }
    }

    /// A thread's or block's coordinate occurs.
    fn has_coordinates(&self, fact: TermId) -> bool {
        let name = |symbol: &SymbolId| self.terms.symbol_info(*symbol).name.split('\'').next().unwrap_or_default();
        self.terms.symbols_in(&[fact]).iter().any(|symbol| is_coordinate(name(symbol)))
    }

    /// Normalises rules, facts, universals and goal with the rules.
    pub fn normalise(&mut self) {
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
        // A literal must not decide itself, so it is normalised under those before it; the equations that rewrite it are
        // stated beside it (`Rules::used`), so nothing is lost where a guard is the literal itself.
        self.known = self.known.nothing();
        for literal in &literals {
            let known = self.known.clone();
            let normal = normalise(&mut self.definitions, &mut self.terms, *literal, &known);
            drop(known);
            self.known.assume(&mut self.terms, normal);
            self.keep(normal);
        }
        for other in others {
            let known = self.known.clone();
            self.definitions.scope = Some(scope.clone());
            let normal = self.normal_under(other, &known);
            self.definitions.scope = None;
            drop(known);
            for universal in prenex(&mut self.terms, normal) {
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
                self.add(Universal { vars, body });
            }
        }
        self.goal = self.normal(self.goal);
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
            let Some(mut assign) = self.definitions.assigns().get(&symbol).cloned() else { continue };
            if own_cell(&self.terms, &assign) {
                continue;
            }
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

    /// States a fact of a family, if it may be used here (R76); true if it is new.
    pub fn learn_from(&mut self, family: Family, fact: TermId) -> bool {
        if !family.is_available(self.definitions.facts) {
            return false;
        }
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
        for universal in prenex(&mut self.terms, fact) {
            new |= self.add(universal);
        }
        new
    }

    /// Reads of arrays whose writer no equation determines: a writer is named, or nobody wrote (formula (1)).
    pub fn witness_writers(&mut self) -> bool {
        let mut roots = self.facts.clone();
        roots.push(self.goal);
        let mut new = false;
        for term in self.terms.postorder(&roots) {
            let Op::Apply(symbol) = *self.terms.op(term) else { continue };
            let Some(assign) = self.definitions.assigns().get(&symbol).cloned() else { continue };
            if !self.terms.is_closed(term) || own_cell(&self.terms, &assign) || !self.witnessed.insert(term) {
                continue;
            }
            new = true;
            self.known.used(Rule::AssignNamed);
            for fact in self.writer_of(term, &assign) {
                let known = self.known.clone();
                self.definitions.scope = Some(known.clone());
                let body = normalise(&mut self.definitions, &mut self.terms, fact.body, &known);
                let free = self.terms.free(body).clone();
                let vars = fact.vars.into_iter().filter(|var| free.contains(var)).collect();
                for part in conjuncts(&self.terms, body) {
                    let free = self.terms.free(part).clone();
                    let vars: Vec<VarId> = Vec::clone(&vars);
                    let vars = vars.into_iter().filter(|var| free.contains(var)).collect();
                    self.add(Universal { vars, body: part });
                }
            }
        }
        new
    }

    fn writer_of(&mut self, read: TermId, assign: &Assign) -> Vec<Universal> {
        let cell = self.terms.args(read).to_vec();
        let terms = &mut self.terms;
        let written = terms.constant_named("written", Sort::Bool);
        let map: BTreeMap<VarId, TermId> = assign
            .vars
            .iter()
            .map(|var| {
                let info = terms.var_info(*var).clone();
                (*var, terms.constant_named(&info.name, info.sort))
            })
            .collect();
        let mut writes = vec![assign.range, assign.mask];
        for (index, at) in assign.index.iter().zip(&cell) {
            writes.push(terms.eq(*index, *at));
        }
        let writes = terms.and(&writes);
        let here = terms.substitute(writes, &map);
        let value = terms.substitute(assign.value, &map);
        let gets = terms.eq(read, value);
        let both = terms.and(&[here, gets]);
        let is_written = terms.implies(written, both);
        let old = terms.apply(assign.old, &cell);
        let keeps = terms.eq(read, old);
        let is_kept = terms.or(&[written, keeps]);
        let silent = terms.not(writes);
        let silent = terms.or(&[written, silent]);
        let mut facts: Vec<Universal> =
            [is_written, is_kept].into_iter().map(|body| Universal { vars: Vec::new(), body }).collect();
        // Fresh variables: the assign's own occur in its rule.
        let fresh: BTreeMap<VarId, TermId> = assign
            .vars
            .iter()
            .map(|var| {
                let info = terms.var_info(*var).clone();
                let var_copy = terms.fresh_var(info.name, info.sort);
                (*var, terms.var(var_copy))
            })
            .collect();
        let body = terms.substitute(silent, &fresh);
        let vars = terms.free(body).to_vec();
        facts.push(Universal { vars, body });
        facts
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

/// The assign with variables that occur nowhere else: what is known of a reader's variable must never be taken for
/// something about the writer's.
fn with_own_variables(terms: &mut Terms, assign: &Assign) -> Assign {
    let mut vars = Vec::with_capacity(assign.vars.len());
    let mut map = BTreeMap::new();
    for var in &assign.vars {
        let info = terms.var_info(*var).clone();
        let own = terms.fresh_var(info.name, info.sort);
        vars.push(own);
        map.insert(*var, terms.var(own));
    }
    Assign {
        new: assign.new,
        old: assign.old,
        vars,
        range: terms.substitute(assign.range, &map),
        mask: terms.substitute(assign.mask, &map),
        index: assign.index.iter().map(|index| terms.substitute(*index, &map)).collect(),
        value: terms.substitute(assign.value, &map),
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
