//! What the lanes of a warp do together (WARP-9).

use crate::kernel::ir::{Binary, Combine, Type, WARP, WarpOp};

use crate::interp::arith::Domain;
use crate::interp::code::{LanesCode, WarpCode};
use crate::interp::flow::Source;
use crate::interp::machine::tracking::Sink;
use crate::interp::machine::{Machine, Waiting};
use crate::interp::outcome::{RemarkKind, ViolationKind};
use crate::interp::setup::{Ints, Schedule};
use crate::interp::transfer::Transfer;
use crate::interp::value::Value;

/// Which lanes execute a shuffle or a vote together, where it names none, only lock-step says (WARP-13).
fn comes_apart(op: WarpOp) -> bool {
    matches!(
        op,
        WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor | WarpOp::Ballot | WarpOp::Any | WarpOp::All
    )
}

/// A lane that came to the statement.
struct Lane {
    thread: u32,
    lane: u32,
    /// The lanes that it names, itself included; those that no thread has are left out.
    named: u32,
    operands: Vec<Value>,
}

/// Why nothing is said of lanes that wait for each other at several places.
pub const ELSEWHERE: &str =
    "lanes of a warp that name each other execute the same operation at different places or in different iterations";

/// Why nothing is said of lanes that are named and go straight to the kernel's end.
const AT_THE_END: &str =
    "it is not said whether lanes of a warp wait for one that ends without coming to the operation";

