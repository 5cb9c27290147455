//! Every form of expression with its sort, every speaker, every error: annotation in, IR as text out.

use crate::base::{Config, FileId};
use crate::cpp::{Base, Entity, Pointer, table::Table, types, value};
use crate::kernel::ir::{Array, Conversion, FoldKind, LoopId, LoopInfo, Quantifier};
use crate::lower::names::globals;
use crate::syntax::{
    spec::parse_clauses,
    tokens::expanded::{AnnotationForm, Expanded},
    tree::{Clause, File, Item, LogicItem},
};

use super::{Place, check, clause, *};

fn parsed(text: &str) -> Vec<Clause> {
    let mut source = Expanded::default();
    source.push_verbatim(text, Span::new(FileId(0), 0, text.len()));
    let (clauses, wrong) = parse_clauses(&source, 0..text.len(), AnnotationForm::Line, &|name| name == "T");
    assert!(wrong.is_empty(), "{text}: {wrong:?}");
    clauses
}

/// Definitions of the file, by the tests that need them.
const LOGIC: &str = "//@ predicate pos(int x) = x > 0; logic int twice(int x) = x + x; logic real halved(real x) = x / 2;
//@ predicate sorted(int a[], int n) = \\forall i. 0 < i < n -> a[i - 1] <= a[i];
//@ logic int loop(int n) = loop(n - 1); logic int fact(int n) = n <= 0 ? 1 : n * fact(n - 1) decreases n;
//@ logic int opaque(int n); predicate first(thread t) = threadIdx.x@t == 0;
//@ logic int many(int x) = x + x + x + x + x + x + x + x; logic int more(int x) = many(many(many(many(many(many(x))))));";

struct Result {
    clauses: Vec<(String, Speaker)>,
    wrong: Vec<String>,
    unsupported: Vec<String>,
    lengths: Vec<String>,
}

fn array(name: &str, element: Type, space: Space, extents: Vec<Option<Expr>>) -> Array {
    Array::new(name, element, space, extents, Span::default())
}

/// A kernel with every kind of name in scope; `loops` loops are around the place.
fn resolve(place: Place, loops: usize, text: &str) -> Result {
    let logic: Vec<LogicItem> = parsed(LOGIC)
        .into_iter()
        .filter_map(|clause| match clause.kind {
            ClauseKind::Logic(item) => Some(item),
            _ => None,
        })
        .collect();
    let file = File { items: logic.into_iter().map(Item::Logic).collect(), ..File::default() };
    let table = Table::new(&file, &[]);
    let config = Config::default();
    let at = Span::default();
    let mut env = Env::new(&table, &config, "k", at);
    let float = Type::Float { bits: 32 };
    let sixteen = || Some(value::int(16, Type::INT, at));
    let scalars = [
        ("n", Type::INT, LocalRole::Param),
        ("p", Type::INT, LocalRole::Param),
        ("g", Type::Integer, LocalRole::Ghost),
        ("i", Type::INT, LocalRole::Variable),
        ("u", Type::UINT, LocalRole::Variable),
        ("c", Type::Int { signed: true, bits: 8 }, LocalRole::Variable),
        ("x", float, LocalRole::Variable),
        ("d", Type::Float { bits: 64 }, LocalRole::Variable),
        ("flag", Type::Bool, LocalRole::Variable),
    ];
    for (name, ty, role) in scalars {
        let id = env.new_local(name, ty, role, at);
        if name == "n" {
            env.variables.stable.insert(id);
        }
        env.declare(name, Entity::Local(id));
    }
    let arrays = [
        array("A", float, Space::Global, vec![None]),
        array("B", Type::INT, Space::Global, vec![None]),
        array("M", Type::INT, Space::Global, vec![None, sixteen()]),
        array("s", Type::INT, Space::Shared, vec![sixteen()]),
        array("one", Type::INT, Space::Shared, vec![]),
        array("loc", Type::INT, Space::Private, vec![sixteen()]),
        array("g0", float, Space::Ghost, vec![None]),
    ];
    for data in arrays {
        let name = data.name.clone();
        let id = env.new_array(data);
        env.declare(&name, Entity::Array(id));
        if name == "B" {
            let offset = globals::entity_of_text(&mut env, "i").and_then(|entity| match entity {
                Entity::Local(id) => Some(env.read_local(id, at)),
                _ => None,
            });
            let pointer =
                Pointer { base: Base::Array(id), prefix: Vec::new(), offset, to_const: false, is_void: false };
            env.declare("ptr", Entity::Pointer(pointer));
        }
    }
    env.declare("bad", Entity::Unsupported("texture `bad`".into()));
    for _ in 0..loops {
        env.nesting.loops.push(LoopId(env.kernel.loops.len() as u32));
        env.kernel.loops.push(LoopInfo { path: vec![1], function: None, span: at });
    }
    let mut clauses = Vec::new();
    for parsed in &parsed(&format!("//@ {text}")) {
        match &parsed.kind {
            ClauseKind::Assert(e) => {
                if let Ok(found) = clause(&mut env, place, e, parsed.span) {
                    clauses.push((show(&env, &found.expr), found.speaker));
                }
            }
            _ => check(&mut env, parsed),
        }
    }
    let wrong = env.kernel.diagnostics.iter().map(|wrong| {
        let notes: Vec<String> = wrong.notes.iter().map(|note| format!(" ({note})")).collect();
        format!("{} {}{}", wrong.code, wrong.message, notes.concat())
    });
    Result {
        clauses,
        wrong: wrong.collect(),
        unsupported: env.kernel.unsupported.iter().map(|entry| entry.construct.clone()).collect(),
        lengths: env.kernel.arrays.iter().filter(|data| data.length_used).map(|data| data.name.clone()).collect(),
    }
}

