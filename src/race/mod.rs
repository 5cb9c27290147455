//! Races: for every two accesses that can meet, tasks that say they do not (RACE-1 to RACE-16).
//!
//! [`mod@cases`] pairs the accesses that execution recorded and says in which iterations each pair can meet; [`between`]
//! finds the barriers that would order them; [`copies`] gives each moment its own copy of the state; [`relevance`]
//! leaves out what a task does not depend on; [`typing`] says which accesses happen whatever arrays hold; [`candidates`]
//! what a contract might say against a race. A task is the statement that two threads cannot meet: hypotheses about
//! two thread constants, and `false` to prove.

pub mod between;
pub mod candidates;
pub mod cases;
pub mod copies;
pub mod fixed;
pub mod relevance;
pub mod threads;
pub mod typing;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::config::{RaceScope, SameValue};
use crate::base::{Config, Span};
use crate::exec::RACE_FREEDOM;
use crate::exec::launch::{Coordinates, forall_in};
use crate::exec::log::{Access, AccessKind, Crossing, CrossingKind, Log, RunId, Sync};
use crate::kernel::ir::{ArrayId, BarrierScope, Kernel};
use crate::logic::{Op, TermId};
use crate::tasks::{Form, Hypothesis, Lighter, Task, TaskKind, TaskSet};

use between::{Between, barriers_between, surely_ordered, syncs_between};
use cases::{Case, cases};
use copies::{Copies, Label, Side};
use fixed::Blocks;
use relevance::Relevance;
use threads::{Reach, Threads};
use typing::Typing;

/// The assumption of `--scope block`.
pub const ONE_BLOCK: &str = "accesses of different blocks are not compared (--scope block)";

/// A race task and what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// The task's id.
    pub id: String,
    /// The array whose cell both access.
    pub array: ArrayId,
    /// The access that comes first in lock-step, where that matters.
    pub first: Place,
    /// The other access, which may be at the same place.
    pub second: Place,
    /// Which two threads make the accesses.
    pub reach: Reach,
    /// Both write one and the same value.
    pub same_value: bool,
}

/// An access in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Where the access stands.
    pub span: Span,
    /// Whether it reads, writes or is atomic.
    pub kind: AccessKind,
}

/// The race tasks of a kernel, and the types of its accesses.
#[derive(Clone, Default, Debug)]
pub struct Races {
    /// What each race task is about.
    pub tasks: Vec<Race>,
    /// What else than the launch the accesses depend on.
    pub typing: Typing,
}

/// Adds the race tasks of an execution to its task set, in place of the assumption that there are no races.
pub fn add_tasks(set: &mut TaskSet, log: &Log, kernel: &Kernel, config: &Config) -> Races {
    if !set.unsupported.is_empty() {
        return Races::default();
    }
    let threads = Threads::new(set, log);
    let passed = |crossing: &&Crossing| crossing.kind == CrossingKind::Barrier && set.terms.is_true(crossing.passing);
    let whole = log.crossings.iter().filter(passed).collect();
    let mut builder = Builder {
        threads,
        copies: Copies::new(log),
        kernel,
        same_value: config.same_value,
        races: Vec::new(),
        numbers: BTreeMap::new(),
        parts: BTreeMap::new(),
        relevance: Relevance::default(),
        blocks: Blocks::default(),
        whole,
        set,
        log,
    };
    let pairs = cases(log, kernel, config.scope == RaceScope::All && builder.threads.several_blocks);
    for case in pairs {
        builder.case(&case);
    }
    builder.set.assumptions.retain(|assumption| assumption != RACE_FREEDOM);
    if config.scope == RaceScope::Block {
        builder.set.assumptions.push(ONE_BLOCK.into());
    }
    Races { tasks: builder.races, typing: Typing::new(kernel, log) }
}

/// What holds when two threads meet: facts of them, and the contexts of the moments that the facts speak of.
struct Meeting {
    facts: Vec<TermId>,
    /// Of the facts: the masks, and the equations between indices.
    masks: [TermId; 2],
    cells: Vec<(TermId, TermId)>,
    contexts: Vec<(Rc<[usize]>, Side)>,
}

/// RACE-42: whether what is known includes what invariants say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Knowledge {
    All,
    WithoutInvariants,
}

/// Whether a barrier orders two accesses, as far as a look at it tells.
#[derive(PartialEq, Eq)]
enum Order {
    Ordered,
    Open,
}

