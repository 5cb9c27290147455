//! Statements, and the orders in which threads execute them (MACHINE-7 to MACHINE-9): what both orders share.

pub mod amplify;
mod arms;
mod atomics;
mod blocks;
mod interleaved;
mod lockstep;
pub mod run;
mod warps;

use crate::kernel::ir::VoteOp;

use crate::interp::code::{Instruction, LanesCode, NodeId, Place, VoteCode};
use crate::interp::machine::Machine;
use crate::interp::machine::tracking::Elsewhere;
use crate::interp::machine::tracking::Sink;
use crate::interp::outcome::{End, RemarkKind, ViolationKind};
use crate::interp::transfer::Transfer;
use crate::interp::value::Value;

/// Where one thread goes after an instruction.
enum Next {
    To(Place),
    /// It waits for others.
    Wait,
    Exit,
}

impl Machine<'_> {
    /// Executes an instruction in one thread.
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
            Instruction::Assume(clause) => self.assume(clause.node, &[thread]),
            Instruction::Assert { .. } | Instruction::Enter(_) | Instruction::Keep(_) => {}
            Instruction::Exit => return Next::Exit,
        }
        Next::To(place + 1)
    }

    /// The truth of a condition of the program; when it is not known, the run is over.
    pub fn condition(&mut self, condition: NodeId, thread: u32) -> Option<bool> {
        let value = self.eval(condition, thread);
        let truth = value.truth();
        if matches!(value, Value::Data(_)) && Transfer::Loop.is_out() {
            return Some(false);
        }
        if matches!(value, Value::Data(_)) {
            self.depends(value, Sink::Loop, self.code.spans[condition as usize]);
        } else if truth.is_none() {
            self.undecided_condition(self.code.spans[condition as usize]);
        }
        truth
    }

    /// All reads before all writes.
    pub fn store(&mut self, cell: u32, value: NodeId, group: &[u32]) {
        let mut writes = Vec::with_capacity(group.len());
        let mut anywhere = Vec::new();
        for thread in group {
            // All that is wrong with one statement is seen.
            let value = self.eval(value, *thread);
            let index = self.locate(cell, *thread);
            match index {
                Ok(index) if self.end.is_none() => {
                    self.may_write(cell, index, *thread);
                    writes.push((*thread, index, value));
                }
                Err(Elsewhere::Anywhere(index)) => anywhere.extend([index, value]),
                Ok(_) | Err(Elsewhere::Nowhere) => return,
            }
        }
        for (thread, index, value) in writes {
            self.write(cell, index, thread, value);
        }
        self.write_anywhere(cell, &anywhere);
    }

    /// STMT-13: what the threads of a block that pass a barrier say together.
    pub fn vote(&mut self, vote: Option<VoteCode>, members: &[u32]) {
        let Some(VoteCode { op, operand, result }) = vote else { return };
        let (mut yes, mut no, mut open, mut data) = (0_i64, false, false, Vec::new());
        for thread in members {
            let value = self.eval(operand, *thread);
            data.extend(value.flow().map(|_| value));
            match value.truth() {
                Some(true) => yes += 1,
                Some(false) => no = true,
                None => open = true,
            }
        }
        let value = match op {
            VoteOp::Any if yes > 0 => Value::Bool(true),
            VoteOp::All if no => Value::Bool(false),
            _ if open && !Transfer::Vote.is_out() => self.mixed(&data).unwrap_or(Value::Unknown),
            VoteOp::Any => Value::Bool(false),
            VoteOp::All => Value::Bool(true),
            VoteOp::Count => Value::Int(yes),
        };
        for thread in members {
            self.set_local(result, *thread, value);
        }
    }

    pub fn diverges(&mut self, number: u32, waiting: &[u32], missing: Option<u32>) {
        if missing.is_some_and(|missing| self.waits(missing)) {
            return self.waited_in_vain();
        }
        let inside = waiting[0];
        let (inside_index, missing) = (self.index_of(inside), missing.map(|missing| self.index_of(missing)));
        let all = waiting.iter().map(|thread| self.index_of(*thread)).collect();
        let other = missing.map_or_else(|| "another thread".to_owned(), |missing| missing.to_string());
        let message = format!("{inside_index} waits at barrier {number}, {other} does not come there");
        self.fatal(ViolationKind::Barrier, self.statement, inside, message);
        if let Some(violation) = self.findings.violations.last_mut().filter(|last| last.kind == ViolationKind::Barrier)
        {
            violation.missing = missing;
            violation.waiting = all;
        }
    }

    /// Threads of one block pass a barrier together.
    pub fn pass(&mut self, members: &[u32]) {
        for thread in members {
            self.standing.passed[*thread as usize] += 1;
        }
        self.order_at_barrier(members);
        if !(members.len() as u32).is_multiple_of(self.block) {
            self.remark(RemarkKind::BarrierAfterExit, self.statement, members[0]);
        }
    }

    pub fn exit(&mut self, thread: u32) {
        self.standing.exited[thread as usize] = true;
        self.standing.alive[(thread / self.block) as usize] -= 1;
    }
}
