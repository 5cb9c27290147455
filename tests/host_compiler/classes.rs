//! Programs with structs, references, overloads, templates and lambda expressions, by hand and at random.

use super::generate::Random;

/// What CUDA declares and a host compiler does not.
pub const VECTORS: &str = r"
struct int2 { int x, y; };
struct int3 { int x, y, z; };
struct uchar4 { unsigned char x, y, z, w; };
static int2 make_int2(int x, int y) { return {x, y}; }
static int3 make_int3(int x, int y, int z) { return {x, y, z}; }
static uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }
#define __shared__
#define __forceinline__ inline
";

/// Each defines `k`, a kernel over eight integers; everything stands in a namespace of its own.
pub const PROGRAMS: &[&str] = &[
    // Assignment reads all fields before it writes one.
    "__global__ void k(int *a) { int2 v = make_int2(a[0], a[1]); v = make_int2(v.y, v.x); a[2] = v.x; a[3] = v.y; }",
    "struct P { int x, y; }; __global__ void k(int *a) { P p = {1, 2}; P q = {3, 4}; p = q; q.x = 9; a[0] = p.x; a[1] = q.x;
       P r[3] = {{1, 2}, {3}, }; r[0] = r[1]; a[2] = r[0].x; a[3] = r[0].y; a[4] = r[2].y; }",
    // The index of a place is evaluated once, before the assignment changes what it is made of.
    "struct N { int next; int v; }; __global__ void k(int *a) { N n[4] = {{2, 10}, {3, 11}, {1, 12}, {0, 13}};
       int i = 0; N m = {i + 5, 77}; n[n[i].next] = m; a[0] = n[2].next; a[1] = n[2].v; a[2] = n[0].next;
       n[1] = n[n[1].next]; a[3] = n[1].v; a[4] = n[1].next; n[n[0].next] = n[0]; a[5] = n[2].v; a[6] = n[2].next; }",
    // Passing by value copies; references alias.
    "struct S { int v[3]; int n; }; __device__ int f(S s) { s.v[0] = 100; s.n = 5; return s.v[0] + s.v[1]; }
       __device__ void g(S &s, const int &i, int j) { s.v[i]++; s.n += j; s.v[i] *= 2; }
       __global__ void k(int *a) { S s = {{1, 2, 3}, 0}; a[0] = f(s); a[1] = s.v[0]; int i = 1; g(s, i, i); g(s, s.n, s.n); a[2] = s.v[1];
       a[3] = s.n; S t = s; t.v[2] = 50; a[4] = s.v[2]; s = t; a[5] = s.v[2]; }",
    "template <class T> __device__ void swap(T &x, T &y) { T t = x; x = y; y = t; }
       __global__ void k(int *a) { swap(a[0], a[7]); int2 p = {1, 2}, q = {3, 4}; swap(p, q); a[1] = p.x; a[2] = q.y; swap(p.x, p.y); a[3] = p.x; swap(a[4], a[4]); }",
    "__device__ void f(int &x, int i, int *a) { a[0] = 3; x += i; } __global__ void k(int *a) { f(a[a[0]], 10, a); int i = 2; int &r = a[i]; i = 5; r = 70; a[7] = i; }",
    // Overloads.
    "__device__ int f(int) { return 1; } __device__ int f(unsigned) { return 2; } __device__ int f(long long) { return 3; } __device__ int f(double) { return 4; } __device__ int f(bool) { return 5; }
       __global__ void k(int *a) { unsigned char c = 1; short s = 2; unsigned u = 3; a[0] = f(c); a[1] = f(s); a[2] = f(u); a[3] = f(5LL); a[4] = f(1.0f); a[5] = f(a[0] < 2); a[6] = f(c + s); a[7] = f('a'); }",
    "struct A { int v; }; struct B { int v; }; __device__ int f(A a) { return a.v + 1; } __device__ int f(const B &b) { return b.v + 10; } __device__ int f(int v) { return v + 100; }
       __global__ void k(int *a) { A x = {1}; B y = {2}; a[0] = f(x); a[1] = f(y); a[2] = f(3); }",
    "template <class T> __device__ int f(T x) { return sizeof(T); } __device__ int f(int x) { return 77; } template <class T> __device__ int g(T a, T b) { return sizeof(T); }
       __global__ void k(int *a) { a[0] = f(1); a[1] = f<int>(1); a[2] = f('c'); a[3] = f(1LL); a[4] = g((short)1, (short)2); a[5] = g<long long>(1, 2); unsigned char c = 3; a[6] = f(+c); a[7] = f(c); }",
    "template <class T> __device__ T zero() { return T(0); } template <> __device__ int zero<int>() { return 5; } template <> __device__ short zero<short>() { return 6; }
       template <int N> __device__ int p() { return N * p<N - 1>(); } template <> __device__ int p<0>() { return 1; }
       __global__ void k(int *a) { a[0] = zero<int>(); a[1] = zero<short>(); a[2] = (int)zero<long long>(); a[3] = zero<unsigned>(); }",
    "template <class T> struct V { static const int size = 1; T x; }; template <> struct V<char> { static const int size = 2; int x; }; template <class T> struct V<T *> { static const int size = 3; int x; };
       template <class T, int N = 4> struct Arr { T d[N]; __device__ T &operator[](int i) { return d[i]; } __device__ int n() const { return N; } };
       __global__ void k(int *a) { a[0] = V<int>::size; a[1] = V<char>::size; a[2] = V<float *>::size; Arr<int> r; r[1] = 5; r[2] = r[1]++ + 1; a[3] = r[1]; a[4] = r.d[2]; Arr<short, 2> s; s[0] = 70000; a[5] = s[0]; a[6] = s.n() + r.n(); }",
    // Operators, conversions, constructors.
    "struct C { int re, im; __device__ C(int r = 0, int i = 0) : re(r), im(i) {} __device__ C operator*(const C &o) const { return C(re * o.re - im * o.im, re * o.im + im * o.re); }
         __device__ C &operator+=(C o) { re += o.re; im += o.im; return *this; } __device__ C operator-() const { return C(-re, -im); } __device__ bool operator==(const C &o) const { return re == o.re && im == o.im; } };
       __device__ C operator+(C a, C b) { return a += b; }
       __global__ void k(int *a) { C x(1, 2), y = 3, z; z = x * y + C(1); a[0] = z.re; a[1] = z.im; x += x; x += 5; a[2] = x.re; a[3] = x.im; z = -z; a[4] = z.im; a[5] = x == x; a[6] = x == z; (x += y) += y; a[7] = x.re; }",
    "struct M { int v; __device__ operator int() const { return v * 2; } }; __device__ int f(int x) { return x + 1; } __global__ void k(int *a) { M m = {4}; int i = m; a[0] = i; a[1] = m + 1; a[2] = f(m); a[3] = m ? 5 : 6; a[4] = a[m - 5]; }",
    "struct It { int *p; int i; __device__ It(int *q) : p(q), i(0) {} __device__ It &operator++() { ++i; return *this; } __device__ It operator++(int) { It old = *this; i += 1; return old; } __device__ int &operator*() { return p[i]; } };
       __global__ void k(int *a) { It it(a); ++it; *it = 50; it++; *it += 1; a[7] = (it++).i; a[6] = it.i; }",
    "struct B { int x; __device__ int get() const { return x + off(); } __device__ int off() const { return 100; } __device__ void set(int v) { x = v; } }; struct D : B { int y; __device__ int both() { set(x + 1); return get() + y; } };
       __device__ int f(const B &b) { return b.x; } __global__ void k(int *a) { D d; d.x = 3; d.y = 7; a[0] = d.both(); a[1] = d.get(); a[2] = f(d); a[3] = d.B::x; }",
    "struct G { int a = 4; int b{5}; int2 c = {6, 7}; }; struct H { G g; int d; }; __global__ void k(int *a) { G g; a[0] = g.a + g.b + g.c.y; H h = {{1}, 2}; a[1] = h.g.a; a[2] = h.g.b; a[3] = h.d; H z = {}; a[4] = z.g.c.x + z.d; G m{8, 9}; a[5] = m.b + m.c.x; }",
    "struct X { int v; __device__ int &at() { return v; } __device__ int at() const { return -v; } }; __device__ int g(const X &x) { return x.at(); } __global__ void k(int *a) { X x = {3}; x.at() = 8; a[0] = x.v; a[1] = g(x); a[2] = x.at(); const X y = {5}; a[3] = y.at(); }",
    // Integers in fields are of the field's width.
    "struct W { unsigned char c; short s; unsigned u; bool b; }; __global__ void k(int *a) { W w = {0, 0, 0, 0}; w.c = (unsigned char)(a[7] * 100); w.c += 1; w.s = (short)70000; w.u = 0u - 1; w.b = 5; a[0] = w.c; a[1] = w.s; a[2] = w.u > 5; a[3] = w.b; a[4] = w.c << 4; a[5] = -w.c; }",
    "__global__ void k(int *a) { uchar4 c = make_uchar4(250, 10, 3, 4); c.x += 10; c.y = c.x - c.y; a[0] = c.x; a[1] = c.y; a[2] = c.x * c.z - 300; uchar4 d = c; d.w++; a[3] = c.w; a[4] = d.w; a[5] = (int)sizeof(uchar4) + (int)sizeof(int3) + (int)sizeof(d.x); }",
    // Enumerations, namespaces, defaults.
    "enum Color { RED, GREEN = 5, BLUE }; enum class Op : int { Add = 1, Mul }; namespace n { __device__ int f(int x) { return x + 1; } namespace m { __device__ int g() { return f(1); } } } __device__ int f(int x) { return x + 50; }
       template <Op O> __device__ int apply(int x, int y) { if constexpr (O == Op::Add) return x + y; else return x * y; }
       __device__ int d(int x, int y = 3, int z = 1 + 1) { return x * 100 + y * 10 + z; } using namespace n;
       __global__ void k(int *a) { a[0] = BLUE; a[1] = apply<Op::Add>(3, 4); a[2] = apply<Op::Mul>(3, 4); a[3] = d(1); a[4] = d(1, 2); a[5] = n::m::g(); a[6] = n::f(1); Color c = GREEN; a[7] = c + RED; }",
    // Function objects and lambda expressions.
    "struct Add { __device__ int operator()(int x, int y) const { return x + y; } }; struct Scale { int s; __device__ int operator()(int x, int y) const { return s * (x + y); } };
       template <class F> __device__ int fold(const int *p, int n, F f) { int r = p[0]; for (int i = 1; i < n; i++) r = f(r, p[i]); return r; }
       __global__ void k(int *a) { int s = fold(a, 4, Add()); Scale sc = {2}; int t = fold(a, 3, sc); int u = fold(a, 3, [](int x, int y) { return x * y; }); int z = 7; auto g = [=](int x) { return x + z; }; z = 9; int v = g(1); auto h = [&](int x) { return x + z; }; z = 20; a[0] = s; a[1] = t; a[2] = u; a[3] = v; a[4] = h(1); }",
    "template <class F> __device__ void each(int n, F f) { for (int i = 0; i < n; ++i) f(i); } __global__ void k(int *a) { int sum = 0; each(3, [&](int i) { sum += a[i]; a[i] = sum; }); a[7] = sum; auto twice = [](auto v) { return v + v; }; a[6] = twice(4); }",
    // Returns from the middle, records by several ways.
    "struct R { int q, r; }; __device__ R div(int x, int y) { R s; if (y == 0) return {0, -1}; s.q = x / y; s.r = x % y; return s; } __device__ int2 pick(bool b, int2 x, int2 y) { return b ? x : y; } __device__ R &low(R &x, R &y) { return x.q < y.q ? x : y; }
       __global__ void k(int *a) { R x = div(17, 5), y = div(1, 0); a[0] = x.q; a[1] = x.r; a[2] = y.r; a[3] = div(9, 4).r; int2 p = pick(a[0] > 2, make_int2(1, 2), make_int2(3, 4)); a[4] = p.y; int2 c = a[0] > 100 ? p : make_int2(8, 9); a[5] = c.x; }",
    // Pointers in structs, pointers to structs, pointers to fields.
    "struct View { int *p; int n; __device__ int &operator()(int i) { return p[i]; } __device__ View tail() const { View v; v.p = p + 1; v.n = n - 1; return v; } };
       __device__ void bump(int *p) { *p += 1000; } __global__ void k(int *a) { View v = {a, 8}; v(0) = 11; View t = v.tail(); t(0) = 22; t.p += 2; *t.p = 33; a[7] = t.n; int2 s[2] = {{1, 2}, {3, 4}}; int2 *q = s; q++; q->x = 60; (*q).y += q[-1].x; bump(&s[1].x); a[4] = s[1].x; a[5] = s[1].y; int2 *e = &s[0]; e->y = 5; a[6] = s[0].y; }",
    "struct Node { int2 pos; int id[2]; }; __device__ int sum(const Node *n, int c) { int s = 0; for (int i = 0; i < c; i++) s += n[i].pos.x * 10 + n[i].id[1]; return s; } __global__ void k(int *a) { Node n[2]; for (int i = 0; i < 2; i++) { n[i].pos = make_int2(i, i + 1); n[i].id[0] = a[i]; n[i].id[1] = n[i].id[0] * 2; } Node &r = n[1]; r.pos.x = 5; Node c = n[0]; n[0].id[1] = 0; a[0] = sum(n, 2); a[1] = c.id[1]; const int2 &p = n[1].pos; n[1].pos.y = 44; a[2] = p.y; int *w = n[1].id; w[0] = 9; a[3] = n[1].id[0]; }",
    "using Int = int; typedef struct T_ { Int x; struct { int y; }; } T0; template <class T> using Vec = T; template <typename T = int> struct Box { using value_type = T; value_type v; }; __global__ void k(int *a) { Box<> b = {4}; Vec<int> i = b.v; typename Box<short>::value_type s = (short)65537; a[0] = i; a[1] = s; static_assert(sizeof(int) == 4, \"\"); constexpr int N = 3; int t[N] = {1}; a[2] = t[0] + t[2]; const int w[2][2] = {{1, 2}, {3, 4}}; a[3] = w[1][0]; }",
];

