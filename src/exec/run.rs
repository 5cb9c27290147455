//! A run from entry to end: the contract is assumed, the body executed, the contract proved (CLAUSE-1).

use std::rc::Rc;

use crate::base::Config;
use crate::base::config::{FloatMode, LaunchLimits};
use crate::kernel::ir::{Kernel, Type};
use crate::logic::TermId;
use crate::tasks::{REACHED, TaskKind, TaskSet};

use super::analysis::{Entry, unlawful};
use super::state::{Assumption, Executor, Log, View};

impl<'k> Executor<'k> {
    /// Executes the kernel; once more where its conversions ask for a smaller launch, which is a hypothesis from the start (LAUNCH-12).
    pub fn executed(kernel: &'k Kernel, config: &'k Config, function: Option<&'k Entry>) -> Executor<'k> {
        let mut executor = Executor::new(kernel, config, function);
        executor.run(&[]);
        let axes = executor.output.axes_of_few_threads();
        if !axes.is_empty() {
            executor = Executor::new(kernel, config, function);
            executor.run(&axes);
        }
        executor
    }

    /// The threads of these axes are taken to be no more than an `int` counts (LAUNCH-12).
    pub fn run(&mut self, few: &[usize]) {
        let counted = self.threads_are_few(few);
        for fact in self.grid.facts(&mut self.terms, self.config).into_iter().chain(counted) {
            self.assume(fact, "launch");
        }
        for (what, span) in unlawful(self.kernel, &self.mentions, &self.uniformity.locals) {
            self.unsupported(format!("an operator for CUB that {what}"), span);
        }
        self.entry_state();
        self.declare_operators();
        self.take_part();
        self.measure_arrays();
        self.requires();
        self.regions();
        let (everyone, required) = (self.here.control.path, self.here.context.len());
        self.list(&self.kernel.body);
        self.must_reach("end", REACHED, self.kernel.span, required);
        self.ensures(everyone);
    }

    fn requires(&mut self) {
        let (kernel, everyone) = (self.kernel, self.here.control.path);
        let view = self.contract_view();
        for (at, clause) in kernel.contract.requires.iter().enumerate() {
            let fact = self.clause(clause, everyone, &view);
            self.prove_defined(&format!("requires{}", at + 1), clause.span, everyone);
            self.assume(fact, format!("requires {}", at + 1));
        }
        if let (Some(first), Some(last)) = (kernel.contract.requires.first(), kernel.contract.requires.last()) {
            self.vacuity("contract", first.span.to(last.span));
        }
    }

    fn ensures(&mut self, everyone: TermId) {
        let kernel = self.kernel;
        self.here.statement = kernel.span;
        let view = self.contract_view();
        for (at, clause) in kernel.contract.ensures.iter().enumerate() {
            self.prove(&format!("ensures{}", at + 1), TaskKind::Ensures, clause, everyone, &view);
        }
    }

    fn contract_view(&self) -> View {
        let mut store = (*self.memory.now).clone();
        self.params_at_entry(&mut store);
        View { store: Rc::new(store), ..self.spec_view(None) }
    }

    /// The tasks and the record. Where something is not modelled there are no tasks.
    pub fn finish(mut self) -> (TaskSet, Log) {
        self.assume_what_is_always();
        let output = self.output;
        let set = TaskSet {
            kernel: self.kernel.name.clone(),
            terms: self.terms,
            launch: self.grid.launch,
            hypotheses: output.hypotheses,
            tasks: if output.unsupported.is_empty() { output.tasks } else { Vec::new() },
            lighter: output.lighter,
            reach: output.reach,
            assumptions: output.assumptions.iter().map(Assumption::text).chain(output.stated).collect(),
            notes: output.notes,
            unsupported: output.unsupported,
        };
        (set, self.log)
    }

    /// What kernel and configuration alone take for granted.
    fn assume_what_is_always(&mut self) {
        let (kernel, assumptions) = (self.kernel, &mut self.output.assumptions);
        assumptions.insert(Assumption::RaceFreedom);
        if !kernel.contract.requires.is_empty() {
            assumptions.insert(Assumption::SatisfiableContract);
        }
        let mut types =
            kernel.locals.iter().map(|local| local.ty).chain(kernel.arrays.iter().map(|array| array.element));
        if types.any(Type::is_fractional) {
            assumptions.insert(match self.config.float {
                FloatMode::Real => Assumption::RealFloats,
                FloatMode::Exact => Assumption::NoContraction,
            });
        }
        let dimensions = [("blockDim", self.grid.block_used), ("gridDim", self.grid.grid_used)];
        let unused = dimensions.into_iter().flat_map(|(name, used)| {
            ["x", "y", "z"]
                .into_iter()
                .zip(used)
                .filter(|(_, used)| !used)
                .map(move |(axis, _)| format!("{name}.{axis}"))
        });
        let ones: Vec<String> = unused.collect();
        if !ones.is_empty() {
            assumptions.insert(Assumption::AreOne(ones));
        }
        if self.config.launch_limits == LaunchLimits::Hardware {
            assumptions.insert(Assumption::HardwareLimits);
        }
    }
}
