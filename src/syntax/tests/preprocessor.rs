//! Macros, conditionals and includes.

use super::*;
use crate::base::config::Source;
use crate::syntax::tree::Doubt;

#[test]
fn macros_expand() {
    let with = |defines: &str, text: &str, expected: &str| {
        let source = format!("{defines}\n__global__ void k(int i, int j, int n, int *a) {{ {text} }}");
        let (file, diagnostics) = parsed(&source);
        assert_eq!(diagnostics, Vec::<String>::new(), "in {defines} {text}");
        let Some(Item::Function(function)) = file.items.first() else { panic!("no function in {text}") };
        let found = function.body.as_ref().map(dump::block).unwrap_or_default();
        assert_eq!(found, format!("{{{expected}}}"), "in {defines} {text}");
    };
    with("#define N 16", "n = N;", "(= n 16)");
    with("#define N M\n#define M 3", "n = N * M;", "(= n (* 3 3))");
    with("#define N -1", "n = -N;", "(= n (- (- 1)))");
    with("#define N 1\n#undef N", "n = N;", "(= n N)");
    with(
        "#define MIN(a, b) ((a) < (b) ? (a) : (b))",
        "n = MIN(i, MIN(j, 1));",
        "(= n (? (< i (? (< j 1) j 1)) i (? (< j 1) j 1)))",
    );
    with("#define SQ(x) x*x", "n = SQ(i + 1);", "(= n (+ (+ i (* 1 i)) 1))");
    with("#define CAT(a, b) a##b\n#define X(n) CAT(v, n)", "int v1; v1 = X(1);", "(let v1:i32) (= v1 v1)");
    with("#define STR(x) #x", "f(STR(a + \"b\"));", "(call f \"a + \\\"b\\\"\")");
    with("#define F(x, ...) f(x, __VA_ARGS__)", "F(1, 2, 3);", "(call f 1 2 3)");
    with("#define F(x, ...) f(x, ##__VA_ARGS__)", "F(1); F(1, 2);", "(call f 1) (call f 1 2)");
    with("#define F(x, ...) f(x __VA_OPT__(,) __VA_ARGS__)", "F(1); F(1, 2);", "(call f 1) (call f 1 2)");
    with("#define F(args...) f(args)", "F(1, 2);", "(call f 1 2)");
    with("#define f(x) f(x + 1)", "n = f(f(i));", "(= n (call f (+ (call f (+ i 1)) 1)))");
    with("#define x x + y", "n = x;", "(= n (+ x y))");
    with("#define F() 7", "n = F();", "(= n 7)");
    with("#define F(x) 7", "n = F + F(2);", "(= n (+ F 7))");
    with(
        "#define LOOP(v, m) for (int v = 0; v < m; v++) \\\n  {",
        "LOOP(q, n) a[q] = 0; }",
        "(for (let q:i32=0) (< q n) (_++ q) {(= a[q] 0)})",
    );
    with("#define IDX(r, c) ((r) * n + (c))", "a[IDX(i,\n  j)] = 0;", "(= a[(+ (* i n) j)] 0)");
    with("", "n = INT_MAX; n = CHAR_BIT;", "(= n 2147483647) (= n 8)");
    with("#define LT(a, b) a < b", "n = LT(i, j);", "(= n (< i j))");
    with("#define EMPTY", "n = EMPTY 1 EMPTY;", "(= n 1)");
    with("", "n = __LINE__;", "(= n 2)");
    with("#define HERE __LINE__", "n = HERE;", "(= n 2)");
    with("#define F(x) x", "n = F(__LINE__);", "(= n 2)");
    // Phase 2 comes before tokens: joined lines are one, and counted all the same.
    with("", "int ab; a\\\nb = 1\\\n2;", "(let ab:i32) (= ab 12)");
    with("#define F(x) x+\\\n+", "n = i; F(i);", "(= n i) (_++ i)");
    with("", "// a \\\n n = 1;\n n = 2;", "(= n 2)");
    with("", "// a \\ \t\n n = 1;\n n = 2;", "(= n 2)");
    with("", "n = 0; /\\\n/ n = 1;\n n = __LINE__;", "(= n 0) (= n 4)");
    with("#line 40", "n = __LINE__;", "(= n 40)");
    with(
        "#define L 7\n#line L \"x.h\"",
        "n = __LINE__;\nn = __LINE__; f(__FILE__);",
        "(= n 7) (= n 8) (call f \"x.h\")",
    );
    with("# 12 \"y.h\" 2", "n = __LINE__;", "(= n 12)");
    // What `__LINE__` and `__COUNTER__` stand for is there before tokens are joined.
    with("#define C(a, b) a##b\n#define X(a, b) C(a, b)", "int v3; X(v, __LINE__) = 1;", "(let v3:i32) (= v3 1)");
    with("#define C(a, b) a##b\n#define X(a, b) C(a, b)", "f(__COUNTER__, X(1, __COUNTER__));", "(call f 0 11)");
    with("#define stdin2 stdin2", "n = stdin2;", "(= n stdin2)");
}

