//! The trees that the parsers make: program text and annotations share one expression type, so that
//! macros, names and types mean the same in both.
//!
//! Trees are purely syntactic: names are unresolved and nothing is typed. The one exception is
//! C++'s type/expression ambiguity (`a * b;`, `(T)(x)`, `f<16>(x)`): the tree builder knows which
//! names are types or templates at each place, so the trees hold one reading only.

mod annotations;
mod declarations;
mod expressions;
mod launches;
pub mod maker;
pub mod operators;
pub mod rename;
pub mod spelled;
mod statements;
pub mod traverse;
mod types;
pub mod words;
pub mod written;

use std::collections::BTreeSet;

use crate::base::{Diagnostic, FileId, Span};

pub use annotations::*;
pub use declarations::*;
pub use expressions::*;
pub use launches::*;
pub use statements::*;
pub use types::*;

/// One parsed `.cu` file (after preprocessing), or side file.
#[derive(Clone, Debug, Default)]
pub struct File {
    pub items: Vec<Item>,
    /// Host-side launches `f<T, 16><<<grid, block, shared, stream>>>(args)`, wherever they stand.
    pub launches: Vec<Launch>,
    /// Function templates of the host, in which launches may stand.
    pub host_templates: Vec<HostTemplate>,
    /// Names that functions and classes of the host may declare, and that are not those of the file there.
    pub host_names: BTreeSet<String>,
    /// Calls of these.
    pub host_calls: Vec<HostCall>,
    /// `using` at file level and in namespaces, in order.
    pub usings: Vec<Using>,
    /// What a header in GPUVerify's form says of the launch.
    pub header: Option<LaunchHeader>,
    pub missing: MissingHeaders,
    /// Names of classes of which a declaration could not be read.
    pub unread_records: Vec<String>,
    /// Annotations that are attached to nothing.
    pub loose: Vec<Span>,
    /// Names of functions of the host.
    pub host_function_names: BTreeSet<String>,
    /// The definitions of functions of the host.
    pub host_functions: Vec<Span>,
    /// What launches depend on there.
    pub host: HostCode,
    pub spellings: Spellings,
    pub diagnostics: Vec<Diagnostic>,
}

/// Which types the file may name of those that C++ tells apart and that are one here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spellings {
    pub long: bool,
    pub long_long: bool,
    pub plain_char: bool,
    pub signed_char: bool,
    pub half: bool,
    pub bfloat: bool,
    pub long_double: bool,
    /// `wchar_t`, `char16_t` and the like.
    pub wide_char: bool,
    /// In a type, not for assembly.
    pub volatile: bool,
}

/// Local headers that were not found, and what may depend on them.
#[derive(Clone, Debug, Default)]
pub struct MissingHeaders {
    /// As written in the `#include`s, in order.
    pub names: Vec<String>,
    /// Those for which our own text was read.
    pub replaced: Vec<String>,
    /// Those that were found elsewhere in the folders that are looked through: what was read for them.
    pub elsewhere: Vec<String>,
    pub conditions: Vec<UncertainCondition>,
    /// Headers of libraries are included of which not all is known.
    pub others: bool,
    /// `#pragma pack` stands somewhere: nobody knows where members of records lie.
    pub is_packed: bool,
    /// A pragma stands somewhere, in a header perhaps, that says something of code that is not looked into.
    pub is_odd: bool,
    /// The file that was parsed: what was read for it follows.
    pub first: FileId,
}

/// A conditional whose outcome rests on what the program's text does not say.
#[derive(Clone, Debug)]
pub struct UncertainCondition {
    pub macro_name: String,
    pub span: Span,
    pub doubt: Doubt,
}

/// What decides such a conditional.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// A header that was not found may define the name.
    MissingHeader,
    /// The compiler or a header that was not read may define the name.
    Header,
    /// The name is a macro of this header, which another one is taken to include.
    Included(&'static str),
    /// It is the compiler, its options or the system.
    Platform,
    /// It is the architecture that device code is compiled for.
    Architecture,
    /// It is not known whether the compiler or the machine has this.
    Feature,
}

#[derive(Clone, Debug)]
pub enum Item {
    Function(Function),
    Global(Declaration),
    Typedef(Typedef),
    Record(Record),
    Enum(Enumeration),
    /// `template __global__ void f<float, 16>(...);` or `template void f<int>(...)`.
    Instantiation(Instantiation),
    /// A logic declaration from `//@ logic`, `predicate`, `lemma`, `use`, or a `.spec` file.
    Logic(LogicItem),
}
