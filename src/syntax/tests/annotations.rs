//! What annotations attach to.

use super::*;

#[test]
fn the_example_of_the_annotation_page_is_read() {
    file(
        "#define T threadIdx.x\n\
         //@ ghost int m;\n\
         //@ requires 0 <= m && n == m * blockDim.x\n//@   * gridDim.x;\n\
         // a plain comment\n\
         /*@ ensures \\forall j. 0 <= j < n -> c[j] == a[j] + b[j]; @*/\n\
         __global__ void add(const float *a, const float *b, float *c, int n) {\n\
           // requires n > 0;\n\
           int i = blockDim.x * blockIdx.x + T;\n\
           while (i < n) {\n\
             //@ invariant i == loop_count * blockDim.x + T;\n\
             // invariant i >= 0\n//   && n > 0;\n\
             //@ variant n - i;\n\
             c[i] = a[i] + b[i]; //@ assert c[i] == a[i] + b[i];\n\
             //@ wraps;\n\
             i += blockDim.x * gridDim.x;\n\
           }\n\
         }",
        "(global add (params a:*const f32 b:*const f32 c:*f32 n:i32) void @ghost(m) \
         @requires((&& (<= 0 m) (== n (* (* m blockDim.x) gridDim.x)))) @ensures((spec)) @requires((> n 0)) \
         {(let i:i32=(+ (* blockDim.x blockIdx.x) threadIdx.x)) (while (< i n) \
         @invariant((== i (+ (* loop_count blockDim.x) threadIdx.x))) @invariant((&& (>= i 0) (> n 0))) \
         @variant((- n i)) {(= c[i] (+ a[i] b[i])) @assert((== c[i] (+ a[i] b[i]))) \
         (wraps (+= i (* blockDim.x gridDim.x)))})})",
    );
}

#[test]
fn invariants_attach_inside_and_before_loops() {
    check(
        "//@ invariant i > 0;\nfor (;;) { //@ invariant i > 1;\n //@ variant i;\n i++; }",
        "(for _ _ _ @invariant((> i 0)) @invariant((> i 1)) @variant(i) {(_++ i)})",
    );
    check("for (;;) //@ invariant i > 0;\n { i++; }", "(for _ _ _ @invariant((> i 0)) {(_++ i)})");
    check("for (;;) //@ invariant i > 0;\n i++;", "(for _ _ _ @invariant((> i 0)) (_++ i))");
    check("do { //@ invariant i > 0;\n i--; } while (i);", "(do @invariant((> i 0)) {(_-- i)} i)");
    check("#pragma unroll 4\n//@ invariant i > 0;\nwhile (i) i--;", "(while i @invariant((> i 0)) #unroll (_-- i))");
    check("if (i) //@ assert i != 0;\n i = 0;", "(if i {@assert((!= i 0)) (= i 0)})");
    // The first things in a loop's body belong to that loop.
    check("while (i) { //@ invariant i > 0;\n while (j) j--; }", "(while i @invariant((> i 0)) {(while j (_-- j))})");
    check(
        "//@ assume i > 0;\n//@ barrier_invariant j > 0;\n__syncthreads();",
        "@assume((> i 0)) @barrier_invariant((> j 0)) (call __syncthreads)",
    );
}

#[test]
fn other_tools_calls_are_annotations() {
    file(
        "__global__ void k(int *a, int n) { __requires(n > 0); __ensures(n > 0); declare_precondition(\"n < 9\", \"n > 1\");\n\
         for (int i = 0; __invariant(i >= 0), i < n; i++) { __assert(i < n); a[i] = 0; } }",
        "(global k (params a:*i32 n:i32) void @requires((> n 0)) @ensures((> n 0)) @requires((< n 9)) \
         @requires((> n 1)) {(for (let i:i32=0) (< i n) (_++ i) @invariant((>= i 0)) \
         {@assert((< i n)) (= a[i] 0)})})",
    );
}

