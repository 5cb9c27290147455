//! Small kernels built by hand: masks, uniformity, ids, goals.

mod build;
mod machine;
mod model;
mod random;

use crate::base::Config;
use crate::exec::analysis::level::Level;
use crate::exec::analysis::uniformity::analyse;
use crate::exec::launch::dimensions_in_use;
use crate::kernel::ir::{Binary, ExprKind, FoldKind, Label, Space, Speaker, StmtKind, Type};

use build::*;

fn levels(builder: &Builder) -> Vec<Level> {
    let (block, grid) = dimensions_in_use(&builder.kernel, &Config::default());
    analyse(&builder.kernel, block, grid, None).locals
}

/// The mask of the last assignment in the context of a task.
fn last_mask(set: &crate::tasks::TaskSet, id: &str) -> String {
    let all = hypotheses(set, id);
    let last = all.iter().rev().find_map(|line| line.split(" if ").nth(1).map(str::to_owned));
    last.unwrap_or_else(|| panic!("no assignment in {all:?}"))
}

#[test]
fn a_loop_with_invariants_gives_its_tasks_in_order() {
    let mut b = kernel();
    let n = b.param("n");
    let i = b.local("i");
    let (a, c) = (b.array("a", Space::Global, 0), b.array("c", Space::Global, 0));
    let label = b.label();
    let invariant = clause(Speaker::Thread, op(Binary::Le, int(0), get(i)));
    let body = vec![store(c, get(i), read(a, get(i))), set(i, add(get(i), bdim()))];
    let body = b.while_(label, lt(get(i), get(n)), vec![invariant], body);
    b.kernel.body = vec![declare(i), set(i, tid()), body];
    b.kernel.contract.ensures = vec![clause(Speaker::Launch, op(Binary::Le, get(n), int(9)))];
    let set = b.run();
    let range = "0 <= tx && tx < blockDim.x && 0 <= bx && bx < gridDim.x";
    assert_eq!(
        goals(&set),
        [
            format!("k/loop1/invariant1/entry: forall tx, bx. {range} -> 0 <= i!1(tx, bx)"),
            "k/loop1/vacuity: false".to_owned(),
            format!(
                "k/bounds/a/1: forall tx, bx. {range} && i!2(tx, bx) < n -> 0 <= i!2(tx, bx) && i!2(tx, bx) < length(a)"
            ),
            format!(
                "k/bounds/c/1: forall tx, bx. {range} && i!2(tx, bx) < n -> 0 <= i!2(tx, bx) && i!2(tx, bx) < length(c)"
            ),
            format!("k/loop1/invariant1/preserved: forall tx, bx. {range} -> 0 <= i!3(tx, bx)"),
            "k/ensures1: n <= 9".to_owned(),
        ]
    );
    let preserved = hypotheses(&set, "k/loop1/invariant1/preserved");
    assert_eq!(
        preserved[preserved.len() - 5..],
        [
            format!("loop1 invariant 1: forall tx, bx. {range} -> 0 <= i!2(tx, bx)"),
            format!("some thread runs the body of loop1: exists tx, bx. {range} && i!2(tx, bx) < n"),
            "assignment to c: c!1(blockDim.x * j + tx) := a(blockDim.x * j + tx) if j < i.steps(tx, bx)".to_owned(),
            "assignment to c: c!2(i!2(tx, bx)) := a(i!2(tx, bx)) if i!2(tx, bx) < n".to_owned(),
            "assignment to i: i!3(tx, bx) := blockDim.x + i!2(tx, bx) if i!2(tx, bx) < n".to_owned(),
        ]
    );
    let after = hypotheses(&set, "k/ensures1");
    assert!(after.contains(&format!("loop1 is over: forall tx, bx. {range} -> n <= i!2(tx, bx)")), "{after:?}");
    // What is known of its iterations stands beside the invariant.
    assert!(after[after.len() - 1].starts_with("assignment to c: "), "{after:?}");
    assert!(!set.assumptions.iter().any(|text| text == "termination not proved (loop1)"), "{:?}", set.assumptions);
}

