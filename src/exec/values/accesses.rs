//! That cells which the program reads and writes are there, and are those that contracts list (VALUE-6, VALUE-7).

use crate::exec::state::{Assumption, Cell, Executor, Regions, View};
use crate::kernel::ir::Space;
use crate::tasks::{FOOTPRINT, FRAME, TaskKind};

impl Executor<'_> {
    /// VALUE-6
    pub fn check_access(&mut self, cell: Cell<'_>, view: &View) {
        let Some(path) = view.path else { return };
        let extents = self.memory.extents[cell.array.index()].clone();
        let info = &self.kernel.arrays[cell.array.index()];
        let name = info.name.clone();
        let unknown = if info.space == Space::Surface { "extents of the surface" } else { "length" };
        let zero = self.terms.int(0);
        let mut parts = Vec::new();
        for (index, extent) in cell.index.iter().zip(extents) {
            match extent {
                Some(extent) => {
                    parts.push(self.terms.le(zero, *index));
                    parts.push(self.terms.lt(*index, extent));
                }
                None => {
                    self.output.assumptions.insert(Assumption::BoundsNotChecked(format!("{name}: {unknown}")));
                }
            }
        }
        if !parts.is_empty() {
            let inside = self.terms.and(&parts);
            self.oblige(TaskKind::Bounds, &format!("bounds/{name}"), cell.span, path, inside);
        }
    }

    /// VALUE-7
    pub fn check_write(&mut self, cell: Cell<'_>, view: &View) {
        if !self.kernel.contract.writes.is_empty() {
            let regions = self.memory.writable.clone();
            self.check_listed(&regions, FRAME, cell, view);
        }
    }

    /// CALL-4: a function reads what its contract lists.
    pub fn check_read(&mut self, cell: Cell<'_>, view: &View) {
        if !self.kernel.contract.reads.is_empty() {
            let regions: Regions = self.memory.readable.iter().chain(&self.memory.writable).cloned().collect();
            self.check_listed(&regions, FOOTPRINT, cell, view);
        }
    }

    fn check_listed(&mut self, listed: &Regions, word: &str, cell: Cell<'_>, view: &View) {
        let info = &self.kernel.arrays[cell.array.index()];
        let Some(path) = view.path else { return };
        let passed = self.function.is_some_and(|function| function.arrays.contains(&cell.array));
        if info.space != Space::Global && !passed {
            return;
        }
        let mut regions = Vec::new();
        for (_, ranges) in listed.iter().filter(|(listed, _)| *listed == cell.array) {
            let mut parts = Vec::new();
            for (index, (least, most)) in cell.index.iter().zip(ranges) {
                parts.push(self.terms.le(*least, *index));
                parts.push(self.terms.le(*index, *most));
            }
            regions.push(self.terms.and(&parts));
        }
        let allowed = self.terms.or(&regions);
        if !self.terms.is_true(allowed) {
            // The proof of a function that is called here knows nothing of it.
            let trusted = std::mem::take(&mut self.here.trusted);
            self.oblige(TaskKind::Ensures, &format!("{word}/{}", info.name), cell.span, path, allowed);
            self.here.trusted = trusted;
        }
    }
}
