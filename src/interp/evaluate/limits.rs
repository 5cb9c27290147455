//! What contracts let be read and written (VALUE-7, CALL-14).

use crate::interp::code::{Code, RegionCode};
use crate::interp::machine::Machine;
use crate::interp::outcome::ViolationKind;
use crate::interp::setup::Schedule;
use crate::interp::value::Value;
use crate::kernel::ir::Space;

impl<'c> Machine<'c> {
    /// VALUE-7, and of the calls by contract around (CALL-14).
    pub fn may_write(&mut self, site: u32, flat: i64, thread: u32) {
        let code = self.code;
        if !code.contract.writes.is_empty() && self.space_of(site) == Space::Global {
            self.listed(&[&code.contract.writes], "the contract", "written", (site, flat, thread));
        }
        for call in self.limiting(site) {
            let call = &code.calls[*call as usize];
            if !call.writes.is_empty() && self.is_limited(&call.passed, site) {
                let whose = format!("the contract of `{}`", call.function);
                self.listed(&[&call.writes], &whose, "written", (site, flat, thread));
            }
        }
    }

    /// CALL-14
    #[inline]
    pub fn may_read(&mut self, site: u32, flat: i64, thread: u32) {
        for call in self.limiting(site) {
            let call = &self.code.calls[*call as usize];
            if !call.reads.is_empty() && self.is_limited(&call.passed, site) {
                let whose = format!("the contract of `{}`", call.function);
                self.listed(&[&call.reads, &call.writes], &whose, "read", (site, flat, thread));
            }
        }
    }

    /// The calls whose contracts are looked at here: like all of them, in lock-step.
    #[inline]
    fn limiting(&self, site: u32) -> &'c [u32] {
        let code: &'c Code = self.code;
        if self.options.schedule == Schedule::Lockstep { &code.cells[site as usize].calls } else { &[] }
    }

    /// The contract of a function is about global arrays and what its pointers point into.
    fn is_limited(&self, passed: &[u32], site: u32) -> bool {
        self.space_of(site) == Space::Global || passed.contains(&self.code.cells[site as usize].array)
    }

    fn space_of(&self, site: u32) -> Space {
        self.code.arrays[self.code.cells[site as usize].array as usize].space
    }

    fn listed(&mut self, regions: &[&[RegionCode]], whose: &str, done: &str, (site, flat, thread): (u32, i64, u32)) {
        let code = self.code;
        let cell = &code.cells[site as usize];
        let array = &code.arrays[cell.array as usize];
        let mut indices = vec![flat; array.extents.len()];
        let mut rest = flat;
        for (at, extent) in array.extents.iter().enumerate().skip(1).rev() {
            let size = extent.unwrap_or(1).max(1);
            indices[at] = rest % size;
            rest /= size;
        }
        if let Some(first) = indices.first_mut() {
            *first = rest;
        }
        let mut decided = true;
        for (_, ranges) in regions.iter().copied().flatten().filter(|(listed, _)| *listed == cell.array) {
            let mut inside = Some(true);
            for ((least, most), index) in ranges.iter().zip(&indices) {
                match (self.annotation(*least, thread), self.annotation(*most, thread)) {
                    (Value::Int(least), Value::Int(most)) if (least..=most).contains(index) => {}
                    (Value::Int(_), Value::Int(_)) => inside = Some(false),
                    _ => inside = inside.filter(|inside| !inside),
                }
            }
            match inside {
                Some(true) => return,
                Some(false) => {}
                None => decided = false,
            }
        }
        if decided {
            let allowed = self.allowed(regions, cell.array, thread);
            let message = format!("element {flat} of `{}` is {done}; {whose} allows {allowed}", array.name);
            self.violate(ViolationKind::Writes, cell.span, Some(thread), message, None);
        } else {
            self.findings.undecided.insert(cell.span);
        }
    }

    /// What is listed of an array: "`a[0 .. 3]`".
    #[cold]
    fn allowed(&mut self, regions: &[&[RegionCode]], array: u32, thread: u32) -> String {
        let name = &self.code.arrays[array as usize].name;
        let mut all = Vec::new();
        for (_, ranges) in regions.iter().copied().flatten().filter(|(listed, _)| *listed == array) {
            let mut text = format!("`{name}");
            for (least, most) in ranges {
                if let (Value::Int(least), Value::Int(most)) =
                    (self.annotation(*least, thread), self.annotation(*most, thread))
                {
                    text += &format!("[{least} .. {most}]");
                }
            }
            all.push(text + "`");
        }
        if all.is_empty() { format!("no element of `{name}`") } else { all.join(", ") }
    }
}