#[test]
fn a_stride_under_uniform_control_is_one_number() {
    let mut b = kernel();
    let (s, x) = (b.local("s"), b.local("x"));
    let label = b.label();
    let body = vec![if_(lt(tid(), get(s)), vec![set(x, get(s))]), set(s, op(Binary::Div, get(s), int(2)))];
    let body = b.while_(label, lt(int(0), get(s)), Vec::new(), body);
    b.kernel.body = vec![declare(s), declare(x), set(s, bdim()), set(x, bid()), body];
    assert_eq!(levels(&b), [Level::Launch, Level::Thread]);
    // The same behind a return of some threads is each thread's own.
    b.kernel.body.insert(0, if_(lt(tid(), int(4)), vec![leave(Label::KERNEL)]));
    assert_eq!(levels(&b), [Level::Thread, Level::Thread]);
}

#[test]
fn a_break_makes_the_whole_loop_as_uniform_as_itself() {
    let mut b = kernel();
    let (k, flag) = (b.local("k"), b.local("flag"));
    let shared = b.array("s", Space::Shared, 8);
    let label = b.label();
    let body = vec![set(k, add(get(k), int(1))), if_(eq(read(shared, int(0)), int(0)), vec![leave(label)])];
    let body = b.while_(label, lt(get(k), int(9)), Vec::new(), body);
    b.kernel.body = vec![set(k, int(0)), body, set(flag, int(1))];
    // The break is block-uniform, so is the counter; after the loop all are together again.
    assert_eq!(levels(&b), [Level::Block, Level::Launch]);
}

#[test]
fn a_variable_that_may_be_read_before_it_is_assigned_is_each_threads_own() {
    let mut b = kernel();
    let (x, y, z) = (b.local("x"), b.local("y"), b.local("z"));
    let n = b.param("n");
    b.kernel.body = vec![
        declare(x),
        if_(lt(get(n), int(4)), vec![set(x, int(1))]),
        declare(y),
        set(y, get(x)),
        declare(z),
        set(z, get(n)),
        set(z, add(get(z), int(1))),
    ];
    assert_eq!(levels(&b), [Level::Thread, Level::Thread, Level::Launch, Level::Launch]);
}

#[test]
fn continue_and_break_leave_different_masks() {
    let mut b = kernel();
    let n = b.param("n");
    let (i, x) = (b.local("i"), b.local("x"));
    let (break_, continue_) = (b.label(), b.label());
    let inner = vec![
        if_(lt(tid(), int(3)), vec![leave(continue_)]),
        if_(lt(tid(), int(5)), vec![leave(break_)]),
        set(x, int(7)),
        assert(clause(Speaker::Thread, truth_about(x))),
    ];
    let body =
        vec![scope(continue_, inner), set(i, add(get(i), int(1))), assert(clause(Speaker::Thread, truth_about(i)))];
    let body = b.while_(break_, lt(get(i), get(n)), Vec::new(), body);
    b.kernel.body =
        vec![set(i, int(0)), set(x, int(0)), body, set(x, int(8)), assert(clause(Speaker::Thread, truth_about(x)))];
    let set = b.run();
    // Behind both: neither continued nor broke out.
    assert_eq!(last_mask(&set, "k/assert1"), "loop1.in(tx, bx) && i!2(tx, bx) < n && 3 <= tx && 5 <= tx");
    // The step: those that continued are back, those that broke out are not.
    assert_eq!(last_mask(&set, "k/assert2"), "loop1.in(tx, bx) && i!2(tx, bx) < n && (tx <= 2 || 5 <= tx)");
    // After the loop everyone is back.
    assert_eq!(last_mask(&set, "k/assert3"), "true");
}

#[test]
fn a_return_keeps_threads_out_for_good() {
    let mut b = kernel();
    let n = b.param("n");
    let x = b.local("x");
    let a = b.array("a", Space::Global, 0);
    let label = b.label();
    let body = vec![if_(eq(read(a, tid()), int(0)), vec![leave(Label::KERNEL)]), store(a, tid(), int(1))];
    let invariant = clause(Speaker::Thread, truth_about(n));
    let body = b.while_(label, lt(read(a, int(0)), get(n)), vec![invariant], body);
    b.kernel.body = vec![if_(lt(get(n), tid()), vec![leave(Label::KERNEL)]), body, set(x, int(1)), barrier()];
    b.kernel.contract.ensures = vec![clause(Speaker::Launch, truth_about(n))];
    let set = b.run();
    assert_eq!(last_mask(&set, "k/ensures1"), "tx <= n && !loop1.left(tx, bx)");
    assert_eq!(
        goal(&set, "k/loop1/invariant1/preserved"),
        "forall tx, bx. 0 <= tx && tx < blockDim.x && 0 <= bx && bx < gridDim.x && tx <= n && !loop1.left(tx, bx) && (!loop1.in(tx, bx) || a!1(tx) != 0) -> 0 <= n"
    );
    assert!(set.assumptions.iter().any(|text| text.starts_with("compute capability 7.0")));
    // Exited threads are not waited for.
    assert_eq!(goal(&set, "k/barrier1"), "true");
}

