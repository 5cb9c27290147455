//! Branches that data decides, in a run in which data is not known: a thread executes both arms (AMP-5).

use std::collections::BTreeMap;

use crate::interp::code::{Code, Instruction, NodeId, Place};
use crate::interp::machine::Machine;
use crate::interp::machine::tracking::Sink;
use crate::interp::transfer::Transfer;
use crate::interp::value::Value;

use super::Next;

/// The arms of a branch: where each begins, and where both lead.
#[derive(Clone, Copy)]
struct Arms {
    then: Place,
    otherwise: Place,
    end: Place,
}

impl Machine<'_> {
    /// Keeps those in the group for which the condition holds, and gives the others; threads of which data decides execute both
    /// arms and wait behind them.
    pub fn part_by_data(
        &mut self,
        place: Place,
        (condition, otherwise): (NodeId, Place),
        group: &mut Vec<u32>,
    ) -> (Vec<u32>, BTreeMap<Place, Vec<u32>>) {
        let (mut no, mut behind) = (Vec::new(), BTreeMap::<Place, Vec<u32>>::new());
        let mut yes = Vec::new();
        for thread in std::mem::take(group) {
            match self.eval(condition, thread) {
                Value::Bool(true) => yes.push(thread),
                Value::Bool(false) => no.push(thread),
                value => {
                    if let Some(end) = self.both_arms(place, value, (condition, otherwise), thread) {
                        behind.entry(end).or_default().push(thread);
                    }
                }
            }
            if self.end.is_some() {
                break;
            }
        }
        *group = yes;
        (no, behind)
    }

    /// Executes both arms in a thread; the place behind them, or none where the launch hangs on the branch.
    fn both_arms(&mut self, place: Place, value: Value, branch: (NodeId, Place), thread: u32) -> Option<Place> {
        let span = self.code.spans[branch.0 as usize];
        let Value::Data(_) = value else {
            self.undecided_condition(span);
            return None;
        };
        let arms = arms(self.code, place, branch.1).filter(|_| !self.is_given(value));
        if arms.is_none() && Transfer::Branch.is_out() {
            return Some(place + 1);
        }
        let Some(arms) = arms else {
            self.depends(value, Sink::Branch, span);
            return None;
        };
        self.both(
            value,
            [&mut |machine| machine.arm_of((arms.then, arms.end), thread), &mut |machine| {
                machine.arm_of((arms.otherwise, arms.end), thread);
            }],
        );
        Some(arms.end)
    }

    /// Executes an arm in a thread.
    fn arm_of(&mut self, (from, to): (Place, Place), thread: u32) {
        let code = self.code;
        let mut place = from;
        while place != to && self.end.is_none() && self.step(1) {
            self.statement = code.statements[place as usize];
            place = match &code.instructions[place as usize] {
                Instruction::Branch { condition, otherwise } => match self.eval(*condition, thread) {
                    Value::Bool(true) => place + 1,
                    Value::Bool(false) => *otherwise,
                    value => match self.both_arms(place, value, (*condition, *otherwise), thread) {
                        Some(end) => end,
                        None => return,
                    },
                },
                _ => match self.one(place, thread) {
                    Next::To(next) => next,
                    // No arm has these.
                    Next::Wait | Next::Exit => return,
                },
            };
        }
    }
}

/// The arms of a branch up to the first place behind it where all ways from it meet, if none of them waits, ends the thread or leads
/// back.
fn arms(code: &Code, place: Place, otherwise: Place) -> Option<Arms> {
    let mut end = otherwise;
    let mut at = place + 1;
    while at < end {
        let target = match &code.instructions[at as usize] {
            Instruction::Branch { otherwise: target, .. } | Instruction::Jump(target) => *target,
            Instruction::Head { id, .. } => code.loops[*id as usize].exit,
            Instruction::Barrier(..) | Instruction::Warp(_) | Instruction::Fence(_) | Instruction::Exit => return None,
            Instruction::DeclareArray(_) | Instruction::Keep(_) => return None,
            Instruction::Declare(_)
            | Instruction::Assign { .. }
            | Instruction::Store { .. }
            | Instruction::Enter(_)
            | Instruction::Atomic(_)
            | Instruction::Assert { .. }
            | Instruction::Assume(_) => end,
        };
        if target <= place {
            return None;
        }
        end = end.max(target);
        at += 1;
    }
    Some(Arms { then: place + 1, otherwise, end })
}
