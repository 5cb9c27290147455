//! Versions of variables and arrays, and what is known of them (LAUNCH-9, LOOP-16, VALUE-18, ATOMIC-9, ATOMIC-14).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::Span;
use crate::exec::analysis::{Level, Range, Ways};
use crate::kernel::ir::{ArrayId, LocalId, Stmt, written};
use crate::logic::{FoldKind, SymbolId, TermId};

use super::trees::Trees;

/// What variables and arrays are.
#[derive(Clone, Default)]
pub struct Memory {
    pub now: Rc<Store>,
    pub entry: Rc<Store>,
    /// For each array and dimension, its extent where it is known.
    pub extents: Vec<Vec<Option<TermId>>>,
    /// VALUE-7
    pub writable: Regions,
    pub readable: Regions,
    /// ATOMIC-9: what atomics add, by the version that they make.
    pub added: BTreeMap<SymbolId, Added>,
    /// WARP-29
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

/// The present version of everything (LAUNCH-9).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Store {
    pub locals: Vec<Version>,
    pub arrays: Vec<SymbolId>,
    /// What is known of the value that a local has in every active thread (LOOP-16, VALUE-18).
    pub known: BTreeMap<LocalId, Assigned>,
    /// ATOMIC-14
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

/// Values that come back once only (ATOMIC-14).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tickets {
    /// The inverse functions, one for each coordinate.
    pub owners: Vec<SymbolId>,
    /// The array as it was before the first of them.
    pub start: SymbolId,
    /// An atomic of the array may have come before.
    pub used: bool,
}

/// What an atomic statement brings to an array (ATOMIC-9, ATOMIC-10); terms are over self.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// The array before.
    pub old: SymbolId,
    pub cell: Vec<TermId>,
    pub value: TermId,
    pub mask: TermId,
    /// How it is put together with what a cell holds: a sum, a minimum or a maximum.
    pub kind: FoldKind,
    pub subtracts: bool,
    pub array: ArrayId,
    pub ways: Ways,
    pub span: Span,
    /// The obligation that the cell keeps to its type.
    pub task: Option<String>,
}
