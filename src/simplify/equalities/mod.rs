//! What terms equal under what is known, as plain functions over terms: index equations solved, digits, bits, comparisons, sums.

pub mod adjacent;
pub mod adjoining;
pub mod cancel;
pub mod digits;
pub mod division;
pub mod extrema;
pub mod guarded;
pub mod parted;
pub mod powers;
pub mod residues;
pub mod solve;
pub mod strides;
pub mod sums;
