//! One thread after the other executes some statements (MACHINE-8, MACHINE-9).

use std::cmp::Ordering;

use super::warps::ELSEWHERE;
use crate::interp::code::{Instruction, Place};
use crate::interp::machine::Machine;
use crate::interp::outcome::ViolationKind;
use crate::kernel::ir::{BarrierScope, WARP, WarpOp};

use super::Next;

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

impl Machine<'_> {
    /// MACHINE-8: `choose` picks one of so many threads and how many statements it may execute.
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

    /// WARP-10: whether lanes of a warp that all wait name the same lanes in the same operation, at different moments.
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
            Instruction::Barrier(number, ..) => self.diverges(number, &[thread], missing),
            _ => {
                let message = format!("{} waits for lanes of its warp that do not come", self.index_of(thread));
                self.fatal(ViolationKind::Barrier, self.statement, thread, message);
            }
        }
    }

    /// WARP-9: lets lanes go on that have all come together.
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

    /// MACHINE-9: lets a block go on when all its threads are at a barrier.
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
            self.diverges(number, &[first], Some(other));
            return;
        }
        let alive: Vec<u32> = all.filter(|thread| !self.standing.exited[*thread as usize]).collect();
        self.pass(&alive);
        self.vote(vote, &alive);
        go_on(&alive, threads, ready);
    }

    /// WARP-28
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

/// The threads are behind what they waited at.
fn go_on(members: &[u32], threads: &mut [Progress], ready: &mut Vec<u32>) {
    for thread in members {
        let progress = &mut threads[*thread as usize];
        (progress.waits, progress.place) = (false, progress.place + 1);
        let at = ready.partition_point(|other| other < thread);
        ready.insert(at, *thread);
    }
}
