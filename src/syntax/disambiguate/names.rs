//! What is known of names while a file is parsed: which are types, which are templates.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::syntax::tokens::lexer::is_listed;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    Type,
    TypeTemplate,
    FunctionTemplate,
    /// A variable, function, enumerator or constant.
    Value,
}

/// Scopes of names, innermost last; below them what CUDA itself declares.
#[derive(Clone, Debug)]
pub struct Names<'e> {
    scopes: Vec<HashMap<&'e str, NameKind>>,
    /// Names for namespaces of the file, with what they stand for; nothing where that is several.
    aliases: HashMap<&'e str, Option<Vec<&'e str>>>,
    /// Namespaces that are `inline` wherever they are opened: what stands in them is of the namespace around.
    inline: HashSet<&'e str>,
}

impl Default for Names<'_> {
    fn default() -> Self {
        Names { scopes: vec![HashMap::new()], aliases: HashMap::new(), inline: HashSet::new() }
    }
}

impl<'e> Names<'e> {
    pub fn enter(&mut self) {
        self.scopes.push(HashMap::new());
    }

    /// Leaves the innermost scope; the outermost stays.
    pub fn leave(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    pub fn declare(&mut self, name: &'e str, kind: NameKind) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, kind);
        }
    }

    pub fn lookup(&self, name: &str) -> Option<NameKind> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied()).or_else(|| built_in(name))
    }

    /// `namespace alias = target;`, wherever it stands. Nobody knows which of several targets is meant where.
    pub fn add_alias(&mut self, alias: &'e str, target: Vec<&'e str>) {
        let known = self.aliases.entry(alias).or_insert_with(|| Some(target.clone()));
        if known.as_ref().is_some_and(|known| *known != target) {
            *known = None;
        }
    }

    /// The qualifiers that the first qualifier of a name stands for.
    pub fn alias(&self, qualifier: &str) -> Option<Vec<String>> {
        let target = self.aliases.get(qualifier)?;
        Some(match target {
            Some(target) => target.iter().map(|part| part.to_string()).collect(),
            None => vec![format!("{qualifier} (several namespaces)")],
        })
    }

    pub fn add_inline(&mut self, name: &'e str) {
        self.inline.insert(name);
    }

    pub fn is_inline(&self, name: &str) -> bool {
        self.inline.contains(name)
    }

    /// Whether the file itself declares the name.
    pub fn is_declared(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains_key(name))
    }

    pub fn is_type(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(NameKind::Type | NameKind::TypeTemplate))
    }
}

fn built_in(name: &str) -> Option<NameKind> {
    if TYPES.contains(name) || is_vector(name) {
        return Some(NameKind::Type);
    }
    if matches!(name, "texture" | "surface" | "thread_block_tile") {
        return Some(NameKind::TypeTemplate);
    }
    None
}

/// `float4`, `uint2`, `longlong1`, ...
fn is_vector(name: &str) -> bool {
    let Some(base) = name.strip_suffix(['1', '2', '3', '4']) else { return false };
    matches!(
        base,
        "char"
            | "uchar"
            | "short"
            | "ushort"
            | "int"
            | "uint"
            | "long"
            | "ulong"
            | "longlong"
            | "ulonglong"
            | "float"
            | "double"
    )
}

/// Types that headers of CUDA and C declare.
static TYPES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    words(
        "\
            CUsurfObject CUtexObject FILE __half __half2 __nv_bfloat16 __nv_bfloat162 clock_t coalesced_group \
            cuComplex cuDoubleComplex cuFloatComplex cudaError_t cudaEvent_t cudaExtent cudaPos cudaStream_t \
            cudaSurfaceObject_t cudaTextureObject_t cufftComplex cufftDoubleComplex cufftDoubleReal cufftReal \
            curandState curandStateMRG32k3a curandStatePhilox4_32_10_t curandStateXORWOW curandState_t dim3 \
            grid_group half half2 int16_t int32_t int64_t int8_t intmax_t intptr_t multi_grid_group nullptr_t \
            nv_bfloat16 nv_bfloat162 ptrdiff_t size_t ssize_t thread_block thread_group time_t uint uint16_t \
            uint32_t uint64_t uint8_t uintmax_t uintptr_t ulong ushort",
    )
});

/// Words that are no names.
static KEYWORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    words(
        "\
            _Alignas _Bool _Static_assert __align__ __alignof__ __asm __asm__ __attribute __attribute__ \
            __block_size__ __builtin_offsetof __cluster_dims__ __constant__ __declspec __device__ __extension__ \
            __forceinline__ __global__ __grid_constant__ __host__ __inline __inline__ __int128 __int64 \
            __launch_bounds__ __managed__ __maxnreg__ __noinline__ __nv_pure__ __restrict __restrict__ __shared__ \
            __signed__ __typeof__ __volatile__ alignas alignof and asm auto bool break case catch char char16_t \
            char32_t char8_t class co_await co_yield const const_cast consteval constexpr constinit continue \
            decltype default delete do double dynamic_cast else enum explicit extern false float for friend goto if \
            inline int long mutable namespace new noexcept not nullptr offsetof operator or private protected public \
            register reinterpret_cast restrict return short signed sizeof static static_assert static_cast struct \
            switch template this thread_local throw true try typedef typeid typename typeof union unsigned using \
            virtual void volatile wchar_t while",
    )
});

fn words(text: &'static str) -> FxHashSet<&'static str> {
    text.split_whitespace().collect()
}

/// A class template of `<type_traits>`, by its name without `_t` and `_v`.
pub fn is_trait(name: &str) -> bool {
    const TRAITS: &str = "\
        is_same is_integral is_floating_point is_arithmetic is_signed is_unsigned is_pointer is_void conditional \
        enable_if remove_const remove_volatile remove_cv remove_reference remove_cvref remove_pointer decay \
        make_signed make_unsigned gpuhoare_is_number";
    is_listed(TRAITS, name)
}

pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(word)
}

/// A word of a built-in type.
pub fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "bool"
            | "_Bool"
            | "char"
            | "short"
            | "int"
            | "long"
            | "signed"
            | "__signed__"
            | "unsigned"
            | "float"
            | "double"
            | "auto"
            | "wchar_t"
            | "char8_t"
            | "char16_t"
            | "char32_t"
            | "__int64"
            | "__int128"
    )
}
