//! Functions of C, C++ and CUDA that host code calls: what they do to what is followed.

/// Functions that do not come back.
pub fn ends(name: &str) -> bool {
    matches!(
        name,
        "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "terminate" | "__assert_fail" | "__builtin_trap"
    )
}

/// Functions that come back several times.
pub fn returns_twice(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__builtin_setjmp")
}

/// Functions that read a number that somebody gives to the program.
pub fn reads_number(name: &str) -> bool {
    matches!(
        name,
        "atoi" | "atol" | "atoll" | "stoi" | "stol" | "stoul" | "strtol" | "strtoul" | "strtoll" | "strtoull"
    )
}

/// Functions that allocate what their first argument then points to, and the position of the size in bytes.
pub fn allocates(name: &str) -> Option<usize> {
    match name {
        "cudaMalloc" | "cudaMallocManaged" | "cudaMallocHost" | "cudaHostAlloc" | "cudaMallocAsync" | "hipMalloc"
        | "hipMallocManaged" | "hipHostMalloc" => Some(1),
        _ => None,
    }
}

/// Functions that allocate rows: after the pointer come that to the distance of rows and the width of one, both in bytes.
pub fn allocates_rows(name: &str) -> bool {
    matches!(name, "cudaMallocPitch" | "hipMallocPitch")
}

/// Functions that give memory by a pointer.
pub fn gives_memory(name: &str) -> bool {
    matches!(name, "malloc" | "calloc" | "realloc" | "aligned_alloc" | "memalign" | "valloc" | "alloca")
}

/// Prefixes of the names of functions that take values, and write no variables but those whose addresses they are given. A capital
/// letter follows.
const PREFIXES: &[&str] = &["cublas", "cufft", "curand", "cusparse", "cusolver", "cudnn", "nccl", "nvtx"];

/// What follows `cuda` and `hip` in the names of the runtime's functions.
const OF_RUNTIME: &[&str] = &[
    "Malloc", "Memcpy", "Memset", "MemGet", "MemPrefetch", "MemAdvise", "Free", "Get", "Set", "Device", "Event",
    "Stream", "Func", "Occupancy", "HostAlloc", "HostGet", "BindTexture", "UnbindTexture", "Create", "Destroy",
    "PeekAtLastError", "Thread", "Choose", "Pointer", "DriverGetVersion", "RuntimeGetVersion", "Profiler", "Bind",
];

/// Others of them.
const NAMES: &[&str] = &[
    "printf", "fprintf", "sprintf", "snprintf", "puts", "putchar", "fputs", "fflush", "perror", "strerror", "fopen",
    "fclose", "fread", "fwrite", "fgets", "fgetc", "getc", "fseek", "ftell", "rewind", "feof", "memset", "memcpy",
    "memmove", "memcmp", "free", "strcmp", "strncmp", "strlen", "strcpy", "strncpy", "strcat", "strstr", "strchr",
    "strrchr", "strdup", "toupper", "tolower", "isdigit", "rand", "srand", "random", "srandom", "drand48", "srand48",
    "time", "clock", "gettimeofday", "clock_gettime", "usleep", "sleep", "getenv", "system", "abs", "labs", "fabs",
    "fabsf", "sqrt", "sqrtf", "pow", "powf", "exp", "expf", "log", "logf", "log2", "log2f", "log10", "sin", "cos",
    "tan", "sinf", "cosf", "tanf", "ceil", "ceilf", "floor", "floorf", "round", "roundf", "fmax", "fmin", "fmaxf",
    "fminf", "fmod", "isnan", "assert", "atof", "strtod", "strtof", "stof", "stod", "qsort", "static_assert", "getpid",
    "to_string", "isatty", "fputc", "vprintf", "access", "exit", "feclearexcept",
];

/// Whether a function of a library takes its arguments by value.
pub fn takes_values(name: &str) -> bool {
    let follows = |prefix: &&str| name.strip_prefix(*prefix).is_some_and(|rest| rest.starts_with(char::is_uppercase));
    let rest = name.strip_prefix("cuda").or_else(|| name.strip_prefix("hip")).unwrap_or("");
    NAMES.contains(&name) || PREFIXES.iter().any(follows) || OF_RUNTIME.iter().any(|word| rest.starts_with(word))
}
