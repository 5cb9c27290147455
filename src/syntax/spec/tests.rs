//! Every clause and expression form of the language, and every error, as text in and text out.

mod shown;

use shown::{clause, logic, show};

use super::mask::starts_plain_clause;
use super::*;
use crate::base::{FileId, Files, Severity};
use crate::syntax::tree::*;

fn expanded(text: &str) -> Expanded {
    let mut source = Expanded::default();
    source.push_verbatim(text, Span::new(FileId(0), 0, text.len()));
    source
}

fn form_of(text: &str) -> AnnotationForm {
    match text {
        _ if text.starts_with("/*@") => AnnotationForm::Block,
        _ if text.starts_with("//@") => AnnotationForm::Line,
        _ => AnnotationForm::Plain,
    }
}

/// The clauses of an annotation as text, and the codes of its diagnostics with the text they point at.
fn read(text: &str) -> (Vec<String>, Vec<String>) {
    let source = expanded(text);
    let (clauses, diagnostics) = parse_clauses(&source, 0..text.len(), form_of(text), &|name| name == "T");
    (clauses.iter().map(clause).collect(), diagnostics.iter().map(|wrong| place(wrong, text)).collect())
}

fn place(wrong: &Diagnostic, text: &str) -> String {
    let span = wrong.primary.as_ref().expect("a place").span;
    format!("{} {} `{}`", wrong.code, wrong.message, &text[span.lo as usize..span.hi as usize])
}

#[track_caller]
fn clauses(text: &str, expected: &[&str]) {
    let (found, wrong) = read(text);
    assert_eq!(wrong, Vec::<String>::new(), "{text}");
    assert_eq!(found, expected, "{text}");
}

#[track_caller]
fn expression(text: &str, expected: &str) {
    clauses(&format!("//@ requires {text};"), &[&format!("requires {expected}")]);
}

/// The one diagnostic that an annotation gives, as `code message`.
#[track_caller]
fn wrong(text: &str, expected: &str) {
    let (_, wrong) = read(text);
    assert_eq!(wrong, [expected], "{text}");
}

// ── clauses ──

#[test]
fn every_clause() {
    clauses("//@ requires n;", &["requires n"]);
    clauses("//@ ensures n; requires m;", &["ensures n", "requires m"]);
    clauses("//@ invariant i;\n  //@ variant n - i;", &["invariant i", "variant (- n i)"]);
    clauses("//@ loop invariant i; loop variant n;", &["invariant i", "variant n"]);
    clauses("//@ assert a; assume b;", &["assert a", "assume b"]);
    clauses("//@ barrier_invariant x == \\other(x);", &["barrier_invariant (== x (other x))"]);
    clauses(
        "//@ ghost int m, k; ghost float a0[], b[][];",
        &["ghost integer m, integer k", "ghost f32 a0[], f32 b[][]"],
    );
    clauses("//@ ghost unsigned long long m; ghost integer k;", &["ghost u64 m", "ghost integer k"]);
    clauses("//@ writes A[lo..hi], B, C[i], D[i][0..3];", &["writes A[lo..hi], B, C[i..i], D[i][0..3]"]);
    clauses("//@ reads A[e..f+1];", &["reads A[e..(+ f 1)]"]);
    clauses("//@ wraps;", &["wraps"]);
}

#[test]
fn propositions_with_names() {
    clauses("//@ ensures sorted: n; assert a_1 : b ? c : d;", &["ensures n", "assert (? b c d)"]);
    clauses("//@ loop invariant requires: a; requires b;", &["invariant a", "requires b"]);
    clauses("//@ ensures a::b;", &["ensures a::b"]);
    wrong("//@ ensures a: b: c;", "E0201 expected `;` or an operator, found `:` `:`");
    wrong("//@ writes a: b;", "E0201 expected `(`, `,`, `.`, `::`, `;`, `<`, `@` or `[`, found `:` `:`");
}

