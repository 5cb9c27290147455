//! Versions of variables and arrays, and what is known of them (R3, R25, R44, R123, R125).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::Span;
use crate::exec::analysis::{Level, Range, Ways};
use crate::kernel::ir::{ArrayId, LocalId, Stmt, written};
use crate::logic::{SymbolId, TermId};

use super::trees::Trees;

/// What variables and arrays are.
#[derive(Default)]
pub struct Memory {
    pub now: Rc<Store>,
    pub entry: Rc<Store>,
    /// For each array and dimension, its extent where it is known.
    pub extents: Vec<Vec<Option<TermId>>>,
    /// R64
    pub writable: Regions,
    pub readable: Regions,
    /// R123: what atomics add, by the version that they make.
    pub added: BTreeMap<SymbolId, Added>,
    /// R396
    pub trees: Trees,
}

/// A cell that the program touches, and the place where it does.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    pub array: ArrayId,
    /// One for each dimension.
    pub index: &'a [TermId],
    pub span: Span,
}

/// A write of each thread in the mask; terms are over the writers.
#[derive(Clone)]
pub struct Write {
    pub cell: Vec<TermId>,
    pub value: TermId,
    pub mask: TermId,
}

/// For each region of a contract, the array and the ranges of its leading dimensions.
pub type Regions = Vec<(ArrayId, Vec<(TermId, TermId)>)>;

/// A local's present symbol and what its arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    pub symbol: SymbolId,
    pub level: Level,
}

/// The present version of everything (R3).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Store {
    pub locals: Vec<Version>,
    pub arrays: Vec<SymbolId>,
    /// What is known of the value that a local has in every active thread (R25, R44).
    pub known: BTreeMap<LocalId, Assigned>,
    /// R125
    pub tickets: BTreeMap<ArrayId, Tickets>,
}

impl Store {
    /// What the statements write is unknown after them.
    pub fn forget(&mut self, stmts: &[Stmt]) {
        let written = written(stmts);
        self.known.retain(|local, _| !written.locals.contains_key(local));
    }
}

/// A value that a local was given, and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assigned {
    pub value: TermId,
    pub range: Option<Range>,
}

/// Values that come back once only (R125).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tickets {
    /// The inverse functions, one for each coordinate.
    pub owners: Vec<SymbolId>,
    /// The array as it was before the first of them.
    pub start: SymbolId,
    /// An atomic of the array may have come before.
    pub used: bool,
}

/// What a statement adds to an array (R123); terms are over self.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// The array before.
    pub old: SymbolId,
    pub cell: Vec<TermId>,
    pub value: TermId,
    pub mask: TermId,
    pub subtracts: bool,
    pub array: ArrayId,
    pub ways: Ways,
    pub span: Span,
    /// The obligation that the cell keeps to its type.
    pub task: Option<String>,
}
