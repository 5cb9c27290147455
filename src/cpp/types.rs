//! C++ types, resolved: typedefs and template parameters are gone, and C's conversion rules over them.

use std::rc::Rc;

use crate::kernel::ir::{Expr, Type};
use crate::syntax::tree;

use super::{
    entity::{Entity, Group},
    value,
};

/// A type of the program. Scalars are the IR's types; the rest disappears in lowering.
#[derive(Clone, Debug)]
pub enum CType {
    /// `void`.
    Void,
    /// A number or truth value.
    Scalar(Type),
    /// A struct, class or vector type: [`super::classes`].
    Record(RecordRef),
    /// `to_const`: what it points to may not be written through it.
    Pointer {
        /// The type that it points to.
        to: Box<CType>,
        /// It may not be written through the pointer.
        to_const: bool,
    },
    /// An array; no extent for `T x[]`.
    Array {
        /// The type of an element.
        of: Box<CType>,
        /// The number of elements.
        extent: Option<Expr>,
    },
    /// A reference to an object or a scalar.
    Reference {
        /// The type that it refers to.
        to: Box<CType>,
        /// It may not be written through the reference.
        to_const: bool,
    },
    /// `auto`: what the initialiser says.
    Auto,
    /// Cooperative groups' handles.
    Group(Group),
    /// A handle of a surface, or a surface reference (RACE-29).
    Surface,
    /// The type of a lambda expression, by its position in `Met::closures`.
    Closure(usize),
    /// Not modelled: the name shown to users.
    Other(String),
}

/// A record type by its position in `Met::records`, and its name.
#[derive(Clone, Debug)]
pub struct RecordRef {
    /// The position in `Met::records`.
    pub id: usize,
    /// The name in messages, with template arguments.
    pub name: Rc<str>,
    /// The template arguments of a class template's instance.
    pub args: Rc<[Entity]>,
}

impl PartialEq for RecordRef {
    fn eq(&self, other: &RecordRef) -> bool {
        self.id == other.id
    }
}

impl CType {
    /// Element type (a scalar or a record) and extents, outermost first, of a (possibly zero-dimensional) array.
    pub fn elements(&self) -> Option<(CType, Vec<Option<Expr>>)> {
        let mut extents = Vec::new();
        let mut at = self;
        loop {
            match at {
                CType::Scalar(_) | CType::Record(_) => return Some((at.clone(), extents)),
                CType::Array { of, extent } => {
                    extents.push(extent.clone());
                    at = of;
                }
                CType::Void
                | CType::Pointer { .. }
                | CType::Reference { .. }
                | CType::Auto
                | CType::Group(_)
                | CType::Surface
                | CType::Closure(_)
                | CType::Other(_) => return None,
            }
        }
    }

    /// Whether two types are the same; `const` behind pointers and references counts.
    pub fn same(&self, other: &CType) -> bool {
        match (self, other) {
            (CType::Void, CType::Void) | (CType::Auto, CType::Auto) | (CType::Surface, CType::Surface) => true,
            (CType::Group(a), CType::Group(b)) => a == b,
            (CType::Scalar(a), CType::Scalar(b)) => a == b,
            (CType::Record(a), CType::Record(b)) => a == b,
            (CType::Pointer { to: a, to_const: c }, CType::Pointer { to: b, to_const: d })
            | (CType::Reference { to: a, to_const: c }, CType::Reference { to: b, to_const: d }) => c == d && a.same(b),
            (CType::Array { of: a, extent: x }, CType::Array { of: b, extent: y }) => {
                a.same(b) && x.as_ref().map(value::shape) == y.as_ref().map(value::shape)
            }
            (CType::Closure(a), CType::Closure(b)) => a == b,
            (CType::Other(a), CType::Other(b)) => a == b,
            _ => false,
        }
    }

    /// How the type is called in messages.
    pub fn name(&self) -> String {
        match self {
            CType::Void => "void".into(),
            CType::Scalar(ty) => type_name(*ty).into(),
            CType::Record(record) => record.name.to_string(),
            CType::Pointer { to, to_const: true } => format!("const {} *", to.name()),
            CType::Pointer { to, to_const: false } => format!("{} *", to.name()),
            CType::Array { of, .. } => format!("{}[]", of.name()),
            CType::Reference { to, .. } => format!("{} &", to.name()),
            CType::Auto => "auto".into(),
            CType::Group(group) => group.name(),
            CType::Surface => "cudaSurfaceObject_t".into(),
            CType::Closure(id) => format!("lambda#{id}"),
            CType::Other(name) => name.clone(),
        }
    }
}

/// C's name of a scalar type.
pub fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::Int { signed: true, bits: 8 } => "char",
        Type::Int { signed: true, bits: 16 } => "short",
        Type::Int { signed: true, bits: 32 } => "int",
        Type::Int { signed: true, .. } => "long long",
        Type::Int { signed: false, bits: 8 } => "unsigned char",
        Type::Int { signed: false, bits: 16 } => "unsigned short",
        Type::Int { signed: false, bits: 32 } => "unsigned int",
        Type::Int { signed: false, .. } => "unsigned long long",
        Type::Float { bits: 16 } => "half",
        Type::Float { bits: 32 } => "float",
        Type::Float { .. } => "double",
        Type::Integer => "integer",
        Type::Real => "real",
        Type::Thread => "thread",
        Type::Block => "block",
    }
}

