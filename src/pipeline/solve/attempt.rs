//! One task from its hypotheses to what solvers say: simplified once, then tried for a moment, and with all patience where that
//! was not enough.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use crate::base::Diagnostic;
use crate::base::config::Simplify;
use crate::base::work::{self, Stopped};
use crate::kernel::ir::Axis;
use crate::logic::{TermId, Terms};
use crate::report::model::DETAILS;
use crate::report::{Cost, TaskResult, TaskVerdict};
use crate::simplify::{self, Part, Way, heuristics};
use crate::smt::{Answer, Outcome, Patience, Query, encode};
use crate::tasks::{Dimension, Form, Lighter, Task, TaskKind, TaskSet, is_reach};
use crate::witness::Proposal;

use crate::pipeline::replay::reasons;
use crate::pipeline::session::Session;

use super::kept::{self, Effort};

/// A task's result, with what the kernel's totals need.
#[derive(Clone)]
pub struct Solved {
    /// The verdict, and what it took.
    pub result: TaskResult,
    /// Seconds of simplification.
    pub vc_seconds: f64,
    /// Seconds of all solver processes together.
    pub smt_seconds: f64,
    /// Whether a solver was.
    pub asked: bool,
    /// `E0612`, where two solvers contradict each other.
    pub contradiction: Option<Diagnostic>,
}

impl Solved {
    /// A result that took no work.
    pub fn at_once(result: TaskResult) -> Solved {
        Solved { result, vc_seconds: 0.0, smt_seconds: 0.0, asked: false, contradiction: None }
    }

    /// What the task adds to the kernel's totals.
    pub fn cost(&self) -> Cost {
        let TaskResult { size_raw, size, .. } = self.result;
        let (vc_seconds, smt_seconds) = (self.vc_seconds, self.smt_seconds);
        Cost { vc_seconds, smt_seconds, vc_size_raw: size_raw, vc_size: size, known: None }
    }

    /// Whether solvers may say more of the task.
    pub fn is_open(&self) -> bool {
        matches!(self.result.verdict, TaskVerdict::Unknown { .. })
    }
}

/// A part that is not proved.
#[derive(Clone)]
struct Left {
    part: Arc<Part>,
    /// Its queries, in the order in which they are put, that a solver has shown to have a model: nobody proves them.
    hopeless: usize,
}

impl Left {
    fn new(part: Part) -> Left {
        Left { part: Arc::new(part.alone()), hopeless: 0 }
    }

    /// First without quantifiers, then, where some are left, with them.
    fn queries(&self) -> Vec<Vec<TermId>> {
        let facts = self.part.facts.clone();
        let everything = (!self.part.quantified.is_empty()).then(|| [&facts[..], &self.part.quantified].concat());
        [facts].into_iter().chain(everything).collect()
    }

    /// Whether all queries have models.
    fn is_hopeless(&self) -> bool {
        self.hopeless >= self.queries().len()
    }

    /// The parts of SIMP-33 and SIMP-34. Where all hypotheses do not suffice, fewer do not either; another goal may, since solvers
    /// take folds for unknown functions.
    fn stronger(&self) -> impl Iterator<Item = Part> {
        let hopeless = self.is_hopeless();
        heuristics::stronger(&self.part).filter(move |stronger| !hopeless || stronger.goal != self.part.goal)
    }
}

/// A task on its way.
#[derive(Clone)]
pub struct Attempt<'t> {
    set: &'t TaskSet,
    task: &'t Task,
    /// What is known of it now.
    pub solved: Solved,
    /// What is not proved of it.
    left: Vec<Left>,
    /// It was tried with more steps.
    is_tried_further: bool,
    /// Steps that the simplifier took.
    pub steps: usize,
    /// The work that they were.
    pub work: u64,
}