#[test]
fn an_annotation_attached_to_nothing_is_an_error() {
    let loose = |text: &str, place: &str, word: &str| {
        errors(text, &[&format!("{place} E0250 this `{word}` is attached to nothing")]);
    };
    loose("//@ requires 1 > 0;\nint main() { return 0; }", "1:5", "requires");
    loose("int main() { //@ assert 1 > 0;\n return 0; }", "1:18", "assert");
    loose("__global__ void k() {}\n//@ requires 1 > 0;", "2:5", "requires");
    loose("__global__ void k(int i) { //@ invariant i > 0;\n i = 0; }", "1:32", "invariant");
    loose("__global__ void k(int i) { i = 0;\n //@ requires i > 0;\n }", "2:6", "requires");
    loose("__global__ void k(int i) { while (i) { i = 0;\n //@ invariant i > 0;\n } }", "2:6", "invariant");
    loose("//@ invariant 1 > 0;\n__global__ void k(int i);", "1:5", "invariant");
    loose("//@ assert 1 > 0;\n__global__ void k(int i);", "1:5", "assert");
    errors("__global__ void k(int i) { i = 0;\n //@ wraps;\n }", &["2:6 E0250 `wraps` is not followed by a statement"]);
    let behind = |text: &str, place: &str, word: &str| {
        let message = "stands behind something else on its line, and would belong to what follows";
        errors(text, &[&format!("{place} E0250 this `{word}` {message}")]);
    };
    behind("__global__ void k(int i) { i = 0; //@ wraps;\n i++; }", "1:39", "wraps");
    behind("__global__ void k(int i) { int j = 0; //@ invariant i > 0;\n while (j) j--; }", "1:43", "invariant");
    behind(
        "__global__ void k(int i) { i = 0; /*@ barrier_invariant i > 0; */\n __syncthreads(); }",
        "1:39",
        "barrier_invariant",
    );
    behind("__global__ void k(int i); //@ requires i > 0;\n__global__ void l(int i) {}", "1:31", "requires");
    errors(
        "__global__ void k(int i) { i = 0; //@ assert i == 0;\n /*@ wraps; */ i++; /*@ invariant i; */ while (i) i--; }",
        &[],
    );
    let between = |text: &str, place: &str, word: &str| {
        errors(text, &[&format!("{place} E0250 this annotation stands between a statement and its `{word}`")]);
    };
    between("__global__ void k(int i) { if (i) i = 0;\n //@ assert i == 0;\n else i = 1; }", "2:2", "else");
    between("__global__ void k(int i) { do { i--; }\n //@ invariant i > 0;\n while (i); }", "2:2", "while");
    errors(
        "__global__ void k(int i) { //@ variant i;\n while (i) { //@ variant i + 1;\n i--; } }",
        &["2:18 E0251 this loop has a variant already"],
    );
    // Nothing is lost in expressions either.
    errors(
        "__global__ void k(int i) { i = /*@ assert i > 0; */ 0; }",
        &["1:32 E0101 expected an expression, found an annotation"],
    );
}

#[test]
fn annotations_in_macros_are_errors() {
    errors(
        "#define M(x) /*@ assert x; */ x\n__global__ void k(int i) { }",
        &["1:14 E0108 an annotation cannot stand in a macro's definition"],
    );
    errors(
        "#define M(x) x\n__global__ void k(int i) { M(i = 0; //@ assert i;\n) }",
        &["2:37 E0108 an annotation cannot stand in the arguments of a macro"],
    );
}

