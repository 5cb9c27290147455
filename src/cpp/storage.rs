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
    /// The type of an element.
    pub ty: RecordRef,
    /// The name in messages.
    pub name: String,
    /// Number of indices of an element.
    pub rank: usize,
    /// Where each field is stored, in the order of `RecordInfo::fields`.
    pub members: Vec<Member>,
    /// Nothing may write to it.
    pub is_const: bool,
    /// Outermost first; none for a single object.
    pub extents: Vec<Option<Expr>>,
    /// Where it is declared.
    pub span: Span,
}

/// Where a field is stored.
#[derive(Clone, Debug)]
pub enum Member {
    /// The field has memory of its own.
    Stored(Base),
    /// Some of an array's cells: those of the element at an index begin `shift` cells after it (MEM-22).
    Within {
        /// The array.
        cells: ArrayId,
        /// The type of the field.
        ty: CType,
        /// In cells.
        shift: u64,
    },
    /// A pointer that the program may set.
    Pointer(PointerId),
    /// A pointer that stays what it is.
    Fixed(Pointer),
    /// A pointer in memory that the program does not set: what it leads to is a row of this (MEM-4).
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
    /// The storage that it is an element of.
    pub bundle: BundleId,
    /// As many as the bundle's rank.
    pub index: Vec<Expr>,
    /// It may not be written by this way.
    pub is_const: bool,
}

impl Object {
    /// The object as an lvalue.
    pub fn place(self) -> Place {
        Place::Object { bundle: self.bundle, index: self.index, is_const: self.is_const }
    }
}

/// An array of pointers.
#[derive(Clone, Debug)]
pub struct PointerArray {
    /// The name in messages.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What the pointers point to.
    pub to: CType,
    /// What they point to may not be written through them.
    pub to_const: bool,
    /// One extent: the number of pointers.
    pub extents: Vec<Option<Expr>>,
    /// How the pointers are stored.
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
    Offsets {
        /// `None` before the first pointer is stored.
        base: Option<Base>,
        /// The array that holds an offset for each pointer.
        offsets: ArrayId,
    },
}

/// Elements of one type over the cells of an array.
#[derive(Clone, Debug)]
pub struct CellView {
    /// The array that is looked at.
    pub cells: ArrayId,
    /// The type of the elements.
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
    /// The type of the other elements.
    pub element: CType,
    /// The same memory as a base with these elements.
    pub base: Base,
    /// Where the program first looks at it so.
    pub span: Span,
}

/// Where the condition holds the first pointer, else the second one. The offset of a pointer with this base counts
/// elements, and moves both.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Where it holds, the first pointer is meant, else the second one.
    pub cond: Expr,
    /// The pointer where the condition holds.
    pub first: Pointer,
    /// The pointer where it does not.
    pub second: Pointer,
    /// Of what the pointers move in.
    pub extents: Vec<Option<Expr>>,
}

/// The memories that a pointer variable has, and which of them is meant.
#[derive(Clone, Debug)]
pub struct Arms {
    /// The variable that holds a position in `targets`.
    pub which: LocalId,
    /// Where it points in each of the memories.
    pub targets: Vec<PointerTarget>,
    /// What it is when it is read: one of the targets, as `which` says.
    pub choice: ChoiceId,
}

/// Memory, by what stays the same when a kernel is lowered anew.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum KnownMemory {
    /// Memory that only null pointers lead to.
    Nowhere,
    /// An array by its declaration and name.
    Array(Span, String),
    /// Storage of a record type, likewise.
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
    /// Some access writes to it.
    pub written: bool,
}

/// Where the cells of an array lie: bytes from one index to the next in each dimension, and the first cell's offset from
/// the beginning of the memory.
pub type Address = (Vec<u64>, u64);
