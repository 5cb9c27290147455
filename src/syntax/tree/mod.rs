//! The trees that the parsers make: program text and annotations share one expression type, so that
//! macros, names and types mean the same in both.
//!
//! Trees are purely syntactic: names are unresolved and nothing is typed. The one exception is
//! C++'s type/expression ambiguity (`a * b;`, `(T)(x)`, `f<16>(x)`): the tree builder knows which
//! names are types or templates at each place, so the trees hold one reading only.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::base::{Diagnostic, Span};
pub use crate::logic::FoldKind;

pub mod operators;

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
    pub spellings: Spellings,
    pub diagnostics: Vec<Diagnostic>,
}

/// The sizes that a header in GPUVerify's form gives; absent dimensions are 1.
#[derive(Clone, Debug, Default)]
pub struct LaunchHeader {
    pub block: Option<[u64; 3]>,
    pub grid: Option<[u64; 3]>,
    /// The line that gives the sizes.
    pub span: Span,
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
    /// `#pragma pack` stands somewhere: nobody knows where members of records lie.
    pub is_packed: bool,
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

/// What a function is marked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FunctionSpecifiers {
    pub is_explicit: bool,
    /// A constructor without parameters that the compiler makes, beside others: `T() = default;`.
    pub is_defaulted: bool,
    pub is_friend: bool,
    pub is_virtual: bool,
    pub global: bool,
    pub device: bool,
    pub host: bool,
    pub is_static: bool,
    pub is_inline: bool,
    pub is_constexpr: bool,
}

/// A kernel or device function, with or without a body. Host functions are not kept.
#[derive(Clone, Debug)]
pub struct Function {
    pub specifiers: FunctionSpecifiers,
    pub name: Ident,
    pub kind: FunctionKind,
    /// Enclosing namespaces (and class, for member functions), outermost first.
    pub scope: Vec<String>,
    /// The namespaces with those that names leave out, unnamed and inline ones: `<unnamed`, `<inline v1`.
    pub within: Vec<String>,
    pub template: Vec<TemplateParam>,
    /// The arguments of an explicit specialisation, `template <> f<float>(...)`; the last ones, or all, may be left out.
    pub template_args: Option<Vec<TemplateArg>>,
    pub return_type: Type,
    pub params: Vec<Param>,
    /// A constructor's initialisers of bases and members.
    pub inits: Vec<(Name, Initializer)>,
    /// A member function that does not change its object.
    pub is_const: bool,
    pub body: Option<Block>,
    /// Clauses before the function and at the start of its body: `requires`, `ensures`, `ghost`, `writes`, `reads`.
    pub contract: Vec<Clause>,
    /// `__launch_bounds__(threads, blocks)`.
    pub launch_bounds: Vec<Expr>,
    /// What was parsed but is not modelled (an attribute, a `requires` clause of C++20, ...).
    pub unsupported: Vec<Unsupported>,
    /// The whole function; `header` is the part before the body.
    pub span: Span,
    pub header: Span,
    /// Where it stands in the preprocessed text.
    pub order: usize,
}

/// What is not modelled of a function with syntax errors in its body.
pub const BROKEN_BODY: &str = "a body with syntax errors";

impl Function {
    /// The function has a body, be it one that cannot be read.
    pub fn is_defined(&self) -> bool {
        self.body.is_some() || self.unsupported.iter().any(|found| found.construct == BROKEN_BODY)
    }
}

/// `using A::f;`, or `using namespace A;`, which has no name of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Using {
    /// Enclosing namespaces, outermost first.
    pub scope: Vec<String>,
    /// Qualifiers, without template arguments.
    pub path: Vec<String>,
    pub ident: Option<String>,
    /// Written with a leading `::`.
    pub is_global: bool,
    /// Where it stands in the preprocessed text.
    pub order: usize,
}

/// What a function is among the members of its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FunctionKind {
    /// A function, member function or operator.
    #[default]
    Plain,
    Constructor,
    Destructor,
    /// `operator T()`: the type is the return type.
    Conversion,
    /// `= delete`.
    Deleted,
}

