//! Real executions are models of the hypotheses: random kernels are run in lock-step by a machine written
//! independently of the executor, its states give every symbol a value, and then every hypothesis must be true
//! and every goal as true as what the machine saw.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Config;
use crate::exec::analysis::level::{Level, space_level};
use crate::exec::state::Executor;
use crate::kernel::ir::{self, ArrayId, LocalId, LocalRole, LoopId};
use crate::logic::{FoldKind, Op, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Form, Schema, Task, TaskKind};

use super::machine::{BLOCKS, Machine, Moment, PATIENCE, Plan, THREADS};
use super::random::{random_iterations, random_kernel, under_a_condition};

/// Values that quantifiers try: all coordinates and indices, and one more.
const DOMAIN: std::ops::RangeInclusive<i64> = -1..=3;

type Table = BTreeMap<Vec<i64>, i64>;

#[test]
fn executions_are_models_of_their_hypotheses() {
    let mut seen = BTreeMap::new();
    for seed in 0..400 {
        check(&random_kernel(seed), seed, &mut seen);
    }
    // The test must not become empty.
    for kind in [TaskKind::InvariantEntry, TaskKind::InvariantPreserved, TaskKind::Assert, TaskKind::Barrier] {
        for truth in [true, false] {
            assert!(seen.get(&(kind, truth)).is_some_and(|count| *count > 20), "{kind:?} {truth}: {seen:?}");
        }
    }
}

/// LOOP-29: what all iterations of loops do, in kernels of loops whose threads have memory of their own.
#[test]
fn executions_do_what_is_known_of_all_iterations() {
    let mut compared = 0;
    for seed in 0..1_500 {
        compared += check(&random_iterations(seed), seed, &mut BTreeMap::new());
    }
    // The test must not become empty.
    assert!(compared > 3_000, "{compared}");
}

/// STMT-19: what threads have that do not run the statements is a value as well.
#[test]
fn executions_of_some_threads_are_models_of_their_hypotheses() {
    let mut wider = 0;
    for seed in 0..400 {
        for kernel in [random_kernel(seed), random_iterations(seed)] {
            let kernel = under_a_condition(kernel, seed);
            check(&kernel, seed, &mut BTreeMap::new());
            let config = Config::default();
            let uniformity = Executor::new(&kernel, &config, None).uniformity;
            wider += uniformity.is_wider.iter().filter(|is_wider| **is_wider).count();
        }
    }
    // The test must not become empty.
    assert!(wider > 400, "{wider}");
}

/// How many variables were compared that all iterations of a loop write.
fn check(kernel: &ir::Kernel, seed: u64, seen: &mut BTreeMap<(TaskKind, bool), usize>) -> usize {
    let config = Config::default();
    let mut executor = Executor::new(kernel, &config, None);
    executor.run(&[]);
    assert_eq!(executor.output.unsupported, [], "seed {seed}");
    let mut compared = 0;
    for plan in plans(&executor) {
        let mut machine = Machine::new(kernel, &executor.uniformity, seed, plan.clone());
        if machine.run() {
            compared += World::new(&executor, &machine).compare(&plan, seed, seen);
        }
    }
    compared
}

/// The empty plan, and for each loop with symbols the first iterations of it and of the loops around it.
fn plans(executor: &Executor<'_>) -> Vec<Plan> {
    fn below(stmts: &[ir::Stmt], around: &Plan, symbolic: &BTreeSet<LoopId>, plans: &mut Vec<Plan>) {
        for stmt in stmts {
            let mut inside = vec![around.clone()];
            if let ir::StmtKind::Loop(inner) = &stmt.kind
                && symbolic.contains(&inner.id)
            {
                inside = (0..3).map(|at| around.iter().copied().chain([(inner.id, at)]).collect()).collect();
                plans.extend(inside.clone());
            }
            for list in stmt.kind.bodies() {
                inside.iter().for_each(|around| below(list, around, symbolic, plans));
            }
        }
    }
    let symbolic = (0..executor.kernel.loops.len() as u32).map(LoopId);
    let symbolic = symbolic.filter(|id| count_symbol(executor, *id).is_some()).collect();
    let mut plans = vec![Plan::new()];
    below(&executor.kernel.body, &Plan::new(), &symbolic, &mut plans);
    plans
}

fn count_symbol(executor: &Executor<'_>, id: LoopId) -> Option<SymbolId> {
    let name = format!("{}.count", executor.kernel.loops[id.index()].name());
    executor.terms.symbols().find(|(_, symbol)| symbol.name == name).map(|(id, _)| id)
}

