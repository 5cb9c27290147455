//! CUDA's functions: a row each, with what it takes and what it makes of the values of its arguments. They know memory and values, and
//! nothing of syntax.

pub mod atomics;
pub mod barriers;
pub mod bits;
pub mod collectives;
pub mod copies;
pub mod functions;
pub mod groups;
pub mod halves;
pub mod hints;
pub mod laws;
pub mod limits;
pub mod math;
pub mod outputs;
pub mod packed;
pub mod read_only;
pub mod rounding;
pub mod signatures;
pub mod surfaces;
pub mod textures;
pub mod warps;
pub mod words;
