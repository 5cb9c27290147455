//! Why tasks are open that were not put to solvers with all patience.

/// Why a task is not looked at by solvers.
pub const SHOWN: &str = "a run shows that it happens";

/// Why a task of a kernel with very many open ones is not looked at.
pub const OTHERS_OPEN: &str = "not tried: too many other tasks are open";

/// Why tasks of two accesses with very many copies are not looked at.
pub const TOO_MANY: &str = "loops or calls are unrolled into too many pairs of these accesses";

/// What such a reason begins with where another task says the same.
pub const NOT_TRIED: &str = "not tried: ";

/// Why a task is left when the work is stopped.
pub const INTERRUPTED: &str = "interrupted";

/// Why a task of a wrong kernel is left.
pub const WRONG: &str = "a run shows that the kernel is wrong";

/// What such a reason begins with where a run shows that the kernel is wrong.
pub const TRIED_BRIEFLY: &str = "tried for a moment only, since a run shows that the kernel is wrong";

/// What is said of a task that a solver has a model against.
pub const COUNTEREXAMPLE: &str = "there may be a counterexample";
