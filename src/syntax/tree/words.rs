//! The words that name built-in types, and the types that headers of the C library declare.

use super::TypeKind;

/// The words of a built-in type, counted.
#[derive(Default)]
pub struct Words {
    base: Option<&'static str>,
    long: usize,
    short: bool,
    signed: bool,
    unsigned: bool,
}

impl Words {
    pub fn add(&mut self, word: &str) {
        match word {
            "long" => self.long += 1,
            "short" => self.short = true,
            "signed" | "__signed__" => self.signed = true,
            "unsigned" => self.unsigned = true,
            "void" => self.base = Some("void"),
            "bool" | "_Bool" => self.base = Some("bool"),
            "char" => self.base = Some("char"),
            "float" => self.base = Some("float"),
            "double" => self.base = Some("double"),
            "auto" => self.base = Some("auto"),
            "wchar_t" => self.base = Some("wchar_t"),
            "char8_t" => self.base = Some("char8_t"),
            "char16_t" => self.base = Some("char16_t"),
            "char32_t" => self.base = Some("char32_t"),
            "__int64" => self.base = Some("__int64"),
            "__int128" => self.base = Some("__int128"),
            _ => self.base = self.base.or(Some("int")),
        }
    }

    /// Whether it is the second of two types that have one kind.
    pub fn is_second(&self) -> bool {
        match self.base {
            Some("char") => self.signed,
            Some("__int64") => true,
            Some("double") => self.long > 0,
            _ => self.long > 1,
        }
    }

    pub fn kind(&self) -> TypeKind {
        let int = |bits| TypeKind::Int { signed: !self.unsigned, bits };
        match self.base {
            Some("void") => TypeKind::Void,
            Some("bool") => TypeKind::Bool,
            Some("char") => int(8),
            Some("float") => TypeKind::Float { bits: 32 },
            // `long double` is `double` on the device.
            Some("double") => TypeKind::Float { bits: 64 },
            Some("auto") => TypeKind::Auto,
            Some("wchar_t") => TypeKind::Int { signed: true, bits: 32 },
            Some("char8_t") => TypeKind::Int { signed: false, bits: 8 },
            Some("char16_t") => TypeKind::Int { signed: false, bits: 16 },
            Some("char32_t") => TypeKind::Int { signed: false, bits: 32 },
            Some("__int64") => int(64),
            Some("__int128") => TypeKind::Other("`__int128`".into()),
            _ if self.long > 0 => int(64),
            _ if self.short => int(16),
            _ => int(32),
        }
    }
}

/// The type that the words of a built-in type name.
pub fn of_words<'w>(all: impl IntoIterator<Item = &'w &'w str>) -> TypeKind {
    let mut words = Words::default();
    all.into_iter().for_each(|word| words.add(word));
    words.kind()
}

/// Arithmetic types that headers of the C library declare.
pub fn library_type(name: &str) -> Option<TypeKind> {
    let int = |signed, bits| Some(TypeKind::Int { signed, bits });
    match name {
        "int8_t" => int(true, 8),
        "int16_t" => int(true, 16),
        "int32_t" => int(true, 32),
        "int64_t" | "ptrdiff_t" | "ssize_t" | "intptr_t" | "intmax_t" | "clock_t" => int(true, 64),
        "uint8_t" => int(false, 8),
        "uint16_t" | "ushort" => int(false, 16),
        "uint32_t" | "uint" => int(false, 32),
        "uint64_t" | "size_t" | "uintptr_t" | "uintmax_t" | "ulong" => int(false, 64),
        "half" | "__half" => Some(TypeKind::Float { bits: 16 }),
        _ => None,
    }
}