fn show(env: &Env, e: &Expr) -> String {
    let all = |es: &[Expr]| es.iter().map(|e| show(env, e)).collect::<Vec<_>>().join(" ");
    let bound = |id: &ir::BoundId| env.kernel.bound[id.index()].name.clone();
    match &*e.kind {
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Int(value) => format!("{value}{}", if e.ty == Type::Integer { "" } else { "'" }),
        ExprKind::Real(value) => format!("{value}{}", suffix(e.ty)),
        ExprKind::Local(id) => env.kernel.locals[id.index()].name.clone(),
        ExprKind::Builtin(builtin) => format!("{builtin:?}"),
        ExprKind::Read { array, index } => format!("{}[{}]", env.kernel.arrays[array.index()].name, all(index)),
        ExprKind::Unary(op, a) => format!("({op:?} {})", show(env, a)),
        ExprKind::Binary(op, a, b) => {
            assert!(op == &ir::Binary::Pow || a.ty == b.ty, "{op:?} {:?} {:?}", a.ty, b.ty);
            format!("({op:?}{} {} {})", suffix(a.ty), show(env, a), show(env, b))
        }
        ExprKind::Conditional(c, a, b) => format!("(? {} {} {})", show(env, c), show(env, a), show(env, b)),
        ExprKind::Convert(Conversion::Explicit, a) if e.ty == Type::Integer && a.ty != Type::Bool => {
            assert!(a.ty.is_integral());
            show(env, a)
        }
        ExprKind::Convert(_, a) => format!("(to {} {})", types::type_name(e.ty), show(env, a)),
        ExprKind::Math(name, args) => format!("({name} {})", all(args)),
        ExprKind::Logic(name, args) => format!("({name}! {})", all(args)),
        ExprKind::Bound(id) => bound(id),
        ExprKind::Quantified(quantifier, ids, body) => {
            let word = if *quantifier == Quantifier::Forall { "forall" } else { "exists" };
            let names: Vec<String> =
                ids.iter().map(|id| format!("{}{}", bound(id), sort_suffix(env.kernel.bound[id.index()].ty))).collect();
            format!("({word} {} {})", names.join(" "), show(env, body))
        }
        ExprKind::Fold { kind, var, body, lo, hi } => {
            format!("({} {} {} {} {})", fold(*kind), bound(var), show(env, body), show(env, lo), show(env, hi))
        }
        ExprKind::FoldThreads { kind, var, body } => format!("({} {} {})", fold(*kind), bound(var), show(env, body)),
        ExprKind::At(a, t) => format!("({} @ {})", show(env, a), show(env, t)),
        ExprKind::Old(a) => format!("(old {})", show(env, a)),
        ExprKind::LoopCount(id) => format!("count{}", id.0),
        ExprKind::Active(None) => "active".into(),
        ExprKind::Active(Some(t)) => format!("(active {})", show(env, t)),
        ExprKind::Length(array) => format!("(length {})", env.kernel.arrays[array.index()].name),
    }
}

