//! Names and types as written.

use crate::base::Span;

use super::Expr;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ident {
    pub text: String,
    pub span: Span,
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

impl Name {
    /// A name without qualifiers and template arguments.
    pub fn plain(ident: impl Into<String>, span: Span) -> Name {
        Name { ident: ident.into(), span, ..Name::default() }
    }

    /// Whether it is such a name.
    pub fn is_plain(&self) -> bool {
        self.path.is_empty() && self.template_args.is_none()
    }
}

#[derive(Clone, Debug)]
pub enum TemplateArg {
    Type(Type),
    Value(Expr),
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

/// A type as written. Qualifiers belong to the level at which they stand.
#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub qualifiers: Qualifiers,
    pub span: Span,
}

impl Type {
    pub fn new(kind: TypeKind, span: Span) -> Type {
        Type { kind, qualifiers: Qualifiers::default(), span }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    /// Of two types that are one here it is the second: `long long`, `signed char` (TEMPLATE-19).
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