#[test]
fn a_small_loop_without_invariant_is_unrolled() {
    let mut b = kernel();
    let (i, sum) = (b.local("i"), b.local("sum"));
    let label = b.label();
    let body = vec![set(sum, add(get(sum), get(i))), set(i, add(get(i), int(1)))];
    let body = b.while_(label, lt(get(i), int(3)), Vec::new(), body);
    b.kernel.body = vec![set(i, int(0)), set(sum, tid()), body, assert(clause(Speaker::Thread, truth_about(sum)))];
    let set = b.run();
    let lines: Vec<String> =
        hypotheses(&set, "k/assert1").into_iter().filter(|line| line.starts_with("assignment to sum")).collect();
    assert_eq!(
        lines,
        [
            "assignment to sum: sum!1(tx, bx) := tx if true",
            "assignment to sum: sum!2(tx, bx) := sum!1(tx, bx) if true",
            "assignment to sum: sum!3(tx, bx) := sum!2(tx, bx) + 1 if true",
            "assignment to sum: sum!4(tx, bx) := sum!3(tx, bx) + 2 if true",
        ]
    );
    assert_eq!(set.notes[0].1, "loop1 has no invariant and is unrolled 3 times");
}

#[test]
fn operands_that_may_not_be_evaluated_are_guarded() {
    let mut b = kernel();
    let n = b.param("n");
    let a = b.array("a", Space::Global, 0);
    let x = b.local("x");
    let cond = op(Binary::And, lt(tid(), get(n)), eq(read(a, tid()), int(0)));
    b.kernel.body = vec![if_(cond, vec![set(x, op(Binary::Div, int(1), get(n)))])];
    let set = b.run();
    let range = "0 <= tx && tx < blockDim.x";
    assert_eq!(
        goals(&set),
        [
            format!("k/bounds/a/1: forall tx. {range} && tx < n -> 0 <= tx && tx < length(a)"),
            format!("k/division/1: forall tx. {range} && tx < n && a(tx) == 0 -> n != 0"),
        ]
    );
}

#[test]
fn clauses_about_threads_become_clauses_about_coordinates() {
    let mut b = kernel();
    let x = b.local("x");
    let t = b.bound("t", Type::Thread);
    let at = expr(ExprKind::At(get(x), expr(ExprKind::Bound(t), Type::Thread)), Type::INT);
    b.kernel.body = vec![set(x, tid()), assert(clause(Speaker::Launch, forall(&[t], op(Binary::Le, int(0), at))))];
    let set = b.run();
    assert_eq!(
        goals(&set),
        [
            "k/assert1: forall t.tx, t.bx. 0 <= t.tx && t.tx < blockDim.x && 0 <= t.bx && t.bx < gridDim.x -> 0 <= x!1(t.tx, t.bx)"
        ]
    );
}

#[test]
fn a_divergent_barrier_gives_a_goal_about_two_threads() {
    let mut b = kernel();
    let n = b.param("n");
    b.kernel.body = vec![if_(lt(tid(), get(n)), vec![barrier()])];
    let set = b.run();
    assert_eq!(
        goals(&set),
        ["k/barrier1: forall tx, ux. 0 <= tx && tx < blockDim.x && tx < n && 0 <= ux && ux < blockDim.x -> ux < n"]
    );
}

#[test]
fn what_is_not_modelled_leaves_no_task() {
    let mut b = kernel();
    let n = b.param("n");
    let count = expr(ExprKind::LoopCount(crate::kernel::ir::LoopId(0)), Type::Integer);
    b.kernel.body = vec![assert(clause(Speaker::Launch, lt(count, get(n))))];
    let set = b.run();
    assert!(set.tasks.is_empty());
    assert_eq!(set.unsupported[0].construct, "loop_count outside of its loop");
}