impl<'t> Attempt<'t> {
    /// Simplifies the task. It is proved if nothing is left of it, and not tried yet otherwise.
    fn new(set: &'t TaskSet, task: &'t Task, session: &Session<'_>) -> Attempt<'t> {
        let made = work::until(session.stop, 0, || Attempt::of(set, task, session));
        made.unwrap_or_else(|Stopped| Attempt::stopped(set, task))
    }

    fn of(set: &'t TaskSet, task: &'t Task, session: &Session<'_>) -> Attempt<'t> {
        let started = Instant::now();
        let mut solved = Solved::at_once(TaskResult::of(task));
        let raw = simplify::raw(set, task);
        solved.result.size_raw = raw.size() as u64;
        if is_vacuity_of_contract(set, task) {
            return Attempt {
                set,
                task,
                solved,
                left: vec![Left::new(raw)],
                is_tried_further: true,
                steps: 0,
                work: 0,
            };
        }
        let config = session.config;
        let (parts, work) = match config.simplification.simplify {
            Simplify::Yes => work::counted(|| simplified(set, task, session)),
            Simplify::No => (vec![raw], 0),
        };
        solved.result.size = parts.iter().map(|part| part.size() as u64).sum();
        let steps = parts.iter().map(|part| part.steps).sum();
        let left: Vec<Left> = parts.into_iter().filter(|part| !part.proved).map(Left::new).collect();
        solved.vc_seconds = started.elapsed().as_secs_f64();
        solved.result.seconds = solved.vc_seconds;
        let given_up = |part: &Part| config.simplification.steps.is_some_and(|most| part.steps >= most);
        if left.iter().any(|left| given_up(&left.part)) {
            solved.result.verdict = TaskVerdict::Skipped { reason: reasons::WRONG.to_owned() };
            return Attempt { set, task, solved, left: Vec::new(), is_tried_further: true, steps, work };
        }
        if left.is_empty() {
            solved.result.verdict = TaskVerdict::Proved;
            solved.result.solver = Some("simplifier".into());
        }
        Attempt { set, task, solved, left, is_tried_further: false, steps, work }
    }

    /// A task that is proved: what it took in all, in steps of the simplifier and in work.
    pub fn known(set: &'t TaskSet, task: &'t Task, solved: Solved, (steps, work): (usize, u64)) -> Attempt<'t> {
        Attempt { set, task, solved, left: Vec::new(), is_tried_further: true, steps, work }
    }

    /// The contract can be met: a launch that meets it was run.
    pub fn satisfied(set: &'t TaskSet, task: &'t Task) -> Attempt<'t> {
        let mut attempt = Attempt::over(set, task, TaskVerdict::Proved);
        attempt.solved.result.solver = Some("interpreter".into());
        attempt
    }

