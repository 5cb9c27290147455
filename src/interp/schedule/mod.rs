//! Statements, and the orders in which threads execute them (R84 to R86).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::kernel::ir::{BarrierScope, Binary, Speaker, VoteOp, WARP, WarpOp};

use super::arith::Domain;
use super::code::{Instruction, LanesCode, NodeId, Place, VoteCode};
use super::machine::Machine;
use super::outcome::{End, RemarkKind, ViolationKind};
use super::value::Value;
use super::warps::ELSEWHERE;

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
}

impl OpenLoop {
    fn new(id: u32, entered: Vec<u32>) -> OpenLoop {
        OpenLoop { id, entered, begun: false, iterating: false, broken: false, variants: Vec::new() }
    }
}

/// Where one thread goes after an instruction.
enum Next {
    To(Place),
    /// It waits for others.
    Wait,
    Exit,
}

impl Machine<'_> {
    // ── lock-step ───────────────────────────────────────────────────────────────────────────────

    /// R84
    pub fn lockstep(&mut self) {
        let mut waiting: BTreeMap<Place, Vec<u32>> = BTreeMap::from([(0, (0..self.threads).collect())]);
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
                    let no = self.part(*condition, &mut group);
                    join(waiting, *otherwise, no);
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
                    if !self.standing.waiting.is_empty() {
                        group.retain(|thread| !self.waits(*thread));
                    }
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
            match waiting.first_key_value() {
                Some((first, _)) if *first <= place => {
                    join(waiting, place, group);
                    return;
                }
                // A loop that ends here is closed first.
                _ if open.last().is_some_and(|inner| code.loops[inner.id as usize].exit <= place) => {
                    join(waiting, place, group);
                    return;
                }
                _ => {}
            }
        }
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

    /// The truth of a condition of the program; when it is not known, the run is over.
    fn condition(&mut self, condition: NodeId, thread: u32) -> Option<bool> {
        let truth = self.eval(condition, thread).truth();
        if truth.is_none() {
            self.undecided("the value of a condition is not known", self.code.spans[condition as usize]);
        }
        truth
    }

    /// All reads before all writes.
    fn store(&mut self, cell: u32, value: NodeId, group: &[u32]) {
        let mut writes = Vec::with_capacity(group.len());
        for thread in group {
            // All that is wrong with one statement is seen.
            let value = self.eval(value, *thread);
            let index = self.locate(cell, *thread);
            match index {
                Some(index) if self.end.is_none() => {
                    self.may_write(cell, index, *thread);
                    writes.push((index, value));
                }
                _ => return,
            }
        }
        for (thread, (index, value)) in group.iter().zip(writes) {
            self.write(cell, index, *thread, value);
        }
    }

    /// R20, R32, R33: at the head, when it is known who goes on.
    fn head(&mut self, open: &mut [OpenLoop], running: &[u32]) {
        let Some(inner) = open.last_mut() else { return };
        let kind = if inner.begun { ViolationKind::InvariantPreserved } else { ViolationKind::InvariantEntry };
        if inner.begun {
            self.view.counts[inner.id as usize] += 1;
        }
        (inner.begun, inner.iterating) = (true, !running.is_empty());
        self.invariants(inner, kind, running);
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

    /// R24, R31
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
        for clause in found.invariants.iter().filter(|_| look) {
            let everyone = clause.speaker == Speaker::Launch;
            let holds = self.check(*clause, kind, if everyone { &inner.entered } else { &staying });
            inner.broken |= holds == Some(false);
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

    fn assume(&mut self, node: NodeId, group: &[u32]) {
        for thread in group {
            if self.annotation(node, *thread).truth() == Some(false) {
                self.end.get_or_insert(End::Unmet);
                return;
            }
        }
    }

    /// R16
    fn barrier(&mut self, number: u32, vote: Option<VoteCode>, group: &[u32]) {
        let size = self.block;
        for members in group.chunk_by(|a, b| a / size == b / size) {
            let block = members[0] / self.block;
            if (members.len() as u32) < self.standing.alive[block as usize] {
                let mut others = block * self.block..(block + 1) * self.block;
                let missing = others.find(|other| !self.standing.exited[*other as usize] && !members.contains(other));
                self.diverges(number, members[0], missing);
                return;
            }
            self.pass(members);
            self.vote(vote, members);
        }
    }

    /// R266: what the threads of a block that pass a barrier say together.
    fn vote(&mut self, vote: Option<VoteCode>, members: &[u32]) {
        let Some(VoteCode { op, operand, result }) = vote else { return };
        let (mut yes, mut no, mut open) = (0_i64, false, false);
        for thread in members {
            match self.eval(operand, *thread).truth() {
                Some(true) => yes += 1,
                Some(false) => no = true,
                None => open = true,
            }
        }
        let value = match op {
            VoteOp::Any if yes > 0 => Value::Bool(true),
            VoteOp::All if no => Value::Bool(false),
            _ if open => Value::Unknown,
            VoteOp::Any => Value::Bool(false),
            VoteOp::All => Value::Bool(true),
            VoteOp::Count => Value::Int(yes),
        };
        for thread in members {
            self.set_local(result, *thread, value);
        }
    }

    /// R139: all threads of the launch that have not exited.
    fn grid_barrier(&mut self, number: u32, group: &[u32]) {
        let missing = (0..self.threads)
            .find(|other| !self.standing.exited[*other as usize] && group.binary_search(other).is_err());
        match missing {
            Some(_) => self.diverges(number, group[0], missing),
            None => self.pass(group),
        }
    }

    fn diverges(&mut self, number: u32, inside: u32, missing: Option<u32>) {
        if missing.is_some_and(|missing| self.waits(missing)) {
            return self.waited_in_vain();
        }
        let (inside_index, missing) = (self.index_of(inside), missing.map(|missing| self.index_of(missing)));
        let other = missing.map_or_else(|| "another thread".to_owned(), |missing| missing.to_string());
        let message = format!("{inside_index} waits at barrier {number}, {other} does not come there");
        self.fatal(ViolationKind::Barrier, self.statement, inside, message);
        if let Some(violation) = self.findings.violations.last_mut().filter(|last| last.kind == ViolationKind::Barrier)
        {
            violation.missing = missing;
        }
    }

    /// Threads of one block pass a barrier together.
    fn pass(&mut self, members: &[u32]) {
        for thread in members {
            self.standing.passed[*thread as usize] += 1;
        }
        self.order_at_barrier(members);
        if !(members.len() as u32).is_multiple_of(self.block) {
            self.remark(RemarkKind::BarrierAfterExit, self.statement, members[0]);
        }
    }

    fn exit(&mut self, thread: u32) {
        self.standing.exited[thread as usize] = true;
        self.standing.alive[(thread / self.block) as usize] -= 1;
    }

    // ── one thread ──────────────────────────────────────────────────────────────────────────────

    fn one(&mut self, place: Place, thread: u32) -> Next {
        let code = self.code;
        match &code.instructions[place as usize] {
            Instruction::Declare(local) => self.set_local(*local, thread, Value::Missing),
            Instruction::DeclareArray(array) => self.forget_array(*array, thread),
            Instruction::Assign { local, value } => {
                let value = self.eval(*value, thread);
                self.set_local(*local, thread, value);
            }
            Instruction::Store { cell, value } => self.store(*cell, *value, &[thread]),
            Instruction::Branch { condition, otherwise } => {
                if self.condition(*condition, thread) == Some(false) {
                    return Next::To(*otherwise);
                }
            }
            Instruction::Jump(target) => return Next::To(*target),
            Instruction::Head { id, guard } => {
                if self.condition(*guard, thread) == Some(false) {
                    return Next::To(code.loops[*id as usize].exit);
                }
            }
            Instruction::Barrier(..) => return Next::Wait,
            Instruction::Atomic(atomic) => self.atomic(atomic, &[thread]),
            Instruction::Warp(warp) => match warp.lanes {
                LanesCode::Present => self.warp(warp, &[thread]),
                LanesCode::Mask(_) | LanesCode::Tile => return Next::Wait,
            },
            Instruction::Fence(fence) => self.fence(thread, *fence),
            Instruction::Assert { clause, by_program: true, kind } => {
                if self.check(*clause, *kind, &[thread]) == Some(false) {
                    self.end.get_or_insert(End::Violated);
                }
            }
            Instruction::Assert { .. } | Instruction::Assume(_) | Instruction::Enter(_) | Instruction::Keep(_) => {}
            Instruction::Exit => return Next::Exit,
        }
        Next::To(place + 1)
    }

    /// R85: `choose` picks one of so many threads and how many statements it may execute.
    pub fn interleaved(&mut self, choose: &mut dyn FnMut(usize) -> (usize, u64)) {
        let code = self.code;
        let mut threads: Vec<Progress> = (0..self.threads).map(|_| Progress::new(code.loops.len())).collect();
        let mut ready: Vec<u32> = (0..self.threads).collect();
        while !ready.is_empty() {
            let (at, mut fuel) = choose(ready.len());
            let thread = ready[at];
            let mut place = threads[thread as usize].place;
            let ended = loop {
                if !self.step(1) {
                    return;
                }
                self.statement = code.statements[place as usize];
                let iterations = &mut threads[thread as usize].iterations;
                match &code.instructions[place as usize] {
                    Instruction::Enter(id) => iterations[*id as usize] = 0,
                    Instruction::Head { id, .. } => iterations[*id as usize] += 1,
                    _ => {}
                }
                let next = self.one(place, thread);
                if self.end.is_some() {
                    return;
                }
                match next {
                    Next::To(next) => place = next,
                    Next::Wait | Next::Exit => break Some(next),
                }
                fuel -= 1;
                if fuel == 0 {
                    break None;
                }
            };
            threads[thread as usize].place = place;
            match ended {
                None => continue,
                Some(Next::Exit) => {
                    self.exit(thread);
                    threads[thread as usize].place = place;
                }
                Some(_) => threads[thread as usize].waits = true,
            }
            ready.remove(at);
            self.release_warp(thread, &mut threads, &mut ready);
            if self.end.is_none() {
                self.release(thread / self.block, &mut threads, &mut ready);
            }
            // A block that has exited may be what the others waited for.
            for block in 0..self.standing.alive.len() as u32 {
                if ready.is_empty() && self.end.is_none() {
                    self.release(block, &mut threads, &mut ready);
                }
            }
            if self.end.is_some() {
                return;
            }
        }
        let stuck: Vec<u32> = (0..self.threads).filter(|thread| threads[*thread as usize].waits).collect();
        if let Some(first) = stuck.first()
            && !self.meet_elsewhere(&stuck, &threads)
        {
            self.stuck(*first, &threads);
        }
    }

    /// R351: whether lanes of a warp that all wait name the same lanes in the same operation, at different moments.
    fn meet_elsewhere(&mut self, stuck: &[u32], threads: &[Progress]) -> bool {
        let code = self.code;
        let mut seen: Vec<(u32, WarpOp, u32, u32)> = Vec::new();
        for thread in stuck {
            let place = threads[*thread as usize].place;
            let Instruction::Warp(warp) = &code.instructions[place as usize] else { continue };
            let Some(named) = self.named(warp, *thread) else { return true };
            let first = thread - thread % self.block % WARP;
            let loops = self.loops_around(place);
            let same = |other: &&(u32, WarpOp, u32, u32)| (other.0, other.1, other.2) == (first, warp.op, named);
            let apart = |other: &(u32, WarpOp, u32, u32)| {
                self.moment(&threads[other.3 as usize], &threads[*thread as usize], &loops).is_ne()
            };
            if seen.iter().filter(same).any(apart) {
                self.statement = code.statements[place as usize];
                self.undecided(ELSEWHERE, self.statement);
                return true;
            }
            seen.push((first, warp.op, named, *thread));
        }
        false
    }

    /// Nobody goes on, and this thread waits.
    fn stuck(&mut self, thread: u32, threads: &[Progress]) {
        let place = threads[thread as usize].place;
        self.statement = self.code.statements[place as usize];
        let missing = (0..self.threads).find(|other| threads[*other as usize].place != place);
        match self.code.instructions[place as usize] {
            Instruction::Barrier(number, ..) => self.diverges(number, thread, missing),
            _ => {
                let message = format!("{} waits for lanes of its warp that do not come", self.index_of(thread));
                self.fatal(ViolationKind::Barrier, self.statement, thread, message);
            }
        }
    }

    /// R136: lets lanes go on that have all come together.
    fn release_warp(&mut self, thread: u32, threads: &mut [Progress], ready: &mut Vec<u32>) {
        let code = self.code;
        let first = thread - thread % self.block % WARP;
        let last = (first + WARP).min((thread / self.block + 1) * self.block);
        for one in first..last {
            let Progress { place, waits, .. } = threads[one as usize];
            let Instruction::Warp(warp) = &code.instructions[place as usize] else { continue };
            if !waits {
                continue;
            }
            self.statement = code.statements[place as usize];
            let Some(named) = self.named(warp, one) else { return };
            let members = (first..last).filter(|other| named >> (other - first) & 1 == 1 || *other == one);
            // A lane that has exited never comes.
            let loops = self.loops_around(place);
            let members: Vec<u32> = members.filter(|other| !self.standing.exited[*other as usize]).collect();
            let there = |other: &u32| {
                let other = &threads[*other as usize];
                other.waits && self.moment(other, &threads[one as usize], &loops).is_eq()
            };
            if !members.iter().all(there) {
                continue;
            }
            // Who names others waits for them.
            if !members.clone().into_iter().all(|other| self.named(warp, other) == Some(named)) {
                continue;
            }
            self.warp(warp, &members);
            self.waited_in_vain();
            if self.end.is_some() {
                return;
            }
            go_on(&members, threads, ready);
        }
    }

    /// R86: lets a block go on when all its threads are at a barrier.
    fn release(&mut self, block: u32, threads: &mut [Progress], ready: &mut Vec<u32>) {
        let waits_for_others = |thread: &u32| {
            let progress = &threads[*thread as usize];
            progress.waits && !matches!(self.code.instructions[progress.place as usize], Instruction::Warp(_))
        };
        let all = block * self.block..(block + 1) * self.block;
        let alive = all.clone().filter(|thread| !self.standing.exited[*thread as usize]);
        if !alive.clone().all(|thread| waits_for_others(&thread)) {
            return;
        }
        let Some(first) = alive.min_by_key(|thread| threads[*thread as usize].place) else { return };
        let place = threads[first as usize].place;
        if let Instruction::Barrier(_, BarrierScope::Grid, _) = self.code.instructions[place as usize] {
            self.release_grid(place, threads, ready);
            return;
        }
        let loops = self.loops_around(place);
        let (number, vote) = match self.code.instructions[place as usize] {
            Instruction::Barrier(number, _, vote) => (number, vote),
            _ => (0, None),
        };
        self.statement = self.code.statements[place as usize];
        let one = &threads[first as usize];
        // All must be at the same moment; those that have exited must have done so before it.
        let apart = all.clone().find(|thread| match self.moment(&threads[*thread as usize], one, &loops) {
            Ordering::Less => !self.standing.exited[*thread as usize],
            Ordering::Equal => false,
            Ordering::Greater => true,
        });
        if let Some(other) = apart {
            self.diverges(number, first, Some(other));
            return;
        }
        let alive: Vec<u32> = all.filter(|thread| !self.standing.exited[*thread as usize]).collect();
        self.pass(&alive);
        self.vote(vote, &alive);
        go_on(&alive, threads, ready);
    }

    /// R139
    fn release_grid(&mut self, place: Place, threads: &mut [Progress], ready: &mut Vec<u32>) {
        let alive: Vec<u32> = (0..self.threads).filter(|thread| !self.standing.exited[*thread as usize]).collect();
        let (Some(first), loops) = (alive.first(), self.loops_around(place)) else { return };
        let first = &threads[*first as usize];
        let all = alive.iter().all(|thread| {
            let progress = &threads[*thread as usize];
            progress.waits && self.moment(progress, first, &loops).is_eq()
        });
        if all {
            self.pass(&alive);
            go_on(&alive, threads, ready);
        }
    }
}

/// The threads are behind what they waited at.
fn go_on(members: &[u32], threads: &mut [Progress], ready: &mut Vec<u32>) {
    for thread in members {
        let progress = &mut threads[*thread as usize];
        (progress.waits, progress.place) = (false, progress.place + 1);
        let at = ready.partition_point(|other| other < thread);
        ready.insert(at, *thread);
    }
}

impl Machine<'_> {
    /// The loops around a place, outermost first.
    fn loops_around(&self, place: Place) -> Vec<usize> {
        let mut loops: Vec<usize> = (0..self.code.loops.len())
            .filter(|at| (self.code.loops[*at].head..self.code.loops[*at].exit).contains(&place))
            .collect();
        loops.sort_by_key(|at| self.code.loops[*at].head);
        loops
    }

    /// Whether one thread is before or after another in lock-step: by the iterations of the loops (outermost first)
    /// around the other's place that it is in too, then by the place.
    fn moment(&self, one: &Progress, other: &Progress, loops: &[usize]) -> Ordering {
        let common = loops.iter().take_while(|at| {
            let found = &self.code.loops[**at];
            (found.head..found.exit).contains(&one.place)
        });
        let mut iterations = common.map(|at| one.iterations[*at].cmp(&other.iterations[*at]));
        iterations.find(|order| order.is_ne()).unwrap_or_else(|| one.place.cmp(&other.place))
    }
}

/// How far a thread is.
struct Progress {
    place: Place,
    waits: bool,
    /// By loop: iterations begun since it was entered.
    iterations: Vec<u32>,
}

impl Progress {
    fn new(loops: usize) -> Progress {
        Progress { place: 0, waits: false, iterations: vec![0; loops] }
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