#[test]
fn logic_declarations() {
    clauses("//@ logic int f(int x, float a[]) = x + 1;", &["logic integer f(integer x, f32 a[]) = (+ x 1)"]);
    clauses(
        "//@ logic integer fact(integer n) = n <= 0 ? 1 : n * fact(n - 1) decreases n;",
        &["logic integer fact(integer n) = (? (<= n 0) 1 (* n (call fact (- n 1)))) decreases n"],
    );
    clauses(
        "//@ logic int g(int n) decreases n = g(n - 1);",
        &["logic integer g(integer n) = (call g (- n 1)) decreases n"],
    );
    clauses("//@ predicate p(int x) = x > 0;", &["predicate p(integer x) = (> x 0)"]);
    clauses("//@ operator plus(int x, int y) identity e;", &["operator plus identity e"]);
    clauses(
        "//@ operator first(int x, int y) = x != 0 ? x : y identity 2 - 2; use sum;",
        &["operator first = (? (!= x 0) x y) identity (- 2 2)", "use sum"],
    );
    wrong("//@ operator plus(int x, int y);", "E0201 expected `=` or `identity`, found `;` `;`");
    clauses("//@ logic real u(real x);", &["logic real u(real x)"]);
    clauses("//@ lemma one(int x): p(x) -> x != 0;", &["lemma one(integer x): (-> (call p x) (!= x 0))"]);
    clauses(
        "//@ lemma two(int a, int b): a <= b by induction on b from a + 1; trigger p(a), p(b); trigger q(a + b); use sum;",
        &[
            "lemma two(integer a, integer b): (<= a b) by induction on b from (+ a 1) trigger (call p a), (call p b) trigger (call q (+ a b))",
            "use sum",
        ],
    );
}

#[test]
fn folds_over_declared_operators() {
    clauses("//@ requires fold(plus, k, a[k], 0, n - 1) == e;", &["requires (== (fold plus k a[k] 0 (- n 1)) e)"]);
    clauses("//@ requires \\fold(plus, int k, k, lo, hi);", &["requires (fold plus k k lo hi)"]);
    // A function of the program may have that name.
    clauses("//@ requires fold(a, b);", &["requires (call fold a b)"]);
    wrong("//@ requires \\fold(plus, k);", "E0207 `\\fold` does not have the form of a fold `\\fold(plus, k)`");
}

#[test]
fn comments_of_every_form() {
    clauses("//@ requires a\n//@   && b;\n//@ ensures c;", &["requires (&& a b)", "ensures c"]);
    clauses("//@ requires a; // why: because\n//@ ensures /* not */ c;", &["requires a", "ensures c"]);
    clauses("/*@ requires a;\n  @ ensures b;\n  @*/", &["requires a", "ensures b"]);
    clauses("/*@ ghost int m; requires P; ensures Q */", &["ghost integer m", "requires P", "ensures Q"]);
    clauses(
        "/*@ requires P ensures (Q) requires (R) loop invariant S */",
        &["requires P", "ensures Q", "requires R", "invariant S"],
    );
    clauses("// requires m > 0\n//   && n == m;\n// ensures x;", &["requires (&& (> m 0) (== n m))", "ensures x"]);
    clauses("// invariant \\forall j; P;", &["invariant (forall j P)"]);
}

#[test]
fn prose_is_a_warning_and_a_wrong_plain_clause_an_error() {
    let (found, warned) = read("// requires a positive n");
    assert!(found.is_empty());
    assert_eq!(warned, ["W0201 this comment is read as prose, not as an annotation `// requires a positive n`"]);
    let (found, warned) = read("// requires n > 0; see the paper");
    assert!(found.is_empty() && warned[0].starts_with("W0201"));
    wrong("// requires n > ;", "E0201 expected an expression, found `;` `;`");
    wrong("// requires n; assert m;", "E0202 a plain comment cannot hold `assert` `assert`");
    assert!(starts_plain_clause(" requires n > 0;") && starts_plain_clause("requries n > 0;"));
    assert!(starts_plain_clause("loop invariant x") && !starts_plain_clause("ensure that it works"));
    assert!(!starts_plain_clause("i = 0;"));
}

// ── expressions ──

