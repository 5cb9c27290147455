//! Classes, enumerations and closures as they are known.

use num_bigint::BigInt;

use crate::base::Span;
use crate::kernel::ir::Type;
use crate::syntax::tree::{self, Lambda, Record};

use super::{
    Scope,
    entity::Value,
    env::Env,
    frame::Frame,
    types::{self, CType, RecordRef},
};
use crate::cpp;

/// A record type with its template arguments.
#[derive(Clone)]
pub struct RecordInfo<'a> {
    /// Its position and name.
    pub ty: RecordRef,
    /// `None` for a type that CUDA declares.
    pub tree: Option<&'a Record>,
    /// Its template arguments, and the types and constants that it declares.
    pub scope: Scope,
    /// Those of base classes first.
    pub fields: Vec<Field>,
    /// All fields lie at one place. The first one, which has no name, is the memory (MEM-34).
    pub is_union: bool,
    /// The direct base classes, in the order of the declaration.
    pub bases: Vec<RecordRef>,
    /// Its members are known.
    pub is_complete: bool,
    /// How many variables, pointers and arrays an object is, those of its members' classes included.
    pub parts: usize,
    /// What its declaration has that is not modelled: said when an object of the type is used.
    pub unsupported: Option<String>,
    /// Distinguishes instances of one template.
    pub key: (usize, String),
    /// It stands in a function of which several instances are one here, and so may be several classes (TEMPLATE-19).
    pub is_merged: bool,
}

/// A member variable.
#[derive(Clone, Debug)]
pub struct Field {
    /// The member's name; empty for the memory of a union.
    pub name: String,
    /// The type; a pointer where it was declared as a reference.
    pub ty: CType,
    /// Where it is declared.
    pub span: Span,
    /// Its position among the fields of its declaration, for default values.
    pub declared: Option<usize>,
    /// It was declared as a reference, and is a pointer here (CLASS-23).
    pub is_reference: bool,
    /// Objects that are `const` may change it.
    pub is_mutable: bool,
    /// It was declared `const`.
    pub is_const: bool,
}

/// An enumeration as it is known.
#[derive(Clone, Debug)]
pub struct KnownEnumeration {
    /// The integer type of its values.
    pub ty: Type,
    /// The enumerators in order; nothing where a value is not known.
    pub values: Vec<Option<BigInt>>,
}

/// What can be called by a value.
#[derive(Clone)]
pub enum Closure<'a> {
    /// A lambda expression of the program.
    Lambda(Written<'a>),
    /// A function of the program, and the namespace in which it was named.
    Function {
        /// The function's name as it was written.
        name: tree::Name,
        /// Outermost first.
        namespace: Vec<String>,
        /// Where the function stands that named it.
        order: usize,
    },
    /// A constant array of functions.
    Table(Vec<Value>),
}

/// A lambda expression with what its names meant where it stood.
#[derive(Clone)]
pub struct Written<'a> {
    /// The expression itself.
    pub lambda: &'a Lambda,
    /// Where it stands.
    pub span: Span,
    /// What names meant there, innermost scope last.
    pub scopes: Vec<Scope>,
    /// The function that it stands in.
    pub frame: Frame,
}

/// What a value that can be called is called in the names of instances.
pub fn shown(env: &Env, id: usize) -> String {
    match &env.met.closures[id] {
        Closure::Function { name, .. } => types::shown(name),
        Closure::Lambda(_) => format!("lambda#{id}"),
        Closure::Table(_) => format!("table#{id}"),
    }
}

/// Whether one class is the other or derives from it; gives how many fields stand before its own.
pub fn base_offset(env: &cpp::Env, derived: usize, base: usize) -> Option<usize> {
    if derived == base {
        return Some(0);
    }
    let mut before = 0;
    for parent in &env.met.records[derived].bases {
        if let Some(inside) = base_offset(env, parent.id, base) {
            return Some(before + inside);
        }
        before += env.met.records[parent.id].fields.len();
    }
    None
}