impl Machine<'_> {
    /// The threads execute something more, so that they are missed by those that wait for them.
    pub fn go_on_elsewhere(&mut self, group: &[u32]) {
        for waiting in &mut self.standing.waiting {
            if waiting.idle.as_ref().is_some_and(|idle| idle.iter().any(|thread| group.binary_search(thread).is_ok())) {
                waiting.idle = None;
            }
        }
    }

    /// Whether the thread waits for lanes that are not there.
    pub fn waits(&self, thread: u32) -> bool {
        self.standing.waiting.iter().any(|waiting| waiting.threads.contains(&thread))
    }

    /// The threads of a group, warp by warp.
    pub fn warp(&mut self, code: &WarpCode, group: &[u32]) {
        let (block, warp) = (self.block, WARP);
        let same_warp = |a: &u32, b: &u32| a / block == b / block && a % block / warp == b % block / warp;
        for members in group.chunk_by(same_warp) {
            self.converged(code, members);
            if self.end.is_some() {
                return;
            }
        }
    }

    /// The bits of the lanes that a thread names, where the mask is known.
    pub fn named(&mut self, code: &WarpCode, thread: u32) -> Option<u32> {
        let first = thread % self.block / WARP * WARP;
        let there = bits(0, (self.block - first).min(WARP));
        match code.lanes {
            LanesCode::Mask(mask) => match Transfer::Lanes.of(self.eval(mask, thread)) {
                Value::Int(mask) => Some(mask as u32 & there),
                mask @ Value::Data(_) => {
                    self.depends(mask, Sink::Lanes, self.statement);
                    None
                }
                _ => {
                    self.undecided("the value of a mask of lanes is not known", self.statement);
                    None
                }
            },
            LanesCode::Tile => Some(bits(lane_of(thread, self.block) / code.width * code.width, code.width) & there),
            LanesCode::Present => Some(1 << lane_of(thread, self.block)),
        }
    }

    /// Lanes of one warp that came to one place. Those that name the same lanes execute the operation together.
    fn converged(&mut self, code: &WarpCode, members: &[u32]) {
        let mut lanes = Vec::with_capacity(members.len());
        for thread in members {
            let Some(named) = self.named(code, *thread) else { return };
            let operands = code.operands.iter().map(|operand| self.eval(*operand, *thread)).collect();
            lanes.push(Lane { thread: *thread, lane: lane_of(*thread, self.block), named, operands });
        }
        if matches!(code.lanes, LanesCode::Present) {
            return self.together(code, &lanes);
        }
        let all = lanes.iter().fold(0, |all, lane| all | 1 << lane.lane);
        while let Some(named) = lanes.first().map(|lane| lane.named) {
            let (group, rest): (Vec<Lane>, Vec<Lane>) = lanes.into_iter().partition(|lane| lane.named == named);
            if self.end.is_none() && self.come_together(code, named, &group, all) {
                self.together(code, &group);
            }
            lanes = rest;
        }
    }

    fn together(&mut self, code: &WarpCode, lanes: &[Lane]) {
        if self.end.is_some() {
            return;
        }
        let company: Vec<&Lane> = lanes.iter().collect();
        let results: Vec<Option<Value>> = match code.op {
            WarpOp::Sync => Vec::new(),
            _ => lanes.iter().map(|lane| self.result(code, lane, &company)).collect(),
        };
        for (lane, value) in lanes.iter().zip(results) {
            if let (Some(local), Some(value)) = (code.result, value) {
                self.set_local(local, lane.thread, value);
            }
        }
        // Lanes that are only there together in this order of threads do not wait for each other in every one.
        let waits = !self.is_tracked() || !matches!(code.lanes, LanesCode::Present);
        if code.op == WarpOp::Sync && waits {
            let together: Vec<u32> = lanes.iter().map(|lane| lane.thread).collect();
            self.meet(&together);
        }
    }

    /// WARP-4: the lanes that name these are among them, and all that are named are there or have exited. Where one is missing,
    /// they wait (WARP-10). `present` are all lanes at the place.
    fn come_together(&mut self, code: &WarpCode, named: u32, lanes: &[Lane], present: u32) -> bool {
        let first = lanes[0].thread - lanes[0].lane;
        if let Some(stranger) = lanes.iter().find(|lane| named >> lane.lane & 1 == 0) {
            let message = format!("{} does not name itself in its mask", self.index_of(stranger.thread));
            self.fatal(ViolationKind::Barrier, self.statement, stranger.thread, message);
            return false;
        }
        if self.standing.waiting.iter().any(|other| (other.first, other.op, other.named) == (first, code.op, named)) {
            self.undecided(ELSEWHERE, self.statement);
            return false;
        }
        let there = lanes.iter().fold(0, |all, lane| all | 1 << lane.lane);
        let missing: Vec<u32> = (0..WARP).filter(|bit| (named & !there) >> bit & 1 == 1).collect();
        let is_tile = matches!(code.lanes, LanesCode::Tile);
        let absent = |bit: &&u32| is_tile || !self.standing.exited[(first + **bit) as usize];
        let Some(missed) = missing.iter().find(absent) else {
            if !missing.is_empty() {
                self.remark(RemarkKind::LanesAfterExit, self.statement, lanes[0].thread);
            }
            return true;
        };
        self.standing.waiting.push(Waiting {
            first,
            op: code.op,
            named,
            threads: lanes.iter().map(|lane| lane.thread).collect(),
            missing: first + missed,
            idle: (!is_tile).then(|| missing.iter().filter(|bit| absent(bit)).map(|bit| first + bit).collect()),
            why: match (present >> missed & 1 == 1, self.standing.exited[(first + missed) as usize]) {
                (true, _) => "names other lanes",
                (_, true) => "has exited",
                _ => "does not come there",
            },
            statement: self.statement,
        });
        false
    }

    /// The lanes that wait have waited in vain (WARP-10).
    pub fn waited_in_vain(&mut self) {
        if let Some(waiting) =
            self.standing.waiting.iter().find(|waiting| waiting.idle.is_none()).or(self.standing.waiting.first())
        {
            if waiting
                .idle
                .as_ref()
                .is_some_and(|idle| idle.iter().all(|thread| self.standing.exited[*thread as usize]))
            {
                return self.undecided(AT_THE_END, waiting.statement);
            }
            let (thread, why, there) = (waiting.threads[0], waiting.why, self.index_of(waiting.missing));
            self.statement = waiting.statement;
            let message = format!("{} waits for {there} of its warp, which {why}", self.index_of(thread));
            self.fatal(ViolationKind::Barrier, self.statement, thread, message);
            if let Some(violation) =
                self.findings.violations.last_mut().filter(|last| last.kind == ViolationKind::Barrier)
            {
                violation.missing = Some(there);
            }
        }
    }

    fn result(&mut self, code: &WarpCode, lane: &Lane, company: &[&Lane]) -> Option<Value> {
        if self.is_tracked() && code.op != WarpOp::Sync {
            // Which lanes are there together, only this order of threads says.
            let value = match code.lanes {
                LanesCode::Present if Transfer::Present.is_out() => None,
                LanesCode::Present => self.data(Source::Anything),
                LanesCode::Mask(_) | LanesCode::Tile => self.result_of_data(code, lane, company),
            };
            if value.is_some() {
                return value;
            }
        }
        let base = lane.lane / code.width * code.width;
        if matches!(code.lanes, LanesCode::Present)
            && comes_apart(code.op)
            && self.options.schedule != Schedule::Lockstep
        {
            return Some(Value::Unknown);
        }
        Some(match code.op {
            WarpOp::Sync => return None,
            WarpOp::Active | WarpOp::Coalesced => {
                Value::Int(company.iter().fold(0, |mask, other| mask | 1_i64 << other.lane))
            }
            WarpOp::Ballot | WarpOp::Any | WarpOp::All => {
                let mut votes = 0_i64;
                for other in company {
                    match other.operands.first().and_then(|value| value.truth()) {
                        Some(yes) => votes |= i64::from(yes) << other.lane,
                        None => return Some(Value::Unknown),
                    }
                }
                match (code.op, code.lanes) {
                    (WarpOp::Any, _) => Value::Bool(votes != 0),
                    (WarpOp::All, _) => Value::Bool(votes.count_ones() as usize == company.len()),
                    (_, LanesCode::Tile) => Value::Int(votes >> base),
                    _ => Value::Int(votes),
                }
            }
            WarpOp::Rank | WarpOp::Size => match lane.operands.first() {
                Some(Value::Int(mask)) => {
                    let below = if code.op == WarpOp::Size { WARP } else { lane.lane };
                    Value::Int(i64::from((*mask as u32 & bits(0, below)).count_ones()))
                }
                _ => Value::Unknown,
            },
            WarpOp::Reduce(with) => self.combined(code, with, lane, company, WARP),
            WarpOp::Inclusive(with) => self.combined(code, with, lane, company, lane.lane + 1),
            WarpOp::Exclusive => self.combined(code, Combine::Add, lane, company, lane.lane),
            WarpOp::MatchAny | WarpOp::MatchAll => matched(code.op, lane, company).unwrap_or(Value::Unknown),
            WarpOp::ShflRank => {
                let Some(Value::Int(rank)) = lane.operands.get(1).copied() else { return Some(Value::Unknown) };
                match usize::try_from(rank).ok().and_then(|rank| company.get(rank)) {
                    Some(other) => other.operands.first().copied().unwrap_or(Value::Unknown),
                    None => self.nobodys(code, lane.thread),
                }
            }
            WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor => {
                let own = lane.operands.first().copied().unwrap_or(Value::Unknown);
                let by = match lane.operands.get(1) {
                    Some(Value::Int(by)) => by.rem_euclid(i64::from(WARP)) as u32,
                    _ => return Some(Value::Unknown),
                };
                match source(code.op, lane.lane, by, base, code.width) {
                    None => own,
                    Some(from) => match company.iter().find(|other| other.lane == from) {
                        Some(other) => other.operands.first().copied().unwrap_or(Value::Unknown),
                        None => self.nobodys(code, lane.thread),
                    },
                }
            }
        })
    }

    /// What data decides of a result: a shuffle gives one lane's value, the others say something of all lanes.
    fn result_of_data(&mut self, code: &WarpCode, lane: &Lane, company: &[&Lane]) -> Option<Value> {
        let is_shuffle =
            matches!(code.op, WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor | WarpOp::ShflRank);
        let all: Vec<Value> = company.iter().flat_map(|lane| lane.operands.iter().copied()).collect();
        match lane.operands.get(1) {
            _ if Transfer::Together.is_out() => None,
            Some(Value::Data(_)) => self.mixed(&all),
            _ if is_shuffle => None,
            _ => self.mixed(&all),
        }
    }

    /// WARP-23: the operands of the lanes below `end`, combined from the lowest one on.
    fn combined(&mut self, code: &WarpCode, with: Combine, lane: &Lane, company: &[&Lane], end: u32) -> Value {
        let op = match with {
            Combine::Add => Binary::Add,
            Combine::Min => Binary::Min,
            Combine::Max => Binary::Max,
            Combine::And => Binary::BitAnd,
            Combine::Or => Binary::BitOr,
            Combine::Xor => Binary::BitXor,
        };
        if let (Domain::Float(_), Combine::Add) = (code.domain, with) {
            // In which order is not said, and rounding tells.
            return Value::Unknown;
        }
        let mut operands = company.iter().filter(|other| other.lane < end);
        let mut operands = operands.by_ref().map(|other| other.operands.first().copied().unwrap_or(Value::Unknown));
        let Some(first) = operands.next() else { return Value::Int(0) };
        let operands: Vec<Value> = operands.collect();
        let exact = operands.into_iter().fold(first, |all, value| self.pool.binary(op, code.domain, all, value));
        let Some(fit) = code.fit else { return exact };
        let wrapped = self.pool.wrap(exact, fit.signed, fit.bits);
        if code.wraps && !fit.signed || exact.same(wrapped) != Some(false) {
            return wrapped;
        }
        let span = self.statement;
        match self.options.ints {
            Ints::Math => {
                self.remark(RemarkKind::Overflow, span, lane.thread);
                exact
            }
            Ints::Checked => {
                let message = "the lanes' sum leaves its type".to_owned();
                self.fatal(ViolationKind::Overflow, span, lane.thread, message);
                wrapped
            }
            Ints::C => {
                self.remark(RemarkKind::Overflow, span, lane.thread);
                wrapped
            }
        }
    }

    /// The value of a lane that takes no part: anything.
    fn nobodys(&mut self, code: &WarpCode, thread: u32) -> Value {
        let ty = code.result.map_or(Type::INT, |local| self.code.locals[local as usize].ty);
        let span = self.statement;
        self.remark(RemarkKind::Uninitialised("a lane that takes no part".to_owned()), span, thread);
        self.data(Source::Uninitialised).unwrap_or_else(|| self.next_arbitrary(ty))
    }
}