#[test]
fn precedence() {
    expression("a + b * c - d", "(- (+ a (* b c)) d)");
    expression("a << b + c < d", "(< (<< a (+ b c)) d)");
    expression("a < b == c < d", "(== (< a b) (< c d))");
    expression("a & b ^ c | d && e || f", "(|| (&& (| (^ (& a b) c) d) e) f)");
    expression("a == b & c", "(& (== a b) c)");
    expression("a || b ? c : d", "(? (|| a b) c d)");
    expression("a ? b : c ? d : e", "(? a b (? c d e))");
    expression("(a ? b : c) -> d", "(-> (? a b c) d)");
    expression("a -> b -> c", "(-> a (-> b c))");
    expression("a ==> b -> c", "(-> a (-> b c))");
    expression("a <-> b -> c <==> d", "(<-> (<-> a (-> b c)) d)");
    expression("-a * !b", "(* (- a) (! b))");
    expression("- -a - ~b", "(- (- (- a)) (~ b))");
    expression("a<-b", "(< a (- b))");
    expression("a<->b", "(<-> a b)");
    expression("a->b", "(-> a b)");
    expression("p[0].x->q", "(-> p[0].x q)");
    expression("(a + b) * c", "(* (+ a b) c)");
    expression("a % b / c", "(/ (% a b) c)");
    expression("a - b - c", "(- (- a b) c)");
}

#[test]
fn chains() {
    expression("0 <= i < j <= n", "[0 <= i < j <= n]");
    expression("n > i >= 0", "[n > i >= 0]");
    expression("0 <= i < n && c", "(&& [0 <= i < n] c)");
    expression("0 <= i < n == c", "(== [0 <= i < n] c)");
    expression("(a < b) < c", "(< (< a b) c)");
    wrong("//@ requires 0 < i > n;", "E0204 this chain of comparisons changes its direction `>`");
    wrong("//@ requires a == b == c;", "E0205 equalities do not form a chain `==`");
    wrong("//@ requires a == b != c;", "E0205 equalities do not form a chain `!=`");
}

#[test]
fn quantifiers() {
    expression("\\forall j. P", "(forall j P)");
    expression("\\forall j.0 <= j", "(forall j (<= 0 j))");
    expression("\\forall j; P -> Q", "(forall j (-> P Q))");
    expression("c[0 .. n] == \\old(d[1..n + 1])", "(== (range c 0 n) (old (range d 1 (+ n 1))))");
    expression("\\at(x, Pre) == \\at(x, Old) + \\at(x, Here)", "(== (old x) (+ (old x) (here x)))");
    expression("\\let x = a + 1; x > 0 -> P", "(let x (+ a 1) (-> (> x 0) P))");
    expression("\\forall j. \\let x = j; x", "(forall j (let x j x))");
    expression("forall int i, j; P && Q", "(forall i j (&& P Q))");
    expression("a && exists integer i; P || Q", "(&& a (exists i (|| P Q)))");
    expression("\\exists unsigned int i. P", "(exists i:u32 P)");
    expression("\\forall real x, float y. P", "(forall x:real y:real P)");
    expression("\\forall t : thread. x@t", "(forall t:thread (x @ t))");
    expression("\\forall t : thread, u : thread, b : block. t == u", "(forall t:thread u:thread b:block (== t u))");
    expression("\\forall bool p. p", "(forall p:bool p)");
    expression("!\\forall i. P && Q", "(! (forall i (&& P Q)))");
    expression("\\forall i. P <-> \\exists j. Q ? R : S", "(forall i (<-> P (exists j (? Q R S))))");
    expression("\\forall i [C[i]]; C[i] == 0", "(forall i {C[i]} (== C[i] 0))");
    expression("\\forall i [C[i], D[i]] [E[i]]; P", "(forall i {C[i] D[i] E[i]} P)");
    expression("forall + 1 > exists", "(> (+ forall 1) exists)");
}

