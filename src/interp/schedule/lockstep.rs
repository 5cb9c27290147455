//! All threads that are at one place execute its statement together (MACHINE-7).

use std::collections::{BTreeMap, BTreeSet};

use crate::interp::arith::Domain;
use crate::interp::code::{Instruction, NodeId, Place, VoteCode};
use crate::interp::machine::Machine;
use crate::interp::outcome::{End, ViolationKind};
use crate::interp::value::Value;
use crate::kernel::ir::{BarrierScope, Binary, Speaker};

/// A loop that is being executed in lock-step.
struct OpenLoop {
    id: u32,
    /// Who entered it, sorted.
    entered: Vec<u32>,
    /// The head has been reached.
    begun: bool,
    /// Somebody is in the body.
    iterating: bool,
    /// An invariant was false: what it should have led to is not looked at any more.
    broken: bool,
    /// The variant of those in the body, before it.
    variants: Vec<(u32, Value)>,
    /// The variables of those in the body, before it: so that it is seen what breaks an invariant.
    before: BTreeMap<u32, Vec<Value>>,
}

impl OpenLoop {
    fn new(id: u32, entered: Vec<u32>) -> OpenLoop {
        OpenLoop {
            id,
            entered,
            begun: false,
            iterating: false,
            broken: false,
            variants: Vec::new(),
            before: BTreeMap::new(),
        }
    }
}

