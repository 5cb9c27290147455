//! Where objects, pointers and surfaces are stored.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::{ArrayId, Expr, LocalId};

use super::{
    entity::{Base, BundleId, ChoiceId, Place, Pointer, PointerId, PointerTarget},
    types::{CType, RecordRef},
};

/// Storage of a record type.
#[derive(Clone, Debug)]
pub struct Bundle {
    pub ty: RecordRef,
    pub name: String,
    /// Number of indices of an element.
    pub rank: usize,
    pub members: Vec<Member>,
    pub is_const: bool,
    pub extents: Vec<Option<Expr>>,
    pub span: Span,
}

/// Where a field is stored.
#[derive(Clone, Debug)]
pub enum Member {
    Stored(Base),
    /// Some of an array's cells: those of the element at an index begin `shift` cells after it (R180).
    Within {
        cells: ArrayId,
        ty: CType,
        shift: u64,
    },
    /// A pointer that the program may set.
    Pointer(PointerId),
    /// A pointer that stays what it is.
    Fixed(Pointer),
    /// A pointer in memory that the program does not set: what it leads to is a row of this (R267).
    Rows(Base),
    /// A field that is never assigned.
    Known(Expr),
    /// A handle of a surface.
    Surface(ArrayId),
    /// Not modelled: each use says so, with this text.
    Missing(String),
}

/// An object by its bundle and index.
#[derive(Clone, Debug)]
pub struct Object {
    pub bundle: BundleId,
    pub index: Vec<Expr>,
    pub is_const: bool,
}

impl Object {
    pub fn place(self) -> Place {
        Place::Object { bundle: self.bundle, index: self.index, is_const: self.is_const }
    }
}

/// An array of pointers.
#[derive(Clone, Debug)]
pub struct PointerArray {
    pub name: String,
    pub span: Span,
    /// What the pointers point to.
    pub to: CType,
    pub to_const: bool,
    pub extents: Vec<Option<Expr>>,
    pub kind: PointerArrayKind,
}

/// How the pointers are stored.
#[derive(Clone, Debug)]
pub enum PointerArrayKind {
    /// A variable for each: indices are constants.
    Each(Vec<PointerId>),
    /// Pointers that stay what they are, or why there is none.
    Fixed(Vec<Result<Pointer, String>>),
    /// Offsets into one memory, which the first pointer that is stored settles.
    Offsets { base: Option<Base>, offsets: ArrayId },
}

/// Elements of one type over the cells of an array.
#[derive(Clone, Debug)]
pub struct CellView {
    pub cells: ArrayId,
    pub element: CType,
    /// Cells that an element covers.
    pub per: u64,
    /// Elements that a cell consists of: 1, or `per` is 1 and pointers count elements. Those are only read.
    pub parts: u64,
    /// The fields, where elements are records.
    pub bundle: Option<BundleId>,
}

/// The same memory with other elements.
#[derive(Clone, Debug)]
pub struct View {
    /// The memory as it is declared.
    pub of: ArrayId,
    pub element: CType,
    pub base: Base,
    /// Where the program first looks at it so.
    pub span: Span,
}

/// Where the condition holds the first pointer, else the second one. The offset of a pointer with this base counts
/// elements, and moves both.
#[derive(Clone, Debug)]
pub struct Choice {
    pub cond: Expr,
    pub first: Pointer,
    pub second: Pointer,
    /// Of what the pointers move in.
    pub extents: Vec<Option<Expr>>,
}

/// The memories that a pointer variable has, and which of them is meant.
#[derive(Clone, Debug)]
pub struct Arms {
    pub which: LocalId,
    pub targets: Vec<PointerTarget>,
    pub choice: ChoiceId,
}

/// Memory, by what stays the same when a kernel is lowered anew.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum KnownMemory {
    Nowhere,
    Array(Span, String),
    Bundle(Span, String),
    /// The cells, and what they are seen as.
    CellView(Span, String, String),
}

/// The memories that pointer variables lead into, for those that lead into several; by their declaration and name.
pub type Several = BTreeMap<(Span, String), BTreeSet<KnownMemory>>;

/// How a kernel accesses a surface.
#[derive(Clone, Debug)]
pub struct Surface {
    /// What stands between `surf` and `read` or `write`: `2D`, `1DLayered`.
    pub shape: &'static str,
    /// Bytes of an element.
    pub width: u64,
    /// Some coordinates are moved to the border.
    pub clamped: bool,
    pub written: bool,
}

/// Where the cells of an array lie: bytes from one index to the next in each dimension, and the first cell's offset from
/// the beginning of the memory.
pub type Address = (Vec<u64>, u64);