fn fold(kind: FoldKind) -> String {
    format!("{kind:?}").to_lowercase()
}

fn suffix(ty: Type) -> String {
    match ty {
        Type::Float { bits } => format!(".{bits}"),
        Type::Real => ".r".into(),
        Type::Int { signed: true, bits } => format!(".i{bits}"),
        Type::Int { signed: false, bits } => format!(".u{bits}"),
        Type::Bool | Type::Integer | Type::Thread | Type::Block => String::new(),
    }
}

fn sort_suffix(ty: Type) -> &'static str {
    match ty {
        Type::Real => ":real",
        Type::Thread => ":thread",
        Type::Block => ":block",
        Type::Bool => ":bool",
        Type::Int { .. } | Type::Float { .. } | Type::Integer => "",
    }
}

/// An assertion inside two loops, and what it becomes.
#[track_caller]
fn assert_is(text: &str, expected: &str) {
    let found = resolve(Place::Assert, 2, &format!("assert {text};"));
    assert!(
        found.wrong.is_empty() && found.unsupported.is_empty(),
        "{text}: {:?} {:?}",
        found.wrong,
        found.unsupported
    );
    assert_eq!(found.clauses[0].0, expected, "{text}");
}

#[track_caller]
fn assert_speaks(text: &str, expected: Speaker) {
    let found = resolve(Place::Assert, 2, &format!("assert {text};"));
    assert!(
        found.wrong.is_empty() && found.unsupported.is_empty(),
        "{text}: {:?} {:?}",
        found.wrong,
        found.unsupported
    );
    assert_eq!(found.clauses[0].1, expected, "{text}");
}

#[track_caller]
fn wrong_at(place: Place, text: &str, expected: &str) {
    let found = resolve(place, 1, &format!("assert {text};"));
    assert_eq!(found.wrong, [expected], "{text}");
    assert!(found.clauses.is_empty(), "{text}");
}

#[track_caller]
fn wrong(text: &str, expected: &str) {
    wrong_at(Place::Assert, text, expected);
}

#[track_caller]
fn unsupported(text: &str, expected: &str) {
    let found = resolve(Place::Assert, 1, &format!("assert {text};"));
    assert_eq!((found.unsupported, found.wrong), (vec![expected.to_string()], vec![]), "{text}");
    assert!(found.clauses.is_empty(), "{text}");
}

#[test]
fn integers_are_mathematical() {
    assert_is("u - 1 < i * c", "(Lt (Sub u 1) (Mul i c))");
    assert_is("i", "(Ne i 0)");
    assert_is("!i && flag", "(And (Not (Ne i 0)) flag)");
    assert_is("i / 2 % n >= -1", "(Ge (Rem (Div i 2) n) -1)");
    assert_is("i << 40 == u >> 2", "(Eq (Shl i 40) (Shr u 2))");
    assert_is("flag == 1", "(Eq (to integer flag) 1)");
    assert_is("flag == (i > 0)", "(Eq flag (Gt i 0))");
    assert_is("(flag ? i : g) != 0", "(Ne (? flag i g) 0)");
    assert_is("(flag ? true : i < g) <-> flag", "(Iff (? flag true (Lt i g)) flag)");
    assert_is("i -> u || n", "(Implies (Ne i 0) (Or (Ne u 0) (Ne n 0)))");
    assert_is("+i == 'a'", "(Eq i 97)");
    assert_is("sizeof(float) == 4", "(Eq 4 4)");
    assert_is("0 <= i < n <= g", "(And (And (Le 0 i) (Lt i n)) (Le n g))");
}

#[test]
fn bit_operations_keep_the_width_of_machine_integers() {
    assert_is("(i & 1) == 0", "(Eq (BitAnd.i32 i 1') 0)");
    assert_is("(u | i) == 0", "(Eq (BitOr.u32 u (to unsigned int i)) 0)");
    assert_is("(c ^ c) == 0", "(Eq (BitXor.i32 (to int c) (to int c)) 0)");
    assert_is("~u == 0", "(Eq (BitNot u) 0)");
    assert_is("(g & 1) == 0", "(Eq (BitAnd g 1) 0)");
    assert_is("((i + 1) & i) == 0", "(Eq (BitAnd (Add i 1) i) 0)");
    assert_is("(u & 4294967296) == 0", "(Eq (BitAnd u 4294967296) 0)");
    assert_is("flag & (i > 0)", "(BitAnd flag (Gt i 0))");
}

