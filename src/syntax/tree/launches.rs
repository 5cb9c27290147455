//! Launches, and what the code of the host around them says.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::base::Span;

use super::{Declaration, Expr, Function, Name, TemplateParam, Type};

/// The sizes that a header in GPUVerify's form gives; absent dimensions are 1.
#[derive(Clone, Debug, Default)]
pub struct LaunchHeader {
    pub block: Option<[u64; 3]>,
    pub grid: Option<[u64; 3]>,
    /// The line that gives the sizes.
    pub span: Span,
}

/// A host-side launch, as far as it could be read.
#[derive(Clone, Debug)]
pub struct Launch {
    pub name: Name,
    /// The configuration's expressions (grid, block, shared bytes, stream).
    pub config: Vec<Expr>,
    pub args: Vec<Expr>,
    /// What the names are that its arguments mention.
    pub locals: Vec<HostLocal>,
    /// The template of the host that it stands in, by its position in [`super::File::host_templates`].
    pub within: Option<usize>,
    /// It is of a variable that may hold the kernel: whether the kernel is launched there is not known.
    pub is_by_variable: bool,
    pub span: Span,
}

/// A variable or parameter of the host where it is mentioned.
#[derive(Clone, Debug)]
pub struct HostLocal {
    pub name: String,
    pub ty: Type,
    /// It has the value of its initialiser all along.
    pub is_constant: bool,
    pub value: Option<Expr>,
}

/// `template <typename T, int N> void f(T *a) { k<T, N><<<1, N>>>(a); }`, as far as its launches go.
#[derive(Clone, Debug)]
pub struct HostTemplate {
    pub name: String,
    pub params: Vec<TemplateParam>,
    /// How many arguments it takes.
    pub arguments: RangeInclusive<usize>,
    /// The types of its parameters, those that are plain to read.
    pub types: Vec<Option<Type>>,
}

/// `f<float, 4>(a)` or `f(a)` in code of the host.
#[derive(Clone, Debug)]
pub struct HostCall {
    pub name: Name,
    pub arguments: usize,
    /// The arguments and what the names are that they mention, where the types of the arguments say which instance it is.
    pub args: Vec<Expr>,
    pub locals: Vec<HostLocal>,
    /// The template of the host that it stands in.
    pub within: Option<usize>,
}

/// What one file of a program asks another one for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Functions and kernels whose callers are looked for.
    pub callers: BTreeSet<String>,
    /// Functions whose definitions are.
    pub definitions: BTreeSet<String>,
}

/// Code of the host around the launches of a file, as far as it can be read.
#[derive(Clone, Debug, Default)]
pub struct HostCode {
    /// Functions that launch, those that mention them, and those that these mention. A statement that cannot be read stands
    /// there as [`super::StmtKind::Unsupported`].
    pub functions: Vec<Function>,
    /// Declarations of functions of these names, of others that another file asks for, and of what these functions may call.
    pub prototypes: Vec<Function>,
    /// Those of them that other files may call and that may come to a launch.
    pub open: BTreeSet<String>,
    /// Variables of the file.
    pub globals: Vec<Declaration>,
    /// Variables of the file that code names which is not among these functions: it may change them.
    pub open_variables: BTreeSet<String>,
    /// Those of them that such code names which runs unseen: member functions, operators, what is not understood.
    pub wild_variables: BTreeSet<String>,
    /// It says things of code that are not looked into: loops that run in parallel, other definitions of functions, macros that come
    /// back.
    pub is_odd: bool,
    /// The file declares functions that run where no name calls them: operators, conversions, constructors, destructors.
    pub has_unnamed_calls: bool,
    /// The operators among them, as `+=` or `[]`.
    pub operators: BTreeSet<String>,
    /// Functions that classes declare.
    pub members: BTreeSet<String>,
    /// Names that may be types of their own in classes.
    pub member_types: BTreeSet<String>,
    /// Names of functions that the file defines.
    pub defined: BTreeSet<String>,
    /// The other files of the program were searched for code that names variables of this one.
    pub is_searched: bool,
    /// Where the names of these functions stand, other than to declare them.
    pub mentions: Vec<(String, Span)>,
    /// Kernels that are named in another way than to launch or describe them: they may be launched by way of a pointer.
    pub handed_on: Vec<(String, Span)>,
}