#[test]
fn alternative_tokens_are_operators_and_brackets() {
    let with = |text: &str, expected: &str| {
        let (file, diagnostics) = parsed(&format!("__global__ void k(int i, int n, int *a) <% {text} %>"));
        assert_eq!(diagnostics, Vec::<String>::new(), "in {text}");
        let Some(Item::Function(function)) = file.items.first() else { panic!("no function in {text}") };
        let found = function.body.as_ref().map(dump::block).unwrap_or_default();
        assert_eq!(found, format!("{{{expected}}}"), "in {text}");
    };
    with("n = i and not n or i;", "(= n (|| (&& i (! n)) i))");
    with("n = i bitand n bitor i xor compl n;", "(= n (| (& i n) (^ i (~ n))))");
    with("n and_eq i; n or_eq i; n xor_eq i; n = i not_eq n;", "(&= n i) (|= n i) (^= n i) (= n (!= i n))");
    with("a<:i:> = 1;", "(= a[i] 1)");
    with("int xora = i; n = xora;", "(let xora:i32=i) (= n xora)");
    file("%:define N 3\n%:ifdef N\n__constant__ int a<:N:>;\n%:endif", "(global (let constant a:[3]i32))");
}

#[test]
fn conditionals_choose() {
    let chosen = |condition: &str, expected: &str| {
        let source = format!(
            "#define A 2\n#define F(x) x\n#if {condition}\n__constant__ int yes;\n#else\n__constant__ int no;\n#endif"
        );
        let (file, diagnostics) = parsed(&source);
        assert_eq!(diagnostics, Vec::<String>::new(), "in {condition}");
        assert_eq!(dump::file(&file), format!("(global (let constant {expected}:i32))"), "in {condition}");
    };
    for yes in [
        "1",
        "A",
        "A == 2 and not B",
        "B or (A bitand 2)",
        "1 not_eq 2",
        "defined A",
        "defined(A) && A == 2",
        "!defined B",
        "A + 1 == 3 && A * 2 > 3",
        "(A << 2) == 8 ? 1 : 0",
        "0x10 == 16",
        "'a' == 97",
        "B == 0",
        "defined A || 1 / 0",
        "F(1)",
        "__CUDA_ARCH__ >= 600",
        "-1 < 0",
        "~0 == -1",
        "10'000 == 10000",
        "7 % 4 == 3",
        "UNKNOWN(3, 4) == 0",
        "__CUDA_ARCH__ == 700 and __CUDA_ARCH_LIST__ == 700",
        "defined __LINE__ && __LINE__ == 3",
        "'ab' == 24930 && L'a' == 97",
        "__COUNTER__ == 0 && __COUNTER__ == 1",
        "__has_include(<vector>) && __has_include(<cuda_fp16.h>) && defined(__has_include)",
        "!__has_include(\"nowhere.h\")",
        "__has_cpp_attribute(nodiscard) >= 201603L && __has_attribute(__aligned__) && __has_cpp_attribute(gnu::packed)",
        "__has_builtin(__builtin_expect) && !__has_builtin(__builtin_assume)",
        "!defined FLT_MAX && FLT_DIG == 0 && INT_MAX > 0 && defined(INFINITY) && defined assert",
        "true",
    ] {
        chosen(yes, "yes");
    }
    for no in ["0", "B", "defined B", "A != 2", "!A", "1 && 0", "A > 3 ? 1 : 0", "!__has_include(<x>) && 0"] {
        chosen(no, "no");
    }
    file(
        "#ifdef A\n#error no\n#elif 1\n__constant__ int x;\n#elif 1 / 0\n#error no\n#else\n#if 1\n#error no\n#endif\n#endif",
        "(global (let constant x:i32))",
    );
    file("#if 0\n#error 'no\n#if 1\n#else\n#endif\n#endif\n#pragma once\n#pragma unknown", "");
}

