//! Names that headers of C and CUDA declare without being asked for, modelled here or not: what is not among them, a program has to declare.

/// Functions, without the `f` or `l` at the end that says their type.
const FUNCTIONS: &str = "\
    abort abs acos acosh alloca asin asinh assert atan atan2 atanh atof atoi atol bsearch calloc cbrt ceil clamp clock clock64 \
    copysign cos cosh cospi cyl_bessel_i0 cyl_bessel_i1 div erf erfc erfcinv erfcx erfinv exit exp exp10 exp2 expm1 fabs fdim \
    fdivide finite floor fma fmax fmin fmod fprintf free frexp getenv hypot ilogb j0 j1 jn labs ldexp ldiv lgamma llabs lldiv \
    llmax llmin llrint llround log log10 log1p log2 logb lrint lround malloc max min modf mul24 mul64hi mulhi nan nearbyint \
    nextafter nexttoward norm norm3d norm4d normcdf normcdfinv operator perror pow powi printf putchar puts qsort rand rcbrt \
    realloc remainder remquo rhypot rint rnorm rnorm3d rnorm4d round rsqrt sad saturate scalbln scalbn scanf signbit signgam \
    sin sincos sincospi sinh sinpi snprintf sprintf sqrt srand sscanf swap system tan tanh tgamma time trunc ullmax ullmin umax \
    umin umul24 umul64hi umulhi usad vfprintf vprintf vsnprintf vsprintf y0 y1 yn";

/// Types that do not end with `_t`.
const TYPES: &str =
    "FILE bfloat16 bfloat162 clockid complex fpos half half2 nullptr uchar uint ulong ulonglong ushort va_list";

/// How names of theirs begin.
const BEGINNINGS: &[&str] = &[
    "_", "atomic", "cu", "dim", "double2", "float2", "int2", "is", "ll2", "longlong", "make_", "mem", "nv", "str",
    "surf", "tex", "uint2", "ull2", "va_",
];

/// Whether a header that each program has may declare a name.
pub fn may_declare(name: &str) -> bool {
    let is_among = |names: &str, name: &str| names.split(' ').any(|known| known == name);
    let stem = name.strip_suffix(['f', 'l']).unwrap_or(name);
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || name.ends_with("_t")
        || is_among(TYPES, name)
        || [name, stem].iter().any(|name| is_among(FUNCTIONS, name))
}

#[cfg(test)]
mod tests {
    use super::may_declare;

    #[test]
    fn names_of_the_libraries_are_told_from_others() {
        let (known, unknown) =
            (["normf", "printf", "cosl", "tex3D", "__fns", "int8_t"], ["foo", "length", "step", "Foo"]);
        assert!(known.iter().all(|name| may_declare(name)));
        assert!(!unknown.iter().any(|name| may_declare(name)));
    }
}
