//! What is known while a kernel is lowered, by what it is about: the parts of [`Env`](super::env::Env).

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use num_bigint::BigInt;

use crate::base::Span;
use crate::kernel::ir::{ArrayId, Expr, LocalId, LoopId, Type};
use crate::syntax::tree::SideKernel;

use super::{
    classes::{Closure, KnownEnumeration, RecordInfo},
    entity::{Base, BundleId, Entity, PointerId, PointerVariable},
    storage::{Address, Bundle, CellView, Choice, PointerArray, Several, Surface, View},
    types::CType,
};

/// Memory by its declaration and name, with the most bytes that its cells may have (MEM-29).
pub type Wishes = BTreeMap<(Span, String), u64>;

/// What side files say about the kernel.
#[derive(Clone, Default)]
pub struct Side<'a> {
    /// Their sections that are about it.
    pub kernels: Vec<&'a SideKernel>,
    /// Loops that were met, by position.
    pub used: BTreeSet<usize>,
}

/// What the present place is inside of.
#[derive(Clone, Default)]
pub struct Nesting {
    /// Loops around it, outermost first, those of callers included.
    pub loops: Vec<LoopId>,
    /// Device functions being inlined, outermost first, with their instances.
    pub calls: Vec<(Span, String)>,
    /// Calls by contract around: `\old` is the state at the innermost one.
    pub contracts: usize,
    /// Calls around that are read as values of clauses: contracts of functions do not count there (CLAUSE-42).
    pub as_values: usize,
    /// Under `//@ wraps;`: nothing may be evaluated elsewhere than where it stands.
    pub wrapping: bool,
    /// How deep the tree is here.
    pub depth: usize,
    /// How many scopes there are where the statements of the kernel's body stand.
    pub body_scopes: usize,
}

/// The memory that names, pointers and records lead to, besides the kernel's arrays and variables.
#[derive(Clone, Default)]
pub struct Memory {
    /// Pointer variables, those that are members of objects included.
    pub pointers: Vec<PointerVariable>,
    /// Arrays of pointers.
    pub pointer_arrays: Vec<PointerArray>,
    /// What string literals are, by their place.
    pub strings: BTreeMap<(Span, String), ArrayId>,
    /// Pointers that are one of two.
    pub choices: Vec<Choice>,
    /// Memory without elements, which null pointers lead into, by the type of its elements.
    pub nowheres: Vec<(CType, Base)>,
    /// Where records are stored: one scalar, array or bundle for each field.
    pub bundles: Vec<Bundle>,
    /// The same memory seen with elements of several types.
    pub views: Vec<View>,
    /// Cells of arrays, seen as elements of other types.
    pub cell_views: Vec<CellView>,
    /// Globals that were mentioned so far, by their declaration.
    pub globals: BTreeMap<Span, Entity>,
    /// `__shared__` arrays by declaration (and instance): inlining a function twice gives one array.
    pub statics: BTreeMap<(Span, String), Base>,
    /// Whether pointers from outside are null, by the memory that they lead to otherwise.
    pub nulls: BTreeMap<Base, LocalId>,
}

/// What is known of memory: how it lies, who looks at it and how.
#[derive(Clone, Default)]
pub struct MemoryFacts {
    /// The objects whose base classes' parts bundles are, by the numbers of these.
    pub wholes: BTreeMap<usize, BundleId>,
    /// Fields that are no arrays: their address is that of one cell.
    pub fields: BTreeSet<Base>,
    /// Arrays that are as long as another one, field by field of an array of records.
    pub followers: BTreeMap<ArrayId, ArrayId>,
    /// Where the cells of arrays lie that are fields.
    pub addresses: BTreeMap<ArrayId, Address>,
    /// Arrays that may not be written, and the load that says so.
    pub read_only: BTreeMap<ArrayId, (String, Span)>,
    /// The number that says where an array begins, of those whose addresses are looked at (MEM-15).
    pub numbers: BTreeMap<ArrayId, LocalId>,
    /// How surfaces are accessed.
    pub surfaces: BTreeMap<ArrayId, Surface>,
    /// A texture is read.
    pub fetches: bool,
    /// The memory that the parameters point to, with whether it is `__restrict__`.
    pub parameter_memory: Vec<(String, bool)>,
    /// The memory that parameters of type `void *` lead to.
    pub raws: BTreeSet<ArrayId>,
    /// What pointers in memory lead to, and by how many indices one of them is named (MEM-4).
    pub rows: BTreeMap<Base, usize>,
}

/// What is known of variables.
#[derive(Clone, Default)]
pub struct Variables {
    /// Numbers of which variables that never change are multiples.
    pub multiples: BTreeMap<LocalId, BigInt>,
    /// Variables that never change after their declaration.
    pub stable: BTreeSet<LocalId>,
    /// What constants are that are variables because their value is large, or because their address is taken.
    pub expansions: BTreeMap<LocalId, Expr>,
    /// Variables declared `const`.
    pub constants: BTreeSet<LocalId>,
    /// Which variable was last named where the value of a pointer variable was taken: a reference is to that.
    pub pointer_names: BTreeMap<Span, PointerId>,
}

/// What was met anywhere in the kernel, also where nothing came of it: types, which are the same wherever they are met next, and
/// what answers hang on.
#[derive(Clone, Default)]
pub struct Met<'a> {
    /// Record types in use.
    pub records: Vec<RecordInfo<'a>>,
    /// Lambda expressions.
    pub closures: Vec<Closure<'a>>,
    /// Enumerations of file level that are known, by where they stand.
    pub enums: BTreeMap<Span, KnownEnumeration>,
    /// The names of those.
    pub enums_named: BTreeSet<String>,
    /// A type or an enumerator of an enumeration was met: they are `int` here.
    pub enums_met: bool,
    /// A template parameter may stand for a type with `const`, which types here do not say.
    pub const_arguments: bool,
    /// Likewise a name of a type, or a member.
    pub const_hidden: bool,
    /// Variables that some reference or pointer leads to that does not let write.
    pub seen_const: BTreeSet<LocalId>,
    /// Where a choice between two variables was met of which only the chosen value is known (CLASS-21).
    pub chosen: BTreeSet<Span>,
    /// Conditions at compile time that are taken for granted; whether exact arithmetic is what the compiler's is.
    pub asserted: BTreeSet<(Span, bool)>,
    /// Template parameters that nothing fixes, and that were taken for some type.
    pub guessed: Vec<String>,
}

/// What earlier rounds of lowering found out, and what this one asks of the next (MEM-29).
#[derive(Clone, Default)]
pub struct Rounds {
    /// The memory of which all views are cell views, by declaration and name; how small the cells are that records and
    /// variables are made of.
    pub viewed_as_cells: Wishes,
    /// The memories of pointer variables that lead into several.
    pub several: Several,
    /// What template parameters are taken for that nothing fixes.
    pub open_types: Option<Type>,
    /// The memory of which all views must be cell views, for the kernel to be modelled.
    pub wishes: Wishes,
    /// The pointer variables whose memories must be known, for the kernel to be modelled.
    pub several_wishes: Several,
}

/// How much was made so far.
#[derive(Clone, Default)]
pub struct Counts {
    /// How often each device function was inlined.
    pub inlined: BTreeMap<String, u32>,
    /// Barriers that were lowered, those in inlined functions included.
    pub barriers: u32,
    /// Statements.
    pub size: usize,
}