#[test]
fn integers_meet_reals() {
    assert_is("x == 0", "(Eq.32 x 0.32)");
    assert_is("x + i < d", "(Lt.64 (to double (Add.32 x (to float i))) d)");
    assert_is("A[0] == 0.5f", "(Eq.32 A[0] 1/2.32)");
    assert_is("-0.5 < d", "(Lt.64 -1/2.64 d)");
    assert_is("\\forall real y. y < x", "(forall y:real (Lt.r y (to real x)))");
    assert_is("\\exists real y. y == 2 && y != 0.25", "(exists y:real (And (Eq.r y 2.r) (Ne.r y 1/4.r)))");
    assert_is("sqrtf(x) > 1", "(Gt.32 (sqrt x) 1.32)");
    assert_is("pow(d, 2.0) > fabs(d)", "(Gt.64 (pow d 2.64) (Abs d))");
    assert_is("fminf(x, 1) <= fmax(x, d)", "(Le.64 (to double (Min.32 x 1.32)) (Max.64 (to double x) d))");
    assert_is("floor(d) <= ceil(d)", "(Le.64 (Floor d) (Ceil d))");
}

#[test]
fn casts_are_those_of_the_program() {
    assert_is("(unsigned) i == 3", "(Eq (to unsigned int i) 3)");
    assert_is("(unsigned char) 300 == 44", "(Eq 44 44)");
    assert_is("(int) x == 3", "(Eq (to int x) 3)");
    assert_is("(float) i == x", "(Eq.32 (to float i) x)");
    assert_is("float(i) == x", "(Eq.32 (to float i) x)");
    assert_is("(bool) x", "(Ne.32 x 0.32)");
    assert_is("(bool) i", "(Ne i 0)");
    assert_is("(real) i == 1", "(Eq.r (to real i) 1.r)");
    assert_is("(integer) u == 1", "(Eq u 1)");
}

#[test]
fn quantifiers_and_folds() {
    assert_is("\\forall int j, k. j < k", "(forall j k (Lt j k))");
    assert_is("\\forall j [A[j]]; A[j] == 0", "(forall j (Eq.32 A[j] 0.32))");
    assert_is("\\forall bool q. q || !q", "(forall q:bool (Or q (Not q)))");
    assert_is("\\forall j. j == j", "(forall j (Eq j j))");
    assert_is("sum(k, A[k], 0, n - 1) == x", "(Eq.32 (sum k A[k] 0 (Sub n 1)) x)");
    assert_is("\\prod(k, B[k] + k, 1, n) == 1", "(Eq (prod k (Add B[k] k) 1 n) 1)");
    assert_is("count(k, B[k], 0, n) == 1", "(Eq (count k (Ne B[k] 0) 0 n) 1)");
    assert_is(
        "min_over(k, A[k], 0, n) <= max_over(k, A[k], 0, n)",
        "(Le.32 (minover k A[k] 0 n) (maxover k A[k] 0 n))",
    );
    assert_is("sum(t : thread, i@t) == 0", "(Eq (sum t (i @ t)) 0)");
    assert_is("\\count(b : block, s@b[0] > 0) == 0", "(Eq (count b (Gt (s[0] @ b) 0)) 0)");
    // The bounds are outside the bound variable's scope.
    let found = resolve(Place::Assert, 2, "assert sum(i, B[i], i, i) == 0;");
    assert_eq!(found.clauses[0].0, "(Eq (sum i B[i] i i) 0)");
    assert_eq!(found.wrong, ["W0404 `i` is a new variable here, not the `i` of the program (give it another name)"]);
}

#[test]
fn functions_of_the_language() {
    assert_is("\\min(i, u) < \\max(x, 1)", "(Lt.32 (to float (Min i u)) (Max.32 x 1.32))");
    assert_is("min(i, 3) < max(i, 4) + abs(i)", "(Lt (Min i 3) (Add (Max i 4) (Abs i)))");
    assert_is("\\abs(x) == \\pow(x, 2)", "(Eq.32 (Abs x) (Pow.32 x 2))");
    assert_is("\\log2(n) == 3 && \\is_pow2(n)", "(And (Eq (Log2 n) 3) (IsPow2 n))");
    assert_is("warpSize == 32", "(Eq 32 32)");
}

