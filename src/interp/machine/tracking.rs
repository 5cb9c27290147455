//! A run in which data is not known (AMP-1): what it decides is followed, and where it decides a branch both arms are executed.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::interp::code::NodeId;
use crate::interp::flow::{Flows, Source};
use crate::interp::outcome::{Violation, ViolationKind};
use crate::interp::transfer::Transfer;
use crate::interp::value::Value;
use crate::kernel::ir::Space;

use super::Machine;

/// What a launch hangs on if data comes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sink {
    Address,
    /// A branch whose arms cannot both be executed.
    Branch,
    /// How often a loop runs.
    Loop,
    /// Which lanes take part.
    Lanes,
}

/// Why the position of a cell is not known.
#[derive(Clone, Copy, Debug)]
pub enum Elsewhere {
    /// It is outside, or was not decided.
    Nowhere,
    /// This value decides it, which is data (AMP-11).
    Anywhere(Value),
}

/// Data that comes where the launch hangs on it.
#[derive(Clone, Debug)]
pub struct Comes {
    pub sink: Sink,
    pub span: Span,
    pub sources: Vec<Source>,
    /// The statements on the way, the first one first.
    pub way: Vec<Span>,
}

/// Data that came to a sink, while the run goes on.
#[derive(Clone, Debug)]
pub struct Dependence {
    pub sink: Sink,
    pub span: Span,
    pub flow: u32,
}

/// Where a thread writes: its variable, or a cell of an array by its owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Spot {
    Local(u32, u32),
    Cell(u32, u32, i64),
}

/// What is followed.
#[derive(Clone, Default, Debug)]
pub struct Tracking {
    pub flows: Flows,
    /// By array: data that it holds when the kernel starts.
    pub contents: BTreeMap<u32, u32>,
    /// Arrays of which the cells that are given are no data.
    pub given: BTreeSet<u32>,
    pub dependence: Option<Dependence>,
    /// Inputs that can be given: they are, before an access is left open.
    pub to_give: BTreeSet<Source>,
    /// Accesses of which data decides the cell, and the first time that it does (AMP-11).
    pub open_accesses: BTreeMap<u32, Dependence>,
    /// By array: what was written into some of its cells, nobody knows which.
    anywhere: BTreeMap<u32, u32>,
    /// What was there before the arms that are being executed, innermost last.
    undo: Vec<BTreeMap<Spot, Value>>,
    /// Expressions around that may not be evaluated.
    maybe: u32,
    accesses_that_may_be: u64,
    /// Accesses that were executed where the program may not come.
    pub sites: BTreeSet<u32>,
    /// The two accesses of each race, in the order in which they were found.
    pub races: Vec<(u32, u32)>,
    /// What goes wrong where the program may not come.
    pub violations: Vec<Violation>,
    /// Checks with an operand that data decides.
    pub open: BTreeSet<ViolationKind>,
}

impl Tracking {
    /// From where data came to what the launch hangs on.
    pub fn comes(&self, found: &Dependence) -> Comes {
        let (sources, way) = (self.flows.sources(found.flow), self.flows.way(found.flow));
        Comes { sink: found.sink, span: found.span, sources, way }
    }
}

