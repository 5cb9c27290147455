//! The text form of kernels: what is printed reads back as the same kernel, spans aside.

use gpuhoare::base::{Files, Span};
use gpuhoare::kernel::ir::{
    Array, ArrayId, AssertOrigin, Atomic, AtomicOp, AtomicScope, Axis, BarrierScope, Binary, Bound, BoundId, Builtin,
    Call, Clause, Combine, Contract, Conversion, Declared, Dims, Expr, ExprKind, Fence, FoldKind, Kernel, Label, Lanes,
    Local, LocalId, LocalRole, Loop, LoopId, LoopInfo, MemoryOrder, Operator, OperatorId, Quantifier, Region,
    SourceFacts, Space, Speaker, Stmt, StmtKind, Type, Unary, Unsupported, Vote, VoteOp, Warp, WarpOp,
};
use gpuhoare::kernel::{parse, text};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const LOCALS: u32 = 4;
const ARRAYS: u32 = 3;
const BOUND: u32 = 3;
const LOOPS: u32 = 3;
const LABELS: u32 = 4;

fn read(text: &str) -> Result<Kernel, String> {
    let mut files = Files::new();
    let file = files.add("k.ir", text);
    parse::kernel(file, text).map_err(|found| {
        let at = found.primary.as_ref().map(|label| files.start(label.span));
        format!("{} {at:?}: {}\n{text}", found.code, found.message)
    })
}

/// All of a kernel but its spans.
fn shape(kernel: &Kernel) -> String {
    let text = format!("{kernel:#?}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("Span(") {
        out.push_str(before);
        // The only brackets in a span are its own.
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out + rest
}

fn atomic() -> impl Strategy<Value = Atomic> {
    use AtomicOp::{Add, And, Cas, Dec, Exch, Inc, Load, Max, Min, Or, Store, Sub, Xor};
    let op = select(vec![Add, And, Cas, Dec, Exch, Inc, Load, Max, Min, Or, Store, Sub, Xor]);
    let (array, result) = ((0..ARRAYS).prop_map(ArrayId), option::of((0..LOCALS).prop_map(LocalId)));
    (op, fence(), array, vec(expr(), 0..3), vec(expr(), 0..3), result).prop_map(
        |(op, Fence { scope, order }, array, index, operands, result)| Atomic {
            op,
            scope,
            order,
            array,
            index,
            operands,
            result,
        },
    )
}

fn fence() -> impl Strategy<Value = Fence> {
    use MemoryOrder::{AcqRel, Acquire, Relaxed, Release};
    let scope = select(vec![AtomicScope::Block, AtomicScope::Device, AtomicScope::System]);
    (scope, select(vec![Relaxed, Acquire, Release, AcqRel])).prop_map(|(scope, order)| Fence { scope, order })
}

fn warp() -> impl Strategy<Value = Warp> {
    use Combine::{Add, And, Max, Min, Or, Xor};
    use WarpOp::{Active, All, Any, Ballot, Coalesced, Exclusive, Inclusive, MatchAll, MatchAny, Rank, Reduce, Shfl};
    use WarpOp::{ShflDown, ShflRank, ShflUp, ShflXor, Size, Sync};
    let alone = [Active, All, Any, Ballot, Coalesced, Exclusive, MatchAll, MatchAny, Rank, Shfl, ShflDown, ShflRank];
    let rest = [ShflUp, ShflXor, Size, Sync, Inclusive(Add), Inclusive(Min), Inclusive(Max)];
    let reductions = [Add, And, Max, Min, Or, Xor].map(Reduce);
    let op = select(alone.into_iter().chain(rest).chain(reductions).collect::<Vec<_>>());
    let lanes = prop_oneof![expr().prop_map(Lanes::Mask), Just(Lanes::Tile), Just(Lanes::Present)];
    let width = select(vec![1_u32, 2, 4, 8, 16, 32]);
    let result = option::of((0..LOCALS).prop_map(LocalId));
    (op, lanes, width, vec(expr(), 0..3), result).prop_map(|(op, lanes, width, operands, result)| Warp {
        op,
        lanes,
        width,
        operands,
        result,
    })
}

fn ty() -> impl Strategy<Value = Type> {
    let machine = (any::<bool>(), select(vec![8_u8, 16, 32, 64])).prop_map(|(signed, bits)| Type::Int { signed, bits });
    let float = select(vec![16_u8, 32, 64]).prop_map(|bits| Type::Float { bits });
    let other = select(vec![Type::Bool, Type::Integer, Type::Real, Type::Thread, Type::Block]);
    prop_oneof![Just(Type::INT), machine, float, other]
}

/// Names as programs, lowering and chance make them.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec!["i", "x", "p.x", "if", "forall", "sum", "n#2", "L1", "", "`", "a\\b\n", "größe", "threadIdx"])
            .prop_map(str::to_string),
        "[a-z_]{1,3}",
        ".{0,4}",
    ]
}

