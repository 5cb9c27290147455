//! A kernel: its contract, its body, and the tables of what they mention.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::{Diagnostic, Span, codes};

use super::{
    AssertOrigin, Bound, Clause, Contract, Definitions, Expr, ExprKind, Operator, Stmt, StmtKind, Type, Unsupported,
};

/// One kernel (or one instance of a kernel template), ready to be executed.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// The name shown to users, with template arguments: `scan` or `scan<float>`.
    pub name: String,
    /// The kernel's header in the source.
    pub span: Span,
    pub locals: Vec<Local>,
    pub arrays: Vec<Array>,
    pub declared: Declared,
    pub dims: Dims,
    pub contract: Contract,
    pub body: Vec<Stmt>,
    /// Loops by id: what reports need to name them.
    pub loops: Vec<LoopInfo>,
    /// Bound variables by id.
    pub bound: Vec<Bound>,
    /// Number of labels in use, [`super::Label::KERNEL`] included.
    pub labels: u32,
    pub source: SourceFacts,
    /// What is not modelled. When it is not empty, nothing else of the kernel may be relied on.
    pub unsupported: Vec<Unsupported>,
    /// What the front end assumed, in words for the report ("distinct array parameters do not alias").
    pub assumptions: Vec<String>,
    /// Warnings and errors about this kernel; an error means that it must not be executed.
    pub diagnostics: Vec<Diagnostic>,
}

/// What annotations may apply.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// The declared operators that are mentioned: [`FoldKind::Over`](super::FoldKind::Over).
    pub operators: Vec<Operator>,
    /// [`ExprKind::Logic`].
    pub definitions: Arc<Definitions>,
}

/// Which dimensions kernel and contract mention; the others are 1. `x` is always true.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dims {
    pub block: [bool; 3],
    pub grid: [bool; 3],
}

/// What the text around the kernel's statements says.
#[derive(Clone, Debug, Default)]
pub struct SourceFacts {
    /// The places of reads and stores by way of `volatile` types. The text form does not show them.
    pub volatile: BTreeSet<Span>,
    /// Host-side launches of this kernel in the same file, as written.
    pub launches: Vec<String>,
    /// Some of its floats are no machine's: an operation is that of the real numbers.
    pub is_of_reals: bool,
    /// Somebody wrote down which launches count.
    pub has_requires: bool,
    /// What is known where the program launches it.
    pub contexts: Vec<LaunchContext>,
    /// The invariants of loops, by name, that nobody wrote (LOOP-53).
    pub invariants: Vec<(String, String)>,
}

/// What is known where the program launches a kernel: every launch of it that a run makes is in one of its contexts (HOST-30).
#[derive(Clone, Debug)]
pub struct LaunchContext {
    /// The launch.
    pub place: Span,
    /// The functions of the host on the way there, the outermost first.
    pub calls: Vec<Span>,
    /// Values of the host that are not known, constants of the proof: they are numbered behind the kernel's own locals.
    pub ghosts: Vec<Local>,
    pub facts: Vec<LaunchFact>,
    /// Bytes of memory that a parameter points to the start of, where the host's code fixes them.
    pub sizes: Vec<(String, u64)>,
    pub dims: Dims,
    /// The program makes each launch that meets the facts, for some input.
    pub is_realised: bool,
    /// Why nothing can be said of the launch.
    pub unsupported: Option<String>,
}

/// Something that holds of a launch, and where the host's code says so.
#[derive(Clone, Debug)]
pub struct LaunchFact {
    pub clause: Clause,
    /// As one writes it behind `requires`.
    pub text: String,
    /// It is the range of a type.
    pub is_of_type: bool,
}

impl LaunchContext {
    /// Nothing is known of the launch.
    pub fn unknown(place: Span) -> LaunchContext {
        let dims = Dims { block: [true; 3], grid: [true; 3] };
        LaunchContext {
            place,
            calls: Vec::new(),
            ghosts: Vec::new(),
            facts: Vec::new(),
            sizes: Vec::new(),
            dims,
            is_realised: false,
            unsupported: None,
        }
    }

