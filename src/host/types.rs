//! Types of the host's variables, as far as values of them are followed.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::tree::{self, File, Item, Record, Type, TypeKind};

/// An integer type; a truth value has one bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntType {
    pub signed: bool,
    pub bits: u8,
}

impl IntType {
    pub const BOOL: IntType = IntType { signed: false, bits: 1 };
    pub const INT: IntType = IntType { signed: true, bits: 32 };
    pub const UINT: IntType = IntType { signed: false, bits: 32 };
    pub const SIZE: IntType = IntType { signed: false, bits: 64 };

    /// `signed 32`.
    pub fn text(self) -> String {
        format!("{} {}", if self.signed { "signed" } else { "unsigned" }, self.bits)
    }

    pub fn least(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    pub fn greatest(self) -> i128 {
        (1 << (self.bits - u8::from(self.signed))) - 1
    }

    /// [conv.prom]
    pub fn promoted(self) -> IntType {
        if self.bits < 32 { IntType::INT } else { self }
    }

    /// [expr.arith.conv]
    pub fn common(self, other: IntType) -> IntType {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => IntType { signed: a.signed && b.signed, bits: a.bits },
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostType {
    Int(IntType),
    Dim3,
    Pointer(Box<HostType>),
    Array,
    /// A class of the file.
    Record(String),
    /// What the initialiser has.
    Auto,
    Other,
}

/// The names that types of the file have.
#[derive(Default)]
pub struct Types<'a> {
    typedefs: BTreeMap<&'a str, Option<&'a Type>>,
    pub records: BTreeMap<&'a str, Option<&'a Record>>,
    enums: BTreeSet<&'a str>,
    /// Names that functions or templates give to types of their own.
    hidden: BTreeSet<String>,
}

/// Names for other types that follow each other.
const DEEPEST: usize = 16;

impl<'a> Types<'a> {
    pub fn of(file: &'a File) -> Types<'a> {
        let mut types = Types::default();
        for item in &file.items {
            match item {
                Item::Typedef(typedef) => {
                    let is_plain = typedef.template.is_empty();
                    let entry = types.typedefs.entry(&typedef.name.text);
                    entry.and_modify(|known| *known = None).or_insert(is_plain.then_some(&typedef.ty));
                }
                Item::Record(record) if !record.is_forward => {
                    if let Some(name) = &record.name {
                        let is_plain = record.template.is_empty() && !record.is_union;
                        let entry = types.records.entry(&name.text);
                        entry.and_modify(|known| *known = None).or_insert(is_plain.then_some(record));
                    }
                }
                Item::Enum(enumeration) => {
                    if let Some(name) = &enumeration.name {
                        types.enums.insert(&name.text);
                    }
                }
                _ => {}
            }
        }
        types
    }

    /// From now on nothing is known of types of this name.
    pub fn hide(&mut self, name: &str) {
        self.hidden.insert(name.to_owned());
    }

    /// The type that a type as written is.
    pub fn resolve(&self, ty: &Type) -> HostType {
        self.resolved(ty, DEEPEST)
    }

    fn resolved(&self, ty: &Type, depth: usize) -> HostType {
        let Some(depth) = depth.checked_sub(1) else { return HostType::Other };
        match &ty.kind {
            TypeKind::Bool => HostType::Int(IntType::BOOL),
            TypeKind::Int { signed, bits } => HostType::Int(IntType { signed: *signed, bits: *bits }),
            TypeKind::Auto => HostType::Auto,
            TypeKind::Pointer(to) => HostType::Pointer(Box::new(self.resolved(to, depth))),
            TypeKind::Reference(to) => self.resolved(to, depth),
            TypeKind::Array(..) => HostType::Array,
            TypeKind::Named(name) if name.template_args.is_none() => self.named(name, depth),
            _ => HostType::Other,
        }
    }

    fn named(&self, name: &tree::Name, depth: usize) -> HostType {
        let ident = name.ident.as_str();
        if self.hidden.contains(ident) {
            return HostType::Other;
        }
        if let Some(typedef) = self.typedefs.get(ident) {
            return typedef.map_or(HostType::Other, |ty| self.resolved(ty, depth));
        }
        if let Some(record) = self.records.get(ident) {
            return if record.is_some() { HostType::Record(ident.to_owned()) } else { HostType::Other };
        }
        if self.enums.contains(ident) {
            return HostType::Other;
        }
        let int = |signed, bits| HostType::Int(IntType { signed, bits });
        match ident {
            "dim3" => HostType::Dim3,
            "size_t" | "uint64_t" | "uintptr_t" | "uintmax_t" | "ulong" => int(false, 64),
            "int64_t" | "ptrdiff_t" | "ssize_t" | "intptr_t" | "intmax_t" => int(true, 64),
            "uint32_t" | "uint" | "u_int" => int(false, 32),
            "int32_t" => int(true, 32),
            "uint16_t" | "ushort" => int(false, 16),
            "int16_t" => int(true, 16),
            "uint8_t" | "uchar" => int(false, 8),
            "int8_t" => int(true, 8),
            _ => HostType::Other,
        }
    }

    /// The size of a value in bytes, where it is certain.
    pub fn size(&self, ty: &Type) -> Option<i128> {
        match &ty.kind {
            TypeKind::Float { bits } => Some(i128::from(*bits) / 8),
            TypeKind::Pointer(_) => Some(8),
            TypeKind::Named(name) if self.hidden.contains(&name.ident) => None,
            TypeKind::Named(name) if name.template_args.is_none() => match self.resolve(ty) {
                HostType::Int(of) => Some((i128::from(of.bits) + 7) / 8),
                HostType::Dim3 => Some(12),
                HostType::Pointer(_) => Some(8),
                _ => self.vector(&name.ident).or_else(|| {
                    let typedef = self.typedefs.get(name.ident.as_str()).copied().flatten()?;
                    matches!(typedef.kind, TypeKind::Float { .. }).then(|| self.size(typedef))?
                }),
            },
            _ => match self.resolve(ty) {
                HostType::Int(of) => Some((i128::from(of.bits) + 7) / 8),
                _ => None,
            },
        }
    }

    /// CUDA's vectors.
    fn vector(&self, name: &str) -> Option<i128> {
        let count = name.chars().last()?.to_digit(10)?;
        let base = &name[..name.len() - 1];
        let bytes = match base {
            "float" | "int" | "uint" => 4,
            "double" | "longlong" | "ulonglong" => 8,
            "char" | "uchar" => 1,
            "short" | "ushort" => 2,
            _ => return None,
        };
        (1..=4).contains(&count).then(|| i128::from(count) * bytes)
    }

    pub fn field(&self, record: &str, field: &str) -> Option<HostType> {
        let record = self.records.get(record).copied().flatten()?;
        let own = record.fields.iter().find(|own| own.name.as_ref().is_some_and(|name| name.text == field))?;
        Some(self.resolve(&own.ty))
    }
}
