//! The signatures of CUDA's functions and of the C++ library's that kernels call (LOOKUP-17), by which they are candidates beside the
//! file's functions. What each does is said elsewhere, by name (`cuda/mod.rs`).

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;

use crate::base::{Config, Files};
use crate::syntax::{
    parse_text,
    tree::{Function, Item},
};

use super::{math, rounding};

/// Where functions are declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Global,
    /// In `std` and `cuda::std`.
    Std,
    Both,
}

/// Functions that are declared alike: `$` stands for the name.
struct Row {
    names: &'static [&'static str],
    place: Where,
    text: &'static str,
}

const ONE: &str = "float $(float); double $(double);";

const ONE_OR_INTEGER: &str = "float $(float); double $(double);
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> auto $(T);";

const NEAREST: &str = "long $(float); long $(double);
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> long $(T);";

const LONG_NEAREST: &str = "long long $(float); long long $(double);
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> long long $(T);";

const SCALED: &str = "float $(float, @); double $(double, @);
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> double $(T, @);";

const HALVES: &str = "__half $(__half); __nv_bfloat16 $(__nv_bfloat16);";

const TWO_HALVES: &str = "__half $(__half, __half); __nv_bfloat16 $(__nv_bfloat16, __nv_bfloat16);";

const HALVES_COMPARED: &str = "bool $(__half, __half); bool $(__nv_bfloat16, __nv_bfloat16);";

const TWO: &str = "float $(float, float); double $(double, double);";

const TWO_OR_ANY: &str = "float $(float, float); double $(double, double);
    template <typename T, typename U, typename = std::enable_if_t<std::is_arithmetic<T>::value>,
              typename = std::enable_if_t<std::is_arithmetic<U>::value>> auto $(T, U);";

const THREE_OR_ANY: &str = "float $(float, float, float); double $(double, double, double);
    template <typename T, typename U, typename V, typename = std::enable_if_t<std::is_arithmetic<T>::value>,
              typename = std::enable_if_t<std::is_arithmetic<U>::value>,
              typename = std::enable_if_t<std::is_arithmetic<V>::value>> auto $(T, U, V);";

const KIND: &str = "bool $(float); bool $(double);
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> bool $(T);";

const EXTREME: &str =
    "int $(int, int); unsigned $(unsigned, unsigned); unsigned $(int, unsigned); unsigned $(unsigned, int);
    long $(long, long); unsigned long $(unsigned long, unsigned long); unsigned long $(long, unsigned long);
    unsigned long $(unsigned long, long); long long $(long long, long long);
    unsigned long long $(unsigned long long, unsigned long long); unsigned long long $(long long, unsigned long long);
    unsigned long long $(unsigned long long, long long);
    float $(float, float); double $(double, double); double $(float, double); double $(double, float);";

const SHUFFLED: &str = "int $(unsigned, int, @, int = 32); unsigned $(unsigned, unsigned, @, int = 32);
    long $(unsigned, long, @, int = 32); unsigned long $(unsigned, unsigned long, @, int = 32);
    long long $(unsigned, long long, @, int = 32); unsigned long long $(unsigned, unsigned long long, @, int = 32);
    float $(unsigned, float, @, int = 32); double $(unsigned, double, @, int = 32);";

const OF_INTEGERS: &str = "int $(int *, int); unsigned $(unsigned *, unsigned);
    unsigned long long $(unsigned long long *, unsigned long long);";

