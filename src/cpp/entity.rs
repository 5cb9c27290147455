//! What names, expressions and pointers mean.

use crate::base::Span;
use crate::kernel::ir::{ArrayId, Expr, LocalId};

use super::{
    storage::Arms,
    types::{CType, RecordRef},
};

/// The construct cannot be lowered, and the reason is already recorded in the kernel (as a
/// diagnostic or as unsupported).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// What lowering gives, or [`Reported`].
pub type Lowered<T> = Result<T, Reported>;

/// What a name means.
#[derive(Clone, Debug)]
pub enum Entity {
    /// A scalar: variable, parameter, template parameter, ghost or global.
    Local(LocalId),
    /// A known value: an enumerator, a constant with a known initialiser, a fixed template parameter.
    Value(Expr),
    /// An array, or (without dimensions) a cell such as a `__shared__` scalar.
    Array(ArrayId),
    /// An object of record type, or an array of such.
    Bundle(BundleId),
    /// An array that is part of something else: a member, a row.
    Row(Pointer),
    /// A pointer variable that is assigned again after its declaration.
    PointerVariable(PointerId),
    /// A pointer that always points to the same place.
    Pointer(Pointer),
    /// A reference.
    Alias(Place),
    /// A value that is stored nowhere, such as a function object without members.
    Object(Value),
    /// A handle of a cooperative group (`cg::thread_block`).
    Group(Group),
    /// The name of a type: a class, a typedef or a template parameter.
    Type(CType),
    /// Something of a kind that is not modelled: each use says so, with this text.
    Unsupported(String),
    /// Its declaration could not be lowered, and the kernel says why.
    Reported,
}

/// What an expression denotes.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number or truth value.
    Scalar(Expr),
    /// An lvalue that has not been read yet.
    Place(Place),
    /// A pointer, by where it leads.
    Pointer(Pointer),
    /// An array, or a row of one: decays to the pointer to its first element.
    Row(Pointer),
    /// A value of record type that is stored nowhere: the values of its fields.
    Record(RecordRef, Vec<Value>),
    /// A lambda expression, by its position in `Met::closures`.
    Closure(usize),
    /// Not modelled: each use says so, with this text.
    Missing(String),
    /// A handle of a cooperative group.
    Group(Group),
    /// A handle of a surface: which one is known.
    Surface(ArrayId),
    /// What a call of a function gives that returns nothing.
    Void,
}

/// A pointer is a base and an offset: element `offset` of the row `prefix` of the array (`prefix` has
/// an index for each dimension before the one that the pointer moves in).
#[derive(Clone, Debug)]
pub struct Pointer {
    /// What it leads into.
    pub base: Base,
    /// The indices of the row.
    pub prefix: Vec<Expr>,
    /// `None` is 0.
    pub offset: Option<Expr>,
    /// What it points to may not be written through it.
    pub to_const: bool,
    /// It is a `void *` to C++, whatever it leads to (LOOKUP-14).
    pub is_void: bool,
}

impl Pointer {
    /// The address of the first of what is there.
    pub fn to(base: Base, to_const: bool) -> Pointer {
        Pointer { base, prefix: Vec::new(), offset: None, to_const, is_void: false }
    }
}

/// The memory that pointers lead into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Base {
    /// An array of the kernel.
    Array(ArrayId),
    /// The address of a scalar variable.
    Local(LocalId),
    /// An array of records, or the address of a record.
    Bundle(BundleId),
    /// Cells of an array, seen as elements of another type: offsets count the cells.
    CellView(CellViewId),
    /// An array of pointers.
    PointerArray(PointerArrayId),
    /// One of two pointers.
    Choice(ChoiceId),
}

/// Storage of record type, by its position in `Memory::bundles`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BundleId(pub usize);

/// A view of an array's cells, by its position in `Memory::cell_views`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CellViewId(pub usize);

/// An array of pointers, by its position in `Memory::pointer_arrays`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PointerArrayId(pub usize);

/// A pointer variable, by its position in `Memory::pointers`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PointerId(pub usize);

/// A choice, by its position in `Memory::choices`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ChoiceId(pub usize);

/// A pointer variable: its base is settled by the first pointer that it gets.
#[derive(Clone, Debug)]
pub struct PointerVariable {
    /// The variable's name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Where it points; `None` before its first pointer.
    pub target: Option<PointerTarget>,
    /// Where it leads into several memories.
    pub arms: Option<Arms>,
    /// The type of what it points to.
    pub element: CType,
    /// What it points to may not be written through it.
    pub to_const: bool,
    /// Why it points nowhere, where that is known.
    pub missing: Option<String>,
}

impl PointerVariable {
    /// It is declared as a `void *`.
    pub fn is_void(&self) -> bool {
        matches!(self.element, CType::Void)
    }

    /// What is not modelled about a pointer that has no target.
    pub fn untargeted(&self) -> String {
        self.missing.clone().unwrap_or_else(|| format!("pointer `{}` before it points into an array", self.name))
    }
}

/// Where a pointer variable points: base, and the variables that hold its indices.
#[derive(Clone, Debug)]
pub struct PointerTarget {
    /// What it leads into.
    pub base: Base,
    /// The variables that hold the indices of the row.
    pub prefix: Vec<LocalId>,
    /// The variable that holds the index in the row.
    pub offset: LocalId,
}

/// An lvalue of scalar or record type.
#[derive(Clone, Debug)]
pub enum Place {
    /// A variable of the thread.
    Local(LocalId),
    /// An element of an array.
    Cell {
        /// The array of the kernel.
        array: ArrayId,
        /// One index for each dimension.
        index: Vec<Expr>,
        /// It may not be written by this way.
        is_const: bool,
    },
    /// An element of a cell view that is a scalar: the index is that of its first cell.
    Wide {
        /// The view that it is an element of.
        cell_view: CellViewId,
        /// One index for each dimension of the array.
        index: Vec<Expr>,
        /// It may not be written by this way.
        is_const: bool,
    },
    /// One element of a bundle.
    Object {
        /// The storage that it is an element of.
        bundle: BundleId,
        /// As many as the bundle's rank.
        index: Vec<Expr>,
        /// It may not be written by this way.
        is_const: bool,
    },
    /// One of two places, none of them an object.
    Either(Box<Either>),
}

/// One of two places.
#[derive(Clone, Debug)]
pub struct Either {
    /// Where it holds, the first place is meant, else the second one.
    pub cond: Expr,
    /// The place where the condition holds.
    pub first: Place,
    /// The place where it does not.
    pub second: Place,
}

/// A group of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// All threads of the block.
    Block,
    /// That many lanes of a warp.
    Tile(u32),
    /// All threads of the launch.
    Grid,
    /// Coalesced lanes, by the local that holds their bits; as a type, any such.
    Lanes(Option<LocalId>),
    /// The type `thread_group`: whatever group it is.
    Any,
}

impl Group {
    /// Whether a variable of this type can hold the group.
    pub fn holds(self, given: Group) -> bool {
        match (self, given) {
            (Group::Any, _) | (Group::Lanes(None), Group::Lanes(_)) => true,
            _ => self == given,
        }
    }

    /// The name of its type.
    pub fn name(self) -> String {
        match self {
            Group::Block => "thread_block".into(),
            Group::Tile(size) => format!("thread_block_tile<{size}>"),
            Group::Grid => "grid_group".into(),
            Group::Lanes(_) => "coalesced_group".into(),
            Group::Any => "thread_group".into(),
        }
    }
}
