//! What a page shows of a kernel.

use serde::Serialize;

use crate::report::counterexample::{Blame, Counterexample};
use crate::report::document::{
    AccessEntry, AmplifiedEntry, BarrierEntry, DiagnosticEntry, FactEntry, FindingEntry, KernelEntry, LaunchedEntry,
    LoopEntry, RaceEntry, SpanEntry, TaskEntry,
};
use crate::report::execution::dimensions;
use crate::report::{LaunchShape, Stage, Standing};

use super::gutter::of_task;
use super::pictures::{self, Picture, Waits};
use super::places::{Excerpt, Here, Place};

/// A kernel, a lemma or a recursive definition.
#[derive(Serialize)]
pub struct KernelView {
    anchor: String,
    name: String,
    role: &'static str,
    line: usize,
    verdict: &'static str,
    status: Standing,
    scope: &'static str,
    contract: &'static str,
    groups: Vec<Group>,
    seconds: f64,
    not_checked: Vec<String>,
    assumptions: Vec<String>,
    findings: Vec<FindingView>,
    races: Vec<RaceView>,
    barriers: Vec<BarrierView>,
    pictures: Vec<Picture>,
    loops: Vec<LoopView>,
    launched: Vec<LaunchedView>,
    launches: Vec<LaunchView>,
    offers: Vec<OfferView>,
    unsupported: Vec<UnsupportedView>,
    tasks: Vec<TaskView>,
}

/// Tasks that are talked about together.
#[derive(Serialize)]
struct Group {
    title: String,
    proved: usize,
    all: usize,
    status: Standing,
}

/// Something that is in the way.
#[derive(Serialize)]
pub struct FindingView {
    anchor: String,
    code: &'static str,
    severity: &'static str,
    status: &'static str,
    message: String,
    place: Option<Place>,
    label: String,
    related: Vec<LabelView>,
    notes: Vec<String>,
    help: &'static str,
    counterexample: Option<CounterexampleView>,
}

#[derive(Serialize)]
struct LabelView {
    place: Place,
    label: String,
}

#[derive(Serialize)]
struct CounterexampleView {
    inputs: String,
    arrays: Vec<String>,
    explanation: String,
    expected: String,
    found: String,
    thread: String,
    blame: &'static str,
    command: String,
}

#[derive(Serialize)]
struct RaceView {
    anchor: String,
    array: String,
    kind: &'static str,
    proof: &'static str,
    confirmed: bool,
    same_value: bool,
    cell: String,
    launch: String,
    command: String,
    approximated: Vec<WhatView>,
    suggested: Vec<String>,
    sides: [SideView; 2],
}

#[derive(Serialize)]
struct WhatView {
    what: String,
    place: Option<Place>,
}

#[derive(Serialize)]
struct SideView {
    who: String,
    does: &'static str,
    /// What was read or written, in the run that shows the race.
    value: String,
    place: Option<Place>,
    excerpt: Vec<Excerpt>,
}

#[derive(Serialize)]
struct BarrierView {
    anchor: String,
    place: Option<Place>,
    confirmed: bool,
    launch: String,
    command: String,
    explanation: String,
    excerpt: Vec<Excerpt>,
    threads: Vec<Waits>,
    columns: u64,
    note: String,
}

#[derive(Serialize)]
struct LoopView {
    name: String,
    line: usize,
    given: Vec<String>,
    inferred: Vec<String>,
}

#[derive(Serialize)]
struct LaunchedView {
    place: Option<Place>,
    verdict: &'static str,
    realised: bool,
    calls: Vec<Place>,
    facts: Vec<FactView>,
}

#[derive(Serialize)]
struct FactView {
    text: String,
    place: Option<Place>,
}

/// A launch that was run for all data.
#[derive(Serialize)]
struct LaunchView {
    title: String,
    verdict: &'static str,
    reason: String,
    fixed: Vec<String>,
    free: Vec<String>,
    lifted: Vec<String>,
    assumptions: Vec<String>,
    depends: Vec<String>,
}

