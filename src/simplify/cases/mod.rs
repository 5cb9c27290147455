//! What takes equations apart, or a part into cases: divisibility, mixed radix, values.

pub mod multiples;
pub mod named;
pub mod radix;
pub mod values;
pub mod writers;
