//! What names and types mean, and the constants in them.

pub mod decisions;
pub mod decltype;
pub mod enums;
pub mod globals;
pub mod lookup;
pub mod record;
pub mod resolve;
pub mod same_function;
pub mod sizes;
pub mod specialisation;
pub mod substitution;
pub mod traits;
pub mod undeclared;