const ROWS: &[Row] = &[
    Row {
        names: &[
            "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logb", "sin", "cos", "tan",
            "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "tgamma",
            "lgamma", "trunc", "round", "rint", "nearbyint", "floor", "ceil", "fabs",
        ],
        place: Where::Both,
        text: ONE_OR_INTEGER,
    },
    Row {
        names: &["rsqrt", "rcbrt", "exp10", "sinpi", "cospi", "erfinv", "erfcinv", "erfcx", "normcdf", "normcdfinv"],
        place: Where::Global,
        text: ONE,
    },
    Row {
        names: &["j0", "j1", "y0", "y1", "cyl_bessel_i0", "cyl_bessel_i1"],
        place: Where::Global,
        text: "double $(double);",
    },
    Row {
        names: &[
            "sqrtf", "cbrtf", "expf", "exp2f", "expm1f", "logf", "log2f", "log10f", "log1pf", "logbf", "sinf", "cosf",
            "tanf", "asinf", "acosf", "atanf", "sinhf", "coshf", "tanhf", "asinhf", "acoshf", "atanhf", "erff",
            "erfcf", "tgammaf", "lgammaf", "truncf", "roundf", "rintf", "nearbyintf", "floorf", "ceilf", "fabsf",
        ],
        place: Where::Both,
        text: "float $(float);",
    },
    Row {
        names: &[
            "rsqrtf", "rcbrtf", "exp10f", "sinpif", "cospif", "erfinvf", "erfcinvf", "erfcxf", "normcdff",
            "normcdfinvf", "j0f", "j1f", "y0f", "y1f", "cyl_bessel_i0f", "cyl_bessel_i1f", "__fsqrt_rn", "__frsqrt_rn",
            "__sinf", "__cosf", "__tanf", "__tanhf", "__expf", "__exp10f", "__logf", "__log2f", "__log10f",
            "__frcp_rn", "__saturatef",
        ],
        place: Where::Global,
        text: "float $(float);",
    },
    Row {
        names: &["fmin", "fmax", "pow", "atan2", "hypot", "fmod", "remainder", "fdim", "copysign", "nextafter"],
        place: Where::Both,
        text: TWO_OR_ANY,
    },
    Row {
        names: &[
            "fminf", "fmaxf", "powf", "atan2f", "hypotf", "fmodf", "remainderf", "fdimf", "copysignf", "nextafterf",
        ],
        place: Where::Both,
        text: "float $(float, float);",
    },
    Row { names: &["rhypot"], place: Where::Global, text: TWO },
    Row {
        names: &["rhypotf", "fdividef", "__fdividef", "__powf", "__fadd_rn", "__fsub_rn", "__fmul_rn", "__fdiv_rn"],
        place: Where::Global,
        text: "float $(float, float);",
    },
    Row {
        names: &["__dadd_rn", "__dsub_rn", "__dmul_rn", "__ddiv_rn"],
        place: Where::Global,
        text: "double $(double, double);",
    },
    Row { names: &["__dsqrt_rn", "__drcp_rn"], place: Where::Global, text: "double $(double);" },
    Row { names: &["norm3d", "rnorm3d"], place: Where::Global, text: "double $(double, double, double);" },
    Row { names: &["norm3df", "rnorm3df"], place: Where::Global, text: "float $(float, float, float);" },
    Row { names: &["norm4d", "rnorm4d"], place: Where::Global, text: "double $(double, double, double, double);" },
    Row { names: &["norm4df", "rnorm4df"], place: Where::Global, text: "float $(float, float, float, float);" },
    Row { names: &["fma"], place: Where::Both, text: THREE_OR_ANY },
    Row { names: &["fmaf", "__fmaf_rn"], place: Where::Both, text: "float $(float, float, float);" },
    Row { names: &["__fma_rn"], place: Where::Global, text: "double $(double, double, double);" },
    Row { names: &["isnan", "isinf", "isfinite", "isnormal", "signbit"], place: Where::Both, text: KIND },
    Row {
        names: &["abs"],
        place: Where::Both,
        text: "int $(int); long $(long); long long $(long long); float $(float); double $(double);",
    },
    Row { names: &["labs"], place: Where::Both, text: "long $(long);" },
    Row { names: &["llabs"], place: Where::Both, text: "long long $(long long);" },
    Row { names: &["min", "max"], place: Where::Global, text: EXTREME },
    Row { names: &["min", "max"], place: Where::Std, text: "template <typename T> T $(const T &, const T &);" },
    Row { names: &["umin", "umax"], place: Where::Global, text: "unsigned $(unsigned, unsigned);" },
    Row { names: &["llmin", "llmax"], place: Where::Global, text: "long long $(long long, long long);" },
    Row {
        names: &["ullmin", "ullmax"],
        place: Where::Global,
        text: "unsigned long long $(unsigned long long, unsigned long long);",
    },
    Row { names: &["atomicAdd", "atomicAdd_block", "atomicAdd_system"], place: Where::Global, text: OF_INTEGERS },
    Row {
        names: &["atomicAdd", "atomicAdd_block", "atomicAdd_system"],
        place: Where::Global,
        text: "float $(float *, float); double $(double *, double); __half $(__half *, __half);",
    },
    Row {
        names: &["atomicSub", "atomicSub_block", "atomicSub_system"],
        place: Where::Global,
        text: "int $(int *, int); unsigned $(unsigned *, unsigned);",
    },
    Row {
        names: &["atomicExch", "atomicExch_block", "atomicExch_system"],
        place: Where::Global,
        text: "int $(int *, int); unsigned $(unsigned *, unsigned); float $(float *, float);
            unsigned long long $(unsigned long long *, unsigned long long);",
    },
    Row {
        names: &[
            "atomicMin", "atomicMin_block", "atomicMin_system", "atomicMax", "atomicMax_block", "atomicMax_system",
            "atomicAnd", "atomicAnd_block", "atomicAnd_system", "atomicOr", "atomicOr_block", "atomicOr_system",
            "atomicXor", "atomicXor_block", "atomicXor_system",
        ],
        place: Where::Global,
        text: "int $(int *, int); unsigned $(unsigned *, unsigned); long long $(long long *, long long);
            unsigned long long $(unsigned long long *, unsigned long long);",
    },
    Row {
        names: &[
            "atomicInc", "atomicInc_block", "atomicInc_system", "atomicDec", "atomicDec_block", "atomicDec_system",
        ],
        place: Where::Global,
        text: "unsigned $(unsigned *, unsigned);",
    },
    Row {
        names: &["atomicCAS", "atomicCAS_block", "atomicCAS_system"],
        place: Where::Global,
        text: "int $(int *, int, int); unsigned $(unsigned *, unsigned, unsigned);
            unsigned long long $(unsigned long long *, unsigned long long, unsigned long long);
            unsigned short $(unsigned short *, unsigned short, unsigned short);",
    },
    Row { names: &["__shfl_sync", "__shfl_xor_sync"], place: Where::Global, text: SHUFFLED },
    Row { names: &["__shfl_up_sync", "__shfl_down_sync"], place: Where::Global, text: SHUFFLED },
    Row { names: &["__ballot_sync"], place: Where::Global, text: "unsigned $(unsigned, int);" },
    Row { names: &["__any_sync", "__all_sync"], place: Where::Global, text: "int $(unsigned, int);" },
    Row { names: &["__popc"], place: Where::Global, text: "int $(unsigned);" },
    Row { names: &["__popcll"], place: Where::Global, text: "int $(unsigned long long);" },
    Row { names: &["__clz", "__ffs"], place: Where::Global, text: "int $(int);" },
    Row { names: &["__clzll", "__ffsll"], place: Where::Global, text: "int $(long long);" },
    Row { names: &["__brev"], place: Where::Global, text: "unsigned $(unsigned);" },
    Row { names: &["__brevll"], place: Where::Global, text: "unsigned long long $(unsigned long long);" },
    Row { names: &["__mul24", "__mulhi"], place: Where::Global, text: "int $(int, int);" },
    Row { names: &["__umul24", "__umulhi"], place: Where::Global, text: "unsigned $(unsigned, unsigned);" },
    Row { names: &["lround", "lrint"], place: Where::Both, text: NEAREST },
    Row { names: &["llround", "llrint"], place: Where::Both, text: LONG_NEAREST },
    Row { names: &["lroundf", "lrintf"], place: Where::Both, text: "long $(float);" },
    Row { names: &["llroundf", "llrintf"], place: Where::Both, text: "long long $(float);" },
    Row {
        names: &["ilogb"],
        place: Where::Both,
        text: "int $(float); int $(double);
            template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> int $(T);",
    },
    Row { names: &["ilogbf"], place: Where::Both, text: "int $(float);" },
    Row { names: &["jn", "yn"], place: Where::Global, text: "double $(int, double);" },
    Row { names: &["jnf", "ynf"], place: Where::Global, text: "float $(int, float);" },
    Row { names: &["scalbn", "ldexp"], place: Where::Both, text: SCALED },
    Row { names: &["scalbln"], place: Where::Both, text: SCALED },
    Row { names: &["scalbnf", "ldexpf"], place: Where::Both, text: "float $(float, int);" },
    Row { names: &["scalblnf"], place: Where::Both, text: "float $(float, long);" },
    Row {
        names: &["frexp"],
        place: Where::Both,
        text: "float $(float, int *); double $(double, int *);
            template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> double $(T, int *);",
    },
    Row { names: &["frexpf"], place: Where::Both, text: "float $(float, int *);" },
    Row { names: &["modf"], place: Where::Both, text: "float $(float, float *); double $(double, double *);" },
    Row { names: &["modff"], place: Where::Both, text: "float $(float, float *);" },
    Row {
        names: &["sincos", "sincospi"],
        place: Where::Global,
        text: "void $(float, float *, float *); void $(double, double *, double *);",
    },
    Row {
        names: &["sincosf", "sincospif", "__sincosf"],
        place: Where::Global,
        text: "void $(float, float *, float *);",
    },
    // Known, not modelled.
    Row { names: &["nexttoward"], place: Where::Both, text: TWO },
    Row { names: &["nexttowardf"], place: Where::Both, text: "float $(float, double);" },
    Row {
        names: &["remquo"],
        place: Where::Both,
        text: "float $(float, float, int *); double $(double, double, int *);",
    },
    Row { names: &["remquof"], place: Where::Both, text: "float $(float, float, int *);" },
    Row { names: &["norm", "rnorm"], place: Where::Global, text: "double $(int, const double *);" },
    Row { names: &["normf", "rnormf"], place: Where::Global, text: "float $(int, const float *);" },
    Row {
        names: &["isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"],
        place: Where::Both,
        text: "bool $(float, float); bool $(double, double);",
    },
    Row { names: &["nan"], place: Where::Both, text: "double $(const char *);" },
    Row { names: &["nanf"], place: Where::Both, text: "float $(const char *);" },
    Row {
        names: &["__isnanf", "__isinff", "__finitef", "__signbitf", "isnanf", "isinff"],
        place: Where::Global,
        text: "int $(float);",
    },
    Row {
        names: &["__isnan", "__isinf", "__finite", "__signbit", "finite"],
        place: Where::Global,
        text: "int $(double);",
    },
    Row { names: &["__hisnan", "__hisinf"], place: Where::Global, text: "bool $(__half); bool $(__nv_bfloat16);" },
    Row {
        names: &[
            "hfloor", "hceil", "htrunc", "hrint", "hsin", "hcos", "htanh", "hexp2", "hexp10", "hlog2", "hlog10",
            "hrcp", "hsqrt", "hrsqrt", "hexp", "hlog", "__habs", "__hneg",
        ],
        place: Where::Global,
        text: HALVES,
    },
    Row {
        names: &[
            "__hadd_rn", "__hsub_rn", "__hmul_rn", "__hsub", "__hmul", "__hdiv", "__hmax", "__hmin", "__hadd_sat",
            "__hsub_sat", "__hmul_sat",
        ],
        place: Where::Global,
        text: TWO_HALVES,
    },
    Row { names: &["__heq", "__hne", "__hlt", "__hle", "__hgt", "__hge"], place: Where::Global, text: HALVES_COMPARED },
    Row {
        names: &["__hfma"],
        place: Where::Global,
        text: "__half $(__half, __half, __half); __nv_bfloat16 $(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16);",
    },
    Row {
        names: &["__hadd"],
        place: Where::Global,
        text: "int $(int, int); __half $(__half, __half); __nv_bfloat16 $(__nv_bfloat16, __nv_bfloat16);",
    },
    Row { names: &["__rhadd"], place: Where::Global, text: "int $(int, int);" },
    Row { names: &["__uhadd", "__urhadd"], place: Where::Global, text: "unsigned $(unsigned, unsigned);" },
    Row { names: &["__mul64hi"], place: Where::Global, text: "long long $(long long, long long);" },
    Row {
        names: &["__umul64hi"],
        place: Where::Global,
        text: "unsigned long long $(unsigned long long, unsigned long long);",
    },
    Row {
        names: &["__funnelshift_l", "__funnelshift_lc", "__funnelshift_r", "__funnelshift_rc", "__byte_perm"],
        place: Where::Global,
        text: "unsigned $(unsigned, unsigned, unsigned);",
    },
    Row { names: &["__sad"], place: Where::Global, text: "unsigned $(int, int, unsigned);" },
    Row { names: &["__usad"], place: Where::Global, text: "unsigned $(unsigned, unsigned, unsigned);" },
    Row {
        names: &[
            "__viaddmax_s32", "__viaddmin_s32", "__vimax3_s32", "__vimin3_s32", "__viaddmax_s32_relu",
            "__viaddmin_s32_relu", "__vimax3_s32_relu", "__vimin3_s32_relu",
        ],
        place: Where::Global,
        text: "int $(int, int, int);",
    },
    Row {
        names: &["__viaddmax_u32", "__viaddmin_u32", "__vimax3_u32", "__vimin3_u32"],
        place: Where::Global,
        text: "unsigned $(unsigned, unsigned, unsigned);",
    },
    Row { names: &["__vimax_s32_relu", "__vimin_s32_relu"], place: Where::Global, text: "int $(int, int);" },
    Row {
        names: &["__dp4a"],
        place: Where::Global,
        text: "int $(int, int, int); unsigned $(unsigned, unsigned, unsigned);",
    },
    Row { names: &["__double_as_longlong"], place: Where::Global, text: "long long $(double);" },
    Row { names: &["__longlong_as_double"], place: Where::Global, text: "double $(long long);" },
    Row { names: &["__double2hiint", "__double2loint"], place: Where::Global, text: "int $(double);" },
    Row { names: &["__hiloint2double"], place: Where::Global, text: "double $(int, int);" },
    Row { names: &["__float_as_int"], place: Where::Global, text: "int $(float);" },
    Row { names: &["__float_as_uint"], place: Where::Global, text: "unsigned $(float);" },
    Row { names: &["__int_as_float"], place: Where::Global, text: "float $(int);" },
    Row { names: &["__uint_as_float"], place: Where::Global, text: "float $(unsigned);" },
];

