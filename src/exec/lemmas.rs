//! Definitions and lemmas as tasks, and as hypotheses of other tasks (LEMMA-1 to LEMMA-17).

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Config, Span};
use crate::kernel::ir::{BoundId, Definition, Expr, ExprKind, Lemma, LogicSource, Theory};
use crate::logic::traverse::Importer;
use crate::logic::{FoldKind, Op, Operator, OperatorId, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Form, Hypothesis, Schema, SchemaKind, TaskKind, TaskSet};

use super::state::{BoundValue, Executor, View};
use super::values::definitions::DEFINED;
use crate::exec::triggers;

/// The tasks of a file's definitions and lemmas.
pub struct TheoryTasks {
    /// The tasks of all statements, and as hypotheses what the statements say.
    pub set: TaskSet,
    /// In order: the tasks of each rest on those before it.
    pub statements: Vec<Statement>,
}

/// A definition or a lemma.
pub struct Statement {
    /// The name of the definition or lemma.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Whether the program, a logic file or the standard library states it.
    pub source: LogicSource,
    /// What has to be proved of it: positions in [`TaskSet::tasks`].
    pub tasks: Vec<usize>,
    /// What it says: a position in [`TaskSet::hypotheses`].
    pub hypothesis: usize,
    /// It is a law of that operator (OPERATOR-4).
    pub law_of: Option<String>,
    /// It is an axiom (LEMMA-19).
    pub is_axiom: bool,
}

/// Makes the tasks of all definitions and lemmas. A lemma of the standard library has none: its own files prove it.
pub fn theory(theory: &Theory, config: &Config) -> TheoryTasks {
    let mut executor = Executor::new(&theory.scope, config, None);
    executor.entry_state();
    executor.declare_operators();
    executor.here.context.clear();
    let view = executor.spec_view(None);
    let mut statements = Vec::new();
    let stands_alone = theory.lemmas.iter().any(|lemma| lemma.source == LogicSource::LogicFile);
    for definition in &theory.definitions {
        let name = definition.name.clone();
        let first = executor.output.tasks.len();
        let schema = executor.definition(definition, &view);
        let hypothesis = executor.assume_form(Form::Schema(schema), format!("definition {name}"));
        let tasks = (first..executor.output.tasks.len()).collect();
        let (span, source) = (definition.span, definition.source);
        statements.push(Statement { name, span, source, tasks, hypothesis, law_of: None, is_axiom: false });
    }
    for lemma in &theory.lemmas {
        // Where a library lemma does not say when to use it, the simplifier knows; a logic file has no such help.
        if lemma.source == LogicSource::Library && lemma.triggers.is_empty() && !stands_alone {
            continue;
        }
        let first = executor.output.tasks.len();
        let schema = executor.lemma(lemma, &view);
        let hypothesis = executor.assume_form(Form::Schema(schema), format!("lemma {}", lemma.name));
        let tasks = (first..executor.output.tasks.len()).collect();
        let (name, source) = (lemma.name.clone(), lemma.source);
        let law_of = lemma.law_of.clone();
        let is_axiom = lemma.is_axiom;
        statements.push(Statement { name, span: lemma.span, source, tasks, hypothesis, law_of, is_axiom });
    }
    let (mut set, _) = executor.finish();
    set.assumptions.clear();
    TheoryTasks { set, statements }
}

