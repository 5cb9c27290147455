//! What stands in `specs/` and is a part of the program, so that it is always there: the standard library of lemmas, and
//! headers that are read in place of ones that are not found.

use crate::base::config::FloatMode;

/// Name (as `use NAME;` says it) and text, in an order in which each file imports only those before it.
pub const LIBRARY: &[(&str, &str)] = &[
    ("folds", include_str!("../../specs/folds.spec")),
    ("arithmetic", include_str!("../../specs/arithmetic.spec")),
    ("operators", include_str!("../../specs/operators.spec")),
    ("nested", include_str!("../../specs/nested.spec")),
];

/// The files whose lemmas say by triggers where they are used. What the others say is built into the simplifier.
pub const ALWAYS_THERE: &[&str] = &["nested"];

/// The text of a library file.
pub fn library(name: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Headers by the names under which programs include them (R157), and whether what they say holds in exact floats, too.
const HEADERS: &[(&[&str], &str, bool)] = &[
    (
        &["cuComplex.h", "cublas.h", "cublas_v2.h", "cufft.h", "cusolverDn.h", "cusparse.h"],
        include_str!("../../specs/headers/cuComplex.h"),
        true,
    ),
    (
        &["cub.cuh", "block_reduce.cuh", "block_scan.cuh"],
        include_str!("../../specs/headers/cub.cuh"),
        // The order in which operands meet is not CUB's (R261).
        false,
    ),
    (
        &["glm.hpp", "vec2.hpp", "vec3.hpp", "vec4.hpp", "mat3x3.hpp", "mat4x4.hpp", "geometric.hpp"],
        include_str!("../../specs/headers/glm.hpp"),
        // The order of operations is ours (R268).
        false,
    ),
    (&["curand_kernel.h"], include_str!("../../specs/headers/curand_kernel.h"), true),
    (
        &["helper_math.h", "cutil_math.h", "cutil_inline_math.h"],
        include_str!("../../specs/headers/helper_math.h"),
        true,
    ),
];

/// The text to read where a header of this name is not found.
pub fn header(name: &str, float: FloatMode) -> Option<&'static str> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let found = HEADERS.iter().find(|(names, ..)| names.contains(&file));
    found.filter(|(.., exact)| *exact || float != FloatMode::Exact).map(|(_, text, _)| *text)
}