/// The type of the difference of two pointers, and of an index into an array.
pub const INDEX: Type = Type::Int { signed: true, bits: 64 };

/// `size_t`.
pub const SIZE: Type = Type::Int { signed: false, bits: 64 };

/// A type that the language or its headers name, by its unqualified name.
pub fn known_type(name: &str) -> Option<CType> {
    let int = |signed, bits| Some(CType::Scalar(Type::Int { signed, bits }));
    match name {
        "int8_t" | "int_least8_t" => int(true, 8),
        "uint8_t" | "uint_least8_t" | "uchar" | "u_char" => int(false, 8),
        "int16_t" | "int_least16_t" => int(true, 16),
        "uint16_t" | "uint_least16_t" | "ushort" | "u_short" => int(false, 16),
        "int32_t" | "int_least32_t" | "int_fast16_t" | "int_fast32_t" => int(true, 32),
        "uint32_t" | "uint_least32_t" | "uint_fast16_t" | "uint_fast32_t" | "uint" | "u_int" => int(false, 32),
        "int64_t" | "ptrdiff_t" | "ssize_t" | "intptr_t" | "intmax_t" | "int_least64_t" | "int_fast64_t" => {
            int(true, 64)
        }
        "size_t" | "uint64_t" | "uintptr_t" | "uintmax_t" | "ulong" | "u_long" | "uint_least64_t" | "uint_fast64_t" => {
            int(false, 64)
        }
        "half" | "__half" => Some(CType::Scalar(Type::Float { bits: 16 })),
        // A handle: what it says is told by the functions that take it.
        "cudaTextureObject_t" | "CUtexObject" => int(false, 64),
        "cudaSurfaceObject_t" | "CUsurfObject" | "surface" => Some(CType::Surface),
        "clock_t" => int(true, 64),
        "float_t" => Some(CType::Scalar(Type::Float { bits: 32 })),
        "double_t" => Some(CType::Scalar(Type::Float { bits: 64 })),
        "thread_block" => Some(CType::Group(Group::Block)),
        "grid_group" => Some(CType::Group(Group::Grid)),
        "coalesced_group" => Some(CType::Group(Group::Lanes(None))),
        "thread_group" => Some(CType::Group(Group::Any)),
        _ => None,
    }
}

/// Size in bytes on the device.
pub fn size_of(ty: Type) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Int { bits, .. } | Type::Float { bits } => u64::from(bits) / 8,
        Type::Integer | Type::Real | Type::Thread | Type::Block => 0,
    }
}

/// C++ [conv.prom]: `bool` and integers narrower than `int` become `int`.
pub fn promote(ty: Type) -> Type {
    match ty {
        Type::Bool => Type::INT,
        Type::Int { bits, .. } if bits < 32 => Type::INT,
        other => other,
    }
}

/// C++ [expr.arith.conv]: the type in which two operands meet.
pub fn common(a: Type, b: Type) -> Type {
    match (promote(a), promote(b)) {
        (Type::Float { bits: x }, Type::Float { bits: y }) => Type::Float { bits: x.max(y) },
        (float @ Type::Float { .. }, _) | (_, float @ Type::Float { .. }) => float,
        (Type::Int { signed: s, bits: x }, Type::Int { signed: t, bits: y }) => {
            // At equal widths unsigned wins; a wider signed type holds all of a narrower unsigned one.
            let signed = if x == y {
                s && t
            } else if x > y {
                s
            } else {
                t
            };
            Type::Int { signed, bits: x.max(y) }
        }
        (x, _) => x,
    }
}

/// A name as the user wrote it.
pub fn shown(name: &tree::Name) -> String {
    name.path.iter().chain([&name.ident]).cloned().collect::<Vec<_>>().join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(signed: bool, bits: u8) -> Type {
        Type::Int { signed, bits }
    }

    #[test]
    fn the_usual_arithmetic_conversions() {
        let rows = [
            (int(true, 32), int(false, 32), int(false, 32)),
            (int(true, 64), int(false, 32), int(true, 64)),
            (int(true, 32), int(false, 64), int(false, 64)),
            (int(true, 64), int(false, 64), int(false, 64)),
            (int(true, 8), int(false, 16), int(true, 32)),
            (Type::Bool, Type::Bool, int(true, 32)),
            (Type::Bool, Type::Float { bits: 32 }, Type::Float { bits: 32 }),
            (int(false, 64), Type::Float { bits: 32 }, Type::Float { bits: 32 }),
            (Type::Float { bits: 64 }, Type::Float { bits: 32 }, Type::Float { bits: 64 }),
        ];
        for (a, b, expected) in rows {
            assert_eq!(common(a, b), expected, "{a:?} {b:?}");
            assert_eq!(common(b, a), expected, "{b:?} {a:?}");
        }
    }
}
