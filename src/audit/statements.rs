//! What the lines of a derivation state, each as a proposition in which free variables stand for all values, and what has to be
//! asked to believe it.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::instances::Used;
pub use super::read::Operator;
use super::read::{Assign, Conclusion, Derivation, Line, Premise, Schema, Step};
use super::terms::{Id, Op, Pool, Sort};

/// A proposition, and why it holds.
pub struct Statement {
    /// The part that it holds in, by its number; all of them if there is none.
    pub part: Option<usize>,
    pub line: usize,
    /// With what it hangs on as a premise, but for what is said in the part anyway.
    pub formula: Id,
    pub claim: Claim,
    /// The statements that say what was left out of the premise.
    pub rests_on: Vec<usize>,
    /// Where it says that one of several cases holds: what each of them says.
    pub cases: Vec<Id>,
}

/// What has to be shown for a statement.
pub enum Claim {
    /// Nothing: it is a hypothesis of the task, or of the part, or says how a name was chosen.
    Nothing,
    /// That the goal follows from these propositions, and from what these statements say.
    Follows { from: Vec<Id>, statements: Vec<usize>, goal: Id },
    /// The same with all statements before it.
    FollowsFromAll { from: Vec<Id>, goal: Id },
    /// The same where quantifiers have to be understood.
    Quantified { from: Vec<Id>, statements: Vec<usize>, goal: Id },
    /// It is not what the line says that it is.
    Wrong(&'static str),
}

/// A part of the task: with these assumptions its goal is proved.
pub struct Part {
    pub line: usize,
    pub goal: Id,
    pub assumed: Vec<Id>,
}

/// The statements of a derivation, in order.
pub struct Statements {
    pub pool: Pool,
    pub all: Vec<Statement>,
    pub parts: Vec<Part>,
    /// What the parts have to prove, and what is a hypothesis of the task.
    pub goal: Option<Id>,
    pub operators: Vec<Operator>,
    pub(super) contexts: Vec<Rc<[Id]>>,
    pub(super) assigns: Vec<Assign>,
    /// Writes that are known to be what they say.
    writes: Vec<Write>,
    pub(super) of_task: OfTask,
    /// What is said in the part at hand, with all that it hangs on.
    said: FxHashMap<Id, usize>,
    /// The same by what is said, whatever it hangs on.
    pub(super) bodies: FxHashMap<Id, usize>,
    /// Terms that were looked at, and symbols that occur in them.
    looked_at: FxHashSet<Id>,
    used: FxHashSet<u32>,
    /// Where the last hypothesis was taken up.
    opened_from: usize,
}

/// A write that is known to be what it says, where its guard holds: one of the task's, or by a statement.
#[derive(Clone)]
pub(super) struct Write {
    assign: u32,
    pub(super) guard: Vec<Id>,
    pub(super) statement: Option<usize>,
}

/// What was generated, and what was made of it before it was opened.
#[derive(Default)]
pub(super) struct OfTask {
    hypotheses: FxHashSet<Id>,
    writes: FxHashSet<u32>,
    pub(super) schemas: Vec<Schema>,
    merged: FxHashMap<Id, usize>,
    merged_goal: Vec<usize>,
}

impl Statements {
    /// What the lines state.
    pub fn of(derivation: Derivation) -> Statements {
        let Derivation { pool, contexts, assigns, lines } = derivation;
        let mut statements = Statements {
            pool,
            all: Vec::new(),
            parts: Vec::new(),
            goal: None,
            operators: Vec::new(),
            contexts,
            assigns,
            writes: Vec::new(),
            of_task: OfTask::default(),
            said: FxHashMap::default(),
            bodies: FxHashMap::default(),
            looked_at: FxHashSet::default(),
            used: FxHashSet::default(),
            opened_from: 0,
        };
        for (at, line) in lines {
            statements.line(at, line);
        }
        statements
    }

