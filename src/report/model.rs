//! The results of a run: files, kernels, tasks. Spans and diagnostics are kept as they are; the
//! forms for people and for tools are made from this at the end.

use crate::base::config::Required;
use crate::base::{Diagnostic, Files, Severity, Span, codes, portable};
use crate::kernel::ir::Kernel;
use crate::store::Earlier;
use crate::syntax::tree::Unsupported;
use crate::tasks::{Task, TaskKind};
use borsh::{BorshDeserialize, BorshSerialize};

use super::conflict::{Conflict, Divergence};
use super::counterexample::{Counterexample, LaunchShape};
use super::outline::Outline;
use super::shard::Part;
use super::status::KernelVerdict;

/// The command that a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Everything that a contract and safety ask for.
    Prove,
    /// Races and barriers only.
    Races,
    /// What is modelled and what is not.
    Check,
    /// What contracts might say.
    Suggest,
    /// Launches that are run for all data.
    Amplify,
    /// One launch in the interpreter.
    Run,
    /// The tasks as they are at a stage.
    Vcs,
    /// Solvers that are there or to be installed.
    Solvers,
    /// What the code of a diagnostic means.
    Explain,
}

impl Command {
    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Command::Prove => "prove",
            Command::Races => "races",
            Command::Check => "check",
            Command::Suggest => "suggest",
            Command::Amplify => "amplify",
            Command::Run => "run",
            Command::Vcs => "vcs",
            Command::Solvers => "solvers",
            Command::Explain => "explain",
        }
    }

    /// The command of that name, if its work may be dealt to several machines.
    pub fn sharded(name: &str) -> Option<Command> {
        [Command::Prove, Command::Races].into_iter().find(|command| command.name() == name)
    }
}

/// Everything that a run found.
#[derive(Clone, Debug)]
pub struct Run {
    /// None when the command line could not be read.
    pub command: Option<Command>,
    /// The texts that spans point into.
    pub sources: Files,
    /// What a success must be, so that it counts as one.
    pub required: Required,
    /// What belongs to no file: the command line, the environment, solvers.
    pub diagnostics: Vec<Diagnostic>,
    /// In the order of the report.
    pub files: Vec<FileReport>,
    /// Wall clock of the whole run.
    pub seconds: f64,
    /// The run was stopped before it was through; what is here is what was found until then.
    pub interrupted: bool,
    /// The files that it did not come to, then.
    pub not_reached: Vec<String>,
    /// Which part of a run it is, where it is not a whole one.
    pub part: Option<Part>,
}

impl Run {
    /// A run that has found nothing yet.
    pub fn new(command: Command, sources: Files) -> Run {
        Run {
            command: Some(command),
            sources,
            required: Required::default(),
            diagnostics: Vec::new(),
            files: Vec::new(),
            seconds: 0.0,
            interrupted: false,
            not_reached: Vec::new(),
            part: None,
        }
    }

    /// A run of no command: for what goes wrong before one is known.
    pub fn empty() -> Run {
        Run { command: None, ..Run::new(Command::Prove, Files::new()) }
    }

    /// The kernels of all files, in the order of the report.
    pub fn kernels(&self) -> impl Iterator<Item = &KernelReport> {
        self.files.iter().flat_map(|file| &file.kernels)
    }

    /// All diagnostics: of the run, of its files and of their kernels.
    pub fn all_diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let of_files = self
            .files
            .iter()
            .flat_map(|file| file.diagnostics.iter().chain(file.kernels.iter().flat_map(|kernel| &kernel.diagnostics)));
        self.diagnostics.iter().chain(of_files)
    }
}

/// What was found in a file.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub struct FileReport {
    /// As given on the command line.
    pub path: String,
    /// Those of the file itself; kernels keep their own.
    pub diagnostics: Vec<Diagnostic>,
    /// In source order.
    pub kernels: Vec<KernelReport>,
    /// Which of the file's each kernel is, in the order of a whole run.
    pub numbers: Vec<usize>,
}

/// What a section of the report is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, BorshSerialize, BorshDeserialize)]
pub enum Role {
    /// A `__global__` function or an instance of one.
    Kernel,
    /// A lemma or a recursive definition.
    Lemma,
}

impl Role {
    /// The word in the JSON document: `kernel` or `lemma`.
    pub fn name(self) -> &'static str {
        match self {
            Role::Kernel => "kernel",
            Role::Lemma => "lemma",
        }
    }
}