/// A random program over structs, references and operators; `at` tells its names from those of others.
pub fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "struct V { int x; short y; unsigned char z; };\n\
         __device__ V mk(int x, int y, int z) { V v; v.x = x & 1023; v.y = (short)y; v.z = (unsigned char)z; return v; }\n\
         __device__ V operator+(V a, const V &b) { a.x += b.y; a.y = (short)(a.y + b.x); a.z += b.z; a.x &= 1023; return a; }\n\
         __device__ V &operator-=(V &a, V b) { a.x -= b.x; a.y = (short)(a.y ^ b.y); b.z = 0; a.x &= 1023; return a; }\n\
         __device__ void mix(V &a, V &b, int &i) { int t = a.x; a.x = b.y; b.y = (short)t; i = (i + 1) & 3; a.z++; }\n\
         __device__ int key(const V &v) { return (v.x + v.y * 3 + v.z) & 255; }\n\
         __global__ void k(int *a) {\n  int i = 1;\n  V s = mk(a[0], a[1], a[2]), t = {3, 4, 5}, g[4] = {{1, 2, 3}, {4}, {5, 6}};\n  g[3] = t;\n",
    );
    let object = |random: &mut Random| {
        let all = ["s", "t", "g[0]", "g[i]", "g[key(s) & 3]", "g[g[i].x & 3]", "g[(i + 1) & 3]"];
        all[random.below(all.len())]
    };
    for _ in 0..12 {
        let (p, q, r) = (object(random), object(random), object(random));
        text.push_str(&match random.below(9) {
            0 => format!("  {p} = {q};\n"),
            1 => format!("  {p} = {q} + {r};\n"),
            2 => format!("  {p} -= {q};\n"),
            3 => format!("  {{ V &u = {p}; V w = u; u.y += 2; u = w + u; i = w.z & 3; u.x = i; }}\n"),
            4 => format!("  {p} = {{{q}.y, {p}.y, {r}.z}};\n"),
            5 => format!("  {p} = key({q}) > 60 ? {q} : {r};\n"),
            6 => format!("  {{ V *u = &{p}; u->x = key(*u); u->z += 250; i = u->z & 3; u->y--; }}\n"),
            7 => format!("  if (key({p}) & 1) {p} = mk({q}.y, {r}.x, i); else i = key({q}) & 3;\n"),
            _ => "  mix(s, t, i);\n".to_string(),
        });
    }
    text.push_str(
        "  a[0] = key(s); a[1] = key(t); for (int j = 0; j < 4; j++) a[2 + j] = key(g[j]); a[6] = i; a[7] = s.x;\n}\n",
    );
    text
}
