//! What a run for all data need not compute (AMP-15): values that reach no index, no condition and no mask. Of their expressions only
//! the accesses are made.

use std::collections::BTreeSet;

use super::code::{Code, Instruction, LanesCode, Node, NodeId};
use super::value::Value;

/// Puts this value, which is data, in place of all that matters to nothing. Says whether a function is among it whose domain would
/// have been checked.
pub fn cut(code: &mut Code, data: Value) -> bool {
    let matters = Matters::of(code);
    let mut has_domain = false;
    for at in 0..code.instructions.len() {
        let (value, is_wanted) = match &code.instructions[at] {
            Instruction::Assign { local, value } => (*value, matters.locals.contains(local)),
            Instruction::Store { cell, value } => (*value, matters.arrays.contains(&code.cells[*cell as usize].array)),
            _ => continue,
        };
        let Some(reads) = Some(value).filter(|_| !is_wanted).and_then(|value| reads(code, value)) else {
            continue;
        };
        has_domain |= any(code, value, &|node| matches!(node, Node::Math(math) if math.checked));
        code.nodes.push(Node::Accessed(reads, data));
        code.spans.push(code.spans[value as usize]);
        let new = code.nodes.len() as NodeId - 1;
        if let Instruction::Assign { value, .. } | Instruction::Store { value, .. } = &mut code.instructions[at] {
            *value = new;
        }
    }
    has_domain
}

/// The reads of an expression that are made whatever its values are; none where values decide, or are checked.
fn reads(code: &Code, value: NodeId) -> Option<Box<[u32]>> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(node) = open.pop() {
        match &code.nodes[node as usize] {
            Node::Read(site) => found.push(*site),
            Node::And(..) | Node::Or(..) | Node::Implies(..) | Node::Conditional(..) => return None,
            Node::Divide(_, _, _, by) | Node::Remainder(_, by, _) | Node::Shift(_, _, by, _)
                if !matches!(code.nodes[*by as usize], Node::Const(_)) =>
            {
                return None;
            }
            node => open.extend(node.parts()),
        }
    }
    Some(found.into_boxed_slice())
}

/// Whether a node of an expression is of that kind.
fn any(code: &Code, value: NodeId, is: &dyn Fn(&Node) -> bool) -> bool {
    let node = &code.nodes[value as usize];
    is(node) || node.parts().iter().any(|part| any(code, *part, is))
}

/// Variables and arrays whose values may come to an index, a condition or a mask.
#[derive(Default)]
struct Matters {
    locals: BTreeSet<u32>,
    arrays: BTreeSet<u32>,
}

impl Matters {
    fn of(code: &Code) -> Matters {
        let mut matters = Matters::default();
        for instruction in &code.instructions {
            match instruction {
                Instruction::Assign { value, .. } => matters.decide(code, *value),
                Instruction::Store { cell, value } => {
                    matters.index(code, *cell);
                    matters.decide(code, *value);
                }
                Instruction::Branch { condition: value, .. } | Instruction::Head { guard: value, .. } => {
                    matters.add(code, *value);
                    matters.decide(code, *value);
                }
                Instruction::Atomic(atomic) => {
                    matters.index(code, atomic.cell);
                    atomic.operands.iter().for_each(|operand| matters.decide(code, *operand));
                }
                Instruction::Warp(warp) => {
                    warp.operands.iter().for_each(|operand| matters.decide(code, *operand));
                    if let LanesCode::Mask(mask) = warp.lanes {
                        matters.add(code, mask);
                        matters.decide(code, mask);
                    }
                }
                Instruction::Barrier(_, _, Some(vote)) => matters.decide(code, vote.operand),
                Instruction::Barrier(..)
                | Instruction::Declare(_)
                | Instruction::DeclareArray(_)
                | Instruction::Jump(_)
                | Instruction::Enter(_)
                | Instruction::Fence(_)
                | Instruction::Assert { .. }
                | Instruction::Assume(_)
                | Instruction::Keep(_)
                | Instruction::Exit => {}
            }
        }
        while matters.spread(code) {}
        matters
    }

    /// What decides that which matters; whether there is more now.
    fn spread(&mut self, code: &Code) -> bool {
        let size = |matters: &Matters| matters.locals.len() + matters.arrays.len();
        let before = size(self);
        for instruction in &code.instructions {
            match instruction {
                Instruction::Assign { local, value } if self.locals.contains(local) => self.add(code, *value),
                Instruction::Store { cell, value } if self.arrays.contains(&code.cells[*cell as usize].array) => {
                    self.add(code, *value);
                }
                Instruction::Atomic(atomic) => {
                    let array = code.cells[atomic.cell as usize].array;
                    let is_read = atomic.result.is_some_and(|result| self.locals.contains(&result));
                    if is_read || self.arrays.contains(&array) {
                        self.arrays.insert(array);
                        atomic.operands.iter().for_each(|operand| self.add(code, *operand));
                    }
                }
                Instruction::Warp(warp) if warp.result.is_some_and(|result| self.locals.contains(&result)) => {
                    warp.operands.iter().for_each(|operand| self.add(code, *operand));
                }
                Instruction::Barrier(_, _, Some(vote)) if self.locals.contains(&vote.result) => {
                    self.add(code, vote.operand);
                }
                _ => {}
            }
        }
        size(self) > before
    }

    fn index(&mut self, code: &Code, site: u32) {
        for index in &code.cells[site as usize].index {
            self.add(code, *index);
            self.decide(code, *index);
        }
    }

    /// What decides something within an expression.
    fn decide(&mut self, code: &Code, value: NodeId) {
        let node = &code.nodes[value as usize];
        match node {
            Node::Read(site) => self.index(code, *site),
            Node::Conditional(decides, ..)
            | Node::And(decides, _)
            | Node::Or(decides, _)
            | Node::Divide(_, _, _, decides)
            | Node::Remainder(_, decides, _)
            | Node::Shift(_, _, decides, _) => self.add(code, *decides),
            _ => {}
        }
        node.parts().iter().for_each(|part| self.decide(code, *part));
    }

    fn add(&mut self, code: &Code, value: NodeId) {
        let mut open = vec![value];
        while let Some(node) = open.pop() {
            match &code.nodes[node as usize] {
                Node::Local(local) => _ = self.locals.insert(*local),
                Node::Read(site) => _ = self.arrays.insert(code.cells[*site as usize].array),
                node => open.extend(node.parts()),
            }
        }
    }
}