/// WARP-23: the lanes whose values are this lane's, or whether all are.
fn matched(op: WarpOp, lane: &Lane, company: &[&Lane]) -> Option<Value> {
    let own = lane.operands.first().copied().unwrap_or(Value::Unknown);
    let mut equal = 0_i64;
    for other in company {
        equal |= i64::from(other.operands.first()?.same(own)?) << other.lane;
    }
    Some(match op {
        WarpOp::MatchAny => Value::Int(equal),
        _ => Value::Bool(equal.count_ones() as usize == company.len()),
    })
}

/// WARP-13: the lane that a lane reads from; none where it keeps its own value.
pub fn source(op: WarpOp, lane: u32, by: u32, base: u32, width: u32) -> Option<u32> {
    match op {
        WarpOp::Shfl => Some(base + by % width),
        WarpOp::ShflUp => lane.checked_sub(by).filter(|from| *from >= base),
        WarpOp::ShflDown => Some(lane + by).filter(|from| *from < base + width),
        _ => Some(lane ^ by).filter(|from| *from < base + width),
    }
}

fn lane_of(thread: u32, block: u32) -> u32 {
    thread % block % WARP
}

/// So many ones from a bit on.
fn bits(first: u32, count: u32) -> u32 {
    if count >= WARP { u32::MAX << first } else { ((1_u32 << count) - 1) << first }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_read_within_their_segment() {
        assert_eq!(source(WarpOp::Shfl, 5, 9, 0, 8), Some(1));
        assert_eq!(source(WarpOp::Shfl, 13, 9, 8, 8), Some(9));
        assert_eq!(source(WarpOp::ShflUp, 8, 1, 8, 8), None);
        assert_eq!(source(WarpOp::ShflUp, 9, 1, 8, 8), Some(8));
        assert_eq!(source(WarpOp::ShflDown, 15, 1, 8, 8), None);
        assert_eq!(source(WarpOp::ShflDown, 14, 1, 8, 8), Some(15));
        assert_eq!(source(WarpOp::ShflXor, 3, 4, 0, 4), None);
        assert_eq!(source(WarpOp::ShflXor, 7, 4, 4, 4), Some(3));
        assert_eq!((bits(0, 32), bits(8, 8), bits(0, 5)), (u32::MAX, 0xff00, 31));
    }
}