    fn line(&mut self, at: usize, line: Line) {
        let is_of_task =
            matches!(line, Line::Hypothesis(_) | Line::Write(_) | Line::Schema(_) | Line::Operator(_) | Line::Goal(_));
        if is_of_task && self.goal.is_some() {
            return self.wrong(at, "the task ends with its goal");
        }
        match line {
            Line::Hypothesis(term) => {
                self.of_task.hypotheses.insert(term);
                self.looks(&[term]);
            }
            Line::Write(assign) => {
                self.of_task.writes.insert(assign);
                self.looks_at_assign(assign);
            }
            Line::Schema(schema) => {
                self.looks(&[schema.fact]);
                self.used.extend(&schema.functions);
                self.of_task.schemas.push(schema);
            }
            Line::Operator(operator) => {
                self.looks(&[operator.body, operator.identity]);
                self.operators.push(operator);
            }
            Line::Goal(goal) => {
                self.goal = Some(goal);
                self.looks(&[goal]);
            }
            Line::Merged { before, after } => self.merged(at, before, after),
            Line::Part { goal } => {
                self.looks(&[goal]);
                self.parts.push(Part { line: at, goal, assumed: Vec::new() });
                let known = |assign: &u32| Write { assign: *assign, guard: Vec::new(), statement: None };
                self.writes = self.of_task.writes.iter().map(known).collect();
                self.said.clear();
                self.bodies.clear();
                self.opened_from = self.all.len();
            }
            Line::Assumed { context, term } => self.assumed(at, context, term),
            Line::Opened { quantifier, values } => self.opened(at, quantifier, &values),
            Line::Given { context, body } => {
                let from = self.contexts[context as usize].to_vec();
                let statements = (self.opened_from..self.all.len()).collect();
                let claim = Claim::Follows { from, statements, goal: body };
                self.says(at, context, &[], body, claim);
            }
            Line::Becomes { context, body } => {
                let claim = Claim::FollowsFromAll { from: self.contexts[context as usize].to_vec(), goal: body };
                self.says(at, context, &[], body, claim);
            }
            Line::Rewritten { context, from, to } => self.rewritten(at, context, from, to),
            Line::Step(step) => self.step(at, &step),
        }
    }

    /// Whether a statement is that the goal follows from what was made of it.
    pub fn is_merged_goal(&self, at: usize) -> bool {
        self.of_task.merged_goal.contains(&at)
    }

    fn last(&mut self) -> &mut Statement {
        self.all.last_mut().expect("something is stated")
    }

    /// Remembers the symbols that occur.
    fn looks(&mut self, terms: &[Id]) {
        let mut todo = terms.to_vec();
        while let Some(term) = todo.pop() {
            if self.looked_at.insert(term) {
                if let Op::Apply(symbol) = self.pool.op(term) {
                    self.used.insert(*symbol);
                }
                todo.extend(self.pool.args(term).iter());
            }
        }
    }

    fn looks_at_assign(&mut self, assign: u32) {
        let Assign { new, old, range, mask, index, value, .. } = self.assigns[assign as usize].clone();
        self.used.extend([new, old]);
        self.looks(&[&index[..], &[range, mask, value]].concat());
    }

    /// States something in the part at hand, or, where none has begun, in all.
    fn states(&mut self, line: usize, formula: Id, claim: Claim) {
        let part = self.parts.len().checked_sub(1);
        self.all.push(Statement { part, line, formula, claim, rests_on: Vec::new(), cases: Vec::new() });
    }

    /// States something in a context; what of it, and of these facts, is said in the part anyway is no premise.
    fn says(&mut self, line: usize, context: u32, facts: &[Id], formula: Id, claim: Claim) {
        let mut guard = Vec::new();
        let mut rests_on = Vec::new();
        for literal in self.contexts[context as usize].clone().iter().chain(facts) {
            match self.said.get(literal) {
                Some(statement) => rests_on.push(*statement),
                None => guard.push(*literal),
            }
        }
        let whole = self.pool.implied(&guard, formula);
        self.looks(&[whole]);
        let statement = self.all.len();
        self.said.entry(whole).or_insert(statement);
        match guard.is_empty() {
            true => drop(self.bodies.insert(formula, statement)),
            false => drop(self.bodies.entry(formula).or_insert(statement)),
        }
        self.states(line, whole, claim);
        self.last().rests_on = rests_on;
    }

