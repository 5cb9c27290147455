//! What a run shows: violations, races, remarks, and what global memory holds in the end.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::interp::clocks::Made;
use crate::interp::code::ArrayCode;
use crate::interp::memory::PAGE;
use crate::interp::outcome::{self, End, FinalArray, RaceWith, Reason, Remark, RemarkKind, Violation, ViolationKind};
use crate::interp::value::{Scalar, Value};
use crate::kernel::ir::{AccessKind, LocalRole, Space};

use super::{BITS, Machine};

impl Machine<'_> {
    pub fn remark(&mut self, kind: RemarkKind, span: Span, thread: u32) {
        const MOST: usize = 16;
        if kind == RemarkKind::Overflow {
            self.findings.overflow.get_or_insert(span);
        }
        if self.findings.remarks.len() < MOST
            && !self.findings.remarks.iter().any(|known| known.span == span && known.kind == kind)
        {
            let thread = self.index_of(thread);
            self.findings.remarks.push(Remark { kind, span, thread });
        }
    }

    /// Ends the run because something cannot be decided.
    pub fn undecided(&mut self, reason: &str, span: Span) {
        self.end.get_or_insert_with(|| End::Undecided { reason: reason.to_owned(), span });
    }

    /// A violation after which the run makes no sense.
    #[cold]
    pub fn fatal(&mut self, kind: ViolationKind, span: Span, thread: u32, message: String) {
        self.end.get_or_insert(End::Violated);
        self.violate(kind, span, Some(thread), message, None);
    }

    #[cold]
    pub fn violate(
        &mut self,
        kind: ViolationKind,
        span: Span,
        thread: Option<u32>,
        message: String,
        reason: Option<Reason>,
    ) {
        let nothing = AccessKind::Read;
        if !self.findings.reported.insert((kind, (span, nothing), (Span::default(), nothing))) {
            return;
        }
        let violation = Violation { reason, ..self.found(kind, span, thread, message) };
        self.findings.violations.push(violation);
    }

    fn found(&self, kind: ViolationKind, span: Span, thread: Option<u32>, message: String) -> Violation {
        Violation {
            kind,
            span,
            statement: self.statement,
            thread: thread.map(|thread| self.index_of(thread)),
            message,
            reason: None,
            race: None,
            missing: None,
            overflow: self.findings.overflow,
            iterations: self.view.around.iter().map(|id| (*id, self.view.counts[*id as usize])).collect(),
            locals: thread.map(|thread| self.variables(thread)).unwrap_or_default(),
        }
    }

    #[cold]
    pub(super) fn race(
        &mut self,
        made: Made,
        index: i64,
        (other_thread, other_site, other_kind): (u32, u32, AccessKind),
        same_value: bool,
    ) {
        let Made { thread, kind, site, .. } = made;
        let (here, there) = (&self.code.cells[site as usize], &self.code.cells[other_site as usize]);
        let (one, other) = ((here.span, kind), (there.span, other_kind));
        let (first, second) = (one.min(other), one.max(other));
        if !self.findings.reported.insert((ViolationKind::Race, first, second)) {
            return;
        }
        let array = &self.code.arrays[here.array as usize];
        let (name, coordinates) = (array.name.clone(), array.unpack(index));
        let does = |kind: AccessKind| match kind {
            AccessKind::Read => "reads",
            AccessKind::Write => "writes",
            AccessKind::Atomic(_) => "atomically changes",
            AccessKind::Load(_) => "atomically reads",
        };
        let (me, other) = (self.index_of(thread), self.index_of(other_thread));
        let what = if same_value { " (the same value)" } else { "" };
        let message = format!(
            "{me} {} and {other} {} {} of `{name}` with no barrier in between{what}",
            does(kind),
            does(other_kind),
            outcome::cell(index, &coordinates)
        );
        let race = RaceWith {
            thread: other,
            span: there.span,
            array: name,
            index,
            coordinates,
            kinds: (kind, other_kind),
            same_value,
        };
        let found = self.found(ViolationKind::Race, here.span, Some(thread), message);
        let violation = Violation { race: Some(race), ..found };
        self.findings.violations.push(violation);
    }

    /// A thread's own variables, where they have a value.
    fn variables(&self, thread: u32) -> Vec<(String, Scalar)> {
        let all = self.kernel.locals.iter().enumerate();
        let own = all.filter(|(_, local)| local.role == LocalRole::Variable);
        own.filter_map(|(at, local)| {
            let value = self.memory.locals[thread as usize * self.memory.width + at];
            self.pool.scalar(value).map(|value| (local.name.clone(), value))
        })
        .collect()
    }

    /// The arrays of global memory with the cells that were given or touched.
    pub fn final_arrays(&mut self) -> Vec<FinalArray> {
        let code = self.code;
        let outlive = |array: &ArrayCode| {
            matches!(array.space, Space::Global | Space::Ghost) && !array.null && !array.by_coordinates()
        };
        let arrays = code.arrays.iter().enumerate().filter(|(_, array)| outlive(array));
        arrays.map(|(at, array)| self.final_array(at, array)).collect()
    }

    fn final_array(&mut self, at: usize, array: &ArrayCode) -> FinalArray {
        const MOST: usize = 1 << 16;
        let length = match array.extents[..] {
            [Some(length)] => Some(length as u64),
            _ => None,
        };
        let given = array.initial.len() as i64;
        let mut pages: BTreeSet<i64> = (0..given).step_by(PAGE as usize).collect();
        let memory = &self.memory.arrays[at];
        pages.extend(memory.values[0].pages());
        let words = memory.looked_at.pages().into_iter().flat_map(|page| page..page + PAGE);
        pages.extend(words.filter(|word| memory.looked_at.get(*word) != 0).map(|word| word * BITS));
        let mut cells = Vec::new();
        let mut complete = true;
        for index in pages.into_iter().flat_map(|page| page..page + PAGE) {
            let memory = &self.memory.arrays[at];
            let now = memory.values[0].get(index);
            let looked_at = memory.looked_at.get(index.div_euclid(BITS)) >> index.rem_euclid(BITS) & 1 == 1;
            if !(0..given).contains(&index) && !looked_at && matches!(now, Value::Missing) {
                continue;
            }
            if cells.len() == MOST {
                complete = false;
                break;
            }
            let before = self.at_entry(at as u32, index);
            let now = if matches!(now, Value::Missing) { before } else { now };
            cells.push((index, self.pool.scalar(before), self.pool.scalar(now)));
        }
        FinalArray { name: array.name.clone(), length, cells, complete }
    }
}