fn axis() -> impl Strategy<Value = Axis> {
    select(Axis::ALL.to_vec())
}

fn builtin() -> impl Strategy<Value = Builtin> {
    (axis(), 0..4).prop_map(|(axis, which)| match which {
        0 => Builtin::ThreadIdx(axis),
        1 => Builtin::BlockIdx(axis),
        2 => Builtin::BlockDim(axis),
        _ => Builtin::GridDim(axis),
    })
}

fn binary() -> impl Strategy<Value = Binary> {
    use Binary::*;
    select(vec![
        Add, Sub, Mul, Div, Rem, Min, Max, Pow, Shl, Shr, BitAnd, BitOr, BitXor, Lt, Le, Gt, Ge, Eq, Ne, And, Or,
        Implies, Iff,
    ])
}

fn unary() -> impl Strategy<Value = Unary> {
    use Unary::*;
    select(vec![Neg, Not, BitNot, Abs, Floor, Ceil, Log2, IsPow2])
}

fn fold() -> impl Strategy<Value = FoldKind> {
    use FoldKind::*;
    select(vec![Sum, Prod, Count, MinOver, MaxOver])
}

fn leaf() -> impl Strategy<Value = ExprKind> {
    let wide = (any::<i64>(), any::<i64>()).prop_map(|(a, b)| BigInt::from(a) * BigInt::from(b));
    let decimal = (any::<i32>(), 0_usize..12)
        .prop_map(|(digits, scale)| BigRational::new(digits.into(), num_traits::pow(BigInt::from(10), scale)));
    let ratio = (any::<i16>(), 1..1000_i32).prop_map(|(a, b)| BigRational::new(a.into(), b.into()));
    prop_oneof![
        any::<bool>().prop_map(ExprKind::Bool),
        (-3..10_i32).prop_map(|value| ExprKind::Int(value.into())),
        wide.prop_map(ExprKind::Int),
        prop_oneof![decimal, ratio].prop_map(ExprKind::Real),
        (0..LOCALS).prop_map(|id| ExprKind::Local(LocalId(id))),
        builtin().prop_map(ExprKind::Builtin),
        (0..BOUND).prop_map(|id| ExprKind::Bound(BoundId(id))),
        (0..LOOPS).prop_map(|id| ExprKind::LoopCount(LoopId(id))),
        Just(ExprKind::Active(None)),
        (0..ARRAYS).prop_map(|id| ExprKind::Length(ArrayId(id))),
        (0..ARRAYS).prop_map(|id| ExprKind::Read { array: ArrayId(id), index: Vec::new() }),
    ]
}

/// Any types anywhere: what the form gives, and others.
fn typed(kind: impl Strategy<Value = ExprKind>) -> impl Strategy<Value = Expr> {
    (kind, ty()).prop_map(|(kind, ty)| Expr::new(kind, ty, Span::default()))
}