struct Builder<'a> {
    set: &'a mut TaskSet,
    log: &'a Log,
    kernel: &'a Kernel,
    same_value: SameValue,
    threads: Threads,
    copies: Copies<'a>,
    races: Vec<Race>,
    /// Pairs of places in the order in which they come, and how many tasks each has.
    numbers: BTreeMap<(ArrayId, Place, Place), (usize, usize)>,
    /// The conjuncts of hypotheses.
    parts: BTreeMap<usize, Vec<usize>>,
    relevance: Relevance,
    blocks: Blocks,
    /// The barriers that every thread passes.
    whole: Vec<&'a Crossing>,
}

impl Builder<'_> {
    /// RACE-6
    fn case(&mut self, case: &Case) {
        let accesses = [&self.log.accesses[case.first], &self.log.accesses[case.second]];
        let threads = [self.threads.first, self.threads.second(case.reach)];
        let sides = [Label::First, Label::Second];
        let sides = [0, 1].map(|at| Side::new(&case.same, sides[at], &accesses[at].moment));
        if surely_ordered(self.log, &self.whole, case) {
            return;
        }
        let masks = [0, 1].map(|at| self.copies.at(self.set, accesses[at].mask, &sides[at], &threads[at]));
        let mut meeting = Meeting { facts: masks.to_vec(), masks, cells: Vec::new(), contexts: Vec::new() };
        for at in [0, 1] {
            meeting.contexts.push((accesses[at].moment.context.clone(), sides[at].clone()));
        }
        let known = threads::conjuncts_of(&self.set.terms, &meeting.facts);
        for (left, right) in accesses[0].index.iter().zip(&accesses[1].index) {
            let left = self.copies.at(self.set, *left, &sides[0], &threads[0]);
            let right = self.copies.at(self.set, *right, &sides[1], &threads[1]);
            meeting.facts.push(self.set.terms.eq(left, right));
            meeting.cells.push((left, right));
        }
        if let ([Some(one), Some(two)], SameValue::Allowed) = ([0, 1].map(|at| accesses[at].value), self.same_value) {
            let one = self.copies.at(self.set, one, &sides[0], &threads[0]);
            let two = self.copies.at(self.set, two, &sides[1], &threads[1]);
            let same = self.set.terms.eq(one, two);
            meeting.facts.push(self.set.terms.not(same));
        }
        for barrier in barriers_between(self.log, case) {
            if self.barrier(&barrier, &threads, &sides[1], &known, &mut meeting) == Order::Ordered {
                return;
            }
        }
        for (sync, side) in syncs_between(self.log, case) {
            self.sync(sync, &side, &threads, &mut meeting);
        }
        if let Some(run) = case.differ {
            self.iterations(case, run, &sides, &mut meeting);
        }
        if !meeting.facts.iter().any(|fact| self.set.terms.is_false(*fact)) {
            self.task(case, meeting);
        }
    }

    /// RACE-11, RACE-13
    fn barrier(
        &mut self,
        barrier: &Between<'_>,
        threads: &[Coordinates; 2],
        second: &Side,
        known: &[TermId],
        meeting: &mut Meeting,
    ) -> Order {
        let crossing = barrier.crossing;
        let mut at = |term, thread: usize| self.copies.at(self.set, term, &barrier.side, &threads[thread]);
        let (one, two, exited) = (at(crossing.passing, 0), at(crossing.passing, 1), at(crossing.exited, 0));
        let terms = &mut self.set.terms;
        let silent = terms.not(one);
        let gone = if barrier.passed { exited } else { terms.implies(two, exited) };
        let mut fact = terms.and(&[silent, gone]);
        match barrier.unless_first {
            None if threads::refuted(terms, known, fact) => return Order::Ordered,
            None => {}
            Some(run) => {
                if let Some(count) = self.copies.count(self.set, run, second) {
                    let terms = &mut self.set.terms;
                    let zero = terms.int(0);
                    let first = terms.le(count, zero);
                    fact = terms.or(&[first, fact]);
                }
            }
        }
        if !self.set.terms.is_true(fact) {
            meeting.facts.push(fact);
            meeting.contexts.push((crossing.moment.context.clone(), barrier.side.clone()));
        }
        Order::Open
    }

    /// WARP-11
    fn sync(&mut self, sync: &Sync, side: &Side, threads: &[Coordinates; 2], meeting: &mut Meeting) {
        let mut at = |term, thread: usize| self.copies.at(self.set, term, side, &threads[thread]);
        let (passes, named) = (at(sync.passing, 0), at(sync.named, 1));
        let (one, two) = (at(sync.group, 0), at(sync.group, 1));
        let terms = &mut self.set.terms;
        let together = terms.eq(one, two);
        let met = terms.and(&[passes, named, together]);
        meeting.facts.push(terms.not(met));
        meeting.contexts.push((sync.moment.context.clone(), side.clone()));
    }

    /// What is known of the two iterations of the loop that case 2 speaks of (RACE-15).
    fn iterations(&mut self, case: &Case, run: RunId, sides: &[Side; 2], meeting: &mut Meeting) {
        let info = &self.log.runs[run];
        let counts = [0, 1].map(|at| self.copies.count(self.set, run, &sides[at]));
        let ([Some(earlier), Some(later)], Some(end)) = (counts, &info.end) else { return };
        if !case.adjacent {
            // A body that surely passes a barrier has a whole iteration in between.
            let scope = if case.reach == Reach::Block { BarrierScope::Block } else { BarrierScope::Grid };
            let passes = info.surely_passes.is_some_and(|surely| surely >= scope);
            let least = self.set.terms.plus(earlier, if passes { 2 } else { 1 });
            meeting.facts.push(self.set.terms.le(least, later));
            return;
        }
        let next = self.set.terms.plus(earlier, 1);
        meeting.facts.push(self.set.terms.eq(later, next));
        let at_end = Side::new(&case.same, Label::First, end);
        for link in &info.links {
            let head = self.copies.rename(self.set, link.head, &sides[1]);
            let end = self.copies.rename(self.set, link.end, &at_end);
            let terms = &mut self.set.terms;
            let (same, truth) = (terms.eq(head, end), terms.bool(true));
            meeting.facts.push(forall_in(terms, &link.scope, truth, same));
        }
        meeting.contexts.push((end.context.clone(), at_end));
    }

    fn task(&mut self, case: &Case, meeting: Meeting) {
        let (first, second) = (&self.log.accesses[case.first], &self.log.accesses[case.second]);
        // What defines the copies of versions, where there are copies.
        let copied = (!self.log.runs.is_empty()).then(|| self.context(&meeting, Knowledge::All));
        if case.reach == Reach::Block {
            let threads = [self.threads.first, self.threads.second(case.reach)];
            let Meeting { masks, ref cells, facts: ref others, .. } = meeting;
            let pair = fixed::Pair { threads, masks, cells, others };
            if self.blocks.apart(self.set, &self.copies, &pair) {
                return;
            }
        }
        let hypotheses = copied.unwrap_or_else(|| self.context(&meeting, Knowledge::All));
        let alone = self.is_given(&meeting).then(|| self.context(&meeting, Knowledge::WithoutInvariants));
        let own = self.threads.facts(self.set, case.reach);
        // Facts of the two threads, and what links two states only as far as something else speaks of them.
        let (links, facts): (Vec<TermId>, Vec<TermId>) =
            meeting.facts.into_iter().partition(|fact| matches!(self.set.terms.op(*fact), Op::Forall(_)));
        let origin = format!("two threads meet in {}", self.kernel.arrays[first.array.index()].name);
        let mut push = |fact: &TermId| {
            self.set.hypotheses.push(Hypothesis { form: Form::Proposition(*fact), origin: origin.clone() });
            self.set.hypotheses.len() - 1
        };
        let links: Vec<usize> = links.iter().map(&mut push).collect();
        let own: Vec<usize> = own.into_iter().chain(facts.iter().map(&mut push)).collect();
        let mut lighter = Vec::new();
        if let Some(alone) = alone {
            let (all, without_memory) = self.forms(alone, &links, &facts, &own);
            lighter.extend(without_memory);
            lighter.push(all);
        }
        let (all, without_memory) = self.forms(hypotheses, &links, &facts, &own);
        lighter.extend(without_memory);
        let id = self.id(first, second);
        let goal = self.set.terms.bool(false);
        let (low, high) = (place(first).min(place(second)), place(first).max(place(second)));
        let (span, statement) = (low.span, (high.span != low.span).then_some(high.span));
        let task = Task { id: id.clone(), kind: TaskKind::Race, span, statement, hypotheses: all, goal };
        let lighter =
            lighter.into_iter().map(|hypotheses| Lighter { task: Task { hypotheses, ..task.clone() }, asks: true });
        let lighter: Vec<Lighter> = lighter.collect();
        if !lighter.is_empty() {
            self.set.lighter.insert(id.clone(), lighter);
        }
        self.set.tasks.push(task);
        let (first, second) = (place(first), place(second));
        let array = self.log.accesses[case.first].array;
        let same_value = self.writes_same_value(case);
        self.races.push(Race { id, array, first, second, reach: case.reach, same_value });
    }

    /// RACE-16: of these hypotheses and links what a task depends on, and the same without what memory holds, if that is less.
    fn forms(
        &mut self,
        hypotheses: Vec<usize>,
        links: &[usize],
        facts: &[TermId],
        own: &[usize],
    ) -> (Vec<usize>, Option<Vec<usize>>) {
        let mut hypotheses: Vec<usize> = hypotheses.into_iter().flat_map(|at| self.parts(at)).collect();
        hypotheses.extend(links);
        let (memory, without_memory): (Vec<usize>, Vec<usize>) =
            hypotheses.iter().partition(|at| self.defines_memory(**at));
        let mut relevant = |set: &TaskSet, hypotheses: &[usize]| {
            let mut relevant = self.relevance.relevant(set, &self.copies, hypotheses, facts);
            relevant.extend(own);
            relevant
        };
        let all = relevant(self.set, &hypotheses);
        // All facts are soon simplified but those of the memory in which two threads meet.
        let lighter = all.iter().any(|at| memory.contains(at)).then(|| relevant(self.set, &without_memory));
        (all, lighter)
    }

    /// Whether invariants are among the hypotheses.
    fn is_given(&self, meeting: &Meeting) -> bool {
        let given = &self.log.without_invariants;
        meeting.contexts.iter().any(|(context, _)| context.iter().any(|at| given.contains_key(at)))
    }

    /// The hypotheses of the moments, as they mean it.
    fn context(&mut self, meeting: &Meeting, knowledge: Knowledge) -> Vec<usize> {
        let mut hypotheses: Vec<usize> = Vec::new();
        for (context, side) in &meeting.contexts {
            for at in context.iter() {
                let instead = self.log.without_invariants.get(at).filter(|_| knowledge == Knowledge::WithoutInvariants);
                if let Some(at) = instead.map_or(Some(*at), |instead| *instead) {
                    hypotheses.push(self.copies.hypothesis(self.set, at, side));
                }
            }
        }
        hypotheses.sort_unstable();
        hypotheses.dedup();
        hypotheses
    }

    /// Whether the hypothesis says what a version of an array holds.
    fn defines_memory(&self, at: usize) -> bool {
        matches!(&self.set.hypotheses[at].form, Form::Assign(assign) if self.copies.array(assign.new).is_some())
    }

    /// The conjuncts of a hypothesis, each of which is relevant or not for itself.
    fn parts(&mut self, at: usize) -> Vec<usize> {
        if let Some(parts) = self.parts.get(&at) {
            return parts.clone();
        }
        let parts = match self.set.hypotheses[at].form {
            Form::Proposition(term) if *self.set.terms.op(term) == Op::And => {
                let origin = self.set.hypotheses[at].origin.clone();
                let first = self.set.hypotheses.len();
                for part in self.set.terms.args(term).to_vec() {
                    self.set.hypotheses.push(Hypothesis { form: Form::Proposition(part), origin: origin.clone() });
                }
                (first..self.set.hypotheses.len()).collect()
            }
            _ => vec![at],
        };
        self.parts.insert(at, parts.clone());
        parts
    }

    /// Both accesses write one value that no thread determines.
    fn writes_same_value(&mut self, case: &Case) -> bool {
        let accesses = [&self.log.accesses[case.first], &self.log.accesses[case.second]];
        let threads = [self.threads.first, self.threads.second(case.reach)];
        let labels = [Label::First, Label::Second];
        let mut of_thread = |at: usize| {
            let value = accesses[at].value.filter(|value| self.set.terms.symbols_in(&[*value]).is_empty())?;
            let side = Side::new(&case.same, labels[at], &accesses[at].moment);
            Some(self.copies.at(self.set, value, &side, &threads[at]))
        };
        matches!([of_thread(0), of_thread(1)], [Some(one), Some(two)] if one == two)
    }

    /// `K/race2`, and `K/race2/2` for the second task of the same two places.
    fn id(&mut self, first: &Access, second: &Access) -> String {
        let (low, high) = (place(first).min(place(second)), place(first).max(place(second)));
        let next = self.numbers.len() + 1;
        let (number, count) = self.numbers.entry((first.array, low, high)).or_insert((next, 0));
        *count += 1;
        match count {
            1 => format!("{}/race{number}", self.kernel.name),
            _ => format!("{}/race{number}/{count}", self.kernel.name),
        }
    }
}

fn place(access: &Access) -> Place {
    Place { span: access.span, kind: access.kind }
}