/// A proposition that mentions a local.
fn truth_about(local: crate::kernel::ir::LocalId) -> crate::kernel::ir::Expr {
    op(Binary::Le, int(0), get(local))
}

#[test]
fn annotations_must_be_defined_where_they_are_evaluated() {
    let mut b = kernel();
    let n = b.param("n");
    let k = b.bound("k", Type::Integer);
    let power = op(Binary::Pow, int(2), expr(ExprKind::Bound(k), Type::Integer));
    let sum = ExprKind::Fold { kind: FoldKind::Sum, var: k, body: power, lo: get(n), hi: int(9) };
    let claim = op(Binary::Implies, lt(get(n), int(4)), lt(int(0), expr(sum, Type::Integer)));
    b.kernel.contract.ensures = vec![clause(Speaker::Launch, claim)];
    let set = b.run();
    assert_eq!(
        goals(&set),
        [
            "k/ensures1/defined: n <= 3 -> (forall k. n <= k && k <= 9 -> 0 <= k)",
            "k/ensures1: n <= 3 -> 1 <= sum(k, pow(2, k), n, 9)"
        ]
    );
}

#[test]
fn what_a_body_assigns_before_reading_does_not_pass_the_head() {
    let mut b = kernel();
    let n = b.param("n");
    let (i, t) = (b.local("i"), b.local("t"));
    let label = b.label();
    let body = vec![set(t, op(Binary::Mul, get(i), get(i))), set(i, get(t))];
    let body = b.while_(label, lt(get(i), get(n)), Vec::new(), body);
    b.kernel.body = vec![set(i, tid()), body, assert(clause(Speaker::Thread, truth_about(i)))];
    let set = b.run();
    assert!(hypotheses(&set, "k/assert1").iter().all(|line| !line.starts_with("range of t")));
    assert_eq!(set.notes[0].1, "loop1 has no invariant: nothing is known about i after it");
}

#[test]
fn threads_outside_of_a_loop_keep_what_they_have() {
    let mut b = kernel();
    let n = b.param("n");
    let x = b.local("x");
    let label = b.label();
    let body = b.while_(label, lt(get(x), get(n)), Vec::new(), vec![set(x, add(get(x), int(1)))]);
    b.kernel.body =
        vec![set(x, tid()), if_(lt(tid(), int(4)), vec![body]), assert(clause(Speaker::Thread, truth_about(x)))];
    let set = b.run();
    let found = hypotheses(&set, "k/assert1");
    let frame = "x unchanged elsewhere: forall tx, bx. 0 <= tx && tx < blockDim.x && 0 <= bx && bx < gridDim.x && 4 <= tx -> x!1(tx, bx) == x!2(tx, bx)";
    assert!(found.iter().any(|line| line == frame), "{found:#?}");
}

#[test]
fn a_guard_that_others_can_make_true_again_does_not_tell_who_takes_part() {
    let mut b = kernel();
    let shared = b.array("s", Space::Shared, 8);
    let n = b.param("n");
    let label = b.label();
    let body = vec![store(shared, int(0), tid())];
    let claim = clause(Speaker::Thread, truth_about(n));
    let body = b.while_(label, lt(read(shared, tid()), get(n)), vec![claim], body);
    b.kernel.body = vec![body];
    let set = b.run();
    assert!(last_mask(&set, "k/loop1/invariant1/preserved").contains("loop1.in(tx, bx)"));
}

#[test]
fn a_literal_that_one_branch_assigns_is_not_known_in_the_other() {
    let mut b = kernel();
    let (x, y) = (b.local("x"), b.local("y"));
    let mut branches = if_(lt(tid(), int(1)), vec![set(x, int(1))]);
    if let StmtKind::If { else_, .. } = &mut branches.kind {
        else_.push(set(y, get(x)));
    }
    let claim = clause(Speaker::Thread, truth_about(x));
    b.kernel.body = vec![set(x, int(0)), branches, assert(claim)];
    let set = b.run();
    assert!(hypotheses(&set, "k/assert1").contains(&"assignment to y: y!1(tx, bx) := 0 if 1 <= tx".to_owned()));
    // Nor after both.
    assert!(goal(&set, "k/assert1").ends_with("-> 0 <= x!2(tx, bx)"), "{}", goal(&set, "k/assert1"));
}