fn expr() -> impl Strategy<Value = Expr> {
    typed(leaf()).prop_recursive(5, 24, 3, |inner| {
        let e = || inner.clone();
        let bound = || (0..BOUND).prop_map(BoundId);
        let quantifier = select(vec![Quantifier::Forall, Quantifier::Exists]);
        let conversion = select(vec![Conversion::Implicit, Conversion::Explicit]);
        typed(prop_oneof![
            4 => (binary(), e(), e()).prop_map(|(op, a, b)| ExprKind::Binary(op, a, b)),
            2 => (unary(), e()).prop_map(|(op, a)| ExprKind::Unary(op, a)),
            1 => (e(), e(), e()).prop_map(|(a, b, c)| ExprKind::Conditional(a, b, c)),
            1 => (conversion, e()).prop_map(|(how, a)| ExprKind::Convert(how, a)),
            1 => (0..ARRAYS, vec(e(), 0..3)).prop_map(|(id, index)| ExprKind::Read { array: ArrayId(id), index }),
            1 => (name(), vec(e(), 0..3)).prop_map(|(name, args)| ExprKind::Math(name, args)),
            1 => (name(), vec(e(), 0..3)).prop_map(|(name, args)| ExprKind::Logic(name, args)),
            1 => (quantifier, vec(bound(), 1..3), e()).prop_map(|(q, vars, body)| ExprKind::Quantified(q, vars, body)),
            1 => (prop_oneof![4 => fold(), 1 => Just(FoldKind::Over(OperatorId(0)))], bound(), e(), e(), e())
                .prop_map(|(kind, var, body, lo, hi)| ExprKind::Fold { kind, var, body, lo, hi }),
            1 => (fold(), bound(), e()).prop_map(|(kind, var, body)| ExprKind::FoldThreads { kind, var, body }),
            1 => (e(), e()).prop_map(|(a, t)| ExprKind::At(a, t)),
            1 => e().prop_map(ExprKind::Old),
            1 => e().prop_map(|t| ExprKind::Active(Some(t))),
        ])
    })
}

fn clause() -> impl Strategy<Value = Clause> {
    let speaker = select(vec![Speaker::Launch, Speaker::Block, Speaker::Thread]);
    (expr(), speaker).prop_map(|(expr, speaker)| Clause { expr, speaker, span: Span::default() })
}

fn vote() -> impl Strategy<Value = Vote> {
    let op = select(vec![VoteOp::Any, VoteOp::All, VoteOp::Count]);
    (op, typed(leaf()), (0..LOCALS).prop_map(LocalId)).prop_map(|(op, operand, result)| Vote { op, operand, result })
}

fn stmt() -> impl Strategy<Value = Stmt> {
    let local = || (0..LOCALS).prop_map(LocalId);
    let array = || (0..ARRAYS).prop_map(ArrayId);
    let label = || (0..LABELS).prop_map(Label);
    let origin = select(vec![AssertOrigin::Annotation, AssertOrigin::Program, AssertOrigin::Barrier]);
    let leaf = prop_oneof![
        local().prop_map(StmtKind::Declare),
        array().prop_map(StmtKind::DeclareArray),
        (local(), expr()).prop_map(|(local, value)| StmtKind::Assign { local, value }),
        (array(), vec(expr(), 0..3), expr()).prop_map(|(array, index, value)| StmtKind::Store { array, index, value }),
        label().prop_map(StmtKind::Leave),
        (0..9_u32, select(vec![BarrierScope::Block, BarrierScope::Grid]), option::of(vote()))
            .prop_map(|(number, scope, vote)| StmtKind::Barrier { number, scope, vote }),
        fence().prop_map(StmtKind::Fence),
        atomic().prop_map(StmtKind::Atomic),
        warp().prop_map(StmtKind::Warp),
        (clause(), origin).prop_map(|(clause, origin)| StmtKind::Assert { clause, origin }),
        clause().prop_map(StmtKind::Assume),
    ];
    let placed = |kind| Stmt { kind, span: Span::default() };
    leaf.prop_map(placed).prop_recursive(3, 10, 3, move |inner| {
        let label = || (0..LABELS).prop_map(Label);
        let body = || vec(inner.clone(), 0..3);
        let loop_ = (0..LOOPS, label(), expr(), body(), vec(clause(), 0..2), option::of(clause())).prop_map(
            |(id, label, guard, body, invariants, variant)| {
                StmtKind::Loop(Loop { id: LoopId(id), label, guard, body, invariants, variant })
            },
        );
        let clauses = (vec(clause(), 0..2), vec(clause(), 0..2));
        let regions = (vec(region(), 0..2), vec(region(), 0..2));
        let call = (clauses, regions, option::of(array()), body()).prop_map(
            |((requires, ensures), (writes, reads), into, body)| {
                let arrays = into.into_iter().map(|array| ("p".to_owned(), array)).collect();
                let (function, header) = ("f".to_owned(), Span::default());
                let contract = Contract { requires, ensures, writes, reads };
                StmtKind::Call(Call { function, contract, arrays, body, header })
            },
        );
        prop_oneof![
            call,
            (expr(), body(), body()).prop_map(|(cond, then, else_)| StmtKind::If { cond, then, else_ }),
            loop_,
            (label(), body()).prop_map(|(label, body)| StmtKind::Scope { label, body }),
            body().prop_map(StmtKind::Wraps),
        ]
        .prop_map(placed)
    })
}