    fn merged(&mut self, line: usize, before: Id, after: Id) {
        self.looks(&[before, after]);
        let statement = self.all.len();
        let is_goal = self.goal == Some(before);
        let (from, goal) = if is_goal { (after, before) } else { (before, after) };
        let claim = match is_goal || self.of_task.hypotheses.contains(&before) {
            true => {
                let mut all: Vec<Id> =
                    self.of_task.hypotheses.iter().copied().filter(|term| self.is_plain(*term)).collect();
                all.sort_unstable();
                all.push(from);
                Claim::Quantified { from: all, statements: Vec::new(), goal }
            }
            false => Claim::Wrong("what was merged is no hypothesis and not the goal"),
        };
        if is_goal {
            self.goal = Some(after);
            self.of_task.merged_goal.push(statement);
        } else {
            self.of_task.merged.insert(after, statement);
        }
        let formula = self.pool.implied(&[from], goal);
        self.all.push(Statement { part: None, line, formula, claim, rests_on: Vec::new(), cases: Vec::new() });
    }

    /// Whether no quantifier occurs.
    fn is_plain(&self, term: Id) -> bool {
        let all = self.pool.below(&[term]);
        !all.into_iter().any(|inner| matches!(self.pool.op(inner), Op::Forall(_) | Op::Exists(_)))
    }

    fn assumed(&mut self, line: usize, context: u32, term: Id) {
        self.opened_from = self.all.len();
        let literals = self.contexts[context as usize].to_vec();
        let is_open = |term: &Id| !self.pool.free(*term).is_empty();
        if self.parts.is_empty() || is_open(&term) || literals.iter().any(is_open) {
            return self.wrong(line, "only a part assumes something, and nothing in which a variable is free");
        }
        let merged = self.of_task.merged.get(&term).copied();
        let claim = match merged.or_else(|| self.bodies.get(&term).copied()) {
            _ if self.of_task.hypotheses.contains(&term) => Claim::Nothing,
            Some(statement) => {
                let before = merged.map(|merged| self.pool.args(self.all[merged].formula)[0]);
                let from = literals.into_iter().chain(before).collect();
                Claim::Follows { from, statements: vec![statement], goal: term }
            }
            None => {
                let assumed = self.pool.implied(&literals, term);
                if let Some(part) = self.parts.last_mut() {
                    part.assumed.push(assumed);
                }
                Claim::Nothing
            }
        };
        self.says(line, context, &[], term, claim);
    }

    /// A quantifier at some values: what is universal holds there. Where the values are new symbols, they are chosen so that what
    /// exists is there.
    fn opened(&mut self, line: usize, quantifier: Id, values: &[Id]) {
        let (Op::Forall(vars) | Op::Exists(vars)) = self.pool.op(quantifier).clone() else {
            return self.wrong(line, "what is opened is no quantifier");
        };
        let fits = |(var, value): (&u32, &Id)| self.pool.vars[*var as usize] == self.pool.sort(*value);
        if vars.len() != values.len() || !vars.iter().zip(values).all(fits) {
            return self.wrong(line, "the values are not those of the quantifier's variables");
        }
        let is_universal = matches!(self.pool.op(quantifier), Op::Forall(_));
        // What is chosen must not occur in what it is chosen for.
        self.looks(&[quantifier]);
        let chosen = self.chosen(quantifier, values);
        let map: BTreeMap<u32, Id> = vars.iter().copied().zip(values.iter().copied()).collect();
        let body = self.pool.args(quantifier)[0];
        let body = self.pool.substitute(body, &map);
        // A universal statement is true if it is at the counterexample that was chosen, should there be one.
        let (premise, conclusion) = if is_universal == chosen { (body, quantifier) } else { (quantifier, body) };
        let formula = self.pool.implied(&[premise], conclusion);
        self.looks(&[formula]);
        self.states(line, formula, Claim::Nothing);
    }

    /// Whether the values are new symbols, each of all variables that are free in the quantifier.
    fn chosen(&self, quantifier: Id, values: &[Id]) -> bool {
        let mut new: Vec<u32> = Vec::new();
        let all = values.iter().all(|value| {
            let Op::Apply(symbol) = self.pool.op(*value) else { return false };
            let vars: Vec<u32> = self.pool.args(*value).iter().filter_map(|arg| self.variable(*arg)).collect();
            let are_vars = vars.len() == self.pool.args(*value).len() && are_distinct(&vars);
            let is_new = !self.used.contains(symbol);
            new.push(*symbol);
            are_vars && is_new && self.pool.free(quantifier).iter().all(|var| vars.contains(var))
        });
        all && are_distinct(&new)
    }

