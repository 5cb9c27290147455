//! What a launch shows that was run for all data (AMP-9), and how people see it.

use crate::base::{Diagnostic, Files, Severity, Span, codes};
use crate::interp::{
    Amplified, AmplifiedEnd, Comes, Remark, RemarkKind, Setup, Sink, Source, Violation, ViolationKind,
};
use crate::kernel::determinism;
use crate::kernel::ir::{Array, ArrayId, AssertOrigin, Kernel, LocalId, LocalRole, Space, StmtKind, occurs};

use super::counterexample::LaunchShape;
use super::execution::{dimensions, violation_entry};
use super::model::{AmplifiedLaunch, Dependence, Inputs, KernelReport, LaunchFrom, TaskResult, brief};
use super::render::{Text, place, tone};
use super::status::KernelVerdict;
use super::violation;

// ── from what a run found ───────────────────────────────────────────────────────────────────────

/// What a run found of a kernel, to be shown.
pub struct Shown<'r> {
    /// The kernel that was run.
    pub kernel: &'r Kernel,
    /// Its launch and inputs.
    pub setup: &'r Setup,
    /// What the run showed.
    pub found: &'r Amplified,
    /// The texts that spans point into.
    pub sources: &'r Files,
}

impl Shown<'_> {
    /// The launch, with what the prover made of what the run left open.
    pub fn launch(&self, from: LaunchFrom, closing: Option<KernelReport>) -> AmplifiedLaunch {
        let Shown { kernel, setup, found, sources } = *self;
        let (tasks, proved_on) = closing.map_or_else(Default::default, |report| (report.tasks, report.assumptions));
        let is_proved = tasks.iter().all(|task| task.verdict.is_proved());
        let verdict = self.verdict(is_proved);
        let is_open = verdict == KernelVerdict::Unknown;
        let entries = |all: &[Violation]| -> Vec<serde_json::Value> {
            let entry = |violation| serde_json::to_value(violation_entry(sources, kernel, violation));
            all.iter().map(|violation| entry(violation).expect("every key of an entry is a string")).collect()
        };
        let comes: Vec<&Comes> = match &found.end {
            AmplifiedEnd::Depends(comes) => vec![comes],
            _ => found.open_accesses.iter().map(|open| &open.comes).collect(),
        };
        AmplifiedLaunch {
            shape: Some(LaunchShape { block_dim: setup.block, grid_dim: setup.grid }),
            verdict,
            reason: if is_open { Some(self.reason(&tasks)) } else { None },
            inputs: self.inputs(),
            checked: self.checked(),
            assumptions: [self.assumptions(), proved_on].concat(),
            undetermined: self.undetermined(),
            depends: comes.iter().map(|comes| self.dependence(comes)).collect(),
            violations: [entries(&found.violations), if is_open { entries(&found.possible) } else { Vec::new() }],
            messages: self.messages(is_open, &comes),
            steps: found.steps,
            runs: found.runs,
            ..AmplifiedLaunch { tasks, ..AmplifiedLaunch::not_run(from, String::new()) }
        }
    }

    fn is_finished(&self) -> bool {
        matches!(self.found.end, AmplifiedEnd::Finished)
    }

    /// The verdict of the launch, for all data.
    fn verdict(&self, is_proved: bool) -> KernelVerdict {
        let has_race = |violation: &Violation| violation.kind == ViolationKind::Race;
        // Of nothing else there are tasks.
        let is_of_tasks = |violation: &Violation| matches!(violation.kind, ViolationKind::Race | ViolationKind::Bounds);
        match &self.found.end {
            _ if self.found.violations.iter().any(has_race) => KernelVerdict::Racy,
            _ if !self.found.violations.is_empty() => KernelVerdict::Refuted,
            // What the run leaves open is among the tasks.
            AmplifiedEnd::Stopped { .. } | AmplifiedEnd::Violated => KernelVerdict::Unknown,
            _ if is_proved && self.found.possible.iter().all(is_of_tasks) => KernelVerdict::RaceFree,
            _ => KernelVerdict::Unknown,
        }
    }

    /// Why nothing is claimed.
    fn reason(&self, tasks: &[TaskResult]) -> String {
        let steps = self.found.steps;
        let run = match &self.found.end {
            AmplifiedEnd::Depends(comes) => format!("{} depends on data", named_sink(comes.sink)),
            AmplifiedEnd::Undecided { reason, .. } => reason.clone(),
            AmplifiedEnd::StepLimit => format!("step limit: {steps} steps were executed, and nothing went wrong"),
            AmplifiedEnd::Stopped { span } => {
                let at = place(self.sources, *span);
                return format!("stopped after {steps} steps, at {at}; nothing went wrong up to there");
            }
            AmplifiedEnd::Finished if !self.found.possible.is_empty() => {
                "something goes wrong if data lead both ways at a branch".to_owned()
            }
            AmplifiedEnd::Finished | AmplifiedEnd::Violated => "an address depends on data".to_owned(),
        };
        match tasks.iter().find_map(|task| task.verdict.reason()).map(brief) {
            Some(why) => format!("{run}, and the prover does not settle it: {why}"),
            None => run,
        }
    }

    /// What the verdict covers.
    fn checked(&self) -> Vec<String> {
        let is_bounded = self.kernel.arrays.len() > self.unbounded().len();
        let all = [
            ("no data races", true),
            ("barriers are reached by whole blocks", true),
            ("array bounds", is_bounded),
            ("the same result in every run", self.undetermined().is_empty()),
            ("divisions", self.is_finished() && !self.found.open.contains(&ViolationKind::Division)),
        ];
        all.into_iter().filter(|(_, covers)| *covers).map(|(name, _)| name.to_owned()).collect()
    }

    /// What may make two runs end differently.
    fn undetermined(&self) -> Vec<(String, Span)> {
        let unwritten = self.found.remarks.iter().filter_map(|remark| match &remark.kind {
            RemarkKind::Uninitialised(name) => Some((format!("`{name}` is read before it is written"), remark.span)),
            _ => None,
        });
        // Only a run to the end shows all that is read before it is written.
        let unseen = ("the run did not come to its end".to_owned(), self.kernel.span);
        let unseen = (!self.is_finished()).then_some(unseen);
        determinism::broken_by(self.kernel).into_iter().chain(unwritten).chain(unseen).collect()
    }

    /// Arrays whose lengths nobody knows, so that accesses are not held against them.
    fn unbounded(&self) -> Vec<String> {
        let arrays = (0_u32..).map(ArrayId).zip(&self.kernel.arrays);
        let is_open = |array: &Array| array.extents.iter().any(Option::is_none) && array.space != Space::Ghost;
        let own = arrays.filter(|(id, array)| is_open(array) && !self.setup.arrays.contains_key(id));
        own.map(|(_, array)| array.name.clone()).collect()
    }

    /// Names of arrays of global memory.
    fn arrays(&self, which: impl Fn(&ArrayId) -> bool) -> Vec<String> {
        let arrays = (0_u32..).map(ArrayId).zip(&self.kernel.arrays);
        let own = arrays.filter(|(id, array)| array.space == Space::Global && which(id));
        own.map(|(_, array)| array.name.clone()).collect()
    }

    fn inputs(&self) -> Inputs {
        let Shown { kernel, setup, found, .. } = *self;
        let name = |local: &LocalId| kernel.locals[local.index()].name.clone();
        let value = |local: &LocalId| setup.scalars.get(local).map_or_else(|| "?".to_owned(), ToString::to_string);
        let locals = (0_u32..).map(LocalId).zip(&kernel.locals);
        let is_free = |id: &LocalId, role: LocalRole| {
            matches!(role, LocalRole::Param | LocalRole::Global) && !found.scalars.contains(id)
        };
        let free = locals.filter(|(id, local)| is_free(id, local.role));
        Inputs {
            values: found.scalars.iter().map(|local| (name(local), value(local))).collect(),
            contents: found.contents.iter().map(|array| kernel.arrays[array.index()].name.clone()).collect(),
            free_values: free.map(|(_, local)| local.name.clone()).collect(),
            free_contents: self.arrays(|array| !found.contents.contains(array)),
        }
    }

    fn assumptions(&self) -> Vec<String> {
        let mut all = self.kernel.assumptions.clone();
        all.push(
            "floats that an address or a branch hangs on are computed as IEEE says, and not contracted".to_owned(),
        );
        let is_aligned = |kind: &StmtKind| matches!(kind, StmtKind::Assert { origin: AssertOrigin::Aligned, .. });
        if occurs(&self.kernel.body, &is_aligned) {
            all.push("addresses are multiples of what the types of their accesses ask for".to_owned());
        }
        let unbounded = self.unbounded();
        if !unbounded.is_empty() {
            let names = unbounded.join(", ");
            all.push(format!("accesses stay within arrays whose length is not given: {names}"));
        }
        if !self.is_finished() {
            all.push("operations are defined".to_owned());
        } else if self.found.open.contains(&ViolationKind::Division) {
            all.push("operations whose operands are data are defined".to_owned());
        }
        all
    }

    fn dependence(&self, comes: &Comes) -> Dependence {
        let what = match comes.sink {
            Sink::Address => "address",
            Sink::Branch => "branch",
            Sink::Loop => "loop",
            Sink::Lanes => "lanes",
        };
        let sources = comes.sources.iter().map(|source| named(self.kernel, *source)).collect();
        Dependence { what: what.to_owned(), span: comes.span, sources, way: comes.way.clone() }
    }

    fn messages(&self, is_open: bool, comes: &[&Comes]) -> Vec<Diagnostic> {
        let Shown { kernel, found, sources, .. } = *self;
        let certain = found.violations.iter().map(|violation| violation::diagnostic(sources, kernel, violation));
        let possible = found.possible.iter().filter(|_| is_open).map(|possible| {
            let mut shown = violation::diagnostic(sources, kernel, possible);
            shown.severity = Severity::Warning;
            shown.note("a branch that data decides leads here: it goes wrong if data lead there")
        });
        let depends = comes.iter().filter(|_| is_open).map(|comes| dependence(kernel, comes));
        let end = match &found.end {
            AmplifiedEnd::Undecided { reason, span } if is_open => {
                Some(Diagnostic::new(codes::E0790, Severity::Error, reason.clone()).at(*span, "the run ends here"))
            }
            _ => None,
        };
        // Numbers wrap as the machine's do, which is often meant.
        let is_told = |remark: &&Remark| remark.kind != RemarkKind::Overflow;
        let remarks = found.remarks.iter().filter(is_told).map(violation::remark);
        certain.chain(possible).chain(depends).chain(end).chain(remarks).collect()
    }
}

