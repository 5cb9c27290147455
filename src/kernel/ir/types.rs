//! Types of values, and the variables that are bound in specifications.

use num_bigint::BigInt;

/// A scalar type. The first three are the program's, the rest exist in specifications only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    Bool,
    Int {
        signed: bool,
        bits: u8,
    },
    /// 16, 32 or 64 bits.
    Float {
        bits: u8,
    },
    /// A mathematical integer.
    Integer,
    /// A real number (or, under `--float exact`, a float of the widest kind involved).
    Real,
    Thread,
    Block,
}

impl Type {
    pub const INT: Type = Type::Int { signed: true, bits: 32 };
    pub const UINT: Type = Type::Int { signed: false, bits: 32 };

    pub fn is_integral(self) -> bool {
        matches!(self, Type::Int { .. } | Type::Integer)
    }

    pub fn is_fractional(self) -> bool {
        matches!(self, Type::Float { .. } | Type::Real)
    }

    /// Smallest and largest value of a machine integer or `bool`.
    pub fn range(self) -> Option<(BigInt, BigInt)> {
        match self {
            Type::Bool => Some((BigInt::from(0), BigInt::from(1))),
            Type::Int { signed: true, bits } => {
                let half = BigInt::from(1) << (bits - 1);
                Some((-&half, half - 1))
            }
            Type::Int { signed: false, bits } => Some((BigInt::from(0), (BigInt::from(1) << bits) - 1)),
            Type::Float { .. } | Type::Integer | Type::Real | Type::Thread | Type::Block => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Bound {
    pub name: String,
    pub ty: Type,
}
