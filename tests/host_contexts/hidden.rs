//! Ways in which a value changes that are easily overlooked. Each program launches `kernel<0>` with two blocks of 32.

/// A name, what stands at file level, and the body of `main` up to the launch with `blocks` blocks.
pub const PROGRAMS: &[(&str, &str, &str)] = &[
    ("a capture by reference", "", "int blocks = 1; auto f = [&] { blocks = 2; }; f();"),
    ("an initialised capture", "", "int blocks = 1; auto f = [p = &blocks] { *p = 2; }; f();"),
    ("a lambda for an algorithm", "int blocks = 1;", "int v[1]; std::for_each(v, v + 1, [](int &) { blocks = 2; });"),
    ("an array by pointer", "void up(int *x) { x[0] = 2; }", "int a[2] = {1, 1}; up(a); int blocks = a[0];"),
    (
        "an element by reference",
        "void up(int &x) { x = 2; }",
        "int a[2] = {1, 1}, i = rand() % 1; up(a[i]); int blocks = a[0];",
    ),
    ("a reference to one of two", "", "int blocks = 1, v = 1; int &r = argc ? blocks : v; r = 2;"),
    ("a member by pointer", "struct P { int n; };", "P p; P *q = &p; p.n = 1; q->n = 2; int blocks = p.n;"),
    ("a pointer to a pointer", "", "int blocks = 1; int *p = &blocks; int **q = &p; **q = 2;"),
    ("a function of elsewhere", "void change(int &n);", "int blocks = 1; change(blocks);"),
    ("a variable that elsewhere changes", "int blocks = 1; void change();", "change();"),
    ("a name like CUDA's", "int blocks = 1; void cudaChange();", "cudaChange();"),
    ("a name with a prefix", "void global_init(int &n);", "int blocks = 1; global_init(blocks);"),
    (
        "a comparison that is given",
        "int blocks = 1; int order(const void *, const void *) { blocks = 2; return 0; }",
        "int v[2]; qsort(v, 2, 4, order);",
    ),
    (
        "a callback",
        "int blocks = 1; void back(void *) { blocks = 2; } void later(void (*)(void *));",
        "later(back); cudaDeviceSynchronize();",
    ),
    ("a constructor", "int blocks = 1; struct C { C() { blocks = 2; } };", "C c;"),
    ("a destructor", "int blocks = 1; struct D { ~D() { blocks = 2; } };", "{ D d; }"),
    (
        "the destructor of a function's object",
        "int blocks = 1; struct D { ~D() { blocks = 2; } }; void f() { D d; return; }",
        "f();",
    ),
    ("an object of the file", "int blocks = 1; struct C { C() { blocks = 2; } }; C c;", ""),
    ("a constructor by new", "int blocks = 1; struct C { C() { blocks = 2; } };", "C *c = new C();"),
    ("a stream by pointer", "", "int blocks = 1; int *p = &blocks; std::cin >> *p;"),
    ("an archive", "struct Archive; extern Archive &archive;", "int blocks = 1; archive & blocks;"),
    ("a structured binding", "struct P { int n, m; };", "P p; p.n = 1; auto &[a, b] = p; a = 2; int blocks = p.n;"),
    (
        "a static constant",
        "int first(int n) { static const int kept = n; return kept; }",
        "first(2); int blocks = first(1);",
    ),
    ("a static variable", "int next() { static int n = 0; n++; return n; }", "next(); int blocks = next();"),
    ("a default argument", "int n = 2; int f(int k = n) { return k; }", "int n = 1; int blocks = f(); n++;"),
    ("the type of a minimum", "", "int m = -1; unsigned u = 5; int blocks = std::min<int>(m, u) + 3;"),
    ("a type of the function", "typedef int Small;", "typedef unsigned char Small; int big = 258; Small blocks = big;"),
    (
        "a type of the template",
        "typedef int T; template <typename T> int f(int n) { T t = n; return t; }",
        "int blocks = f<unsigned char>(258);",
    ),
    (
        "another function of the name",
        "namespace a { int f(int) { return 1; } } namespace b { int f(int); }",
        "int blocks = b::f(0);",
    ),
    (
        "a member of another class",
        "struct S { int n; void set(int); }; struct R { void set(int); }; void R::set(int) {} ",
        "S s; s.n = 1; s.set(2); int blocks = s.n;",
    ),
    ("recursion", "int f(int n) { if (n > 1) return f(n - 1); return n + 1; }", "int blocks = f(5);"),
    ("a jump", "", "int blocks = 1; if (argc > 0) goto two; if (0) { two: blocks = 2; }"),
    ("a label in a block", "", "int blocks = 1; switch (argc) { case 9: { blocks = 1; default: blocks = 2; } }"),
    (
        "an exception",
        "void may_throw();",
        "int blocks = 1; try { blocks = 2; may_throw(); blocks = 3; } catch (...) { }",
    ),
    (
        "a loop that ends early",
        "",
        "int blocks = 1; for (int i = 0; i < 9; i++) { if (i == 1) { blocks = 2; break; } }",
    ),
    ("a step by way of a pointer", "", "int blocks = 0; int *p = &blocks; for (int i = 0; i < 2; i++) ++*p;"),
    ("wrap-around", "", "unsigned n = 1; unsigned m = n - 2; int blocks = m > 5 ? 2 : 1;"),
    ("a quotient that wraps", "", "unsigned n = 4294967295u; unsigned blocks = (n + 513) / 256;"),
    ("memory that is copied", "", "int blocks = 1, two = 2; memcpy(&blocks, &two, sizeof(int));"),
    ("a union", "union U { int a; int b; };", "U u; u.a = 1; u.b = 2; int blocks = u.a;"),
    (
        "an alias of an object",
        "struct P { int n; }; void f(P &a, P &b) { a.n = 1; b.n = 2; }",
        "P p; f(p, p); int blocks = p.n;",
    ),
    ("a pointer to one of two", "", "int blocks = 1, v = 1; int *p = argc ? &blocks : &v; *p = 2;"),
    (
        "a pointer that moves",
        "",
        "int blocks = 1, v = 1; int *p = &v; for (int i = 0; i < 2; i++) { *p = 2; p = &blocks; }",
    ),
    ("a reference that a function gives", "int &same(int &x) { return x; }", "int blocks = 1; same(blocks) = 2;"),
    ("a variable by a reference", "static int blocks = 1; int &get() { return blocks; }", "get() = 2;"),
    ("addresses in an array", "", "int blocks = 1; int *a[2] = {&blocks, nullptr}; *a[argc > 5] = 2;"),
    ("addresses in lists", "", "int blocks = 1; int *a[1][1] = {{&blocks}}; **a[argc > 5] = 2;"),
    ("an address as a number", "", "int blocks = 1; unsigned long a = (unsigned long)&blocks; *(int *)a = 2;"),
    (
        "a reference that is kept",
        "struct Options { void add(int &n); void parse(); };",
        "Options o; int blocks = 1; o.add(blocks); o.parse();",
    ),
    (
        "a pointer in what is passed",
        "struct P { int *q; }; void fill(P *p);",
        "int blocks = 1; P p; p.q = &blocks; fill(&p);",
    ),
    (
        "a pointer that is stored later",
        "struct P { int *q; }; void keep(P *p); void use();",
        "P p; keep(&p); int blocks = 1; p.q = &blocks; use();",
    ),
    ("a copy of a pointer", "", "int blocks = 1; int *p = &blocks; auto f = [p] { *p = 2; }; f();"),
    (
        "a static that a callback changes",
        "static int blocks = 1; static void back() { blocks = 2; } void later(void (*)());",
        "later(back);",
    ),
    ("a static that a lambda changes", "static int blocks = 1;", "auto f = [] { blocks = 2; }; f();"),
    ("a static that a class changes", "static int blocks = 1; struct C { void go() { blocks = 2; } };", "C c; c.go();"),
    (
        "a static that a local class changes",
        "static int blocks = 1;",
        "struct C { void go() { blocks = 2; } }; C c; c.go();",
    ),
    ("a static of two names", "static int blocks = 1; static int &other = blocks; void f();", "other = 2; f();"),
    (
        "a static that a thread changes",
        "#include <thread>\nstatic int blocks = 1; static void run() { blocks = 2; }",
        "std::thread t(run); t.join();",
    ),
    (
        "a static that changes before main",
        "static int blocks = 1; struct C { C() { blocks = 2; } }; static C c; void f();",
        "f();",
    ),
    (
        "a static that a macro changes",
        "static int blocks = 1; void f(void (*)());\n#define SET(x) void x() { blocks = 2; }\nSET(one)",
        "f(one);",
    ),
    (
        "a static that a template changes",
        "static int blocks = 1; template <typename T> void set(T value) { blocks = value; } void f(void (*)(int));",
        "f(set<int>);",
    ),
    (
        "a static that a returned value changes",
        "static int blocks = 1; int back() { return blocks = 2; } void f(int (*)());",
        "f(back);",
    ),
    (
        "a name of one size",
        "dim3 grid(1); void change() { grid.x = 2; } void (*f)() = change;",
        "f(); int blocks = grid.x;",
    ),
];

/// The whole program.
pub fn program((_, before, body): &(&str, &str, &str)) -> String {
    format!(
        "#include <algorithm>\n#include <cstdlib>\n#include <cstring>\n#include <iostream>\n\
         template <int NUMBER> __global__ void kernel(int a, int b, int c) {{}}\n{before}\n\
         int main(int argc, char **argv) {{\n{body}\nkernel<0><<<blocks, 32>>>(0, 0, 0);\nreturn 0;\n}}\n"
    )
}