#[test]
fn names_of_the_program() {
    assert_is("s[i] == M[i][2] + one", "(Eq s[i] (Add M[i 2] one[]))");
    assert_is("ptr[2] == *ptr", "(Eq B[(Add i 2)] B[(Add i 0)])");
    assert_is(
        "threadIdx.x + blockIdx.x * blockDim.x < gridDim.x",
        "(Lt (Add ThreadIdx(X) (Mul BlockIdx(X) BlockDim(X))) GridDim(X))",
    );
    assert_is("\\length(A) >= \\length(s)", "(Ge (length A) 16)");
    let found = resolve(Place::Requires, 0, "assert \\length(A) >= n;");
    assert_eq!(found.lengths, ["A"]);
}

#[test]
fn other_threads_and_times() {
    assert_is(
        "\\forall t : thread, q : thread. i@t == i@q -> t == q",
        "(forall t:thread q:thread (Implies (Eq (i @ t) (i @ q)) (Eq t q)))",
    );
    assert_is(
        "\\forall t : thread. threadIdx.x@t + blockIdx.x@t >= n@t",
        "(forall t:thread (Ge (Add (ThreadIdx(X) @ t) (BlockIdx(X) @ t)) n))",
    );
    assert_is(
        "\\forall b : block. s@b[0] == blockIdx.x@b + A@b[1]",
        "(forall b:block (Eq.32 (to float (s[0] @ b)) (Add.32 (to float (BlockIdx(X) @ b)) A[1])))",
    );
    assert_is("\\forall t : thread. ptr@t[0] == loc@t[1]", "(forall t:thread (Eq B[(Add (i @ t) 0)] (loc[1] @ t)))");
    assert_is("\\forall t : thread. ptr@t[i] == loc@t[i]", "(forall t:thread (Eq B[(Add (i @ t) i)] (loc[i] @ t)))");
    assert_is("\\old(A[i]) == A[i]", "(Eq.32 (old A[i]) A[i])");
    assert_is(
        "\\active && (\\exists t : thread. active(t) && \\active(t))",
        "(And active (exists t:thread (And (active t) (active t))))",
    );
    assert_is("loop_count + \\loop_count_2 == 0", "(Eq (Add count1 count0) 0)");
    let found = resolve(Place::Ensures, 0, "assert A[0] == p + n;");
    assert_eq!(found.clauses[0].0, "(Eq.32 A[0] (to float (Add (old p) n)))");
}

#[test]
fn definitions_are_expanded() {
    assert_is("pos(i) && twice(u + 1) == 2", "(And (Gt i 0) (Eq (Add (Add u 1) (Add u 1)) 2))");
    assert_is("halved(x) > 0", "(Gt.r (Div.r (to real x) 2.r) 0.r)");
    assert_is("sorted(B, n)", "(forall i (Implies (And (Lt 0 i) (Lt i n)) (Le B[(Sub i 1)] B[i])))");
    assert_is("\\forall t : thread. first(t)", "(forall t:thread (Eq (ThreadIdx(X) @ t) 0))");
    assert_is("fact(n) == 6", "(Eq (fact! n) 6)");
    unsupported("opaque(3) == 6", "logic function `opaque` without a definition");
    wrong("more(i) == 0", "E0414 with its definitions written out, this clause is too large");
    wrong("pos(1, 2)", "E0413 `pos` takes 1 argument, not 2");
    wrong("sqrt(1, 2) > 0", "E0413 `sqrt` takes 1 argument, not 2");
    wrong(
        "loop(3) == 0",
        "E0415 `loop` is defined by itself (a recursive definition needs `decreases e`: an integer that is never negative and gets smaller)",
    );
}