/// Namespaces in which functions are declared here.
pub const NAMESPACES: &[&[&str]] = &[&["std"], &["cuda"], &["cuda", "std"]];

/// Whether templates are among the functions of a name, whose types say more than those of their arguments.
pub fn is_of_templates(name: &str) -> bool {
    matches!(name, "min" | "max")
}

/// Whether a function works in other types than its arguments', so that its signature counts even where it is the only
/// one of its name.
pub fn converts(name: &str) -> bool {
    matches!(name, "umin" | "umax" | "llmin" | "llmax" | "ullmin" | "ullmax" | "labs" | "llabs")
}

/// The functions of a name, declared before everything in the file.
pub fn named(name: &str) -> &'static [Function] {
    // Each name is read once, and stays.
    static READ: Mutex<BTreeMap<String, &'static [Function]>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = read.get(name) {
        return known;
    }
    let functions: &'static [Function] = Box::leak(declared(name).into_boxed_slice());
    read.insert(name.to_owned(), functions);
    functions
}

/// The signature of a function whose name says what its types are.
fn regular(name: &str) -> Option<String> {
    if let Some([from, to]) = rounding::types(name) {
        return Some(format!("{to} $({from});"));
    }
    let (arguments, bits) = math::directed_shape(name)?;
    let ty = if bits == 32 { "float" } else { "double" };
    Some(format!("{ty} $({});", vec![ty; arguments].join(", ")))
}

