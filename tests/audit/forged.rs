//! Derivations of what is not true, made by hand: each uses a line as it must not be used.

use gpuhoare::audit::{self, By};

use super::Solvers;

/// The task `c <= 0`, of which nothing is known.
const NATURAL: &str = "s 0 c Int\nt 0 app 0\nt 1 int 0\nt 2 <= 0 1\ngoal 2\n";

/// What the derivation of a task is that goes on like this.
fn audited(raw: &str, rest: &[&str]) -> By {
    let solvers = Solvers::new();
    let [first, second] = &solvers.both;
    let text = format!("{raw}{}\n", rest.join("\n"));
    audit::audit(raw, &text, [first, second]).by
}

#[test]
fn what_follows_from_the_task_is_audited() {
    let raw = "s 0 c Int\nt 0 app 0\nt 1 int 0\nt 2 <= 0 1\nhypothesis 2\ngoal 2\n";
    assert!(audited(raw, &["c 0", "part p 2", "assumed 0 2", "given 0 2"]) <= By::Both);
}

#[test]
fn the_task_has_no_other_hypotheses() {
    assert_eq!(audited(NATURAL, &["hypothesis 2", "c 0", "part p 2", "assumed 0 2"]), By::Nobody);
    assert_eq!(audited(NATURAL, &["goal 2", "c 0", "assumed 0 2", "part p 2"]), By::Nobody);
}

#[test]
fn the_goal_is_no_assumption() {
    assert_eq!(audited(NATURAL, &["c 0", "part p 2", "assumed 0 2"]), By::Nobody);
}

#[test]
fn what_one_part_assumes_another_does_not() {
    assert_eq!(audited(NATURAL, &["c 0", "part a 2", "assumed 0 2", "part b 2", "given 0 2"]), By::Nobody);
}

#[test]
fn nothing_is_chosen_for_what_speaks_of_it() {
    let rest = [
        "s 1 d Int", "v 0 x Int", "t 3 app 1", "t 4 var 0", "t 5 == 4 3", "t 6 ! 5", "t 7 exists 1 0 6", "t 8 int 1",
        "t 9 + 0 8", "opened 7 3", "opened 7 0", "opened 7 9", "part p 2",
    ];
    assert_eq!(audited(NATURAL, &rest), By::Nobody);
}

#[test]
fn a_name_is_given_once() {
    // Something is at most 0, and it is called c.
    let rest = ["v 0 x Int", "t 3 var 0", "t 4 <= 3 1", "t 5 exists 1 0 4", "opened 5 0", "opened 5 1", "part p 2"];
    assert_eq!(audited(NATURAL, &rest), By::Nobody);
}

#[test]
fn what_is_chosen_hangs_on_no_variable() {
    // Each number up to c is equal to one, and two of them not to the same.
    let rest = [
        "s 1 d Int",
        "v 0 x Int",
        "t 3 var 0",
        "t 4 app 1",
        "t 5 == 4 3",
        "t 6 <= 3 0",
        "t 7 int -1",
        "t 8 + 0 7",
        "c 0 6",
        "c 1",
        "part p 2",
        "step law 0 one-of 1 1 1 1 5",
        "step law 1 holds 2 universal 5 1 0 0 universal 5 1 0 8",
    ];
    assert_eq!(audited(NATURAL, &rest), By::Nobody);
}

#[test]
fn bodies_are_equal_for_all_values() {
    let raw =
        "v 0 k Int\nt 0 int 0\nt 1 int 5\nt 2 var 0\nt 3 fold sum 0 0 1 2\nt 4 fold sum 0 0 1 0\nt 5 == 3 4\ngoal 5\n";
    let rest = [
        "v 1 k Int",
        "t 6 var 1",
        "t 7 == 6 0",
        "c 0 7",
        "c 1",
        "part p 5",
        "step inside 0 equal 3 4 opened 1",
        "step instance 1 holds 5 universal 5 1 1 0",
    ];
    assert_eq!(audited(raw, &rest), By::Nobody);
}

#[test]
fn a_write_has_another_form_only_where_it_is_equivalent() {
    let raw = "s 0 a Int Int\ns 1 b Int Int\nv 0 t Int\nt 0 true\nt 1 false\nt 2 var 0\nt 3 int 0\na 0 1 0 1 0 0 1 1 2 3\n\
               write 0\nt 4 app 1 3\nt 5 int 7\nt 6 == 4 5\ngoal 6\n";
    let rest = [
        "a 1 1 0 1 0 0 0 1 2 5",
        "c 0",
        "c 1 1",
        "part p 6",
        "rewritten 1 0 1",
        "step assign-own-cell 0 holds 6 assign 1 4 1 3",
    ];
    assert_eq!(audited(raw, &rest), By::Nobody);
}
