//! Where execution stands: the hypotheses that hold, the active threads, and from where an expression is evaluated.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::Span;
use crate::kernel::ir::{Label, LocalId, LoopId};
use crate::logic::TermId;

use super::launch::Coordinates;
use super::memory::Store;

/// Where execution stands.
#[derive(Clone)]
pub struct Here {
    /// Positions of the hypotheses that hold here (LAUNCH-11).
    pub context: Vec<usize>,
    pub control: Control,
    /// STMT-19: who executes the statements that alone mention a local, as conjuncts.
    pub regions: BTreeMap<LocalId, Rc<[TermId]>>,
    /// The statement that is being executed.
    pub statement: Span,
    /// CLAUSE-5
    pub counts: BTreeMap<LoopId, TermId>,
    /// STMT-18: how many `wraps` enclose.
    pub wrapping: usize,
    /// How many loops that LOOP-1 treats enclose.
    pub depth: usize,
    /// LOOP-16: how often the unrolled loops around run, together.
    pub unrolling: usize,
    /// CALL-12: how many calls by contract enclose, whose bodies are proved apart.
    pub trusted: usize,
}

/// Which threads execute the next statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Control {
    /// The path mask: conditions of enclosing `if`s and of the innermost loop that LOOP-1 treats.
    pub path: TermId,
    /// For every open label, who has left it since the start of that loop's body (or of the kernel).
    pub left: Vec<(Label, TermId)>,
    /// The path mask at the start of that loop's body (or of the kernel): it has a thread.
    pub someone: TermId,
    /// Who had exited the kernel before that.
    pub exited_before: TermId,
}

/// From where an expression is evaluated.
#[derive(Clone, Debug)]
pub struct View {
    pub store: Rc<Store>,
    pub at: Coordinates,
    /// Program text: obligations are made, under this condition. Absent in specifications.
    pub path: Option<TermId>,
    /// What `\active` means, over self (CLAUSE-6).
    pub active: Option<TermId>,
    /// Literals that the active threads are known to hold may stand for locals (LOOP-16).
    pub literals: bool,
}