#[derive(Serialize)]
struct OfferView {
    text: String,
    why: String,
    place: Option<Place>,
}

#[derive(Serialize)]
struct UnsupportedView {
    construct: String,
    place: Option<Place>,
}

#[derive(Serialize)]
struct TaskView {
    anchor: String,
    id: String,
    kind: &'static str,
    title: String,
    verdict: &'static str,
    status: Standing,
    place: Option<Place>,
    solver: String,
    seconds: f64,
    rounds: u32,
    size_raw: u64,
    size: u64,
    reason: String,
    suggested: Vec<String>,
    met_by: String,
    journey: Vec<StageView>,
}

/// A task at a stage of its way.
#[derive(Serialize)]
struct StageView {
    stage: String,
    text: String,
    size: usize,
}

/// The launches that a verdict is about, in words.
pub fn scope(name: &str) -> &'static str {
    match name {
        "given-launch" => "for the launch that is given",
        "as-launched" => "as the program launches it",
        "amplified" => "for these launches and all data",
        _ => "for every launch",
    }
}

impl KernelView {
    /// The kernel with this number on its page.
    pub fn of(kernel: &KernelEntry, number: usize, here: &Here<'_>) -> KernelView {
        let anchor = format!("k{number}");
        KernelView {
            name: kernel.name.clone(),
            role: kernel.role,
            line: kernel.line,
            verdict: kernel.verdict.name(),
            status: Standing::from(kernel.verdict),
            scope: scope(kernel.scope),
            contract: match kernel.checked.iter().any(|what| what == "functional") {
                true => "what it computes is said",
                false => "what it computes is not said",
            },
            groups: groups(kernel),
            seconds: kernel.vc_seconds + kernel.smt_seconds,
            not_checked: kernel.not_checked.clone(),
            assumptions: kernel.assumptions.clone(),
            findings: numbered(&kernel.findings, |at, found| {
                FindingView::of_finding(found, kernel, &format!("f-{anchor}-{at}"), here)
            }),
            races: numbered(&kernel.races, |at, race| RaceView::of(race, format!("r-{anchor}-{at}"), here)),
            barriers: numbered(&kernel.barriers, |at, found| BarrierView::of(found, format!("b-{anchor}-{at}"), here)),
            pictures: pictures::of_kernel(kernel),
            loops: kernel.outline.loops.iter().map(LoopView::of).collect(),
            launched: kernel.launched.iter().map(|launched| LaunchedView::of(launched, here)).collect(),
            launches: kernel.amplified.iter().map(LaunchView::of).collect(),
            offers: kernel
                .offers
                .iter()
                .map(|offer| OfferView {
                    text: offer.text.clone(),
                    why: offer.why.clone(),
                    place: place(offer.span.as_ref(), here),
                })
                .collect(),
            unsupported: kernel
                .unsupported
                .iter()
                .map(|found| UnsupportedView { construct: found.construct.clone(), place: here.place(&found.span) })
                .collect(),
            tasks: numbered(&kernel.tasks, |at, task| TaskView::of(task, format!("t-{anchor}-{at}"), here)),
            anchor,
        }
    }
}

fn numbered<Entry, View>(all: &[Entry], view: impl Fn(usize, &Entry) -> View) -> Vec<View> {
    all.iter().enumerate().map(|(at, entry)| view(at + 1, entry)).collect()
}

fn place(span: Option<&SpanEntry>, here: &Here<'_>) -> Option<Place> {
    span.and_then(|span| here.place(span))
}

/// Tasks by what they are called together, in the order in which they come.
fn groups(kernel: &KernelEntry) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for task in &kernel.tasks {
        let at = groups.iter().position(|group| group.title == task.title).unwrap_or(groups.len());
        if at == groups.len() {
            groups.push(Group { title: task.title.to_owned(), proved: 0, all: 0, status: Standing::Proved });
        }
        let group = &mut groups[at];
        group.all += 1;
        group.proved += usize::from(task.verdict == "proved");
        group.status = group.status.max(of_task(task.verdict));
    }
    groups
}