fn local() -> impl Strategy<Value = Local> {
    use LocalRole::*;
    let role = select(vec![Param, Template, Ghost, Global, Variable, Temporary]);
    (name(), ty(), role).prop_map(|(name, ty, role)| Local { name, ty, role, span: Span::default() })
}

fn array() -> impl Strategy<Value = Array> {
    use Space::*;
    let space = select(vec![Global, Constant, Shared, Private, Ghost]);
    let initial = option::of(vec(typed(leaf()), 0..3));
    // Extents and initial values are read when only the variables and earlier arrays are known.
    let extent =
        option::of((0..LOCALS).prop_map(|id| Expr::new(ExprKind::Local(LocalId(id)), Type::INT, Span::default())));
    (name(), ty(), space, vec(extent, 0..3), any::<[bool; 3]>(), initial).prop_map(
        |(name, element, space, extents, [length_used, is_const, is_restrict], initial)| {
            let initial = initial.map(|all| all.into_iter().filter(is_constant).collect());
            let span = Span::default();
            Array { name, element, space, extents, length_used, initial, is_const, is_restrict, span }
        },
    )
}

fn is_constant(expr: &Expr) -> bool {
    matches!(*expr.kind, ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_))
}

fn loop_info() -> impl Strategy<Value = LoopInfo> {
    let function = option::of(select(vec!["f", "ns::g", "f.loop1", "loop", ""]).prop_map(str::to_string));
    (vec(0..20_u32, 0..3), function).prop_map(|(path, function)| LoopInfo { path, function, span: Span::default() })
}

fn region() -> impl Strategy<Value = Region> {
    let ranges = vec((typed(leaf()), typed(leaf())), 0..3);
    (0..ARRAYS, ranges).prop_map(|(id, ranges)| Region { array: ArrayId(id), ranges, span: Span::default() })
}

fn operator() -> impl Strategy<Value = Operator> {
    let operands = ((0..BOUND).prop_map(BoundId), (0..BOUND).prop_map(BoundId));
    (name(), ty(), operands, option::of(typed(leaf())), typed(leaf())).prop_map(
        |(name, ty, operands, body, identity)| Operator {
            name,
            ty,
            operands: operands.into(),
            body,
            identity,
            span: Span::default(),
        },
    )
}

