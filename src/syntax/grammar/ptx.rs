//! PTX as it is written in an `asm` statement: types, instructions and their operands.

use num_bigint::BigInt;

use crate::syntax::tree::TypeKind;

/// A type of PTX: its name there, the letter of the constraint for its registers, and the vectors of it.
pub struct PtxType {
    pub name: &'static str,
    pub letter: char,
    pub kind: TypeKind,
    pub vector: &'static str,
}

const TYPES: [PtxType; 8] = [
    PtxType { name: "u32", letter: 'r', kind: TypeKind::Int { signed: false, bits: 32 }, vector: "uint" },
    PtxType { name: "b32", letter: 'r', kind: TypeKind::Int { signed: false, bits: 32 }, vector: "uint" },
    PtxType { name: "s32", letter: 'r', kind: TypeKind::Int { signed: true, bits: 32 }, vector: "int" },
    PtxType { name: "u64", letter: 'l', kind: TypeKind::Int { signed: false, bits: 64 }, vector: "ulonglong" },
    PtxType { name: "b64", letter: 'l', kind: TypeKind::Int { signed: false, bits: 64 }, vector: "ulonglong" },
    PtxType { name: "s64", letter: 'l', kind: TypeKind::Int { signed: true, bits: 64 }, vector: "longlong" },
    PtxType { name: "f32", letter: 'f', kind: TypeKind::Float { bits: 32 }, vector: "float" },
    PtxType { name: "f64", letter: 'd', kind: TypeKind::Float { bits: 64 }, vector: "double" },
];

/// The type of what has no other: lanes, masks, numbers of bits.
pub const U32: &PtxType = &TYPES[0];

pub fn ptx_type(name: &str) -> Option<&'static PtxType> {
    TYPES.iter().find(|ty| ty.name == name)
}

impl PtxType {
    pub fn is_float(&self) -> bool {
        matches!(self.kind, TypeKind::Float { .. })
    }

    pub fn is_signed(&self) -> bool {
        matches!(self.kind, TypeKind::Int { signed: true, .. })
    }

    pub fn byte_size(&self) -> i64 {
        match self.kind {
            TypeKind::Int { bits, .. } | TypeKind::Float { bits } => i64::from(bits) / 8,
            _ => 0,
        }
    }
}

/// The type of products of this one's numbers.
pub fn wider(ty: &PtxType) -> Option<&'static PtxType> {
    match ty.name {
        "u32" => ptx_type("u64"),
        "s32" => ptx_type("s64"),
        _ => None,
    }
}

/// An operand as written.
#[derive(Clone, PartialEq)]
pub enum Operand {
    /// `%3`
    Argument(usize),
    /// `%laneid`
    Register(String),
    Number(BigInt),
    /// `[%1 + 4]`
    Address(usize, i64),
    /// `{%0, %1}`
    Vector(Vec<usize>),
}

/// An instruction, its name split at the points.
pub struct Instruction {
    pub words: Vec<String>,
    pub operands: Vec<Operand>,
}

/// The types of the registers that the template declares, and its instructions, in which those registers are arguments
/// from the number `first` on; else that which cannot be read.
pub fn instructions(template: &str, first: usize) -> Result<(Vec<&'static PtxType>, Vec<Instruction>), String> {
    let named = |text: &str| format!("`{}`", text.split_whitespace().next().unwrap_or(text));
    if template.contains("//") || template.contains("/*") {
        return Err("with a comment".to_owned());
    }
    let (mut registers, mut types, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for text in template.split(';') {
        // A block of its own: of each name there is one register, or it is refused.
        let text = text.trim().trim_start_matches(['{', '}']).trim();
        if text.is_empty() {
            continue;
        }
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if name == ".reg" {
            let (ty, names) = declaration(rest).ok_or_else(|| named(text))?;
            if names.iter().any(|name| registers.contains(name)) {
                return Err(named(text));
            }
            types.extend(names.iter().map(|_| ty));
            registers.extend(names);
            continue;
        }
        let read = |text: &str| match registers.iter().position(|name| name == text) {
            Some(at) => Some(Operand::Argument(first + at)),
            None => operand(text),
        };
        let operands = separated(rest).into_iter().map(read).collect::<Option<Vec<Operand>>>();
        let operands = operands.ok_or_else(|| named(text))?;
        all.push(Instruction { words: name.split('.').map(str::to_owned).collect(), operands });
    }
    Ok((types, all))
}

/// `.u32 t, u`
fn declaration(text: &str) -> Option<(&'static PtxType, Vec<String>)> {
    let (ty, names) = text.trim().strip_prefix('.')?.split_once(char::is_whitespace)?;
    let is_name = |name: &&str| {
        name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let names = separated(names);
    (!names.is_empty() && names.iter().all(is_name)).then_some(())?;
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let repeated = names.iter().enumerate().any(|(at, name)| names[..at].contains(name));
    (!repeated).then_some((ptx_type(ty)?, names))
}

/// The operands between the commas that stand in no braces.
fn separated(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// `%3`
fn argument(text: &str) -> Option<usize> {
    text.strip_prefix('%')?.parse().ok()
}

fn operand(text: &str) -> Option<Operand> {
    if let Some(inner) = text.strip_prefix('[') {
        let inner = inner.strip_suffix(']')?;
        let (base, offset) = inner.split_once('+').unwrap_or((inner, "0"));
        if offset.trim().len() > 1 && offset.trim().starts_with('0') {
            return None;
        }
        return Some(Operand::Address(argument(base.trim())?, offset.trim().parse().ok()?));
    }
    if let Some(inner) = text.strip_prefix('{') {
        let parts = separated(inner.strip_suffix('}')?).into_iter().map(argument);
        return parts.collect::<Option<Vec<usize>>>().map(Operand::Vector);
    }
    if let Some(number) = argument(text) {
        return Some(Operand::Argument(number));
    }
    if let Some(name) = text.strip_prefix('%') {
        return Some(Operand::Register(name.trim_start_matches('%').to_owned()));
    }
    // A number that begins with 0 is octal.
    let is_octal = |digits: &str| digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
    if is_octal(text.trim_start_matches('-')) {
        return None;
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => BigInt::parse_bytes(digits.trim_end_matches('U').as_bytes(), 16)?,
        None => BigInt::parse_bytes(digits.trim_end_matches('U').as_bytes(), 10)?,
    };
    Some(Operand::Number(value * sign))
}

/// What does not change what a load or store does to the cells.
fn is_hint(word: &str) -> bool {
    matches!(word, "global" | "nc" | "ca" | "cg" | "cs" | "cv" | "lu" | "wb" | "wt" | "weak" | "volatile")
        || word.starts_with("L1::")
        || matches!(word, "L2::64B" | "L2::128B" | "L2::256B")
}

/// How many elements a load or store moves at once, if everything else about it is a hint.
pub fn width(words: &[&str]) -> Option<usize> {
    let mut number = 1;
    for word in words {
        match *word {
            "v2" => number = 2,
            "v4" => number = 4,
            hint if is_hint(hint) => {}
            _ => return None,
        }
    }
    Some(number)
}