    fn variable(&self, term: Id) -> Option<u32> {
        match self.pool.op(term) {
            Op::Var(var) => Some(*var),
            _ => None,
        }
    }

    fn wrong(&mut self, line: usize, why: &'static str) {
        let formula = self.pool.word("true", &[]);
        self.states(line, formula, Claim::Wrong(why));
    }

    /// The writes are equivalent if range, mask, index and value are equal for whoever may write.
    fn rewritten(&mut self, line: usize, context: u32, from: u32, to: u32) {
        let literals = self.contexts[context as usize].to_vec();
        let Some(known) = self.write(from, &literals) else {
            return self.wrong(line, "the write is none of the task's");
        };
        if literals.iter().any(|literal| !self.pool.free(*literal).is_empty()) {
            return self.wrong(line, "a write changes its form for some writers only");
        }
        self.looks_at_assign(to);
        let (one, other) = (self.assigns[from as usize].clone(), self.assigns[to as usize].clone());
        let Some(formula) = self.equivalent(&one, &other) else {
            return self.wrong(line, "the writes are of different variables");
        };
        if self.pool.free(formula).iter().any(|var| !other.vars.contains(var)) {
            return self.wrong(line, "a variable is free in the write");
        }
        let claim = Claim::FollowsFromAll { from: literals.clone(), goal: formula };
        self.says(line, context, &[], formula, claim);
        self.last().rests_on.extend(known.statement);
        let guard = [known.guard, literals].concat();
        self.writes.push(Write { assign: to, guard, statement: Some(self.all.len() - 1) });
    }

    /// A write that is known to be what it says, if it is: where there are several, one that is so in this context.
    pub(super) fn write(&self, assign: u32, context: &[Id]) -> Option<Write> {
        let mut known = self.writes.iter().filter(|write| write.assign == assign);
        let here = known.clone().find(|write| write.guard.iter().all(|literal| context.contains(literal)));
        here.or_else(|| known.next()).cloned()
    }

    fn equivalent(&mut self, one: &Assign, other: &Assign) -> Option<Id> {
        let sorts = |assign: &Assign| assign.vars.iter().map(|var| self.pool.vars[*var as usize]).collect::<Vec<_>>();
        if (one.new, one.old) != (other.new, other.old) || sorts(one) != sorts(other) || !are_distinct(&other.vars) {
            return None;
        }
        let pool = &mut self.pool;
        let values: Vec<Id> = other.vars.iter().map(|var| pool.var(*var)).collect();
        let map: BTreeMap<u32, Id> = one.vars.iter().copied().zip(values).collect();
        let equal = |pool: &mut Pool, before: Id, after: Id| {
            let before = pool.substitute(before, &map);
            pool.equal(before, after)
        };
        let range = equal(pool, one.range, other.range)?;
        let mask = equal(pool, one.mask, other.mask)?;
        let mut what = vec![equal(pool, one.value, other.value)?];
        for (before, after) in one.index.iter().zip(&other.index) {
            what.push(equal(pool, *before, *after)?);
        }
        let what = pool.and(&what);
        let mask = pool.implied(&[other.range], mask);
        let what = pool.implied(&[other.range, other.mask], what);
        Some(pool.and(&[range, mask, what]))
    }