/// The dimensions of a launch, in words.
pub fn shown(launch: Option<LaunchShape>) -> String {
    launch.map_or_else(String::new, |launch| {
        format!("block {}, grid {}", dimensions(launch.block_dim), dimensions(launch.grid_dim))
    })
}

fn text(value: Option<&impl ToString>) -> String {
    value.map_or_else(String::new, ToString::to_string)
}

impl FindingView {
    /// What is said of the file or the run.
    pub fn of_diagnostic(found: &DiagnosticEntry, number: usize, here: &Here<'_>) -> FindingView {
        let status = if found.severity == "error" { "unknown" } else { "" };
        FindingView::of(found, status, format!("d{number}"), here)
    }

    fn of_finding(found: &FindingEntry, kernel: &KernelEntry, anchor: &str, here: &Here<'_>) -> FindingView {
        let mut view = FindingView::of(&found.message, found.status.name(), anchor.to_owned(), here);
        let of_task = |task: &TaskEntry| task.counterexample.clone().filter(|_| found.tasks.contains(&task.id));
        // A race shows its launch itself.
        if let Some(shown) = kernel.tasks.iter().find_map(of_task).filter(|_| found.race.is_none()) {
            let lines = shown.shown();
            view.notes.retain(|note| !lines.contains(note));
            view.counterexample = Some(CounterexampleView::of(&shown));
        }
        view
    }

    fn of(found: &DiagnosticEntry, status: &'static str, anchor: String, here: &Here<'_>) -> FindingView {
        let label = |related: &crate::report::document::LabelEntry| {
            Some(LabelView { place: here.place(&related.span)?, label: related.text.clone() })
        };
        FindingView {
            anchor,
            code: found.code,
            severity: found.severity,
            status,
            message: found.message.clone(),
            place: place(found.span.as_ref(), here),
            label: found.label.clone(),
            related: found.related.iter().filter_map(label).collect(),
            notes: found.notes.clone(),
            help: super::help(found.code),
            counterexample: None,
        }
    }
}

impl CounterexampleView {
    fn of(shown: &Counterexample) -> CounterexampleView {
        CounterexampleView {
            inputs: shown.inputs(),
            arrays: shown.contents(),
            explanation: shown.explanation.clone(),
            expected: text(shown.expected.as_ref()),
            found: text(shown.found.as_ref()),
            thread: text(shown.thread.as_ref()),
            blame: match shown.blame {
                Blame::Code => "code",
                Blame::Annotation => "annotation",
            },
            command: shown.command.clone(),
        }
    }
}