    /// A task that nobody looks at any more.
    pub fn stopped(set: &'t TaskSet, task: &'t Task) -> Attempt<'t> {
        Attempt::over(set, task, interrupted())
    }

    fn over(set: &'t TaskSet, task: &'t Task, verdict: TaskVerdict) -> Attempt<'t> {
        let solved = Solved::at_once(TaskResult { verdict, ..TaskResult::of(task) });
        Attempt { set, task, solved, left: Vec::new(), is_tried_further: true, steps: 0, work: 0 }
    }

    /// A task that a run violates needs no solver; that the simplifier proves it would be a contradiction.
    pub fn violated(set: &'t TaskSet, task: &'t Task, session: &Session<'_>) -> Attempt<'t> {
        let mut attempt = Attempt::new(set, task, session);
        if !attempt.left.is_empty() {
            attempt.solved.result.verdict = TaskVerdict::Unknown { reason: "a run violates it".into() };
            attempt.left.clear();
        }
        attempt
    }

    /// Whether the task was left without an answer, as the run was stopped or the simplifier gave it up.
    pub fn is_interrupted(&self) -> bool {
        matches!(self.solved.result.verdict, TaskVerdict::Skipped { .. })
    }

    /// The same for a task that says the same.
    pub fn carried_to(self, task: &'t Task) -> Attempt<'t> {
        let (own, known) = (TaskResult::of(task), self.solved.result);
        let result =
            TaskResult { id: own.id, span: own.span, statement_span: own.statement_span, seconds: 0.0, ..known };
        Attempt { task, solved: Solved::at_once(result), ..self }
    }

    /// Whether more patience may decide the task.
    pub fn is_undecided(&self) -> bool {
        let otherwise = |left: &Left| left.part.names_writers() || left.part.lacks_steps();
        let more = |left: &Left| !left.is_hopeless() || otherwise(left) || left.stronger().next().is_some();
        self.solved.is_open() && self.left.first().is_some_and(more)
    }

    /// Simplifies the task and puts what is left to the solvers.
    pub fn with(set: &'t TaskSet, task: &'t Task, session: &Session<'_>) -> Attempt<'t> {
        kept::attempt((set, task), Effort::Solvers(session.patience), session, || {
            let mut attempt = Attempt::new(set, task, session);
            attempt.put(session);
            attempt
        })
    }

    /// A task with less to go on than another, which is tried first.
    pub fn lighter(set: &'t TaskSet, lighter: &'t Lighter, session: &Session<'_>) -> Attempt<'t> {
        match lighter.asks {
            true => Attempt::with(set, &lighter.task, session),
            false => {
                let attempt = || Attempt::new(set, &lighter.task, session);
                kept::attempt((set, &lighter.task), Effort::Simplifier, session, attempt)
            }
        }
    }

    /// The same after what is left was put to the solvers again.
    pub fn again(&self, session: &Session<'_>) -> Attempt<'t> {
        kept::attempt((self.set, self.task), Effort::Solvers(session.patience), session, || {
            let mut again = self.clone();
            again.put(session);
            again
        })
    }

    /// Puts what is left to the solvers.
    fn put(&mut self, session: &Session<'_>) {
        if self.left.is_empty() {
            return;
        }
        let started = Instant::now();
        if session.stop.is_set() {
            self.solved.result.verdict = interrupted();
        } else if is_vacuity_of_contract(self.set, self.task) {
            vacuity(self.set, self.task, &self.left[0].part, session, &mut self.solved);
        } else {
            self.prove(session);
        }
        self.solved.result.seconds += started.elapsed().as_secs_f64();
    }

    /// Part after part, until one is not proved.
    fn prove(&mut self, session: &Session<'_>) {
        let otherwise = session.patience == Patience::Full && session.otherwise;
        if otherwise && self.is_proved_by_writer(session) {
            self.left.clear();
        }
        while let Some(left) = self.left.first_mut() {
            if let Err(verdict) = prove_part(left, session, &mut self.solved)
                && !prove_stronger(left, session, &mut self.solved)
            {
                if (otherwise || session.further) && self.is_proved_further(session) {
                    self.left.clear();
                    break;
                }
                self.solved.result.verdict = verdict;
                self.solved.result.solver = None;
                return;
            }
            self.left.remove(0);
        }
        self.solved.result.verdict = TaskVerdict::Proved;
    }

    /// Whether the task is proved where a cell was written and where it was not (SIMP-46).
    fn is_proved_by_writer(&mut self, session: &Session<'_>) -> bool {
        let names_writers = self.left.iter().any(|left| left.part.names_writers());
        names_writers && self.is_proved(Way::ByWriter, session)
    }

    /// Whether more steps prove the task.
    fn is_proved_further(&mut self, session: &Session<'_>) -> bool {
        let lacks_steps = self.left.iter().any(|left| left.part.lacks_steps());
        let is_tried = std::mem::replace(&mut self.is_tried_further, true);
        !is_tried && lacks_steps && self.is_proved(Way::Further, session)
    }

    /// Whether the task is proved in another way. What solvers say else of these parts tells nothing.
    fn is_proved(&mut self, way: Way, session: &Session<'_>) -> bool {
        let started = Instant::now();
        let parts = work::until(session.stop, 0, || simplify::otherwise(self.set, self.task, way, session.config));
        self.solved.vc_seconds += started.elapsed().as_secs_f64();
        let Some(parts) = parts.unwrap_or(None) else { return false };
        self.solved.result.solver = Some("simplifier".into());
        let moment = session.brief();
        let mut open = parts.into_iter().filter(|part| !part.proved).map(Left::new);
        open.all(|mut left| prove_part(&mut left, &moment, &mut self.solved).is_ok())
    }

    /// The sizes of a launch in which the task may be false, where a solver finds a model of what is left of it in a moment: of
    /// the facts without quantifiers, so that it is a candidate and no more.
    pub fn proposal(&self, session: &Session<'_>) -> Option<Proposal> {
        const BLOCK: i64 = 128;
        const GRID: i64 = 8;
        let part = &self.left.first()?.part;
        let (mut terms, mut facts) = (part.terms.clone(), part.facts.clone());
        for (symbol, dimension) in Dimension::all_in(&terms) {
            let most = match dimension {
                Dimension::Block(_) => BLOCK,
                Dimension::Grid(_) => GRID,
            };
            let (dimension, most) = (terms.apply(symbol, &[]), terms.int(most));
            facts.push(terms.le(dimension, most));
        }
        let query = Query { model: true, sat_decides: true, ..encode(&terms, &facts, part.goal) };
        let symbols = query.symbols.clone();
        let brief = session.brief();
        let answer = ask(&brief, query, &mut Solved::at_once(TaskResult::of(self.task))).ok()?;
        let Outcome::Sat { model: Some(model) } = answer.outcome else { return None };
        let mut proposal = Proposal::default();
        for (symbol, number) in model.integers(&symbols) {
            match Dimension::of(&terms, symbol) {
                Some(dimension) => drop(proposal.dimensions.insert(dimension, number)),
                None => drop(proposal.inputs.insert(terms.symbol_info(symbol).name.clone(), number)),
            }
        }
        Some(proposal)
    }

    /// What came of it.
    pub fn end(self) -> Solved {
        let mut solved = self.solved;
        if self.task.kind == TaskKind::Vacuity && !is_vacuity_of_contract(self.set, self.task) {
            // A proof that the hypotheses contradict each other is bad news, and no proof is no news.
            solved.result.verdict = match solved.result.verdict {
                TaskVerdict::Proved => TaskVerdict::Refuted { counterexample: None },
                other => other,
            };
        }
        solved
    }
}

/// A task as it goes to solvers. The tap is shown every pass.
pub fn simplified(set: &TaskSet, task: &Task, session: &Session<'_>) -> Vec<Part> {
    let tap = session.tap;
    tap.simplifying(set, task);
    let parts = simplify::simplify(set, task, session.config, &mut |part, pass, engine| tap.passed(part, pass, engine));
    tap.simplified(&parts);
    parts
}

/// Simplifies a task and puts it to the solvers.
pub fn solve(set: &TaskSet, task: &Task, session: &Session<'_>) -> Solved {
    for lighter in set.lighter.get(&task.id).into_iter().flatten() {
        let solved = Attempt::lighter(set, lighter, &session.brief()).end();
        if solved.result.verdict.is_proved() {
            return solved;
        }
    }
    Attempt::with(set, task, session).end()
}

/// Whether the task asks if the contract can be met (else: contract and invariants together).
fn is_vacuity_of_contract(set: &TaskSet, task: &Task) -> bool {
    task.kind == TaskKind::Vacuity && !is_reach(&task.id) && !is_vacuity_of_loop(set, task)
}

/// Whether the task asks if contract and invariants together can be met (else: the contract alone).
pub fn is_vacuity_of_loop(set: &TaskSet, task: &Task) -> bool {
    let of_loop = |at: &usize| {
        let origin = &set.hypotheses[*at].origin;
        origin.contains("invariant") || matches!(set.hypotheses[*at].form, Form::Assign(_))
    };
    task.kind == TaskKind::Vacuity && task.hypotheses.iter().any(of_loop)
}

fn interrupted() -> TaskVerdict {
    TaskVerdict::Skipped { reason: reasons::INTERRUPTED.into() }
}

/// Query after query, until one is proved. One that a solver shows to have a model is put to nobody again.
fn prove_part(left: &mut Left, session: &Session<'_>, outcome: &mut Solved) -> Result<(), TaskVerdict> {
    let mut details = Vec::new();
    let mut reasons = if left.hopeless > 0 { vec![reasons::COUNTEREXAMPLE.to_owned()] } else { Vec::new() };
    for (at, facts) in left.queries().iter().enumerate().skip(left.hopeless) {
        let answer = match session.patience {
            Patience::Full => in_tiny_launch(&left.part, facts, session, outcome)?,
            Patience::Brief => None,
        };
        let answer = match answer {
            Some(shown) => shown,
            None => {
                ask(session, Query { sat_decides: true, ..encode(&left.part.terms, facts, left.part.goal) }, outcome)?
            }
        };
        match &answer.outcome {
            Outcome::Unsat => {
                outcome.result.solver = answer.solver.clone();
                return Ok(());
            }
            Outcome::Stopped => return Err(interrupted()),
            Outcome::Sat { .. } => {
                if left.hopeless == at {
                    left.hopeless += 1;
                }
                // Who was the first to find it does not matter.
                (reasons, details) = (vec![reasons::COUNTEREXAMPLE.to_owned()], Vec::new());
            }
            Outcome::Unknown(_) | Outcome::Timeout | Outcome::Failed(_) => {
                (reasons, details) = (reasons_of(&answer), details_of(&answer));
            }
        }
    }
    reasons.extend(left.part.limits.iter().map(|limit| format!("simplifier: limit on {limit}")));
    Err(TaskVerdict::Unknown { reason: detailed(&reasons, &details) })
}

/// The extra heuristics, a round each, for a moment each: whether a part is proved from which the part follows. What else solvers
/// say of such a part tells nothing (SIMP-33, SIMP-34).
fn prove_stronger(left: &Left, session: &Session<'_>, outcome: &mut Solved) -> bool {
    if session.patience == Patience::Brief {
        return false;
    }
    let moment = session.brief();
    for (round, stronger) in (1..=session.config.rounds()).zip(left.stronger()) {
        outcome.result.rounds = outcome.result.rounds.max(round);
        let Ok(answer) = ask(&moment, encode(&stronger.terms, &stronger.facts, stronger.goal), outcome) else {
            return false;
        };
        match answer.outcome {
            Outcome::Unsat => {
                outcome.result.solver = answer.solver;
                return true;
            }
            Outcome::Stopped => return false,
            Outcome::Sat { .. } | Outcome::Unknown(_) | Outcome::Timeout | Outcome::Failed(_) => {}
        }
    }
    false
}

/// A model of the query in a tiny launch, where a solver finds one in a moment: most queries are linear there, and what is
/// true of one launch against a proof is enough against all. Without one nothing is known.
fn in_tiny_launch(
    part: &Part,
    facts: &[TermId],
    session: &Session<'_>,
    outcome: &mut Solved,
) -> Result<Option<Answer>, TaskVerdict> {
    let (mut terms, mut facts) = (part.terms.clone(), facts.to_vec());
    let known = facts.len();
    fix_dimensions(&mut terms, 2, 2, &mut facts);
    if facts.len() == known {
        return Ok(None);
    }
    let brief = session.brief();
    let answer = ask(&brief, Query { sat_decides: true, ..encode(&terms, &facts, part.goal) }, outcome)?;
    Ok(matches!(answer.outcome, Outcome::Sat { .. } | Outcome::Stopped).then_some(answer))
}

/// What is said of a task that nobody can be asked about; the run says why.
const NO_SOLVER: &str = "it needs a solver, and there is none";

/// Puts a query to the solvers, and keeps the time that it took and what they contradict each other in.
fn ask(session: &Session<'_>, query: Query, outcome: &mut Solved) -> Result<Answer, TaskVerdict> {
    let query = Query { patience: session.patience, ..query };
    let no_solver = |_| TaskVerdict::Unknown { reason: NO_SOLVER.into() };
    let answer = session.solvers.solve(&query, session.stop).map_err(no_solver)?;
    outcome.asked = true;
    outcome.smt_seconds += answer.tries.iter().map(|ended| ended.seconds).sum::<f64>();
    match &answer.contradiction {
        Some(found) => {
            outcome.contradiction.get_or_insert_with(|| found.clone());
            Err(TaskVerdict::Unknown { reason: "the solvers contradict each other".into() })
        }
        None => Ok(answer),
    }
}

/// Why nobody proved the query, in words: "neither solver found a proof".
fn reasons_of(answer: &Answer) -> Vec<String> {
    let (mut asked, mut failed) = (BTreeSet::new(), BTreeMap::new());
    let mut is_limited = false;
    for ended in &answer.tries {
        match &ended.outcome {
            Outcome::Stopped => {}
            Outcome::Failed(text) => {
                failed.insert(ended.solver.as_str(), format!("{} failed ({text})", ended.solver));
            }
            outcome => {
                is_limited |= match outcome {
                    Outcome::Timeout => true,
                    Outcome::Unknown(reason) => reason.contains("limit") || reason.contains("cancel"),
                    _ => false,
                };
                asked.insert(ended.solver.as_str());
            }
        }
    }
    let limits = if is_limited { " within its limits" } else { "" };
    let nobody = match asked.iter().collect::<Vec<_>>()[..] {
        [] => None,
        [only] => Some(format!("{only} found no proof{limits}")),
        [_, _] => Some(format!("neither solver found a proof{limits}")),
        _ => Some(format!("no solver found a proof{limits}")),
    };
    nobody.into_iter().chain(failed.into_values()).collect()
}

/// Reasons, and behind them what the solvers said, which only long forms of a report show.
fn detailed(reasons: &[String], details: &[String]) -> String {
    let reasons = reasons.join("; ");
    if details.is_empty() { reasons } else { format!("{reasons}{DETAILS}{})", details.join("; ")) }
}

/// What each solver said.
fn details_of(answer: &Answer) -> Vec<String> {
    let mut said: BTreeMap<&str, String> = BTreeMap::new();
    for ended in &answer.tries {
        let words = match &ended.outcome {
            Outcome::Unsat => "proved".to_string(),
            Outcome::Sat { .. } => reasons::COUNTEREXAMPLE.to_string(),
            Outcome::Unknown(reason) if reason.is_empty() => "does not know".to_string(),
            Outcome::Unknown(reason) => format!("does not know ({reason})"),
            Outcome::Timeout => "time limit".to_string(),
            Outcome::Failed(text) => format!("failed ({text})"),
            Outcome::Stopped => continue,
        };
        said.insert(&ended.solver, words);
    }
    said.into_iter().map(|(solver, words)| format!("{solver}: {words}")).collect()
}

/// Whether the contract can be met: proved by a solver's `sat`, refuted by `unsat` (a bad sign: every other task is
/// then proved for nothing). What a hypothesis says of memory that no precondition mentions can always be met.
fn vacuity(set: &TaskSet, task: &Task, raw: &Part, session: &Session<'_>, outcome: &mut Solved) {
    let hypotheses = task.hypotheses.iter().zip(&raw.facts);
    let of_contract = |at: &usize| set.hypotheses[*at].origin.starts_with("requires");
    let clauses: Vec<TermId> = hypotheses.clone().filter(|(at, _)| of_contract(at)).map(|(_, fact)| *fact).collect();
    let mentioned = raw.terms.symbols_in(&clauses);
    let matters = |fact: &TermId| {
        let functions = raw.terms.symbols_in(&[*fact]).into_iter();
        let mut functions = functions.filter(|symbol| !raw.terms.symbol_info(*symbol).args.is_empty());
        functions.all(|symbol| mentioned.contains(&symbol))
    };
    let facts: Vec<TermId> = hypotheses.map(|(_, fact)| *fact).filter(matters).collect();
    outcome.result.size = raw.terms.dag_size(&facts) as u64;
    let general = encode(&raw.terms, &facts, raw.goal);
    let mut queries = Vec::new();
    if !general.approximate {
        // Tiny launches first: with the dimensions fixed most contracts are linear. Where something is abstracted
        // only `unsat` says anything, and of a tiny launch not even that does.
        for (block, grid) in [(1, 1), (4, 2)] {
            let (mut terms, mut facts) = (raw.terms.clone(), facts.clone());
            fix_dimensions(&mut terms, block, grid, &mut facts);
            queries.push(encode(&terms, &facts, raw.goal));
        }
    }
    queries.push(general);
    let last = queries.len() - 1;
    for (at, query) in queries.into_iter().enumerate() {
        let exact = !query.approximate;
        let answer = match ask(session, Query { sat_decides: exact, ..query }, outcome) {
            Ok(answer) => answer,
            Err(verdict) => {
                outcome.result.verdict = verdict;
                return;
            }
        };
        outcome.result.verdict = match &answer.outcome {
            Outcome::Sat { .. } if exact => TaskVerdict::Proved,
            Outcome::Unsat if at == last => TaskVerdict::Refuted { counterexample: None },
            Outcome::Stopped => interrupted(),
            Outcome::Sat { .. } | Outcome::Unsat | Outcome::Unknown(_) | Outcome::Timeout | Outcome::Failed(_) => {
                TaskVerdict::Unknown { reason: details_of(&answer).join("; ") }
            }
        };
        outcome.result.solver = answer.solver;
        if outcome.result.verdict.is_proved() {
            return;
        }
    }
}

/// Adds the facts of a launch of `grid` by `block` threads in one dimension.
fn fix_dimensions(terms: &mut Terms, block: i64, grid: i64, facts: &mut Vec<TermId>) {
    for (symbol, dimension) in Dimension::all_in(terms) {
        let value = match dimension {
            Dimension::Block(Axis::X) => block,
            Dimension::Grid(Axis::X) => grid,
            Dimension::Block(Axis::Y | Axis::Z) | Dimension::Grid(Axis::Y | Axis::Z) => 1,
        };
        let (dimension, value) = (terms.apply(symbol, &[]), terms.int(value));
        facts.push(terms.eq(dimension, value));
    }
}