#[test]
fn folds() {
    expression("sum(k, a[k], 0, n - 1) == s", "(== (Sum k a[k] 0 (- n 1)) s)");
    expression("\\prod(k, a, 0, n)", "(Prod k a 0 n)");
    expression("count(int k, a[k] > 0, 0, n)", "(Count k (> a[k] 0) 0 n)");
    expression("min_over(k, a, 0, n) + \\max_over(k, a, 0, n)", "(+ (MinOver k a 0 n) (MaxOver k a 0 n))");
    expression("sum(t : thread, x@t)", "(Sum t:thread (x @ t))");
    expression("\\count(b : block, P)", "(Count b:block P)");
    expression("\\sum(lo, hi, \\lambda integer k; a[k])", "(Sum k a[k] lo hi)");
    expression("\\product(lo, hi, \\lambda integer k; a[k])", "(Prod k a[k] lo hi)");
    expression("\\numof(lo, hi, \\lambda integer k; P)", "(Count k P lo hi)");
    expression("\\max(lo, hi, \\lambda integer k; a[k])", "(MaxOver k a[k] lo hi)");
    // Without a bound variable behind it the name is the program's.
    expression("sum + count[sum]", "(+ sum count[sum])");
    expression("sum(a, b)", "(call sum a b)");
    expression("sum(a[0], b, c, d)", "(call sum a[0] b c d)");
    wrong("//@ requires \\sum(k, a[k], 0);", "E0207 `\\sum` does not have the form of a fold `\\sum(k, a[k], 0)`");
    wrong("//@ requires \\sum;", "E0207 `\\sum` needs arguments `\\sum`");
    wrong(
        "//@ requires sum(t : thread, a, b);",
        "E0207 a fold with the wrong number of arguments `(t : thread, a, b)`",
    );
    wrong("//@ requires f(int k, a);", "E0207 a bound variable where an expression is expected `int k`");
}

#[test]
fn built_ins() {
    expression("\\min(a, b) + \\max(a, b)", "(+ (Min a b) (Max a b))");
    expression("\\abs(a) + \\pow(a, b) + \\log2(a)", "(+ (+ (Abs a) (Pow a b)) (Log2 a))");
    expression("\\is_pow2(a)", "(IsPow2 a)");
    expression("\\old(a[i]) == a[i]", "(== (old a[i]) a[i])");
    expression("\\length(A) >= n", "(>= (length A) n)");
    expression("\\active && \\active(t)", "(&& (active) (active t))");
    expression("active(t)", "(call active t)");
    expression("\\loop_count + \\loop_count_2", "(+ (loop_count 1) (loop_count 2))");
    expression("loop_count_2", "loop_count_2");
    expression("\\result == \\true", "(== (result) true)");
    wrong("//@ requires \\min(a);", "E0207 `\\min` takes 2 arguments, here is 1 `\\min(a)`");
    wrong("//@ requires \\old;", "E0207 `\\old` takes 1 argument, here is none `\\old`");
    wrong("//@ requires \\lenght(A);", "E0208 `\\lenght` is not a name of the annotation language `\\lenght`");
    assert_eq!(nearest("lenght", ["length", "log2"]), Some("length"));
    assert_eq!(loop_count_level("loop_count_3"), Some(3));
    assert_eq!(loop_count_level("loop_counter"), None);
}

#[test]
fn as_another_thread_sees_it() {
    expression("s@b[j]", "(s @ b)[j]");
    expression("blockIdx.x@t", "(blockIdx.x @ t)");
    expression("x@(t) + 1", "(+ (x @ t) 1)");
    expression("-x@t", "(- (x @ t))");
    wrong("//@ requires s[j]@b;", "E0206 `@` follows a plain name `s[j]`");
}

#[test]
fn program_text() {
    expression("(float) x", "(cast f32 x)");
    expression("(unsigned char) -x", "(cast u8 (- x))");
    expression("(T) x", "(cast T x)");
    expression("(T)(x)", "(cast T x)");
    expression("a * (T) - x", "(* a (cast T (- x)))");
    expression("(a) - x", "(- a x)");
    expression("(f)(x)", "(call f x)");
    expression("T(x) + int(y)", "(+ (make T x) (make i32 y))");
    expression("static_cast<unsigned long>(x)", "(Static u64 x)");
    expression("sizeof(float) + sizeof(T) + sizeof x", "(+ (+ (sizeof f32) (sizeof T)) (sizeof x))");
    expression("cg::f(x) + g<16, float>(y)", "(+ (call cg::f x) (call g<16,f32> y))");
    expression("a[i][j].x", "a[i][j].x");
    expression("1 + 0x1Fu + 0b11 + 017 + 1'000ull", "(+ (+ (+ (+ 1 31u) 3) 15) 1000ull)");
    expression("1.5f + .5 + 2e-3 + 1. + 0x1p4", "(+ (+ (+ (+ 1.5f32 .5f64) 2e-3f64) 1.f64) 0x1p4f64)");
    expression("'a' + '\\n'", "(+ '97' '10')");
    expression("true || false || p == nullptr", "(|| (|| true false) (== p nullptr))");
    expression("*p == &x", "(== (* p) (& x))");
    wrong("//@ requires (a) x;", "E0210 `a` is not a type, so an operator is missing after `(a)` `(a)`");
    wrong("//@ ghost unsigned float x;", "E0210 `unsigned float` is not a type `unsigned float`");
    wrong(
        "//@ requires 08 == x;",
        "E0209 `08` is not a number: one that begins with 0 is octal, without 8 and 9; write `8` `08`",
    );
    wrong("//@ requires 1x;", "E0209 `1x` is not a number `1x`");
    wrong("//@ requires 'abc' == 0;", "E0209 'abc' is not a character `'abc'`");
}

