//! Branches that data decides, in a run in which data is not known: a thread executes both arms (R403).

use std::collections::BTreeMap;

use crate::interp::code::{Code, Instruction, NodeId, Place};
use crate::interp::machine::Machine;
use crate::interp::machine::tracking::Sink;
use crate::interp::value::Value;

use super::Next;

/// The arms of a branch: from a place up to another one, and where both lead.
#[derive(Clone, Copy)]
struct Arms {
    then: (Place, Place),
    otherwise: (Place, Place),
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
            self.undecided("the value of a condition is not known", span);
            return None;
        };
        let arms = arms(self.code, place, branch.1).filter(|_| !self.is_given(value));
        let Some(arms) = arms else {
            self.depends(value, Sink::Branch, span);
            return None;
        };
        self.both(
            value,
            [&mut |machine| machine.arm_of(arms.then, thread), &mut |machine| machine.arm_of(arms.otherwise, thread)],
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

/// The arms of a branch that does nothing else than choose between them: neither waits, ends the thread or leads elsewhere.
fn arms(code: &Code, place: Place, otherwise: Place) -> Option<Arms> {
    let over = match code.instructions[otherwise as usize - 1] {
        Instruction::Jump(end) if end >= otherwise => Some(end),
        _ => None,
    };
    let arms = match over {
        Some(end) => Arms { then: (place + 1, otherwise - 1), otherwise: (otherwise, end), end },
        None => Arms { then: (place + 1, otherwise), otherwise: (otherwise, otherwise), end: otherwise },
    };
    (stays(code, arms.then) && stays(code, arms.otherwise)).then_some(arms)
}

/// Whether whoever is in this part goes to its end, and meets nobody on the way.
fn stays(code: &Code, (from, to): (Place, Place)) -> bool {
    let inside = |target: &Place| from <= *target && *target <= to;
    (from..to).all(|place| match &code.instructions[place as usize] {
        Instruction::Branch { otherwise: target, .. } | Instruction::Jump(target) => inside(target),
        Instruction::Head { id, .. } => inside(&code.loops[*id as usize].exit),
        Instruction::Barrier(..) | Instruction::Warp(_) | Instruction::Fence(_) | Instruction::Exit => false,
        Instruction::DeclareArray(_) | Instruction::Keep(_) => false,
        Instruction::Declare(_)
        | Instruction::Assign { .. }
        | Instruction::Store { .. }
        | Instruction::Enter(_)
        | Instruction::Atomic(_)
        | Instruction::Assert { .. }
        | Instruction::Assume(_) => true,
    })
}