#[test]
fn who_speaks() {
    assert_speaks("n == g && A[0] == g0[1] && blockDim.x > 0", Speaker::Launch);
    assert_speaks("i == 0", Speaker::Thread);
    assert_speaks("p == 0", Speaker::Thread);
    assert_speaks("loc[0] == 0", Speaker::Thread);
    assert_speaks("s[0] == threadIdx.x", Speaker::Thread);
    assert_speaks("s[0] == 0 && blockIdx.x == 0", Speaker::Block);
    assert_speaks("one == 0", Speaker::Block);
    assert_speaks("\\active", Speaker::Thread);
    assert_speaks("\\forall t : thread. i@t == 0 && \\active(t)", Speaker::Launch);
    assert_speaks("\\forall b : block. s@b[threadIdx.x] == s@b[0]", Speaker::Thread);
    assert_speaks("\\forall b : block. s@b[blockIdx.x@b] == 0", Speaker::Launch);
    assert_speaks("\\old(p) == n", Speaker::Launch);
    assert_speaks("\\old(A[i]) == 0", Speaker::Thread);
    assert_speaks("loop_count == n", Speaker::Launch);
}

#[test]
fn unknown_names_come_with_the_nearest_one() {
    wrong("fla == 1", "E0401 `fla` is not known here (did you mean `flag`?)");
    wrong("loop_cuont == 1", "E0401 `loop_cuont` is not known here (did you mean `loop_count`?)");
    wrong("zzzzzz == 1", "E0401 `zzzzzz` is not known here");
    wrong("threadIdx.w == 1", "E0401 `threadIdx` has the members x, y and z, not `w`");
    wrong("poss(1)", "E0401 there is no function or predicate `poss` (did you mean `pos`?)");
    wrong("old(A[0]) == 1", "E0401 there is no function or predicate `old` (the built-in is written `\\old`)");
    wrong(
        "sum(A) == 1",
        "E0401 there is no function or predicate `sum` (a fold is `sum(k, body, lo, hi)` or `sum(t : thread, body)`)",
    );
    wrong_at(
        Place::Ensures,
        "zzzzzz == 1",
        "E0401 `zzzzzz` is not known here (a contract speaks of parameters, ghosts and global arrays; the body's variables are out of scope there)",
    );
}

#[test]
fn sorts_are_checked() {
    wrong("x", "E0402 a proposition is needed here, not a real number");
    wrong("x % 2 == 0", "E0402 an integer is needed here, not a real number");
    wrong(
        "A == 0",
        "E0402 a value is needed here, not an array (cells are compared as in `a[lo .. hi] == b[lo .. hi]`)",
    );
    wrong("i[0] == 0", "E0402 an array is needed here, not a number");
    wrong("\\forall t : thread. t + 1 == 0", "E0402 a number is needed here, not a thread");
    wrong("\\forall t : thread. t == i", "E0402 `==` compares a thread with an integer");
    wrong("\\forall t : thread. \\forall b : block. t == b", "E0402 `==` compares a thread with a block");
    wrong("sum(k, k, 0, x) == 0", "E0402 an integer is needed here, not a real number");
    wrong("\\sum(real k, k, 0, 1) == 0", "E0402 an integer variable is needed here, not another sort");
    wrong("A[x] == 0", "E0402 an integer is needed here, not a real number");
    wrong("\\forall thread t. t == t", "E0402 a sort stands after a colon: `t : thread`");
    wrong("\\forall foo t. t == t", "E0402 a variable cannot range over type `foo`");
    wrong("\\active(i)", "E0402 a thread is needed here, not an integer");
    wrong("A[0](1) == 1", "E0402 this is not a function");
    // Both sides are looked at.
    let found = resolve(Place::Assert, 1, "assert yyyyyy == zzzzzz;");
    assert_eq!(found.wrong.len(), 2);
}

#[test]
fn loop_counts_need_their_loops() {
    let note = "(`loop_count` counts the innermost loop, `loop_count_2` the one around it; after a loop its count is undefined)";
    wrong("loop_count_2 == 0", &format!("E0403 there is only one loop around this place {note}"));
    let found = resolve(Place::Ensures, 0, "assert loop_count == 0;");
    assert_eq!(found.wrong, [format!("E0403 there is no loop around this place {note}")]);
    let found = resolve(Place::Assert, 2, "assert \\loop_count_3 == 0;");
    assert_eq!(found.wrong, [format!("E0403 there are only 2 loops around this place {note}")]);
}