#[test]
fn wrong_directives_are_reported() {
    errors("#if 1\nint x;", &["1:1 E0104 this conditional has no `#endif`"]);
    errors("#endif", &["1:1 E0104 `#endif` without an open `#if`"]);
    errors("#else", &["1:1 E0104 `#else` without an open `#if`"]);
    errors("#if 1\n#else\n#else\n#endif", &["3:1 E0104 `#else` without an open `#if`"]);
    errors("#foo", &["1:1 E0104 unknown directive `#foo`"]);
    errors("#define 3", &["1:1 E0104 expected a name after `#define`"]);
    errors("#define F(a", &["1:1 E0104 the parameter list of this macro has no `)`"]);
    errors("#define F(a, 3) a", &["1:14 E0104 unexpected `3` in the parameter list of this macro"]);
    errors("#undef", &["1:1 E0104 expected a macro's name after `#undef`"]);
    errors("#ifdef\n#endif", &["1:1 E0104 expected a macro's name after `#ifdef`"]);
    errors("#include foo", &["1:1 E0104 expected `\"file\"` or `<file>` after `#include`"]);
    errors("#include \"foo.h\"", &["1:1 W0101 included file `foo.h` is not found"]);
    errors("#if 1 +\n#endif", &["1:1 E0105 expected a value at the end"]);
    errors("#if 1 / 0\n#endif", &["1:1 E0105 division by zero in the condition"]);
    errors("#if (1\n#endif", &["1:1 E0105 expected `)`"]);
    errors("#if 1 2\n#endif", &["1:1 E0105 unexpected `2` after the condition"]);
    errors("#if 1.5\n#endif", &["1:1 E0105 `1.5` is not an integer"]);
    errors("#error must be 16", &["1:1 E0109 #error must be 16"]);
    errors("/* open", &["1:1 E0102 this comment has no closing `*/`"]);
}

#[test]
fn conditions_that_a_missing_header_may_decide_are_noted() {
    let uncertain = |text: &str| {
        let mut files = Files::new();
        let parsed = crate::syntax::parse_text(&mut files, "k.cu", text, &Config::default());
        let conditions = parsed.missing.conditions.iter().filter(|found| found.doubt == Doubt::MissingHeader);
        conditions.map(|found| (found.macro_name.clone(), files.start(found.span).line)).collect::<Vec<_>>()
    };
    let found = |name: &str, line: usize| vec![(name.to_string(), line)];
    for condition in ["#ifdef X", "#ifndef X", "#if X", "#if defined(X)", "#if defined X && 1", "#if 1 + X(2) > 0"] {
        assert_eq!(uncertain(&format!("#include \"foo.h\"\n{condition}\n#endif")), found("X", 2), "{condition}");
        // Before the header, without one, or where the file settles it, nothing is uncertain.
        for before in
            ["int x;", "#include \"foo.h\"\n#define X", "#include \"foo.h\"\n#undef X", "#include <cuda_fp16.h>"]
        {
            let condition = if before.contains("#define X") { "#ifdef X" } else { condition };
            assert_eq!(uncertain(&format!("{before}\n{condition}\n#endif")), [], "{before} {condition}");
        }
        assert_eq!(uncertain(&format!("#include <our/foo.h>\n{condition}\n#endif")), found("X", 2), "{condition}");
        assert_eq!(uncertain(&format!("int y;\n{condition}\n#endif\n#include \"foo.h\"\n")), []);
    }
    assert_eq!(uncertain("#include \"foo.h\"\n#undef X\n#include \"bar.h\"\n#ifdef X\n#endif"), found("X", 4));
    assert_eq!(uncertain("#include \"foo.h\"\n#if 0\n#elif X\n#elif 1\n#endif"), found("X", 3));
    // Not what only the compiler defines, not where nothing is read, not a name of the header that asks for itself.
    assert_eq!(uncertain("#include \"foo.h\"\n#ifdef _WIN32\n#endif\n#if 0\n#ifdef X\n#endif\n#endif"), []);
    assert_eq!(uncertain("// A guard.\n#ifndef K_CU\n#define K_CU\n#endif"), []);
    assert_eq!(uncertain("#include \"foo.h\"\n#if !defined(K_CU)\n#define K_CU\n#endif"), []);
}