fn kernel() -> impl Strategy<Value = Kernel> {
    let bound = (name(), ty()).prop_map(|(name, ty)| Bound { name, ty });
    let unsupported = name().prop_map(|construct| Unsupported { construct, span: Span::default() });
    let tables = (
        vec(local(), LOCALS as usize),
        vec(array(), ARRAYS as usize),
        vec(bound, BOUND as usize),
        vec(loop_info(), LOOPS as usize),
    );
    let words = (name(), vec(name(), 0..2), vec(unsupported, 0..2), vec(name(), 0..2));
    let proper =
        (vec(clause(), 0..3), vec(clause(), 0..3), vec(stmt(), 0..4), (vec(region(), 0..3), vec(region(), 0..3)));
    let shape = (any::<[bool; 3]>(), any::<[bool; 3]>(), 0..9_u32);
    (tables, words, proper, shape, operator()).prop_map(|(tables, words, proper, shape, operator)| Kernel {
        name: words.0,
        span: Span::default(),
        locals: tables.0,
        arrays: tables.1,
        declared: Declared { operators: vec![operator], ..Declared::default() },
        dims: Dims { block: shape.0, grid: shape.1 },
        contract: Contract { requires: proper.0, ensures: proper.1, writes: proper.3.0, reads: proper.3.1 },
        body: proper.2,
        loops: tables.3,
        bound: tables.2,
        labels: shape.2,
        unsupported: words.2,
        assumptions: words.1,
        diagnostics: Vec::new(),
        source: SourceFacts { launches: words.3, ..SourceFacts::default() },
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_kernel_reads_back_as_the_same(kernel in kernel()) {
        let printed = text::kernel(&kernel);
        let back = read(&printed).map_err(TestCaseError::fail)?;
        prop_assert_eq!(shape(&back), shape(&kernel), "{}", printed);
        prop_assert_eq!(text::kernel(&back), printed);
    }

    #[test]
    fn no_text_makes_the_reader_fall_over(text in "(kernel \"k\" \\{ )?(var|[a-z ]|[-+*/(){}\\[\\];:.,?<>=&|`\"#0-9]|body \\{){0,40}") {
        let _ = read(&text);
    }
}

const SCALE: &str = "\
kernel \"scale<float>\" {
    block x;
    grid x;
    param n: i32;
    var i: i32;
    var i#2: i32;
    bound j: integer;
    loop loop1;
    array global a: f32[?] length;
    array shared `p.x`: i32[256];
    labels 2;
    assumption \"distinct array parameters do not alias\";
    requires launch: n >= 0 && length(a) == convert<integer>(n);
    ensures launch: forall j. 0n <= j && j < convert<integer>(n) ==> a[j] == old(a[j]) * 2.5f32;
    writes a[0n to convert<integer>(n) - 1n];
    body {
        i = cast<i32>(blockIdx.x * blockDim.x + threadIdx.x);
        i#2 = -1;
        loop loop1 L1 while (i < n) {
            invariant thread: convert<integer>(i) == loop_count(loop1) && (active ? i > -(3) : true);
            variant thread: n - i;
            if (i == 3) {
                leave L1;
            } else {
                a[i] = a[i] * 2.5f32;
            }
            `p.x`[i % 256] = i@threadIdx.x;
            barrier 1;
        }
        leave kernel;
    }
}
";

#[test]
fn a_kernel_written_by_hand_is_read_and_printed_as_it_stands() {
    let kernel = read(SCALE).unwrap();
    assert_eq!(text::kernel(&kernel), SCALE);
    assert_eq!(kernel.name, "scale<float>");
    assert_eq!(kernel.loops[0].name(), "loop1");
    assert_eq!(kernel.locals[2].name, "i");
}

#[test]
fn faults_are_named_at_their_place() {
    let body = |text: &str| {
        format!("kernel \"k\" {{\n    var x: i32;\n    labels 1;\n    body {{\n        {text}\n    }}\n}}\n")
    };
    for (text, part) in [
        ("x = ;", "an expression"),
        ("x = y;", "y is not declared"),
        ("x = 1zz;", "`zz` is no type"),
        ("x = ratio(1, 0) + 1;", "a denominator"),
        ("x = min(1);", "number of arguments"),
        ("leave L;", "a label"),
        ("x = 1", "`;`"),
        ("x = §;", "`§` starts nothing"),
        ("loop l L1 while (true) {}", "there is no loop l"),
    ] {
        let fault = read(&body(text)).unwrap_err();
        assert!(fault.contains(part), "{part}: {fault}");
        assert!(fault.contains("E0010"), "{fault}");
        assert!(fault.contains("line: 5") || fault.contains("line: 6"), "{fault}");
    }
    let deep = format!("x = {}1{};", "(".repeat(10_000), ")".repeat(10_000));
    assert!(read(&body(&deep)).unwrap_err().contains("less deeply nested"));
    let long = format!("x = 1{};", " + 1".repeat(10_000));
    assert!(read(&body(&long)).unwrap_err().contains("shorter chain"));
}
