//! The kernel intermediate representation.
//!
//! What lowering has already done when a kernel comes here: macros, templates, typedefs and names are
//! gone; every conversion is explicit; device functions are inlined; `for`, `while`, `do`, `switch`,
//! `break`, `continue` and `return` are [`StmtKind::Loop`], [`StmtKind::Scope`] and [`StmtKind::Leave`];
//! side effects inside expressions are statements, in C++'s order; pointers are an array and an offset.
//!
//! Program and specification share [`Expr`]; the forms that only specifications have are listed at the
//! end of [`ExprKind`]. Expressions are pure and are evaluated in lock-step: all reads of a statement
//! happen before its write.

mod atomic;
mod clause;
mod definition;
mod expr;
mod kernel;
mod program;
mod stmt;
mod traverse;
mod types;
mod warp;

pub use crate::logic::OperatorId;
pub use crate::syntax::tree::{FoldKind, LogicSource, Quantifier, Unsupported};
pub use atomic::{AccessKind, Atomic, AtomicOp, AtomicScope, Fence, MemoryOrder};
pub use clause::{Clause, Contract, Region, Speaker};
pub use definition::{Definition, Definitions, Operator};
pub use expr::{Axis, Binary, Builtin, Conversion, Expr, ExprKind, FUSED, Unary};
pub use kernel::{
    Array, Declared, Dims, Kernel, LAW, LaunchContext, LaunchFact, Local, LocalRole, LoopInfo, OF_HOST, SourceFacts,
    Space, is_law,
};
pub use program::{Lemma, Program, Theory};
pub use stmt::{AssertOrigin, BarrierScope, Call, Loop, Stmt, StmtKind, Vote, VoteOp};
pub use traverse::{Written, leaves, occurs, rewritten, walk, written};
pub use types::{Bound, Type};
pub use warp::{Combine, Lanes, WARP, Warp, WarpOp};

/// Declares an index type.
macro_rules! index {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)] pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize { self.0 as usize }
        })*
    };
}

index! {
    /// A scalar variable: [`Kernel::locals`].
    LocalId
    /// An array: [`Kernel::arrays`].
    ArrayId
    /// A scope that [`StmtKind::Leave`] can end; [`Label::KERNEL`] is the kernel's own body.
    Label
    /// A loop: its position in source order, [`Kernel::loops`].
    LoopId
    /// A variable bound by a quantifier or fold; unique in the kernel.
    BoundId
}

impl Label {
    /// Leaving it ends the thread.
    pub const KERNEL: Label = Label(0);
}