/// What conditionals suppose, with the names that they ask for.
fn doubts(text: &str, config: &Config) -> Vec<(String, Doubt)> {
    let parsed = crate::syntax::parse_text(&mut Files::new(), "k.cu", text, config);
    parsed.missing.conditions.into_iter().map(|found| (found.macro_name, found.doubt)).collect()
}

#[test]
fn what_the_compiler_and_its_headers_may_define_is_noted() {
    let one = |name: &str, doubt: Doubt| vec![(name.to_owned(), doubt)];
    let config = Config::default();
    for (condition, expected) in [
        ("#ifdef __FOO", one("__FOO", Doubt::Header)),
        ("#if defined(_FOO) && 1", one("_FOO", Doubt::Header)),
        ("#if CUB_VERSION", one("CUB_VERSION", Doubt::Header)),
        ("#ifndef M_PIf", one("M_PIf", Doubt::Header)),
        ("#if _MSC_VER", one("_MSC_VER", Doubt::Platform)),
        ("#ifdef __clang__", one("__clang__", Doubt::Platform)),
        ("#ifdef __GNUC__", one("__GNUC__", Doubt::Platform)),
        ("#if CUDART_VERSION >= 9000", one("CUDART_VERSION", Doubt::Platform)),
        ("#if __cplusplus >= 201703L", one("__cplusplus", Doubt::Platform)),
        ("#if __CUDA_ARCH__ >= 800", one("__CUDA_ARCH__", Doubt::Architecture)),
        ("#ifdef __CUDA_ARCH_FEAT_SM90_ALL", one("__CUDA_ARCH_FEAT_SM90_ALL", Doubt::Architecture)),
        ("#include <vector>\n#ifndef FLT_MAX", one("FLT_MAX", Doubt::Included("float.h"))),
        ("#include <string>\n#if CUDA_VERSION > 1", one("CUDA_VERSION", Doubt::Included("cuda.h"))),
        ("#if __has_include(<foo/bar.h>)", one("__has_include(<foo/bar.h>)", Doubt::Feature)),
        ("#if __has_builtin(__builtin_foo)", one("__has_builtin(__builtin_foo)", Doubt::Feature)),
        // What is certain, or the program's own.
        ("#if __CUDA_ARCH__ >= 200", vec![]),
        ("#ifdef __CUDA_ARCH__", vec![]),
        ("#if defined(__CUDACC__) && defined(__NVCC__) && defined(__cplusplus)", vec![]),
        ("#ifdef FOO", vec![]),
        ("#if FOO_BAR > 2 || defined(BLOCK_SIZE)", vec![]),
        ("#ifndef FLT_MAX", vec![]),
        ("#include <cfloat>\n#if FLT_DIG < 7 && INT_MAX", vec![]),
        ("#define __CUDA_ARCH__ 600\n#if __CUDA_ARCH__ >= 800", vec![]),
        ("int x;\n#ifndef __K_H__\n#define __K_H__", vec![]),
        ("int x;\n#if !defined(__K_H__)\n#define __K_H__", vec![]),
        ("#if 0\n#define __OPTION\n#endif\n#ifdef __OPTION", vec![]),
        ("#undef __FOO\n#ifdef __FOO", vec![]),
        ("#if 0 && 0\n#if __FOO\n#endif", vec![]),
    ] {
        assert_eq!(doubts(&format!("{condition}\n#endif"), &config), expected, "{condition}");
    }
    // Program text that says the architecture, too; not where the command line says it.
    let text = "__constant__ int x = __CUDA_ARCH__;";
    assert_eq!(doubts(text, &config), one("__CUDA_ARCH__", Doubt::Architecture));
    let given =
        Config { source: Source { defines: vec![("__CUDA_ARCH__".into(), "800".into())], ..config.source }, ..config };
    assert_eq!(doubts(text, &given), []);
}