/// What was found out about a kernel, a lemma or a recursive definition.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct KernelReport {
    /// Which of these it is.
    pub role: Role,
    /// With template arguments: `scan` or `scan<float>`.
    pub name: String,
    /// The kernel's header.
    pub span: Span,
    /// What follows from the rest, as [`super::verdict`] says.
    pub verdict: KernelVerdict,
    /// Which launches that is about.
    pub scope: Scope,
    /// What its contract says, and what more it might say.
    pub contract: ContractReport,
    /// What was looked at, and what was not.
    pub coverage: Coverage,
    /// What the verdict rests on, a sentence each.
    pub assumptions: Vec<String>,
    /// What its text says beside its tasks.
    pub outline: Outline,
    /// What there is to say about the kernel itself, such as errors in its contract.
    pub diagnostics: Vec<Diagnostic>,
    /// What became of each of its tasks.
    pub tasks: Vec<TaskResult>,
    /// Races that are possible or confirmed, one for each two places.
    pub races: Vec<Conflict>,
    /// Barriers that may diverge.
    pub barriers: Vec<Divergence>,
    /// What is not modelled: where there is something, nothing is claimed about the kernel.
    pub unsupported: Vec<Unsupported>,
    /// What all of its tasks took.
    pub cost: Cost,
}

/// Which launches a verdict is about.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub enum Scope {
    /// Every one that meets the `requires` clauses.
    EveryLaunch,
    /// Those of the dimensions that the command line gives.
    GivenLaunch,
    /// Those that the program makes, as far as its code is there.
    AsLaunched(Vec<Launched>),
    /// Those that were run, for all data.
    Amplified,
}

impl Scope {
    /// As reports name it: `every-launch`, `given-launch`, `as-launched` or `amplified`.
    pub fn name(&self) -> &'static str {
        match self {
            Scope::EveryLaunch => "every-launch",
            Scope::GivenLaunch => "given-launch",
            Scope::AsLaunched(_) => "as-launched",
            Scope::Amplified => "amplified",
        }
    }

    /// Whether there may be launches that meet the `requires` clauses and are not among these.
    pub fn is_narrower(&self) -> bool {
        match self {
            Scope::EveryLaunch => false,
            Scope::GivenLaunch | Scope::AsLaunched(_) | Scope::Amplified => true,
        }
    }

    /// The launches that the program makes, where the verdict is about them.
    pub fn launched(&self) -> &[Launched] {
        match self {
            Scope::AsLaunched(launched) => launched,
            Scope::EveryLaunch | Scope::GivenLaunch | Scope::Amplified => &[],
        }
    }
}

/// A launch of the program, with what is known of it.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Launched {
    /// Where it stands.
    pub place: Span,
    /// The headers of the host's functions on the way there, the outermost first.
    pub calls: Vec<Span>,
    /// What is known of it, and where the host's code says so.
    pub facts: Vec<(String, Span)>,
    /// What follows for these launches.
    pub verdict: KernelVerdict,
    /// The program makes each launch that meets the facts, for some input.
    pub is_realised: bool,
}

/// What a contract says, and what more it might say.
#[derive(Clone, Default, Debug, BorshSerialize, BorshDeserialize)]
pub struct ContractReport {
    /// There is an `ensures`: something is said of what the kernel computes.
    pub has_ensures: bool,
    /// Clauses that `suggest` offers; the verdict is that of the kernel with them.
    pub offers: Vec<Offer>,
}

/// A clause that a contract might have.
#[derive(Clone, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub struct Offer {
    /// As one writes it behind `//@`.
    pub text: String,
    /// What it is good for, in words.
    pub why: String,
    /// The code of the host that says so, or the loop that it is about.
    pub place: Option<Span>,
    /// Before what it is written; before the kernel where there is nothing.
    pub before: Option<Span>,
}

/// What a verdict covers.
#[derive(Clone, Default, Debug, BorshSerialize, BorshDeserialize)]
pub struct Coverage {
    /// What had obligations or was shown to have none: "functional", "barriers", "bounds", ...
    pub checked: Vec<String>,
    /// What was not looked at, in words.
    pub not_checked: Vec<String>,
    /// What launches showed that were run for all data.
    pub amplified: Vec<AmplifiedLaunch>,
}

/// Where a launch comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub enum LaunchFrom {
    /// `--block` and `--grid`.
    CommandLine,
    /// `--launches`.
    Listed,
    /// The host's code.
    Host(Span),
    /// The host's code, with arguments of the command line for what it does not fix.
    Example,
}