    fn step(&mut self, line: usize, step: &Step) {
        if let (Conclusion::OneOf { new, alternatives }, [Premise::Assign { .. }, Premise::Assign { .. }]) =
            (&step.conclusion, &step.premises[..])
        {
            return self.named(line, step, new, alternatives);
        }
        let mut from = self.contexts[step.context as usize].to_vec();
        let (mut facts, mut used, mut quantified) = (Vec::new(), Vec::new(), false);
        for premise in &step.premises {
            match self.premise(premise, step.context) {
                Ok(Used { propositions, statement, is_quantified }) => {
                    if let Premise::Fact(fact) = premise {
                        facts.push(*fact);
                    }
                    from.extend(propositions);
                    used.extend(statement);
                    quantified |= is_quantified;
                }
                Err(why) => return self.wrong(line, why),
            }
        }
        match &step.conclusion {
            Conclusion::Holds(fact) => {
                let claim = match quantified {
                    true => Claim::Quantified { from, statements: Vec::new(), goal: *fact },
                    false => Claim::Follows { from, statements: Vec::new(), goal: *fact },
                };
                self.says(line, step.context, &facts, *fact, claim);
                self.last().rests_on.extend(used);
            }
            Conclusion::Equal(before, after) => {
                let Some(equal) = self.pool.equal(*before, *after) else {
                    return self.wrong(line, "what is equal has two sorts");
                };
                let within = step.premises.iter().find_map(|premise| match premise {
                    // What is known of the variable itself would leave values out.
                    Premise::Opened(var) if from.iter().all(|known| !self.pool.free(*known).contains(var)) => {
                        self.bodies(*before, *after, *var)
                    }
                    _ => None,
                });
                let claim = match within {
                    Some(goal) => Claim::FollowsFromAll { from, goal },
                    None => Claim::Follows { from, statements: Vec::new(), goal: equal },
                };
                self.says(line, step.context, &facts, equal, claim);
                self.last().rests_on.extend(used);
            }
            Conclusion::OneOf { new, alternatives } => {
                let Some(exists) = self.exists(new, alternatives) else {
                    return self.wrong(line, "a name that is given is known already");
                };
                let alternatives: Vec<Id> = alternatives.iter().map(|facts| self.pool.and(facts)).collect();
                let any = self.pool.or(&alternatives);
                let claim = Claim::Quantified { from, statements: Vec::new(), goal: exists };
                self.says(line, step.context, &facts, any, claim);
                self.last().rests_on.extend(used);
                if alternatives.len() > 1 {
                    self.last().cases = alternatives;
                }
            }
        }
    }

    /// There are values for these symbols so that all facts of one alternative hold, whatever the values of their variables. None if
    /// a symbol is not new, or not a constant.
    fn exists(&mut self, new: &[u32], alternatives: &[Vec<Id>]) -> Option<Id> {
        let is_new = |symbol: &u32| !self.used.contains(symbol) && self.pool.symbols[*symbol as usize].args.is_empty();
        if !new.iter().all(is_new) || !are_distinct(new) {
            return None;
        }
        let vars: Vec<u32> = new
            .iter()
            .map(|symbol| {
                let sort = self.pool.symbols[*symbol as usize].result;
                self.pool.new_var(sort)
            })
            .collect();
        let map: FxHashMap<u32, u32> = new.iter().copied().zip(vars.iter().copied()).collect();
        let mut all = Vec::new();
        for facts in alternatives {
            let mut closed = Vec::new();
            for fact in facts {
                let free = self.pool.free(*fact).clone();
                let fact = self.with_variables(*fact, &map, &mut FxHashMap::default());
                let is_closed = free.is_empty();
                closed.push(if is_closed { fact } else { self.pool.make(Op::Forall(free), vec![fact])? });
            }
            all.push(self.pool.and(&closed));
        }
        let any = self.pool.or(&all);
        if vars.is_empty() { Some(any) } else { self.pool.make(Op::Exists(vars.into()), vec![any]) }
    }

    /// Variables in the place of constants.
    fn with_variables(&mut self, term: Id, map: &FxHashMap<u32, u32>, done: &mut FxHashMap<Id, Id>) -> Id {
        if let Some(known) = done.get(&term) {
            return *known;
        }
        let (op, args) = (self.pool.op(term).clone(), self.pool.args(term).clone());
        let made = match &op {
            Op::Apply(symbol) if map.contains_key(symbol) => self.pool.var(map[symbol]),
            _ => {
                let args = args.iter().map(|arg| self.with_variables(*arg, map, done)).collect();
                self.pool.make(op, args).expect("variables have the sorts of their constants")
            }
        };
        done.insert(term, made);
        made
    }