#[test]
fn headers_define_their_macros_where_they_are_included() {
    let value = |text: &str| {
        let (file, diagnostics) = parsed(&format!("{text}\n__constant__ int a[N];"));
        assert_eq!(diagnostics, Vec::<String>::new(), "{text}");
        dump::file(&file)
    };
    let is = |number: &str| format!("(global (let constant a:[{number}]i32))");
    assert_eq!(value("#define FLT_DIG 3\n#define N FLT_DIG"), is("3"));
    assert_eq!(value("#define FLT_DIG 3\n#include <cfloat>\n#define N FLT_DIG"), is("6"));
    assert_eq!(value("#include <cfloat>\n#define FLT_DIG 3\n#include <float.h>\n#define N FLT_DIG"), is("3"));
    // Some header includes it, or else the program would not compile.
    assert_eq!(value("#define N FLT_DIG"), is("6"));
    assert_eq!(value("#ifndef FLT_DIG\n#define FLT_DIG 3\n#endif\n#define N FLT_DIG"), is("3"));
    assert_eq!(value("#include <cerrno>\n#define N EPERM"), is("1"));
    assert_eq!(
        value("__constant__ int EPERM;\n#define N 2"),
        "(global (let constant EPERM:i32))\n".to_owned() + &is("2")
    );
}

#[test]
fn wrong_uses_of_macros_are_reported() {
    errors("#define F(a, b) a\nint x = F(1);", &["2:9 E0106 macro `F` takes 2 arguments, here is 1"]);
    errors("#define F(a) a\nint x = F(1, 2);", &["2:9 E0106 macro `F` takes 1 argument, here are 2"]);
    errors("#define F(a) a\nint x = F(1;", &["2:9 E0106 the arguments of macro `F` have no closing `)`"]);
    errors("#define F(a) + ## a\nint x = F(1);", &["2:9 E0106 pasting `+` and `1` does not make one token"]);
}

#[test]
fn bombs_are_cut_off() {
    let mut doubling = String::from("#define A0 x x\n");
    for level in 1..60 {
        doubling.push_str(&format!("#define A{level} A{0} A{0}\n", level - 1));
    }
    doubling.push_str("__global__ void bad(int *y) { y[0] = A59; }\n__global__ void good(int *y) { y[0] = A2; }");
    let (file, diagnostics) = parsed(&doubling.replace("A0 x x", "A0 1 +").replace("A2;", "A2 1;"));
    assert_eq!(diagnostics, Vec::<String>::new());
    let bodies = dump::file(&file);
    assert!(bodies.contains("a macro that expands to too many tokens"), "{bodies}");
    assert!(bodies.ends_with("(global good (params y:*i32) void {(= y[0] (+ (+ (+ (+ 1 1) 1) 1) 1))})"), "{bodies}");
    let nested = format!("#define F(x) x\n__constant__ int y = {}1{};", "F(".repeat(5_000), ")".repeat(5_000));
    assert!(dump::file(&parsed(&nested).0).contains("a macro that expands to too many tokens"));
    errors(
        &(doubling.split("__global__").next().unwrap_or_default().to_owned() + "#if A59\n#endif"),
        &["61:1 E0107 macros expand to more text than gpuhoare reads", "61:1 E0105 expected a value at the end"],
    );
}