/// What a launch shows of all data.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct AmplifiedLaunch {
    /// Where the launch comes from.
    pub from: LaunchFrom,
    /// Its dimensions, where they are known.
    pub shape: Option<LaunchShape>,
    /// What is said of it.
    pub verdict: KernelVerdict,
    /// Why nothing is claimed.
    pub reason: Option<String>,
    /// Which inputs are fixed, and which are free.
    pub inputs: Inputs,
    /// What the verdict covers.
    pub checked: Vec<String>,
    /// What it rests on.
    pub assumptions: Vec<String>,
    /// What need not be as it is in this launch, each for itself: `gridDim.x`, `n`.
    pub lifted: Vec<String>,
    /// What may make two runs on one input end differently, and where.
    pub undetermined: Vec<(String, Span)>,
    /// Where data comes to what the launch hangs on.
    pub depends: Vec<Dependence>,
    /// What goes wrong whatever the data are, and what goes wrong if data lead there, each as the document of `run` has it.
    #[borsh(serialize_with = "portable::write_json", deserialize_with = "portable::read_json")]
    pub violations: [Vec<serde_json::Value>; 2],
    /// What is shown of all that in the source.
    pub messages: Vec<Diagnostic>,
    /// What the prover was asked for.
    pub tasks: Vec<TaskResult>,
    /// Statements of threads in the last run.
    pub steps: u64,
    /// Runs, until all was given that the launch hangs on.
    pub runs: u32,
}

/// The inputs of a launch by name.
#[derive(Clone, Default, Debug, BorshSerialize, BorshDeserialize)]
pub struct Inputs {
    /// Scalars that are fixed, with their values.
    pub values: Vec<(String, String)>,
    /// Arrays whose contents are fixed.
    pub contents: Vec<String>,
    /// Scalars of any value.
    pub free_values: Vec<String>,
    /// Arrays of any contents.
    pub free_contents: Vec<String>,
}

/// Data that comes to something that the launch hangs on.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Dependence {
    /// `address`, `branch`, `loop` or `lanes`.
    pub what: String,
    /// Where it stands.
    pub span: Span,
    /// The inputs that it comes from, in words.
    pub sources: Vec<String>,
    /// The statements on the way, the first one first.
    pub way: Vec<Span>,
}

impl AmplifiedLaunch {
    /// A launch that was not run.
    pub fn not_run(from: LaunchFrom, why: String) -> AmplifiedLaunch {
        AmplifiedLaunch {
            from,
            shape: None,
            verdict: KernelVerdict::Unknown,
            reason: Some(why),
            inputs: Inputs::default(),
            checked: Vec::new(),
            assumptions: Vec::new(),
            lifted: Vec::new(),
            undetermined: Vec::new(),
            depends: Vec::new(),
            violations: [Vec::new(), Vec::new()],
            messages: Vec::new(),
            tasks: Vec::new(),
            steps: 0,
            runs: 0,
        }
    }
}

/// What tasks took.
#[derive(Clone, Default, Debug, BorshSerialize, BorshDeserialize)]
pub struct Cost {
    /// Time for making and simplifying tasks.
    pub vc_seconds: f64,
    /// Time in solvers, summed over processes.
    pub smt_seconds: f64,
    /// Nodes of all tasks before simplification.
    pub vc_size_raw: u64,
    /// Nodes of all tasks after simplification.
    pub vc_size: u64,
    /// The earlier run that has found all this, if it was one.
    pub known: Option<Earlier>,
}

impl Cost {
    /// Adds what other tasks took.
    pub fn add(&mut self, other: &Cost) {
        self.vc_seconds += other.vc_seconds;
        self.smt_seconds += other.smt_seconds;
        self.vc_size_raw += other.vc_size_raw;
        self.vc_size += other.vc_size;
    }
}

impl KernelReport {
    /// A kernel of which nothing is proved yet.
    pub fn of(kernel: &Kernel) -> KernelReport {
        let found = kernel.source.invariants.iter().map(|(name, text)| {
            let place = kernel.loops.iter().find(|known| known.name() == *name).map_or(kernel.span, |known| known.span);
            let message = format!("{name} keeps an invariant that nobody wrote; it is proved with the rest");
            Diagnostic::new(codes::W0700, Severity::Note, message).at(place, "").note(format!("{text};"))
        });
        KernelReport {
            assumptions: kernel.assumptions.clone(),
            diagnostics: kernel.diagnostics.iter().cloned().chain(found).collect(),
            unsupported: kernel.unsupported.clone(),
            contract: ContractReport { has_ensures: !kernel.contract.ensures.is_empty(), offers: Vec::new() },
            outline: Outline::of(kernel),
            ..KernelReport::new(&kernel.name, kernel.span)
        }
    }

    /// Whether something is wrong with its text.
    pub fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Adds a construct that is not modelled, once.
    pub fn add_unsupported(&mut self, found: &Unsupported) {
        if !self.unsupported.contains(found) {
            self.unsupported.push(found.clone());
        }
    }

    /// A kernel of which nothing is known yet.
    pub fn new(name: impl Into<String>, span: Span) -> KernelReport {
        KernelReport {
            role: Role::Kernel,
            name: name.into(),
            span,
            verdict: KernelVerdict::Unknown,
            scope: Scope::EveryLaunch,
            contract: ContractReport::default(),
            coverage: Coverage::default(),
            assumptions: Vec::new(),
            outline: Outline::default(),
            diagnostics: Vec::new(),
            tasks: Vec::new(),
            races: Vec::new(),
            barriers: Vec::new(),
            unsupported: Vec::new(),
            cost: Cost::default(),
        }
    }
}