// ── errors ──

#[test]
fn errors_say_what_was_expected_and_where() {
    wrong("//@ requires n > ;", "E0201 expected an expression, found `;` `;`");
    wrong("//@ requires (n;", "E0201 expected `)` or an operator, found `;` `;`");
    wrong("//@ requires n = 1;", "E0201 expected `;` or an operator, found `=` `=`");
    wrong("//@ requires a[n;", "E0201 expected `]` or an operator, found `;` `;`");
    wrong("//@ requires n ensures m;", "E0201 expected `;`, found `ensures` ``");
    wrong("//@ ghost m;", "E0201 expected a name, found `;` `;`");
    wrong("//@ requires \\forall i + P;", "E0201 expected `,`, `.`, `:`, `;`, `[` or a name, found `+` `+`");
    wrong("//@", "E0201 an annotation without a clause `//@`");
    wrong("//@ 1;", "E0201 expected a clause, found `1` `1`");
    wrong("//@ requires i++ < n;", "E0201 expected `;` or an operator, found `++` `++`");
    wrong("//@ requires \u{2192};", "E0201 expected an expression, found `\u{2192}` `\u{2192}`");
}

#[test]
fn a_typo_in_a_clause_is_an_error_with_the_nearest_one() {
    let text = "//@ requries n;";
    wrong(text, "E0202 `requries` is not a clause `requries`");
    let (_, diagnostics) = parse_clauses(&expanded(text), 0..text.len(), AnnotationForm::Line, &|_| false);
    assert_eq!(diagnostics[0].notes, ["did you mean `requires`?"]);
    wrong("//@ loop assert x;", "E0202 `loop assert` is not a clause: `assert` does not belong to loops `loop`");
}

#[test]
fn reading_goes_on_after_an_error() {
    let (found, wrong) = read("//@ requires a > ; ensures b; requires \\forall i. ; assert \\foo; assert c;");
    assert_eq!(found, ["ensures b", "assert c"]);
    assert_eq!(wrong.len(), 3);
    let (found, wrong) = read("//@ requires \\forall i; reads > i;");
    assert_eq!((found, wrong), (vec!["requires (forall i (> reads i))".to_string()], vec![]));
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    for (open, close) in
        [("(", ")"), ("a[", "]"), ("f(", ")"), ("- ", ""), ("!", ""), ("\\forall i. ", ""), ("x ? y : ", "")]
    {
        let text = format!("//@ requires {}x{};", open.repeat(10_000), close.repeat(10_000));
        let (found, wrong) = read(&text);
        assert!(found.is_empty() && wrong.len() == 1 && wrong[0].starts_with("E0203"), "{open} {wrong:?}");
    }
    for op in ["+", "->", "<->", "&&"] {
        let text = format!("//@ requires {};", vec!["x"; 1_000].join(op));
        assert!(read(&text).1[0].starts_with("E0203"), "{op}");
    }
    let text = format!("//@ requires {}x{};", "(".repeat(36), ")".repeat(36));
    assert_eq!(read(&text).0, ["requires x"]);
    let text = format!("//@ requires {};", vec!["x"; 1_000].join(" < "));
    assert_eq!(read(&text).1, Vec::<String>::new());
}

#[test]
fn a_long_annotation_is_read_in_linear_time() {
    let text = format!("/*@ {} */", "requires \\forall i. 0 <= i < n -> a[i] == b[i] + (c * 2);\n".repeat(500));
    let (found, wrong) = read(&text);
    assert_eq!((found.len(), wrong.len()), (500, 0));
}