/// Adds those hypotheses of a theory that `holds` to all tasks of a kernel, as far as the kernel has what they are about. A
/// contract's satisfiability (CLAUSE-25) does not depend on lemmas.
pub fn assume(set: &mut TaskSet, made: &TheoryTasks, holds: &dyn Fn(usize) -> bool) {
    let theory = &made.set;
    let which: Vec<usize> = (0..made.statements.len()).filter(|at| holds(*at)).collect();
    let mut importer = Importer::new(&theory.terms);
    let own: BTreeMap<String, SymbolId> = set
        .terms
        .symbols()
        .filter(|(_, info)| info.name.starts_with(DEFINED))
        .map(|(symbol, info)| (info.name.clone(), symbol))
        .collect();
    let reals: BTreeMap<String, SymbolId> = set
        .terms
        .symbols()
        .filter(|(symbol, _)| is_of_reals(&set.terms, *symbol))
        .map(|(symbol, info)| (info.name.clone(), symbol))
        .collect();
    for (symbol, info) in theory.terms.symbols() {
        let real = || reals.get(&info.name).filter(|_| is_of_reals(&theory.terms, symbol));
        if let Some(known) = own.get(&info.name).or_else(real) {
            importer.identify(symbol, *known);
        }
    }
    importer.all_operators(&mut set.terms);
    lawful(set, made, holds);
    let roots: Vec<TermId> = (0..set.terms.node_count() as u32).map(TermId).collect();
    let present = words_in(&set.terms, &roots);
    let axioms = made.axioms_under(present.clone(), made.statements.len());
    set.assumptions.extend(axioms.map(|statement| statement.assumption()));
    let (mut all, mut definitions) = (Vec::new(), Vec::new());
    for at in which {
        let hypothesis = &theory.hypotheses[made.statements[at].hypothesis];
        let Hypothesis { form: Form::Schema(schema), origin } = hypothesis else { continue };
        if !schema.triggers.iter().any(|trigger| words_in(&theory.terms, trigger).is_subset(&present)) {
            continue;
        }
        let terms = &mut set.terms;
        let copy = Schema {
            kind: schema.kind,
            functions: schema.functions.iter().map(|symbol| importer.symbol(terms, *symbol)).collect(),
            vars: schema.vars.iter().map(|var| importer.var(terms, *var)).collect(),
            triggers: schema
                .triggers
                .iter()
                .map(|trigger| trigger.iter().map(|term| importer.term(terms, *term)).collect())
                .collect(),
            fact: importer.term(terms, schema.fact),
        };
        all.push(set.hypotheses.len());
        if copy.kind == SchemaKind::Definition {
            definitions.push(set.hypotheses.len());
        }
        set.hypotheses.push(Hypothesis { form: Form::Schema(copy), origin: origin.clone() });
    }
    for reach in &mut set.reach {
        reach.task.hypotheses.extend(&all);
        reach.before.extend(&definitions);
    }
    for lighter in set.lighter.values_mut().flatten().filter(|lighter| lighter.asks) {
        lighter.task.hypotheses.extend(&all);
    }
    for task in &mut set.tasks {
        task.hypotheses.extend(if task.kind == TaskKind::Vacuity { &definitions } else { &all });
    }
}

/// OPERATOR-4: the operators with definitions whose laws are all proved.
fn lawful(set: &mut TaskSet, made: &TheoryTasks, holds: &dyn Fn(usize) -> bool) {
    let operators: Vec<(OperatorId, String)> =
        set.terms.operators().map(|(id, operator)| (id, operator.name.clone())).collect();
    for (id, name) in operators {
        let mut laws = made
            .statements
            .iter()
            .enumerate()
            .filter(|(_, statement)| statement.law_of.as_ref() == Some(&name))
            .peekable();
        if laws.peek().is_some() && laws.all(|(at, _)| holds(at)) {
            set.terms.has_laws(id);
        }
    }
}

