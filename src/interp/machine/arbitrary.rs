//! Values that nobody gave: small ones, made from the seed (MACHINE-1, MACHINE-2).

use crate::interp::setup::{Floats, Ints};
use crate::interp::value::Value;
use crate::kernel::ir::Type;

use super::Machine;

impl Machine<'_> {
    pub fn next_arbitrary(&mut self, ty: Type) -> Value {
        self.memory.arbitrary += 1;
        self.made(ty, self.memory.arbitrary.wrapping_mul(0xa076_1d64_78bd_642f))
    }

    /// A small value of the type, made from the seed.
    pub fn made(&self, ty: Type, salt: u64) -> Value {
        let mut mixed = self.memory.seed.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ salt;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let below = |count: u64| (mixed % count) as i64;
        // Every fourth seed goes to the limits of the type, where exact numbers do not make that pointless.
        let wide = self.memory.seed % 4 == 3;
        match (ty, self.options.floats) {
            (Type::Int { signed, bits: bits @ (8 | 16) }, _) if wide => {
                let half = if signed { 1 << (bits - 1) } else { 0 };
                Value::Int(below(1 << bits) - half)
            }
            (Type::Int { signed, bits: 32 }, _) if wide && self.options.ints != Ints::Math => {
                let half = if signed { 1 << 31 } else { 0 };
                Value::Int(below(1 << 32) - half)
            }
            (Type::Bool, _) => Value::Bool(mixed & 1 == 1),
            (Type::Int { signed: false, .. }, _) => Value::Int(below(16)),
            (Type::Int { .. } | Type::Integer | Type::Thread | Type::Block, _) => Value::Int(below(19) - 9),
            (Type::Float { .. } | Type::Real, Floats::Ieee) => Value::Float((below(33) - 16) as f64 / 2.0),
            (Type::Float { .. } | Type::Real, Floats::Real) => match below(33) - 16 {
                even if even % 2 == 0 => Value::Ratio { num: even / 2, den: 1 },
                odd => Value::Ratio { num: odd, den: 2 },
            },
        }
    }
}