#[test]
fn spans_lead_to_the_use_and_to_the_definition() {
    let mut files = Files::new();
    let text = "#define BAD(x) x +\n__global__ void k(int n) {\n  n = BAD(3);\n}";
    let file = parse_text(&mut files, "t.cu", text, &Config::default());
    let label = file.diagnostics[0].primary.clone().map(|label| label.span).unwrap_or_default();
    assert_eq!(files.start(label).line, 3, "{:?}", file.diagnostics);
    let text = "#define W 0x\n__global__ void k(int n) {\n  n = W;\n}";
    let file = parse_text(&mut files, "t.cu", text, &Config::default());
    let label = file.diagnostics[0].primary.clone().map(|label| label.span).unwrap_or_default();
    assert_eq!((files.text(label), files.start(label).line), ("W", 3));
    let expansion = files.expansion(label).cloned();
    let definition = expansion.map(|expansion| (expansion.macro_name, files.text(expansion.definition).to_string()));
    assert_eq!(definition, Some(("W".into(), "0x".to_string())));
}

#[test]
fn includes_are_read_beside_the_file_and_in_given_folders() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a written file");
    std::fs::create_dir(folder.path().join("inc")).expect("a folder");
    write(
        "a.cu",
        "#include \"b.h\"\n#include \"b.h\"\n#include <c.h>\n#include <stdio.h>\n__global__ void k() { f(N, M); }",
    );
    write("b.h", "#pragma once\n#define N 4\n__device__ void f(int a, int b);\n");
    write("inc/c.h", "#ifndef C\n#define C\n#define M 5\n#include \"c.h\"\n#endif\n");
    let config = Config {
        source: Source { include_dirs: vec![folder.path().join("inc")], ..Source::default() },
        ..Config::default()
    };
    let mut files = Files::new();
    let file = crate::syntax::parse_file(&mut files, &folder.path().join("a.cu"), &config);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    assert_eq!(dump::file(&file), "(device f (params a:i32 b:i32) void)\n(global k (params) void {(call f 4 5)})");
    write("loop.cu", "#include \"loop.cu\"\nint x;");
    let file = crate::syntax::parse_file(&mut files, &folder.path().join("loop.cu"), &Config::default());
    assert_eq!(file.diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>(), ["E0110"]);
}

#[test]
fn unreadable_files_are_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("x.cu");
    let code = |path: &std::path::Path| {
        let file = crate::syntax::parse_file(&mut Files::new(), path, &Config::default());
        file.diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>()
    };
    assert_eq!(code(&path), ["E0001"]);
    assert_eq!(code(folder.path()), ["E0001"]);
    for odd in [&b"int \xff;"[..], b"int i = '\xe9';", b"in\0t i;"] {
        std::fs::write(&path, odd).expect("a written file");
        assert_eq!(code(&path), ["E0002"]);
    }
    for odd in [&b"// \xe9t\xe9\nint i;"[..], b"int i; /* \xff\0 */", b"const char *s = \"\xe9\";"] {
        std::fs::write(&path, odd).expect("a written file");
        assert_eq!(code(&path), ["W0103"]);
    }
    for fine in [&b"\xef\xbb\xbfint i;"[..], b"int i; // x\rint j;\r", b"#define N \\\r\n 3\r\nint i[N];"] {
        std::fs::write(&path, fine).expect("a written file");
        assert_eq!(code(&path), [] as [&str; 0]);
    }
    std::fs::write(&path, " \n").expect("a written file");
    assert_eq!(code(&path), ["E0004"]);
    let big = std::fs::File::create(&path).expect("a file");
    big.set_len(100 << 20).expect("a sparse file");
    assert_eq!(code(&path), ["E0003"]);
}

#[test]
fn names_of_the_command_line_are_defined() {
    let config = Config {
        source: Source { defines: vec![("N".into(), "7".into()), ("M".into(), String::new())], ..Source::default() },
        ..Config::default()
    };
    let file = parse_text(&mut Files::new(), "t.cu", "__constant__ int a[N][M];", &config);
    assert_eq!(dump::file(&file), "(global (let constant a:[7][1]i32))");
}