/// A task and what became of it.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct TaskResult {
    /// `vectorAdd/loop1/invariant2/preserved`.
    pub id: String,
    /// The kind of obligation.
    pub kind: TaskKind,
    /// The annotation (or, where there is none, the expression) that gives rise to the task.
    pub span: Span,
    /// The statement at which it must hold.
    pub statement_span: Option<Span>,
    /// What became of it.
    pub verdict: TaskVerdict,
    /// Of a clause that is open: which of its parts are.
    pub parts: Option<Parts>,
    /// Clauses any of which makes it hold, proved to do so.
    pub suggested_requires: Vec<String>,
    /// Of a contract that can be met: a launch that meets it, "block 2, grid 3, n = 6".
    pub met_by: Option<String>,
    /// Who decided it: a solver's name, or "simplifier".
    pub solver: Option<String>,
    /// Time spent on it, simplification included.
    pub seconds: f64,
    /// Rounds of extra heuristics that were spent.
    pub rounds: u32,
    /// Nodes before simplification.
    pub size_raw: u64,
    /// Nodes after simplification.
    pub size: u64,
    /// What became of it on its way to the solvers, where that is asked for.
    pub journey: Vec<Stage>,
}

/// The conjuncts of a clause, each tried as a clause of its own.
#[derive(Clone, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub struct Parts {
    /// How many there are.
    pub all: usize,
    /// Where those stand that are not proved.
    pub open: Vec<Span>,
}

impl Parts {
    /// Those that are not proved where others are.
    pub fn some(&self) -> &[Span] {
        if self.open.len() < self.all { &self.open } else { &[] }
    }
}

/// A task at a stage of its way.
#[derive(Clone, PartialEq, Debug, BorshSerialize, BorshDeserialize)]
pub struct Stage {
    /// "as generated", "after rewrite" and so on.
    pub name: String,
    /// Its hypotheses and its goal, a line each.
    pub text: String,
    /// Its nodes.
    pub size: usize,
}

impl TaskResult {
    /// A task that nobody has tried yet.
    pub fn of(task: &Task) -> TaskResult {
        TaskResult { statement_span: task.statement, ..TaskResult::new(&task.id, task.kind, task.span) }
    }

    /// A task that nobody has tried yet.
    pub fn new(id: impl Into<String>, kind: TaskKind, span: Span) -> TaskResult {
        TaskResult {
            id: id.into(),
            kind,
            span,
            statement_span: None,
            verdict: TaskVerdict::Skipped { reason: "not tried".to_string() },
            parts: None,
            suggested_requires: Vec::new(),
            met_by: None,
            solver: None,
            seconds: 0.0,
            rounds: 0,
            size_raw: 0,
            size: 0,
            journey: Vec::new(),
        }
    }
}

/// What stands between a reason and what the solvers said, which is for those who want to know all.
pub const DETAILS: &str = " (solvers said: ";

/// A reason without what the solvers said.
pub fn brief(reason: &str) -> &str {
    reason.split_once(DETAILS).map_or(reason, |(brief, _)| brief)
}

/// What became of a task.
#[derive(Clone, PartialEq, Debug, BorshSerialize, BorshDeserialize)]
pub enum TaskVerdict {
    /// It holds; of a contract, that it can be met.
    Proved,
    /// Shown false: by a replayed launch, or (vacuity) by contradictory hypotheses.
    Refuted {
        /// The run; none where hypotheses contradict each other.
        counterexample: Option<Box<Counterexample>>,
    },
    /// Tried, and neither proved nor shown false.
    Unknown {
        /// Why, in words: "neither solver found a proof (solvers said: cvc5: incomplete; z3: time limit)".
        reason: String,
    },
    /// Not tried.
    Skipped {
        /// Why it was not tried.
        reason: String,
    },
}

impl TaskVerdict {
    /// The word in the JSON document: `proved`, `refuted`, `unknown` or `skipped`.
    pub fn name(&self) -> &'static str {
        match self {
            TaskVerdict::Proved => "proved",
            TaskVerdict::Refuted { .. } => "refuted",
            TaskVerdict::Unknown { .. } => "unknown",
            TaskVerdict::Skipped { .. } => "skipped",
        }
    }

    /// Whether the task is known to hold.
    pub fn is_proved(&self) -> bool {
        *self == TaskVerdict::Proved
    }

    /// Why it was not decided.
    pub fn reason(&self) -> Option<&str> {
        match self {
            TaskVerdict::Unknown { reason } | TaskVerdict::Skipped { reason } => Some(reason),
            TaskVerdict::Proved | TaskVerdict::Refuted { .. } => None,
        }
    }
}