/// Values of all symbols in one execution.
struct World<'a> {
    executor: &'a Executor<'a>,
    machine: &'a Machine<'a>,
    tables: BTreeMap<SymbolId, Table>,
    compared: usize,
    /// Loops write what other threads may read: what all iterations do is true where these do not race.
    may_race: bool,
    /// The one thread that quantifiers over coordinates try.
    only: Option<Vec<i64>>,
}

impl<'a> World<'a> {
    fn new(executor: &'a Executor<'a>, machine: &'a Machine<'a>) -> World<'a> {
        let is_open = |kind: &ir::StmtKind| match kind {
            ir::StmtKind::Store { array, .. } => executor.kernel.arrays[array.index()].space != ir::Space::Private,
            _ => false,
        };
        let may_race = ir::occurs(&executor.kernel.body, &|kind| match kind {
            ir::StmtKind::Loop(inner) => ir::occurs(&inner.body, &is_open),
            _ => false,
        });
        let mut world = World { executor, machine, tables: BTreeMap::new(), compared: 0, may_race, only: None };
        let launch = &executor.grid.launch;
        for (term, value) in [(launch.block_dim[0], THREADS), (launch.grid_dim[0], BLOCKS)] {
            if let Op::Apply(symbol) = executor.terms.op(term) {
                world.tables.insert(*symbol, Table::from([(vec![], value)]));
            }
        }
        let entry = &machine.entry;
        for (at, version) in executor.memory.entry.locals.iter().enumerate() {
            world.set_local(version.symbol, version.level, LocalId(at as u32), entry);
            let level = executor.uniformity.locals[at];
            if executor.kernel.locals[at].role == LocalRole::Param && level != Level::Launch {
                // The copy of a parameter that threads change: everywhere, also outside of the launch.
                let value = entry.locals[at][0];
                let copy = SymbolId(version.symbol.0 + 1);
                let mut keys = vec![vec![]];
                for _ in 0..executor.terms.symbol_info(copy).args.len() {
                    keys = keys.iter().flat_map(|key: &Vec<i64>| DOMAIN.map(|at| [&key[..], &[at]].concat())).collect();
                }
                world.tables.insert(copy, keys.into_iter().map(|key| (key, value)).collect());
            }
        }
        for (at, symbol) in executor.memory.entry.arrays.iter().enumerate() {
            world.set_array(*symbol, ArrayId(at as u32), entry);
        }
        // The inner loops last: of what the inner ones declare nothing is the outer ones'.
        let mut heads: Vec<(&LoopId, &Moment)> = machine.heads.iter().collect();
        heads.sort_by_key(|(id, _)| count_symbol(executor, **id));
        for (id, moment) in heads {
            world.set_head(*id, moment);
        }
        world
    }

    fn key(&self, level: Level, thread: usize) -> Vec<i64> {
        let (tx, bx) = self.machine.coordinates(thread);
        match level {
            Level::Launch => vec![],
            Level::Block => vec![bx],
            Level::Thread => vec![tx, bx],
        }
    }

    /// One value for each key; threads that share a key must agree.
    fn set_values(&mut self, symbol: SymbolId, level: Level, values: &[i64]) {
        let mut table = Table::new();
        for (thread, value) in values.iter().enumerate() {
            let before = table.insert(self.key(level, thread), *value);
            let name = &self.executor.terms.symbol_info(symbol).name;
            assert!(before.is_none_or(|before| before == *value), "{name} is not uniform at {level:?}: {values:?}");
        }
        self.tables.insert(symbol, table);
    }

    fn set_local(&mut self, symbol: SymbolId, level: Level, local: LocalId, moment: &Moment) {
        self.set_values(symbol, level, &moment.locals[local.index()]);
    }

    fn set_array(&mut self, symbol: SymbolId, array: ArrayId, moment: &Moment) {
        let level = space_level(self.executor.kernel.arrays[array.index()].space);
        let mut table = Table::new();
        for thread in 0..self.machine.threads() {
            for (index, value) in moment.cells(self.machine, array, thread).iter().enumerate() {
                let mut key = self.key(level, thread);
                key.push(index as i64);
                table.insert(key, *value);
            }
        }
        self.tables.insert(symbol, table);
    }

    /// LOOP-1: the versions are those declared directly before the loop's count, in order.
    fn set_head(&mut self, id: LoopId, moment: &Moment) {
        let Some(count) = count_symbol(self.executor, id) else { return };
        let written = &moment.written;
        let first = count.0 - (written.locals.len() + written.arrays.len()) as u32;
        let mut symbols = (first..count.0).map(SymbolId);
        for (local, symbol) in written.locals.keys().zip(&mut symbols) {
            let level = self.executor.uniformity.locals[local.index()];
            self.set_local(symbol, level, *local, moment);
        }
        for (array, symbol) in written.arrays.keys().zip(&mut symbols) {
            self.set_array(symbol, *array, moment);
        }
        self.tables.insert(count, Table::from([(vec![], moment.count)]));
        // LOOP-20: those of the loop's counters are the first of their names behind the count.
        for local in written.locals.keys() {
            let name = format!("{}.steps", self.executor.kernel.locals[local.index()].name);
            let own = |id: &SymbolId| self.executor.terms.symbol_info(*id).name.split('!').next() == Some(&name);
            let behind = (count.0 + 1..self.executor.terms.symbol_count() as u32).map(SymbolId).find(own);
            if let Some(symbol) = behind {
                let level = self.executor.uniformity.locals[local.index()];
                self.set_values(symbol, level, &moment.assigned[local.index()]);
            }
        }
        self.set_rounds(id, moment);
        let level = self.executor.uniformity.loops[id.index()];
        let name = self.executor.kernel.loops[id.index()].name();
        if let Some(symbol) = self.named(&format!("{name}.in")) {
            self.set_values(symbol, level, &numbers(&moment.inside));
        }
        for (at, gone) in moment.gone.values().enumerate() {
            let name = if at == 0 { format!("{name}.left") } else { format!("{name}.left!{at}") };
            let symbol = self.named(&name).expect("a set for each label that the body leaves");
            self.set_values(symbol, level, &numbers(gone));
        }
    }

    /// LOOP-57: one for each level that has locals which take turns, which tell it by who enters the loop.
    fn set_rounds(&mut self, id: LoopId, moment: &Moment) {
        let name = format!("{}.rounds", self.executor.kernel.loops[id.index()].name());
        let is_it = |symbol: &SymbolId| self.executor.terms.symbol_info(*symbol).name.split('!').next() == Some(&name);
        let all: Vec<SymbolId> = self.executor.terms.symbols().map(|(symbol, _)| symbol).filter(is_it).collect();
        for symbol in all {
            let sorts = self.executor.terms.symbol_info(symbol).args.clone();
            let levels = [Level::Launch, Level::Block, Level::Thread];
            let level = levels.into_iter().find(|level| self.executor.grid.level_sorts(*level) == sorts);
            let mut table = Table::new();
            for (thread, rounds) in moment.rounds.iter().enumerate() {
                let known = table.entry(self.key(level.expect("a level"), thread)).or_insert(*rounds);
                *known = (*known).max(*rounds);
            }
            self.tables.insert(symbol, table);
        }
    }

    fn named(&self, name: &str) -> Option<SymbolId> {
        self.executor.terms.symbols().find(|(_, symbol)| symbol.name == name).map(|(id, _)| id)
    }

    // ── evaluation ──────────────────────────────────────────────────────────────────────────────

    fn compare(mut self, plan: &Plan, seed: u64, seen: &mut BTreeMap<(TaskKind, bool), usize>) -> usize {
        let executor = self.executor;
        let running: BTreeSet<String> = plan
            .iter()
            .map(|(id, _)| format!("some thread runs the body of {}", executor.kernel.loops[id.index()].name()))
            .collect();
        let mut checked = BTreeSet::new();
        for task in &executor.output.tasks {
            let bodies: BTreeSet<String> = task
                .hypotheses
                .iter()
                .map(|at| executor.output.hypotheses[*at].origin.clone())
                .filter(|origin| origin.starts_with("some thread runs"))
                .collect();
            if bodies != running {
                continue;
            }
            for at in &task.hypotheses {
                if !checked.insert(*at) {
                    continue;
                }
                let hypothesis = &executor.output.hypotheses[*at];
                match &hypothesis.form {
                    Form::Assign(assign) => self.assign(assign),
                    Form::Schema(_) => self.define_sequences(task, &hypothesis.origin),
                    Form::Proposition(fact) => {
                        let shown = executor.terms.show(*fact);
                        assert!(executor.terms.is_closed(*fact), "seed {seed}: {}: {shown}", hypothesis.origin);
                        self.define_added(*fact);
                        self.choose(task, *fact, seed);
                        let claimed =
                            hypothesis.origin.contains("invariant") || hypothesis.origin.starts_with("assert");
                        let holds = self.truth(*fact, &mut BTreeMap::new());
                        let is_of_all = hypothesis.origin.contains("iterations of") && self.may_race;
                        assert!(
                            claimed || holds || is_of_all,
                            "seed {seed}, plan {plan:?}, task {}: {}: {}\n{}",
                            task.id,
                            hypothesis.origin,
                            executor.terms.show(*fact),
                            crate::kernel::text::kernel(executor.kernel)
                        );
                    }
                }
            }
            let Some(expected) = self.machine.seen(task.kind, task.span) else { continue };
            let found = self.truth(task.goal, &mut BTreeMap::new());
            *seen.entry((task.kind, found)).or_default() += 1;
            assert_eq!(
                found,
                expected,
                "seed {seed}, plan {plan:?}, task {}: {}\n{}",
                task.id,
                executor.terms.show(task.goal),
                crate::kernel::text::kernel(executor.kernel)
            );
        }
        self.compared
    }

    /// Numbers of iterations of which only facts are known (LOOP-29): for each thread there has to be one of which all are true.
    fn choose(&mut self, task: &Task, fact: TermId, seed: u64) {
        let executor = self.executor;
        let facts: Vec<TermId> = task
            .hypotheses
            .iter()
            .filter_map(|at| match executor.output.hypotheses[*at].form {
                Form::Proposition(fact) => Some(fact),
                _ => None,
            })
            .collect();
        let is_open = |symbol: &SymbolId| executor.terms.symbol_info(*symbol).name.contains(".chosen");
        let open = executor.terms.symbols_in(&[fact]).into_iter().filter(|symbol| is_open(symbol));
        for symbol in open.filter(|symbol| !self.tables.contains_key(symbol)).collect::<Vec<SymbolId>>() {
            let about: Vec<TermId> = facts
                .iter()
                .copied()
                .filter(|fact| executor.terms.symbols_in(&[*fact]).iter().filter(|other| is_open(other)).eq([&symbol]))
                .collect();
            self.tables.insert(symbol, Table::new());
            for thread in 0..self.machine.threads() {
                let key = self.key(Level::Thread, thread);
                self.only = Some(key.clone());
                let fits = (-1..=PATIENCE).any(|value| {
                    self.tables.entry(symbol).or_default().insert(key.clone(), value);
                    about.iter().all(|fact| self.truth(*fact, &mut BTreeMap::new()))
                });
                let shown: Vec<String> = about.iter().map(|fact| executor.terms.show(*fact)).collect();
                assert!(
                    fits || self.may_race,
                    "seed {seed}, task {}, thread {key:?}: no iteration fits:\n{}\n{}",
                    task.id,
                    shown.join("\n"),
                    crate::kernel::text::kernel(executor.kernel)
                );
            }
            self.only = None;
            self.compared += 1;
        }
    }

    /// The new version's table: where several threads write a cell the last one wins, as in the machine, and of a thread its last
    /// iteration. What all iterations of a loop write together (LOOP-29) is compared with what the machine has, unless threads race.
    fn assign(&mut self, assign: &crate::tasks::Assign) {
        let mut table = self.tables[&assign.old].clone();
        let mut choices = vec![BTreeMap::new()];
        for var in &assign.vars {
            let is_iteration = self.executor.terms.var_info(*var).name == "j";
            let domain = if is_iteration { 0..=PATIENCE } else { DOMAIN };
            choices = choices
                .iter()
                .flat_map(|choice: &BTreeMap<VarId, i64>| {
                    domain.clone().map(|at| {
                        let mut choice = choice.clone();
                        choice.insert(*var, at);
                        choice
                    })
                })
                .collect();
        }
        let me: Vec<VarId> = self.executor.grid.self_scope().iter().map(|ranged| ranged.var).collect();
        let (mut written, mut races): (BTreeMap<Vec<i64>, Vec<Option<i64>>>, bool) = (BTreeMap::new(), false);
        for mut choice in choices {
            if self.truth(assign.range, &mut choice) && self.truth(assign.mask, &mut choice) {
                let cell: Vec<i64> = assign.index.iter().map(|index| self.value(*index, &mut choice)).collect();
                let value = self.value(assign.value, &mut choice);
                let writer: Vec<Option<i64>> = me.iter().map(|var| choice.get(var).copied()).collect();
                races |= written.insert(cell.clone(), writer.clone()).is_some_and(|before| before != writer);
                table.insert(cell, value);
            }
        }
        match self.tables.get(&assign.new) {
            None => {
                self.tables.insert(assign.new, table);
            }
            Some(seen) if !races && !self.may_race => {
                self.compared += 1;
                for (cell, value) in seen {
                    let name = &self.executor.terms.symbol_info(assign.new).name;
                    assert_eq!(
                        table.get(cell),
                        Some(value),
                        "{name} at {cell:?}\n{}",
                        crate::kernel::text::kernel(self.executor.kernel)
                    );
                }
            }
            Some(_) => {}
        }
    }

    /// The tables of values of a loop that have names (LOOP-59), one iteration after the other: what makes a fact true that says what the
    /// value is.
    fn define_sequences(&mut self, task: &Task, origin: &str) {
        let executor = self.executor;
        let of_loop = task.hypotheses.iter().map(|at| &executor.output.hypotheses[*at]);
        let schemas = of_loop.filter(|own| own.origin == origin).filter_map(|own| match &own.form {
            Form::Schema(schema) => Some(schema),
            _ => None,
        });
        let open: Vec<(SymbolId, &Schema)> = schemas
            .filter_map(|schema| match *executor.terms.op(schema.triggers[0][0]) {
                Op::Apply(symbol) if !self.tables.contains_key(&symbol) => Some((symbol, schema)),
                _ => None,
            })
            .collect();
        self.tables.extend(open.iter().map(|(symbol, _)| (*symbol, Table::new())));
        for number in -1..=PATIENCE {
            for (symbol, schema) in &open {
                for thread in 0..self.machine.threads() {
                    let mut key = self.key(Level::Thread, thread);
                    key.push(number);
                    let vars: BTreeMap<VarId, i64> = schema.vars.iter().copied().zip(key.iter().copied()).collect();
                    self.define(*symbol, &key, schema, &vars);
                    self.compared += 1;
                }
            }
        }
    }

    fn define(&mut self, symbol: SymbolId, key: &[i64], schema: &Schema, vars: &BTreeMap<VarId, i64>) {
        let terms = &self.executor.terms;
        let equations = terms.postorder(&[schema.fact]).into_iter();
        let is_open = |part: &TermId| terms.free(*part).iter().all(|var| schema.vars.contains(var));
        let equations: Vec<TermId> = equations.filter(|part| *terms.op(*part) == Op::Eq && is_open(part)).collect();
        // Both sides are linear in the value.
        let mut solutions = vec![0, 1];
        for equation in equations {
            let [at_zero, at_one] = [0, 1].map(|value| {
                self.tables.entry(symbol).or_default().insert(key.to_vec(), value);
                let side = |side: usize| self.value(self.executor.terms.args(equation)[side], &mut vars.clone());
                side(0).saturating_sub(side(1))
            });
            if let slope @ (1 | -1) = at_one.saturating_sub(at_zero) {
                solutions.push(-at_zero * slope);
            }
        }
        let fits = solutions.into_iter().any(|value| {
            self.tables.entry(symbol).or_default().insert(key.to_vec(), value);
            self.truth(schema.fact, &mut vars.clone())
        });
        let kernel = crate::kernel::text::kernel(self.executor.kernel);
        assert!(fits || self.may_race, "{key:?}: no value fits: {}\n{kernel}", self.executor.terms.show(schema.fact));
    }

    /// The tables of versions that atomics make, as the proposition mentions them (ATOMIC-9, ATOMIC-10): what each thread brings, one by
    /// one.
    fn define_added(&mut self, fact: TermId) {
        for symbol in self.executor.terms.symbols_in(&[fact]) {
            let Some(added) = self.executor.memory.added.get(&symbol).filter(|_| !self.tables.contains_key(&symbol))
            else {
                continue;
            };
            let mut table = self.tables[&added.old].clone();
            for thread in 0..self.machine.threads() {
                let me = self.executor.grid.self_scope();
                let mut vars: BTreeMap<VarId, i64> =
                    me.iter().map(|ranged| ranged.var).zip(self.key(Level::Thread, thread)).collect();
                if self.truth(added.mask, &mut vars) {
                    let cell: Vec<i64> = added.cell.iter().map(|index| self.value(*index, &mut vars)).collect();
                    let (value, cell) = (self.value(added.value, &mut vars), table.entry(cell).or_default());
                    *cell = match added.kind {
                        FoldKind::MaxOver => value.max(*cell),
                        FoldKind::MinOver => value.min(*cell),
                        _ => *cell + value,
                    };
                }
            }
            self.tables.insert(symbol, table);
        }
    }

    fn truth(&self, term: TermId, vars: &mut BTreeMap<VarId, i64>) -> bool {
        self.value(term, vars) != 0
    }

    fn value(&self, term: TermId, vars: &mut BTreeMap<VarId, i64>) -> i64 {
        let terms: &Terms = &self.executor.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Bool(value) => i64::from(*value),
            Op::Int(value) => i64::try_from(value).expect("small numbers"),
            Op::Var(var) => vars[var],
            Op::Apply(symbol) => {
                let key: Vec<i64> = args.iter().map(|arg| self.value(*arg, vars)).collect();
                let table = self.tables.get(symbol);
                let table = table.unwrap_or_else(|| panic!("{} has no value", terms.symbol_info(*symbol).name));
                table.get(&key).copied().unwrap_or(0)
            }
            Op::Not => i64::from(!self.truth(args[0], vars)),
            Op::And => i64::from(args.iter().all(|arg| self.truth(*arg, vars))),
            Op::Or => i64::from(args.iter().any(|arg| self.truth(*arg, vars))),
            Op::Implies => i64::from(!self.truth(args[0], vars) || self.truth(args[1], vars)),
            Op::Ite => {
                let chosen = if self.truth(args[0], vars) { args[1] } else { args[2] };
                self.value(chosen, vars)
            }
            Op::Eq => i64::from(self.value(args[0], vars) == self.value(args[1], vars)),
            Op::Le => i64::from(self.value(args[0], vars) <= self.value(args[1], vars)),
            Op::Lt => i64::from(self.value(args[0], vars) < self.value(args[1], vars)),
            Op::Div => self.value(args[0], vars).div_euclid(self.value(args[1], vars)),
            Op::Mod => self.value(args[0], vars).rem_euclid(self.value(args[1], vars)),
            Op::TruncDiv => self.value(args[0], vars) / self.value(args[1], vars),
            Op::TruncRem => self.value(args[0], vars) % self.value(args[1], vars),
            Op::Pow => {
                let exponent = self.value(args[1], vars);
                // A negative one stands for no number of steps.
                u32::try_from(exponent).map_or(1, |exponent| self.value(args[0], vars).saturating_pow(exponent))
            }
            Op::Add => args.iter().map(|arg| self.value(*arg, vars)).fold(0, i64::saturating_add),
            // What no execution makes may be beyond all ranges.
            Op::Mul => args.iter().map(|arg| self.value(*arg, vars)).fold(1, i64::saturating_mul),
            Op::Forall(bound) => i64::from(self.every(bound, args[0], vars, true)),
            Op::Exists(bound) => i64::from(!self.every(bound, args[0], vars, false)),
            Op::Min => self.value(args[0], vars).min(self.value(args[1], vars)),
            Op::IsPow2 => {
                let number = self.value(args[0], vars);
                i64::from(number > 0 && number.count_ones() == 1)
            }
            Op::Max => self.value(args[0], vars).max(self.value(args[1], vars)),
            Op::Fold(kind, var) => {
                let (low, high) = (self.value(args[0], vars), self.value(args[1], vars));
                let values = (low..=high).map(|at| {
                    vars.insert(*var, at);
                    self.value(args[2], vars)
                });
                match kind {
                    FoldKind::Sum => values.fold(0, i64::saturating_add),
                    FoldKind::Prod => values.fold(1, i64::saturating_mul),
                    // Where there is no value, it may be any.
                    FoldKind::MinOver => values.min().unwrap_or(-1_000),
                    FoldKind::MaxOver => values.max().unwrap_or(1_000),
                    other => panic!("random kernels have no {other:?}"),
                }
            }
            other => panic!("random kernels have no {other:?}"),
        }
    }

    /// Whether the body has that truth for all values of the variables.
    fn every(&self, bound: &[VarId], body: TermId, vars: &mut BTreeMap<VarId, i64>, truth: bool) -> bool {
        let Some((first, rest)) = bound.split_first() else { return self.truth(body, vars) == truth };
        let coordinate = ["tx", "bx"].iter().position(|name| self.executor.terms.var_info(*first).name == *name);
        let domain = match (&self.only, coordinate) {
            (Some(only), Some(at)) => only[at]..=only[at],
            _ => DOMAIN,
        };
        domain.into_iter().all(|at| {
            vars.insert(*first, at);
            self.every(rest, body, vars, truth)
        })
    }
}

fn numbers(set: &[bool]) -> Vec<i64> {
    set.iter().map(|member| i64::from(*member)).collect()
}