fn named_sink(sink: Sink) -> &'static str {
    match sink {
        Sink::Address => "an address",
        Sink::Branch => "a branch that does more than assign",
        Sink::Loop => "how often a loop runs",
        Sink::Lanes => "which lanes take part",
    }
}

fn named(kernel: &Kernel, source: Source) -> String {
    match source {
        Source::Scalar(local) => format!("the value of `{}`", kernel.locals[local.index()].name),
        Source::Contents(array) => format!("the contents of `{}`", kernel.arrays[array.index()].name),
        Source::Uninitialised => "memory that nobody has written".to_owned(),
        Source::Atomic => "what an atomic operation finds, which hangs on the order of threads".to_owned(),
        Source::Anything => {
            "a value that is not the same in every run or on every machine: a clock, which lanes are active, a rounded function"
                .to_owned()
        }
    }
}

fn dependence(kernel: &Kernel, comes: &Comes) -> Diagnostic {
    let label = match comes.sink {
        Sink::Address => "this cell",
        Sink::Branch | Sink::Loop => "this condition",
        Sink::Lanes => "this mask",
    };
    let what = format!("{} depends on data", named_sink(comes.sink));
    let mut found = Diagnostic::new(codes::E0724, Severity::Error, what).at(comes.span, label);
    for statement in comes.way.iter().filter(|statement| **statement != comes.span) {
        found = found.also(*statement, "by way of this");
    }
    let from: Vec<String> = comes.sources.iter().map(|source| named(kernel, *source)).collect();
    found = found.note(format!("it comes from {}", from.join(", and from ")));
    let contents = comes.sources.iter().find_map(|source| match source {
        Source::Contents(array) => Some(kernel.arrays[array.index()].name.as_str()),
        _ => None,
    });
    match contents {
        Some(name) => found.note(format!(
            "help: with contents that the program fixes, --arg '{name}=[...]', the result holds for these"
        )),
        None => found,
    }
}