#[test]
fn spans_are_those_of_the_source() {
    let text = "//@ requires a\n//@   + b1 ; ensures c;";
    let (clauses, _) = parse_clauses(&expanded(text), 0..text.len(), AnnotationForm::Line, &|_| false);
    let at = |span: Span| &text[span.lo as usize..span.hi as usize];
    assert_eq!(at(clauses[0].span), "requires a\n//@   + b1");
    let ClauseKind::Requires(sum) = &clauses[0].kind else { panic!("a requires") };
    let ExprKind::Binary(_, left, right) = &sum.kind else { panic!("a sum") };
    assert_eq!((at(left.span), at(right.span), at(clauses[1].span)), ("a", "b1", "ensures c"));
}

// ── side files ──

fn side(text: &str) -> (SideFile, Vec<String>) {
    let side = parse_side_file(&mut Files::new(), "k.spec", text);
    let wrong = side.diagnostics.iter().map(|wrong| place(wrong, text)).collect();
    (side, wrong)
}

#[test]
fn side_files() {
    let (side, wrong) = side(
        "// contracts\nuse sum;\nkernel matrixMul {\n  requires n > 0; ghost int m;\n  ensures c[0] == 0;\n  loop 1 { invariant i < n; variant n - i; }\n  \
         loop 1.1 { loop invariant j; }\n  f.loop 2 { invariant k; }\n  barrier 1 { barrier_invariant x == \\other(x); }\n}\n\
         predicate p(int x) = x > 0;\nkernel ns::other { }\n",
    );
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(side.logic.iter().map(logic).collect::<Vec<_>>(), ["use sum", "predicate p(integer x) = (> x 0)"]);
    let names: Vec<&str> = side.kernels.iter().map(|kernel| kernel.name.text.as_str()).collect();
    assert_eq!(names, ["matrixMul", "ns::other"]);
    let kernel = &side.kernels[0];
    let contract: Vec<String> = kernel.contract.iter().map(clause).collect();
    assert_eq!(contract, ["requires (> n 0)", "ghost integer m", "ensures (== c[0] 0)"]);
    let loops: Vec<_> = kernel
        .loops
        .iter()
        .map(|(function, path, clauses, _)| (function.as_deref(), path.clone(), clauses.len()))
        .collect();
    assert_eq!(loops, [(None, vec![1], 2), (None, vec![1, 1], 1), (Some("f"), vec![2], 1)]);
    assert_eq!((kernel.barriers.len(), kernel.barriers[0].0, kernel.barriers[0].1.len()), (1, 1, 1));
}

#[test]
fn errors_in_side_files() {
    let only = |text: &str, expected: &str| assert_eq!(side(text).1, [expected], "{text}");
    only("requires n;", "E0211 `requires` stands in no kernel `requires n`");
    only(
        "kernel k { invariant i; }",
        "E0211 `invariant` cannot stand directly in `kernel` of a side file `invariant i`",
    );
    only("kernel k { loop 1 { requires i; } }", "E0211 `requires` cannot stand in `loop` of a side file `requires i`");
    only("kernel k { requires i > ; ensures x; }", "E0201 expected an expression, found `;` `;`");
    only("kernel k { requires i }", "E0201 expected `;` or an operator, found `}` `}`");
    only("kernel k { requires i;", "E0201 expected `}`, found the end of the file ``");
    only("kernel { }", "E0201 expected a name, found `{` `{`");
    only(
        "kernel k { loop x { invariant i; } requires j; }",
        "E0201 expected a loop's number such as `1` or `1.2`, found `x` `x`",
    );
    only("kernl k { }", "E0202 `kernl` is not a clause `kernl`");
    only("kernel k { //@ requires i;\n }", "E0214 this clause is a comment here `//@ requires i;`");
    only(
        "kernel k { // @ requires i;\n }",
        "E0214 this `requires` stands in a comment and would be lost `requires i;`",
    );
    let (read, wrong) = side("kernel a { assert x; requries y; requires z; } } kernel b { requires q; }");
    assert_eq!((read.kernels.len(), wrong.len()), (2, 3), "{wrong:?}");
    assert_eq!(read.kernels[0].contract.len() + read.kernels[1].contract.len(), 2);
}

