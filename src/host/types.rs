//! Types of the host's variables, as far as values of them are followed.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::tree::{self, File, Function, FunctionKind, Item, Record, Type, TypeKind, spelled};

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
    Array(Box<HostType>),
    /// A class of a file of the program.
    Record(usize, String),
    /// What the initialiser has.
    Auto,
    /// A union, or a type that is not known: members may share memory.
    Unread,
    Other,
}

/// The names that types of the file have.
#[derive(Default)]
pub struct Types<'a> {
    /// The number of the file.
    unit: usize,
    typedefs: BTreeMap<&'a str, Option<&'a Type>>,
    pub records: BTreeMap<&'a str, Option<&'a Record>>,
    enums: BTreeSet<&'a str>,
    /// Names that functions, templates or classes give to types of their own.
    hidden: BTreeSet<String>,
}

fn is_written_alike(one: &Type, other: &Type) -> bool {
    spelled::parameter(one, &[]) == spelled::parameter(other, &[])
}

/// Names for other types that follow each other.
const DEEPEST: usize = 16;

impl<'a> Types<'a> {
    pub fn of(unit: usize, file: &'a File) -> Types<'a> {
        let mut types = Types { unit, hidden: file.host.member_types.clone(), ..Types::default() };
        for item in &file.items {
            match item {
                Item::Typedef(typedef) => {
                    let is_plain = typedef.template.is_empty() && typedef.scope.is_empty();
                    let of = is_plain.then_some(&typedef.ty);
                    // A header that is read twice says it twice.
                    let is_same = |known: &&Type| of.is_some_and(|of| is_written_alike(known, of));
                    let entry = types.typedefs.entry(&typedef.name.text);
                    entry.and_modify(|known| *known = known.filter(is_same)).or_insert(of);
                }
                Item::Record(record) if !record.is_forward => {
                    if let Some(name) = &record.name {
                        let is_plain = is_plain(record);
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
            TypeKind::Array(of, _) => HostType::Array(Box::new(self.resolved(of, depth))),
            TypeKind::Named(name) if name.template_args.is_none() => self.named(name, depth),
            _ => HostType::Other,
        }
    }

    fn named(&self, name: &tree::Name, depth: usize) -> HostType {
        let ident = name.ident.as_str();
        if self.hidden.contains(ident) {
            return HostType::Unread;
        }
        if let Some(typedef) = self.typedefs.get(ident) {
            return typedef.map_or(HostType::Unread, |ty| self.resolved(ty, depth));
        }
        if let Some(record) = self.records.get(ident) {
            return if record.is_some() { HostType::Record(self.unit, ident.to_owned()) } else { HostType::Unread };
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
            _ if self.is_of_library(name) => HostType::Other,
            _ => HostType::Unread,
        }
    }

    /// Whether it is a reference, by another name too.
    pub fn is_reference(&self, ty: &Type) -> bool {
        let mut ty = ty;
        for _ in 0..DEEPEST {
            match &ty.kind {
                TypeKind::Reference(_) | TypeKind::Decltype(_) => return true,
                // `decltype((s))`, `decltype(auto)`.
                TypeKind::Other(what) => return what.contains("reference") || what.contains("decltype"),
                TypeKind::Named(name) => match self.typedefs.get(name.ident.as_str()) {
                    Some(Some(of)) => ty = of,
                    Some(None) => return true,
                    None => return false,
                },
                _ => return false,
            }
        }
        true
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

    /// Whether constructors or destructors of a type may be functions of the program.
    pub fn runs_code(&self, ty: &Type) -> bool {
        let name = match &ty.kind {
            TypeKind::Named(name) => name,
            TypeKind::Array(of, _) => return self.runs_code(of),
            TypeKind::Pointer(_) | TypeKind::Reference(_) => return false,
            TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } => return false,
            TypeKind::Auto | TypeKind::Decltype(_) | TypeKind::Other(_) => return true,
        };
        if self.is_of_library(name) {
            return false;
        }
        match self.resolve(ty) {
            HostType::Record(_, class) => {
                let record = self.records.get(class.as_str()).copied().flatten();
                record.is_none_or(|record| {
                    let special =
                        |own: &Function| matches!(own.kind, FunctionKind::Constructor | FunctionKind::Destructor);
                    !record.bases.is_empty()
                        || !record.unsupported.is_empty()
                        || record.methods.iter().any(special)
                        || record.fields.iter().any(|field| self.runs_code(&field.ty))
                })
            }
            HostType::Int(_) | HostType::Dim3 | HostType::Pointer(_) => false,
            HostType::Array(_) | HostType::Auto | HostType::Unread | HostType::Other => !self.is_number(name),
        }
    }

    /// Whether the name is one that a library gives to a type of its own.
    fn is_of_library(&self, name: &tree::Name) -> bool {
        let is_plain = ["cuda", "cu", "CU", "hip"].iter().any(|prefix| name.ident.starts_with(prefix));
        let path = name.path.first().is_some_and(|first| matches!(first.as_str(), "std" | "thrust"));
        path || is_plain || self.vector(&name.ident).is_some()
    }

    /// Whether a name is one of an enumeration or a floating-point type.
    fn is_number(&self, name: &tree::Name) -> bool {
        let of = |name: &str| self.typedefs.get(name).copied().flatten().map(|ty| &ty.kind);
        self.enums.contains(name.ident.as_str()) || matches!(of(&name.ident), Some(TypeKind::Float { .. }))
    }

    /// Whether a class, or what it is derived from, may have a member of this name that is no field of its own.
    pub fn may_have(&self, class: &str, name: &str) -> bool {
        let Some(record) = self.records.get(class).copied().flatten() else { return true };
        let is_static = record.statics.iter().flat_map(|own| &own.declarators).any(|own| own.name.text == name);
        let is_method = record.methods.iter().any(|own| own.name.text == name);
        !record.bases.is_empty() || !record.unsupported.is_empty() || is_static || is_method
    }

    pub fn field(&self, record: &str, field: &str) -> Option<HostType> {
        let record = self.records.get(record).copied().flatten()?;
        let own = record.fields.iter().find(|own| own.name.as_ref().is_some_and(|name| name.text == field))?;
        Some(self.resolve(&own.ty))
    }
}

/// Whether a class is a struct of C: values of others may be copied, assigned and destroyed by code of their own.
fn is_plain(record: &Record) -> bool {
    let is_of_c = |field: &tree::Param| {
        let is_value = |ty: &Type| match &ty.kind {
            TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } | TypeKind::Pointer(_) => true,
            TypeKind::Named(name) => name.path.is_empty() && name.template_args.is_none(),
            _ => false,
        };
        field.name.is_some() && is_value(&field.ty)
    };
    record.template.is_empty()
        && record.scope.is_empty()
        && !record.is_union
        && record.bases.is_empty()
        && record.methods.is_empty()
        && record.statics.is_empty()
        && record.unsupported.is_empty()
        && record.fields.iter().all(is_of_c)
}
