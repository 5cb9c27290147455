//! gpuhoare proves CUDA kernels correct.
//!
//! The rooms, each of which imports only rooms above it in this list (`tests/architecture` holds them to it):
//!
//! * [`base`]: files, spans, diagnostics, configuration.
//! * [`store`]: what was found in earlier runs, by keys.
//! * [`audit`]: checks derivations, with terms of its own.
//! * [`logic`]: sorts, hash-consed terms in normal form, polynomials, text.
//! * [`syntax`]: preprocessor, grammars, trees.
//! * [`host`]: what the host's code says of the launches that it makes.
//! * [`kernel`]: the small intermediate representation of a kernel.
//! * [`cpp`]: what a CUDA program is made of: types, values, what names mean, the state of lowering one kernel.
//! * [`memory`]: objects, pointers and arrays as C++ sees them, as cells of the kernel IR.
//! * [`cuda`]: CUDA's functions: their signatures, and what they mean, a row each.
//! * [`lower`]: names, types, templates, inlining: from trees to the kernel IR.
//! * [`tasks`]: hypotheses ⊢ goal, with kind, id and places.
//! * [`simplify`]: tasks become small ground tasks; the pass list.
//! * [`exec`]: uniformity, lock-step symbolic execution.
//! * [`race`]: two threads at two accesses: what would be a race, and the barriers in between, as tasks.
//! * [`invariants`]: what the loops of a kernel may keep true: clauses to try.
//! * [`interp`]: the concrete machine: one launch, every check made as it runs.
//! * [`derivation`]: what the simplifier makes of a task, as text.
//! * [`smt`]: solver profiles, provisioning, processes, portfolio, models.
//! * [`witness`]: the search for launches that go wrong.
//! * [`report`]: verdicts, and the forms of a report: text, JSON, pages, SARIF, JUnit.
//!
//! Above the rooms, and importable by none of them: [`pipeline`], the way from files to verdicts, and
//! [`cli`], the commands.

#![warn(missing_docs)]

#[allow(missing_docs)]
pub mod audit;
pub mod base;
pub mod cli;
pub mod cpp;
pub mod cuda;
pub mod derivation;
pub mod exec;
// The trees, terms and code of these say what they are by their names.
#[allow(missing_docs)]
pub mod host;
#[allow(missing_docs)]
pub mod interp;
pub mod invariants;
#[allow(missing_docs)]
pub mod kernel;
#[allow(missing_docs)]
pub mod logic;
pub mod lower;
pub mod memory;
pub mod pipeline;
pub mod race;
pub mod report;
#[allow(missing_docs)]
pub mod simplify;
pub mod smt;
pub mod store;
#[allow(missing_docs)]
pub mod syntax;
pub mod tasks;
pub mod witness;
