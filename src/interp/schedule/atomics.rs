//! Atomic operations, one after the other (ATOMIC-18).

use crate::kernel::ir::{AtomicOp, Binary};

use crate::interp::clocks::{Made, Strong};
use crate::interp::code::AtomicCode;
use crate::interp::flow::Source;
use crate::interp::machine::Machine;
use crate::interp::machine::tracking::Elsewhere;
use crate::interp::transfer::Transfer;
use crate::interp::value::Value;

impl Machine<'_> {
    /// All operands are evaluated before the first thread's operation.
    pub fn atomic(&mut self, code: &AtomicCode, group: &[u32]) {
        let mut ready = Vec::with_capacity(group.len());
        for thread in group {
            let operands: Vec<Value> = code.operands.iter().map(|operand| self.eval(*operand, *thread)).collect();
            match self.locate(code.cell, *thread) {
                Ok(index) if self.end.is_none() => ready.push((*thread, index, operands)),
                Err(Elsewhere::Anywhere(index)) => {
                    self.atomic_anywhere(code, *thread, &[&[index], &*operands].concat())
                }
                Ok(_) | Err(Elsewhere::Nowhere) => return,
            }
        }
        for (thread, index, operands) in ready {
            let loads = code.op == AtomicOp::Load;
            if !loads {
                self.may_write(code.cell, index, thread);
            }
            let cell = &self.code.cells[code.cell as usize];
            let old = self.peek(cell.array, index, thread, cell.span);
            // What is found, and in the end what is left, hangs on the order of threads.
            let found = self.data(Source::Atomic);
            let old = match found {
                Some(found) if !Transfer::Found.is_out() => self.mixed(&[found, old]).unwrap_or(found),
                _ => old,
            };
            let new = match found.filter(|_| !Transfer::Left.is_out()) {
                Some(found) => self.mixed(&[&[found, old], &*operands].concat()).unwrap_or(found),
                None => self.updated(code, old, &operands, thread),
            };
            // A comparison that fails stores nothing that others could see.
            let fails =
                code.op == AtomicOp::Cas && operands.first().is_some_and(|wanted| old.same(*wanted) == Some(false));
            let strong = Strong { writes: code.strong.writes && !fails, ..code.strong };
            let made = Made { thread, kind: code.kind, site: code.cell, wrote: None, strong: Some(strong) };
            if loads {
                self.log(made, index);
            } else {
                self.change(Made { wrote: Some(new), ..made }, index, new);
            }
            if let Some(result) = code.result {
                self.set_local(result, thread, old);
            }
        }
    }

    /// An operation on a cell that data decides (AMP-11).
    fn atomic_anywhere(&mut self, code: &AtomicCode, thread: u32, decide: &[Value]) {
        let Some(found) = self.data(Source::Atomic) else { return };
        let decide = [&[found], decide].concat();
        if code.op != AtomicOp::Load {
            self.write_anywhere(code.cell, &decide);
        }
        if let Some(result) = code.result {
            let read = self.read_anywhere(code.cell, found);
            let value = self.mixed(&[&[read], &*decide].concat()).unwrap_or(found);
            self.set_local(result, thread, value);
        }
    }

    fn updated(&mut self, code: &AtomicCode, old: Value, operands: &[Value], thread: u32) -> Value {
        let Some(first) = operands.first().copied() else { return old };
        let binary = match code.op {
            AtomicOp::Add => Binary::Add,
            AtomicOp::Sub => Binary::Sub,
            AtomicOp::Min => Binary::Min,
            AtomicOp::Max => Binary::Max,
            AtomicOp::And => Binary::BitAnd,
            AtomicOp::Or => Binary::BitOr,
            AtomicOp::Xor => Binary::BitXor,
            AtomicOp::Exch | AtomicOp::Store => return first,
            AtomicOp::Load => return old,
            AtomicOp::Inc => {
                return match (old, first) {
                    (Value::Int(old), Value::Int(limit)) => Value::Int(if old >= limit { 0 } else { old + 1 }),
                    _ => Value::Unknown,
                };
            }
            AtomicOp::Dec => {
                return match (old, first) {
                    (Value::Int(old), Value::Int(limit)) => {
                        Value::Int(if old == 0 || old > limit { limit } else { old - 1 })
                    }
                    _ => Value::Unknown,
                };
            }
            AtomicOp::Cas => {
                return match (old.same(first), operands.get(1)) {
                    (Some(true), Some(new)) => *new,
                    (Some(false), _) => old,
                    _ => Value::Unknown,
                };
            }
        };
        let exact = self.pool.binary(binary, code.domain, old, first);
        let Some(fit) = code.fit else { return exact };
        if code.wraps && !fit.signed {
            return self.pool.wrap(exact, fit.signed, fit.bits);
        }
        // ATOMIC-12
        self.leaves_range(exact, &fit, self.code.cells[code.cell as usize].span, thread)
    }
}