    /// Whether it allows what another one allows.
    pub fn says_the_same(&self, other: &LaunchContext) -> bool {
        let texts = |context: &LaunchContext| context.facts.iter().map(|fact| fact.text.clone()).collect::<Vec<_>>();
        let known = |context: &LaunchContext| (context.place, context.is_realised, context.sizes.clone());
        known(self) == known(other) && texts(self) == texts(other)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LocalRole {
    /// A scalar parameter: one value of the launch at entry.
    Param,
    /// A template's value parameter that nothing fixes: one constant of the proof.
    Template,
    /// A `ghost` scalar: one constant of the proof, never assigned.
    Ghost,
    /// A `__constant__`, `__device__` or `const` global scalar: any value, one of the launch.
    Global,
    /// A variable of each thread.
    Variable,
    /// Made by lowering (a pointer's offset, a call's result, an operand with side effects).
    Temporary,
    /// Made by lowering and never assigned: a value that is there and that nobody computes, such as the bits of a real number. Any
    /// value in a proof, and in the machine one of which nothing is known, so that no run is decided by it.
    Opaque,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Type,
    pub role: LocalRole,
    pub span: Span,
}

/// The name of the opaque truth value of what is looked at in proofs alone (LIB-23): any one there, and false in the machine.
pub const LAW: &str = "law";

/// What the names of the host's values begin with.
pub const OF_HOST: &str = "host ";

impl Local {
    /// Whether it is a value of the host that a launch's context mentions.
    pub fn is_of_host(&self) -> bool {
        self.role == LocalRole::Ghost && self.name.starts_with(OF_HOST)
    }

    pub fn is_law(&self) -> bool {
        self.role == LocalRole::Opaque && self.ty == Type::Bool && self.name == LAW
    }
}

/// Whether this is what stands before a law of an operator.
pub fn is_law(kernel: &Kernel, cond: &Expr) -> bool {
    matches!(&*cond.kind, ExprKind::Local(local) if kernel.locals[local.index()].is_law())
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// One for the launch: a parameter or a `__device__` global.
    Global,
    /// One for the launch, never written: `__constant__` memory and `const` tables.
    Constant,
    /// One for each block.
    Shared,
    /// One for each thread.
    Private,
    /// A `ghost` array: one constant of the proof.
    Ghost,
    /// A CUDA surface, one for the launch: of its cells only the accesses are modelled (RACE-29). Its indices are the coordinates
    /// of the calls, x in bytes, and none of its extents is known.
    Surface,
}

/// An array of scalars. Aggregates were split into one array for each scalar field.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub element: Type,
    pub space: Space,
    /// One extent for each dimension (none: a single cell, such as a `__shared__` scalar). An extent
    /// is a launch-uniform expression; `None` for an unknown one: the first dimension of memory from outside, all of a
    /// surface, and those to which pointers in memory lead (MEM-4).
    pub extents: Vec<Option<Expr>>,
    /// `\length` is mentioned (only for one-dimensional arrays with an unknown extent): accesses are
    /// checked against the symbolic length.
    pub length_used: bool,
    /// The initial contents in row-major order, where they are known (`const` tables). All cells of an array that tells what
    /// of another is written (WARP-38) are false.
    pub initial: Option<Vec<Expr>>,
    pub is_const: bool,
    pub is_restrict: bool,
    pub span: Span,
}

impl Array {
    /// An array that can be written, of which no contents are known, and that no other one overlaps.
    pub fn new(name: impl Into<String>, element: Type, space: Space, extents: Vec<Option<Expr>>, span: Span) -> Array {
        let (name, is_restrict) = (name.into(), true);
        Array { name, element, space, extents, length_used: false, initial: None, is_const: false, is_restrict, span }
    }
}

#[derive(Clone, Debug)]
pub struct LoopInfo {
    /// Position among the loops: `[1]`, `[1, 2]` for the second loop in the first.
    pub path: Vec<u32>,
    /// Function whose loop this is, when it was inlined.
    pub function: Option<String>,
    pub span: Span,
}

impl LoopInfo {
    /// `loop1`, `loop1.2`, `f.loop1`.
    pub fn name(&self) -> String {
        let path: Vec<String> = self.path.iter().map(u32::to_string).collect();
        match &self.function {
            Some(function) => format!("{function}.loop{}", path.join(".")),
            None => format!("loop{}", path.join(".")),
        }
    }
}

impl Kernel {
    /// That nothing is proved of the kernel because of an error, which has a message of its own.
    pub fn lacks_a_part(&self, error: Option<Span>) -> Diagnostic {
        let message = format!("nothing is proved of `{}`, because a part of it cannot be read", self.name);
        let found = Diagnostic::error(codes::E0213, self.span, message);
        match error {
            Some(error) => found.also(error, "the error is here"),
            None => found,
        }
    }

    /// The kernel for the launches of a context alone.
    pub fn launched(&self, context: &LaunchContext) -> Kernel {
        let mut kernel = self.clone();
        kernel.locals.extend(context.ghosts.iter().cloned());
        kernel.dims = context.dims;
        kernel.contract.requires.extend(context.facts.iter().map(|fact| fact.clause.clone()));
        kernel
    }

    /// A kernel that asserts what this one requires, for the launches of a context.
    pub fn at_call_site(&self, context: &LaunchContext) -> Kernel {
        let mut kernel = self.clone();
        let required = std::mem::take(&mut kernel.contract).requires;
        let assert = |clause: Clause| {
            let span = clause.span;
            Stmt { kind: StmtKind::Assert { clause, origin: AssertOrigin::Annotation }, span }
        };
        kernel.body = required.into_iter().map(assert).collect();
        kernel.launched(context)
    }
}