    /// Where two folds are over one range, their bodies for a value in it are equal.
    fn bodies(&mut self, before: Id, after: Id, at: u32) -> Option<Id> {
        let (Op::Fold(kind, var), Op::Fold(other, renamed)) =
            (self.pool.op(before).clone(), self.pool.op(after).clone())
        else {
            return None;
        };
        let (one, two) = (self.pool.args(before).clone(), self.pool.args(after).clone());
        let is_own = !self.pool.free(before).contains(&at) && !self.pool.free(after).contains(&at);
        let is_own = is_own && self.pool.vars[at as usize] == Sort::Int;
        if kind != other || one[..2] != two[..2] || !is_own {
            return None;
        }
        let pool = &mut self.pool;
        let value = pool.var(at);
        let [body, changed] = [(var, one[2]), (renamed, two[2])]
            .map(|(var, body)| pool.substitute(body, &BTreeMap::from([(var, value)])));
        let (least, most) = (pool.word("<=", &[one[0], value]), pool.word("<=", &[value, one[1]]));
        let equal = pool.equal(body, changed)?;
        Some(pool.implied(&[least, most], equal))
    }

    /// A cell's writer gets a name, or nobody wrote it.
    fn named(&mut self, line: usize, step: &Step, new: &[u32], alternatives: &[Vec<Id>]) {
        let [Premise::Assign { assign, read, writer }, Premise::Assign { writer: any, assign: same, read: cell }] =
            &step.premises[..]
        else {
            return self.wrong(line, "a writer is named without a write");
        };
        self.looks(&[*read]);
        let given: Vec<Id> = self.not_said_by_the_cell(*assign, *read, writer);
        let symbols: Vec<u32> = given
            .iter()
            .filter_map(|value| match self.pool.op(*value) {
                Op::Apply(symbol) if self.pool.args(*value).is_empty() => Some(*symbol),
                _ => None,
            })
            .collect();
        let are_new = symbols.iter().all(|symbol| !self.used.contains(symbol)) && are_distinct(&symbols);
        let ([written, coordinates @ ..], [facts], Some(known)) =
            (&writer[..], alternatives, self.write(*assign, &self.contexts[step.context as usize]))
        else {
            return self.wrong(line, "the write is none of the task's");
        };
        let is_closed = self.pool.free(*read).is_empty() && (assign, read) == (same, cell);
        let is_proposition = self.pool.sort(*written) == Sort::Bool;
        if !are_new
            || !is_closed
            || !is_proposition
            || symbols.len() != given.len()
            || !new.iter().all(|symbol| symbols.contains(symbol))
        {
            return self.wrong(line, "a name that is given is known already");
        }
        let (Some(here), Some(there)) = (self.at(*assign, *read, coordinates), self.at(*assign, *read, any)) else {
            return self.wrong(line, "the write is not at the cell that is read");
        };
        let pool = &mut self.pool;
        let both = pool.and(&[here.writes, here.gets]);
        let silent = pool.not(there.writes);
        let own = [
            pool.word("->", &[*written, both]),
            pool.word("||", &[*written, here.keeps]),
            pool.word("||", &[*written, silent]),
        ]
        .map(|fact| pool.implied(&known.guard, fact));
        for fact in facts {
            let from = [&own[..], &self.contexts[step.context as usize]].concat();
            let claim = Claim::Follows { from, statements: Vec::new(), goal: *fact };
            self.says(line, step.context, &[], *fact, claim);
            self.last().rests_on.extend(known.statement);
        }
    }

    /// Of `written` and a writer's coordinates those that are not the cell's own: where the write's index is a variable by itself, only
    /// one value of it writes the cell.
    fn not_said_by_the_cell(&self, assign: u32, read: Id, writer: &[Id]) -> Vec<Id> {
        let assign = &self.assigns[assign as usize];
        let is_said = |var: u32, value: Id| {
            let mut cells = assign.index.iter().zip(self.pool.args(read).iter());
            cells.any(|(index, at)| *self.pool.op(*index) == Op::Var(var) && *at == value)
        };
        let coordinates = assign.vars.iter().zip(writer.iter().skip(1));
        let named = coordinates.filter(|(var, value)| !is_said(**var, **value)).map(|(_, value)| *value);
        writer.first().copied().into_iter().chain(named).collect()
    }
}

/// No two are the same.
pub fn are_distinct(all: &[u32]) -> bool {
    all.iter().enumerate().all(|(at, one)| !all[..at].contains(one))
}
