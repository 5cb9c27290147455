//! Macros, conditionals and includes.

use super::*;

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
        let conditions = parsed.missing.conditions.iter();
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
}

#[test]
fn wrong_uses_of_macros_are_reported() {
    errors("#define F(a, b) a\nint x = F(1);", &["2:9 E0106 macro `F` takes 2 arguments, but 1 are given"]);
    errors("#define F(a) a\nint x = F(1, 2);", &["2:9 E0106 macro `F` takes 1 argument, but 2 are given"]);
    errors("#define F(a) a\nint x = F(1;", &["2:9 E0106 the arguments of macro `F` have no closing `)`"]);
    errors("#define F(a) + ## a\nint x = F(1);", &["2:9 E0106 pasting `+` and `1` does not make one token"]);
}

#[test]
fn bombs_are_cut_off() {
    let mut doubling = String::from("#define A0 x x\n");
    for level in 1..60 {
        doubling.push_str(&format!("#define A{level} A{0} A{0}\n", level - 1));
    }
    doubling.push_str("int y = A59;");
    let (_, diagnostics) = parsed(&doubling);
    assert_eq!(diagnostics, ["61:9 E0107 macros expand to more text than gpuhoare reads"]);
    let nested = format!("#define F(x) x\nint y = {}1{};", "F(".repeat(5_000), ")".repeat(5_000));
    let (_, diagnostics) = parsed(&nested);
    assert_eq!(diagnostics.iter().filter(|found| found.contains("E0107")).count(), 1);
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
    let config = Config { include_dirs: vec![folder.path().join("inc")], ..Config::default() };
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
    std::fs::write(&path, b"int \xff;").expect("a written file");
    assert_eq!(code(&path), ["E0002"]);
    std::fs::write(&path, " \n").expect("a written file");
    assert_eq!(code(&path), ["E0004"]);
    let big = std::fs::File::create(&path).expect("a file");
    big.set_len(100 << 20).expect("a sparse file");
    assert_eq!(code(&path), ["E0003"]);
}

#[test]
fn names_of_the_command_line_are_defined() {
    let config = Config { defines: vec![("N".into(), "7".into()), ("M".into(), String::new())], ..Config::default() };
    let file = parse_text(&mut Files::new(), "t.cu", "__constant__ int a[N][M];", &config);
    assert_eq!(dump::file(&file), "(global (let constant a:[7][1]i32))");
}