/// A construct by the name shown to users, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    pub construct: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ident {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct TemplateParam {
    pub name: Option<Ident>,
    pub kind: TemplateParamKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TemplateParamKind {
    /// `typename T`, `class T`, with its default.
    Type(Option<Type>),
    /// `int N`, `unsigned N = 16`.
    Value(Type, Option<Expr>),
    /// A template template parameter or a pack: not modelled.
    Other(String),
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Option<Ident>,
    pub ty: Type,
    pub default: Option<Expr>,
    pub span: Span,
}

/// A type as written. Qualifiers belong to the level at which they stand.
#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub qualifiers: Qualifiers,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    /// Of two types that are one here it is the second: `long long`, `signed char` (R290).
    pub is_second: bool,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Void,
    Bool,
    /// An integer type with its width in bits on the device (`long` is 64 there); plain `char` is signed.
    Int {
        signed: bool,
        bits: u8,
    },
    /// 16 (`half`), 32 (`float`), 64 (`double`).
    Float {
        bits: u8,
    },
    Auto,
    /// A typedef, record, enum, template parameter or unknown name.
    Named(Name),
    Pointer(Box<Type>),
    Reference(Box<Type>),
    /// `T x[e]`; no extent for `T x[]`.
    Array(Box<Type>, Option<Box<Expr>>),
    /// `decltype(e)`, where `e` is no name or member in parentheses.
    Decltype(Box<Expr>),
    /// A function pointer, member pointer, ...: by the name shown to users.
    Other(String),
}