/// What a trigger needs to occur: kinds of folds, those over operators by name, and functions of real numbers.
type Words = BTreeSet<(&'static str, String)>;

fn words_in(terms: &Terms, roots: &[TermId]) -> Words {
    let word = |term: TermId| match terms.op(term) {
        Op::Fold(FoldKind::Over(operator), _) => Some(("fold", terms.operator(*operator).name.clone())),
        Op::Fold(kind, _) => Some((kind.row().name, String::new())),
        Op::Apply(symbol) if is_of_reals(terms, *symbol) => Some(("real", terms.symbol_info(*symbol).name.clone())),
        _ => None,
    };
    // What code counts by adding 1 is a count in contracts and lemmas.
    let is = |term: TermId, value: u8| terms.as_int(term).is_some_and(|number| *number == value.into());
    let counts = |term: TermId| match (terms.op(term), terms.args(term)) {
        (Op::Fold(FoldKind::Sum, _), &[.., body]) => {
            matches!(terms.args(body), &[_, then, other] if is(then, 1) && is(other, 0))
        }
        _ => false,
    };
    let all = terms.postorder(roots);
    let counted = all.iter().any(|term| counts(*term)).then(|| (FoldKind::Count.row().name, String::new()));
    all.into_iter().filter_map(word).chain(counted).collect()
}

/// Whether it is a function of real numbers: arrays and locals have integers as arguments, and an operator is the program's.
fn is_of_reals(terms: &Terms, symbol: SymbolId) -> bool {
    let info = terms.symbol_info(symbol);
    let of_reals = !info.args.is_empty() && info.args.iter().chain([&info.result]).all(|sort| *sort == Sort::Real);
    of_reals && terms.operators().all(|(_, operator)| operator.name != info.name)
}

impl TheoryTasks {
    /// The axioms that what has these words may rest on, by way of statements before this one: those whose triggers may come to
    /// occur (LEMMA-19).
    fn axioms_under(&self, mut words: Words, before: usize) -> impl Iterator<Item = &Statement> {
        let mut reached = BTreeSet::new();
        loop {
            let known = reached.len();
            for (at, statement) in self.statements[..before].iter().enumerate() {
                let Form::Schema(schema) = &self.set.hypotheses[statement.hypothesis].form else { continue };
                let mut triggers = schema.triggers.iter().map(|trigger| words_in(&self.set.terms, trigger));
                if !reached.contains(&at) && triggers.any(|trigger| trigger.is_subset(&words)) {
                    reached.insert(at);
                    words.extend(words_in(&self.set.terms, &[schema.fact]));
                }
            }
            if reached.len() == known {
                break;
            }
        }
        self.statements[..before]
            .iter()
            .enumerate()
            .filter(move |(at, _)| reached.contains(at))
            .filter_map(|(_, statement)| statement.is_axiom.then_some(statement))
    }

    /// What a lemma's proof takes for granted.
    pub fn assumed_by(&self, at: usize) -> Vec<String> {
        let Form::Schema(schema) = &self.set.hypotheses[self.statements[at].hypothesis].form else { return Vec::new() };
        let words = words_in(&self.set.terms, &[schema.fact]);
        self.axioms_under(words, at).map(Statement::assumption).collect()
    }
}

impl Statement {
    /// How an axiom is listed.
    fn assumption(&self) -> String {
        format!("axiom {}", self.name)
    }
}

impl Executor<'_> {
    /// OPERATOR-1: the operators, in the kernel's order.
    pub(super) fn declare_operators(&mut self) {
        let view = self.spec_view(None);
        for operator in &self.kernel.declared.operators {
            let operands = self.params(&operator.operands);
            let Ok(vars) = <[VarId; 2]>::try_from(operands) else { continue };
            let identity = self.eval(&operator.identity, &view);
            let own = |id: &BoundId| Expr::new(ExprKind::Bound(*id), operator.ty, operator.span);
            let applied = ExprKind::Logic(operator.name.clone(), operator.operands.iter().map(own).collect());
            let applied = Expr::new(applied, operator.ty, operator.span);
            let body = self.eval(operator.body.as_ref().unwrap_or(&applied), &view);
            let is_abstract = operator.body.is_none();
            let operator =
                Operator { name: operator.name.clone(), operands: vars, body, identity, is_lawful: is_abstract };
            self.terms.declare_operator(operator, is_abstract);
        }
        self.needs.open.clear();
    }

    /// LEMMA-2, LEMMA-4
    fn definition(&mut self, definition: &Definition, view: &View) -> Schema {
        let vars = self.params(&definition.params);
        self.here.statement = definition.span;
        let typed = self.typed(&definition.params);
        let measure = self.eval(&definition.measure, view);
        self.needs.open.clear();
        self.needs.measured = Some((definition.name.clone(), vars.clone(), measure));
        let body = self.annotation(typed, |executor| executor.eval(&definition.body, view));
        self.needs.measured = None;
        let needed = self.take_needs();
        let needed = self.terms.implies(typed, needed);
        let goal = self.terms.forall(&vars, needed);
        self.task(&format!("{}/decreases", definition.name), TaskKind::Variant, definition.span, goal);
        let param = |param: &BoundId| {
            let ty = self.kernel.bound[param.index()].ty;
            Expr::new(ExprKind::Bound(*param), ty, definition.span)
        };
        let params: Vec<Expr> = definition.params.iter().map(param).collect();
        let values: Vec<TermId> = params.iter().map(|param| self.eval(param, view)).collect();
        let head = self.definition_at(&definition.body, &definition.name, &values);
        let fact = self.terms.eq(head, body);
        let fact = self.terms.implies(typed, fact);
        Schema { kind: SchemaKind::Definition, functions: Vec::new(), vars, triggers: vec![vec![head]], fact }
    }

    /// LEMMA-5 to LEMMA-11
    fn lemma(&mut self, lemma: &Lemma, view: &View) -> Schema {
        let vars = self.params(&lemma.params);
        let functions: Vec<SymbolId> = lemma.arrays.iter().map(|array| view.store.arrays[array.index()]).collect();
        self.here.statement = lemma.span;
        self.needs.open.clear();
        let typed = self.typed(&lemma.params);
        let statement = self.annotation(typed, |executor| executor.eval(&lemma.statement, view));
        let needed = self.take_needs();
        let statement = self.terms.implies(typed, statement);
        if lemma.source != LogicSource::Library && !lemma.is_axiom {
            let needed = self.terms.implies(typed, needed);
            let defined = self.terms.forall(&vars, needed);
            if !self.terms.is_true(defined) {
                self.task(&format!("{}/defined", lemma.name), TaskKind::Division, lemma.span, defined);
            }
            self.lemma_tasks(lemma, &vars, statement, view);
        }
        let mut chosen: Vec<Vec<TermId>> = Vec::new();
        for trigger in &lemma.triggers {
            chosen.push(trigger.iter().map(|term| self.eval(term, view)).collect());
        }
        self.needs.open.clear();
        if chosen.is_empty() {
            chosen = triggers::choose(&self.terms, statement, &vars, &functions);
        }
        Schema { kind: SchemaKind::Lemma, functions, vars, triggers: chosen, fact: statement }
    }

    fn lemma_tasks(&mut self, lemma: &Lemma, vars: &[VarId], statement: TermId, view: &View) {
        let Some((on, from)) = &lemma.induction else {
            let goal = self.terms.forall(vars, statement);
            self.task(&lemma.name, TaskKind::Lemma, lemma.span, goal);
            return;
        };
        // LEMMA-8: the induction is on `height = on - from`.
        let (on, from) = (self.params(&[*on])[0], self.eval(from, view));
        self.needs.open.clear();
        let variable = self.terms.var(on);
        let height = self.terms.sub(variable, from);
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let lowest = self.terms.le(height, zero);
        let base = self.terms.implies(lowest, statement);
        let base = self.terms.forall(vars, base);
        self.task(&format!("{}/base", lemma.name), TaskKind::Lemma, lemma.span, base);

        let higher = self.terms.le(one, height);
        let before = self.terms.plus(variable, -1);
        let previous = self.terms.substitute(statement, &BTreeMap::from([(on, before)]));
        let mut map = BTreeMap::new();
        let mut others = Vec::new();
        for var in vars {
            let info = self.terms.var_info(*var).clone();
            let other = self.terms.fresh_var(info.name, info.sort);
            others.push(other);
            map.insert(*var, self.terms.var(other));
        }
        let lower = self.terms.substitute(height, &map);
        let lower = self.terms.lt(lower, height);
        let all = self.terms.substitute(statement, &map);
        let all = self.terms.implies(lower, all);
        let all = self.terms.forall(&others, all);
        let given = self.terms.and(&[higher, previous, all]);
        let step = self.terms.implies(given, statement);
        let step = self.terms.forall(vars, step);
        self.task(&format!("{}/step", lemma.name), TaskKind::Lemma, lemma.span, step);
    }

    /// CLAUSE-10: that parameters of machine type are of it.
    fn typed(&mut self, params: &[BoundId]) -> TermId {
        let mut ranges = Vec::new();
        for (param, var) in params.iter().zip(self.params(params)) {
            ranges.push(self.range_of_type(var, self.kernel.bound[param.index()].ty));
        }
        self.terms.and(&ranges)
    }

    fn params(&mut self, params: &[crate::kernel::ir::BoundId]) -> Vec<VarId> {
        let mut vars = Vec::new();
        for param in params {
            match self.bound_value(*param) {
                BoundValue::Number(var) => vars.push(var),
                BoundValue::Thread(..) | BoundValue::Block(..) => {
                    self.unsupported("thread parameter of a lemma".into(), self.here.statement);
                }
            }
        }
        vars
    }
}