#[test]
fn contracts_speak_of_the_outside() {
    wrong_at(
        Place::Ensures,
        "\\active",
        "E0406 `\\active` has no meaning in a contract (at entry every thread is active, and at exit none)",
    );
    for text in ["i == 0", "s[0] == 0", "loc[0] == 0"] {
        wrong_at(
            Place::Requires,
            text,
            "E0412 a contract cannot speak of locals and shared arrays (before a kernel starts they have no value, and when it has ended they are gone)",
        );
    }
}

#[test]
fn times_and_threads_are_checked() {
    wrong("\\old(s[0]) == 0", "E0407 `\\old` of `s`, which has no value at the kernel's entry");
    wrong("\\old(loc[0]) == 0", "E0407 `\\old` of `loc`, which has no value at the kernel's entry");
    wrong("i@n == 0", "E0408 `@` needs a thread or a block, not an integer");
    wrong("\\forall b : block. i@b == 0", "E0408 each thread has its own value of this, so `@` needs a thread");
    wrong(
        "\\forall b : block. threadIdx.x@b == 0",
        "E0408 each thread has its own value of this, so `@` needs a thread",
    );
    wrong("\\other(i) == 0", "E0409 `\\other` belongs to `barrier_invariant`");
    wrong("\\length(g0) == 0", "E0410 a ghost array has no length");
    wrong("\\length(i) == 0", "E0402 an array is needed here, not an integer");
    wrong("\\result == 0", "E0416 `\\result` belongs to the `ensures` of a device function");
}

#[test]
fn what_is_not_modelled_is_named() {
    unsupported("bad == 0", "texture `bad`");
    unsupported("__uniform_int(i)", "`__uniform_int` in an annotation");
    unsupported("&i == 0", "pointer operation in an annotation");
    unsupported("i.f == 0", "member `f` in an annotation");
    unsupported("\\length(M) == 0", "`\\length` of an array of several dimensions");
    unsupported("threadIdx == 0", "`threadIdx` as a whole");
    unsupported("sizeof i == 4", "`sizeof` of an expression in an annotation");
    unsupported("i == nullptr", "null pointer");
}

#[test]
fn clauses_that_nothing_acts_on_are_checked_all_the_same() {
    let wrong = |text: &str| resolve(Place::Assert, 1, text).wrong;
    assert_eq!(
        wrong("variant n - i; writes A[0..n], B; reads B[n]; barrier_invariant s[0] == \\other(s[1]); wraps;"),
        Vec::<String>::new()
    );
    assert_eq!(wrong("variant x;"), ["E0402 an integer is needed here, not a real number"]);
    assert_eq!(wrong("writes n;"), ["E0402 an array is needed here, not an integer"]);
    assert_eq!(wrong("writes A[A[0]..n];"), ["E0402 an integer is needed here, not a real number"]);
    assert_eq!(wrong("barrier_invariant i == zzzzzz;"), ["E0401 `zzzzzz` is not known here"]);
}

#[test]
fn definitions_are_checked_whether_used_or_not() {
    let wrong = |text: &str| {
        let items = parsed(&format!("//@ {text}")).into_iter().filter_map(|clause| match clause.kind {
            ClauseKind::Logic(item) => Some(Item::Logic(item)),
            _ => None,
        });
        let file = File { items: items.collect(), ..File::default() };
        let (_, found) = theory(&Table::new(&file, &[]), &Config::default());
        found.iter().map(|wrong| format!("{} {}", wrong.code, wrong.message)).collect::<Vec<_>>()
    };
    assert_eq!(
        wrong(&LOGIC.replace("//@", "").replace("logic int loop(int n) = loop(n - 1);", "")),
        ["E0414 with its definitions written out, this clause is too large"]
    );
    assert_eq!(wrong("predicate p(int n, float *a, int b[][]) = a[n] == b[n][n];"), Vec::<String>::new());
    assert_eq!(wrong("predicate p(int n) = n == m;"), ["E0401 `m` is not known here"]);
    assert_eq!(wrong("logic int f(real x) = x;"), ["E0402 an integer is needed here, not a real number"]);
    assert_eq!(wrong("logic int f(real x) = 1 decreases x;"), ["E0402 an integer is needed here, not a real number"]);
    assert_eq!(wrong("lemma l(int n): n >= 0 -> n + 1 > 0 by induction on n; trigger n + 1;"), Vec::<String>::new());
    assert_eq!(wrong("lemma l(int n): n > zz;"), ["E0401 `zz` is not known here"]);
    assert_eq!(
        wrong("lemma l(real x): x > 0 by induction on x;"),
        ["E0402 induction is on an integer parameter of the lemma"]
    );
    assert_eq!(wrong("lemma l(int n): n > 0 by induction on i;"), ["E0401 `i` is not known here"]);
    assert_eq!(
        wrong("lemma l(int n): n > 0 by induction on n from n - 1;"),
        ["E0402 where an induction starts cannot depend on its variable"]
    );
    assert_eq!(wrong("operator plus(int x) identity e;"), ["E0413 an operator has two parameters"]);
    assert_eq!(wrong("operator plus(int x, real y) identity e;"), ["E0402 an operator takes two numbers of one type"]);
    assert_eq!(wrong("operator add(int x, int y) = x + y identity e;"), ["E0401 `e` is not known here"]);
    assert_eq!(wrong("operator p(int x, int y) = p(x, y) identity 0;"), ["E0415 `p` is defined by itself"]);
    assert_eq!(wrong("operator p(int x, int y) identity e; lemma l(int n): p(n) == fold(q, k, k, 0, n);").len(), 2);
    assert_eq!(wrong("lemma l(int n): n > 0; lemma l(int n): n > 1;"), ["E0306 `l` is declared already"]);
}