/// A possibly qualified name with template arguments: `cg::thread_block`, `f<float, 16>`.
#[derive(Clone, Debug, Default)]
pub struct Name {
    /// Written with a leading `::`.
    pub is_global: bool,
    /// Qualifiers, outermost first.
    pub path: Vec<String>,
    /// The template arguments of each qualifier, where there are any in the name.
    pub path_args: Vec<Option<Vec<TemplateArg>>>,
    pub ident: String,
    pub template_args: Option<Vec<TemplateArg>>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TemplateArg {
    Type(Type),
    Value(Expr),
}

#[derive(Clone, Debug)]
pub struct Typedef {
    pub name: Ident,
    /// Enclosing namespaces, outermost first, where it stands at file level.
    pub scope: Vec<String>,
    /// Where it stands in the preprocessed text, at file level.
    pub order: usize,
    pub ty: Type,
    pub template: Vec<TemplateParam>,
    pub span: Span,
}

/// What the names of types begin with that have none; so do those of members without name.
pub const UNNAMED: &str = "unnamed type ";

/// `struct S { ... };`: fields and member functions.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub name: Option<Ident>,
    /// Enclosing namespaces, outermost first.
    pub scope: Vec<String>,
    /// As of a typedef.
    pub order: usize,
    pub template: Vec<TemplateParam>,
    /// The arguments of a specialisation: `template <> struct S<float>`.
    pub template_args: Option<Vec<TemplateArg>>,
    pub bases: Vec<Type>,
    pub fields: Vec<Param>,
    /// The positions of fields that are `mutable`.
    pub mutables: Vec<usize>,
    /// Member functions, constructors, operators.
    pub methods: Vec<Function>,
    /// Static members, as declarations.
    pub statics: Vec<Declaration>,
    /// Members of base classes that are named as the class's own.
    pub usings: Vec<Using>,
    pub typedefs: Vec<Typedef>,
    pub records: Vec<Record>,
    pub enums: Vec<Enumeration>,
    pub is_union: bool,
    /// `template <...> struct S;`: declared, not defined.
    pub is_forward: bool,
    /// The alignment that an attribute gives it, or 0.
    pub align: u64,
    /// Attributes change its size or where its members lie in another way.
    pub is_realigned: bool,
    /// Words of such attributes in its text.
    pub realigning_words: usize,
    pub unsupported: Vec<Unsupported>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Enumeration {
    pub name: Option<Ident>,
    /// `enum class`: its enumerators are named by way of it alone.
    pub is_scoped: bool,
    /// `: unsigned char`
    pub underlying: Option<Type>,
    pub values: Vec<(Ident, Option<Expr>)>,
    /// As of a typedef.
    pub scope: Vec<String>,
    pub order: usize,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Instantiation {
    pub name: Name,
    /// How many parameters are written.
    pub parameters: usize,
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
    /// Variables of the host that its configuration mentions, and that their values do, with the values that they have there
    /// (R115).
    pub sizes: Vec<(String, Vec<Expr>)>,
    /// Names in its configuration, and in those values, that the file declares as a `dim3` or as a function that returns one.
    pub dim3s: Vec<String>,
    /// The template of the host that it stands in, by its position in [`File::host_templates`].
    pub within: Option<usize>,
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

// ── statements ──────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    /// `//@ wraps;` stood before this statement.
    pub wraps: bool,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Empty,
    Expr(Expr),
    Declare(Declaration),
    Typedef(Typedef),
    Record(Record),
    Enum(Enumeration),
    Using(Vec<Using>),
    /// Its condition, where that is understood.
    StaticAssert(Expr),
    /// Names for the parts of a variable, in order.
    Bind {
        object: String,
        names: Vec<Ident>,
    },
    Block(Block),
    If {
        cond: Condition,
        then: Box<Stmt>,
        else_: Option<Box<Stmt>>,
        is_constexpr: bool,
    },
    While {
        cond: Condition,
        body: Box<Stmt>,
        annot: LoopAnnot,
    },
    DoWhile {
        body: Box<Stmt>,
        cond: Expr,
        annot: LoopAnnot,
    },
    For {
        init: Option<Box<Stmt>>,
        cond: Option<Condition>,
        step: Option<Expr>,
        body: Box<Stmt>,
        annot: LoopAnnot,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    Case(Expr),
    Default,
    Break,
    Continue,
    Return(Option<Expr>),
    Goto(Ident),
    Label(Ident),
    /// `//@ assert`, `assume`, `barrier_invariant`.
    Annotation(Clause),
    /// Parsed by balanced tokens only (`asm`, `try`, a lambda, ...).
    Unsupported(String),
}

/// A condition: an expression or a declaration (`if (int x = f())`).
#[derive(Clone, Debug)]
pub enum Condition {
    Expr(Expr),
    Declaration(Box<Declaration>),
}

/// What is attached to a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopAnnot {
    pub invariants: Vec<Clause>,
    pub variant: Option<Clause>,
    pub pragma_unroll: bool,
}

/// `static __shared__ const float x[N] = {...}, y;`
#[derive(Clone, Debug, Default)]
pub struct Declaration {
    pub specifiers: DeclSpecifiers,
    pub declarators: Vec<Declarator>,
    /// As of a typedef.
    pub scope: Vec<String>,
    pub order: usize,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeclSpecifiers {
    pub is_shared: bool,
    pub is_extern: bool,
    pub is_static: bool,
    pub is_constant: bool,
    pub is_device: bool,
    pub is_constexpr: bool,
    pub is_mutable: bool,
    /// `template <class T> constexpr int x = ...;`
    pub is_template: bool,
}

#[derive(Clone, Debug)]
pub struct Declarator {
    pub name: Ident,
    pub ty: Type,
    pub init: Option<Initializer>,
}

#[derive(Clone, Debug)]
pub enum Initializer {
    Expr(Expr),
    /// `= {a, b}` or `{a, b}`.
    List(Vec<Initializer>, Span),
    /// `T x(a, b)`.
    Construct(Vec<Expr>),
}

// ── expressions ─────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Before the name of an atomic function of the texts under `specs/headers`, which takes values: after the operands come its
/// memory orders (of a comparison that for failure, too) and the scope, as numbers of `<cuda/atomic>`.
pub const ORDERED_ATOMIC: &str = "__ordered_";

/// A function that no program could name (R235): that inline assembly stays among the accesses around it is assumed.
pub const UNORDERED_ASSEMBLY: &str = "asm.unordered";

/// Another one: the pointer that is its argument, which must point into global memory.
pub const GLOBAL_MEMORY: &str = "asm.global";

/// Another one: the same, of memory that the kernel may not write (R237).
pub const READ_ONLY_MEMORY: &str = "asm.read_only";

/// Another one: its second argument is assigned to its first one bit for bit, whether or not integers are signed.
pub const ASSIGNED_BITS: &str = "asm.assigned";

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(IntLiteral),
    /// Digits as written, without suffix (decimal or hexadecimal); 16, 32 or 64 bits.
    Float {
        text: String,
        bits: u8,
    },
    Bool(bool),
    Char(u32),
    Str(String),
    Nullptr,
    This,
    Name(Name),
    Unary(UnaryOp, Box<Expr>),
    /// `++x`, `x--`, ...
    Step {
        increment: bool,
        prefix: bool,
        place: Box<Expr>,
    },
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `x = e` or `x op= e`.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Member {
        base: Box<Expr>,
        member: Name,
        arrow: bool,
    },
    Cast(CastStyle, Box<Type>, Box<Expr>),
    /// `T(a, b)` or `T{a, b}` with a type that is known to be one.
    Construct(Box<Type>, Vec<Expr>),
    InitList(Vec<Expr>),
    Lambda(Box<Lambda>),
    SizeofType(Box<Type>),
    AlignofType(Box<Type>),
    SizeofExpr(Box<Expr>),
    /// How many elements an array has, in a range-based `for`.
    Extent(Box<Expr>),
    /// Parsed by balanced tokens only: a lambda, `new`, `typeid`, ...
    Unsupported(String),
    /// Forms that only annotations have.
    Spec(SpecExpr),
}

/// `[captures](params) -> result { body }`
#[derive(Clone, Debug)]
pub struct Lambda {
    /// What stands in the brackets, item by item, as written.
    pub captures: Vec<String>,
    pub params: Vec<Param>,
    pub return_type: Option<Type>,
    pub is_mutable: bool,
    pub body: Block,
    pub unsupported: Vec<Unsupported>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntLiteral {
    pub value: num_bigint::BigInt,
    pub unsigned: bool,
    /// Number of `l` in the suffix: 0, 1 or 2.
    pub long: u8,
    /// Written in decimal (which C types differently from hexadecimal, octal and binary).
    pub decimal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastStyle {
    C,
    Static,
    Reinterpret,
    Const,
    Dynamic,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    AddressOf,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    /// Annotations only.
    Implies,
    /// Annotations only.
    Iff,
}

// ── annotations ─────────────────────────────────────────────────────────────────────────────────

/// One clause of an annotation, wherever it stands.
#[derive(Clone, Debug)]
pub struct Clause {
    pub kind: ClauseKind,
    /// The clause from its keyword to its end.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ClauseKind {
    Requires(Expr),
    Ensures(Expr),
    /// GPUVerify's `__global_invariant` and the like are desugared before they come here.
    Invariant(Expr),
    Variant(Expr),
    Assert(Expr),
    Assume(Expr),
    BarrierInvariant(Expr),
    Ghost(Vec<GhostDecl>),
    Writes(Vec<Region>),
    Reads(Vec<Region>),
    Wraps,
    /// `logic`, `predicate`, `lemma`, `use`: belongs to the file, wherever it stands.
    Logic(LogicItem),
}

/// `ghost int m;` or `ghost int a0[];`
#[derive(Clone, Debug)]
pub struct GhostDecl {
    pub name: Ident,
    pub ty: Type,
    /// Number of `[]`.
    pub dimensions: usize,
}

/// `A[lo..hi]` (both ends included), `A[e]` (a range of one) or the whole of `A`.
#[derive(Clone, Debug)]
pub struct Region {
    pub array: Expr,
    pub range: Option<(Expr, Expr)>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
}

/// The sort of a bound variable as written.
#[derive(Clone, Debug)]
pub enum BinderType {
    /// No type, `int`, `integer`, or any C integer type: a mathematical integer.
    Integer,
    /// `real`, `float`, `double`.
    Real,
    /// `\forall t : thread`.
    Thread,
    /// `\forall b : block`.
    Block,
    Other(Type),
}

#[derive(Clone, Debug)]
pub struct Binder {
    pub name: Ident,
    pub ty: BinderType,
}

/// Expression forms of annotations. Chains `a <= b < c` are [`SpecExpr::Chain`].
#[derive(Clone, Debug)]
pub enum SpecExpr {
    /// `\forall int i, j; P`, with the dialects' instantiation hints.
    Quantified(Quantifier, Vec<Binder>, Vec<Expr>, Box<Expr>),
    /// `sum(k, body, lo, hi)`.
    Fold { kind: FoldKind, var: Binder, body: Box<Expr>, lo: Box<Expr>, hi: Box<Expr> },
    /// `fold(plus, k, body, lo, hi)`.
    FoldOver { operator: Ident, var: Binder, body: Box<Expr>, lo: Box<Expr>, hi: Box<Expr> },
    /// `sum(t : thread, e)`.
    FoldThreads { kind: FoldKind, var: Binder, body: Box<Expr> },
    /// Two or more comparisons of one direction: the first operand, then operator and operand.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// A comparison, bit operation or negation that is an operand of an equality or a bit operation without parentheses.
    Loose(Box<Expr>),
    /// `x@t`.
    At(Box<Expr>, Box<Expr>),
    /// `\old(e)`.
    Old(Box<Expr>),
    /// `\other(x)` in a `barrier_invariant`.
    Other(Box<Expr>),
    /// `\loop_count` (1), `\loop_count_2` (2), ... Without backslash it is a name, since a variable of
    /// the program may have it.
    LoopCount(u32),
    /// `\active` and `\active(t)`. `active(t)` without backslash is a call.
    Active(Option<Box<Expr>>),
    /// `\length(A)`.
    Length(Box<Expr>),
    /// `\result` in the contract of a device function.
    Result,
    /// `\min`, `\max`, `\abs`, `\pow`, `\log2`, `\is_pow2`.
    Function(SpecFunction, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpecFunction {
    Min,
    Max,
    Abs,
    Pow,
    Log2,
    IsPow2,
}

// ── logic declarations ──────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub enum LogicItem {
    /// `logic T f(T x, ...) = e;` or `predicate p(T x, ...) = P;` (no return type), `decreases e`.
    Function {
        name: Ident,
        params: Vec<LogicParam>,
        result: Option<Type>,
        body: Option<Expr>,
        decreases: Option<Expr>,
        span: Span,
    },
    /// `lemma name(int x, ...): P by induction on x from e;` with its triggers.
    Lemma {
        name: Ident,
        params: Vec<LogicParam>,
        statement: Expr,
        induction: Option<Induction>,
        /// Each is a list of terms that must all occur.
        triggers: Vec<Vec<Expr>>,
        span: Span,
    },
    /// `operator plus(int x, int y) = e identity z;`, with or without its definition.
    Operator { name: Ident, params: Vec<LogicParam>, body: Option<Expr>, identity: Expr, span: Span },
    /// `use sum;`
    Use(Ident),
}

/// Where a logic declaration comes from, which decides what its proof may rest on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum LogicSource {
    /// A program or its side file.
    #[default]
    Program,
    /// A logic file: it stands on its own.
    LogicFile,
    /// A file of the standard library, proved by the library's own test.
    Library,
}

/// `by induction on x from e`; from 0 where nothing is said.
#[derive(Clone, Debug)]
pub struct Induction {
    pub on: Ident,
    pub from: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct LogicParam {
    pub name: Ident,
    pub ty: Type,
    /// Number of `[]`.
    pub dimensions: usize,
}

/// A side file: contracts for source that must not be touched.
#[derive(Clone, Debug, Default)]
pub struct SideFile {
    pub source: LogicSource,
    pub kernels: Vec<SideKernel>,
    pub logic: Vec<LogicItem>,
    pub diagnostics: Vec<Diagnostic>,
}

/// `kernel name { clauses; loop 1.1 { ... } barrier 1 { ... } }`
#[derive(Clone, Debug)]
pub struct SideKernel {
    pub name: Ident,
    pub contract: Vec<Clause>,
    /// Loop path (`[1, 1]` for `loop 1.1`), function for loops of inlined functions, and clauses.
    pub loops: Vec<(Option<String>, Vec<u32>, Vec<Clause>, Span)>,
    pub barriers: Vec<(u32, Vec<Clause>, Span)>,
    pub span: Span,
}