impl Machine<'_> {
    /// MACHINE-7
    pub fn lockstep(&mut self) {
        let mut waiting: BTreeMap<Place, Vec<u32>> = BTreeMap::from([(0, self.standing.present.clone().collect())]);
        let mut open: Vec<OpenLoop> = Vec::new();
        while let Some((place, group)) = waiting.pop_first() {
            while open.last().is_some_and(|inner| self.code.loops[inner.id as usize].exit <= place) {
                self.close(&mut open);
            }
            self.group(place, group, &mut waiting, &mut open);
            if self.end.is_some() {
                return;
            }
        }
        while !open.is_empty() && self.end.is_none() {
            self.close(&mut open);
        }
        if self.end.is_none() {
            self.waited_in_vain();
        }
    }

    /// Executes a group until others come before it, join it, or it parts.
    fn group(
        &mut self,
        mut place: Place,
        mut group: Vec<u32>,
        waiting: &mut BTreeMap<Place, Vec<u32>>,
        open: &mut Vec<OpenLoop>,
    ) {
        let code = self.code;
        loop {
            if !self.step(group.len() as u64) {
                return;
            }
            self.statement = code.statements[place as usize];
            let leads_on = matches!(code.instructions[place as usize], Instruction::Jump(_) | Instruction::Exit);
            if !self.standing.waiting.is_empty() && !leads_on {
                self.go_on_elsewhere(&group);
            }
            match &code.instructions[place as usize] {
                Instruction::Store { cell, value } => self.store(*cell, *value, &group),
                Instruction::Branch { condition, otherwise } => {
                    self.branch(place, (*condition, *otherwise), &mut group, waiting);
                }
                Instruction::Jump(target) => {
                    join(waiting, *target, std::mem::take(&mut group));
                }
                Instruction::Keep(call) => self.keep(*call),
                Instruction::Enter(id) => {
                    self.view.counts[*id as usize] = 0;
                    self.view.around.push(*id);
                    open.push(OpenLoop::new(*id, group.clone()));
                }
                Instruction::Head { guard, .. } => {
                    let leaving = self.part(*guard, &mut group);
                    if self.end.is_none() {
                        self.head(open, &group);
                    }
                    if let Some(inner) = open.last() {
                        join(waiting, code.loops[inner.id as usize].exit, leaving);
                    }
                }
                Instruction::Barrier(number, BarrierScope::Block, vote) => self.barrier(*number, *vote, &group),
                Instruction::Barrier(number, BarrierScope::Grid, _) => self.grid_barrier(*number, &group),
                Instruction::Atomic(atomic) => self.atomic(atomic, &group),
                Instruction::Warp(warp) => {
                    self.warp(warp, &group);
                    group.retain(|thread| !self.waits(*thread));
                }
                Instruction::Fence(fence) => group.iter().for_each(|thread| self.fence(*thread, *fence)),
                Instruction::Assert { clause, kind, .. } => {
                    self.view.active.clone_from(&group);
                    let is_false = self.check(*clause, *kind, &group) == Some(false);
                    if is_false && *kind != ViolationKind::BarrierInvariant {
                        self.end.get_or_insert(End::Violated);
                    }
                }
                Instruction::Assume(clause) => {
                    self.view.active.clone_from(&group);
                    self.assume(clause.node, &group);
                }
                Instruction::Exit => group.drain(..).for_each(|thread| self.exit(thread)),
                Instruction::Declare(_) | Instruction::DeclareArray(_) | Instruction::Assign { .. } => {
                    for thread in &group {
                        self.one(place, *thread);
                    }
                }
            }
            if self.end.is_some() || group.is_empty() {
                return;
            }
            place += 1;
            let comes_first = waiting.first_key_value().is_some_and(|(first, _)| *first <= place);
            // A loop that ends here is closed first.
            if comes_first || open.last().is_some_and(|inner| code.loops[inner.id as usize].exit <= place) {
                return join(waiting, place, group);
            }
        }
    }

    /// Leaves those in the group that go on; the others wait where they go.
    fn branch(
        &mut self,
        place: Place,
        (condition, otherwise): (NodeId, Place),
        group: &mut Vec<u32>,
        waiting: &mut BTreeMap<Place, Vec<u32>>,
    ) {
        let (no, behind) = match self.is_tracked() {
            true => self.part_by_data(place, (condition, otherwise), group),
            false => (self.part(condition, group), BTreeMap::new()),
        };
        join(waiting, otherwise, no);
        behind.into_iter().for_each(|(end, threads)| join(waiting, end, threads));
    }

    /// Keeps those in the group for which the condition holds; gives the others.
    fn part(&mut self, condition: NodeId, group: &mut Vec<u32>) -> Vec<u32> {
        let mut no = Vec::new();
        group.retain(|thread| match self.condition(condition, *thread) {
            Some(true) => true,
            Some(false) => {
                no.push(*thread);
                false
            }
            None => false,
        });
        no
    }

    /// LOOP-1, CLAUSE-5, CLAUSE-6: at the head, when it is known who goes on.
    fn head(&mut self, open: &mut [OpenLoop], running: &[u32]) {
        let Some(inner) = open.last_mut() else { return };
        let kind = if inner.begun { ViolationKind::InvariantPreserved } else { ViolationKind::InvariantEntry };
        if inner.begun {
            self.view.counts[inner.id as usize] += 1;
        }
        (inner.begun, inner.iterating) = (true, !running.is_empty());
        self.invariants(inner, kind, running);
        // Of many threads one would not look at the state.
        const FEW: usize = 256;
        let is_kept = running.len() <= FEW && !self.code.loops[inner.id as usize].invariants.is_empty();
        let rows = running.iter().filter(|_| is_kept).map(|thread| (*thread, self.variables_of(*thread)));
        inner.before = rows.collect();
        if let Some(variant) = self.code.loops[inner.id as usize].variant {
            inner.variants.clear();
            for thread in running {
                let value = self.annotation(variant.node, *thread);
                if matches!(value, Value::Int(negative) if negative < 0) {
                    let message = format!("the variant is {}", self.pool.show(value));
                    self.violate(ViolationKind::Variant, variant.span, Some(*thread), message, None);
                }
                inner.variants.push((*thread, value));
            }
        }
    }

    /// The loop is over: everybody who was in its body has left it elsewhere than at its head, or nobody was.
    fn close(&mut self, open: &mut Vec<OpenLoop>) {
        let Some(mut inner) = open.pop() else { return };
        if inner.iterating {
            self.view.counts[inner.id as usize] += 1;
            self.invariants(&mut inner, ViolationKind::InvariantPreserved, &[]);
        }
        self.view.around.pop();
    }

    /// LOOP-13, CLAUSE-2
    fn invariants(&mut self, inner: &mut OpenLoop, kind: ViolationKind, running: &[u32]) {
        let code = self.code;
        let found = &code.loops[inner.id as usize];
        self.statement = found.span;
        self.view.active.clear();
        self.view.active.extend_from_slice(running);
        // Who waits elsewhere has no part in what lock-step says.
        let look = !inner.broken && !found.invariants.is_empty() && self.standing.waiting.is_empty();
        let staying: Vec<u32> = match look {
            false => Vec::new(),
            true => inner.entered.iter().copied().filter(|thread| !self.standing.exited[*thread as usize]).collect(),
        };
        if let Some(failed) = self.findings.failed.take() {
            self.findings.failed = Some(self.weighed(inner.id, failed, &staying));
            return;
        }
        for clause in found.invariants.iter().filter(|_| look) {
            let everyone = clause.speaker == Speaker::Launch;
            let known = self.findings.violations.len();
            let holds = self.check(*clause, kind, if everyone { &inner.entered } else { &staying });
            inner.broken |= holds == Some(false);
            // What was reported before is not reported again.
            if self.findings.violations.len() > known && kind == ViolationKind::InvariantPreserved {
                self.remember_before(&inner.before);
            }
        }
        let Some(variant) = found.variant else { return };
        for (thread, before) in &inner.variants {
            let after = self.annotation(variant.node, *thread);
            let smaller = self.pool.binary(Binary::Lt, Domain::Int, after, *before);
            if smaller.truth() == Some(false) {
                let message = format!("the variant was {} and is {}", self.pool.show(*before), self.pool.show(after));
                self.violate(ViolationKind::Variant, variant.span, Some(*thread), message, None);
            }
        }
    }

    /// Those that failed before, and of the others those that are not known to hold for some of the threads.
    fn weighed(&mut self, id: u32, mut failed: BTreeSet<(u32, usize)>, staying: &[u32]) -> BTreeSet<(u32, usize)> {
        let code = self.code;
        for (at, clause) in code.loops[id as usize].invariants.iter().enumerate() {
            let (first, last) = (staying.first(), staying.last());
            let holds =
                |machine: &mut Self, thread: &u32| machine.annotation(clause.node, *thread).truth() == Some(true);
            if !failed.contains(&(id, at)) && !first.into_iter().chain(last).all(|thread| holds(self, thread)) {
                failed.insert((id, at));
            }
        }
        failed
    }

    /// The last violation is of an iteration, before which these were the variables.
    fn remember_before(&mut self, before: &BTreeMap<u32, Vec<Value>>) {
        let thread = self.findings.violations.last().and_then(|last| last.thread);
        let row = before.iter().find(|(at, _)| Some(self.index_of(**at)) == thread);
        let named = row.map(|(_, row)| self.variables_named(row)).unwrap_or_default();
        if let Some(last) = self.findings.violations.last_mut() {
            last.before = named;
        }
    }

    /// A run in which an assumption is false does not count, in whatever order it goes.
    pub fn assume(&mut self, node: NodeId, group: &[u32]) {
        for thread in group {
            if self.annotation(node, *thread).truth() == Some(false) {
                self.end.get_or_insert(End::Unmet);
                return;
            }
        }
    }

    /// STMT-12
    fn barrier(&mut self, number: u32, vote: Option<VoteCode>, group: &[u32]) {
        let size = self.block;
        for members in group.chunk_by(|a, b| a / size == b / size) {
            let block = members[0] / self.block;
            if (members.len() as u32) < self.standing.alive[block as usize] {
                let mut others = block * self.block..(block + 1) * self.block;
                let missing = others.find(|other| !self.standing.exited[*other as usize] && !members.contains(other));
                self.diverges(number, members, missing);
                return;
            }
            self.pass(members);
            self.vote(vote, members);
        }
    }

    /// WARP-28: all threads of the launch that have not exited.
    fn grid_barrier(&mut self, number: u32, group: &[u32]) {
        let missing = (0..self.threads)
            .find(|other| !self.standing.exited[*other as usize] && group.binary_search(other).is_err());
        match missing {
            Some(_) => self.diverges(number, group, missing),
            None => self.pass(group),
        }
    }
}

/// Lets threads wait at a place.
fn join(waiting: &mut BTreeMap<Place, Vec<u32>>, place: Place, mut threads: Vec<u32>) {
    if threads.is_empty() {
        return;
    }
    let there = waiting.entry(place).or_default();
    there.append(&mut threads);
    there.sort_unstable();
}