#[test]
fn lemmas_and_recursive_definitions_speak_of_their_parameters_only() {
    let of = |text: &str| {
        let items = parsed(&format!("//@ {text}")).into_iter().filter_map(|clause| match clause.kind {
            ClauseKind::Logic(item) => Some(Item::Logic(item)),
            _ => None,
        });
        let file = File { items: items.collect(), ..File::default() };
        theory(&Table::new(&file, &[]), &Config::default()).0
    };
    let names = |text: &str| of(text).lemmas.into_iter().map(|lemma| lemma.name).collect::<Vec<_>>();
    let not_modelled = |text: &str| {
        let theory = of(text);
        assert!(theory.lemmas.is_empty() && theory.definitions.is_empty(), "{text}");
        theory.unsupported.into_iter().map(|(_, _, found)| found.construct).collect::<Vec<_>>()
    };
    assert_eq!(names("lemma l(number f[], int n): f[n] == f[n]; lemma m(int n): n == n;"), ["l<int>", "l<real>", "m"]);
    let threads = ["a launch's threads in a lemma or recursive definition"];
    assert_eq!(not_modelled("lemma l(int n): n < blockDim.x;"), threads);
    assert_eq!(not_modelled("lemma l(int n): \\forall t : thread. n > 0;"), threads);
    assert_eq!(
        not_modelled("logic int f(int a[], int n) = n <= 0 ? 0 : f(a, n - 1) decreases n;"),
        ["array parameter of a recursive definition"]
    );
    let construct = "use of the recursive definition `g` in one that stands before it";
    let theory = of("logic int f(int n) = g(n - 1) decreases n; logic int g(int n) = n decreases n;");
    assert_eq!(theory.definitions.len(), 1);
    assert_eq!(theory.unsupported[0].2.construct, construct);
}

#[test]
fn deep_and_changing_expressions_are_refused() {
    let found = resolve(Place::Assert, 0, &format!("assert {};", vec!["i"; 300].join(" + ")));
    assert!(found.wrong.len() == 1 && found.wrong[0].starts_with("E0312"), "{:?}", found.wrong);
    let chain = format!("assert {}i{} < 2;", "(0 <= ".repeat(40), " < 2)".repeat(40));
    let found = resolve(Place::Assert, 0, &chain);
    assert!(found.wrong.len() == 1 && found.wrong[0].starts_with("E0414"), "{:?}", found.wrong);
    let span = Span::default();
    let name = tree::Name { ident: "i".into(), span, ..tree::Name::default() };
    let place = tree::Expr { kind: tree::ExprKind::Name(name), span };
    let step = tree::ExprKind::Step { increment: true, prefix: true, place: Box::new(place) };
    let file = File::default();
    let table = Table::new(&file, &[]);
    let config = Config::default();
    let mut env = Env::new(&table, &config, "k", span);
    assert!(clause(&mut env, Place::Assert, &tree::Expr { kind: step, span }, span).is_err());
    assert_eq!(env.kernel.diagnostics[0].code, codes::E0411);
}
