//! Trees to kernel IR.
//!
//! Each kernel is lowered on its own: an error or something unsupported in one leaves the others alone. Expressions become pure,
//! typed expressions; what has side effects becomes statements before them, in C++'s order. Everything works on
//! [`Env`](crate::cpp::Env), the state of lowering one kernel.
//!
//! Six folders call each other, since C++ defines each by the others, and annotations by all of them:
//!
//! * [`names`]: what names and types mean. The extent of an array, an argument of a template and an enumerator are constant
//!   *expressions*; `decltype` asks for the type of one.
//! * [`calls`]: which function is meant, by the types of the arguments; and its body, *statements*, in place of the call.
//! * [`objects`]: constructors, conversions and operators of classes are *calls*.
//! * [`expressions`], [`statements`].
//! * [`annotations`]: in clauses, names and types mean what they mean in program text.
//!
//! What need not know them stands in the rooms before: [`cpp`](crate::cpp) (what a program is made of), [`memory`](crate::memory)
//! (objects, pointers, arrays), [`cuda`](crate::cuda) (functions of values). What looks at whole kernels stands above: [`launches`],
//! [`kernels`].

pub mod annotations;
pub mod calls;
pub mod expressions;
pub mod kernels;
pub mod launches;
pub mod names;
pub mod objects;
pub mod statements;

pub use kernels::{decisions, lower_file, lower_unit};
