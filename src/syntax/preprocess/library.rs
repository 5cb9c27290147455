//! What stands in `specs/` and is a part of the program, so that it is always there: the standard library of lemmas, and
//! headers that are read in place of ones that are not found.

use crate::base::config::FloatMode;

/// Name (as `use NAME;` says it) and text, in an order in which each file imports only those before it.
pub const LIBRARY: &[(&str, &str)] = &[
    ("folds", include_str!("../../../specs/folds.spec")),
    ("arithmetic", include_str!("../../../specs/arithmetic.spec")),
    ("operators", include_str!("../../../specs/operators.spec")),
    ("nested", include_str!("../../../specs/nested.spec")),
    ("reals", include_str!("../../../specs/reals.spec")),
];

/// The files whose lemmas say by triggers where they are used. What the others say is built into the simplifier.
pub const ALWAYS_THERE: &[&str] = &["nested", "reals"];

/// The text of a library file.
pub fn library(name: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Under which name places in a library file are shown.
pub fn shown(name: &str) -> String {
    format!("specs/{name}.spec")
}

/// Whether that is the name of a library file's text.
pub fn is_of_library(name: &str) -> bool {
    LIBRARY.iter().any(|(known, _)| shown(known) == name)
}

/// A header that is read in place of one that is not found (PP-16).
struct Header {
    /// How programs include it: a name with a dot stands for files in any folder, `torch/*` for all of a folder.
    names: &'static [&'static str],
    text: &'static str,
    /// What it says holds in exact floats, too.
    is_exact: bool,
    /// The header declares much else: that it was not found is said, too.
    is_part: bool,
}

const fn whole(names: &'static [&'static str], text: &'static str) -> Header {
    Header { names, text, is_exact: true, is_part: false }
}

/// The order of operations, or how they are rounded, is ours.
const fn in_reals(names: &'static [&'static str], text: &'static str) -> Header {
    Header { is_exact: false, ..whole(names, text) }
}

const HEADERS: &[Header] = &[
    in_reals(
        &["cuComplex.h", "cublas.h", "cublas_v2.h", "cufft.h", "cusolverDn.h", "cusparse.h"],
        include_str!("../../../specs/headers/cuComplex.h"),
    ),
    in_reals(
        &["cub.cuh", "block_reduce.cuh", "block_scan.cuh", "warp_reduce.cuh", "warp_scan.cuh"],
        include_str!("../../../specs/headers/cub.cuh"),
    ),
    in_reals(
        &["glm.hpp", "vec2.hpp", "vec3.hpp", "vec4.hpp", "mat3x3.hpp", "mat4x4.hpp", "geometric.hpp"],
        include_str!("../../../specs/headers/glm.hpp"),
    ),
    whole(&["curand_kernel.h"], include_str!("../../../specs/headers/curand_kernel.h")),
    whole(&["helper_math.h"], include_str!("../../../specs/headers/helper_math.h")),
    in_reals(&["cutil_math.h", "cutil_inline_math.h"], include_str!("../../../specs/headers/helper_math.h")),
    Header { is_part: true, ..whole(&["torch/*", "ATen/*"], include_str!("../../../specs/headers/torch.h")) },
    whole(&["array"], include_str!("../../../specs/headers/array.h")),
    whole(&["utility", "tuple", "map", "unordered_map", "algorithm"], include_str!("../../../specs/headers/utility.h")),
    in_reals(&["complex"], include_str!("../../../specs/headers/complex.h")),
    whole(&["span"], include_str!("../../../specs/headers/span.h")),
    whole(&["cstddef"], include_str!("../../../specs/headers/cstddef.h")),
    whole(&["cuda/atomic", "cuda/std/atomic"], include_str!("../../../specs/headers/atomic.h")),
    whole(
        &["cuda/std/array", "cuda/std/complex", "cuda/std/cstddef", "cuda/std/span", "cuda/std/utility"],
        include_str!("../../../specs/headers/cuda_std.h"),
    ),
    whole(&["thrust/complex.h", "thrust/pair.h"], include_str!("../../../specs/headers/thrust.h")),
];

/// The text to read where a header of this name is not found, and whether the header declares much else.
pub fn header(name: &str, float: FloatMode) -> Option<(&'static str, bool)> {
    let found = HEADERS.iter().find(|header| header.names.iter().any(|known| is_meant(known, name)));
    found.filter(|header| header.is_exact || float != FloatMode::Exact).map(|header| (header.text, header.is_part))
}

fn is_meant(known: &str, name: &str) -> bool {
    match known.strip_suffix('*') {
        Some(folder) => name.starts_with(folder),
        None if known.contains('/') || !known.contains('.') => name == known,
        None => name.rsplit('/').next() == Some(known),
    }
}
