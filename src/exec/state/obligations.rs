//! Hypotheses and tasks, each in the present context (LAUNCH-11, CLAUSE-25, VALUE-5), and what is not modelled.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::kernel::ir::Expr;
use crate::kernel::undefined;
use crate::logic::{Op, Sort, SymbolId, TermId};
use crate::simplify;
use crate::tasks::{Form, Hypothesis, Lighter, Reach, Task, TaskKind, TaskSet};

use super::Executor;
use super::symbols::sort_of;

impl Executor<'_> {
    /// LAUNCH-11: adds a hypothesis to the context.
    pub fn assume(&mut self, fact: TermId, origin: impl Into<String>) {
        if !self.terms.is_true(fact) {
            self.assume_form(Form::Proposition(fact), origin.into());
        }
    }

    /// The same in any form; gives its position.
    pub fn assume_form(&mut self, form: Form, origin: String) -> usize {
        let at = self.output.hypotheses.len();
        self.here.context.push(at);
        self.output.hypotheses.push(Hypothesis { form, origin });
        at
    }

    /// Adds a task in the present context. `id` is without the kernel's name; a second task of that name gets `/2`.
    pub fn task(&mut self, id: &str, kind: TaskKind, span: Span, goal: TermId) {
        // CALL-12
        if self.here.trusted > 0 {
            return;
        }
        let base = format!("{}/{id}", self.kernel.name);
        let id = match self.output.numbers.next(&base) {
            1 => base,
            count => format!("{base}/{count}"),
        };
        let statement = (self.here.statement != span).then_some(self.here.statement);
        let task = Task { id, kind, span, statement, hypotheses: self.here.context.clone(), goal };
        self.without_either(&task);
        self.output.tasks.push(task);
    }

    /// Whether the simplifier proves the goal from these hypotheses.
    pub fn simplifier_shows(&mut self, goal: TermId, hypotheses: Vec<usize>) -> bool {
        if self.terms.is_true(goal) {
            return true;
        }
        let asked = (goal, hypotheses);
        if let Some(known) = self.shown.get(&asked) {
            return *known;
        }
        let task = Task {
            id: "asked".to_owned(),
            kind: TaskKind::Assert,
            span: self.here.statement,
            statement: None,
            hypotheses: asked.1.clone(),
            goal,
        };
        let set = TaskSet {
            kernel: self.kernel.name.clone(),
            terms: self.terms.clone(),
            launch: self.grid.launch.clone(),
            hypotheses: self.output.hypotheses.clone(),
            tasks: Vec::new(),
            lighter: BTreeMap::new(),
            reach: Vec::new(),
            assumptions: Vec::new(),
            notes: Vec::new(),
            unsupported: Vec::new(),
        };
        let parts = simplify::simplify(&set, &task, self.config, &mut |_, _, _| {});
        let shown = parts.iter().all(|part| part.proved);
        self.shown.insert(asked, shown);
        shown
    }

    /// CLAUSE-25: a proof that the hypotheses contradict each other.
    pub fn vacuity(&mut self, what: &str, span: Span) {
        // What a function requires is proved where it is called.
        if self.function.is_some() {
            return;
        }
        let contradiction = self.terms.bool(false);
        self.task(&format!("{what}/vacuity"), TaskKind::Vacuity, span, contradiction);
    }

    /// CLAUSE-25: runs come past this place, if they came past that where the first hypotheses of the context were all.
    pub fn must_reach(&mut self, what: &str, word: &str, span: Span, before: usize) {
        if self.here.trusted > 0 {
            return;
        }
        let id = format!("{}/{what}/{word}", self.kernel.name);
        let (hypotheses, goal) = (self.here.context.clone(), self.terms.bool(false));
        let before = hypotheses[..before].to_vec();
        let task = Task { id, kind: TaskKind::Vacuity, span, statement: None, hypotheses, goal };
        self.output.reach.push(Reach { task, before, inside: self.here.depth > 0 });
    }

    /// VALUE-5: `forall self. path -> fact` must hold here. Numbered within `group` by source place.
    pub fn oblige(&mut self, kind: TaskKind, group: &str, span: Span, path: TermId, fact: TermId) {
        if self.terms.is_false(path) || self.here.trusted > 0 {
            return;
        }
        let goal = self.for_all(path, fact);
        let before = self.output.obliged.entry((kind, goal)).or_default();
        if before.iter().any(|context| self.here.context.starts_with(context)) {
            return;
        }
        before.push(self.here.context.clone());
        let places = self.output.places.entry(group.to_owned()).or_default();
        let next = places.len() + 1;
        let number = *places.entry(span).or_insert(next);
        self.task(&format!("{group}/{number}"), kind, span, goal);
    }

    /// Says with how little the tasks from a place on are tried first.
    pub fn lighten(&mut self, first: usize) {
        for task in &self.output.tasks[first..] {
            let hypotheses = self.without_data(task);
            let lighter = Lighter { task: Task { hypotheses, ..task.clone() }, asks: false };
            self.output.lighter.entry(task.id.clone()).or_default().push(lighter);
        }
    }

    /// LOOP-29: beside loops with invariants, a task is tried with what these say alone, and with what is known without them alone, so that
    /// neither stands in the way of what the other proves. So with what a local is where it is known why it was assigned last.
    fn without_either(&mut self, task: &Task) {
        if task.kind == TaskKind::Vacuity {
            return;
        }
        for left_out in [&self.output.inferred, &self.output.given, &self.output.beside] {
            let hypotheses: Vec<usize> = task.hypotheses.iter().copied().filter(|at| !left_out.contains(at)).collect();
            if hypotheses.len() < task.hypotheses.len() {
                let lighter = Lighter { task: Task { hypotheses, ..task.clone() }, asks: true };
                self.output.lighter.entry(task.id.clone()).or_default().push(lighter);
            }
        }
    }

    /// What a task's context says of numbers and of which cells are written, and what the variables are that its goal comes to:
    /// mostly enough for an index, or to find that a cell is written.
    fn without_data(&self, task: &Task) -> Vec<usize> {
        let mut reached: BTreeSet<SymbolId> = self.terms.symbols_in(&[task.goal]).into_iter().collect();
        let mut kept: Vec<usize> = Vec::new();
        let is_flag = |symbol: &SymbolId| self.terms.symbol_info(*symbol).name.starts_with(undefined::FLAG);
        for at in task.hypotheses.iter().rev() {
            match &self.output.hypotheses[*at].form {
                Form::Proposition(term) if !matches!(self.terms.op(*term), Op::Forall(_) | Op::Exists(_)) => {}
                Form::Proposition(term) => {
                    let symbols = self.terms.symbols_in(&[*term]);
                    if !symbols.iter().any(|symbol| reached.contains(symbol) && is_flag(symbol)) {
                        continue;
                    }
                    reached.extend(symbols);
                }
                Form::Assign(assign) if reached.contains(&assign.new) => {
                    reached.insert(assign.old);
                    let mut terms = vec![assign.range, assign.mask, assign.value];
                    terms.extend(&assign.index);
                    reached.extend(self.terms.symbols_in(&terms));
                }
                _ => continue,
            }
            kept.push(*at);
        }
        kept.reverse();
        kept
    }

    /// What older architectures do otherwise.
    pub fn needs_volta(&mut self, what: &str, span: Span) {
        if self.config.is_before_volta() {
            self.unsupported(format!("{what}, on {} (`--arch sm_70` or a later one)", self.config.source.arch), span);
        }
    }

    /// Records what is not modelled, once.
    pub fn unsupported(&mut self, construct: String, span: Span) {
        let found = crate::kernel::ir::Unsupported { construct, span };
        if !self.output.unsupported.contains(&found) {
            self.output.unsupported.push(found);
        }
    }

    /// Names what is not modelled and gives a value about which nothing is known.
    pub fn not_modelled(&mut self, expr: &Expr, what: &str) -> TermId {
        self.unsupported(what.to_owned(), expr.span);
        self.terms.fresh_constant("unsupported", sort_of(expr.ty, self.config.float).unwrap_or(Sort::Int))
    }

    /// Whether the term mentions none of self's coordinates beyond those given.
    pub fn mentions_only(&self, term: TermId, args: &[TermId]) -> bool {
        self.terms.free(term).iter().all(|var| args.iter().any(|arg| *self.terms.op(*arg) == Op::Var(*var)))
    }
}