impl RaceView {
    fn of(race: &RaceEntry, anchor: String, here: &Here<'_>) -> RaceView {
        let cell = match (race.index, &race.coordinates[..]) {
            (Some(index), _) => format!("element {index}"),
            (None, []) => String::new(),
            (None, numbers) => format!("({})", numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
        };
        RaceView {
            anchor,
            array: race.array.clone(),
            kind: race.kind,
            proof: race.proof,
            confirmed: race.confirmed,
            same_value: race.same_value,
            cell,
            launch: shown(race.launch),
            command: race.command.clone().unwrap_or_default(),
            approximated: race
                .approximated
                .iter()
                .map(|found| WhatView { what: found.what.clone(), place: here.place(&found.span) })
                .collect(),
            suggested: race.suggested_requires.iter().map(|clause| format!("requires {clause};")).collect(),
            sides: [(&race.first, "one thread"), (&race.second, "another thread")]
                .map(|(side, unnamed)| SideView::of(side, unnamed, here)),
        }
    }
}

impl SideView {
    fn of(side: &AccessEntry, unnamed: &str, here: &Here<'_>) -> SideView {
        SideView {
            value: text(side.value.as_ref()),
            who: side.thread.map_or_else(|| unnamed.to_owned(), |thread| thread.to_string()),
            does: match side.access {
                "read" => "reads",
                "write" => "writes",
                "atomic" => "atomically changes",
                _ => "atomically reads",
            },
            place: here.place(&side.span),
            excerpt: here.excerpt(&side.span),
        }
    }
}

impl BarrierView {
    fn of(found: &BarrierEntry, anchor: String, here: &Here<'_>) -> BarrierView {
        let (threads, columns) = pictures::threads(found);
        let of_block = found.thread_in.map(|thread| thread.block_idx);
        let note = |[x, y, z]: [u64; 3]| format!("of block {x},{y},{z}");
        BarrierView {
            anchor,
            place: here.place(&found.span),
            confirmed: found.confirmed,
            launch: shown(found.launch),
            command: found.command.clone().unwrap_or_default(),
            explanation: found.explanation.clone().unwrap_or_default(),
            excerpt: here.excerpt(&found.span),
            note: of_block.filter(|block| *block != [0; 3] && !threads.is_empty()).map(note).unwrap_or_default(),
            threads,
            columns,
        }
    }
}

impl LoopView {
    fn of(known: &LoopEntry) -> LoopView {
        LoopView {
            name: known.name.clone(),
            line: known.span.as_ref().map_or(0, |span| span.line),
            given: known.given.iter().map(|clause| clause.text.clone()).collect(),
            inferred: known.inferred.clone(),
        }
    }
}

impl LaunchedView {
    fn of(launched: &LaunchedEntry, here: &Here<'_>) -> LaunchedView {
        let fact = |fact: &FactEntry| FactView { text: fact.text.clone(), place: here.place(&fact.span) };
        LaunchedView {
            place: here.place(&launched.span),
            verdict: launched.verdict.name(),
            realised: launched.realised,
            calls: launched.calls.iter().filter_map(|call| here.place(call)).collect(),
            facts: launched.facts.iter().map(fact).collect(),
        }
    }
}

impl LaunchView {
    fn of(launch: &AmplifiedEntry) -> LaunchView {
        let contents =
            |names: &[String]| names.iter().map(|name| format!("the contents of {name}")).collect::<Vec<_>>();
        let fixed = launch.configuration.values.iter().map(|(name, value)| format!("{name} = {value}"));
        LaunchView {
            title: shown(launch.launch),
            verdict: launch.verdict.name(),
            reason: launch.reason.clone().unwrap_or_default(),
            fixed: fixed.chain(contents(&launch.configuration.contents)).collect(),
            free: launch.data.values.iter().cloned().chain(contents(&launch.data.contents)).collect(),
            lifted: launch.lifted.clone(),
            assumptions: launch.assumptions.clone(),
            depends: launch
                .depends
                .iter()
                .map(|found| format!("{}: {}", found.what, found.sources.join(", ")))
                .collect(),
        }
    }
}

impl TaskView {
    fn of(task: &TaskEntry, anchor: String, here: &Here<'_>) -> TaskView {
        TaskView {
            anchor,
            id: task.id.clone(),
            kind: task.kind,
            title: task.title.to_owned(),
            verdict: task.verdict,
            status: of_task(task.verdict),
            place: here.place(&task.span),
            solver: task.solver.clone().unwrap_or_default(),
            seconds: task.seconds,
            rounds: task.rounds,
            size_raw: task.size_raw,
            size: task.size,
            reason: task.reason.clone().unwrap_or_default(),
            suggested: task.suggested_requires.clone(),
            met_by: task.met_by.clone().unwrap_or_default(),
            journey: journey(task),
        }
    }
}

/// The stages of a task, and who decided it in the end.
fn journey(task: &TaskEntry) -> Vec<StageView> {
    let stage = |stage: &Stage| StageView { stage: stage.name.clone(), text: stage.text.clone(), size: stage.size };
    let end = match (&task.solver, &task.reason) {
        (Some(solver), _) => (solver.clone(), task.verdict.to_owned()),
        (None, Some(reason)) => (task.verdict.to_owned(), reason.clone()),
        (None, None) => ("in the end".to_owned(), task.verdict.to_owned()),
    };
    let end = (!task.journey.is_empty()).then_some(StageView { stage: end.0, text: end.1, size: 0 });
    task.journey.iter().map(stage).chain(end).collect()
}
