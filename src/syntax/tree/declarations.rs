//! Functions, classes, variables: what declarations say.

use crate::base::Span;
use borsh::{BorshDeserialize, BorshSerialize};

use super::{Block, Clause, Expr, Ident, Name, TemplateArg, TemplateParam, Type, TypeKind};

/// What a function is marked with.
#[derive(Clone, Debug, Default)]
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
    /// Declared `extern "C"`; of functions of the host alone.
    pub is_c: bool,
    pub is_inline: bool,
    pub is_constexpr: bool,
    /// A member function that does not change its object.
    pub is_const: bool,
    /// `__launch_bounds__(threads, blocks)`.
    pub launch_bounds: Vec<Expr>,
}

/// Where a function stands.
#[derive(Clone, Copy, Debug)]
pub struct FunctionSpans {
    pub whole: Span,
    /// The part before the body.
    pub header: Span,
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
    pub body: Option<Block>,
    /// Clauses before the function and at the start of its body: `requires`, `ensures`, `ghost`, `writes`, `reads`.
    pub contract: Vec<Clause>,
    /// What was parsed but is not modelled (an attribute, a `requires` clause of C++20, ...).
    pub unsupported: Vec<Unsupported>,
    pub spans: FunctionSpans,
    /// Where it stands in the preprocessed text.
    pub order: usize,
}

/// What is not modelled of a function with syntax errors in its body.
pub const BROKEN_BODY: &str = "a body with syntax errors";

/// What is not modelled of a literal that is none.
pub const BROKEN_LITERAL: &str = "a malformed literal";

/// What is not modelled of a declaration of a function in a body.
pub const INNER_FUNCTION: &str = "a function declared inside of a function";

/// Whether something is not modelled only because of an error, which has a message of its own.
pub fn is_of_an_error(construct: &str) -> bool {
    [BROKEN_BODY, BROKEN_LITERAL].iter().any(|broken| construct.ends_with(broken))
}

impl Function {
    /// A function without parameters and body that returns nothing.
    pub fn new(name: Ident, span: Span) -> Function {
        Function {
            specifiers: FunctionSpecifiers::default(),
            name,
            kind: FunctionKind::default(),
            scope: Vec::new(),
            within: Vec::new(),
            template: Vec::new(),
            template_args: None,
            return_type: Type::new(TypeKind::Void, span),
            params: Vec::new(),
            inits: Vec::new(),
            body: None,
            contract: Vec::new(),
            unsupported: Vec::new(),
            spans: FunctionSpans { whole: span, header: span },
            order: 0,
        }
    }

    /// The function has a body, be it one that cannot be read.
    pub fn is_defined(&self) -> bool {
        self.body.is_some() || self.unsupported.iter().any(|found| found.construct == BROKEN_BODY)
    }
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

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Option<Ident>,
    pub ty: Type,
    pub default: Option<Expr>,
    /// A field that is `mutable`.
    pub is_mutable: bool,
    pub span: Span,
}

impl Param {
    pub fn new(name: Option<Ident>, ty: Type, span: Span) -> Param {
        Param { name, ty, default: None, is_mutable: false, span }
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

impl Typedef {
    pub fn new(name: Ident, ty: Type, span: Span) -> Typedef {
        Typedef { name, scope: Vec::new(), order: 0, ty, template: Vec::new(), span }
    }
}

/// What the names of types begin with that have none; so do those of members without name.
pub const UNNAMED: &str = "unnamed type ";

/// What names in a class stand for beside its members.
#[derive(Clone, Debug, Default)]
pub struct RecordNames {
    /// Members of base classes that are named as the class's own.
    pub usings: Vec<Using>,
    pub typedefs: Vec<Typedef>,
    pub records: Vec<Record>,
    pub enums: Vec<Enumeration>,
}

/// What attributes say of a class's memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordLayout {
    /// The alignment that an attribute gives it, or 0.
    pub align: u64,
    /// Attributes change its size or where its members lie in another way.
    pub is_realigned: bool,
    /// Words of such attributes in its text.
    pub realigning_words: usize,
}

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
    /// Member functions, constructors, operators.
    pub methods: Vec<Function>,
    /// Static members, as declarations.
    pub statics: Vec<Declaration>,
    pub names: RecordNames,
    pub is_union: bool,
    /// `template <...> struct S;`: declared, not defined.
    pub is_forward: bool,
    pub layout: RecordLayout,
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

impl Declaration {
    /// A declaration that stands in no namespace.
    pub fn new(specifiers: DeclSpecifiers, declarators: Vec<Declarator>, span: Span) -> Declaration {
        Declaration { specifiers, declarators, span, ..Declaration::default() }
    }
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

/// A construct by the name shown to users, and its place.
#[derive(Clone, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub struct Unsupported {
    pub construct: String,
    pub span: Span,
}