impl Machine<'_> {
    #[inline]
    pub fn is_tracked(&self) -> bool {
        self.memory.tracking.is_some()
    }

    pub fn track(&mut self, tracking: Tracking) {
        self.memory.tracking = Some(Box::new(tracking));
    }

    pub fn tracked(&mut self) -> Option<Tracking> {
        self.memory.tracking.take().map(|tracking| *tracking)
    }

    /// A value that these decide, if data is among them.
    #[inline]
    pub fn mixed(&mut self, values: &[Value]) -> Option<Value> {
        if values.iter().any(|value| matches!(value, Value::Data(_))) { self.mix(values) } else { None }
    }

    #[cold]
    fn mix(&mut self, values: &[Value]) -> Option<Value> {
        let flows: Vec<u32> = values.iter().filter_map(|value| value.flow()).collect();
        let statement = self.statement;
        self.memory.tracking.as_mut()?.flows.mixed(&flows, statement).map(Value::Data)
    }

    /// Data from nobody's contents; none where data is known.
    pub fn data(&mut self, source: Source) -> Option<Value> {
        self.memory.tracking.as_mut().map(|tracking| Value::Data(tracking.flows.input(source)))
    }

    /// The data that a cell holds when the kernel starts.
    #[inline]
    pub fn contents(&self, array: u32, index: i64) -> Option<Value> {
        let tracking = self.memory.tracking.as_ref()?;
        let given = self.code.arrays[array as usize].initial.len() as i64;
        let is_given = tracking.given.contains(&array) && (0..given).contains(&index);
        let data = tracking.contents.get(&array).copied().filter(|_| !is_given && !Transfer::Contents.is_out());
        data.map(Value::Data)
    }

    /// An operand of a check that data decides: what it is checked for is not known of all data.
    pub fn leave_open(&mut self, kind: ViolationKind) {
        if let Some(tracking) = &mut self.memory.tracking {
            tracking.open.insert(kind);
        }
    }

    /// Data has come where the launch hangs on it.
    pub fn depends(&mut self, value: Value, sink: Sink, span: Span) {
        let (Some(tracking), Some(flow)) = (&mut self.memory.tracking, value.flow()) else { return };
        tracking.dependence.get_or_insert(Dependence { sink, span, flow });
        self.undecided("it depends on data", span);
    }

    // ── cells that data decides ─────────────────────────────────────────────────────────────────

    /// Leaves an access open whose cell this value decides; false where an input that decides it can be given.
    pub fn leave_access_open(&mut self, index: Value, site: u32) -> bool {
        let span = self.code.cells[site as usize].span;
        let (Some(tracking), Some(flow)) = (&mut self.memory.tracking, index.flow()) else { return false };
        if tracking.flows.sources(flow).iter().any(|source| tracking.to_give.contains(source)) {
            return false;
        }
        tracking.open_accesses.entry(site).or_insert(Dependence { sink: Sink::Address, span, flow });
        true
    }

    /// What is in one of the cells of an array.
    pub fn read_anywhere(&mut self, site: u32, index: Value) -> Value {
        let array = self.code.cells[site as usize].array;
        let tracking = self.memory.tracking.as_ref();
        let all = tracking.map_or([None, None], |tracking| {
            [tracking.contents.get(&array), tracking.anywhere.get(&array)].map(|flow| flow.copied().map(Value::Data))
        });
        let all: Vec<Value> = all.into_iter().flatten().chain([index]).collect();
        self.mixed(&all).unwrap_or(Value::Unknown)
    }

    /// Something that these values decide is written into one of the cells.
    pub fn write_anywhere(&mut self, site: u32, decide: &[Value]) {
        let array = self.code.cells[site as usize].array;
        let before = self.memory.tracking.as_ref().and_then(|tracking| tracking.anywhere.get(&array).copied());
        let all: Vec<Value> = before.map(Value::Data).into_iter().chain(decide.iter().copied()).collect();
        if let Some(Value::Data(flow)) = self.mixed(&all)
            && let Some(tracking) = &mut self.memory.tracking
        {
            tracking.anywhere.insert(array, flow);
        }
    }

    /// What a cell may hold if it holds this or what was written anywhere.
    #[inline]
    pub fn or_from_anywhere(&mut self, array: u32, value: Value) -> Value {
        let anywhere = self.memory.tracking.as_ref().and_then(|tracking| tracking.anywhere.get(&array).copied());
        match anywhere {
            Some(flow) if !Transfer::Anywhere.is_out() => {
                self.mixed(&[value, Value::Data(flow)]).unwrap_or(Value::Unknown)
            }
            _ => value,
        }
    }

    /// An access that the program may not come to is remembered as one.
    #[inline]
    pub fn met(&mut self, site: u32) {
        if let Some(tracking) = &mut self.memory.tracking
            && tracking.maybe > 0
        {
            tracking.accesses_that_may_be += 1;
            tracking.sites.insert(site);
        }
    }

    pub fn met_race(&mut self, site: u32, other: u32) {
        if let Some(tracking) = &mut self.memory.tracking {
            tracking.races.push((site, other));
        }
    }

    /// Evaluates what is evaluated or not as this value decides. Where a scalar decides whether memory is accessed, it is given.
    pub fn perhaps(&mut self, node: NodeId, thread: u32, decides: Value) -> Value {
        let before = self.accesses_that_may_be();
        self.enter_maybe(1);
        let value = self.eval(node, thread);
        self.enter_maybe(-1);
        if self.accesses_that_may_be() > before && self.is_given(decides) {
            self.depends(decides, Sink::Branch, self.code.spans[node as usize]);
        }
        value
    }

    fn accesses_that_may_be(&self) -> u64 {
        self.memory.tracking.as_ref().map_or(0, |tracking| tracking.accesses_that_may_be)
    }

    fn enter_maybe(&mut self, step: i32) {
        if let Some(tracking) = &mut self.memory.tracking {
            tracking.maybe = tracking.maybe.saturating_add_signed(step);
        }
    }

    /// Keeps a violation that the program may not come to; gives it back where it does.
    pub fn unless_maybe(&mut self, violation: Violation) -> Option<Violation> {
        match &mut self.memory.tracking {
            Some(tracking) if tracking.maybe > 0 => {
                tracking.accesses_that_may_be += 1;
                tracking.violations.push(violation);
                None
            }
            _ => Some(violation),
        }
    }

    /// Whether scalars are among what decides it: these are given values, so that no branch is left to them.
    pub fn is_given(&self, value: Value) -> bool {
        let (Some(tracking), Some(flow)) = (&self.memory.tracking, value.flow()) else { return false };
        tracking.flows.sources(flow).iter().any(|source| matches!(source, Source::Scalar(_)))
    }

    pub fn is_maybe(&self) -> bool {
        self.memory.tracking.as_ref().is_some_and(|tracking| tracking.maybe > 0)
    }

    // ── both arms of a branch ───────────────────────────────────────────────────────────────────

    pub fn before_local(&mut self, local: u32, thread: u32, value: Value) {
        self.before(Spot::Local(thread, local), value);
    }

    pub fn before_cell(&mut self, array: u32, owner: usize, index: i64, value: Value) {
        self.before(Spot::Cell(array, owner as u32, index), value);
    }

    #[inline]
    fn before(&mut self, spot: Spot, value: Value) {
        if let Some(tracking) = &mut self.memory.tracking
            && let Some(innermost) = tracking.undo.last_mut()
        {
            innermost.entry(spot).or_insert(value);
        }
    }

    /// Executes both arms of a branch that this value decides, one after the other from the same state. What differs behind them
    /// is what the value decides as well.
    pub fn both(&mut self, decides: Value, arms: [&mut dyn FnMut(&mut Self); 2]) {
        self.enter_maybe(1);
        let [one, other] = arms;
        let (before, then) = self.arm(one);
        for (spot, value) in &before {
            self.set_spot(*spot, *value);
        }
        let (before_other, otherwise) = match Transfer::OtherArm.is_out() {
            true => Default::default(),
            false => self.arm(other),
        };
        self.enter_maybe(-1);
        let spots: BTreeSet<Spot> = before.keys().chain(before_other.keys()).copied().collect();
        for spot in spots {
            let old = before.get(&spot).or(before_other.get(&spot)).copied().unwrap_or(Value::Missing);
            let ends = [&then, &otherwise].map(|arm| arm.get(&spot).copied().unwrap_or(old));
            self.set_spot(spot, old);
            let [one, other] = ends.map(|end| self.resolved(spot, end));
            let value = if one.same(other) == Some(true) || Transfer::Join.is_out() {
                one
            } else {
                self.mixed(&[decides, one, other]).unwrap_or(Value::Unknown)
            };
            // The arms around have to know of it, too.
            self.before(spot, old);
            self.set_spot(spot, value);
        }
    }

    /// Executes an arm; what was there before it, and what is there behind it.
    fn arm(&mut self, arm: &mut dyn FnMut(&mut Self)) -> (BTreeMap<Spot, Value>, BTreeMap<Spot, Value>) {
        if let Some(tracking) = &mut self.memory.tracking {
            tracking.undo.push(BTreeMap::new());
        }
        arm(self);
        let before = self.memory.tracking.as_mut().and_then(|tracking| tracking.undo.pop()).unwrap_or_default();
        let behind = before.keys().map(|spot| (*spot, self.spot(*spot))).collect();
        (before, behind)
    }

    fn spot(&self, spot: Spot) -> Value {
        match spot {
            Spot::Local(thread, local) => self.memory.locals[self.place_of(local, thread)],
            Spot::Cell(array, owner, index) => self.memory.arrays[array as usize].values[owner as usize].get(index),
        }
    }

    fn set_spot(&mut self, spot: Spot, value: Value) {
        match spot {
            Spot::Local(thread, local) => {
                let place = self.place_of(local, thread);
                self.memory.locals[place] = value;
            }
            Spot::Cell(array, owner, index) => {
                *self.memory.arrays[array as usize].values[owner as usize].cell(index) = value;
            }
        }
    }

    /// A value that is there, where nothing was written as well.
    fn resolved(&mut self, spot: Spot, value: Value) -> Value {
        match (value, spot) {
            (Value::Missing, Spot::Cell(array, _, index))
                if self.memory.arrays[array as usize].space == Space::Global =>
            {
                self.at_entry(array, index)
            }
            (Value::Missing, _) => self.data(Source::Uninitialised).unwrap_or(Value::Unknown),
            _ => value,
        }
    }
}