/// What is said of a text before a kernel: place and code of each message, and the kernel's clauses.
fn said(annotation: &str) -> (Vec<String>, String) {
    let (file, diagnostics) = parsed(&format!("{annotation}\n__global__ void k(int *a, int n) {{ }}"));
    let codes = diagnostics.iter().map(|found| found.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    let clauses = dump::file(&file);
    (codes, clauses.split_once(") void ").map_or("", |(_, clauses)| clauses).to_string())
}

#[test]
fn no_clause_is_lost_in_a_comment() {
    let lost = |text: &str, place: &str| {
        let (codes, clauses) = said(text);
        assert!(codes.contains(&place.to_string()), "{text}: {codes:?} {clauses}");
    };
    lost("//@ requires n > 0; //@ ensures n > 1;", "1:25 E0214");
    lost("//@ requires n > 0; // ensures n > 1;", "1:24 E0214");
    lost("/*@ requires n > 0; // ensures n > 1;\n */", "1:24 E0214");
    lost("//@ requires n > 0; /* ensures n > 1; */", "1:24 E0214");
    lost("// @ requires n > 0;", "1:6 E0214");
    lost("///@ requires n > 0;", "1:6 E0214");
    lost("/// requires n > 0;", "1:5 E0214");
    lost("/* @ requires n > 0; */", "1:6 E0214");
    lost("/**@ requires n > 0; */", "1:6 E0214");
    lost("/**\n * @requires n > 0;\n */", "2:5 E0214");
    lost("//@ requires n > 0;\n// @ensures n > 1;", "2:5 E0214");
    lost("#//@ requires n > 0;", "1:2 E0108");
    lost("#pragma once //@ requires n > 0;", "1:14 E0108");
    lost("#endif /*@ requires n > 0; */", "1:8 E0108");
    lost("#define M 1 /*@ requires n > 0;\n*/", "1:13 E0108");
    lost("#define M \\\n //@ requires n > 0;", "2:2 E0108");
    lost("#define M 1 // requires n > 0;", "1:13 E0108");
    lost("// //@ requires n > 0;", "1:8 W0202");
    lost("/*\n//@ requires n > 0;\n*/", "2:5 W0202");
    lost("/* requires n > 0; */", "1:4 W0202");
    lost("__device__ int q[] = { 1, /*@ requires n > 0; */ 2 };", "1:31 E0250");
    lost("using T = /*@ requires n > 0; */ int;", "1:15 E0250");
    assert_eq!(said("#if 0\n//@ requires n > 0;\n#endif\n// plain; @ all\n//@ wraps").0, ["5:5 E0250"]);
}

#[test]
fn words_of_other_tools_are_prose_and_misspelt_clauses_are_not() {
    for prose in ["//@TODO x;", "//@ FIXME: x", "/*@func x */", "//@HEADER", "//@{", "/*@unused@*/", "//@brief x;"] {
        let (codes, clauses) = said(&format!("//@ requires n > 0;\n{prose}\n//@ requires n > 1;"));
        assert_eq!(codes, ["2:3 W0203"], "{prose}");
        assert!(clauses.contains("@requires((> n 0)) @requires((> n 1))"), "{prose}: {clauses}");
    }
    assert_eq!(said("//@TODO x\n//@FIXME y\n//@TODO z").0, ["1:3 W0203", "2:3 W0203"]);
    for wrong in ["//@ ensure n;", "//@requries n;", "//@ invarient n", "//@REQUIRES n", "//@ assigns n;", "//@ x > 0;"]
    {
        assert!(said(wrong).0[0].ends_with("E0202"), "{wrong}: {:?}", said(wrong));
    }
    assert!(said("/*@ @ */").0[0].ends_with("W0203"));
}

#[test]
fn the_last_semicolon_may_be_left_out() {
    let both = "@requires((> n 0)) @ensures((> n 1))";
    for text in [
        "//@ requires n > 0\n//@ ensures n > 1",
        "//@ requires n > 0;\n//@ ensures n > 1",
        "//@ requires n\n//@ > 0\n//@ ensures n > 1\n// The kernel adds.",
        "/*@ requires n > 0 ensures n > 1 */",
        "//@ requires n > 0 // positive\n//@ ensures n > 1\n//------",
        "//@ requires n > 0\r\n//@ ensures n > 1\r",
        "//@ requires n > 0\n// ensures n > 1;",
    ] {
        let (codes, clauses) = said(text);
        assert_eq!((codes, clauses.contains(both)), (Vec::new(), true), "{text}: {clauses}");
    }
    // What stands behind might be meant as a part of the clause.
    for text in [
        "//@ requires n > 0\n// && n < 5", "//@ requires n > 0\n// and n < 5;", "//@ requires n > 0\n//@TODO n < 5;",
        "//@ requires n > 0\n\n//@ && n < 5", "//@ requires n > 0 ensures n > 1;", "//@ requires n > 0 the length",
        "//@ requires n >",
    ] {
        assert!(said(text).0.iter().any(|found| found.contains(" E02")), "{text}: {:?}", said(text));
    }
}

#[test]
fn names_may_have_any_letters() {
    file(
        "//@ ghost int μ;\n//@ requires größe > μ && μ == \\abs(größe);\n__global__ void k(int größe) { }",
        "(global k (params größe:i32) void @ghost(μ) @requires((&& (> größe μ) (== μ (spec)))) {})",
    );
    errors(
        "//@ requires größe > ;\n__global__ void k(int größe) { }",
        &["1:22 E0201 expected an expression, found `;`"],
    );
}
