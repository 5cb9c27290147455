//! What a run shows: violations, races and remarks.

use crate::base::Span;
use crate::interp::clocks::Made;
use crate::interp::outcome::{
    self, End, INEXACT, RaceWith, Reason, Remark, RemarkKind, Touch, Violation, ViolationKind,
};
use crate::interp::setup::Floats;
use crate::interp::value::{Scalar, Value};
use crate::kernel::ir::{AccessKind, LocalRole, Space};

use super::Machine;

/// Accesses that are kept: a picture of more shows nothing.
const MOST_TOUCHES: usize = 1_000;

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

    /// The run is over at a condition.
    #[cold]
    pub fn undecided_condition(&mut self, span: Span) {
        let function = self.findings.uncomputed.map(|name| &self.code.names[name as usize]);
        let reason = match (self.options.floats, function) {
            (Floats::Real, _) => INEXACT.to_owned(),
            (Floats::Ieee, Some(name)) => {
                format!("this condition depends on a value that is not computed, such as that of `{name}`")
            }
            (Floats::Ieee, None) => "this condition depends on a value that is not computed".to_owned(),
        };
        self.undecided(&reason, span);
    }

    /// A violation after which the run makes no sense.
    #[cold]
    pub fn fatal(&mut self, kind: ViolationKind, span: Span, thread: u32, message: String) {
        if !self.is_maybe() {
            self.end.get_or_insert(End::Violated);
        }
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
        let certain = self.unless_maybe(violation);
        self.findings.violations.extend(certain);
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
            waiting: Vec::new(),
            overflow: self.findings.overflow,
            iterations: self.view.around.iter().map(|id| (*id, self.view.counts[*id as usize])).collect(),
            locals: thread.map(|thread| self.variables(thread)).unwrap_or_default(),
            before: Vec::new(),
        }
    }

    #[cold]
    pub fn race(
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
        self.met_race(site, other_site);
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

    /// Keeps an access, where they are asked for.
    #[cold]
    pub fn touched(&mut self, site: u32, index: i64, thread: u32, kind: AccessKind, value: Value) {
        let cell = &self.code.cells[site as usize];
        let array = &self.code.arrays[cell.array as usize];
        let space = self.kernel.arrays[cell.array as usize].space;
        let is_seen_by_others = matches!(space, Space::Global | Space::Shared | Space::Surface);
        let is_full = self.findings.touches.as_ref().is_none_or(|touches| touches.len() >= MOST_TOUCHES);
        if is_full || !is_seen_by_others {
            return;
        }
        let touch = Touch {
            thread: self.index_of(thread),
            array: array.name.clone(),
            is_of_block: space == Space::Shared,
            index,
            coordinates: array.unpack(index),
            kind,
            value: self.pool.scalar(value),
            span: cell.span,
        };
        self.findings.touches.get_or_insert_default().push(touch);
    }

    /// A thread's own variables, where they have a value.
    fn variables(&self, thread: u32) -> Vec<(String, Scalar)> {
        // Those of a block that ran before are gone.
        let is_here = self.standing.present.contains(&thread);
        if is_here { self.variables_named(&self.variables_of(thread)) } else { Vec::new() }
    }

    /// The values of all variables of a thread that is here.
    pub fn variables_of(&self, thread: u32) -> Vec<Value> {
        (0..self.kernel.locals.len()).map(|local| self.memory.locals[self.place_of(local as u32, thread)]).collect()
    }

    /// Those that the source names.
    pub fn variables_named(&self, values: &[Value]) -> Vec<(String, Scalar)> {
        let all = self.kernel.locals.iter().zip(values);
        let own = all.filter(|(local, _)| local.role == LocalRole::Variable);
        own.filter_map(|(local, value)| self.pool.scalar(*value).map(|value| (local.name.clone(), value))).collect()
    }
}