// ── for people ──────────────────────────────────────────────────────────────────────────────────

/// What is shown of launches in the source, each message once.
pub fn messages(launches: &[AmplifiedLaunch]) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = Vec::new();
    for message in launches.iter().flat_map(|launch| &launch.messages) {
        if !all.contains(message) {
            all.push(message.clone());
        }
    }
    all
}

/// The lines of a launch.
pub fn push(text: &mut Text, sources: &Files, launch: &AmplifiedLaunch) {
    let shape = launch.shape.map_or_else(
        || "launch".to_owned(),
        |shape| format!("block {}, grid {}", dimensions(shape.block_dim), dimensions(shape.grid_dim)),
    );
    let from = match launch.from {
        LaunchFrom::Host(span) => format!(" ({})", place(sources, span)),
        LaunchFrom::Example => " (an example: not all of it is the program's)".to_owned(),
        LaunchFrom::CommandLine | LaunchFrom::Listed => String::new(),
    };
    text.push(&format!("    {shape}{from}: "));
    text.push_toned(tone(launch.verdict), launch.verdict.name());
    text.push(&launch.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}")));
    text.push("\n");
    let Inputs { values, contents, free_values, free_contents } = &launch.inputs;
    if launch.verdict == KernelVerdict::RaceFree {
        let all = [("every content of", free_contents), ("every value of", free_values)];
        let free: Vec<String> = all
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what} {}", names.join(", ")))
            .collect();
        let free = if free.is_empty() { "this input".to_owned() } else { free.join(", and ") };
        let fixed: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let contents = contents.iter().map(|array| format!("the contents of {array}"));
        let fixed: Vec<String> = fixed.into_iter().chain(contents).collect();
        let fixed = if fixed.is_empty() { "nothing fixed".to_owned() } else { fixed.join(", ") };
        text.push(&format!("        for {free}\n        with {fixed}\n"));
        for lifted in &launch.lifted {
            text.push(&format!("        also for every {lifted}: races, barriers, bounds\n"));
        }
        text.push(&format!("        checked: {}\n", launch.checked.join(", ")));
        for (why, span) in &launch.undetermined {
            text.push(&format!("        not the same in every run: {why} ({})\n", place(sources, *span)));
        }
    }
    if !launch.tasks.is_empty() {
        let proved = launch.tasks.iter().filter(|task| task.verdict.is_proved()).count();
        text.push(&format!("        left open by the run: {proved} of {} tasks proved\n", launch.tasks.len()));
    }
    if launch.runs > 0 {
        let runs = if launch.runs == 1 { "1 run".to_owned() } else { format!("{} runs", launch.runs) };
        text.push(&format!("        {} steps, {runs}\n", launch.steps));
    }
}
