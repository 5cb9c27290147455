//! Text to trees: the preprocessor, the CUDA grammar (`cuda.pest`), the annotation grammar (`spec.pest`).

pub mod expanded;
pub mod files;
pub mod spec;
pub mod tree;