fn declared(name: &str) -> Vec<Function> {
    let mut text = String::new();
    for row in ROWS.iter().filter(|row| row.names.contains(&name)) {
        let by = match name {
            "scalbln" => "long",
            _ if name.contains("up") || name.contains("down") => "unsigned",
            _ => "int",
        };
        // Only functions of the device are kept.
        let own = row.text.replace('$', &format!("__device__ {name}")).replace('@', by);
        if row.place != Where::Std {
            text.push_str(&own);
        }
        if row.place != Where::Global {
            text.push_str(&format!("namespace std {{ {own} }} namespace cuda {{ namespace std {{ {own} }} }}"));
        }
    }
    if text.is_empty() {
        match regular(name) {
            Some(own) => text = own.replace('$', &format!("__device__ {name}")),
            None => return Vec::new(),
        }
    }
    let file = parse_text(&mut Files::new(), "signatures.h", &text, &Config::default());
    let functions = file.items.into_iter().filter_map(|item| match item {
        Item::Function(function) => Some(Function { order: 0, ..function }),
        _ => None,
    });
    functions.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_on_numbers_has_a_signature() {
        for name in math::names().into_iter().filter(|name| !name.contains('.')) {
            assert!(!named(&name).is_empty(), "{name}");
        }
        for name in ["__float2int_rn", "__half2float", "__uint2double_rn", "__fadd_ru", "__dsqrt_rz", "__fma_rd"] {
            assert_eq!(named(name).len(), 1, "{name}");
        }
    }

    #[test]
    fn every_signature_is_read() {
        for row in ROWS {
            for name in row.names {
                let declared = ROWS.iter().filter(|row| row.names.contains(name)).map(|row| {
                    row.text.matches('$').count()
                        * if row.place == Where::Global {
                            1
                        } else if row.place == Where::Std {
                            2
                        } else {
                            3
                        }
                });
                let (read, declared) = (named(name), declared.sum::<usize>());
                assert_eq!(read.len(), declared, "{name}");
                assert!(read.iter().all(|function| function.unsupported.is_empty()), "{name}");
            }
        }
    }
}
