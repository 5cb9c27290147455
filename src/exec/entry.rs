//! The state in which a kernel begins (LAUNCH-1, LAUNCH-10, VALUE-4), and who takes part (CALL-4).

use std::rc::Rc;

use num_traits::ToPrimitive;

use crate::kernel::ir::{Array, ArrayId, LocalId, LocalRole, Space};
use crate::logic::{Sort, TermId};

use super::analysis::Level;
use super::state::{Executor, Store, Version, View, forall_in};

/// Cells of constant tables whose contents become hypotheses.
const MAX_TABLE: usize = 1_024;

impl Executor<'_> {
    /// The first version of everything (LAUNCH-1, LAUNCH-10).
    pub fn entry_state(&mut self) {
        let kernel = self.kernel;
        let (mut entry, mut now) = (Store::default(), Store::default());
        for (at, local) in kernel.locals.iter().enumerate() {
            let id = LocalId(at as u32);
            let level = self.uniformity.locals[at];
            let at_entry = match local.role {
                LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => level,
                LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => Level::Launch,
            };
            let version = self.local_version(id, at_entry);
            // A variable that is assigned first has no value here that is read (STMT-4).
            let read_here = !self.uniformity.initialised[at];
            let variable = matches!(local.role, LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque);
            if !variable || read_here {
                self.assume_range(version.symbol, local.ty);
            }
            entry.locals.push(version);
            now.locals.push(if at_entry == level { version } else { self.copy_to_level(id, version, level) });
        }
        for (at, array) in kernel.arrays.iter().enumerate() {
            let symbol = self.array_version(ArrayId(at as u32));
            self.assume_range(symbol, array.element);
            entry.arrays.push(symbol);
        }
        now.arrays = entry.arrays.clone();
        self.memory.entry = Rc::new(entry);
        self.memory.now = Rc::new(now);
        for array in self.atomics.keys().copied().collect::<Vec<_>>() {
            self.new_tickets(array);
        }
    }

    /// A parameter that threads change on their own starts as its one value in each of them.
    fn copy_to_level(&mut self, local: LocalId, version: Version, level: Level) -> Version {
        let copy = self.local_version(local, level);
        let (scope, _, value) = self.any_cell(copy.symbol);
        let one = self.terms.apply(version.symbol, &[]);
        let same = self.terms.eq(value, one);
        let truth = self.terms.bool(true);
        let fact = forall_in(&mut self.terms, &scope, truth, same);
        self.assume(fact, format!("{} at entry", self.kernel.locals[local.index()].name));
        copy
    }

    /// Extents, symbolic lengths (VALUE-4) and the contents of constant tables.
    pub fn measure_arrays(&mut self) {
        let kernel = self.kernel;
        let view = self.spec_view(None);
        for (at, array) in kernel.arrays.iter().enumerate() {
            let id = ArrayId(at as u32);
            let mut extents = Vec::new();
            for extent in &array.extents {
                extents.push(extent.as_ref().map(|extent| self.eval(extent, &view)));
            }
            if let [None] = extents[..]
                && array.length_used
            {
                let name = self.symbols.names.fresh(&format!("length({})", array.name));
                let length = self.terms.fresh_constant(name, Sort::Int);
                let zero = self.terms.int(0);
                let fact = self.terms.le(zero, length);
                self.assume(fact, format!("length of {}", array.name));
                extents = vec![Some(length)];
            }
            self.memory.extents.push(extents.clone());
            self.contents(id, array, &extents, &view);
        }
    }

    fn contents(&mut self, id: ArrayId, array: &Array, extents: &[Option<TermId>], view: &View) {
        let Some(initial) = &array.initial else { return };
        if array.space != Space::Constant {
            // Memory that the host or an earlier kernel may have written.
            return;
        }
        let size = |extent: &Option<TermId>| self.terms.as_int((*extent)?)?.to_usize();
        let sizes: Option<Vec<usize>> = extents.iter().map(size).collect();
        let small = sizes.filter(|sizes| initial.len().max(sizes.iter().copied().max().unwrap_or(0)) <= MAX_TABLE);
        let Some(sizes) = small else {
            self.output
                .notes
                .push((array.span, format!("the contents of {} are not used: the table is too large", array.name)));
            return;
        };
        let symbol = self.memory.entry.arrays[id.index()];
        for (position, value) in initial.iter().enumerate() {
            let (mut rest, mut cell) = (position, Vec::new());
            for size in sizes.iter().rev() {
                cell.push(self.terms.int(rest % (*size).max(1)));
                rest /= (*size).max(1);
            }
            cell.reverse();
            let value = self.eval(value, view);
            let here = self.terms.apply(symbol, &cell);
            let (here, value) = self.same_sort(here, value);
            let fact = self.terms.eq(here, value);
            self.assume(fact, format!("contents of {}", array.name));
        }
    }

    /// CALL-4: the mask of those who take part, at entry.
    pub fn take_part(&mut self) {
        let Some(entry) = self.function else { return };
        let level = entry.participants.level();
        if level == Level::Launch {
            return;
        }
        let name = self.symbols.names.fresh("part");
        let symbol = self.terms.declare(name, &self.grid.level_sorts(level), Sort::Bool);
        let args = self.grid.level_args(level, &self.grid.me);
        self.here.control.path = self.terms.apply(symbol, &args);
    }
}