// ── other dialects ──

#[test]
fn declaring_functions_hold_clauses_in_strings() {
    let read = |text: &str| {
        let (found, wrong) = declared_clauses(&expanded(text), 0..text.len(), &|_| false);
        let wrong: Vec<String> = wrong.iter().map(|wrong| place(wrong, text)).collect();
        (found.iter().map(clause).collect::<Vec<_>>(), wrong)
    };
    assert_eq!(read("declare_logic_param(\"int m\")").0, ["ghost integer m"]);
    assert_eq!(read("declare_precondition(\"0 <= n\", \"m\" \" > 1\")").0, ["requires (<= 0 n)", "requires (> m 1)"]);
    assert_eq!(read("declare_postcondition(\"\\\\forall i; P;\")").0, ["ensures (forall i P)"]);
    assert_eq!(read("declare_invariant(\"i == loop_count\")").0, ["invariant (== i loop_count)"]);
    assert_eq!(
        read("declare_precondition(\"n >\")").1,
        ["E0201 expected an expression, found the end of the annotation `>`"]
    );
    assert_eq!(read("declare_precondition(n)").1[0].split(' ').next(), Some("E0212"));
    assert!(is_declaring_function("declare_invariant") && !is_declaring_function("declare"));
}

/// An expression as the program's parser would make it.
fn program(text: &str) -> Expr {
    let text = format!("//@ assert {text};");
    let (mut clauses, _) = parse_clauses(&expanded(&text), 0..text.len(), AnnotationForm::Line, &|_| false);
    match clauses.pop().expect("a clause").kind {
        ClauseKind::Assert(expr) => expr,
        other => panic!("{other:?}"),
    }
}

#[test]
fn gpuverify_calls_are_clauses() {
    let read = |text: &str| gpuverify_clause(&program(text)).map(|found| clause(&found));
    assert_eq!(read("__requires(__implies(a, b))").as_deref(), Some("requires (-> a b)"));
    assert_eq!(read("__ensures(a)").as_deref(), Some("ensures a"));
    assert_eq!(read("__global_invariant(!__enabled())").as_deref(), Some("invariant (! (active))"));
    assert_eq!(read("__assert(__is_pow2(a))").as_deref(), Some("assert (|| (== a 0) (IsPow2 a))"));
    assert_eq!(read("__assume(__old_int(a) == a)").as_deref(), Some("assume (== (old a) a)"));
    assert_eq!(read("__assert(__uniform_int(a))").as_deref(), Some("assert (call __uniform_int a)"));
    assert_eq!(read("f(a)"), None);
    let comma =
        |left: Expr, right: Expr| Expr { span: left.span, kind: ExprKind::Comma(Box::new(left), Box::new(right)) };
    let guard = comma(comma(program("__invariant(a)"), program("__invariant(b)")), program("i < n"));
    let (clauses, rest) = gpuverify_guard(guard);
    assert_eq!(clauses.iter().map(clause).collect::<Vec<_>>(), ["invariant a", "invariant b"]);
    assert_eq!(show(&rest), "(< i n)");
    assert_eq!(show(&gpuverify_guard(program("i < n")).1), "(< i n)");
}

#[test]
fn hints_to_gpuverify_leave_an_invariant() {
    let left = |text: &str| {
        let (kept, hints) = without_hints(&program(text));
        (kept.as_ref().map(show), hints.len())
    };
    assert_eq!(left("__write_implies(a, i < n) && i > 0 && __uniform_int(i)"), (Some("(> i 0)".into()), 2));
    assert_eq!(left("__implies(__read(a), __read_offset_bytes(a) / 4 == i)"), (None, 1));
    assert_eq!(left("i > 0 || __no_write(a)"), (None, 1));
    assert_eq!(left("i > 0 && j > __pow(i)"), (Some("(&& (> i 0) (> j (call __pow i)))".into()), 0));
}

#[test]
fn every_code_of_this_file_is_a_severity_of_its_letter() {
    let text = "// requires prose";
    let (_, found) = parse_clauses(&expanded(text), 0..text.len(), AnnotationForm::Plain, &|_| false);
    assert_eq!(found[0].severity, Severity::Warning);
}
